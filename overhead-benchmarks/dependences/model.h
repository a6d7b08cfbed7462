//===- model.h - What a task library has to offer ---------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// main.cpp times and checks; one file per task library makes the tasks. Each
// program is linked with exactly one of them.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_DEPENDENCES_MODEL_H
#define REPRISE_BENCHMARKS_DEPENDENCES_MODEL_H

#include "graph.h"

#include <functional>

namespace dependences {

struct Setting {
  int threads; ///< OMP_NUM_THREADS, for every library.
  /// Only the thread that makes tasks also runs them. OpenMP: the others are
  /// blocked outside the library. Others: as few threads as it allows.
  bool asleep;
  /// 1: the graph is built once, untimed, and run each time. 2: likewise, but
  /// the block of the taskgraph runs each time and makes its tasks again. 3:
  /// there are no tasks, for the time of the work alone.
  int rerun;
};

namespace model {

extern const char *const program;
/// A function of the library, by which its file is found.
extern const char *const library_symbol;

/// Why this library cannot run the graph in this way; empty if it can.
std::string misfit(const Graph &graph, const Setting &setting);

/// Starts threads, calls `work` on the one that makes tasks, and returns how
/// many threads run tasks.
int inTeam(const Setting &setting, Graph &graph,
           const std::function<void()> &work);

/// Makes all tasks of the graph and waits for them. A checked task calls
/// graph.enter() and graph.leave(). Caller: `work` above.
void encounter(Graph &graph, bool checked);

} // namespace model
} // namespace dependences

#endif // REPRISE_BENCHMARKS_DEPENDENCES_MODEL_H
