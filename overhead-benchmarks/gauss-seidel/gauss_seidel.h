//===- gauss_seidel.h - Heat diffusion, Gauss-Seidel ------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Heat spreads over a square plate whose edges keep their temperature: each
// point becomes the mean of its four neighbours, in place, row by row. The
// plate is cut into blocks; a block needs the new values of the block above
// and of the block to the left, so the ready blocks form a wave that runs
// along the diagonals: the classic case for task dependences.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_GAUSS_SEIDEL_H
#define REPRISE_BENCHMARKS_GAUSS_SEIDEL_H

#include "../common/program.h"

#include <algorithm>
#include <random>

struct Plate {
  explicit Plate(const bench::Options &options)
      : size(options["size"]), block(std::min(options["block"], size)),
        blocks((size + block - 1) / block), width(size + 2),
        points(width * width, 0.0), tags((blocks + 2) * (blocks + 2)) {
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> temperature(0.0, 100.0);
    for (std::int64_t i = 0; i < width; ++i) {
      points[i] = temperature(random);         // upper edge
      points[i * width] = temperature(random); // left edge
      points[i * width + width - 1] = 20.0;    // right edge
      points[(width - 1) * width + i] = 20.0;  // lower edge
    }
  }

  /// One Gauss-Seidel step on block (row, column).
  BENCH_KERNEL void relax(std::int64_t row, std::int64_t column) {
    const std::int64_t row_end = std::min((row + 1) * block, size);
    const std::int64_t column_end = std::min((column + 1) * block, size);
    for (std::int64_t i = row * block + 1; i <= row_end; ++i) {
      double *here = &points[i * width];
      const double *above = here - width;
      const double *below = here + width;
      for (std::int64_t j = column * block + 1; j <= column_end; ++j)
        here[j] = 0.25 * (above[j] + below[j] + here[j - 1] + here[j + 1]);
    }
  }

  /// What the depend clauses name: one element per block with a frame of blocks
  /// that nobody writes, so that the edges of the plate need no special case.
  double *tag(std::int64_t row, std::int64_t column) {
    return &tags[(row + 1) * (blocks + 2) + column + 1];
  }

  void prepare(int) {}
  void finish(int) {}
  void corrupt() { points[width + 1] += 1e-9; }
  std::string mismatch(const Plate &reference) const {
    return bench::compareArrays("temperature", points, reference.points);
  }
  std::int64_t grain() const { return block * block; }

  std::int64_t size;   ///< Inner points along one side.
  std::int64_t block;  ///< Points along one side of a block.
  std::int64_t blocks; ///< Blocks along one side.
  std::int64_t width;  ///< size plus the two edges.
  std::vector<double> points;
  std::vector<double> tags;
};

void runSerial(Plate &plate, bench::Laps &laps);
void runFor(Plate &plate, bench::Laps &laps);
void runTasks(Plate &plate, bench::Laps &laps);
void runTasksOverlapping(Plate &plate, bench::Laps &laps);
void runTaskgraph(Plate &plate, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_GAUSS_SEIDEL_H
