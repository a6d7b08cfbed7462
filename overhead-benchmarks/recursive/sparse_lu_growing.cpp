//===- sparse_lu_growing.cpp - Sparse LU whose blocks appear on the way ---===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The factorization of sparse-lu/, but nobody looks for the fill-in before: a
// block gets its memory in the task that first changes it. Steps are phases
// with waits between them. The blocks of a row are tasks of a task; the last
// steps are short, and there only rows are tasks.
//
//===----------------------------------------------------------------------===//

#include "../common/block_lu.h"
#include "recursive.h"

namespace {

class GrowingMatrix : bench::BlockLu {
public:
  explicit GrowingMatrix(const bench::Options &options)
      : BlockLu{options["block"]}, size(options["size"]),
        blocks(bench::wholeBlocks(options)), late(options["cutoff"]),
        input(blocks * blocks) {
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> entry(-1.0, 1.0);
    bench::choosePattern(random, blocks, options["density"],
                         [&](std::int64_t row, std::int64_t column) {
                           std::vector<double> &values =
                               input[row * blocks + column];
                           values.resize(block * block);
                           for (double &value : values)
                             value = entry(random);
                         });
    for (std::int64_t k = 0; k < blocks; ++k)
      for (std::int64_t i = 0; i < block; ++i)
        input[k * blocks + k][i * block + i] = diagonal();
  }

  template <class How> void run() {
    for (std::int64_t k = 0; k < blocks; ++k)
      eliminate<How>(k, k < late ? 0 : cutoff);
  }

  /// New memory, so that the fill-in is allocated anew in each iteration.
  void prepare(int) { factors = std::vector<Block>(input); }
  void finish(int) {
    results.begin();
    for (const Block &values : factors) {
      results.mix(std::string(1, values.empty() ? '-' : '+'));
      results.mix(values);
    }
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const GrowingMatrix &reference) const {
    const double error = bench::luResidual(
        size, diagonal(),
        [&](auto visit) { reference.forEachElement(input, visit); },
        [&](auto visit) {
          reference.forEachElement(reference.factors, visit);
        });
    if (!(error < 1e-12))
      return "the serial variant itself is wrong: residual " +
             std::to_string(error);
    return results.mismatch("the factors are", reference.results);
  }
  std::int64_t grain() const { return block * block * block; }

private:
  static constexpr std::int64_t cutoff = 1;
  using Block = std::vector<double>; ///< Empty where the matrix is.

  std::int64_t size;   ///< Rows of the matrix.
  std::int64_t blocks; ///< Blocks along one side.
  std::int64_t late;   ///< Step from which tasks are cut off.
  std::vector<Block> input, factors;
  bench::Fingerprints results;

  /// Dominates a row, so that no pivot has to be searched.
  double diagonal() const { return 2.0 * double(size); }
  Block &at(std::int64_t row, std::int64_t column) {
    return factors[row * blocks + column];
  }

  /// One step: a task for each row, which makes one for each block, unless the
  /// step begins at the depth of the cutoff.
  template <class How> void eliminate(std::int64_t k, std::int64_t depth) {
    factorize(at(k, k).data());
    for (std::int64_t i = k + 1; i < blocks; ++i) {
      if (!at(k, i).empty())
        BENCH_TASK(How, depth, , solveLower(at(k, k).data(), at(k, i).data()));
      if (!at(i, k).empty())
        BENCH_TASK(How, depth, , solveUpper(at(k, k).data(), at(i, k).data()));
    }
    BENCH_WAIT(How);
    for (std::int64_t i = k + 1; i < blocks; ++i)
      if (!at(i, k).empty())
        BENCH_TASK(How, depth, , changeRow<How>(i, k, depth));
    BENCH_WAIT(How);
  }

  template <class How>
  void changeRow(std::int64_t i, std::int64_t k, std::int64_t depth) {
    if (bench::goesOnSerially<How>(depth, cutoff))
      return changeRow<bench::Serial>(i, k, depth);
    for (std::int64_t j = k + 1; j < blocks; ++j)
      if (!at(k, j).empty())
        BENCH_TASK(How, depth + 1, , change(i, j, k));
    BENCH_WAIT(How);
  }

  void change(std::int64_t i, std::int64_t j, std::int64_t k) {
    Block &target = at(i, j);
    if (target.empty())
      target.resize(block * block);
    update(at(i, k).data(), at(k, j).data(), target.data());
  }

  /// Calls visit(row, column, value) for each element.
  template <typename Visit>
  void forEachElement(const std::vector<Block> &places, Visit visit) const {
    for (std::size_t place = 0; place < places.size(); ++place)
      for (std::size_t i = 0; i < places[place].size(); ++i)
        visit(std::int64_t(place) / blocks * block + std::int64_t(i) / block,
              std::int64_t(place) % blocks * block + std::int64_t(i) % block,
              places[place][i]);
  }
};

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "sparse-lu-growing";
  options.iterations = 5;
  options.parameters = {
      {"size", 640, 1, 20000, "rows of the matrix, a multiple of the block"},
      {"block", 16, 1, 20000, "rows of a block"},
      {"density", 5, 0, 100, "percent of the blocks that are not empty"},
      {"cutoff", 30, 0, 20000, "step from which only rows are tasks"},
  };
  return bench::runRecursiveProgram<GrowingMatrix>(
      argc, argv,
      "LU factorization of a matrix whose empty blocks fill on the way, tasks\n"
      "for the operations on blocks. An iteration is one factorization.",
      options);
}
