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
#include "qr_tasks.inc"
    laps.stop();
    matrix.finish(iteration);
  }
}
