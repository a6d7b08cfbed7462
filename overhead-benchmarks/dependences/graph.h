//===- graph.h - The task graphs of the dependence suite --------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One definition of every graph for all task libraries: the tasks in program
// order with the objects they use. It is also the oracle. Accesses to an object
// form generations (Vandierendonck 2013, section 3.2); a task is in order if,
// for each of its objects, all accesses of earlier generations have left their
// mark and none of a later one has. A lost dependence is thus a wrong run, not
// a fast one, and the check needs no edges.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_DEPENDENCES_GRAPH_H
#define REPRISE_BENCHMARKS_DEPENDENCES_GRAPH_H

#include "../common/assumes.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dependences {

/// The dependence types of OpenMP, in the order of the option --access.
enum class Access : std::uint8_t {
  None,
  In,
  Out,
  Inout,
  Mutexinoutset,
  Inoutset
};

/// The order is that of `shape_names`.
enum class Shape {
  Flat,        ///< N tasks with A arguments of one access type.
  Fast,        ///< The same, each waited for before the next is made.
  Slow,        ///< One blocking task, then N behind it.
  Generations, ///< One inout, N in, N of the access type; one object.
  Series,      ///< in or inout on object i mod W.
  Stencil,     ///< Reads three of the row before, writes its own.
  MatmulIjk,   ///< C[i,j] += A[i,k] * B[k,j], k innermost.
  MatmulKij,   ///< The same, k outermost.
  Cholesky,    ///< Right-looking order of four kernels on a triangle of tiles.
  // Grids of N rows; a task waits for some of the row before (grid.h).
  GridTrivial,
  GridChains,
  GridStencil,
  GridFft,
  GridTree,
  GridRandom,
  GridAll,
};
extern const char *const shape_names[];
constexpr int shape_count = 16;
constexpr int most_arguments = 20;

/// What a depend clause names; a cache line each, as real objects would have.
struct alignas(64) Object {
  std::atomic<std::int64_t> completed{0}; ///< Accesses, only in checked runs.
  std::atomic<int> inside{0};             ///< Tasks in mutual exclusion.
  std::uint64_t value = 0;                ///< What a grid's task has computed.
};

/// A run of accesses to one object that may overlap.
struct Generation {
  std::int64_t before; ///< Accesses to the object in earlier generations.
  std::int64_t size;
};

struct Use {
  std::int32_t object;
  Access access;
  std::int32_t generation; ///< Index into Graph::generations.
};

struct Plan {
  Shape shape = Shape::Flat;
  Access access = Access::None;
  std::int64_t tasks = 1;     ///< N; matrices: tiles in a row; grids: rows.
  std::int64_t arguments = 1; ///< A
  std::int64_t width = 64;    ///< W
  std::int64_t cycles = 0;    ///< How long each task is busy.
};

struct Edge {
  std::int64_t from, to;
};

/// Keeps a processor busy for about this many cycles of its clock.
void spin(std::int64_t cycles);
/// Ticks of that clock in a nanosecond, measured once.
double cyclesPerNanosecond();

inline bool isGrid(Shape shape) { return shape >= Shape::GridTrivial; }

class Graph {
public:
  explicit Graph(const Plan &plan);

  const Plan plan;
  const std::int64_t cycles; ///< Beside the graph's address in every task.
  std::unique_ptr<Object[]> objects;
  std::int64_t object_count = 0;
  std::vector<Use> uses;
  std::vector<std::int64_t> first_use; ///< One more than there are tasks.
  std::vector<Generation> generations;
  std::int64_t steps = 0;  ///< Of the kernel of a grid's task.
  std::uint64_t round = 0; ///< Makes each encounter's values others.

  std::int64_t taskCount() const {
    return static_cast<std::int64_t>(first_use.size()) - 1;
  }

  /// Index of an object of a matrix; `matrix` 0, 1, 2 for A, B, C.
  std::int64_t tile(int matrix, std::int64_t row, std::int64_t column) const {
    return (matrix * plan.tasks + row) * plan.tasks + column;
  }
  /// Index of an object of the stencil, with one unused at either side.
  std::int64_t column(std::int64_t row, std::int64_t index) const {
    return (row & 1) * (plan.width + 2) + index + 1;
  }

  /// What a checked task does first and last.
  void enter(std::int64_t task);
  void leave(std::int64_t task);
  /// What a grid's task does: the kernel, and a value made of the round and of
  /// its predecessors' values. Any task that runs too early leaves another one.
  BENCH_BEGIN_ASSUMES(no_openmp ext_cannot_wait)
  void compute(std::int64_t task);
  BENCH_END_ASSUMES
  /// What the task of another library does, however the graph keeps it busy.
  void work(std::int64_t task) {
    if (isGrid(plan.shape))
      compute(task);
    if (cycles)
      spin(cycles);
  }
  template <bool Checked> void run(std::int64_t task) {
    if constexpr (Checked)
      enter(task);
    work(task);
    if constexpr (Checked)
      leave(task);
  }
  /// To be called before and after each encounter with a grid, by the thread
  /// that makes tasks: the second computes all values again, in program order.
  void beginValues() { ++round; }
  void checkValues();
  /// To be called before each checked round, by the thread that makes tasks.
  void beginRound();
  /// What is wrong after `rounds` rounds; empty if nothing is.
  std::string mismatch(int rounds) const;
  /// Makes mismatch() find something: tests that it can.
  void corrupt();

private:
  void add(std::initializer_list<Use> task);
  void addSame(Access access, std::int64_t arguments);
  void use(std::int64_t object, Access access);
  void endTask() { first_use.push_back(uses.size()); }
  void build();
  void buildGrid();

  std::vector<Access> newest_access; ///< Per object, while building.
  std::vector<std::int32_t> newest_generation;
  std::unique_ptr<std::atomic<int>[]> runs; ///< How often each task ran.
  std::atomic<std::int64_t> out_of_order{0};
  std::atomic<std::int64_t> overlapped{0};
  std::int64_t wrong_values = 0;
  std::vector<std::uint64_t> expected; ///< Of checkValues().
};

/// For libraries that find no dependences themselves: all pairs of one
/// generation and the next of the same object, and how many these are.
std::vector<Edge> edgesOf(const Graph &graph);
std::int64_t edgeCount(const Graph &graph);
/// Each edge of a full graph costs memory; more are an experiment in swapping.
constexpr std::int64_t most_edges = 20000000;

/// Why a library that is given all edges does not get these, or nothing.
std::string tooManyEdges(const Graph &graph);

} // namespace dependences

#endif // REPRISE_BENCHMARKS_DEPENDENCES_GRAPH_H
