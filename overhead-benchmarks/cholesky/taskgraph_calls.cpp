//===- taskgraph_calls.cpp - Tasks made in another file -------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in taskgraph.cpp, but the block only calls the functions of
// tile_tasks.cpp. The compiler cannot know what they do, so the block runs in
// every encounter, and its tasks are matched with the recorded ones.
//
//===----------------------------------------------------------------------===//

#include "cholesky.h"

void runTaskgraphCalls(Matrix &matrix, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
#pragma omp taskgraph
    for (std::int64_t k = 0; k < matrix.tiles; ++k) {
      potrfTask(matrix, matrix.tile(k, k));
      for (std::int64_t i = k + 1; i < matrix.tiles; ++i)
        trsmTask(matrix, matrix.tile(k, k), matrix.tile(i, k));
      for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
        for (std::int64_t j = k + 1; j < i; ++j)
          gemmTask(matrix, matrix.tile(i, k), matrix.tile(j, k),
                   matrix.tile(i, j));
        syrkTask(matrix, matrix.tile(i, k), matrix.tile(i, i));
      }
    }
    laps.stop();
    matrix.finish(iteration);
  }
}
