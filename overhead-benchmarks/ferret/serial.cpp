//===- serial.cpp - One item after the other ------------------------------===//
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

#include "ferret.h"

void runSerial(Pipeline &pipeline, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    pipeline.prepare(iteration);
    laps.start();
    for (std::int64_t item = 0; item < pipeline.items; ++item) {
      pipeline.load(item);
      pipeline.segment(item);
      pipeline.extract(item);
      pipeline.search(item);
      pipeline.rank(item);
    }
    laps.stop();
    pipeline.finish(iteration);
  }
}
