//===- transpose.h - Lines in x side by side --------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines in y and z lie side by side in a vector already. For those in x a
// bundle of them is transposed: then one solver serves all three directions.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_COMMON_TRANSPOSE_H
#define REPRISE_NAS_COMMON_TRANSPOSE_H

#include "cfd.h"

#include <algorithm>

namespace nas::cfd {

/// Blocks of one element, then of two, then of four change places.
inline void transpose(Vec (&a)[Lanes]) {
  static_assert(Lanes == 8, "three steps for eight lanes");
  for (int i = 0; i < Lanes; i += 2) {
    const Vec x = a[i], y = a[i + 1];
    a[i] = __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
    a[i + 1] = __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i : {0, 1, 4, 5}) {
    const Vec x = a[i], y = a[i + 2];
    a[i] = __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13);
    a[i + 2] = __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15);
  }
  for (int i = 0; i < 4; ++i) {
    const Vec x = a[i], y = a[i + 4];
    a[i] = __builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11);
    a[i + 4] = __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/// One component of the lines j .. j + 7 in plane k: node i of all of them
/// goes to the vector number i. Beyond the line `last` that one is taken again.
inline void gather(const Field &from, int k, int j, int last, int m,
                   double *to) {
  for (int i = 0; i < from.pitch(); i += Lanes) {
    Vec block[Lanes];
    for (int lane = 0; lane < Lanes; ++lane)
      block[lane] = load(from.row(k, std::min(j + lane, last), m) + i);
    transpose(block);
    for (int lane = 0; lane < Lanes; ++lane)
      store(to + (i + lane) * Lanes, block[lane]);
  }
}

/// The way back.
inline void scatter(const double *from, Field &to, int k, int j, int last,
                    int m) {
  for (int i = 0; i < to.pitch(); i += Lanes) {
    Vec block[Lanes];
    for (int lane = 0; lane < Lanes; ++lane)
      block[lane] = load(from + (i + lane) * Lanes);
    transpose(block);
    for (int lane = 0; lane < Lanes && j + lane <= last; ++lane)
      store(to.row(k, j + lane, m) + i, block[lane]);
  }
}

} // namespace nas::cfd

#endif // REPRISE_NAS_COMMON_TRANSPOSE_H
