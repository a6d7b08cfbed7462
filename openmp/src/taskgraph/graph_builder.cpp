//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// From depend clauses to edges; see graph_builder.h.

#include "taskgraph/graph_builder.h"
#include "support/settings.h"

#include <new>

namespace ompx {

namespace {

template <typename T> T *allocateArray(Arena &memory, size_t count) {
  return static_cast<T *>(memory.allocate(count * sizeof(T)));
}

} // namespace

GraphBuilder::GraphBuilder(bool keep_images) : images(keep_images) {
  GroupState implicit = {};
  if (!groups.push(implicit))
    refuse(no_memory);
}

/// Tasks that one construct makes are nearly always of one type. A type that
/// was driven out of `recent_types` is described again, which costs only
/// memory.
inline kmp_uint32 GraphBuilder::typeOf(const kmp_task_t *task,
                                       const ompx_taskgraph_task_t *maker) {
  auto place = reinterpret_cast<kmp_uintptr_t>(task->routine) / 16;
  kmp_uint32 &recent = recent_types[place % RecentTypes];
  if (recent < types.size() && types[recent].describes(task, maker))
    return recent;
  return recent = addType(task, maker);
}

kmp_uint32 GraphBuilder::addType(const kmp_task_t *task,
                                 const ompx_taskgraph_task_t *maker) {
  if (const char *reason = TaskType::obstacleTo(task))
    refuse(reason);
  else if (types.size() == Graph::MaxTypes || !types.push({task, maker}))
    refuse(no_memory);
  return types.size() - 1;
}

void GraphBuilder::addTask(NodeKind kind, kmp_task_t *task,
                           const ompx_taskgraph_task_t *maker, kmp_int32 ndeps,
                           const kmp_depend_info_t *deps) {
  if (UNLIKELY(stopped()))
    return;
  kmp_uint32 type_index = typeOf(task, maker);
  Node *node = obstacle ? nullptr : rule.begin(kind, ndeps, deps);
  if (UNLIKELY(!node))
    return;
  const TaskType &type = types[type_index];
  node->type = type_index;
  node->no_runtime = type.needsNoDescriptor();
  if (UNLIKELY(notesPlaces()))
    notePlace(task);
  if (UNLIKELY(type.flags.priority_specified) && __kmp_max_task_priority > 0)
    notePriority(task);
  if (UNLIKELY(!type.placeTask(block_units, node->block)))
    refuse(no_memory);
  if (images && !addImage(*node, type, task))
    return;
  rule.end();
}

/// Keeps a task's data, and the whole task where a replay can run that.
inline bool GraphBuilder::addImage(Node &node, const TaskType &type,
                                   const kmp_task_t *task) {
  node.in_place = type.isConstant();
  if (!node.in_place && type.dataSize() == 0)
    return true;
  size_t head = node.in_place ? sizeof(*task) : 0;
  char *image = static_cast<char *>(
      memory.allocate(head + type.dataSize(),
                      head ? alignmentOf(type.ownSize()) : Arena::Alignment));
  if (UNLIKELY(!image)) {
    refuse(no_memory);
    return false;
  }
  node.image = image + head;
  memcpy(node.image, task + 1, type.dataSize());
  if (head) {
    auto *copy = ::new (image) kmp_task_t(*task);
    if (type.shareds)
      copy->shareds = image + type.shareds;
  }
  return true;
}

void GraphBuilder::notePlace(const kmp_task_t *task) {
  const auto *td = reinterpret_cast<const kmp_taskdata_t *>(task) - 1;
  if (places.resizeZeroed(rule.nodes.size()))
    places.back() = td->td_ident;
  else
    refuse(no_memory);
}

void GraphBuilder::noteCaller(void *caller) {
  if (stopped())
    return;
  if (callers.resizeZeroed(rule.nodes.size()))
    callers.back() = caller;
  else
    refuse(no_memory);
}

void GraphBuilder::notePriority(const kmp_task_t *task) {
  if (priorities.resizeZeroed(rule.nodes.size()))
    priorities.back() = task->data2.priority;
  else
    refuse(no_memory);
}

void GraphBuilder::addUndeferred() {
  if (!stopped())
    rule.addUndeferred();
}

void GraphBuilder::addTaskwait(kmp_int32 ndeps, const kmp_depend_info_t *deps,
                               bool nowait) {
  if (!stopped())
    rule.addTaskwait(ndeps, deps, nowait);
}

void GraphBuilder::beginGroup() {
  GroupState state = {};
  state.group.parent = rule.group;
  state.first_node = rule.nodes.size();
  if (!groups.push(state))
    refuse(no_memory);
  else
    rule.group = groups.size() - 1;
}

void GraphBuilder::endGroup() {
  if (stopped())
    return;
  rule.addGroupEnd(groups[rule.group].first_node);
  rule.group = groups[rule.group].group.parent;
}

void GraphBuilder::addReductions(kmp_uint32 count,
                                 const ompx_taskred_input_t *items) {
  auto *copy = allocateArray<ompx_taskred_input_t>(memory, count);
  if (!copy)
    refuse(no_memory);
  if (stopped())
    return;
  memcpy(copy, items, count * sizeof(*copy));
  Group &reducing = groups[rule.group].group;
  reducing.reductions = count;
  reducing.items = copy;
  rule.addGroupBegin();
}

Graph *GraphBuilder::finish(size_t args_size) {
  Graph *graph = stopped() ? nullptr : new Graph;
  if (!graph || !fill(*graph)) {
    refuse(no_memory);
    delete graph;
    return nullptr;
  }
  graph->args_size = args_size;
  graph->nodes = rule.nodes.release();
  graph->memory.adopt(memory);
  return graph;
}

/// Makes the graph of what was gathered, but for the nodes, which stay the
/// builder's until finish() gives them away.
bool GraphBuilder::fill(Graph &graph) {
  kmp_uint32 count = rule.nodes.size(), objects = rule.objectCount();
  if (count > Graph::MaxNodes || !rule.close())
    return false;
  // The End's fields are the ends of the last node's. Behind it is memory that
  // the graph has anyway.
  Vector<Node> &nodes = rule.nodes;
  memory.borrow(nodes.unused(), nodes.unusedSize());
  graph.types = allocateArray<TaskType>(memory, types.size());
  graph.groups = allocateArray<Group>(memory, groups.size());
  graph.addresses = allocateArray<kmp_intptr_t>(memory, objects);
  graph.node_locks = allocateArray<kmp_uint32>(memory, rule.lockCount());
  graph.objects = allocateArray<kmp_intptr_t>(memory, objects);
  graph.first_dependence = allocateArray<kmp_uint32>(memory, nodes.size());
  graph.dependences =
      allocateArray<Dependence>(memory, rule.dependences.size());
  graph.successors = allocateArray<Successor>(memory, rule.edgeCount());
  graph.roots = allocateArray<kmp_uint32>(memory, rule.rootCount());
  if (!graph.types || !graph.groups || !graph.addresses || !graph.node_locks ||
      !graph.objects || !graph.first_dependence || !graph.dependences ||
      !graph.successors || !graph.roots)
    return false;

  rule.writeEdges(graph.successors, graph.roots);
  rule.writeLocks(graph.node_locks);
  graph.lock_count = rule.lockCount() ? objects : 0;

  memcpy(static_cast<void *>(graph.types), types.data(),
         types.size() * sizeof(TaskType));
  graph.type_count = types.size();
  if (!fillFields(graph, memory))
    return false;
  for (kmp_uint32 i = 0; i < groups.size(); ++i)
    graph.groups[i] = groups[i].group;
  for (kmp_uint32 i = 0; i < objects; ++i)
    graph.addresses[i] = graph.objects[i] = rule.address(i);
  memcpy(graph.first_dependence, rule.first_dependence.data(),
         nodes.size() * sizeof(kmp_uint32));
  if (rule.dependences.size())
    memcpy(static_cast<void *>(graph.dependences), rule.dependences.data(),
           rule.dependences.size() * sizeof(Dependence));
  qsort(graph.addresses, objects, sizeof(kmp_intptr_t),
        Graph::compareAddresses);

  if (places.size() && !places.resizeZeroed(count))
    return false;
  graph.places = places.release();
  if (callers.size() && !callers.resizeZeroed(count))
    return false;
  graph.callers = callers.release();
  if (priorities.size()) {
    if (!priorities.resizeZeroed(count))
      return false;
    for (kmp_uint32 i = 0; i < count; ++i)
      nodes[i].by_priority = 1;
  }
  graph.priorities = priorities.release();
  graph.node_count = count;
  graph.root_count = rule.rootCount();
  graph.group_count = groups.size();
  graph.address_count = objects;
  graph.block_units = block_units;
  graph.names_all_memory = rule.namesAllMemory();
  graph.has_taskwait = rule.has_taskwait;
  graph.has_wait = rule.hasWait();
  graph.keeps_values = keeps_values;
  for (kmp_uint32 i = 0; i < types.size(); ++i)
    graph.has_targets |= types[i].leftToLibomp();
  return true;
}

bool fillFields(Graph &graph, Arena &memory) {
  Vector<Value> values;
  kmp_uint32 bytes = 0;
  graph.fields = allocateArray<TypeFields>(memory, graph.type_count);
  if (!graph.fields)
    return false;
  for (kmp_uint32 t = 0; t < graph.type_count; ++t) {
    const ompx_taskgraph_task_t *maker = graph.types[t].made_by;
    kmp_uint32 count = maker ? maker->count : 0;
    TypeFields &fields = graph.fields[t];
    fields = {allocateArray<ValueField>(memory, count),
              allocateArray<AddressField>(memory, count), 0, 0};
    if (!fields.values || !fields.addresses)
      return false;
    for (kmp_uint32 i = 0; i < count; ++i) {
      const ompx_taskgraph_field_t &f = maker->fields[i];
      kmp_uint32 to =
          f.offset +
          (f.flags & OMPX_FIELD_SHAREDS ? graph.types[t].shareds : 0);
      if (!(f.flags & OMPX_FIELD_VALUE)) {
        fields.addresses[fields.address_count++] = {to, f.size, f.word,
                                                    f.delta};
        continue;
      }
      kmp_uint32 known = 0;
      while (known < values.size() &&
             (values[known].global != f.global ||
              values[known].delta != f.delta || values[known].word != f.word ||
              values[known].size != f.size))
        ++known;
      if (known == values.size()) {
        if (!values.push({f.global, f.delta, f.word, f.size, bytes}))
          return false;
        bytes += (f.size + 7) & ~7u;
      }
      fields.values[fields.value_count++] = {to, f.size, values[known].place,
                                             known};
      ++graph.value_fields;
    }
  }
  graph.values = allocateArray<Value>(memory, values.size());
  if (!graph.values)
    return false;
  if (values.size())
    memcpy(static_cast<void *>(graph.values), values.data(),
           values.size() * sizeof(Value));
  graph.value_count = values.size();
  graph.value_bytes = bytes;
  return true;
}

} // namespace ompx
