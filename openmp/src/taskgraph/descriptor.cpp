//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Making, binding and leaving descriptors; see descriptor.h.

#include "taskgraph/descriptor.h"
#include "kmp_itt.h"
#include "kmp_taskdeps.h"
#include "ompx_hooks.h"

namespace ompx {

/// As __kmp_task_alloc(), which also ends the program without memory. The
/// kmp_task_t behind it is for __kmp_free_task().
static kmp_taskdata_t *create(kmp_info_t *thread) {
  size_t size = sizeof(kmp_taskdata_t) + sizeof(kmp_task_t);
  auto *td = static_cast<kmp_taskdata_t *>(__kmp_fast_allocate(thread, size));
  memset(static_cast<void *>(td), 0, size);
  td->td_task_id = KMP_GEN_TASK_ID();
  td->td_alloc_thread = thread;
  td->td_last_tied = td;
  td->td_size_alloc = size;
  td->td_allow_completion_event.type = KMP_EVENT_UNINITIALIZED;
  // mo: relaxed; nobody else knows it. Counts the task itself
  td->td_allocated_child_tasks.store(1, std::memory_order_relaxed);
  return td;
}

Descriptor::~Descriptor() {
  if (!td)
    return;
  if (!thread->th.th_ompx_descriptor)
    thread->th.th_ompx_descriptor = td;
  else
    __kmp_fast_free(thread, td);
}

void Descriptor::bind(const Instance &from) {
  if (!td) {
    td = thread->th.th_ompx_descriptor;
    thread->th.th_ompx_descriptor = nullptr;
    if (!td)
      td = create(thread);
  }
  td->td_team = from.team;
  td->td_parent = from.parent;
  td->td_level = from.level + 1;
  td->td_task_team = from.task_team;
  copy_icvs(&td->td_icvs, const_cast<kmp_internal_control_t *>(&from.icvs));
  td->td_ompx_sets_icvs = false;
  bound_to = &from;
}

bool Descriptor::prepare(const Instance &from, const Node &node) {
  if (bound_to != &from)
    bind(from);
  const TaskType &of = from.graph->types[node.type];
  kmp_uint32 flags = of.ownFlags() | from.run_flags;
  memcpy(&td->td_flags, &flags, sizeof(flags));
  td->td_taskgroup = from.group_now[node.group];
  type = node.type;
  group = node.group;
  usual_of = from.usual && of.usual ? &from : nullptr;
  return usual_of;
}

/// A task has left something behind.
void Descriptor::clean(kmp_int32 references) {
  if (td->td_ompx_stream) {
    __kmp_ompx_end_stream(thread, td, StreamEnd::Later);
    // mo: acquire; as in end()
    references = td->td_allocated_child_tasks.load(std::memory_order_acquire);
  }
  if (td->td_dephash) {
    __kmp_dephash_free(thread, td->td_dephash);
    td->td_dephash = NULL;
  }
  if (references != 1)
    return leave();
  if (td->td_ompx_domain)
    __kmp_ompx_close_domain(thread, td);
  unbind(); // the next task has the instance's ICVs
}

/// The counterpart of what an ordinary task counts when it is made and when it
/// has ended. The children keep the parent, too.
void Descriptor::leave() {
  kmp_taskdata_t *left = td;
  bool holds_parent = bound_to->holds_parent;
  td = nullptr;
  unbind();
  bool serial = left->td_flags.team_serial || left->td_flags.tasking_ser;
  if (!serial && holds_parent)
    KMP_ATOMIC_INC(&left->td_parent->td_allocated_child_tasks);
  left->td_flags.executing = 0;
  left->td_flags.complete = 1;
  __kmp_free_task_and_ancestors(thread->th.th_info.ds.ds_gtid, left, thread);
}

} // namespace ompx
