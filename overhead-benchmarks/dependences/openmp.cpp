//===- openmp.cpp - The graphs as OpenMP tasks ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depend clauses are part of the program text, so each graph has a loop here
// that emits its tasks in the order of the table in graph.cpp. The lists of
// 1 to 20 arguments are made by macros: a clause with an iterator would measure
// the compiler's code for iterators as well.
//
//===----------------------------------------------------------------------===//

#include "../common/team.h"
#include "grid_openmp.h"
#include "model.h"

// GCC learned depend(inoutset) in version 13.
#if defined(__clang__) || __GNUC__ >= 13
#define BENCH_HAVE_INOUTSET 1
#else
#define BENCH_HAVE_INOUTSET 0
#endif

// The two levels let macros in a clause be replaced before it becomes a string.
#define BENCH_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define BENCH_TASK(...)                                                        \
  BENCH_PRAGMA(omp task __VA_ARGS__) {                                         \
    if constexpr (Checked)                                                     \
      graph->enter(task);                                                      \
    if (graph->cycles)                                                         \
      spin(graph->cycles);                                                     \
    if constexpr (Checked)                                                     \
      graph->leave(task);                                                      \
  }

#define BENCH_ARGS_1 o[0]
#define BENCH_ARGS_2 BENCH_ARGS_1, o[1]
#define BENCH_ARGS_3 BENCH_ARGS_2, o[2]
#define BENCH_ARGS_4 BENCH_ARGS_3, o[3]
#define BENCH_ARGS_5 BENCH_ARGS_4, o[4]
#define BENCH_ARGS_6 BENCH_ARGS_5, o[5]
#define BENCH_ARGS_7 BENCH_ARGS_6, o[6]
#define BENCH_ARGS_8 BENCH_ARGS_7, o[7]
#define BENCH_ARGS_9 BENCH_ARGS_8, o[8]
#define BENCH_ARGS_10 BENCH_ARGS_9, o[9]
#define BENCH_ARGS_11 BENCH_ARGS_10, o[10]
#define BENCH_ARGS_12 BENCH_ARGS_11, o[11]
#define BENCH_ARGS_13 BENCH_ARGS_12, o[12]
#define BENCH_ARGS_14 BENCH_ARGS_13, o[13]
#define BENCH_ARGS_15 BENCH_ARGS_14, o[14]
#define BENCH_ARGS_16 BENCH_ARGS_15, o[15]
#define BENCH_ARGS_17 BENCH_ARGS_16, o[16]
#define BENCH_ARGS_18 BENCH_ARGS_17, o[17]
#define BENCH_ARGS_19 BENCH_ARGS_18, o[18]
#define BENCH_ARGS_20 BENCH_ARGS_19, o[19]

#define BENCH_CASE(number)                                                     \
  case number:                                                                 \
    if (in_only) {                                                             \
      BENCH_TASK(depend(in : BENCH_ARGS_##number))                             \
    } else {                                                                   \
      BENCH_TASK(depend(inout : BENCH_ARGS_##number))                          \
    }                                                                          \
    break;

namespace dependences {
namespace {

/// One task that uses objects 0 to A - 1 in one way.
template <bool Checked>
inline __attribute__((always_inline)) void
makeSame(Graph *graph, std::int64_t task, Access access,
         std::int64_t arguments) {
  Object *o = graph->objects.get();
  if (arguments <= 1) {
    switch (access) {
    case Access::None:
      BENCH_TASK()
      break;
    case Access::In:
      BENCH_TASK(depend(in : o[0]))
      break;
    case Access::Out:
      BENCH_TASK(depend(out : o[0]))
      break;
    case Access::Inout:
      BENCH_TASK(depend(inout : o[0]))
      break;
    case Access::Mutexinoutset:
      BENCH_TASK(depend(mutexinoutset : o[0]))
      break;
    case Access::Inoutset:
#if BENCH_HAVE_INOUTSET
      BENCH_TASK(depend(inoutset : o[0]))
#endif
      break;
    }
    return;
  }
  const bool in_only = access == Access::In;
  switch (arguments) {
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
    BENCH_CASE(17)
    BENCH_CASE(18)
    BENCH_CASE(19)
    BENCH_CASE(20)
  }
}

template <bool Checked>
void makeSameAccess(Graph *graph, std::int64_t task, Access access,
                    std::int64_t tasks) {
  const std::int64_t arguments = graph->plan.arguments;
  for (const std::int64_t end = task + tasks; task < end; ++task)
    makeSame<Checked>(graph, task, access, arguments);
}

template <bool Checked> void makeColumns(Graph *graph) {
  Object *objects = graph->objects.get();
  const std::int64_t width = graph->plan.width;
  if (graph->plan.shape == Shape::Series) {
    for (std::int64_t task = 0; task < graph->plan.tasks; ++task) {
      Object *own = &objects[task % width];
      if (graph->plan.access == Access::In) {
        BENCH_TASK(depend(in : *own))
      } else {
        BENCH_TASK(depend(inout : *own))
      }
    }
    return;
  }
  for (std::int64_t task = 0; task < graph->plan.tasks; ++task) {
    const std::int64_t row = task / width;
    Object *near = &objects[graph->column(row - 1, task % width)];
    Object *own = &objects[graph->column(row, task % width)];
    BENCH_TASK(depend(in : near[-1], near[0], near[1]) depend(out : *own))
  }
}

template <bool Checked>
inline __attribute__((always_inline)) void
multiply(Graph *graph, std::int64_t task, std::int64_t i, std::int64_t j,
         std::int64_t k) {
  Object *objects = graph->objects.get();
  Object *a = &objects[graph->tile(0, i, k)];
  Object *b = &objects[graph->tile(1, k, j)];
  Object *c = &objects[graph->tile(2, i, j)];
  BENCH_TASK(depend(in : *a, *b) depend(inout : *c))
}

template <bool Checked> void makeProduct(Graph *graph) {
  const std::int64_t n = graph->plan.tasks;
  std::int64_t task = 0;
  if (graph->plan.shape == Shape::MatmulIjk) {
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t k = 0; k < n; ++k)
          multiply<Checked>(graph, task++, i, j, k);
    return;
  }
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        multiply<Checked>(graph, task++, i, j, k);
}

template <bool Checked> void makeFactorization(Graph *graph) {
  const std::int64_t n = graph->plan.tasks;
  const auto tile = [graph](std::int64_t row, std::int64_t column) {
    return &graph->objects[graph->tile(0, row, column)];
  };
  std::int64_t task = 0;
  for (std::int64_t k = 0; k < n; ++k) {
    Object *diagonal = tile(k, k);
    BENCH_TASK(depend(inout : *diagonal))
    ++task;
    for (std::int64_t m = k + 1; m < n; ++m, ++task) {
      Object *panel = tile(m, k);
      BENCH_TASK(depend(in : *diagonal) depend(inout : *panel))
    }
    for (std::int64_t m = k + 1; m < n; ++m) {
      Object *left = tile(m, k);
      Object *own_diagonal = tile(m, m);
      BENCH_TASK(depend(in : *left) depend(inout : *own_diagonal))
      ++task;
      for (std::int64_t j = k + 1; j < m; ++j, ++task) {
        Object *other = tile(j, k);
        Object *own = tile(m, j);
        BENCH_TASK(depend(in : *left, *other) depend(inout : *own))
      }
    }
  }
}

/// Never inlined: overhead.py finds the work of an encounter by this name.
template <bool Checked>
__attribute__((noinline)) void makeAndWait(Graph *graph) {
  const Plan &plan = graph->plan;
  switch (plan.shape) {
  case Shape::Flat:
    makeSameAccess<Checked>(graph, 0, plan.access, plan.tasks);
    break;
  case Shape::Fast:
    for (std::int64_t task = 0; task < plan.tasks; ++task) {
      makeSame<Checked>(graph, task, plan.access, plan.arguments);
#pragma omp taskwait
    }
    break;
  case Shape::Slow:
    makeSameAccess<Checked>(graph, 0, Access::Inout, 1);
    makeSameAccess<Checked>(graph, 1, plan.access, plan.tasks);
    break;
  case Shape::Generations:
    makeSameAccess<Checked>(graph, 0, Access::Inout, 1);
    makeSameAccess<Checked>(graph, 1, Access::In, plan.tasks);
    makeSameAccess<Checked>(graph, 1 + plan.tasks, plan.access, plan.tasks);
    break;
  case Shape::Series:
  case Shape::Stencil:
    makeColumns<Checked>(graph);
    break;
  case Shape::MatmulIjk:
  case Shape::MatmulKij:
    makeProduct<Checked>(graph);
    break;
  case Shape::Cholesky:
    makeFactorization<Checked>(graph);
    break;
  default: // grids: encounterGrid()
    break;
  }
#pragma omp taskwait
}

Way way = Way::Tasks;

} // namespace

namespace model {

const char *const program = "dependences-openmp";
const char *const library_symbol = "omp_get_max_threads";

std::string misfit(const Graph &graph, const Setting &setting) {
  const Plan &plan = graph.plan;
  if (setting.rerun && !isGrid(plan.shape))
    return "--rerun: the tasks of this graph are made anew each time";
  if (setting.rerun && setting.rerun < 3 && !BENCH_HAVE_TASKGRAPH)
    return "--rerun: the compiler of this program has no taskgraph";
  if (plan.arguments > 1 && plan.access != Access::In &&
      plan.access != Access::Inout)
    return "--arguments: more than one only with access 1 or 3";
  if (plan.access == Access::Inoutset && !BENCH_HAVE_INOUTSET)
    return "--access: the compiler of this program has no inoutset";
  if (setting.asleep && setting.threads < 2)
    return "--asleep: a team of one does not defer tasks; OMP_NUM_THREADS "
           "must be 2 or more";
  return "";
}

int inTeam(const Setting &setting, Graph &, const std::function<void()> &work) {
  int threads = 1;
  way = static_cast<Way>(setting.rerun);
  bench::inTeam(
      setting.asleep, [] {},
      [&] {
        threads = omp_get_num_threads();
        work();
      });
  return threads;
}

void encounter(Graph &graph, bool checked) {
  if (isGrid(graph.plan.shape))
    encounterGrid(graph, checked, way);
  else if (checked)
    makeAndWait<true>(&graph);
  else
    makeAndWait<false>(&graph);
}

} // namespace model
} // namespace dependences
