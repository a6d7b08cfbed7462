//===- n_body_commutative.h - Gravity, each pair once -----------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies are kept in blocks. A task computes the forces between two blocks and
// adds them to both, with opposite signs: half the work of n-body. All
// additions to a block exclude each other but may come in any order, which is
// what `mutexinoutset` says; a fixed order would be a needless chain.
//
// Floating-point sums depend on their order, unless nothing is ever rounded:
// the force of a pair is rounded once, to a multiple of a quantum so large that
// all forces on a body add up to less than 2^53 quanta. A double holds such
// sums exactly, whatever the order and however wide the vectors.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_N_BODY_COMMUTATIVE_H
#define REPRISE_BENCHMARKS_N_BODY_COMMUTATIVE_H

#include "../common/program.h"

#include <algorithm>
#include <array>
#include <random>

struct Bodies {
  explicit Bodies(const bench::Options &options)
      : size(options["size"]), block(std::min(options["block"], size)),
        blocks((size + block - 1) / block), mass(size) {
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> coordinate(-1.0, 1.0);
    for (int axis = 0; axis < 3; ++axis) {
      position[axis].resize(size);
      velocity[axis].resize(size);
      force[axis].resize(size);
      for (double &value : position[axis])
        value = coordinate(random);
    }
    for (double &value : mass)
      value = 1.5 + coordinate(random);
    // 2^52 quanta or more are the sum of all forces, 2^50 or more one force.
    const auto terms = static_cast<double>(std::max<std::int64_t>(size, 4));
    quantum = std::scalbn(1.0, std::ilogb(terms * largest_force) + 1 - 52);
  }

  /// Adds the forces between the bodies of two blocks, `first` <= `second`, to
  /// both; within one block, those of each pair in it.
  BENCH_KERNEL void attract(std::int64_t first, std::int64_t second) {
    const std::int64_t first_end = std::min((first + 1) * block, size);
    const std::int64_t second_end = std::min((second + 1) * block, size);
    const double *x = position[0].data(), *y = position[1].data(),
                 *z = position[2].data(), *masses = mass.data();
    double *force_x = force[0].data(), *force_y = force[1].data(),
           *force_z = force[2].data();
    // Adding it moves all bits below the quantum out of a double.
    const double shift = 0x1.8p52 * quantum;
    for (std::int64_t i = first * block; i < first_end; ++i) {
      double sum_x = 0, sum_y = 0, sum_z = 0;
#pragma omp simd reduction(+ : sum_x, sum_y, sum_z)
      for (std::int64_t j = first == second ? i + 1 : second * block;
           j < second_end; ++j) {
        const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
        const double square = dx * dx + dy * dy + dz * dz + softening;
        const double pull =
            masses[i] * masses[j] / (square * std::sqrt(square));
        const double pull_x = (pull * dx + shift) - shift;
        const double pull_y = (pull * dy + shift) - shift;
        const double pull_z = (pull * dz + shift) - shift;
        sum_x += pull_x;
        sum_y += pull_y;
        sum_z += pull_z;
        force_x[j] -= pull_x;
        force_y[j] -= pull_y;
        force_z[j] -= pull_z;
      }
      force_x[i] += sum_x;
      force_y[i] += sum_y;
      force_z[i] += sum_z;
    }
  }

  /// Moves the bodies of a block by one time step and clears their forces.
  BENCH_KERNEL void move(std::int64_t moved) {
    constexpr double step = 1e-5;
    const std::int64_t end = std::min((moved + 1) * block, size);
    for (int axis = 0; axis < 3; ++axis)
      for (std::int64_t i = moved * block; i < end; ++i) {
        velocity[axis][i] += step * force[axis][i] / mass[i];
        position[axis][i] += step * velocity[axis][i];
        force[axis][i] = 0;
      }
  }

  /// What the depend clauses name.
  double *positionOf(std::int64_t index) { return &position[0][index * block]; }
  double *forceOn(std::int64_t index) { return &force[0][index * block]; }

  void prepare(int) {}
  void finish(int) {}
  void corrupt() { position[0][0] += 1e-9; }
  std::string mismatch(const Bodies &reference) const {
    const std::string wrong = reference.implausible();
    if (!wrong.empty())
      return "the serial variant itself is wrong: " + wrong;
    for (int axis = 0; axis < 3; ++axis) {
      const std::string text = bench::compareArrays("position", position[axis],
                                                    reference.position[axis]);
      if (!text.empty())
        return text;
    }
    return "";
  }
  std::int64_t grain() const { return block * block; }

  std::int64_t size;   ///< Number of bodies.
  std::int64_t block;  ///< Bodies in a block.
  std::int64_t blocks; ///< Number of blocks.

private:
  using Vectors = std::array<std::vector<double>, 3>; ///< One array per axis.

  static constexpr double softening =
      1e-3; ///< Keeps near pairs from flying off.
  static constexpr double largest_mass = 2.5;
  /// Of t / (t^2 + softening)^(3/2), which is largest at t^2 = softening / 2.
  static constexpr double largest_force =
      largest_mass * largest_mass * 0.385 / softening;

  double quantum; ///< A power of two.
  std::vector<double> mass;
  Vectors position, velocity, force;

  /// The forces at the end are exactly opposite in sum, and those that are
  /// summed without the quantum differ by no more than rounding can: half a
  /// quantum for each body, as much for the inexact sum, a few for the forces
  /// themselves.
  std::string implausible() const {
    Bodies last = *this;
    for (std::int64_t first = 0; first < blocks; ++first)
      for (std::int64_t second = first; second < blocks; ++second)
        last.attract(first, second);
    const double tolerance = static_cast<double>(size + 4) * quantum;
    for (int axis = 0; axis < 3; ++axis) {
      std::uint64_t quanta = 0; // modulo 2^64
      for (std::int64_t i = 0; i < size; ++i) {
        double sum = 0;
        for (std::int64_t j = 0; j < size; ++j) {
          double square = softening;
          for (const std::vector<double> &along : position)
            square += (along[j] - along[i]) * (along[j] - along[i]);
          sum += mass[i] * mass[j] * (position[axis][j] - position[axis][i]) /
                 std::pow(square, 1.5);
        }
        if (!(std::fabs(last.force[axis][i] - sum) <= tolerance))
          return "a force is " + std::to_string(last.force[axis][i]) +
                 " and should be " + std::to_string(sum);
        quanta += static_cast<std::uint64_t>(
            std::llrint(last.force[axis][i] / quantum));
      }
      if (quanta != 0)
        return "the forces do not cancel";
    }
    return "";
  }
};

void runSerial(Bodies &bodies, bench::Laps &laps);
void runFor(Bodies &bodies, bench::Laps &laps);
void runTasks(Bodies &bodies, bench::Laps &laps);
void runTaskgraph(Bodies &bodies, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_N_BODY_COMMUTATIVE_H
