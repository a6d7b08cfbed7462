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

#include "../common/block_lu.h"
#include "../common/fingerprint.h"

struct SparseMatrix : bench::BlockLu {
  explicit SparseMatrix(const bench::Options &options)
      : BlockLu{options["block"]}, size(options["size"]),
        blocks(bench::wholeBlocks(options)), place(blocks * blocks, empty) {
    std::mt19937_64 random(options.seed);
    bench::choosePattern(
        random, blocks, options["density"],
        [&](std::int64_t row, std::int64_t column) { add(row, column); });
    const std::int64_t given = count;
    addFillIn();
    makeEntries(random, given);
  }

  /// Block (row, column), or null if it is empty in A and in the factors.
  double *at(std::int64_t row, std::int64_t column) {
    const std::int64_t where = place[row * blocks + column];
    return where == empty ? nullptr : &factors[where * block * block];
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
        input[(place[k * blocks + k] * block + i) * block + i] = diagonal();
    factors = input;
  }

  /// Dominates a row, so that no pivot has to be searched.
  double diagonal() const { return 2.0 * double(size); }

  /// Calls visit(row, column, value) for each element.
  template <typename Visit>
  void forEachElement(const std::vector<double> &values, Visit visit) const {
    for (std::int64_t row = 0; row < blocks; ++row)
      for (std::int64_t column = 0; column < blocks; ++column)
        if (present(row, column))
          for (std::int64_t i = 0; i < block; ++i)
            for (std::int64_t j = 0; j < block; ++j)
              visit(row * block + i, column * block + j,
                    values[(place[row * blocks + column] * block + i) * block +
                           j]);
  }

  double residual() const {
    return bench::luResidual(
        size, diagonal(), [&](auto visit) { forEachElement(input, visit); },
        [&](auto visit) { forEachElement(factors, visit); });
  }
};

void runSerial(SparseMatrix &matrix, bench::Laps &laps);
void runFor(SparseMatrix &matrix, bench::Laps &laps);
void runTasks(SparseMatrix &matrix, bench::Laps &laps);
void runTaskgraph(SparseMatrix &matrix, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_SPARSE_LU_H
