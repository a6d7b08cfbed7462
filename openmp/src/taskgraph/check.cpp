//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Comparing a replay with the block; see check.h.

#include "taskgraph/check.h"
#include "taskgraph/outputs.h"
#include "taskgraph/static_load.h"

namespace ompx {

namespace {

template <typename T> bool sameArray(const T *a, const T *b, size_t count) {
  return count == 0 ||
         memcmp(static_cast<const void *>(a), static_cast<const void *>(b),
                count * sizeof(T)) == 0;
}

bool sameSuccessors(const Graph &a, const Graph &b, kmp_uint32 node) {
  kmp_uint32 count =
      a.nodes[node + 1].first_successor - a.nodes[node].first_successor;
  return count == b.nodes[node + 1].first_successor -
                      b.nodes[node].first_successor &&
         sameArray(a.successors + a.nodes[node].first_successor,
                   b.successors + b.nodes[node].first_successor, count);
}

bool sameDependences(const Graph &a, const Graph &b, kmp_uint32 node) {
  kmp_uint32 count = a.first_dependence[node + 1] - a.first_dependence[node];
  return count == b.first_dependence[node + 1] - b.first_dependence[node] &&
         sameArray(a.dependences + a.first_dependence[node],
                   b.dependences + b.first_dependence[node], count);
}

bool sameOutputs(const Outputs *a, const Outputs *b) {
  return a && b ? *a == *b : !a && !b;
}

bool sameObjects(const Instance &predicted, const Graph &made) {
  const Graph &graph = *predicted.graph;
  if (graph.address_count != made.address_count)
    return false;
  const StaticGraph *compiled = graph.compiled;
  if (!compiled)
    return sameArray(graph.objects, made.objects, graph.address_count);
  for (kmp_uint32 i = 0; i < graph.address_count; ++i)
    if (kmp_intptr_t(valueOf(*compiled, predicted.symbols,
                             compiled->objects[i].form,
                             compiled->objects[i].offset)) != made.objects[i])
      return false;
  return true;
}

/// What a task has of a reduction is found anew by each execution.
bool reduces(const Graph &graph) {
  for (kmp_uint32 i = 0; i < graph.group_count; ++i)
    if (graph.groups[i].reductions)
      return true;
  return false;
}

} // namespace

Difference compare(const Instance &predicted, const Graph &made) {
  const Graph &graph = *predicted.graph;
  bool compare_data = !reduces(made);
  for (kmp_uint32 i = 0; i < made.node_count; ++i) {
    const Node &now = made.nodes[i];
    const ident_t *place = made.places ? made.places[i] : nullptr;
    if (i == graph.node_count)
      return {"the block makes more tasks", place};
    const Node &then = graph.nodes[i];
    if (now.kind != then.kind || now.group != then.group)
      return {"the block makes and waits for tasks in another order", place};
    if (!sameDependences(graph, made, i) || !sameSuccessors(graph, made, i))
      return {"a task has other dependences", place};
    if (!now.isTask())
      continue;
    const TaskType &type = made.types[now.type];
    const TaskType &recorded = graph.types[then.type];
    if (type.head.routine != recorded.head.routine ||
        type.size != recorded.size ||
        TaskType::given(type.flags) != TaskType::given(recorded.flags))
      return {"the block makes another task", place};
    if (graph.priorities && made.priorities &&
        graph.priorities[i] != made.priorities[i])
      return {"a task has another priority", place};
    if (!compare_data || !now.image)
      continue;
    // The place of a task's own shared variables is not part of its data.
    if (memcmp(predicted.replayed(then) + 1, now.image, type.dataSize()) != 0)
      return {"a task has other data", place};
  }
  if (made.node_count != graph.node_count)
    return {"the block makes fewer tasks", nullptr};
  if (!sameObjects(predicted, made))
    return {"tasks depend on other objects", nullptr};
  if (!sameOutputs(graph.outputs, made.outputs))
    return {"the block leaves another value in a variable", nullptr};
  return {nullptr, nullptr};
}

} // namespace ompx
