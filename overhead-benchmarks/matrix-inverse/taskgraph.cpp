//===- taskgraph.cpp - The three phases recorded as one graph -------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp.
//
//===----------------------------------------------------------------------===//

#include "matrix_inverse.h"

void runTaskgraph(DefiniteMatrix &matrix, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
#pragma omp taskgraph
    {
      // A = L * L^T.
      for (std::int64_t k = 0; k < matrix.tiles; ++k) {
        double *diagonal = matrix.tile(k, k);
#pragma omp task shared(matrix) firstprivate(diagonal) depend(inout : *diagonal)
        matrix.factorize(diagonal);
        for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
          double *panel = matrix.tile(i, k);
#pragma omp task shared(matrix) firstprivate(diagonal, panel)                  \
    depend(in : *diagonal) depend(inout : *panel)
          matrix.solvePanel(diagonal, panel);
        }
        for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
          double *left = matrix.tile(i, k);
          double *corner = matrix.tile(i, i);
          for (std::int64_t j = k + 1; j < i; ++j) {
            double *right = matrix.tile(j, k);
            double *target = matrix.tile(i, j);
#pragma omp task shared(matrix) firstprivate(left, right, target)              \
    depend(in : *left, *right) depend(inout : *target)
            matrix.subtractProduct(left, right, target);
          }
#pragma omp task shared(matrix) firstprivate(left, corner) depend(in : *left)  \
    depend(inout : *corner)
          matrix.downdate(left, corner);
        }
      }
      // X = L^-1.
      for (std::int64_t k = 0; k < matrix.tiles; ++k) {
        double *diagonal = matrix.tile(k, k);
        for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
          double *below = matrix.tile(i, k);
#pragma omp task shared(matrix) firstprivate(diagonal, below)                  \
    depend(in : *diagonal) depend(inout : *below)
          matrix.solveBelow(diagonal, below);
          for (std::int64_t j = 0; j < k; ++j) {
            double *right = matrix.tile(k, j);
            double *target = matrix.tile(i, j);
#pragma omp task shared(matrix) firstprivate(below, right, target)             \
    depend(in : *below, *right) depend(inout : *target)
            matrix.addProduct(below, right, target);
          }
        }
        for (std::int64_t j = 0; j < k; ++j) {
          double *beside = matrix.tile(k, j);
#pragma omp task shared(matrix) firstprivate(diagonal, beside)                 \
    depend(in : *diagonal) depend(inout : *beside)
          matrix.solveBeside(diagonal, beside);
        }
#pragma omp task shared(matrix) firstprivate(diagonal) depend(inout : *diagonal)
        matrix.invert(diagonal);
      }
      // A^-1 = X^T * X.
      for (std::int64_t k = 0; k < matrix.tiles; ++k) {
        double *diagonal = matrix.tile(k, k);
        for (std::int64_t i = 0; i < k; ++i) {
          double *left = matrix.tile(k, i);
          double *corner = matrix.tile(i, i);
          for (std::int64_t j = 0; j < i; ++j) {
            double *right = matrix.tile(k, j);
            double *target = matrix.tile(i, j);
#pragma omp task shared(matrix) firstprivate(left, right, target)              \
    depend(in : *left, *right) depend(inout : *target)
            matrix.addTransposedProduct(left, right, target);
          }
#pragma omp task shared(matrix) firstprivate(left, corner) depend(in : *left)  \
    depend(inout : *corner)
          matrix.update(left, corner);
        }
        for (std::int64_t j = 0; j < k; ++j) {
          double *beside = matrix.tile(k, j);
#pragma omp task shared(matrix) firstprivate(diagonal, beside)                 \
    depend(in : *diagonal) depend(inout : *beside)
          matrix.multiply(diagonal, beside);
        }
#pragma omp task shared(matrix) firstprivate(diagonal) depend(inout : *diagonal)
        matrix.square(diagonal);
      }
    }
    laps.stop();
    matrix.finish(iteration);
  }
}
