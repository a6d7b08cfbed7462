//===- sparse_lu.h - Blocked LU of a sparse matrix ------------ -*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A = L * U of a matrix most of whose square blocks are empty, without
// pivoting (the diagonal dominates). A block that is empty in A can be full in
// L or U: the fill-in. As in simulations, which factorize many matrices of one
// pattern, the pattern of the factors is found once, and each iteration
// factorizes numbers only.
//
// Only blocks that are present have memory; each is stored row by row. How
// many blocks a step touches is a matter of the pattern, so that equal shares
// for all threads are hard to find: the usual example for tasks of uneven
// number (the SparseLU of several task benchmarks).
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_SPARSE_LU_H
#define REPRISE_BENCHMARKS_SPARSE_LU_H

#include "../common/fingerprint.h"
#include "../common/program.h"

#include <random>

struct SparseMatrix {
  explicit SparseMatrix(const bench::Options &options)
      : size(options["size"]), block(options["block"]), blocks(size / block),
        place(blocks * blocks, empty) {
    if (size % block != 0)
      bench::usageError(options, "--size: " + std::to_string(size) +
                                     " is not a multiple of --block " +
                                     std::to_string(block));
    std::mt19937_64 random(options.seed);
    choosePattern(random, options["density"]);
    const std::int64_t given = count;
    addFillIn();
    makeEntries(random, given);
  }

  /// Block (row, column), or null if it is empty in A and in the factors.
  double *at(std::int64_t row, std::int64_t column) {
    const std::int64_t where = place[row * blocks + column];
    return where == empty ? nullptr : &factors[where * block * block];
  }

  /// Diagonal block = L * U, in place; L has ones on its diagonal.
  BENCH_KERNEL void factorize(double *diagonal) {
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
  BENCH_KERNEL void solveLower(const double *diagonal, double *right) {
    for (std::int64_t k = 0; k < block; ++k)
      for (std::int64_t i = k + 1; i < block; ++i)
        subtract(diagonal[i * block + k], right + k * block, right + i * block);
  }
  /// below = below * U^-1: a block of L, below the diagonal.
  BENCH_KERNEL void solveUpper(const double *diagonal, double *below) {
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
                           double *target) {
    for (std::int64_t i = 0; i < block; ++i)
      for (std::int64_t k = 0; k < block; ++k)
        subtract(below[i * block + k], right + k * block, target + i * block);
  }

  /// Every iteration factorizes the same matrix from the start.
  void prepare(int) { factors = input; }
  void finish(int) {
    results.begin();
    results.mix(factors);
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const SparseMatrix &reference) const {
    const double error = reference.residual();
    if (!(error < 1e-12))
      return "the serial variant itself is wrong: residual " +
             std::to_string(error);
    return results.mismatch("the factors are", reference.results);
  }
  std::int64_t grain() const { return block * block * block; }

  std::int64_t size;   ///< Rows of the matrix.
  std::int64_t block;  ///< Rows of a block.
  std::int64_t blocks; ///< Blocks along one side.

private:
  static constexpr std::int64_t empty = -1;

  std::vector<std::int64_t> place; ///< Number of each block, or empty.
  std::int64_t count = 0;          ///< Blocks that are present.
  std::vector<double> input, factors;
  bench::Fingerprints results;

  void add(std::int64_t row, std::int64_t column) {
    std::int64_t &where = place[row * blocks + column];
    if (where == empty)
      where = count++;
  }
  bool present(std::int64_t row, std::int64_t column) const {
    return place[row * blocks + column] != empty;
  }

  /// target -= factor * row.
  void subtract(double factor, const double *__restrict row,
                double *__restrict target) const {
    for (std::int64_t j = 0; j < block; ++j)
      target[j] -= factor * row[j];
  }

  /// Three diagonals of blocks, and `percent` of the others.
  void choosePattern(std::mt19937_64 &random, std::int64_t percent) {
    std::uniform_int_distribution<int> lot(0, 99);
    for (std::int64_t row = 0; row < blocks; ++row)
      for (std::int64_t column = 0; column < blocks; ++column)
        if (const bool drawn = lot(random) < percent;
            drawn || std::abs(row - column) <= 1)
          add(row, column);
  }

  /// Gaussian elimination on the pattern alone.
  void addFillIn() {
    for (std::int64_t k = 0; k < blocks; ++k)
      for (std::int64_t row = k + 1; row < blocks; ++row)
        for (std::int64_t column = k + 1; column < blocks; ++column)
          if (present(row, k) && present(k, column))
            add(row, column);
  }

  /// Numbers for the first `given` blocks; the rest, the fill-in, begins as 0.
  void makeEntries(std::mt19937_64 &random, std::int64_t given) {
    std::uniform_real_distribution<double> entry(-1.0, 1.0);
    input.assign(count * block * block, 0.0);
    for (std::int64_t i = 0; i < given * block * block; ++i)
      input[i] = entry(random);
    for (std::int64_t k = 0; k < blocks; ++k)
      for (std::int64_t i = 0; i < block; ++i)
        input[(place[k * blocks + k] * block + i) * block + i] = 2.0 * size;
    factors = input;
  }

  /// Calls visit(row, column, position in the storage) for each element.
  template <typename Visit> void forEachElement(Visit visit) const {
    for (std::int64_t row = 0; row < blocks; ++row)
      for (std::int64_t column = 0; column < blocks; ++column)
        if (present(row, column))
          for (std::int64_t i = 0; i < block; ++i)
            for (std::int64_t j = 0; j < block; ++j)
              visit(row * block + i, column * block + j,
                    (place[row * blocks + column] * block + i) * block + j);
  }

  /// Largest relative error of L * (U * ones) against A * ones.
  double residual() const {
    std::vector<double> want(size, 0.0), half(size, 0.0);
    forEachElement([&](std::int64_t row, std::int64_t column, std::int64_t at) {
      want[row] += input[at];
      if (row <= column)
        half[row] += factors[at];
    });
    std::vector<double> got = half; // The ones on the diagonal of L.
    forEachElement([&](std::int64_t row, std::int64_t column, std::int64_t at) {
      if (row > column)
        got[row] += factors[at] * half[column];
    });
    double worst = 0;
    for (std::int64_t row = 0; row < size; ++row)
      worst = std::fmax(worst, std::fabs(got[row] - want[row]) / (2.0 * size));
    return worst;
  }
};

void runSerial(SparseMatrix &matrix, bench::Laps &laps);
void runFor(SparseMatrix &matrix, bench::Laps &laps);
void runTasks(SparseMatrix &matrix, bench::Laps &laps);
void runTaskgraph(SparseMatrix &matrix, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_SPARSE_LU_H
