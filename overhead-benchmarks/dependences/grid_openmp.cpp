//===- grid_openmp.cpp - Grids as OpenMP tasks and taskgraphs -------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One loop makes the tasks of all grids (or runs them without any), as ordinary
// tasks, in a taskgraph that is replayed, and in one whose block runs at every
// encounter. Each number of predecessors has a depend clause of its own: one
// with an iterator would measure the compiler's code for iterators as well.
//
//===----------------------------------------------------------------------===//

#include "grid_openmp.h"
#include "grid.h"

// The two levels let macros in a clause be replaced before it becomes a string.
#define BENCH_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define BENCH_TASK(...)                                                        \
  BENCH_PRAGMA(omp task firstprivate(graph, task) __VA_ARGS__) {               \
    if constexpr (Checked)                                                     \
      graph->enter(task);                                                      \
    graph->compute(task);                                                      \
    if constexpr (Checked)                                                     \
      graph->leave(task);                                                      \
  }

#define BENCH_FROM_1 before[from[0]]
#define BENCH_FROM_2 BENCH_FROM_1, before[from[1]]
#define BENCH_FROM_3 BENCH_FROM_2, before[from[2]]
#define BENCH_FROM_4 BENCH_FROM_3, before[from[3]]
#define BENCH_FROM_5 BENCH_FROM_4, before[from[4]]
#define BENCH_FROM_6 BENCH_FROM_5, before[from[5]]
#define BENCH_FROM_7 BENCH_FROM_6, before[from[6]]
#define BENCH_FROM_8 BENCH_FROM_7, before[from[7]]
#define BENCH_FROM_9 BENCH_FROM_8, before[from[8]]
#define BENCH_FROM_10 BENCH_FROM_9, before[from[9]]
#define BENCH_FROM_11 BENCH_FROM_10, before[from[10]]
#define BENCH_FROM_12 BENCH_FROM_11, before[from[11]]
#define BENCH_FROM_13 BENCH_FROM_12, before[from[12]]
#define BENCH_FROM_14 BENCH_FROM_13, before[from[13]]
#define BENCH_FROM_15 BENCH_FROM_14, before[from[14]]
#define BENCH_FROM_16 BENCH_FROM_15, before[from[15]]

#define BENCH_CASE(number)                                                     \
  case number:                                                                 \
    BENCH_TASK(depend(in : BENCH_FROM_##number) depend(out : *own))            \
    break;

namespace dependences {

/// Counts blocks that ran. Others may see it, so the block of `Refill` runs at
/// every encounter.
std::int64_t blocks_run = 0;

namespace {

template <bool Checked>
inline __attribute__((always_inline)) void
makeOne(Graph *graph, std::int64_t task, Object *before, Object *own, int count,
        const std::int64_t (&from)[most_predecessors]) {
  switch (count) {
    BENCH_CASE(1)
    BENCH_CASE(2)
    BENCH_CASE(3)
    BENCH_CASE(4)
    BENCH_CASE(5)
    BENCH_CASE(6)
    BENCH_CASE(7)
    BENCH_CASE(8)
    BENCH_CASE(9)
    BENCH_CASE(10)
    BENCH_CASE(11)
    BENCH_CASE(12)
    BENCH_CASE(13)
    BENCH_CASE(14)
    BENCH_CASE(15)
    BENCH_CASE(16)
  default:
    BENCH_TASK(depend(out : *own))
  }
}

template <bool Checked>
inline __attribute__((always_inline)) void
makeTasks(Graph *graph, Object *objects, Shape shape, std::int64_t width,
          std::int64_t rows) {
  std::int64_t task = 0, before = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t own = task, end = own + widthOf(shape, width, row);
    for (; task < end; ++task) {
      if (shape == Shape::GridTrivial) {
        BENCH_TASK()
        continue;
      }
      std::int64_t from[most_predecessors];
      const int count = predecessorsOf(shape, width, row, task - own, from);
      makeOne<Checked>(graph, task, objects + before, objects + task, count,
                       from);
    }
    before = own;
  }
}

template <bool Checked> void run(Graph *graph, Way way) {
  Object *objects = graph->objects.get();
  const Shape shape = graph->plan.shape;
  const std::int64_t width = graph->plan.width, rows = graph->plan.tasks;
  // How a graph is best run depends on how long its tasks are.
  [[maybe_unused]] const std::int64_t steps = graph->steps;
  switch (way) {
  case Way::Serial:
    for (std::int64_t task = 0; task < graph->taskCount(); ++task) {
      if constexpr (Checked)
        graph->enter(task);
      graph->compute(task);
      if constexpr (Checked)
        graph->leave(task);
    }
    break;
  case Way::Tasks:
    makeTasks<Checked>(graph, objects, shape, width, rows);
#pragma omp taskwait
    break;
#if BENCH_HAVE_TASKGRAPH
  case Way::Replay:
#pragma omp taskgraph graph_id(steps)
    makeTasks<Checked>(graph, objects, shape, width, rows);
    break;
  case Way::Refill:
#pragma omp taskgraph graph_id(steps)
  {
    ++blocks_run;
    makeTasks<Checked>(graph, objects, shape, width, rows);
  } break;
#else
  default:
    break;
#endif
  }
}

} // namespace

void encounterGrid(Graph &graph, bool checked, Way way) {
  if (checked)
    run<true>(&graph, way);
  else
    run<false>(&graph, way);
}

} // namespace dependences
