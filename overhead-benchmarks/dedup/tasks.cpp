//===- tasks.cpp - A pipeline of tasks, flat and nested -------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ways with ordinary tasks: a fixed number of tasks for each chunk, which
// share its pieces, and a task for each piece that a chunk turns out to have,
// made by the task that works on the chunk.
//
//===----------------------------------------------------------------------===//

#include "dedup.h"

void runTasks(Archiver &archiver, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    archiver.prepare(iteration);
    laps.start();
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
#pragma omp taskwait
    laps.stop();
    archiver.finish(iteration);
  }
}

void runTasksNested(Archiver &archiver, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    archiver.prepare(iteration);
    laps.start();
    for (std::int64_t chunk = 0; chunk < archiver.chunks; ++chunk) {
      char *pieces = archiver.chunkTag(chunk);
#pragma omp task shared(archiver) firstprivate(chunk) depend(out : *pieces)
      {
        archiver.cut(chunk);
        const std::int64_t count = archiver.piecesOf(chunk);
        for (std::int64_t piece = 0; piece < count; ++piece) {
#pragma omp task shared(archiver) firstprivate(chunk, piece, count)
          archiver.name(chunk, piece, count);
        }
#pragma omp taskwait
      }
#pragma omp task shared(archiver) firstprivate(chunk)                          \
    depend(inout : *pieces, archiver.seen)
      archiver.lookUp(chunk);
#pragma omp task shared(archiver) firstprivate(chunk) depend(inout : *pieces)
      {
        const std::int64_t count = archiver.piecesOf(chunk);
        for (std::int64_t piece = 0; piece < count; ++piece) {
#pragma omp task shared(archiver) firstprivate(chunk, piece, count)
          archiver.compress(chunk, piece, count);
        }
#pragma omp taskwait
      }
#pragma omp task shared(archiver) firstprivate(chunk)                          \
    depend(inout : *pieces, archiver.written)
      archiver.write(chunk);
    }
#pragma omp taskwait
    laps.stop();
    archiver.finish(iteration);
  }
}
