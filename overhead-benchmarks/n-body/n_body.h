//===- n_body.h - Gravity between all pairs ---------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies are kept in blocks. A task adds the pull of one block on another; a
// second kind of task moves the bodies of a block when all pulls on it are
// known. Positions are read by many tasks and written by one per step, so the
// tracker of dependences sees long lists of readers.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_N_BODY_H
#define REPRISE_BENCHMARKS_N_BODY_H

#include "../common/program.h"

#include <algorithm>
#include <random>

struct Bodies {
  explicit Bodies(const bench::Options &options)
      : size(options["size"]), block(std::min(options["block"], size)),
        blocks((size + block - 1) / block), mass(size), position(3 * size),
        velocity(3 * size, 0.0), force(3 * size, 0.0) {
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> coordinate(-1.0, 1.0);
    for (double &value : position)
      value = coordinate(random);
    for (double &value : mass)
      value = 1.5 + coordinate(random);
  }

  /// Adds the pull of the bodies of `source` to the force on those of `target`.
  BENCH_KERNEL void pull(std::int64_t target, std::int64_t source) {
    const std::int64_t target_end = std::min((target + 1) * block, size);
    const std::int64_t source_end = std::min((source + 1) * block, size);
    for (std::int64_t i = target * block; i < target_end; ++i) {
      const double *here = &position[3 * i];
      double sum[3] = {0, 0, 0};
      for (std::int64_t j = source * block; j < source_end; ++j) {
        const double *there = &position[3 * j];
        const double d[3] = {there[0] - here[0], there[1] - here[1],
                             there[2] - here[2]};
        // Softened, so that a body does not pull itself to infinity.
        const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1e-3;
        const double pull = mass[j] / (square * std::sqrt(square));
        for (int axis = 0; axis < 3; ++axis)
          sum[axis] += pull * d[axis];
      }
      for (int axis = 0; axis < 3; ++axis)
        force[3 * i + axis] += sum[axis];
    }
  }

  /// Moves the bodies of a block by one time step and clears their forces.
  BENCH_KERNEL void move(std::int64_t moved) {
    constexpr double step = 1e-5;
    const std::int64_t end = std::min((moved + 1) * block, size);
    for (std::int64_t i = 3 * moved * block; i < 3 * end; ++i) {
      velocity[i] += step * force[i];
      position[i] += step * velocity[i];
      force[i] = 0;
    }
  }

  double *positionOf(std::int64_t index) {
    return &position[3 * index * block];
  }
  double *forceOn(std::int64_t index) { return &force[3 * index * block]; }

  void prepare(int) {}
  void finish(int) {}
  void corrupt() { position[0] += 1e-9; }
  std::string mismatch(const Bodies &reference) const {
    return bench::compareArrays("position", position, reference.position);
  }
  std::int64_t grain() const { return block * block; }

  std::int64_t size;   ///< Number of bodies.
  std::int64_t block;  ///< Bodies in a block.
  std::int64_t blocks; ///< Number of blocks.
  std::vector<double> mass, position, velocity, force;
};

void runSerial(Bodies &bodies, bench::Laps &laps);
void runFor(Bodies &bodies, bench::Laps &laps);
void runTasks(Bodies &bodies, bench::Laps &laps);
void runTaskgraph(Bodies &bodies, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_N_BODY_H
