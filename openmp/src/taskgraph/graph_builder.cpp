//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// From depend clauses to edges; see graph_builder.h.
//
// Each object keeps two generations of accesses: the current one, which a task
// of the same access type may still join, and the one before, which all tasks
// of the current one come after.

#include "taskgraph/graph_builder.h"
#include "support/hash.h"
#include "support/settings.h"

namespace ompx {

namespace {

int compareIndices(const void *left, const void *right) {
  kmp_uint32 a = *static_cast<const kmp_uint32 *>(left);
  kmp_uint32 b = *static_cast<const kmp_uint32 *>(right);
  return a < b ? -1 : a > b;
}

template <typename T> T *allocateArray(Arena &memory, size_t count) {
  return static_cast<T *>(memory.allocate(count * sizeof(T)));
}

} // namespace

GraphBuilder::GraphBuilder(bool keep_images) : images(keep_images) {
  GroupState implicit = {};
  if (!groups.push(implicit))
    refuse(no_memory);
}

Node *GraphBuilder::addNode(NodeKind kind) {
  if (UNLIKELY(!nodes.makeRoom() || !first_dependence.push(own_dependences))) {
    refuse(no_memory);
    return nullptr;
  }
  if (kind != NodeKind::Join) // which comes before the node that it is made for
    own_dependences = dependences.size();
  Node &node = nodes.append();
  node.first_successor = 0;
  node.predecessors = edges.size();
  node.first_lock = lock_objects.size();
  node.group = group;
  node.block = block_units;
  node.type = 0;
  node.by_priority = 0;
  node.kind = kind;
  node.image = nullptr;
  return &node;
}

inline void GraphBuilder::addEdge(kmp_uint32 source) {
  kmp_uint32 after_target = nodes.size();
  kmp_uint32 &last = nodes[source].first_successor;
  if (last == after_target)
    return; // there is such an edge already
  last = after_target;
  if (UNLIKELY(!edges.push(source)))
    refuse(no_memory);
}

inline void GraphBuilder::addEdges(const List &sources) {
  if (sources.count == 0)
    return;
  addEdge(sources.newest);
  if (sources.count > 1)
    addLinkedEdges(sources);
}

void GraphBuilder::addLinkedEdges(const List &sources) {
  kmp_uint32 link = sources.others;
  for (kmp_uint32 i = 1; i < sources.count; ++i, link = links[link].next)
    addEdge(links[link].node);
}

/// From nodes from `first` on that nothing comes after yet. Those that
/// something does come after are predecessors through it.
void GraphBuilder::addEdgesFromSinks(kmp_uint32 first) {
  for (kmp_uint32 node = first; node < newest(); ++node)
    if (nodes[node].first_successor == 0)
      addEdge(node);
}

/// A node with a predecessor younger than the fence comes after it already.
void GraphBuilder::comeAfterFence() {
  if (fence == None)
    return;
  for (kmp_uint32 edge = nodes.back().predecessors; edge < edges.size(); ++edge)
    if (edges[edge] >= fence)
      return;
  addEdge(fence);
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

bool GraphBuilder::growTable() {
  kmp_uint32 size = table.size() ? table.size() * 2 : 64;
  table.clear();
  if (size == 0 || !table.resizeZeroed(size)) {
    refuse(no_memory);
    return false;
  }
  for (kmp_uint32 i = 0; i < objects.size(); ++i) {
    kmp_uint32 slot = hashOf(objects[i].address) & (size - 1);
    while (table[slot])
      slot = (slot + 1) & (size - 1);
    table[slot] = i + 1;
  }
  return true;
}

/// The object at an address, made if new; null without memory. Cost: O(1)
/// expected.
inline GraphBuilder::Object *GraphBuilder::findObject(kmp_intptr_t address) {
  kmp_uint32 mask = table.size() - 1;
  kmp_uint32 slot = hashOf(address) & mask;
  while (kmp_uint32 known = table[slot]) {
    Object &object = objects[known - 1];
    if (object.address == address)
      return &object;
    slot = (slot + 1) & mask;
  }
  return addObject(address, slot);
}

GraphBuilder::Object *GraphBuilder::addObject(kmp_intptr_t address,
                                              kmp_uint32 slot) {
  if (!objects.push({address, 0, epoch, AccessType::None, AccessType::None,
                     List(), List()})) {
    refuse(no_memory);
    return nullptr;
  }
  Object *object = &objects.back();
  if (all_memory != None)
    append(object->previous, all_memory);
  table[slot] = objects.size();
  return objects.size() * 2 <= table.size() || growTable() ? object : nullptr;
}

inline void GraphBuilder::append(List &list, kmp_uint32 node) {
  if (list.count != 0) {
    if (UNLIKELY(!links.push({list.newest, list.others}))) {
      refuse(no_memory);
      return;
    }
    list.others = links.size() - 1;
  }
  list.newest = node;
  ++list.count;
}

/// Fills `named`: each object once, with the strictest access asked for; and
/// appends to `dependences`, for the node that is added next. Returns whether
/// omp_all_memory is among them.
bool GraphBuilder::nameObjects(kmp_int32 ndeps, const kmp_depend_info_t *deps) {
  bool all = false;
  ++stamp;
  named.clear();
  if (table.size() == 0 && !growTable())
    return false;
  for (kmp_int32 i = 0; i < ndeps; ++i) {
    bool all_memory_item = isAllMemory(deps[i]);
    AccessType access = all_memory_item ? AccessType::None : accessOf(deps[i]);
    all |= all_memory_item;
    if (access == AccessType::None) {
      if (UNLIKELY(!dependences.push({Dependence::None, deps[i]})))
        refuse(no_memory);
      continue;
    }
    Object *object = findObject(deps[i].base_addr);
    if (UNLIKELY(!object))
      return false;
    auto number = kmp_uint32(object - objects.data());
    if (UNLIKELY(number >= Dependence::None ||
                 !dependences.push({number, deps[i]})))
      refuse(no_memory);
    if (object->stamp == stamp) {
      object->wanted = strictest(object->wanted, access);
      continue;
    }
    object->stamp = stamp;
    object->wanted = access;
    if (UNLIKELY(!named.push(number)))
      refuse(no_memory);
  }
  return all;
}

/// Makes room for the task in each named object's generations. A join node is
/// made here, before the task has its number, so that targets ascend.
void GraphBuilder::openGenerations() {
  for (kmp_uint32 i = 0; i < named.size(); ++i) {
    Object &object = objects[named[i]];
    if (UNLIKELY(object.epoch != epoch)) {
      object.epoch = epoch;
      object.current.count = object.previous.count = 0;
      append(object.previous, all_memory);
    }
    if (object.current.count == 0) {
      object.access = object.wanted;
    } else if (!joins(object.wanted, object.access)) {
      object.previous = object.current;
      object.current.count = 0;
      object.access = object.wanted;
    } else if (object.previous.count > 2) {
      if (!addNode(NodeKind::Join))
        return;
      addEdges(object.previous);
      comeAfterFence();
      object.previous.count = 0;
      append(object.previous, newest());
    }
  }
}

/// Edges to the newest node from everything that the named objects order before
/// it, and locks of those that it accesses commutatively.
void GraphBuilder::depend(bool all) {
  for (kmp_uint32 i = 0; i < named.size(); ++i) {
    Object &object = objects[named[i]];
    addEdges(object.previous);
    if (UNLIKELY(object.wanted == AccessType::Commutative) &&
        !lock_objects.push(named[i]))
      refuse(no_memory);
    if (!all)
      append(object.current, newest());
  }
  if (all)
    dependOnAllMemory();
}

void GraphBuilder::dependOnAllMemory() {
  for (kmp_uint32 i = 0; i < objects.size(); ++i) {
    const Object &object = objects[i];
    if (object.epoch == epoch)
      addEdges(object.current.count ? object.current : object.previous);
  }
  if (all_memory != None)
    addEdge(all_memory);
  all_memory = newest();
  ++epoch;
}

void GraphBuilder::addTask(NodeKind kind, kmp_task_t *task,
                           const ompx_taskgraph_task_t *maker, kmp_int32 ndeps,
                           const kmp_depend_info_t *deps) {
  if (UNLIKELY(obstacle))
    return;
  kmp_uint32 type_index = typeOf(task, maker);
  bool all = false;
  if (ndeps > 0) {
    all = nameObjects(ndeps, deps);
    openGenerations();
  }
  if (UNLIKELY(obstacle))
    return;
  Node *node = addNode(kind);
  if (UNLIKELY(!node))
    return;
  const TaskType &type = types[type_index];
  node->type = type_index;
  if (UNLIKELY(taskgraph_enabled == TaskgraphCheck))
    notePlace(task);
  if (UNLIKELY(type.flags.priority_specified) && __kmp_max_task_priority > 0)
    notePriority(task);
  if (UNLIKELY(
          __builtin_add_overflow(block_units, type.blockUnits(), &block_units)))
    refuse(no_memory);
  if (images && type.dataSize() != 0) {
    node->image = memory.allocate(type.dataSize());
    if (UNLIKELY(!node->image)) {
      refuse(no_memory);
      return;
    }
    memcpy(node->image, task + 1, type.dataSize());
  }
  if (ndeps > 0) {
    depend(all);
  }
  comeAfterFence();
}

void GraphBuilder::notePlace(const kmp_task_t *task) {
  const auto *td = reinterpret_cast<const kmp_taskdata_t *>(task) - 1;
  if (places.resizeZeroed(nodes.size()))
    places.back() = td->td_ident;
  else
    refuse(no_memory);
}

void GraphBuilder::notePriority(const kmp_task_t *task) {
  if (priorities.resizeZeroed(nodes.size()))
    priorities.back() = task->data2.priority;
  else
    refuse(no_memory);
}

void GraphBuilder::addUndeferred() {
  if (obstacle || !addNode(NodeKind::Undeferred))
    return;
  comeAfterFence();
  fence = newest();
}

void GraphBuilder::addTaskwait(kmp_int32 ndeps, const kmp_depend_info_t *deps,
                               bool nowait) {
  if (obstacle)
    return;
  bool all = false;
  if (ndeps > 0) {
    all = nameObjects(ndeps, deps);
    for (kmp_uint32 i = 0; i < named.size(); ++i)
      if (objects[named[i]].wanted == AccessType::Commutative)
        objects[named[i]].wanted = AccessType::InOut; // it holds no lock
    openGenerations();
  }
  if (obstacle || !addNode(NodeKind::Wait))
    return;
  if (ndeps > 0) {
    depend(all);
  } else {
    addEdgesFromSinks(last_wait == None ? 0 : last_wait);
    last_wait = newest();
    has_taskwait = true;
  }
  comeAfterFence();
  if (ndeps == 0 || !nowait)
    fence = newest();
}

void GraphBuilder::beginGroup() {
  GroupState state = {};
  state.group.parent = group;
  state.first_node = nodes.size();
  if (!groups.push(state))
    refuse(no_memory);
  else
    group = groups.size() - 1;
}

void GraphBuilder::endGroup() {
  if (obstacle || !addNode(NodeKind::GroupEnd))
    return;
  addEdgesFromSinks(groups[group].first_node);
  comeAfterFence();
  fence = newest();
  group = groups[group].group.parent;
}

void GraphBuilder::addReductions(kmp_uint32 count,
                                 const ompx_taskred_input_t *items) {
  auto *copy = allocateArray<ompx_taskred_input_t>(memory, count);
  if (!copy)
    refuse(no_memory);
  if (obstacle || !addNode(NodeKind::GroupBegin))
    return;
  memcpy(copy, items, count * sizeof(*copy));
  Group &reducing = groups[group].group;
  reducing.reductions = count;
  reducing.items = copy;
  comeAfterFence();
  fence = newest();
}

Graph *GraphBuilder::finish(size_t args_size) {
  Graph *graph = obstacle ? nullptr : new Graph;
  if (!graph || !fill(*graph)) {
    refuse(no_memory);
    delete graph;
    return nullptr;
  }
  graph->args_size = args_size;
  graph->nodes = nodes.release();
  graph->memory.adopt(memory);
  return graph;
}

/// Makes the graph of what was gathered, but for the nodes, which stay the
/// builder's until finish() gives them away.
bool GraphBuilder::fill(Graph &graph) {
  kmp_uint32 count = nodes.size();
  if (count > Graph::MaxNodes || !addNode(NodeKind::End))
    return false;
  // The End's fields are the ends of the last node's. Behind it is memory that
  // the graph has anyway.
  memory.borrow(nodes.unused(), nodes.unusedSize());
  graph.types = allocateArray<TaskType>(memory, types.size());
  graph.groups = allocateArray<Group>(memory, groups.size());
  graph.addresses = allocateArray<kmp_intptr_t>(memory, objects.size());
  graph.node_locks = allocateArray<kmp_uint32>(memory, lock_objects.size());
  graph.objects = allocateArray<kmp_intptr_t>(memory, objects.size());
  graph.first_dependence =
      allocateArray<kmp_uint32>(memory, first_dependence.size());
  graph.dependences = allocateArray<Dependence>(memory, dependences.size());
  if (!graph.types || !graph.groups || !graph.addresses || !graph.node_locks ||
      !graph.objects || !graph.first_dependence || !graph.dependences ||
      !fillEdges(graph, count) || !fillFields(graph))
    return false;

  // The locks' numbers are the objects' numbers; ascending order within a node
  // is what keeps two nodes from waiting for each other.
  memcpy(graph.node_locks, lock_objects.data(),
         lock_objects.size() * sizeof(kmp_uint32));
  for (kmp_uint32 i = 0; i < count && lock_objects.size(); ++i) {
    kmp_uint32 first = nodes[i].first_lock;
    kmp_uint32 locks = nodes[i + 1].first_lock - first;
    if (locks > 1)
      qsort(graph.node_locks + first, locks, sizeof(kmp_uint32),
            compareIndices);
  }
  graph.lock_count = lock_objects.size() ? objects.size() : 0;

  memcpy(static_cast<void *>(graph.types), types.data(),
         types.size() * sizeof(TaskType));
  for (kmp_uint32 i = 0; i < groups.size(); ++i)
    graph.groups[i] = groups[i].group;
  for (kmp_uint32 i = 0; i < objects.size(); ++i)
    graph.addresses[i] = graph.objects[i] = objects[i].address;
  memcpy(graph.first_dependence, first_dependence.data(),
         first_dependence.size() * sizeof(kmp_uint32));
  if (dependences.size())
    memcpy(static_cast<void *>(graph.dependences), dependences.data(),
           dependences.size() * sizeof(Dependence));
  qsort(graph.addresses, objects.size(), sizeof(kmp_intptr_t),
        Graph::compareAddresses);

  if (places.size() && !places.resizeZeroed(count))
    return false;
  graph.places = places.release();
  if (priorities.size()) {
    if (!priorities.resizeZeroed(count))
      return false;
    for (kmp_uint32 i = 0; i < count; ++i)
      nodes[i].by_priority = 1;
  }
  graph.priorities = priorities.release();
  graph.node_count = count;
  graph.type_count = types.size();
  graph.group_count = groups.size();
  graph.address_count = objects.size();
  graph.block_units = block_units;
  graph.names_all_memory = all_memory != None;
  graph.has_taskwait = has_taskwait;
  graph.has_wait = fence != None;
  return true;
}

/// A counting sort of the edges by source; and the roots. Without edges the
/// nodes are what they should be already.
bool GraphBuilder::fillEdges(Graph &graph, kmp_uint32 count) {
  Vector<kmp_uint32> next; // of each node: number, then place of successors
  graph.root_count = count;
  if (edges.size() != 0) {
    if (!next.resizeZeroed(count))
      return false;
    for (kmp_uint32 edge = 0; edge < edges.size(); ++edge)
      ++next[edges[edge]];
    kmp_uint32 place = 0;
    for (kmp_uint32 i = 0; i < count; ++i) {
      Node &node = nodes[i];
      node.predecessors = nodes[i + 1].predecessors - node.predecessors;
      graph.root_count -= node.predecessors != 0;
      node.first_successor = place;
      place += next[i];
      next[i] = node.first_successor;
    }
    nodes[count].first_successor = place;
    nodes[count].predecessors = 0;
  }
  graph.successors = allocateArray<Successor>(memory, edges.size());
  graph.roots = allocateArray<kmp_uint32>(memory, graph.root_count);
  if (!graph.successors || !graph.roots)
    return false;
  for (kmp_uint32 i = 0, edge = 0, root = 0; i < count; ++i) {
    kmp_uint32 predecessors = nodes[i].predecessors;
    if (predecessors == 0)
      graph.roots[root++] = i;
    for (kmp_uint32 n = 0; n < predecessors; ++n)
      graph.successors[next[edges[edge++]]++] = Successor(i, predecessors == 1);
  }
  return true;
}

/// What tasks take from the encounter; what they copy, each piece of memory
/// once.
bool GraphBuilder::fillFields(Graph &graph) {
  Vector<Value> values;
  kmp_uint32 bytes = 0;
  graph.fields = allocateArray<TypeFields>(memory, types.size());
  if (!graph.fields)
    return false;
  for (kmp_uint32 t = 0; t < types.size(); ++t) {
    const ompx_taskgraph_task_t *maker = types[t].made_by;
    kmp_uint32 count = maker ? maker->count : 0;
    TypeFields &fields = graph.fields[t];
    fields = {allocateArray<ValueField>(memory, count),
              allocateArray<AddressField>(memory, count), 0, 0};
    if (!fields.values || !fields.addresses)
      return false;
    for (kmp_uint32 i = 0; i < count; ++i) {
      const ompx_taskgraph_field_t &f = maker->fields[i];
      kmp_uint32 to =
          f.offset + (f.flags & OMPX_FIELD_SHAREDS ? types[t].shareds : 0);
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
