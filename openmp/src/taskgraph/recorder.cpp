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

void Recorder::taskloopChunk(kmp_task_t *chunk) {
  if (!taskloop) {
    builder.refuse("a function called from the region contains a taskloop");
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
  builder.addTaskwait(ndeps, deps, nowait);
}

void Recorder::endGroup() {
  ++expected_waits;
  builder.endGroup();
}

void Recorder::reductions(kmp_uint32 count, const ompx_taskred_input_t *items,
                          ompx_taskred_refresh_t refresh) {
  if (!refresh)
    builder.refuse(
        "a reduction item cannot be found again in a later encounter");
  builder.addReductions(count, items, refresh);
}

Graph *Recorder::finish(const char **reason) {
  if (made_tasks != expected_tasks)
    builder.refuse("a function called from the region, or a construct that "
                   "cannot be replayed, creates tasks");
  if (encountering->td_taskwait_counter != expected_waits ||
      dependence_waits != expected_dependence_waits)
    builder.refuse("a function called from the region waits for tasks");
  Graph *graph = builder.finish(args_size);
  if (graph && !(graph->args = graph->memory.allocate(args_size))) {
    builder.refuse(no_memory);
    delete graph;
    graph = nullptr;
  }
  if (graph)
    memcpy(graph->args, args, args_size);
  *reason = builder.refused();
  return graph;
}

} // namespace ompx
