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

namespace ompx {

namespace {

kmp_uint8 accessOf(const kmp_depend_info_t &dep) {
  if (dep.flags.out)
    return KMP_DEP_INOUT;
  kmp_uint8 access = dep.flag & (KMP_DEP_IN | KMP_DEP_MTX | KMP_DEP_SET);
  bool one_type = (access & (access - 1)) == 0;
  return one_type ? access : KMP_DEP_INOUT;
}

bool isAllMemory(const kmp_depend_info_t &dep) {
  return dep.flags.all || dep.base_addr == kmp_intptr_t(KMP_SIZE_T_MAX);
}

kmp_uint32 hashOf(kmp_intptr_t address) {
  // Fibonacci hashing: the high bits of the product depend on all of the key.
  return kmp_uint32((kmp_uint64(address) * 0x9E3779B97F4A7C15ull) >> 32);
}

int compareIndices(const void *left, const void *right) {
  kmp_uint32 a = *static_cast<const kmp_uint32 *>(left);
  kmp_uint32 b = *static_cast<const kmp_uint32 *>(right);
  return a < b ? -1 : a > b;
}

template <typename T> T *allocateArray(Arena &memory, size_t count) {
  return static_cast<T *>(memory.allocate(count * sizeof(T)));
}

} // namespace

GraphBuilder::GraphBuilder() {
  GroupState implicit = {};
  failed = !groups.push(implicit);
}

GraphBuilder::~GraphBuilder() {
  for (kmp_uint32 i = 0; i < nodes.size(); ++i)
    Graph::destroyImage(nodes[i]);
}

kmp_uint32 GraphBuilder::addNode(NodeKind kind) {
  kmp_uint32 id = nodes.size();
  Node *node = id < Graph::MaxNodes ? nodes.append() : nullptr;
  if (UNLIKELY(!node)) {
    failed = true;
    return None;
  }
  memset(static_cast<void *>(node), 0, sizeof(*node));
  node->kind = kind;
  node->group = group;
  node->first_lock = lock_objects.size();
  return id;
}

void GraphBuilder::addEdge(kmp_uint32 source, kmp_uint32 target) {
  Node &node = nodes[source];
  if (node.first_successor == target + 1)
    return; // there is such an edge already
  node.first_successor = target + 1;
  node.has_successor = true;
  ++nodes[target].predecessors;
  if (!edges.push({source, target}))
    failed = true;
}

void GraphBuilder::addEdges(const List &sources, kmp_uint32 target) {
  kmp_uint32 link = sources.head;
  for (kmp_uint32 i = 0; i < sources.count; ++i, link = links[link].next)
    addEdge(links[link].node, target);
}

/// Nodes from `first` on that nothing comes after yet. Those that something
/// does come after are predecessors of `target` through it.
void GraphBuilder::addEdgesFromSinks(kmp_uint32 first, kmp_uint32 target) {
  for (kmp_uint32 node = first; node < target; ++node)
    if (!nodes[node].has_successor)
      addEdge(node, target);
}

/// A node with a predecessor younger than the fence comes after it already.
void GraphBuilder::comeAfterFence(kmp_uint32 node, kmp_uint32 first_edge) {
  if (fence == None || failed)
    return;
  for (kmp_uint32 edge = first_edge; edge < edges.size(); ++edge)
    if (edges[edge].source >= fence)
      return;
  addEdge(fence, node);
}

bool GraphBuilder::growTable() {
  kmp_uint32 size = table.size() ? table.size() * 2 : 64;
  table.clear();
  if (size == 0 || !table.resizeZeroed(size))
    return false;
  for (kmp_uint32 i = 0; i < objects.size(); ++i) {
    kmp_uint32 slot = hashOf(objects[i].address) & (size - 1);
    while (table[slot])
      slot = (slot + 1) & (size - 1);
    table[slot] = i + 1;
  }
  return true;
}

/// Index of the object at an address, made if new. Cost: O(1) expected.
kmp_uint32 GraphBuilder::findObject(kmp_intptr_t address) {
  if (objects.size() * 2 >= table.size() && !growTable()) {
    failed = true;
    return None;
  }
  kmp_uint32 mask = table.size() - 1;
  kmp_uint32 slot = hashOf(address) & mask;
  for (; table[slot]; slot = (slot + 1) & mask)
    if (objects[table[slot] - 1].address == address)
      return table[slot] - 1;
  Object object = {};
  object.address = address;
  object.epoch = epoch;
  if (all_memory != None)
    append(object.previous, all_memory);
  if (failed || !objects.push(object)) {
    failed = true;
    return None;
  }
  table[slot] = objects.size();
  return objects.size() - 1;
}

void GraphBuilder::append(List &list, kmp_uint32 node) {
  if (!links.push({node, list.head})) {
    failed = true;
    return;
  }
  list.head = links.size() - 1;
  ++list.count;
}

/// Fills `named`: each object once, with the strictest access asked for.
/// Returns whether omp_all_memory is among them.
bool GraphBuilder::nameObjects(kmp_int32 ndeps, const kmp_depend_info_t *deps) {
  bool all = false;
  ++stamp;
  named.clear();
  for (kmp_int32 i = 0; i < ndeps && !failed; ++i) {
    if (isAllMemory(deps[i])) {
      all = true;
      continue;
    }
    kmp_uint8 access = accessOf(deps[i]);
    if (access == NoAccess || deps[i].base_addr == 0)
      continue; // a null item orders nothing, as in libomp
    kmp_uint32 index = findObject(deps[i].base_addr);
    if (failed)
      break;
    Object &object = objects[index];
    if (object.stamp == stamp) {
      if (object.wanted != access)
        object.wanted = Exclusive;
      continue;
    }
    object.stamp = stamp;
    object.wanted = access;
    if (!named.push(index))
      failed = true;
  }
  return all;
}

/// Makes room for the task in each named object's generations. A join node is
/// made here, before the task has its number, so that edges ascend.
void GraphBuilder::openGenerations() {
  for (kmp_uint32 i = 0; i < named.size() && !failed; ++i) {
    Object &object = objects[named[i]];
    if (object.epoch != epoch) {
      object.epoch = epoch;
      object.current.count = object.previous.count = 0;
      append(object.previous, all_memory);
    }
    bool joins = object.current.count && object.access == object.wanted &&
                 object.wanted != Exclusive;
    if (!joins) {
      if (object.current.count)
        object.previous = object.current;
      object.current.count = 0;
      object.access = object.wanted;
    } else if (object.previous.count > 2) {
      kmp_uint32 first_edge = edges.size();
      kmp_uint32 join = addNode(NodeKind::Join);
      if (failed)
        return;
      addEdges(object.previous, join);
      comeAfterFence(join, first_edge);
      object.previous.count = 0;
      append(object.previous, join);
    }
  }
}

/// Edges to a node from everything that the named objects order before it.
void GraphBuilder::depend(kmp_uint32 node, bool all) {
  for (kmp_uint32 i = 0; i < named.size(); ++i)
    addEdges(objects[named[i]].previous, node);
  if (!all) {
    for (kmp_uint32 i = 0; i < named.size() && !failed; ++i)
      append(objects[named[i]].current, node);
    return;
  }
  for (kmp_uint32 i = 0; i < objects.size(); ++i) {
    const Object &object = objects[i];
    if (object.epoch != epoch)
      continue;
    addEdges(object.current.count ? object.current : object.previous, node);
  }
  if (all_memory != None)
    addEdge(all_memory, node);
  all_memory = node;
  ++epoch;
}

void GraphBuilder::addTask(kmp_task_t *task, const ompx_taskgraph_task_t *site,
                           void *args, bool undeferred, kmp_int32 ndeps,
                           const kmp_depend_info_t *deps) {
  bool all = false;
  if (ndeps > 0) {
    all = nameObjects(ndeps, deps);
    openGenerations();
  }
  kmp_uint32 first_edge = edges.size();
  kmp_uint32 id = failed ? None : addNode(NodeKind::Task);
  if (failed)
    return;

  const kmp_taskdata_t *taskdata = KMP_TASK_TO_TASKDATA(task);
  size_t size = taskdata->td_size_alloc - sizeof(kmp_taskdata_t);
  auto *image = static_cast<kmp_task_t *>(memory.allocate(size));
  size_t units =
      (Graph::blockSize(size) + Graph::BlockUnit - 1) / Graph::BlockUnit;
  if (!image || size > ~kmp_uint32(0) || units > ~kmp_uint32(0) - block_units) {
    failed = true;
    return;
  }
  Graph::copyTask(image, task, size, site);
  if (site->flags & OMPX_TASK_NONTRIVIAL)
    site->refresh(image, task, args);

  Node &node = nodes[id];
  node.image = image;
  node.image_size = kmp_uint32(size);
  node.site = site;
  node.flags = taskdata->td_flags;
  node.block = block_units;
  block_units += kmp_uint32(units);
  if (ndeps > 0) {
    for (kmp_uint32 i = 0; i < named.size(); ++i)
      if (objects[named[i]].wanted == Commutative &&
          !lock_objects.push(named[i]))
        failed = true;
    depend(id, all);
  }
  comeAfterFence(id, first_edge);
  if (undeferred)
    fence = id;
}

void GraphBuilder::addTaskwait(kmp_int32 ndeps, const kmp_depend_info_t *deps,
                               bool nowait) {
  kmp_uint32 first_edge = edges.size();
  if (ndeps == 0) {
    kmp_uint32 wait = addNode(NodeKind::Join);
    if (failed)
      return;
    addEdgesFromSinks(last_wait == None ? 0 : last_wait, wait);
    comeAfterFence(wait, first_edge);
    last_wait = fence = wait;
    has_taskwait = true;
    return;
  }
  bool all = nameObjects(ndeps, deps);
  openGenerations();
  first_edge = edges.size();
  kmp_uint32 wait = failed ? None : addNode(NodeKind::Join);
  if (failed)
    return;
  depend(wait, all);
  comeAfterFence(wait, first_edge);
  if (!nowait)
    fence = wait;
}

void GraphBuilder::beginGroup() {
  GroupState state = {};
  state.group.parent = group;
  state.first_node = nodes.size();
  if (!groups.push(state))
    failed = true;
  else
    group = groups.size() - 1;
}

void GraphBuilder::endGroup() {
  if (failed)
    return;
  kmp_uint32 first_edge = edges.size();
  kmp_uint32 end = addNode(NodeKind::GroupEnd);
  if (failed)
    return;
  addEdgesFromSinks(groups[group].first_node, end);
  comeAfterFence(end, first_edge);
  fence = end;
  group = groups[group].group.parent;
}

void GraphBuilder::addReductions(kmp_uint32 count,
                                 const ompx_taskred_input_t *items,
                                 ompx_taskred_refresh_t refresh) {
  auto *copy = allocateArray<ompx_taskred_input_t>(memory, count);
  kmp_uint32 first_edge = edges.size();
  kmp_uint32 begin = addNode(NodeKind::GroupBegin);
  if (!copy || failed) {
    failed = true;
    return;
  }
  memcpy(copy, items, count * sizeof(*copy));
  Group &reducing = groups[group].group;
  reducing.reductions = count;
  reducing.items = copy;
  reducing.refresh = refresh;
  reducing.first_item = item_count;
  item_count += count;
  comeAfterFence(begin, first_edge);
  fence = begin;
}

Graph *GraphBuilder::finish(size_t args_size) {
  if (failed)
    return nullptr;
  Graph *graph = new Graph;
  if (!graph)
    return nullptr;
  graph->args_size = args_size;
  if (!fill(*graph)) {
    delete graph;
    return nullptr;
  }
  nodes.release(); // and the images with them
  return graph;
}

/// Makes the graph of what was gathered. The nodes' array stays the builder's
/// until finish() gives it away.
bool GraphBuilder::fill(Graph &graph) {
  kmp_uint32 count = nodes.size();
  Node end = {}; // its fields are the ends of the last node's ranges
  end.kind = NodeKind::End;
  end.first_lock = lock_objects.size();
  if (!nodes.push(end))
    return false;
  graph.successors = allocateArray<Successor>(memory, edges.size());
  graph.groups = allocateArray<Group>(memory, groups.size());
  graph.addresses = allocateArray<kmp_intptr_t>(memory, objects.size());
  graph.node_locks = allocateArray<kmp_uint32>(memory, lock_objects.size());
  if (!graph.successors || !graph.groups || !graph.addresses ||
      !graph.node_locks)
    return false;

  // Counting sort of the edges by source; each node's `first_successor` runs
  // from its start to its end while its edges are placed.
  for (kmp_uint32 i = 0; i <= count; ++i)
    nodes[i].first_successor = 0;
  for (kmp_uint32 i = 0; i < edges.size(); ++i)
    ++nodes[edges[i].source + 1].first_successor;
  for (kmp_uint32 i = 0; i < count; ++i) {
    nodes[i + 1].first_successor += nodes[i].first_successor;
    if (nodes[i].predecessors == 0)
      ++graph.root_count;
  }
  for (kmp_uint32 i = 0; i < edges.size(); ++i) {
    bool only = nodes[edges[i].target].predecessors == 1;
    graph.successors[nodes[edges[i].source].first_successor++] =
        Successor(edges[i].target, only);
  }
  for (kmp_uint32 i = count; i > 0; --i)
    nodes[i].first_successor = nodes[i - 1].first_successor;
  nodes[0].first_successor = 0;

  graph.roots = allocateArray<kmp_uint32>(memory, graph.root_count);
  if (!graph.roots)
    return false;
  for (kmp_uint32 i = 0, root = 0; i < count; ++i)
    if (nodes[i].predecessors == 0)
      graph.roots[root++] = i;

  // The locks' numbers are the objects' numbers; ascending order within a node
  // is what keeps two nodes from waiting for each other.
  memcpy(graph.node_locks, lock_objects.data(),
         lock_objects.size() * sizeof(kmp_uint32));
  for (kmp_uint32 i = 0; i < count; ++i) {
    kmp_uint32 first = nodes[i].first_lock;
    kmp_uint32 locks = nodes[i + 1].first_lock - first;
    if (locks > 1)
      qsort(graph.node_locks + first, locks, sizeof(kmp_uint32),
            compareIndices);
  }
  graph.lock_count = lock_objects.size() ? objects.size() : 0;

  for (kmp_uint32 i = 0; i < groups.size(); ++i)
    graph.groups[i] = groups[i].group;
  for (kmp_uint32 i = 0; i < objects.size(); ++i)
    graph.addresses[i] = objects[i].address;
  qsort(graph.addresses, objects.size(), sizeof(kmp_intptr_t),
        Graph::compareAddresses);

  graph.nodes = nodes.data();
  graph.node_count = count;
  graph.group_count = groups.size();
  graph.address_count = objects.size();
  graph.item_count = item_count;
  graph.block_units = block_units;
  graph.has_taskwait = has_taskwait;
  graph.has_wait = fence != None;
  graph.memory.adopt(memory);
  return true;
}

} // namespace ompx
