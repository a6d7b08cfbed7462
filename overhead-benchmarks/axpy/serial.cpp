//===- serial.cpp - Block after block -------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference for every other variant, and what speed-ups are measured from.
//
//===----------------------------------------------------------------------===//

#include "axpy.h"

void runSerial(Vectors &vectors, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    const double a = Vectors::factor(iteration);
    laps.start();
    for (std::int64_t begin = 0; begin < vectors.size; begin += vectors.block)
      vectors.update(a, begin);
    laps.stop();
  }
}
