//===- matrix_inverse.h - Inverse by Cholesky factorization --- -*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inverse of a symmetric positive definite matrix, in place, in tiles, in
// three phases (Agullo, Bouwmeester, Dongarra, Kurzak, Langou and Rosenberg,
// "Towards an Efficient Tile Matrix Inversion of Symmetric Positive Definite
// Matrices on Multicore Architectures", 2010):
//
//   A = L * L^T,   X = L^-1,   A^-1 = X^T * X.
//
// Each phase overwrites the lower triangle of the one before. A tile of a later
// phase can be made as soon as the tiles that it needs are there and nobody
// needs what it overwrites: without waits between them, the phases overlap.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_MATRIX_INVERSE_H
#define REPRISE_BENCHMARKS_MATRIX_INVERSE_H

#include "../common/fingerprint.h"
#include "../common/lapack.h"
#include "../common/program.h"
#include "../common/tiled_matrix.h"

#include <random>

struct DefiniteMatrix : bench::Tiling {
  explicit DefiniteMatrix(const bench::Options &options)
      : Tiling(options), input(size * size) {
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> entry(-1.0, 1.0);
    for (std::int64_t column = 0; column < size; ++column)
      for (std::int64_t row = column; row < size; ++row) {
        // A dominant diagonal makes the matrix positive definite.
        const double value = row == column ? 2.0 * size : entry(random);
        input[at(row, column)] = value;
        input[at(column, row)] = value;
      }
    inverse = input;
  }

  double *tile(std::int64_t row, std::int64_t column) {
    return &inverse[tileAt(row, column)];
  }

  // Kernels of the first phase. `lower` is always a diagonal tile.

  /// A tile becomes its factor L.
  BENCH_KERNEL void factorize(double *lower) {
    LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', rows(), lower, rows());
  }
  /// panel = panel * L^-T.
  BENCH_KERNEL void solvePanel(const double *lower, double *panel) {
    triangularSolve(CblasRight, CblasTrans, 1, lower, panel);
  }
  /// lower -= panel * panel^T.
  BENCH_KERNEL void downdate(const double *panel, double *lower) {
    symmetricProduct(CblasNoTrans, -1, panel, lower);
  }
  /// target -= left * right^T.
  BENCH_KERNEL void subtractProduct(const double *left, const double *right,
                                    double *target) {
    product(CblasNoTrans, CblasTrans, -1, left, right, target);
  }

  // Second phase.

  /// A diagonal tile becomes its inverse.
  BENCH_KERNEL void invert(double *lower) {
    LAPACKE_dtrtri_work(LAPACK_COL_MAJOR, 'L', 'N', rows(), lower, rows());
  }
  /// below = -below * L^-1.
  BENCH_KERNEL void solveBelow(const double *lower, double *below) {
    triangularSolve(CblasRight, CblasNoTrans, -1, lower, below);
  }
  /// beside = L^-1 * beside.
  BENCH_KERNEL void solveBeside(const double *lower, double *beside) {
    triangularSolve(CblasLeft, CblasNoTrans, 1, lower, beside);
  }
  /// target += left * right.
  BENCH_KERNEL void addProduct(const double *left, const double *right,
                               double *target) {
    product(CblasNoTrans, CblasNoTrans, 1, left, right, target);
  }

  // Third phase.

  /// A diagonal tile X becomes X^T * X.
  BENCH_KERNEL void square(double *lower) {
    LAPACKE_dlauum_work(LAPACK_COL_MAJOR, 'L', rows(), lower, rows());
  }
  /// beside = X^T * beside.
  BENCH_KERNEL void multiply(const double *lower, double *beside) {
    cblas_dtrmm(CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit,
                rows(), rows(), 1, lower, rows(), beside, rows());
  }
  /// lower += row^T * row.
  BENCH_KERNEL void update(const double *row, double *lower) {
    symmetricProduct(CblasTrans, 1, row, lower);
  }
  /// target += left^T * right.
  BENCH_KERNEL void addTransposedProduct(const double *left,
                                         const double *right, double *target) {
    product(CblasTrans, CblasNoTrans, 1, left, right, target);
  }

  /// Every iteration inverts the same matrix from the start.
  void prepare(int) { inverse = input; }
  void finish(int) {
    results.begin();
    results.mix(inverse);
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const DefiniteMatrix &reference) const {
    const double error = reference.residual();
    if (!(error < 1e-12))
      return "the serial variant itself is wrong: residual " +
             std::to_string(error);
    return results.mismatch("the inverse is", reference.results);
  }
  std::int64_t grain() const { return block * block * block; }

private:
  std::vector<double> input;
  std::vector<double>
      inverse; ///< Lower triangle; the upper one is the input's.
  bench::Fingerprints results;

  int rows() const { return static_cast<int>(block); }

  void triangularSolve(CBLAS_SIDE side, CBLAS_TRANSPOSE transposed, double sign,
                       const double *lower, double *target) const {
    cblas_dtrsm(CblasColMajor, side, CblasLower, transposed, CblasNonUnit,
                rows(), rows(), sign, lower, rows(), target, rows());
  }
  void symmetricProduct(CBLAS_TRANSPOSE transposed, double sign,
                        const double *factor, double *target) const {
    cblas_dsyrk(CblasColMajor, CblasLower, transposed, rows(), rows(), sign,
                factor, rows(), 1, target, rows());
  }
  void product(CBLAS_TRANSPOSE left_transposed,
               CBLAS_TRANSPOSE right_transposed, double sign,
               const double *left, const double *right, double *target) const {
    cblas_dgemm(CblasColMajor, left_transposed, right_transposed, rows(),
                rows(), rows(), sign, left, rows(), right, rows(), 1, target,
                rows());
  }

  /// Relative error of A^-1 * (A * ones) against ones.
  double residual() const {
    std::vector<double> image(size, 0.0), got(size, 0.0), want(size, 1.0);
    for (std::int64_t column = 0; column < size; ++column)
      for (std::int64_t row = 0; row < size; ++row)
        image[row] += input[at(row, column)];
    for (std::int64_t column = 0; column < size; ++column)
      for (std::int64_t row = column; row < size; ++row) {
        const double value = inverse[at(row, column)];
        got[row] += value * image[column];
        if (row != column)
          got[column] += value * image[row];
      }
    return bench::relativeError(got, want);
  }
};

void runSerial(DefiniteMatrix &matrix, bench::Laps &laps);
void runFor(DefiniteMatrix &matrix, bench::Laps &laps);
void runTasks(DefiniteMatrix &matrix, bench::Laps &laps);
void runTaskgraph(DefiniteMatrix &matrix, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_MATRIX_INVERSE_H
