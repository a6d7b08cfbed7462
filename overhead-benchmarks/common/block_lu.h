//===- block_lu.h - Elimination on the blocks of a matrix -------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the programs that factorize a matrix with empty blocks have in common:
// which blocks are there, the four operations on blocks, which are stored row
// by row, and how far the factors are from the matrix.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_COMMON_BLOCK_LU_H
#define REPRISE_BENCHMARKS_COMMON_BLOCK_LU_H

#include "program.h"

#include <cmath>
#include <random>

namespace bench {

struct BlockLu {
  std::int64_t block; ///< Rows of a block.

  /// Diagonal block = L * U, in place; L has ones on its diagonal.
  BENCH_KERNEL void factorize(double *diagonal) const {
    for (std::int64_t k = 0; k < block; ++k)
      for (std::int64_t i = k + 1; i < block; ++i) {
        const double *pivot = diagonal + k * block;
        double *row = diagonal + i * block;
        row[k] /= pivot[k];
        for (std::int64_t j = k + 1; j < block; ++j)
          row[j] -= row[k] * pivot[j];
      }
  }
  /// right = L^-1 * right: a block of U, to the right of the diagonal.
  BENCH_KERNEL void solveLower(const double *diagonal, double *right) const {
    for (std::int64_t k = 0; k < block; ++k)
      for (std::int64_t i = k + 1; i < block; ++i)
        subtract(diagonal[i * block + k], right + k * block, right + i * block);
  }
  /// below = below * U^-1: a block of L, below the diagonal.
  BENCH_KERNEL void solveUpper(const double *diagonal, double *below) const {
    for (std::int64_t i = 0; i < block; ++i) {
      double *row = below + i * block;
      for (std::int64_t k = 0; k < block; ++k) {
        const double *pivot = diagonal + k * block;
        row[k] /= pivot[k];
        for (std::int64_t j = k + 1; j < block; ++j)
          row[j] -= row[k] * pivot[j];
      }
    }
  }
  /// target -= below * right.
  BENCH_KERNEL void update(const double *below, const double *right,
                           double *target) const {
    for (std::int64_t i = 0; i < block; ++i)
      for (std::int64_t k = 0; k < block; ++k)
        subtract(below[i * block + k], right + k * block, target + i * block);
  }

private:
  /// target -= factor * row.
  void subtract(double factor, const double *__restrict row,
                double *__restrict target) const {
    for (std::int64_t j = 0; j < block; ++j)
      target[j] -= factor * row[j];
  }
};

/// Rows of the matrix in blocks; ends the program when they do not fit.
inline std::int64_t wholeBlocks(const Options &options) {
  const std::int64_t size = options["size"], block = options["block"];
  if (size % block != 0)
    usageError(options, "--size: " + std::to_string(size) +
                            " is not a multiple of --block " +
                            std::to_string(block));
  return size / block;
}

/// Three diagonals of blocks, and `percent` of the others: add(row, column).
template <typename Add>
void choosePattern(std::mt19937_64 &random, std::int64_t blocks,
                   std::int64_t percent, Add add) {
  std::uniform_int_distribution<int> lot(0, 99);
  for (std::int64_t row = 0; row < blocks; ++row)
    for (std::int64_t column = 0; column < blocks; ++column)
      if (const bool drawn = lot(random) < percent;
          drawn || std::abs(row - column) <= 1)
        add(row, column);
}

/// Largest error of L * (U * ones) against A * ones, relative to the diagonal.
/// Each argument calls its own argument (row, column, value) for all elements
/// of the matrix, or of the factors, where the ones of L are left out.
template <typename Matrix, typename Factors>
double luResidual(std::int64_t size, double diagonal, Matrix matrix,
                  Factors factors) {
  std::vector<double> want(size, 0.0), half(size, 0.0);
  matrix([&](std::int64_t row, std::int64_t, double value) {
    want[row] += value;
  });
  factors([&](std::int64_t row, std::int64_t column, double value) {
    if (row <= column)
      half[row] += value;
  });
  std::vector<double> got = half; // The ones on the diagonal of L.
  factors([&](std::int64_t row, std::int64_t column, double value) {
    if (row > column)
      got[row] += value * half[column];
  });
  double worst = 0;
  for (std::int64_t row = 0; row < size; ++row)
    worst = std::fmax(worst, std::fabs(got[row] - want[row]) / diagonal);
  return worst;
}

} // namespace bench

#endif // REPRISE_BENCHMARKS_COMMON_BLOCK_LU_H
