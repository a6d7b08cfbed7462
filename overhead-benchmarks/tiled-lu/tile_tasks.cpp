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
// lu_tasks.inc.
//
//===----------------------------------------------------------------------===//

#include "tiled_lu.h"

void panelTask(LuMatrix &matrix, std::int64_t k) {
#pragma omp task shared(matrix) firstprivate(k)                                \
    depend(iterator(std::int64_t i = k : matrix.tiles),                        \
               inout : *matrix.tile(i, k))
  matrix.factorizePanel(k);
}

void columnTask(LuMatrix &matrix, std::int64_t k, std::int64_t j) {
  double *diagonal = matrix.tile(k, k);
#pragma omp task shared(matrix) firstprivate(k, j) depend(in : *diagonal)      \
    depend(iterator(std::int64_t i = k : matrix.tiles),                        \
               inout : *matrix.tile(i, j))
  {
    matrix.exchangeRows(k, k + 1, j);
    matrix.solve(k, j);
  }
}

void updateTask(LuMatrix &matrix, double *below, double *right,
                double *target) {
#pragma omp task shared(matrix) firstprivate(below, right, target)             \
    depend(in : *below, *right) depend(inout : *target)
  matrix.update(below, right, target);
}

void exchangeTask(LuMatrix &matrix, std::int64_t j) {
#pragma omp task shared(matrix) firstprivate(j)                                \
    depend(iterator(std::int64_t k = j + 1 : matrix.tiles),                    \
               in : *matrix.tile(k, k))                                        \
    depend(iterator(std::int64_t i = j + 1 : matrix.tiles),                    \
               inout : *matrix.tile(i, j))
  matrix.exchangeRows(j + 1, matrix.tiles, j);
}
