//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Which tasks a task comes after: OpenMP's rules for depend clauses, joins and
// groups, as edges of a graph. The recorder (taskgraph/graph_builder.h) and the
// compiler, which builds static graphs, both use it.
//
// Cost: O(dependences) for each task, amortised; the number of edges is linear
// in tasks and dependences, because a generation of M accesses followed by one
// of N meets in a join node (M + N edges in place of M * N).
//
// Each object keeps two generations of accesses: the current one, which a task
// of the same access type may still join, and the one before, which all tasks
// of the current one come after.

#ifndef OMPX_SHARED_EDGE_RULE_H
#define OMPX_SHARED_EDGE_RULE_H

#include "shared/hash.h"
#include "shared/node.h"

#include <cstdlib>
#include <cstring>

namespace ompx {

/// \tparam Array A growing array with the interface of support/vector.h. Once
/// it has had no memory, outOfMemory() is true and nothing else has a meaning.
template <template <typename> class Array> class EdgeRule {
public:
  static constexpr uint32_t None = ~uint32_t(0);

  Array<Node> nodes;                // `predecessors` and `first_successor` are
                                    // what close() makes of them
  Array<uint32_t> first_dependence; // of each node, up to the next one's
  Array<Dependence> dependences;
  uint32_t group = 0; // innermost open one
  bool has_taskwait = false;

  /// So many nodes, at least, with so many items of depend clauses, at most,
  /// will be added. Returns whether there was memory.
  bool reserve(uint32_t node_count, uint32_t item_count) {
    return nodes.makeRoom(node_count + 1) &&
           first_dependence.makeRoom(node_count + 1) &&
           dependences.makeRoom(item_count) && edges.makeRoom(item_count);
  }
  bool outOfMemory() const { return failed; }
  uint32_t newest() const { return nodes.size() - 1; }
  uint32_t edgeCount() const { return edges.size(); }
  uint32_t objectCount() const { return objects.size(); }
  intptr_t address(uint32_t object) const { return objects[object].address; }
  uint32_t lockCount() const { return lock_objects.size(); }
  bool namesAllMemory() const { return all_memory != None; }
  /// Whether the block does not end before some of its tasks.
  bool hasWait() const { return fence != None; }

  /// A new node that accesses what items[0] to items[count - 1] name, each with
  /// the members base_addr and flag of kmp_depend_info_t; null without memory.
  /// Its edges are complete after end().
  template <typename Items>
  Node *begin(NodeKind kind, int32_t count, Items items) {
    return begin(nodeOf(kind), count, items);
  }
  /// The same; like: what does not follow from its place in the graph.
  template <typename Items>
  [[gnu::always_inline]] Node *begin(const Node &like, int32_t count,
                                     Items items) {
    depends = count > 0;
    if (depends) {
      all = name(count, items);
      if (unlikely(may_join))
        makeJoins();
    }
    return failed ? nullptr : add(like);
  }
  [[gnu::always_inline]] void end() {
    if (depends)
      depend();
    comeAfterFence();
  }

  /// A task that the encountering task runs itself.
  void addUndeferred() {
    if (!add(NodeKind::Undeferred))
      return;
    comeAfterFence();
    fence = newest();
  }

  /// taskwait; with dependences, only for those. With nowait, a place in the
  /// graph that later tasks may depend on, but that nobody waits at.
  template <typename Items>
  void addTaskwait(int32_t count, Items items, bool nowait) {
    depends = count > 0;
    if (depends) {
      all = name(count, items);
      for (uint32_t i = 0; i < named.size(); ++i)
        if (objects[named[i]].wanted == AccessType::Commutative)
          objects[named[i]].wanted = AccessType::InOut; // it holds no lock
      makeJoins();
    }
    if (failed || !add(NodeKind::Wait))
      return;
    if (depends) {
      depend();
    } else {
      addEdgesFromSinks(last_wait == None ? 0 : last_wait);
      last_wait = newest();
      has_taskwait = true;
    }
    comeAfterFence();
    if (!depends || !nowait)
      fence = newest();
    else
      nodes.back().type = 1;
  }

  /// The makers of a group's private copies come after what is waited for.
  void addGroupBegin() {
    if (!add(NodeKind::GroupBegin))
      return;
    comeAfterFence();
    fence = newest();
  }

  /// \param first The first node of the group.
  void addGroupEnd(uint32_t first) {
    if (!add(NodeKind::GroupEnd))
      return;
    addEdgesFromSinks(first);
    comeAfterFence();
    fence = newest();
  }

  /// Adds the End and gives every node its counts. Without edges the nodes are
  /// what they should be already. Returns whether there was memory.
  bool close() {
    uint32_t count = nodes.size();
    if (failed || !add(NodeKind::End))
      return false;
    roots = count;
    if (edges.size() == 0)
      return true;
    if (!next.resizeZeroed(count))
      return false;
    for (uint32_t edge = 0; edge < edges.size(); ++edge)
      ++next[edges[edge]];
    uint32_t place = 0;
    for (uint32_t i = 0; i < count; ++i) {
      Node &node = nodes[i];
      node.predecessors = nodes[i + 1].predecessors - node.predecessors;
      roots -= node.predecessors != 0;
      node.first_successor = place;
      place += next[i];
      next[i] = node.first_successor;
    }
    nodes[count].first_successor = place;
    nodes[count].predecessors = 0;
    return true;
  }

  /// After close(): the number of nodes without predecessors, not the End.
  uint32_t rootCount() const { return roots; }

  /// After close(), once: edgeCount() successors by source, a counting sort;
  /// and rootCount() nodes.
  void writeEdges(Successor *successors, uint32_t *root) {
    for (uint32_t i = 0, edge = 0; i + 1 < nodes.size(); ++i) {
      uint32_t predecessors = nodes[i].predecessors;
      if (predecessors == 0)
        *root++ = i;
      for (uint32_t n = 0; n < predecessors; ++n)
        successors[next[edges[edge++]]++] = Successor(i, predecessors == 1);
    }
  }

  /// After close(): lockCount() locks by node. Their numbers are the objects'
  /// numbers; ascending order within a node is what keeps two nodes from
  /// waiting for each other.
  void writeLocks(uint32_t *locks) const {
    if (lock_objects.size() == 0)
      return;
    memcpy(locks, &lock_objects[0], lock_objects.size() * sizeof(uint32_t));
    for (uint32_t i = 0; i + 1 < nodes.size(); ++i) {
      uint32_t first = nodes[i].first_lock;
      uint32_t count = nodes[i + 1].first_lock - first;
      if (count > 1)
        qsort(locks + first, count, sizeof(uint32_t), compareIndices);
    }
  }

private:
  struct Link { // of a list of nodes
    uint32_t node;
    uint32_t next;
  };
  struct List { // most hold one node, and need no link
    uint32_t count;
    uint32_t newest;
    uint32_t others; // the first of count - 1 links
  };
  struct Object { // what a depend address names
    intptr_t address;
    uint32_t stamp;    // number of the last addition that named it
    uint32_t epoch;    // number of omp_all_memory tasks before its lists
    AccessType wanted; // of the task being added
    AccessType access; // of the current generation
    List current;      // the generation that may still grow
    List previous;     // the one that it comes after
  };

  Array<uint32_t> edges;        // sources; targets ascend, see Node
  Array<uint32_t> lock_objects; // objects accessed commutatively, per node
  Array<Object> objects;
  Array<uint32_t> table; // open addressing: 1 + index in objects, 0 empty
  Array<Link> links;
  Array<uint32_t> named;      // objects of the task being added, each once
  Array<uint32_t> next;       // of each node: number, then place of successors
  uint32_t fence = None;      // every later node comes after this one
  uint32_t last_wait = None;  // last full taskwait
  uint32_t all_memory = None; // last omp_all_memory task
  uint32_t epoch = 0;         // number of omp_all_memory tasks
  uint32_t stamp = 0;
  uint32_t own_dependences = 0; // the first of the next node's
  uint32_t roots = 0;
  bool depends = false;  // the node being added has dependences
  bool all = false;      // omp_all_memory is among them
  bool may_join = false; // makeJoins() may have something to do
  bool failed = false;

  static bool unlikely(bool condition) {
    return __builtin_expect(condition, false);
  }

  static int compareIndices(const void *left, const void *right) {
    uint32_t a = *static_cast<const uint32_t *>(left);
    uint32_t b = *static_cast<const uint32_t *>(right);
    return a < b ? -1 : a > b;
  }

  static constexpr Node nodeOf(NodeKind kind) {
    return {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, kind, nullptr};
  }
  Node *add(NodeKind kind) { return add(nodeOf(kind)); }

  Node *add(const Node &like) {
    if (unlikely(!nodes.makeRoom() ||
                 !first_dependence.push(own_dependences))) {
      failed = true;
      return nullptr;
    }
    if (like.kind != NodeKind::Join) // it comes before the node it is made for
      own_dependences = dependences.size();
    Node &node = nodes.append() = like;
    node.predecessors = edges.size();
    node.first_lock = lock_objects.size();
    node.group = group;
    return &node;
  }

  // All edges lead to the newest node.

  void addEdge(uint32_t source) {
    uint32_t after_target = nodes.size();
    uint32_t &last = nodes[source].first_successor;
    if (last == after_target)
      return; // there is such an edge already
    last = after_target;
    if (unlikely(!edges.push(source)))
      failed = true;
  }

  void addEdges(const List &sources) {
    if (sources.count == 0)
      return;
    addEdge(sources.newest);
    if (sources.count > 1)
      addLinkedEdges(sources);
  }

  [[gnu::noinline]] void addLinkedEdges(const List &sources) {
    uint32_t link = sources.others;
    for (uint32_t i = 1; i < sources.count; ++i, link = links[link].next)
      addEdge(links[link].node);
  }

  /// From nodes from `first` on that nothing comes after yet. Those that
  /// something does come after are predecessors through it.
  void addEdgesFromSinks(uint32_t first) {
    for (uint32_t node = first; node < newest(); ++node)
      if (nodes[node].first_successor == 0)
        addEdge(node);
  }

  /// A node with a predecessor younger than the fence comes after it already.
  void comeAfterFence() {
    if (fence == None)
      return;
    for (uint32_t edge = nodes.back().predecessors; edge < edges.size(); ++edge)
      if (edges[edge] >= fence)
        return;
    addEdge(fence);
  }

  [[gnu::noinline]] bool growTable() {
    uint32_t size = table.size() ? table.size() * 2 : 64;
    table.clear();
    if (size == 0 || !table.resizeZeroed(size)) {
      failed = true;
      return false;
    }
    for (uint32_t i = 0; i < objects.size(); ++i) {
      uint32_t slot = hashOf(objects[i].address) & (size - 1);
      while (table[slot])
        slot = (slot + 1) & (size - 1);
      table[slot] = i + 1;
    }
    return true;
  }

  /// The object at an address, made if new; null without memory. Cost: O(1)
  /// expected.
  Object *findObject(intptr_t address) {
    uint32_t mask = table.size() - 1;
    uint32_t slot = hashOf(address) & mask;
    while (uint32_t known = table[slot]) {
      Object &object = objects[known - 1];
      if (object.address == address)
        return &object;
      slot = (slot + 1) & mask;
    }
    return addObject(address, slot);
  }

  [[gnu::noinline]] Object *addObject(intptr_t address, uint32_t slot) {
    if (!objects.push({address, 0, epoch, AccessType::None, AccessType::None,
                       List(), List()})) {
      failed = true;
      return nullptr;
    }
    Object *object = &objects.back();
    if (all_memory != None)
      append(object->previous, all_memory);
    table[slot] = objects.size();
    return objects.size() * 2 <= table.size() || growTable() ? object : nullptr;
  }

  void append(List &list, uint32_t node) {
    if (list.count != 0) {
      if (unlikely(!links.push({list.newest, list.others}))) {
        failed = true;
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
  template <typename Items>
  [[gnu::always_inline]] bool name(int32_t count, Items items) {
    bool names_all = false;
    may_join = false;
    ++stamp;
    named.clear();
    if (table.size() == 0 && !growTable())
      return false;
    if (unlikely(!dependences.makeRoom(uint32_t(count)) ||
                 !named.makeRoom(uint32_t(count)))) {
      failed = true;
      return false;
    }
    for (int32_t i = 0; i < count; ++i) {
      intptr_t address = items[i].base_addr;
      uint8_t flag = items[i].flag;
      bool is_all = isAllMemory(address, flag);
      AccessType access = is_all ? AccessType::None : accessOf(address, flag);
      names_all |= is_all;
      if (access == AccessType::None) {
        dependences.append() = {Dependence::None, flag, is_all};
        continue;
      }
      Object *object = findObject(address);
      if (unlikely(!object))
        return false;
      auto number = uint32_t(object - objects.data());
      if (unlikely(number >= Dependence::None))
        failed = true;
      dependences.append() = {number, flag, false};
      if (object->stamp == stamp) {
        object->wanted = strictest(object->wanted, access);
        continue;
      }
      object->stamp = stamp;
      object->wanted = access;
      may_join |= unlikely(object->previous.count > MostPairs) &&
                  joins(access, object->access);
      named.append() = number;
    }
    return names_all;
  }

  /// Between two generations of an object there is a join node if more tasks
  /// than so many would each come before several. It is made before the task
  /// has its number, so that targets ascend.
  static constexpr uint32_t MostPairs = 2;
  [[gnu::noinline]] void makeJoins() {
    for (uint32_t i = 0; i < named.size(); ++i) {
      Object &object = objects[named[i]];
      if (object.epoch != epoch || object.current.count == 0 ||
          !joins(object.wanted, object.access) ||
          object.previous.count <= MostPairs)
        continue;
      if (!add(NodeKind::Join))
        return;
      addEdges(object.previous);
      comeAfterFence();
      object.previous.count = 0;
      append(object.previous, newest());
    }
  }

  /// Makes room for the newest node in an object's generations.
  void openGeneration(Object &object) {
    if (unlikely(object.epoch != epoch)) {
      object.epoch = epoch;
      object.current.count = object.previous.count = 0;
      append(object.previous, all_memory);
    }
    if (object.current.count != 0) {
      if (joins(object.wanted, object.access))
        return;
      object.previous = object.current;
      object.current.count = 0;
    }
    object.access = object.wanted;
  }

  /// Edges to the newest node from everything that the named objects order
  /// before it, and locks of those that it accesses commutatively.
  [[gnu::always_inline]] void depend() {
    for (uint32_t i = 0, count = named.size(); i < count; ++i) {
      Object &object = objects[named[i]];
      openGeneration(object);
      addEdges(object.previous);
      if (unlikely(object.wanted == AccessType::Commutative) &&
          !lock_objects.push(named[i]))
        failed = true;
      if (!all)
        append(object.current, newest());
    }
    if (unlikely(all))
      dependOnAllMemory();
  }

  [[gnu::noinline]] void dependOnAllMemory() {
    for (uint32_t i = 0; i < objects.size(); ++i) {
      const Object &object = objects[i];
      if (object.epoch == epoch)
        addEdges(object.current.count ? object.current : object.previous);
    }
    if (all_memory != None)
      addEdge(all_memory);
    all_memory = newest();
    ++epoch;
  }
};

} // namespace ompx

#endif // OMPX_SHARED_EDGE_RULE_H
