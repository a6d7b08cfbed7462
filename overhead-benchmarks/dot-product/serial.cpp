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

#include "dot_product.h"

void runSerial(DotProduct &dot, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    dot.prepare(iteration);
    laps.start();
    std::int64_t offset = 0;
    for (std::int64_t index = 0; offset < dot.size; ++index) {
      const std::int64_t length = dot.lengthOf(index, offset);
      dot.multiply(index, offset, length);
      offset += length;
    }
    dot.addPartials();
    laps.stop();
  }
}
