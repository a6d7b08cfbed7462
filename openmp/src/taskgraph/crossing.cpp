//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Making the edges between two replays; see crossing.h.

#include "taskgraph/crossing.h"
#include "shared/edge_rule.h"
#include "taskgraph/static_load.h"

namespace ompx {

namespace {

/// The nodes of one graph and then of another, with their edges.
class OneThenOther {
  EdgeRule<Vector> rule;
  Vector<kmp_uint32> in_graph; // of each node: 1 + its number, 0 of a join
  Vector<kmp_depend_info_t> items;
  Vector<kmp_intptr_t> addresses; // by object

  bool takeAddresses(const Instance &of) {
    const Graph &graph = *of.graph;
    addresses.clear();
    for (kmp_uint32 i = 0; i < graph.address_count; ++i) {
      kmp_intptr_t address =
          graph.compiled
              ? kmp_intptr_t(valueOf(*graph.compiled, of.symbols,
                                     graph.compiled->objects[i].form,
                                     graph.compiled->objects[i].offset))
              : graph.objects[i];
      if (!addresses.push(address))
        return false;
      orders_nothing |= address == 0 || isAllMemory(address, 0);
    }
    return true;
  }

  bool addTask(const Graph &graph, kmp_uint32 node) {
    items.clear();
    for (kmp_uint32 i = graph.first_dependence[node];
         i < graph.first_dependence[node + 1]; ++i) {
      kmp_depend_info_t item = {};
      kmp_uint32 object = graph.dependences[i].object();
      item.base_addr = object == Dependence::None ? 0 : addresses[object];
      item.flag = graph.dependences[i].flags();
      if (!items.push(item))
        return false;
    }
    if (!rule.begin(NodeKind::Task, kmp_int32(items.size()), items.data()))
      return false;
    rule.end();
    if (!in_graph.resizeZeroed(rule.nodes.size()))
      return false;
    in_graph.back() = node + 1;
    return !rule.outOfMemory();
  }

  bool add(const Instance &instance) {
    const Graph &graph = *instance.graph;
    if (!takeAddresses(instance))
      return false;
    for (kmp_uint32 node = 0; node < graph.node_count; ++node)
      if (graph.nodes[node].isTask() && !addTask(graph, node))
        return false;
    return true;
  }

public:
  Vector<Successor> successors;
  /// An address is none of an object, although the graphs have it as one.
  bool orders_nothing = false;

  /// Returns whether there was memory.
  bool build(const Instance &one, const Instance &other) {
    if (!add(one))
      return false;
    // The same nodes have joins at the same places.
    KMP_ASSERT(orders_nothing || rule.nodes.size() == one.graph->node_count);
    if (!add(other))
      return false;
    Vector<kmp_uint32> roots;
    if (!rule.close() || !successors.resizeZeroed(rule.edgeCount()) ||
        !roots.resizeZeroed(rule.rootCount()))
      return false;
    rule.writeEdges(successors.data(), roots.data());
    return true;
  }
  kmp_uint32 begin(kmp_uint32 node) const {
    return rule.nodes[node].first_successor;
  }
  bool isJoin(kmp_uint32 node) const { return in_graph[node] == 0; }
  /// Of a task.
  kmp_uint32 numberInGraph(kmp_uint32 node) const { return in_graph[node] - 1; }
};

bool isOfTasksAlone(const Graph &graph) {
  for (kmp_uint32 i = 0; i < graph.node_count; ++i)
    if (!graph.nodes[i].isTask() && graph.nodes[i].kind != NodeKind::Join)
      return false;
  return graph.lock_count == 0 && graph.group_count == 1 && !graph.priorities &&
         !graph.names_all_memory && !graph.has_targets;
}

/// A form of the graph's objects, in an instance's replay.
kmp_uint64 placeOf(const Instance &of, kmp_uint32 form) {
  return valueOf(*of.graph->compiled, of.symbols, form, 0);
}

const Followable &followableOf(const Instance &instance) {
  // mo: acquire; sees what was made; pairs with Followable::of()
  return *instance.graph->followable.load(std::memory_order_acquire);
}

} // namespace

/// Returns whether there was memory.
bool Followable::fill(const Graph &graph) {
  is = isOfTasksAlone(graph);
  if (!is || !graph.compiled)
    return true;
  Vector<kmp_uint8> used;
  if (!used.resizeZeroed(graph.compiled->form_count))
    return false;
  for (kmp_uint32 i = 0; i < graph.address_count; ++i) {
    auto form = kmp_uint32(graph.compiled->objects[i].form);
    if (!used[form] && !forms.push(form))
      return false;
    used[form] = 1;
  }
  return true;
}

const Followable *Followable::of(Graph &graph) {
  static std::atomic<kmp_uint64> graphs{0};
  // mo: acquire; sees what was made; pairs with Followable::of()
  const Followable *found = graph.followable.load(std::memory_order_acquire);
  if (found)
    return found;
  // mo: relaxed; any number that no other graph has
  auto *made = new Followable(graphs.fetch_add(1, std::memory_order_relaxed));
  if (!made || !made->fill(graph)) {
    delete made;
    return nullptr;
  }
  // mo: acq_rel; publishes it or sees another thread's; pairs with
  // followableOf()
  if (graph.followable.compare_exchange_strong(found, made,
                                               std::memory_order_acq_rel,
                                               // mo: acquire; likewise
                                               std::memory_order_acquire))
    return made;
  delete made;
  return found;
}

bool haveSameObjects(const Instance &one, const Instance &other) {
  if (one.graph != other.graph)
    return false;
  const Vector<kmp_uint32> &forms = followableOf(one).forms;
  for (kmp_uint32 i = 0; i < forms.size(); ++i)
    if (placeOf(one, forms[i]) != placeOf(other, forms[i]))
      return false;
  return true;
}

bool Crossing::isFor(const Instance &before, const Instance &next) const {
  const Followable &of_next = followableOf(next);
  if (next_graph != of_next.number)
    return false;
  kmp_uint32 at = 0;
  auto fits = [&](const Instance &instance, const Vector<kmp_uint32> &forms) {
    for (kmp_uint32 i = 0; i < forms.size(); ++i)
      if (places[at++] != placeOf(instance, forms[i]))
        return false;
    return true;
  };
  return fits(before, followableOf(before).forms) && fits(next, of_next.forms);
}

const Crossing *Crossing::find(const Crossing *newest, const Instance &before,
                               const Instance &next) {
  for (const Crossing *crossing = newest; crossing; crossing = crossing->older)
    if (crossing->isFor(before, next))
      return crossing;
  return nullptr;
}

bool Crossing::takePlaces(const Instance &of) {
  const Vector<kmp_uint32> &forms = followableOf(of).forms;
  for (kmp_uint32 i = 0; i < forms.size(); ++i)
    if (!places.push(placeOf(of, forms[i])))
      return false;
  return true;
}

/// Returns whether there was memory.
bool Crossing::fill(const Instance &before, const Instance &next) {
  OneThenOther both;
  Vector<kmp_uint32> counts;
  kmp_uint32 nodes = before.graph->node_count;
  if (!takePlaces(before) || !takePlaces(next) || !both.build(before, next) ||
      !counts.resizeZeroed(next.graph->node_count))
    return false;
  for (kmp_uint32 node = 0; node < nodes && !both.orders_nothing; ++node) {
    if (!first.push(edges.size()))
      return false;
    for (kmp_uint32 i = both.begin(node); i < both.begin(node + 1); ++i) {
      kmp_uint32 target = both.successors[i].node();
      if (target < nodes)
        continue;
      if (both.isJoin(target)) {
        sources.clear();
        return true;
      }
      ++counts[both.numberInGraph(target)];
      if (!edges.push(both.numberInGraph(target)))
        return false;
    }
    if (edges.size() != first.back() && !sources.push(node))
      return false;
  }
  for (kmp_uint32 node = 0; node < next.graph->node_count; ++node)
    if (counts[node] != 0 && !targets.push({node, counts[node]}))
      return false;
  may_follow = !both.orders_nothing && first.push(edges.size());
  return may_follow || both.orders_nothing;
}

/// Which nodes are sources, of this one or of an older one. What is not begins
/// as completed, so that nobody looks at its edges. Returns whether there was
/// memory.
bool Crossing::mark(kmp_uint32 nodes) {
  if (!marks.resizeZeroed(nodes))
    return false;
  for (kmp_uint32 node = 0; node < nodes; ++node)
    marks[node] = older ? older->marks[node] : Instance::Completed;
  for (kmp_uint32 i = 0; i < sources.size(); ++i)
    marks[sources[i]] = 0;
  return true;
}

void Crossing::make(const Instance &before, const Instance &next) {
  Graph &graph = *before.graph;
  const Crossing *last = newest(graph);
  kmp_uint32 number = 0;
  for (const Crossing *i = last; i; i = i->older)
    ++number;
  if (number >= MostOfGraph)
    return;
  auto *made = new Crossing(last, followableOf(next).number);
  if (!made)
    return;
  // mo: release; publishes the edges; pairs with Crossing::newest(). Where
  // another thread has made some meanwhile, this one's are made another time.
  if (!made->fill(before, next) || !made->mark(graph.node_count) ||
      !graph.crossings.compare_exchange_strong(last, made,
                                               std::memory_order_release,
                                               // mo: relaxed; not read
                                               std::memory_order_relaxed))
    delete made;
}

void Crossing::destroy(const Crossing *newest) {
  while (const Crossing *crossing = newest) {
    newest = crossing->older;
    delete crossing;
  }
}

} // namespace ompx
