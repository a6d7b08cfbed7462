//===- cholesky.h - Tiled Cholesky factorization ----------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A = L * L^T for a symmetric positive definite matrix cut into square tiles,
// each stored contiguously in column-major order. Four kernels on tiles
// (OpenBLAS, one thread each) and an irregular graph between them:
// the usual example of linear algebra on tasks (Buttari et al., PLASMA).
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_CHOLESKY_H
#define REPRISE_BENCHMARKS_CHOLESKY_H

#include "../common/blas.h"
#include "../common/fingerprint.h"
#include "../common/program.h"

#include <random>

struct Matrix {
  explicit Matrix(const bench::Options &options)
      : size(options["size"]), block(options["block"]), tiles(size / block) {
    if (size % block != 0)
      bench::usageError(options, "--size: " + std::to_string(size) +
                                     " is not a multiple of --block " +
                                     std::to_string(block));
    // The tasks are the parallelism; threads inside a tile would be too many.
    openblas_set_num_threads(1);
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> entry(-1.0, 1.0);
    input.resize(size * size);
    for (std::int64_t column = 0; column < size; ++column)
      for (std::int64_t row = column; row < size; ++row) {
        // A dominant diagonal makes the matrix positive definite.
        const double value = row == column ? 2.0 * size : entry(random);
        input[at(row, column)] = value;
        input[at(column, row)] = value;
      }
    factor = input;
  }

  double *tile(std::int64_t row, std::int64_t column) {
    return &factor[(row * tiles + column) * block * block];
  }

  BENCH_KERNEL void potrf(double *diagonal) {
    const int rows = static_cast<int>(block);
    int info = 0; // A tile that is not positive definite shows in the residual.
    dpotrf_("L", &rows, diagonal, &rows, &info, 1);
  }
  BENCH_KERNEL void trsm(const double *diagonal, double *panel) {
    cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit,
                block, block, 1.0, diagonal, block, panel, block);
  }
  BENCH_KERNEL void syrk(const double *panel, double *diagonal) {
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, block, block, -1.0,
                panel, block, 1.0, diagonal, block);
  }
  BENCH_KERNEL void gemm(const double *left, const double *upper,
                         double *target) {
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, block, block, block,
                -1.0, left, block, upper, block, 1.0, target, block);
  }

  /// Every iteration factorizes the same matrix from the start.
  void prepare(int) { factor = input; }
  void finish(int) {
    fingerprints.begin();
    fingerprints.mix(factor);
  }
  void corrupt() { fingerprints.spoil(); }

  std::string mismatch(const Matrix &reference) const {
    const double error = reference.residual();
    if (!(error < 1e-12))
      return "the serial variant itself is wrong: residual " +
             std::to_string(error);
    return fingerprints.mismatch("the factor is", reference.fingerprints);
  }
  std::int64_t grain() const { return block * block * block; }

  std::int64_t size;  ///< Rows of the matrix.
  std::int64_t block; ///< Rows of a tile.
  std::int64_t tiles; ///< Tiles along one side.
  std::vector<double> input, factor;
  bench::Fingerprints fingerprints;

private:
  /// Position of one element in the tiled storage.
  std::int64_t at(std::int64_t row, std::int64_t column) const {
    const std::int64_t tile_index = row / block * tiles + column / block;
    return (tile_index * block + column % block) * block + row % block;
  }

  /// Largest relative error of L * (L^T * ones) against A * ones: says that
  /// the factor is one at all, at a cost far below that of the factorization.
  double residual() const {
    std::vector<double> half(size, 0.0), got(size, 0.0), want(size, 0.0);
    for (std::int64_t column = 0; column < size; ++column)
      for (std::int64_t row = 0; row < size; ++row) {
        want[row] += input[at(row, column)];
        if (row >= column)
          half[column] += factor[at(row, column)];
      }
    double worst = 0;
    for (std::int64_t column = 0; column < size; ++column)
      for (std::int64_t row = column; row < size; ++row)
        got[row] += factor[at(row, column)] * half[column];
    for (std::int64_t row = 0; row < size; ++row)
      worst = std::fmax(worst, std::fabs(got[row] - want[row]) / (2.0 * size));
    return worst;
  }
};

void runSerial(Matrix &matrix, bench::Laps &laps);
void runFor(Matrix &matrix, bench::Laps &laps);
void runTasks(Matrix &matrix, bench::Laps &laps);
void runTaskgraph(Matrix &matrix, bench::Laps &laps);
void runTaskgraphCalls(Matrix &matrix, bench::Laps &laps);

// Each makes the task that runs a kernel (tile_tasks.cpp).
void potrfTask(Matrix &matrix, double *diagonal);
void trsmTask(Matrix &matrix, double *diagonal, double *panel);
void gemmTask(Matrix &matrix, double *left, double *upper, double *target);
void syrkTask(Matrix &matrix, double *left, double *target);

#endif // REPRISE_BENCHMARKS_CHOLESKY_H
