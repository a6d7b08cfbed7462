//===- axpy.h - Vector update y = a*x + y -----------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The least work per byte that a program can have, cut into blocks without
// dependences between them: whatever a runtime adds per task is seen here. The
// factor changes with every iteration, as a step size does in a solver, so a
// replay has to bring the current value to its tasks.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_AXPY_H
#define REPRISE_BENCHMARKS_AXPY_H

#include "../common/program.h"

#include <algorithm>
#include <random>

struct Vectors {
  explicit Vectors(const bench::Options &options)
      : size(options["size"]), block(options["block"]), x(size), y(size) {
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> entry(-1.0, 1.0);
    for (double &value : x)
      value = entry(random);
    for (double &value : y)
      value = entry(random);
  }

  /// The factor of an iteration.
  static double factor(int iteration) { return 1.0 / (1.0 + iteration % 97); }

  BENCH_KERNEL void update(double a, std::int64_t begin) {
    const std::int64_t end = std::min(begin + block, size);
    for (std::int64_t i = begin; i < end; ++i)
      y[i] += a * x[i];
  }

  void prepare(int) {}
  void finish(int) {}
  void corrupt() { y[size / 2] += 1e-9; }
  std::string mismatch(const Vectors &reference) const {
    return bench::compareArrays("y", y, reference.y);
  }
  std::int64_t grain() const { return std::min(block, size); }

  std::int64_t size;  ///< Length of the vectors.
  std::int64_t block; ///< Elements updated by one task.
  std::vector<double> x, y;
};

void runSerial(Vectors &vectors, bench::Laps &laps);
void runFor(Vectors &vectors, bench::Laps &laps);
void runTasks(Vectors &vectors, bench::Laps &laps);
void runTaskgraph(Vectors &vectors, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_AXPY_H
