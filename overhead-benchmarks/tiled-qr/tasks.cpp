//===- tasks.cpp - One task per tile kernel -------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task names the tiles it uses, and of a tile on the diagonal those parts
// that it uses. The small triangles need no names: they are written and read
// together with the reflectors of their tile.
//
//===----------------------------------------------------------------------===//

#include "tiled_qr.h"

void runTasks(QrMatrix &matrix, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
#include "qr_tasks.inc"
#pragma omp taskwait
    laps.stop();
    matrix.finish(iteration);
  }
}
