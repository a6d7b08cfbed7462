//===- lu_kernel.h - Symmetric successive over-relaxation ------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LU marches the flow of common/cfd.h with one SSOR iteration for each time
// step: b = dt (F + R(u)) goes through a forward and a backward sweep (ssor.h)
// and is added to u. Sweeps have dependences in all three directions; all else
// is independent by planes, but for the reach of R, two planes to each side.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_LU_KERNEL_H
#define REPRISE_NAS_LU_KERNEL_H

#include "../../overhead-benchmarks/common/assumes.h"
#include "ssor.h"

namespace nas {

/// The interior cut into blocks for the sweeps: its planes into slabs, and the
/// diagonals of a plane into chunks of about equally many nodes. Both sweeps
/// run through the same blocks.
class Blocks {
public:
  Blocks(int n, int slabs);
  int slabs() const { return static_cast<int>(planes_.size()) - 1; }
  int chunks() const { return static_cast<int>(diagonals_.size()) - 1; }
  Range planes(int slab) const { return {planes_[slab], planes_[slab + 1]}; }
  Range diagonals(int chunk) const {
    return {diagonals_[chunk], diagonals_[chunk + 1]};
  }

private:
  std::vector<int> planes_, diagonals_; ///< where they begin, and the end
};

/// What tasks name in their depend clauses. A frame that nobody writes spares
/// the border a special case.
class Tags {
public:
  Tags(int rows, int columns)
      : columns(columns + 2), tags((rows + 2) * this->columns) {}
  char *operator()(int row, int column) {
    return &tags[(row + 1) * columns + column + 1];
  }

private:
  const int columns;
  std::vector<char> tags;
};

/// The blocks of the taskgraph variant, and tags for what is done with each
/// block or slab. The kernel has them: with other tags each run would be
/// another graph.
struct TaggedBlocks {
  TaggedBlocks(int n, int slabs)
      : blocks(n, slabs), forward(blocks.slabs(), blocks.chunks()),
        backward(blocks.slabs(), blocks.chunks()), updated(blocks.slabs(), 1),
        right_hand_side(blocks.slabs(), 1) {}

  const Blocks blocks;
  Tags forward, backward, updated, right_hand_side;
};

class Lu {
public:
  static constexpr const char *Name = "lu";
  static constexpr const char *Operation = "floating point";

  explicit Lu(const Settings &settings) : Lu(settings, sizeOf(settings)) {}

  /// Start values, and what the first step needs of them.
  void reset();
  double operations() const;
  Extent extent() const {
    return {gridSize(n, n, n), steps,
            "over slabs of planes: " + std::to_string(tagged.blocks.slabs())};
  }
  std::vector<Check> checks() const;
  void corrupt() { flow.u.row(n / 2, n / 2, 0)[n / 2] *= 1 + 1e-3; }

  // One step: both sweeps over all blocks in the order of their dependences,
  // then update() for all planes, then rhs(). The `last` step of a run also
  // measures, and takeNorms() follows: NPB has both norms inside the clock.
  void forward(Range planes, Range diagonals) {
    ssor.forward(planes, diagonals);
  }
  void backward(Range planes, Range diagonals) {
    ssor.backward(planes, diagonals);
  }
  BENCH_BEGIN_ASSUMES(no_openmp ext_cannot_wait)
  /// Adds the correction of plane k to u. After the backward sweep of plane
  /// k - 1, which needs the old u.
  void update(int k, bool last);
  /// b = dt (F + R(u)) in plane k. After the update of the planes k - 2 to
  /// k + 2.
  void rhs(int k, bool last);
  BENCH_END_ASSUMES
  /// From what was measured to the norms of the update and of the residual.
  void takeNorms();

  const int n;     ///< nodes along an edge; the interior is 1 .. n - 2
  const int steps; ///< of a run
  const int tasks;
  TaggedBlocks tagged;

private:
  struct Size {
    char name;
    int n, steps;
    double dt;
    cfd::Values residual, error;
    double integral;
  };
  static const Size &sizeOf(const Settings &settings);
  Lu(const Settings &settings, const Size &size);

  void keepState(int k, int j);
  cfd::Values squaredUpdate(int k);
  double surfaceIntegral() const;

  const Size &size;
  cfd::Flow flow;
  Ssor ssor;
  /// Sums of squares in a plane, and what they are of.
  struct Measured {
    std::vector<cfd::Values> squares; ///< by plane
    cfd::Values norms;
  };
  Measured of_update, of_residual;
};

void runSerial(Lu &lu, Run &run);
void runFor(Lu &lu, Run &run);
void runTaskloop(Lu &lu, Run &run);
void runTaskgraph(Lu &lu, Run &run);

} // namespace nas

#endif // REPRISE_NAS_LU_KERNEL_H
