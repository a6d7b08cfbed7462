//===- taskgraph.cpp - The pipeline of a stream recorded once -------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in runTasks. The graph is that of all streams of one size:
// how many pieces there are is seen by the tasks alone, through `archiver`.
//
//===----------------------------------------------------------------------===//

#include "dedup.h"

void runTaskgraph(Archiver &archiver, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    archiver.prepare(iteration);
    laps.start();
#pragma omp taskgraph
    for (std::int64_t chunk = 0; chunk < archiver.chunks; ++chunk) {
      char *pieces = archiver.chunkTag(chunk);
#pragma omp task shared(archiver) firstprivate(chunk) depend(out : *pieces)
      archiver.cut(chunk);
      for (std::int64_t part = 0; part < archiver.parts; ++part) {
#pragma omp task shared(archiver) firstprivate(chunk, part) depend(in : *pieces)
        archiver.name(chunk, part, archiver.parts);
      }
#pragma omp task shared(archiver) firstprivate(chunk)                          \
    depend(inout : *pieces, archiver.seen)
      archiver.lookUp(chunk);
      for (std::int64_t part = 0; part < archiver.parts; ++part) {
#pragma omp task shared(archiver) firstprivate(chunk, part) depend(in : *pieces)
        archiver.compress(chunk, part, archiver.parts);
      }
#pragma omp task shared(archiver) firstprivate(chunk)                          \
    depend(inout : *pieces, archiver.written)
      archiver.write(chunk);
    }
    laps.stop();
    archiver.finish(iteration);
  }
}
