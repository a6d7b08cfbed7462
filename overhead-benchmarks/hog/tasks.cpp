//===- tasks.cpp - One task per stage and tile ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No barrier between the stages: a tile is normalised as soon as the tiles to
// its right and below have been counted.
//
//===----------------------------------------------------------------------===//

#include "hog.h"

void runTasks(Features &features, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    features.prepare(iteration);
    laps.start();
    for (std::int64_t row = 0; row < features.tile_rows; ++row)
      for (std::int64_t column = 0; column < features.tile_columns; ++column) {
        char *gradients = features.gradientTag(row, column);
        char *counted = features.histogramTag(row, column);
#pragma omp task shared(features) firstprivate(row, column)                    \
    depend(out : *gradients)
        features.findGradients(row, column);
#pragma omp task shared(features) firstprivate(row, column)                    \
    depend(in : *gradients) depend(out : *counted)
        features.collectHistograms(row, column);
      }
    for (std::int64_t row = 0; row < features.tile_rows; ++row)
      for (std::int64_t column = 0; column < features.tile_columns; ++column) {
        char *here = features.histogramTag(row, column);
        char *right = features.histogramTag(row, column + 1);
        char *below = features.histogramTag(row + 1, column);
        char *corner = features.histogramTag(row + 1, column + 1);
#pragma omp task shared(features) firstprivate(row, column)                    \
    depend(in : *here, *right, *below, *corner)
        features.normalise(row, column);
      }
#pragma omp taskwait
    laps.stop();
    features.finish(iteration);
  }
}
