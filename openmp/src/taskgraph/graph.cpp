//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Describing recorded tasks and destroying what a graph owns; see graph.h.

#include "taskgraph/graph.h"

namespace ompx {

TaskType::TaskType(const kmp_task_t *task, const ompx_taskgraph_task_t *made_by)
    : site(made_by), head(*task), shareds(0) {
  const auto *td = reinterpret_cast<const kmp_taskdata_t *>(task) - 1;
  size = kmp_uint32(td->td_size_alloc - sizeof(*td));
  flags = td->td_flags;
  if (task->shareds)
    shareds = kmp_uint32(static_cast<const char *>(task->shareds) -
                         reinterpret_cast<const char *>(task));
  head.shareds = nullptr;
  size_t left_out = shareds ? 0 : sizeof(kmp_task_t) & ~(Arena::Alignment - 1);
  stored = dataSize() != 0 ? size - kmp_uint32(left_out) : 0;
}

const char *TaskType::obstacleTo(const kmp_task_t *task,
                                 const ompx_taskgraph_task_t *made_by) {
  const auto *td = reinterpret_cast<const kmp_taskdata_t *>(task) - 1;
  if (made_by->flags & OMPX_TASK_NOT_REPLAYABLE)
    return "a task shares a variable that is declared in the region, or copies "
           "one that a later task may change";
  if (td->td_flags.detachable == TASK_DETACHABLE)
    return "a detachable task cannot be replayed";
  if (td->td_flags.tiedness == TASK_UNTIED)
    return "an untied task cannot be replayed yet";
  if (td->td_flags.proxy == TASK_PROXY || td->td_flags.target ||
      td->td_flags.hidden_helper)
    return "a target task cannot be replayed yet";
  if (td->td_size_alloc > MaxSize)
    return "the data of a task are too large";
  return nullptr;
}

int Graph::compareAddresses(const void *left, const void *right) {
  kmp_intptr_t a = *static_cast<const kmp_intptr_t *>(left);
  kmp_intptr_t b = *static_cast<const kmp_intptr_t *>(right);
  return a < b ? -1 : a > b;
}

void Graph::destroyImages(const Node *nodes, kmp_uint32 count,
                          const TaskType *types, kmp_uint32 type_count) {
  bool any = false;
  for (kmp_uint32 i = 0; i < type_count; ++i)
    any |= types[i].ownsObjects();
  for (kmp_uint32 i = 0; any && i < count; ++i) {
    const Node &node = nodes[i];
    if (node.image && types[node.type].ownsObjects())
      types[node.type].head.data1.destructors(__kmp_get_gtid(), node.image);
  }
}

} // namespace ompx
