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
// cholesky_tasks.inc.
//
//===----------------------------------------------------------------------===//

#include "cholesky.h"

void potrfTask(Matrix &matrix, double *diagonal) {
#pragma omp task shared(matrix) firstprivate(diagonal) depend(inout : *diagonal)
  matrix.potrf(diagonal);
}

void trsmTask(Matrix &matrix, double *diagonal, double *panel) {
#pragma omp task shared(matrix) firstprivate(diagonal, panel)                  \
    depend(in : *diagonal) depend(inout : *panel)
  matrix.trsm(diagonal, panel);
}

void gemmTask(Matrix &matrix, double *left, double *upper, double *target) {
#pragma omp task shared(matrix) firstprivate(left, upper, target)              \
    depend(in : *left, *upper) depend(inout : *target)
  matrix.gemm(left, upper, target);
}

void syrkTask(Matrix &matrix, double *left, double *target) {
#pragma omp task shared(matrix) firstprivate(left, target) depend(in : *left)  \
    depend(inout : *target)
  matrix.syrk(left, target);
}
