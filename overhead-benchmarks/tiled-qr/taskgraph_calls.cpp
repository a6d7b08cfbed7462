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

#include "tiled_qr.h"

void runTaskgraphCalls(QrMatrix &matrix, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
#pragma omp taskgraph
    for (std::int64_t k = 0; k < matrix.tiles; ++k) {
      double *corner = matrix.tile(k, k);
      double *reflectors = matrix.triangles(k, k);
      const QrMatrix::Parts part = matrix.parts(k, k);
      geqrtTask(matrix, part, corner, reflectors);
      for (std::int64_t j = k + 1; j < matrix.tiles; ++j)
        gemqrtTask(matrix, part, corner, reflectors, matrix.tile(k, j));
      for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
        double *below = matrix.tile(i, k);
        double *pairs = matrix.triangles(i, k);
        tpqrtTask(matrix, part, corner, below, pairs);
        for (std::int64_t j = k + 1; j < matrix.tiles; ++j)
          tpmqrtTask(matrix, matrix.allParts(i, j), below, pairs,
                     matrix.tile(k, j), matrix.tile(i, j));
      }
    }
    laps.stop();
    matrix.finish(iteration);
  }
}
