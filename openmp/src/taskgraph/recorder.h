//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Turns the constructs that one execution of a region meets into a graph. It
// hangs off the encountering task (kmp_taskdata_t::td_ompx_recorder) while the
// region's block runs, so any number of recordings may go on at once.

#ifndef OMPX_TASKGRAPH_RECORDER_H
#define OMPX_TASKGRAPH_RECORDER_H

#include "taskgraph/graph_builder.h"

namespace ompx {

class Recorder {
  GraphBuilder builder;
  kmp_taskdata_t *encountering;
  void *args;
  size_t args_size;
  kmp_uint32 expected_tasks = 0;
  kmp_uint32 expected_waits; // td_taskwait_counter if only known waits happen
  kmp_uint32 expected_dependence_waits = 0;

public:
  // Number of tasks that the encountering task made, counted where tasks are
  // allocated: more than were recorded means that a called function made some.
  kmp_uint32 made_tasks = 0;
  // Number of its waits for dependences, counted likewise.
  kmp_uint32 dependence_waits = 0;
  // The taskloop whose chunks are being made, or null, and its if clause.
  const ompx_taskgraph_task_t *taskloop = nullptr;
  bool taskloop_undeferred = false;

  Recorder(kmp_taskdata_t *task, void *region_args, size_t size)
      : encountering(task), args(region_args), args_size(size),
        expected_waits(task->td_taskwait_counter) {}

  void task(kmp_task_t *task, const ompx_taskgraph_task_t *site,
            bool undeferred, kmp_int32 ndeps, const kmp_depend_info_t *deps) {
    ++expected_tasks;
    builder.addTask(task, site, args, undeferred, ndeps, deps);
  }
  /// An undeferred task with dependences waits for them first.
  void dependenceWait() { ++expected_dependence_waits; }
  /// The task that a taskloop copies its chunks from; it never runs.
  void taskloopPattern() { ++expected_tasks; }
  /// A copy, made without an allocation that made_tasks would count.
  void taskloopChunk(kmp_task_t *chunk);
  void taskwait(kmp_int32 ndeps, const kmp_depend_info_t *deps, bool nowait);
  void beginGroup() { builder.beginGroup(); }
  void endGroup();
  void reductions(kmp_uint32 count, const ompx_taskred_input_t *items,
                  ompx_taskred_refresh_t refresh);

  /// The region cannot be replayed; the first reason given is kept.
  void cannotReplay(const char *reason) { builder.refuse(reason); }

  /// The finished graph, or null and the reason.
  Graph *finish(const char **reason);
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_RECORDER_H
