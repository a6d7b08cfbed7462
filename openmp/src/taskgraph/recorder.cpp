//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What can be recorded and what cannot; see recorder.h.

#include "taskgraph/recorder.h"

namespace ompx {

void Recorder::task(kmp_task_t *task, const ompx_taskgraph_task_t *site,
                    bool undeferred, kmp_int32 ndeps,
                    const kmp_depend_info_t *deps) {
  kmp_tasking_flags_t flags = KMP_TASK_TO_TASKDATA(task)->td_flags;
  ++expected_tasks;
  if (site->flags & OMPX_TASK_NOT_REPLAYABLE)
    cannotReplay("a task shares a variable that is declared in the region, "
                 "or copies one that a later task may change");
  else if (flags.detachable == TASK_DETACHABLE)
    cannotReplay("a detachable task cannot be replayed");
  else if (flags.tiedness == TASK_UNTIED)
    cannotReplay("an untied task cannot be replayed yet");
  else if (flags.proxy == TASK_PROXY || flags.target || flags.hidden_helper)
    cannotReplay("a target task cannot be replayed yet");
  if (undeferred && ndeps > 0)
    ++expected_dependence_waits;
  if (!obstacle)
    builder.addTask(task, site, args, undeferred, ndeps, deps);
}

void Recorder::taskloopChunk(kmp_task_t *chunk) {
  if (!taskloop) {
    cannotReplay("a function called from the region contains a taskloop");
    return;
  }
  ++made_tasks;
  task(chunk, taskloop, taskloop_undeferred, 0, nullptr);
}

void Recorder::taskwait(kmp_int32 ndeps, const kmp_depend_info_t *deps,
                        bool nowait) {
  if (ndeps == 0)
    ++expected_waits;
  else
    ++expected_dependence_waits;
  if (!obstacle)
    builder.addTaskwait(ndeps, deps, nowait);
}

void Recorder::endGroup() {
  ++expected_waits;
  builder.endGroup();
}

void Recorder::reductions(kmp_uint32 count, const ompx_taskred_input_t *items,
                          ompx_taskred_refresh_t refresh) {
  if (!refresh)
    cannotReplay("a reduction item cannot be found again in a later encounter");
  if (!obstacle)
    builder.addReductions(count, items, refresh);
}

Graph *Recorder::finish(const char **reason) {
  if (made_tasks != expected_tasks)
    cannotReplay("a function called from the region, or a construct that "
                 "cannot be replayed, creates tasks");
  if (encountering->td_taskwait_counter != expected_waits ||
      dependence_waits != expected_dependence_waits)
    cannotReplay("a function called from the region waits for tasks");
  Graph *graph = obstacle ? nullptr : builder.finish(args_size);
  if (graph && !(graph->args = graph->memory.allocate(args_size))) {
    delete graph;
    graph = nullptr;
  }
  if (graph)
    memcpy(graph->args, args, args_size);
  else
    cannotReplay("there was no memory for the graph");
  *reason = obstacle;
  return graph;
}

} // namespace ompx
