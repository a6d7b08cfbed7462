//===- graph.cpp - The task graphs of the dependence suite ----------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the table of tasks and uses, and checks rounds against it. The loops
// that make OpenMP tasks (openmp.cpp) must emit in the same order; if they did
// not, the checks would fail.
//
//===----------------------------------------------------------------------===//

#include "grid.h"

#include <chrono>
#include <cstring>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace dependences {

const char *const shape_names[] = {
    "flat",     "fast",         "slow",        "generations",
    "series",   "stencil",      "matmul-ijk",  "matmul-kij",
    "cholesky", "grid-trivial", "grid-chains", "grid-stencil",
    "grid-fft", "grid-tree",    "grid-random", "grid-all"};

namespace {

std::int64_t objectsOf(const Plan &plan) {
  switch (plan.shape) {
  case Shape::Flat:
  case Shape::Fast:
  case Shape::Slow:
    return plan.arguments;
  case Shape::Generations:
    return 1;
  case Shape::Series:
    return plan.width;
  case Shape::Stencil:
    return 2 * (plan.width + 2);
  case Shape::MatmulIjk:
  case Shape::MatmulKij:
    return 3 * plan.tasks * plan.tasks;
  case Shape::Cholesky:
    return plan.tasks * plan.tasks;
  default:
    return firstOfRow(plan.shape, plan.width, plan.tasks);
  }
}

std::uint64_t ticks() {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return std::chrono::steady_clock::now().time_since_epoch().count();
#endif
}

} // namespace

void spin(std::int64_t cycles) {
  const std::uint64_t start = ticks();
  while (static_cast<std::int64_t>(ticks() - start) < cycles) {
#if defined(__x86_64__)
    _mm_pause();
#endif
  }
}

double cyclesPerNanosecond() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const std::uint64_t first = ticks();
  std::chrono::nanoseconds passed{};
  do
    passed = Clock::now() - begin;
  while (passed < std::chrono::milliseconds(10));
  return double(ticks() - first) / double(passed.count());
}

Graph::Graph(const Plan &plan)
    : plan(plan), cycles(plan.cycles), objects(new Object[objectsOf(plan)]),
      object_count(objectsOf(plan)), newest_access(object_count, Access::None),
      newest_generation(object_count, -1) {
  first_use.push_back(0);
  build();
  runs.reset(new std::atomic<int>[taskCount()]());
}

void Graph::use(std::int64_t object, Access access) {
  if (access == Access::None)
    return;
  const bool shares = access == Access::In || access == Access::Mutexinoutset ||
                      access == Access::Inoutset;
  std::int32_t &newest = newest_generation[object];
  if (newest < 0 || !shares || newest_access[object] != access) {
    const std::int64_t before =
        newest < 0 ? 0 : generations[newest].before + generations[newest].size;
    newest = static_cast<std::int32_t>(generations.size());
    generations.push_back({before, 0});
  }
  newest_access[object] = access;
  ++generations[newest].size;
  uses.push_back({static_cast<std::int32_t>(object), access, newest});
}

void Graph::add(std::initializer_list<Use> task) {
  for (const Use &one : task)
    use(one.object, one.access);
  endTask();
}

void Graph::addSame(Access access, std::int64_t arguments) {
  for (std::int64_t object = 0; object < arguments; ++object)
    use(object, access);
  endTask();
}

void Graph::build() {
  const std::int64_t n = plan.tasks;
  const auto at = [&](int matrix, std::int64_t row, std::int64_t column) {
    return static_cast<std::int32_t>(tile(matrix, row, column));
  };
  const auto multiply = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    add({{at(0, i, k), Access::In, 0},
         {at(1, k, j), Access::In, 0},
         {at(2, i, j), Access::Inout, 0}});
  };
  switch (plan.shape) {
  case Shape::Slow:
    addSame(Access::Inout, plan.arguments);
    [[fallthrough]];
  case Shape::Flat:
  case Shape::Fast:
    for (std::int64_t task = 0; task < n; ++task)
      addSame(plan.access, plan.arguments);
    break;
  case Shape::Generations:
    addSame(Access::Inout, 1);
    for (std::int64_t task = 0; task < n; ++task)
      addSame(Access::In, 1);
    for (std::int64_t task = 0; task < n; ++task)
      addSame(plan.access, 1);
    break;
  case Shape::Series:
    for (std::int64_t task = 0; task < n; ++task)
      add({{static_cast<std::int32_t>(task % plan.width),
            plan.access == Access::In ? Access::In : Access::Inout, 0}});
    break;
  case Shape::Stencil:
    for (std::int64_t task = 0; task < n; ++task) {
      const std::int64_t row = task / plan.width, index = task % plan.width;
      const auto near = static_cast<std::int32_t>(column(row - 1, index));
      add({{near - 1, Access::In, 0},
           {near, Access::In, 0},
           {near + 1, Access::In, 0},
           {static_cast<std::int32_t>(column(row, index)), Access::Out, 0}});
    }
    break;
  case Shape::MatmulIjk:
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t k = 0; k < n; ++k)
          multiply(i, j, k);
    break;
  case Shape::MatmulKij:
    for (std::int64_t k = 0; k < n; ++k)
      for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j)
          multiply(i, j, k);
    break;
  case Shape::Cholesky:
    for (std::int64_t k = 0; k < n; ++k) {
      add({{at(0, k, k), Access::Inout, 0}});
      for (std::int64_t m = k + 1; m < n; ++m)
        add({{at(0, k, k), Access::In, 0}, {at(0, m, k), Access::Inout, 0}});
      for (std::int64_t m = k + 1; m < n; ++m) {
        add({{at(0, m, k), Access::In, 0}, {at(0, m, m), Access::Inout, 0}});
        for (std::int64_t j = k + 1; j < m; ++j)
          add({{at(0, m, k), Access::In, 0},
               {at(0, j, k), Access::In, 0},
               {at(0, m, j), Access::Inout, 0}});
      }
    }
    break;
  default:
    buildGrid();
    break;
  }
}

void Graph::buildGrid() {
  std::int64_t task = 0, before = 0;
  for (std::int64_t row = 0; row < plan.tasks; ++row) {
    const std::int64_t own = task;
    for (; task < own + widthOf(plan.shape, plan.width, row); ++task) {
      std::int64_t columns[most_predecessors];
      const int count =
          predecessorsOf(plan.shape, plan.width, row, task - own, columns);
      for (int i = 0; i < count; ++i)
        use(before + columns[i], Access::In);
      if (plan.shape != Shape::GridTrivial)
        use(task, Access::Out);
      endTask();
    }
    before = own;
  }
  expected.resize(task);
}

namespace {

/// A chain of operations that each wait for the last: neither the compiler nor
/// the processor makes it shorter, and two threads of one core share well. It
/// stays near 1.
[[gnu::noinline]] double kernel(double x, std::int64_t steps) {
  for (std::int64_t step = 0; step < steps; ++step)
    x = x * 0.999 + 0.001;
  return x;
}

double startOf(std::uint64_t round) { return 1.0 + double(round % 1024); }

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 32;
}

std::uint64_t bitsOf(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

} // namespace

void Graph::compute(std::int64_t task) {
  std::uint64_t value =
      mixed(mixed(round, task), bitsOf(kernel(startOf(round), steps)));
  for (std::int64_t i = first_use[task]; i < first_use[task + 1]; ++i)
    if (uses[i].access == Access::In)
      value = mixed(value, objects[uses[i].object].value);
  objects[task].value = value;
}

void Graph::checkValues() {
  const std::uint64_t work = bitsOf(kernel(startOf(round), steps));
  for (std::int64_t task = 0; task < std::int64_t(expected.size()); ++task) {
    std::uint64_t value = mixed(mixed(round, task), work);
    for (std::int64_t i = first_use[task]; i < first_use[task + 1]; ++i)
      if (uses[i].access == Access::In)
        value = mixed(value, expected[uses[i].object]);
    expected[task] = value;
    wrong_values += objects[task].value != value;
  }
}

// mo: all relaxed in checked rounds: what is being tested is whether the task
// library orders tasks, so the checks must not order them; and each count is a
// single word, wrong or right by itself.
void Graph::enter(std::int64_t task) {
  runs[task].fetch_add(1, std::memory_order_relaxed); // mo: see above
  for (std::int64_t i = first_use[task]; i < first_use[task + 1]; ++i) {
    Object &object = objects[uses[i].object];
    const Generation &own = generations[uses[i].generation];
    const std::int64_t completed =
        object.completed.load(std::memory_order_relaxed); // mo: see above
    if (completed < own.before || completed >= own.before + own.size)
      out_of_order.fetch_add(1, std::memory_order_relaxed); // mo: see above
    if (uses[i].access == Access::Mutexinoutset &&
        object.inside.fetch_add(1, std::memory_order_relaxed)) // mo: see above
      overlapped.fetch_add(1, std::memory_order_relaxed);      // mo: see above
  }
}

void Graph::leave(std::int64_t task) {
  for (std::int64_t i = first_use[task]; i < first_use[task + 1]; ++i) {
    Object &object = objects[uses[i].object];
    if (uses[i].access == Access::Mutexinoutset)
      object.inside.fetch_sub(1, std::memory_order_relaxed);  // mo: see enter
    object.completed.fetch_add(1, std::memory_order_relaxed); // mo: see enter
  }
}

void Graph::beginRound() {
  // mo: relaxed; no task of a round exists yet or still
  for (std::int64_t object = 0; object < object_count; ++object)
    objects[object].completed.store(0, std::memory_order_relaxed);
}

std::string Graph::mismatch(int rounds) const {
  for (std::int64_t task = 0; task < taskCount(); ++task) {
    // mo: relaxed; all tasks have been waited for, here and below
    const int seen = runs[task].load(std::memory_order_relaxed);
    if (seen != rounds)
      return "task " + std::to_string(task) + " ran " + std::to_string(seen) +
             " times in " + std::to_string(rounds) + " rounds";
  }
  if (wrong_values)
    return std::to_string(wrong_values) +
           " times a task's value was not that of its order";
  // mo: relaxed; as above
  const std::int64_t wrong = out_of_order.load(std::memory_order_relaxed);
  if (wrong)
    return std::to_string(wrong) +
           " times a task ran before its predecessors or after a successor";
  // mo: relaxed; as above
  const std::int64_t both = overlapped.load(std::memory_order_relaxed);
  if (both)
    return std::to_string(both) +
           " times two tasks in mutual exclusion ran at once";
  return "";
}

void Graph::corrupt() {
  runs[0].fetch_add(1, std::memory_order_relaxed); // mo: no task is running
}

std::int64_t edgeCount(const Graph &graph) {
  std::vector<std::int64_t> previous(graph.generations.size(), 0);
  std::vector<std::int32_t> newest(graph.object_count, -1);
  for (const Use &use : graph.uses) {
    if (newest[use.object] != use.generation) {
      previous[use.generation] =
          newest[use.object] < 0 ? 0
                                 : graph.generations[newest[use.object]].size;
      newest[use.object] = use.generation;
    }
  }
  std::int64_t edges = 0;
  for (const Use &use : graph.uses)
    edges += previous[use.generation];
  return edges;
}

std::string tooManyEdges(const Graph &graph) {
  const std::int64_t edges = edgeCount(graph);
  if (edges <= most_edges)
    return "";
  return "--tasks: the graph has " + std::to_string(edges) +
         " edges, more than " + std::to_string(most_edges);
}

std::vector<Edge> edgesOf(const Graph &graph) {
  std::vector<std::vector<std::int64_t>> members(graph.generations.size());
  std::vector<std::int32_t> before(graph.generations.size(), -1);
  std::vector<std::int32_t> newest(graph.object_count, -1);
  std::vector<Edge> edges;
  for (std::int64_t task = 0; task < graph.taskCount(); ++task)
    for (std::int64_t i = graph.first_use[task]; i < graph.first_use[task + 1];
         ++i) {
      const Use &use = graph.uses[i];
      if (newest[use.object] != use.generation) {
        before[use.generation] = newest[use.object];
        newest[use.object] = use.generation;
      }
      members[use.generation].push_back(task);
      if (before[use.generation] >= 0)
        for (std::int64_t from : members[before[use.generation]])
          edges.push_back({from, task});
    }
  return edges;
}

} // namespace dependences
