//===- mg_kernel.h - Multigrid for a periodic Poisson problem --*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MG solves laplacian(u) = v on a periodic cube by V-cycles, where v is zero
// but for twenty charges. A cycle goes down to coarser grids, solves on those
// that are too small to share, and comes up again. Each way is a list of steps,
// a step is a loop over the planes of a grid, and what happens to one plane is
// the same in all variants: these differ only in how they run the loops of the
// lists.
//
// The planes of a step are independent of each other. A plane is made from the
// planes at the same place of the grid before and from their neighbours; so a
// step may follow another plane by plane, without waiting for all of it.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_MG_KERNEL_H
#define REPRISE_NAS_MG_KERNEL_H

#include "../../overhead-benchmarks/common/assumes.h"
#include "../common/program.h"

#include <cstdint>
#include <memory>
#include <new>

namespace nas {

/// A periodic cube of 2^level points in each direction. It has no ghost points:
/// plane and row numbers wrap, and within a row Mg::gather() does.
class Grid {
public:
  /// Does not touch the memory: who writes a plane first has it near.
  explicit Grid(int level)
      : edge(1 << level), stride(edge + Pad), plane_stride(edge * stride + Pad),
        memory(static_cast<double *>(
            ::operator new(edge * plane_stride * sizeof(double), Alignment))) {}

  double *row(int z, int y) const {
    const std::int64_t wrapped_z = z & (edge - 1), wrapped_y = y & (edge - 1);
    return memory.get() + wrapped_z * plane_stride + wrapped_y * stride;
  }
  void clearPlane(int z) const {
    double *plane = row(z, 0);
    for (std::int64_t i = 0; i < plane_stride; ++i)
      plane[i] = 0;
  }

  const int edge;

private:
  /// A cache line between rows and between planes: with strides that are powers
  /// of two, the rows of a stencil would meet in one set of the cache.
  static constexpr int Pad = 8;
  static constexpr std::align_val_t Alignment{64};
  struct Release {
    void operator()(double *data) const { ::operator delete(data, Alignment); }
  };
  const std::int64_t stride, plane_stride;
  std::unique_ptr<double[], Release> memory;
};

/// Coefficients of a 3x3x3 stencil, by the number of directions in which a
/// neighbour differs from the centre.
struct Stencil {
  double centre, face, edge, corner;
};

class Mg {
public:
  static constexpr const char *Name = "mg";
  static constexpr const char *Operation = "floating point";

  /// What a step does to each plane of a grid. The names of the grids: u is the
  /// solution (a correction, below the finest grid), r the residual.
  enum class Pass {
    Restrict,   ///< r of this grid from r of the finer one
    Prolongate, ///< u from the coarser u; on the finest grid added to it
    Residual,   ///< r = v - A u; below the finest grid, r = r - A u
    Smooth,     ///< u = u + S r
    Measure,    ///< squares and maximum of the finest r
  };
  struct Step {
    Pass pass;
    int level;
    int planes; ///< of the grid that is written
  };

  explicit Mg(const Settings &settings);

  void reset();
  double operations() const;
  Extent extent() const {
    return {gridSize(v->edge, v->edge, v->edge), cycles};
  }
  std::vector<Check> checks() const { return {{"norm", norm, expected, 1e-8}}; }
  void corrupt() { norm *= 1 + 1e-6; }

  BENCH_BEGIN_ASSUMES(no_openmp ext_cannot_wait)
  /// One plane of a step.
  void perform(const Step &step, int z);
  BENCH_END_ASSUMES
  /// What lies between the ways down and up, on grids that are too small to
  /// share.
  void solveCoarsest();
  /// From what Measure found to the norm of the residual.
  void takeNorm();

  const int tasks;
  int cycles;                  ///< V-cycles of a run
  std::vector<Step> beginning; ///< the first residual, and its norm
  std::vector<Step> down, up;  ///< a V-cycle, but for solveCoarsest() between
                               ///< them, and the residual after it
  std::vector<Step> end;       ///< the norm
  std::vector<char> tags;      ///< for dependences: a name for each block of
                               ///< each step of a list, the same in every run
  double norm = 0;             ///< root of the mean square of the residual
  double largest = 0;          ///< its largest absolute value

private:
  /// Up to this level (8x8x8 points) a whole pass costs no more than it takes
  /// the threads of a team to meet.
  static constexpr int CoarsestShared = 3;
  static constexpr int LargestEdge = 512;
  /// Sums along a row of what a stencil gives to the same, and to either
  /// neighbouring, point of the result.
  struct Line {
    static constexpr int Margin = 8;
    alignas(64) double middle[LargestEdge];
    alignas(64) double sides[Margin + LargestEdge + Margin];
    double *side() { return sides + Margin; }
  };
  struct Measure {
    double squares, largest;
  };

  static void gather(const Stencil &stencil, const Grid &grid, int z, int y,
                     Line &line);
  void restrictPlane(int level, int z);
  void prolongatePlane(int level, int z);
  void residualPlane(int level, int z);
  void smoothPlane(int level, int z);
  void measurePlane(int z);
  void placeCharges();

  struct Charge {
    int z, y, x;
    double value;
  };
  int finest;
  Stencil smoother;
  std::vector<Grid> u, r; ///< by level; level 0 has one point and is not used
  std::unique_ptr<Grid> v;
  std::vector<Charge> charges;
  std::vector<Measure> measures; ///< of each plane of the finest grid
  double expected;
};

void runSerial(Mg &mg, Run &run);
void runFor(Mg &mg, Run &run);
void runTaskloop(Mg &mg, Run &run);
void runTaskgraph(Mg &mg, Run &run);

} // namespace nas

#endif // REPRISE_NAS_MG_KERNEL_H
