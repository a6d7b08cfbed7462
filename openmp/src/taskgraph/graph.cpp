//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Copying recorded tasks and destroying what a graph owns; see graph.h.

#include "taskgraph/graph.h"

namespace ompx {

void Graph::copyTask(kmp_task_t *copy, const kmp_task_t *task, size_t size,
                     const ompx_taskgraph_task_t *site) {
  bool trivial = !(site->flags & OMPX_TASK_NONTRIVIAL);
  memcpy(static_cast<void *>(copy), task, trivial ? size : sizeof(kmp_task_t));
  if (!trivial)
    memset(reinterpret_cast<char *>(copy) + sizeof(kmp_task_t), 0,
           size - sizeof(kmp_task_t));
  if (task->shareds)
    copy->shareds = reinterpret_cast<char *>(copy) +
                    (static_cast<const char *>(task->shareds) -
                     reinterpret_cast<const char *>(task));
}

int Graph::compareAddresses(const void *left, const void *right) {
  kmp_intptr_t a = *static_cast<const kmp_intptr_t *>(left);
  kmp_intptr_t b = *static_cast<const kmp_intptr_t *>(right);
  return a < b ? -1 : a > b;
}

void Graph::destroyImage(const Node &node) {
  if (node.kind == NodeKind::Task && node.flags.destructors_thunk &&
      (node.site->flags & OMPX_TASK_NONTRIVIAL))
    node.image->data1.destructors(__kmp_get_gtid(), node.image);
}

} // namespace ompx
