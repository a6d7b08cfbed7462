//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// From depend clauses to edges; see graph_builder.h.

#include "taskgraph/graph_builder.h"
#include "shared/bottleneck.h"
#include "support/settings.h"

#include <new>

namespace ompx {

namespace {

template <typename T> T *allocateArray(Arena &memory, size_t count) {
  return static_cast<T *>(memory.allocate(count * sizeof(T)));
}

} // namespace

GraphBuilder::GraphBuilder(bool keep_images) : images(keep_images) {
  Group implicit = {};
  if (!groups.push(implicit))
    refuse(no_memory);
}

//===----------------------------------------------------------------------===//
// While the block runs
//===----------------------------------------------------------------------===//

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

inline bool GraphBuilder::note(StepKind kind, kmp_uint32 number, char *data,
                               kmp_int32 ndeps, const kmp_depend_info_t *deps) {
  bool noted = steps.push({data, items.size(), number, kind});
  for (kmp_int32 i = 0; i < ndeps; ++i)
    noted &= items.push({deps[i].base_addr, deps[i].flag});
  if (UNLIKELY(!noted))
    refuse(no_memory);
  return noted;
}

void GraphBuilder::addTask(NodeKind kind, kmp_task_t *task,
                           const ompx_taskgraph_task_t *maker, kmp_int32 ndeps,
                           const kmp_depend_info_t *deps) {
  if (UNLIKELY(obstacle != nullptr))
    return;
  kmp_uint32 number = typeOf(task, maker);
  if (UNLIKELY(obstacle != nullptr))
    return;
  const TaskType &type = types[number];
  char *data = images ? keepData(type, task) : nullptr;
  if (!note(kind == NodeKind::Task ? StepKind::Task : StepKind::Chunk, number,
            data, ndeps, deps))
    return;
  if (UNLIKELY(notesPlaces()))
    notePlace(task);
  if (UNLIKELY(type.flags.priority_specified) && __kmp_max_task_priority > 0)
    notePriority(task);
}

/// Keeps a task's data, which it may change when it runs, with room for the
/// head of a task where a replay can run that. Null where there are none.
inline char *GraphBuilder::keepData(const TaskType &type,
                                    const kmp_task_t *task) {
  if (type.dataSize() == 0)
    return nullptr;
  bool whole = type.isConstant();
  char *image = static_cast<char *>(
      memory.allocate((whole ? sizeof(*task) : 0) + type.dataSize(),
                      whole ? alignmentOf(type.ownSize()) : Arena::Alignment));
  if (UNLIKELY(!image)) {
    refuse(no_memory);
    return nullptr;
  }
  char *data = image + (whole ? sizeof(*task) : 0);
  memcpy(data, task + 1, type.dataSize());
  return data;
}

void GraphBuilder::notePlace(const kmp_task_t *task) {
  const auto *td = reinterpret_cast<const kmp_taskdata_t *>(task) - 1;
  if (of_steps.places.resizeZeroed(steps.size()))
    of_steps.places.back() = td->td_ident;
  else
    refuse(no_memory);
}

void GraphBuilder::noteCaller(void *caller) {
  if (obstacle)
    return;
  if (of_steps.callers.resizeZeroed(steps.size()))
    of_steps.callers.back() = caller;
  else
    refuse(no_memory);
}

void GraphBuilder::notePriority(const kmp_task_t *task) {
  if (of_steps.priorities.resizeZeroed(steps.size()))
    of_steps.priorities.back() = task->data2.priority;
  else
    refuse(no_memory);
}

void GraphBuilder::addUndeferred() {
  if (!obstacle)
    (void)note(StepKind::Undeferred, 0, nullptr, 0, nullptr);
}

void GraphBuilder::addTaskwait(kmp_int32 ndeps, const kmp_depend_info_t *deps,
                               bool nowait) {
  if (!obstacle)
    (void)note(nowait ? StepKind::NowaitTaskwait : StepKind::Taskwait, 0,
               nullptr, ndeps, deps);
}

void GraphBuilder::beginGroup() {
  Group inner = {};
  inner.parent = group;
  if (groups.size() == MaxGroups || !groups.push(inner))
    return refuse(no_memory);
  group = groups.size() - 1;
  (void)note(StepKind::BeginGroup, group, nullptr, 0, nullptr);
}

void GraphBuilder::endGroup() {
  if (obstacle)
    return;
  (void)note(StepKind::EndGroup, 0, nullptr, 0, nullptr);
  group = groups[group].parent;
}

void GraphBuilder::addReductions(kmp_uint32 count,
                                 const ompx_taskred_input_t *reduced) {
  auto *copy = allocateArray<ompx_taskred_input_t>(memory, count);
  if (!copy)
    refuse(no_memory);
  if (obstacle)
    return;
  memcpy(copy, reduced, count * sizeof(*copy));
  groups[group].reductions = count;
  groups[group].items = copy;
  (void)note(StepKind::Reductions, 0, nullptr, 0, nullptr);
}

//===----------------------------------------------------------------------===//
// When the graph is wanted
//===----------------------------------------------------------------------===//

Graph *GraphBuilder::finish(size_t args_size) {
  if (obstacle)
    return nullptr;
  Graph *graph = addNodes() ? new Graph : nullptr;
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

/// Returns whether there was memory.
bool GraphBuilder::addNodes() {
  Vector<kmp_uint32> first_of_group; // its first node
  if (!first_of_group.resizeZeroed(groups.size()))
    return false;
  for (kmp_uint32 i = 0; i < steps.size(); ++i) {
    const Step &step = steps[i];
    kmp_uint32 end =
        i + 1 < steps.size() ? steps[i + 1].first_item : items.size();
    auto ndeps = kmp_int32(end - step.first_item);
    const Item *deps = items.data() + step.first_item;
    switch (step.kind) {
    case StepKind::Task:
    case StepKind::Chunk:
      if (!addTaskNode(step, ndeps, deps) ||
          !passOn(of_steps.places, i, of_nodes.places) ||
          !passOn(of_steps.callers, i, of_nodes.callers) ||
          !passOn(of_steps.priorities, i, of_nodes.priorities))
        return false;
      break;
    case StepKind::Undeferred:
      rule.addUndeferred();
      break;
    case StepKind::Taskwait:
    case StepKind::NowaitTaskwait:
      rule.addTaskwait(ndeps, deps, step.kind == StepKind::NowaitTaskwait);
      break;
    case StepKind::BeginGroup:
      rule.group = step.number;
      first_of_group[rule.group] = rule.nodes.size();
      break;
    case StepKind::Reductions:
      rule.addGroupBegin();
      break;
    case StepKind::EndGroup:
      rule.addGroupEnd(first_of_group[rule.group]);
      rule.group = groups[rule.group].parent;
      break;
    }
    if (UNLIKELY(rule.outOfMemory()))
      return false;
  }
  return true;
}

inline bool GraphBuilder::addTaskNode(const Step &step, kmp_int32 ndeps,
                                      const Item *deps) {
  NodeKind kind =
      step.kind == StepKind::Task ? NodeKind::Task : NodeKind::Chunk;
  Node *node = rule.begin(kind, ndeps, deps);
  if (UNLIKELY(!node))
    return false;
  const TaskType &type = types[step.number];
  node->type = step.number;
  node->no_runtime = type.needsNoDescriptor();
  if (images) {
    node->in_place = type.isConstant();
    node->image = node->in_place ? imageOf(type, step.data) : step.data;
  }
  if (UNLIKELY(!type.placeTask(block_units, node->block) ||
               (node->in_place && !node->image)))
    return false;
  rule.end();
  return true;
}

/// Where the data of a task are that replays run as it is. Those that have none
/// may be one.
inline void *GraphBuilder::imageOf(const TaskType &type, char *data) {
  if (!data) {
    kmp_uint32 number = kmp_uint32(&type - types.data());
    if (!shared_images.resizeZeroed(types.size()))
      return nullptr;
    char *&shared = shared_images[number];
    if (shared)
      return shared;
    char *head = static_cast<char *>(
        memory.allocate(sizeof(kmp_task_t), alignmentOf(type.ownSize())));
    if (!head)
      return nullptr;
    data = shared = head + sizeof(kmp_task_t);
  }
  auto *task = reinterpret_cast<kmp_task_t *>(data) - 1;
  ::new (task) kmp_task_t(type.head);
  if (type.shareds)
    task->shareds = reinterpret_cast<char *>(task) + type.shareds;
  return data;
}

/// What a step's task has, if it has any, is its node's.
template <typename T>
inline bool GraphBuilder::passOn(Vector<T> &of_step, kmp_uint32 step,
                                 Vector<T> &of_node) {
  if (step >= of_step.size())
    return true;
  if (!of_node.resizeZeroed(rule.nodes.size()))
    return false;
  of_node.back() = of_step[step];
  return true;
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
  if (!markBottlenecks<Vector>(nodes.data(), count, graph.successors))
    return false;
  rule.writeLocks(graph.node_locks);
  graph.lock_count = rule.lockCount() ? objects : 0;

  memcpy(static_cast<void *>(graph.types), types.data(),
         types.size() * sizeof(TaskType));
  graph.type_count = types.size();
  if (!fillFields(graph, memory))
    return false;
  for (kmp_uint32 i = 0; i < groups.size(); ++i)
    graph.groups[i] = groups[i];
  for (kmp_uint32 i = 0; i < objects; ++i)
    graph.addresses[i] = graph.objects[i] = rule.address(i);
  memcpy(graph.first_dependence, rule.first_dependence.data(),
         nodes.size() * sizeof(kmp_uint32));
  if (rule.dependences.size())
    memcpy(static_cast<void *>(graph.dependences), rule.dependences.data(),
           rule.dependences.size() * sizeof(Dependence));
  qsort(graph.addresses, objects, sizeof(kmp_intptr_t),
        Graph::compareAddresses);

  if (of_nodes.places.size() && !of_nodes.places.resizeZeroed(count))
    return false;
  graph.places = of_nodes.places.release();
  if (of_nodes.callers.size() && !of_nodes.callers.resizeZeroed(count))
    return false;
  graph.callers = of_nodes.callers.release();
  if (of_nodes.priorities.size()) {
    if (!of_nodes.priorities.resizeZeroed(count))
      return false;
    for (kmp_uint32 i = 0; i < count; ++i)
      nodes[i].by_priority = 1;
  }
  graph.priorities = of_nodes.priorities.release();
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
