//===- dot_product.h - Dot product in uneven blocks -------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each task writes one partial sum; the partial sums are added at the end. The
// blocks have different lengths, and the loop that makes the tasks keeps a
// running offset, as programs in the field do: the values a task captures are
// variables of the function that the loop goes on changing.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_DOT_PRODUCT_H
#define REPRISE_BENCHMARKS_DOT_PRODUCT_H

#include "../common/program.h"

#include <algorithm>
#include <random>

struct DotProduct {
  explicit DotProduct(const bench::Options &options)
      : size(options["size"]), block(options["block"]), x(size), y(size) {
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> entry(-1.0, 1.0);
    for (double &value : x)
      value = entry(random);
    for (double &value : y)
      value = entry(random);
    for (std::int64_t offset = 0; offset < size;
         offset += lengthOf(starts.size() - 1, offset))
      starts.push_back(offset);
    partials.resize(starts.size());
  }

  /// Length of block `index` that begins at `offset`: between half a block and
  /// a whole one, and what is left at the end.
  std::int64_t lengthOf(std::int64_t index, std::int64_t offset) const {
    const std::int64_t wanted =
        std::max<std::int64_t>(1, block - index % 8 * (block / 16));
    return std::min(wanted, size - offset);
  }

  /// Adds to the partial sum instead of setting it: a block that ran twice is
  /// then as visible as one that did not run.
  BENCH_KERNEL void multiply(std::int64_t index, std::int64_t offset,
                             std::int64_t length) {
    double sum = 0;
    for (std::int64_t i = offset; i < offset + length; ++i)
      sum += x[i] * y[i];
    partials[index] += sum;
  }

  BENCH_KERNEL void addPartials() {
    double sum = 0;
    for (double partial : partials)
      sum += partial;
    results.push_back(sum);
  }

  /// New input for each iteration, so that no result can be left over.
  void prepare(int iteration) {
    x[iteration % size] += 1.0;
    std::fill(partials.begin(), partials.end(), 0.0);
  }
  void finish(int) {}
  void corrupt() { results.back() += 1e-9; }
  std::string mismatch(const DotProduct &reference) const {
    return bench::compareArrays("result", results, reference.results);
  }
  std::int64_t grain() const { return std::min(block, size); }

  std::int64_t size;  ///< Length of the vectors.
  std::int64_t block; ///< Length of the longest block.
  std::vector<double> x, y, partials, results;
  std::vector<std::int64_t> starts; ///< Offset of each block.
};

void runSerial(DotProduct &dot, bench::Laps &laps);
void runFor(DotProduct &dot, bench::Laps &laps);
void runTasks(DotProduct &dot, bench::Laps &laps);
void runTaskgraph(DotProduct &dot, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_DOT_PRODUCT_H
