//===- ssor.h - The two triangular sweeps of LU -----------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sweep renews the correction b of every node from those of three neighbours
// that it has renewed before: on the low side (forward) or the high side
// (backward). Nodes of one plane k with the same i + j do not depend on each
// other, so they are the lanes of a vector, and to make these nodes neighbours
// in memory, planes are stored by their diagonals. What a sweep needs of the
// state u stands beside b, calculated once for the two sweeps.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_LU_SSOR_H
#define REPRISE_NAS_LU_SSOR_H

#include "../../overhead-benchmarks/common/assumes.h"
#include "../common/cfd.h"

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace nas {

/// A range of planes or of diagonals, without its end.
struct Range {
  int begin, end;
};

/// Where the nodes of a plane are when it is stored by the diagonals
/// t = i + j, each with all its fields. From the first interior node on, which
/// is aligned, whole vectors can be read and written.
class Diagonals {
public:
  Diagonals(int n, int fields) : n(n), places(2 * n - 1) {
    for (int t = 0; t < 2 * n - 1; ++t) {
      const int lowest = t < n ? 0 : t - n + 1;
      const int highest = t < n ? t : n - 1;
      // The node below the interior ends a vector of its own.
      const int stride =
          (highest - lowest + 2 * cfd::Lanes - 2) / cfd::Lanes * cfd::Lanes;
      places[t] = {size_ + cfd::Lanes - 1 - lowest, stride};
      size_ += fields * stride;
    }
    size_ += 2 * cfd::Lanes;
  }

  struct Place {
    int offset; ///< of field 0 at j = 0, be there such a node or not
    int stride; ///< from one field to the next
  };
  const Place &operator[](int t) const { return places[t]; }
  /// The interior nodes of a diagonal, by j.
  int first(int t) const { return t < n ? 1 : t - n + 2; }
  int last(int t) const { return t < n ? t - 1 : n - 2; }
  /// Numbers in a plane.
  int size() const { return size_; }

private:
  int n;
  int size_ = 0;
  std::vector<Place> places;
};

class Ssor {
public:
  static constexpr double Omega = 1.2; ///< over-relaxation

  /// Planes are touched by the threads that a static schedule gives them.
  Ssor(int n, double dt);

  BENCH_BEGIN_ASSUMES(no_openmp ext_cannot_wait)
  /// One part of a sweep. Forward, it comes after the planes below it and the
  /// diagonals before it; backward, after those above and behind.
  void forward(Range planes, Range diagonals);
  void backward(Range planes, Range diagonals);
  BENCH_END_ASSUMES

  /// The fields of a node: five of b, and the state.
  enum Field { Correction = 0, Inverse = 5, Velocity = 6, Energy = 9, Fields };
  /// Field 0 of node (i, j, k); the others follow in steps of stride(i, j). All
  /// are 0 on the boundary, where nothing is ever corrected, and stay so.
  double *node(int i, int j, int k) {
    return plane(k) + layout[i + j].offset + j;
  }
  int stride(int i, int j) const { return layout[i + j].stride; }

  /// What the parts of the 5x5 blocks are multiplied with.
  struct Coefficients {
    // Of the blocks beside the diagonal, by direction where those differ.
    double convective, viscous, diffusive[3];
    // Of the block on the diagonal: the entry of all rows, its reciprocal, and
    // what viscosity and heat conduction add to it, times the density.
    double diagonal, by_diagonal, friction, heat;
  };

private:
  double *plane(int k) {
    return memory.get() + static_cast<std::ptrdiff_t>(k) * layout.size();
  }
  template <int Side> void renew(int k, int t);

  const Diagonals layout;
  Coefficients coefficients;

  struct Free {
    void operator()(double *memory) const {
      ::operator delete[](memory, std::align_val_t(64));
    }
  };
  std::unique_ptr<double[], Free> memory;
};

} // namespace nas

#endif // REPRISE_NAS_LU_SSOR_H
