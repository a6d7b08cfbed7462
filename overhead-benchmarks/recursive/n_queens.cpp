//===- n_queens.cpp - Queens that do not threaten each other --------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the ways to put a queen into each row of a board, row by row: a task
// for each square that no earlier queen threatens. Rows are bit sets.
//
//===----------------------------------------------------------------------===//

#include "recursive.h"

#include <array>

namespace {

class Board {
public:
  explicit Board(const bench::Options &options)
      : size(options["size"]), cutoff(options["cutoff"]) {}

  template <class How> void run() { solutions = place<How>(0, 0, 0, 0); }

  void prepare(int) {}
  void finish(int) {
    results.begin();
    results.mix(std::array{solutions});
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Board &reference) const {
    if (reference.solutions != known[size])
      return "the serial variant itself is wrong: " +
             std::to_string(reference.solutions) + " solutions";
    return results.mismatch("the number of solutions is", reference.results);
  }
  std::int64_t grain() const { return 1; }

  static constexpr std::int64_t largest = 16;

private:
  /// Solutions of each size of the board.
  static constexpr std::int64_t known[largest + 1] = {
      1,   1,   0,    0,     2,     10,     4,       40,      92,
      352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};

  std::int64_t size, cutoff, solutions = 0;
  bench::Fingerprints results;

  /// Solutions whose first `row` queens are given: `columns` that they are in,
  /// and squares of this row on their `falling` and `rising` diagonals.
  template <class How>
  std::int64_t place(std::uint32_t columns, std::uint32_t falling,
                     std::uint32_t rising, std::int64_t row) {
    if (bench::goesOnSerially<How>(row, cutoff))
      return place<bench::Serial>(columns, falling, rising, row);
    if (row == size)
      return 1;
    std::int64_t found[largest] = {};
    for (std::int64_t column = 0; column < size; ++column) {
      const std::uint32_t queen = std::uint32_t(1) << column;
      if ((columns | falling | rising) & queen)
        continue;
      BENCH_TASK(How, row + 1, shared(found),
                 found[column] =
                     place<How>(columns | queen, (falling | queen) << 1,
                                (rising | queen) >> 1, row + 1));
    }
    BENCH_WAIT(How);
    std::int64_t sum = 0;
    for (const std::int64_t count : found)
      sum += count;
    return sum;
  }
};

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "n-queens";
  options.iterations = 5;
  options.parameters = {
      {"size", 11, 1, Board::largest, "queens, and rows of the board"},
      {"cutoff", 3, 0, 100, "row from which tasks make no others"},
  };
  return bench::runRecursiveProgram<Board>(
      argc, argv,
      "The number of ways to place queens that do not threaten each other, a\n"
      "task for each queen. An iteration counts them once.",
      options);
}
