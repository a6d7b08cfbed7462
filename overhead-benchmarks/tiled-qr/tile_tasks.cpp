//===- tile_tasks.cpp - Functions that make the tasks ---------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function for each kernel makes its task, as in libraries of tile
// algorithms: who calls one does not see the task. The tasks are those of
// qr_tasks.inc.
//
//===----------------------------------------------------------------------===//

#include "tiled_qr.h"

void geqrtTask(QrMatrix &matrix, const QrMatrix::Parts &part, double *corner,
               double *reflectors) {
#pragma omp task shared(matrix) firstprivate(corner, reflectors)               \
    depend(inout : *part.lower, *part.diagonal, *part.upper)
  matrix.geqrt(corner, reflectors);
}

void gemqrtTask(QrMatrix &matrix, const QrMatrix::Parts &part, double *corner,
                double *reflectors, double *right) {
#pragma omp task shared(matrix) firstprivate(corner, reflectors, right)        \
    depend(in : *part.lower) depend(inout : *right)
  matrix.gemqrt(corner, reflectors, right);
}

void tpqrtTask(QrMatrix &matrix, const QrMatrix::Parts &part, double *corner,
               double *below, double *pairs) {
#pragma omp task shared(matrix) firstprivate(corner, below, pairs)             \
    depend(inout : *part.diagonal, *part.upper, *below)
  matrix.tpqrt(corner, below, pairs);
}

void tpmqrtTask(QrMatrix &matrix, const QrMatrix::Names &whole, double *below,
                double *pairs, double *above, double *target) {
#pragma omp task shared(matrix) firstprivate(below, pairs, above, target)      \
    depend(in : *below) depend(inout : *above)                                 \
    depend(iterator(int n = 0 : whole.count), inout : *whole.name[n])
  matrix.tpmqrt(below, pairs, above, target);
}
