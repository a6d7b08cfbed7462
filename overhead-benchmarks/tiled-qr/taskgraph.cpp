//===- taskgraph.cpp - The factorization recorded once --------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp. The many names that parts of tiles need are
// looked up once, when the factorization is recorded.
//
//===----------------------------------------------------------------------===//

#include "tiled_qr.h"

void runTaskgraph(QrMatrix &matrix, bench::Laps &laps) {
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
#pragma omp task shared(matrix) firstprivate(corner, reflectors)               \
    depend(inout : *part.lower, *part.diagonal, *part.upper)
      matrix.geqrt(corner, reflectors);
      for (std::int64_t j = k + 1; j < matrix.tiles; ++j) {
        double *right = matrix.tile(k, j);
#pragma omp task shared(matrix) firstprivate(corner, reflectors, right)        \
    depend(in : *part.lower) depend(inout : *right)
        matrix.gemqrt(corner, reflectors, right);
      }
      for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
        double *below = matrix.tile(i, k);
        double *pairs = matrix.triangles(i, k);
#pragma omp task shared(matrix) firstprivate(corner, below, pairs)             \
    depend(inout : *part.diagonal, *part.upper, *below)
        matrix.tpqrt(corner, below, pairs);
        for (std::int64_t j = k + 1; j < matrix.tiles; ++j) {
          double *above = matrix.tile(k, j);
          double *target = matrix.tile(i, j);
          const QrMatrix::Names whole = matrix.allParts(i, j);
#pragma omp task shared(matrix) firstprivate(below, pairs, above, target)      \
    depend(in : *below) depend(inout : *above)                                 \
    depend(iterator(int n = 0 : whole.count), inout : *whole.name[n])
          matrix.tpmqrt(below, pairs, above, target);
        }
      }
    }
    laps.stop();
    matrix.finish(iteration);
  }
}
