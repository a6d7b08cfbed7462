//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Using a graph that the compiler built; see static_load.h.

#include "taskgraph/static_load.h"
#include "taskgraph/graph_builder.h"

#include <new>

namespace ompx {

namespace {

TaskType typeOf(const StaticType &from) {
  kmp_tasking_flags_t flags = {};
  memcpy(&flags, &from.flags, sizeof(from.flags));
  flags.tasktype = TASK_EXPLICIT;
  size_t data = TaskType::placeOfShareds(from.size);
  auto entry = reinterpret_cast<kmp_routine_entry_t>(
      reinterpret_cast<kmp_uintptr_t>(from.entry));
  return TaskType(entry, from.shareds_size ? kmp_uint32(data) : 0,
                  kmp_uint32(data + from.shareds_size), flags, from.construct);
}

/// Nodes of the graph's own, which say that there are priorities.
bool copyNodes(Graph &graph, const StaticGraph &compiled) {
  size_t size = (size_t(compiled.node_count) + 1) * sizeof(Node);
  auto *nodes = static_cast<Node *>(KMP_INTERNAL_MALLOC(size));
  if (!nodes)
    return false;
  memcpy(static_cast<void *>(nodes), compiled.nodes, size);
  for (kmp_uint32 i = 0; i <= compiled.node_count; ++i)
    nodes[i].by_priority = 1;
  graph.nodes = nodes;
  return true;
}

bool copyPriorities(Graph &graph, const StaticGraph &compiled) {
  size_t size = compiled.node_count * sizeof(kmp_int32);
  graph.priorities = static_cast<kmp_int32 *>(KMP_INTERNAL_MALLOC(size));
  if (!graph.priorities)
    return false;
  memcpy(graph.priorities, compiled.priorities, size);
  return true;
}

bool fill(Graph &graph, const StaticGraph &compiled) {
  auto allocate = [&graph](auto *&array, size_t count) {
    array = static_cast<decltype(+array)>(
        graph.memory.allocate(count * sizeof(*array)));
    return array != nullptr;
  };
  if (!allocate(graph.types, compiled.type_count) ||
      !allocate(graph.groups, compiled.group_count) ||
      !allocate(graph.symbols, compiled.symbol_count) ||
      !allocate(graph.ranges, 2 * size_t(compiled.range_count)))
    return false;
  for (kmp_uint32 i = 0; i < compiled.type_count; ++i)
    ::new (&graph.types[i]) TaskType(typeOf(compiled.types[i]));
  for (kmp_uint32 i = 0; i < compiled.group_count; ++i)
    graph.groups[i] = {compiled.group_parents[i], 0, nullptr};
  memset(graph.symbols, 0, compiled.symbol_count * sizeof(*graph.symbols));
  memset(graph.ranges, 0, compiled.range_count * sizeof(*graph.ranges));
  graph.fitted = compiled.range_count == 0;
  graph.type_count = compiled.type_count;
  if (!fillFields(graph, graph.memory))
    return false;
  // Nobody writes what recorded graphs have in the same arrays.
  graph.nodes = const_cast<Node *>(compiled.nodes);
  graph.successors = const_cast<Successor *>(compiled.successors);
  graph.roots = const_cast<kmp_uint32 *>(compiled.roots);
  graph.node_locks = const_cast<kmp_uint32 *>(compiled.node_locks);
  graph.first_dependence = const_cast<kmp_uint32 *>(compiled.first_dependence);
  graph.dependences = const_cast<Dependence *>(compiled.dependences);
  graph.node_count = compiled.node_count;
  graph.root_count = compiled.root_count;
  graph.group_count = compiled.group_count;
  graph.address_count = compiled.object_count;
  graph.lock_count = compiled.lock_count ? compiled.object_count : 0;
  graph.block_units = compiled.block_units;
  graph.names_all_memory = compiled.flags & StaticAllMemory;
  graph.has_taskwait = compiled.flags & StaticTaskwait;
  graph.has_wait = compiled.flags & StaticWait;
  graph.args_size = compiled.args_size;
  bool heeds_priorities = compiled.priorities && __kmp_max_task_priority > 0;
  return !heeds_priorities ||
         (copyPriorities(graph, compiled) && copyNodes(graph, compiled));
}

/// Takes the ranges of this encounter. Returns whether one is another than the
/// last time.
bool takeRanges(const StaticGraph &compiled, const uint64_t *values,
                ObjectRange *ranges) {
  bool moved = false;
  for (kmp_uint32 i = 0; i < compiled.range_count; ++i) {
    const StaticRange &range = compiled.ranges[i];
    ObjectRange now = {valueOf(compiled, values, range.form, range.first),
                       valueOf(compiled, values, range.form, range.last)};
    moved |= now.first != ranges[i].first || now.last != ranges[i].last;
    ranges[i] = now;
  }
  return moved;
}

/// Whether no two of the ranges overlap, and none has an address that orders
/// nothing. Sorts them.
bool areApart(ObjectRange *ranges, kmp_uint32 count) {
  qsort(ranges, count, sizeof(*ranges), [](const void *a, const void *b) {
    kmp_uint64 left = static_cast<const ObjectRange *>(a)->first;
    kmp_uint64 right = static_cast<const ObjectRange *>(b)->first;
    return left < right ? -1 : int(left > right);
  });
  for (kmp_uint32 i = 0; i < count; ++i)
    if (ranges[i].first > ranges[i].last || ranges[i].first == 0 ||
        ranges[i].last == ~kmp_uint64(0) ||
        (i > 0 && ranges[i - 1].last >= ranges[i].first))
      return false;
  return true;
}

} // namespace

Graph *loadStatic(const StaticGraph &compiled) {
  if (compiled.version != StaticGraph::Version)
    return nullptr;
  Graph *graph = new Graph;
  if (!graph)
    return nullptr;
  graph->compiled = &compiled;
  if (fill(*graph, compiled))
    return graph;
  delete graph;
  return nullptr;
}

bool fits(Graph &graph, const void *args) {
  const StaticGraph &compiled = *graph.compiled;
  if (takeSymbols(compiled, args, graph.symbols) &&
      takeRanges(compiled, graph.symbols, graph.ranges)) {
    ObjectRange *sorted = graph.ranges + compiled.range_count;
    memcpy(sorted, graph.ranges, compiled.range_count * sizeof(*sorted));
    graph.fitted = areApart(sorted, compiled.range_count);
  }
  return graph.fitted;
}

kmp_intptr_t *staticAddresses(const StaticGraph &compiled, const void *args) {
  size_t words = size_t(compiled.object_count) + compiled.symbol_count;
  auto *addresses = static_cast<kmp_intptr_t *>(
      KMP_INTERNAL_CALLOC(words + 1, sizeof(kmp_intptr_t)));
  if (!addresses)
    return nullptr;
  auto *values =
      reinterpret_cast<uint64_t *>(addresses + compiled.object_count);
  takeSymbols(compiled, args, values);
  for (kmp_uint32 i = 0; i < compiled.object_count; ++i)
    addresses[i] =
        kmp_intptr_t(valueOf(compiled, values, compiled.objects[i].form,
                             compiled.objects[i].offset));
  return addresses;
}

} // namespace ompx
