//===- shapes.h - Graphs of empty tasks -------------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three shapes of task dependency graphs whose tasks do nothing, so that all
// of the time is the runtime's:
//
//   indep    no dependences
//   series   task i changes column i mod W: W chains side by side
//   stencil  task i reads three neighbours of the row before and writes its
//            own column, in two alternating rows
//
// The same graphs exist with counting tasks: each finds out whether it runs
// for the first time in this round and after all its predecessors.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_TASK_OVERHEAD_SHAPES_H
#define REPRISE_BENCHMARKS_TASK_OVERHEAD_SHAPES_H

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

enum class ShapeKind { Indep, Series, Stencil };
/// What a task does: nothing, so that all time is overhead; check that it runs
/// once and in order; or a fixed number of steps.
enum class Body { Empty, Counting, Working };

/// Steps that the compiler cannot leave out, each waiting for the last.
inline void work(std::int64_t steps) {
  for (std::int64_t i = 0; i < steps; ++i)
    asm volatile("" : "+r"(i));
}

struct Shape {
  Shape(ShapeKind kind, std::int64_t tasks, std::int64_t width)
      : kind(kind), tasks(tasks), width(width), columns(2 * (width + 2)),
        rounds(new std::atomic<int>[tasks]()) {}

  /// What the depend clauses name, with an unwritten column at either side.
  double *column(std::int64_t row, std::int64_t index) {
    return &columns[(row & 1) * (width + 2) + index + 1];
  }

  /// Body of a counting task. Relaxed operations are enough: order between
  /// tasks is what is being tested, and a missing one shows as a wrong value.
  void count(std::int64_t task) {
    const int before = rounds[task].fetch_add(1, std::memory_order_relaxed);
    bool in_order = before == round - 1;
    const std::int64_t row = task / width, index = task % width;
    if (kind == ShapeKind::Series && row > 0)
      in_order &= hasRun(task - width);
    if (kind == ShapeKind::Stencil && row > 0)
      for (std::int64_t neighbour = index - 1; neighbour <= index + 1;
           ++neighbour)
        if (neighbour >= 0 && neighbour < width)
          in_order &= hasRun((row - 1) * width + neighbour);
    if (!in_order)
      errors.fetch_add(1, std::memory_order_relaxed);
  }

  /// What is wrong after `round` rounds, or nothing.
  std::string mismatch() const {
    for (std::int64_t task = 0; task < tasks; ++task) {
      const int seen = rounds[task].load(std::memory_order_relaxed);
      if (seen != round)
        return "task " + std::to_string(task) + " ran " + std::to_string(seen) +
               " times in " + std::to_string(round) + " rounds";
    }
    const int wrong = errors.load(std::memory_order_relaxed);
    if (wrong)
      return std::to_string(wrong) + " tasks ran before a predecessor or twice";
    return "";
  }

  const ShapeKind kind;
  const std::int64_t tasks;
  const std::int64_t width;
  std::int64_t work = 0; ///< Steps of a working task.
  std::vector<double> columns;
  /// Rounds each task has been through. Only counting tasks touch it.
  std::unique_ptr<std::atomic<int>[]> rounds;
  std::atomic<int> errors{0};
  int round = 0; ///< Set by the encountering thread before each round.

private:
  bool hasRun(std::int64_t task) const {
    return rounds[task].load(std::memory_order_relaxed) == round;
  }
};

/// One encounter with the graph in each of the ways that are compared. All of
/// them return when every task has run.
/// A call of which the compiler knows nothing, so that a block with it runs at
/// each encounter.
void anything();

using Encounter = void (*)(Shape *shape, std::int64_t graph);

template <Body Does> void encounterTasks(Shape *shape, std::int64_t graph);
template <Body Does> void encounterTaskgraph(Shape *shape, std::int64_t graph);
template <Body Does>
void encounterResetTaskgraph(Shape *shape, std::int64_t graph);
template <Body Does>
void encounterRefilledTaskgraph(Shape *shape, std::int64_t graph);
template <Body Does> void encounterUpstream(Shape *shape, std::int64_t graph);

/// Null when the loaded library has upstream's experimental record and replay,
/// otherwise what is missing.
const char *upstreamUnavailable();

#endif // REPRISE_BENCHMARKS_TASK_OVERHEAD_SHAPES_H
