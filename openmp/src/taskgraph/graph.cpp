//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Describing recorded tasks and destroying what a graph owns; see graph.h.

#include "taskgraph/graph.h"
#include "shared/hash.h"
#include "shared/static_graph.h"
#include "taskgraph/crossing.h"
#include "taskgraph/inputs.h"
#include "taskgraph/outputs.h"

namespace ompx {

TaskType::TaskType(const kmp_task_t *task, const ompx_taskgraph_task_t *maker)
    : made_by(maker), head(*task), shareds(0) {
  const auto *td = reinterpret_cast<const kmp_taskdata_t *>(task) - 1;
  size = kmp_uint32(td->td_size_alloc - sizeof(*td));
  flags = td->td_flags;
  if (task->shareds)
    shareds = kmp_uint32(static_cast<const char *>(task->shareds) -
                         reinterpret_cast<const char *>(task));
  head.shareds = nullptr;
  findKind();
}

TaskType::TaskType(kmp_routine_entry_t entry, kmp_uint32 place_of_shareds,
                   kmp_uint32 bytes, const kmp_tasking_flags_t &given_flags,
                   const ompx_taskgraph_task_t *maker)
    : made_by(maker), head(), shareds(place_of_shareds), size(bytes),
      flags(given_flags) {
  head.routine = entry;
  findKind();
}

void TaskType::findKind() {
  // An untied task keeps in them which part comes next.
  changes_data = (made_by && (made_by->flags & OMPX_TASK_CHANGES_DATA)) ||
                 flags.destructors_thunk || goesOnInParts();
  usual = !changes_data && !flags.native;
}

const char *TaskType::obstacleTo(const kmp_task_t *task) {
  const auto *td = reinterpret_cast<const kmp_taskdata_t *>(task) - 1;
  if (td->td_flags.detachable == TASK_DETACHABLE)
    return "a detachable task cannot be in a graph";
  if (td->td_flags.proxy == TASK_PROXY)
    return "a task that others complete cannot be in a graph";
  if (td->td_size_alloc > MaxSize)
    return "the data of a task are too large";
  return nullptr;
}

Graph::~Graph() {
  delete inputs;
  delete outputs;
  Crossing::destroy(Crossing::newest(*this));
  // mo: relaxed; the graph has no users any more
  delete followable.load(std::memory_order_relaxed);
  KMP_INTERNAL_FREE(priorities);
  KMP_INTERNAL_FREE(places);
  KMP_INTERNAL_FREE(callers);
  if (!compiled || nodes != compiled->nodes)
    KMP_INTERNAL_FREE(nodes);
}

kmp_uint64 Graph::computeShape() const {
  kmp_uint64 sum = node_count;
  auto add = [&sum](kmp_uint64 word) { sum = mixed(sum, word); };
  for (kmp_uint32 t = 0; t < type_count; ++t) {
    const TaskType &type = types[t];
    add(reinterpret_cast<kmp_uintptr_t>(type.head.routine));
    add(kmp_uint64(type.size) << 32 | TaskType::given(type.flags) << 1 |
        kmp_uint64(type.shareds != 0));
  }
  for (kmp_uint32 g = 0; g < group_count; ++g)
    add(groups[g].parent);
  for (kmp_uint32 i = 0; i < node_count; ++i) {
    const Node &node = nodes[i];
    add(kmp_uint64(node.group) << 32 | kmp_uint64(node.type) << 8 |
        kmp_uint64(node.kind));
    for (kmp_uint32 d = first_dependence[i]; d < first_dependence[i + 1]; ++d)
      add(dependences[d].bits());
  }
  return sum != 0 ? sum : 1;
}

} // namespace ompx
