//===- tiled_lu.h - LU factorization with partial pivoting ---- -*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// P * A = L * U with rows exchanged so that the pivot is the largest element of
// its column. In step k the panel, a whole column of tiles from the diagonal
// down, is factorized by LAPACK; then each column of tiles to the right
// exchanges its rows, solves for its tile of U, and updates the tiles below,
// one task each. At the end the rows of L are exchanged, too.
//
// The matrix is an ordinary column-major one, because a panel must be; a tile
// is a piece of it. Panels and exchanges of rows touch as many tiles as a
// column has left, so that their depend clauses run over the tiles with an
// iterator. The solution reads only the part of the diagonal tile below the
// diagonal, the exchange at the end only the tiles below it, while nobody else
// may write there: here one name for each tile says it all.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_TILED_LU_H
#define REPRISE_BENCHMARKS_TILED_LU_H

#include "../common/fingerprint.h"
#include "../common/lapack.h"
#include "../common/program.h"
#include "../common/tiled_matrix.h"

#include <random>

struct LuMatrix : bench::Tiling {
  explicit LuMatrix(const bench::Options &options)
      : Tiling(options), input(size * size), pivots(size) {
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> entry(-1.0, 1.0);
    for (double &value : input)
      value = entry(random);
    factors = input;
  }

  /// First element of a tile; its columns are `size` apart.
  double *tile(std::int64_t row, std::int64_t column) {
    return &factors[(column * size + row) * block];
  }

  /// LU of what is left of column k of the tiles.
  BENCH_KERNEL void factorizePanel(std::int64_t k) {
    int *chosen = &pivots[k * block];
    LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, order() - first(k), rows(),
                        tile(k, k), order(), chosen);
    // LAPACK counts the rows of the panel, the other kernels those of the
    // matrix.
    for (std::int64_t i = 0; i < block; ++i)
      chosen[i] += first(k);
  }
  /// The exchanges of rows of steps k to end - 1 in one column of tiles.
  BENCH_KERNEL void exchangeRows(std::int64_t k, std::int64_t end,
                                 std::int64_t column) {
    LAPACKE_dlaswp_work(LAPACK_COL_MAJOR, rows(), tile(0, column), order(),
                        first(k) + 1, first(end), pivots.data(), 1);
  }
  /// A tile of U to the right of diagonal tile k.
  BENCH_KERNEL void solve(std::int64_t k, std::int64_t column) {
    cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit,
                rows(), rows(), 1.0, tile(k, k), order(), tile(k, column),
                order());
  }
  /// target -= below * right.
  BENCH_KERNEL void update(const double *below, const double *right,
                           double *target) {
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows(), rows(),
                rows(), -1.0, below, order(), right, order(), 1.0, target,
                order());
  }

  /// Every iteration factorizes the same matrix from the start.
  void prepare(int) { factors = input; }
  void finish(int) {
    results.begin();
    results.mix(factors);
    results.mix(pivots);
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const LuMatrix &reference) const {
    const double error = reference.residual();
    if (!(error < 1e-10))
      return "the serial variant itself is wrong: residual " +
             std::to_string(error);
    return results.mismatch("the factors are", reference.results);
  }
  std::int64_t grain() const { return block * block * block; }

private:
  std::vector<double> input, factors;
  std::vector<int> pivots; ///< Row that each row was exchanged with, from 1.
  bench::Fingerprints results;

  int order() const { return static_cast<int>(size); }
  int rows() const { return static_cast<int>(block); }
  int first(std::int64_t k) const { return static_cast<int>(k * block); }

  /// Relative error of L * (U * ones) against P * A * ones.
  double residual() const {
    std::vector<double> want(size, 0.0), half(size, 0.0);
    for (std::int64_t column = 0; column < size; ++column)
      for (std::int64_t row = 0; row < size; ++row) {
        want[row] += input[column * size + row];
        if (row <= column)
          half[row] += factors[column * size + row];
      }
    for (std::int64_t row = 0; row < size; ++row)
      std::swap(want[row], want[pivots[row] - 1]);
    std::vector<double> got = half; // The ones on the diagonal of L.
    for (std::int64_t column = 0; column < size; ++column)
      for (std::int64_t row = column + 1; row < size; ++row)
        got[row] += factors[column * size + row] * half[column];
    return bench::relativeError(got, want);
  }
};

void runSerial(LuMatrix &matrix, bench::Laps &laps);
void runFor(LuMatrix &matrix, bench::Laps &laps);
void runTasks(LuMatrix &matrix, bench::Laps &laps);
void runTaskgraph(LuMatrix &matrix, bench::Laps &laps);
void runTaskgraphCalls(LuMatrix &matrix, bench::Laps &laps);

// Each makes the task that runs one or two kernels (tile_tasks.cpp).
void panelTask(LuMatrix &matrix, std::int64_t k);
void columnTask(LuMatrix &matrix, std::int64_t k, std::int64_t j);
void updateTask(LuMatrix &matrix, double *below, double *right, double *target);
void exchangeTask(LuMatrix &matrix, std::int64_t j);

#endif // REPRISE_BENCHMARKS_TILED_LU_H
