//===- ft_kernel.h - The heat equation by Fourier transforms ----*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FT transforms random data on a periodic box. For each time step it multiplies
// the modes by how much they have decayed since the start, transforms them back
// and adds up a checksum of 1024 points. A three-dimensional transform is two
// passes over memory: one over planes, which stay in a near cache for x and y,
// and one over the lines in z.
//
// The grid consists of tiles of 8 x 8 points, each eight vectors. In space a
// vector has eight x of one y; of the modes it has eight y of one x: the first
// transform of each direction is along the axis that the vectors do not lie in,
// and transposing a tile in between makes room for the next.
//
// Work is cut into planes (of one z) and slabs (of one x of the modes):
//
//   makeTable(0 .. tables()-1)
//   startPlane(all z)
//   startSlab(all x)
//   for step = 1 .. steps:
//     evolveSlab(step, all x)     writes a second grid: the modes are kept
//     finishPlane(step, all z)
//   sumUp()
//
// Calls of one line are independent, and startSlab and evolveSlab of one x need
// nothing of other slabs.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_FT_FT_KERNEL_H
#define REPRISE_NAS_FT_FT_KERNEL_H

#include "../../overhead-benchmarks/common/assumes.h"
#include "../common/program.h"
#include "../common/random.h"
#include "fft.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

namespace nas {

class Ft {
public:
  static constexpr const char *Name = "ft";
  static constexpr const char *Operation = "floating point";

  explicit Ft(const Settings &settings);

  /// NPB times the set-up, too: all that a run makes, the tables among it, is
  /// NaN from here on, so that no run is verified by what another has made.
  void reset();
  double operations() const;
  Extent extent() const { return {gridSize(nx, ny, nz), steps}; }
  std::vector<Check> checks() const;
  void corrupt() { checksums[0] *= 1 + 1e-6; }

  BENCH_BEGIN_ASSUMES(no_openmp ext_cannot_wait)
  /// Roots of unity, or how much the modes have decayed after one of the steps.
  void makeTable(int number);
  int tables() const { return 3 + steps; }

  /// Start values of a plane, transformed in y and x.
  void startPlane(int z);
  /// Transforms a slab in z: the modes.
  void startSlab(int x);
  /// The modes of a slab as they are at `step`, transformed back in z.
  void evolveSlab(int step, int x);
  /// Transforms a plane back in x and y, and adds up its points of the
  /// checksum.
  void finishPlane(int step, int z);
  BENCH_END_ASSUMES
  /// Adds up the planes' parts of all checksums.
  void sumUp();

  const int tasks;
  int nx = 0, ny = 0, nz = 0; ///< powers of two
  int steps = 0;

private:
  struct Class {
    struct {
      char name;
      int nx, ny, nz;
    } size;
    std::vector<std::complex<double>> checksums; ///< one for each step
  };
  struct Free {
    void operator()(Complex8 *grid) const { std::free(grid); }
  };
  using Grid = std::unique_ptr<Complex8[], Free>;

  explicit Ft(const Settings &settings, const Class &of);
  static const Class &classOf(char name);
  static Grid makeGrid(std::size_t vectors);

  /// Where a plane starts, where a row of eight y at a time starts in it. One
  /// vector more than there are: else a column would meet few sets of a cache.
  std::size_t row() const { return ny / Complex8::Lanes + 1; }
  std::size_t plane() const { return nx * row() + 1; }

  const Class &problem;
  Grid modes; ///< transforms of the start values
  Grid space; ///< the solution at one step
  Fft in_x, in_y, in_z;
  /// exp(-4 alpha pi^2 k^2 step), k the frequency, for each step and axis.
  std::vector<double> decay_x, decay_y, decay_z;
  std::vector<std::complex<double>> partial_sums; ///< of each step and plane
  std::vector<std::complex<double>> checksums;    ///< of each step
  std::vector<std::string> check_names;
};

void runSerial(Ft &ft, Run &run);
void runFor(Ft &ft, Run &run);
void runTaskloop(Ft &ft, Run &run);
void runTaskgraph(Ft &ft, Run &run);

} // namespace nas

#endif // REPRISE_NAS_FT_FT_KERNEL_H
