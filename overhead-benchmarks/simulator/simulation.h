//===- simulation.h - A team of threads that runs a graph -------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A discrete-event simulation of the library's scheduling: a deque for each
// thread, of which the owner takes the youngest task and thieves the oldest
// (schedule/deque.h); a successor that became ready runs next on the same
// thread (taskgraph/worker.cpp); roots of a replay are dealt in blocks, and
// split when others are idle; a thief whose steals do not pay pauses
// (schedule/steal_pace.h). What operations cost are parameters, which
// scripts/analysis/simulate.py fits to measured times.
//
// What contends for a cache line waits its turn: operations on one deque by
// thieves, on one node's counter, and on the counter of completed nodes.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_SIMULATOR_SIMULATION_H
#define REPRISE_BENCHMARKS_SIMULATOR_SIMULATION_H

#include "task_graph.h"

#include <string>

namespace simulator {

/// How the tasks come to be: an ordinary task each time, the block of a
/// taskgraph run again, or no block at all.
enum class Way { Plain, Refill, Replay };

/// Nanoseconds. The names are those of the command `cost`.
struct Costs {
  // A team of one thread: what a task costs beside its body, for each way.
  double plain_alone = 0, refill_alone = 0, replay_alone = 0;
  // For each item of its depend clauses.
  double plain_alone_item = 0, refill_alone_item = 0;
  // A larger team: what its maker pays for a task, and for each item.
  double plain_make = 0, plain_item = 0, refill_make = 0, refill_item = 0;
  // Beginning and ending a task.
  double plain_node = 0, refill_node = 0, replay_node = 0;
  double item = 0;  ///< What a task does for an item beside its body.
  double count = 0; ///< Counting down a successor with several predecessors.
  double push = 0;  ///< Queueing a task.
  double steal = 0; ///< Taking one from another thread, its lines aside.
  double look = 0;  ///< Looking at a queue that holds nothing.
  double line = 0;  ///< A cache line that comes from another core.
  double plain_start = 0, refill_start = 0, replay_start = 0; ///< An encounter.
};

/// Sets a cost by its name; false if there is none of this name.
bool setCost(Costs &costs, const std::string &name, double value);

struct Outcome {
  double time = 0;         ///< Of the encounter, in nanoseconds.
  std::int64_t steals = 0; ///< Items taken from other threads.
  std::int64_t ran = 0;    ///< Nodes.
  double busy = 0;         ///< Sum of the bodies that ran.
};

/// One encounter. Equal arguments give equal outcomes.
Outcome simulate(const TaskGraph &graph, Way way, int threads,
                 const Costs &costs, std::uint64_t seed);

} // namespace simulator

#endif // REPRISE_BENCHMARKS_SIMULATOR_SIMULATION_H
