//===- serial.cpp - One chunk after the other -----------------------------===//
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

#include "dedup.h"

void runSerial(Archiver &archiver, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    archiver.prepare(iteration);
    laps.start();
    for (std::int64_t chunk = 0; chunk < archiver.chunks; ++chunk) {
      archiver.cut(chunk);
      archiver.name(chunk, 0, 1);
      archiver.lookUp(chunk);
      archiver.compress(chunk, 0, 1);
      archiver.write(chunk);
    }
    laps.stop();
    archiver.finish(iteration);
  }
}
