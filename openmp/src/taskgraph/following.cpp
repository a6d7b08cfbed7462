//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The edges between two replays, and what both sides do at them; see
// following.h.

#include "taskgraph/following.h"
#include "shared/edge_rule.h"
#include "taskgraph/record.h"
#include "taskgraph/worker.h"

namespace ompx {

namespace {

/// The nodes of a graph twice, one copy after the other, with their edges.
class Twice {
  EdgeRule<Vector> rule;
  Vector<kmp_uint32> in_graph; // of each node: 1 + its number, 0 of a join
  Vector<kmp_depend_info_t> items;

  bool addTask(const Graph &graph, kmp_uint32 node) {
    items.clear();
    for (kmp_uint32 i = graph.first_dependence[node];
         i < graph.first_dependence[node + 1]; ++i) {
      kmp_depend_info_t item = {};
      kmp_uint32 object = graph.dependences[i].object();
      // Any address that tells objects apart.
      item.base_addr =
          object == Dependence::None ? 0 : kmp_intptr_t(object + 1) * 64;
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

  bool addCopy(const Graph &graph) {
    for (kmp_uint32 node = 0; node < graph.node_count; ++node)
      if (graph.nodes[node].isTask() && !addTask(graph, node))
        return false;
    return true;
  }

public:
  Vector<Successor> successors;

  /// Returns whether there was memory.
  bool build(const Graph &graph) {
    if (!addCopy(graph))
      return false;
    // The same nodes have joins at the same places.
    KMP_ASSERT(rule.nodes.size() == graph.node_count);
    if (!addCopy(graph))
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

} // namespace

/// Returns whether there was memory.
bool Crossing::fill(const Graph &graph) {
  if (!isOfTasksAlone(graph))
    return true;
  Twice twice;
  Vector<kmp_uint32> counts;
  kmp_uint32 nodes = graph.node_count;
  if (!twice.build(graph) || !counts.resizeZeroed(nodes))
    return false;
  for (kmp_uint32 node = 0; node < nodes; ++node) {
    if (!first.push(edges.size()))
      return false;
    for (kmp_uint32 i = twice.begin(node); i < twice.begin(node + 1); ++i) {
      kmp_uint32 target = twice.successors[i].node();
      if (target < nodes)
        continue;
      if (twice.isJoin(target))
        return true;
      ++counts[twice.numberInGraph(target)];
      if (!edges.push(twice.numberInGraph(target)))
        return false;
    }
    if (edges.size() != first.back() && !sources.push(node))
      return false;
  }
  for (kmp_uint32 node = 0; node < nodes; ++node)
    if (counts[node] != 0 && !targets.push({node, counts[node]}))
      return false;
  for (kmp_uint32 i = 0; i < graph.root_count; ++i)
    if (counts[graph.roots[i]] == 0 && !free_roots.push(graph.roots[i]))
      return false;
  may_follow = first.push(edges.size());
  return may_follow;
}

const Crossing *Crossing::of(Graph &graph) {
  const Crossing *found = known(graph);
  if (found)
    return found;
  auto *made = new Crossing;
  if (!made || !made->fill(graph)) {
    delete made;
    return nullptr;
  }
  // mo: acq_rel; publishes the edges or sees another thread's; pairs with
  // Crossing::known()
  if (graph.crossing.compare_exchange_strong(found, made,
                                             std::memory_order_acq_rel,
                                             // mo: acquire; likewise
                                             std::memory_order_acquire))
    return made;
  delete made;
  return found;
}

/// A node of a replay that may be followed has completed: so many tasks of the
/// next replay less that wait for it, if there is one by now.
void Worker::endSource(Instance &from, kmp_uint32 node) {
  const Crossing &crossing = *Crossing::known(*from.graph);
  if (!crossing.isSource(node) ||
      // mo: acq_rel; publishes what the tasks wrote, and sees the next replay;
      // pairs with follow()
      from.crossed[node].exchange(
          Instance::Completed, std::memory_order_acq_rel) != Instance::Followed)
    return;
  Instance &next = *from.following;
  crossing.forEachTarget(node, [&](kmp_uint32 target) {
    if (next.countDownInReplay(target))
      push(Item::ofNode(NodeRef(next, target)));
  });
}

// After so many replays that had other objects than the one before.
static constexpr kmp_uint32 MostUnfollowed = 4;

bool mayBeFollowed(Instance &instance) {
  const Crossing *crossing = Crossing::known(*instance.graph);
  if (!crossing || !crossing->exists() ||
      // mo: relaxed; a hint
      instance.graph->unfollowed.load(std::memory_order_relaxed) >=
          MostUnfollowed)
    return false;
  if (!instance.crossed)
    instance.crossed = static_cast<std::atomic<kmp_uint8> *>(
        KMP_INTERNAL_MALLOC(instance.graph->node_count));
  if (!instance.crossed)
    return false;
  for (kmp_uint32 i = 0; i < crossing->sources.size(); ++i)
    // mo: relaxed; published with the nodes
    instance.crossed[crossing->sources[i]].store(Instance::Running,
                                                 std::memory_order_relaxed);
  return true;
}

void follow(const Encounter &encounter, Instance &before, Instance &instance,
            TeamQueues &queues) {
  const Graph &graph = *instance.graph;
  const Crossing &crossing = *Crossing::known(graph);
  Worker worker(encounter.thread, encounter.gtid, &queues, nullptr);
  for (kmp_uint32 i = 0; i < crossing.targets.size(); ++i) {
    const Crossing::Target &target = crossing.targets[i];
    // mo: relaxed; published with `crossed`
    instance.pending[target.node].store(
        kmp_int32(graph.nodes[target.node].predecessors + target.sources),
        std::memory_order_relaxed);
  }
  before.following = &instance;
  for (kmp_uint32 i = 0; i < crossing.sources.size(); ++i) {
    kmp_uint32 source = crossing.sources[i];
    // mo: acq_rel; publishes `following` and the counts, or sees what the task
    // wrote; pairs with Worker::endSource()
    if (before.crossed[source].exchange(Instance::Followed,
                                        std::memory_order_acq_rel) ==
        Instance::Completed)
      crossing.forEachTarget(source, [&](kmp_uint32 target) {
        if (instance.countDownInReplay(target))
          worker.pushNode(NodeRef(instance, target), false);
      });
  }
  for (kmp_uint32 i = 0; i < crossing.free_roots.size(); ++i)
    worker.pushNode(NodeRef(instance, crossing.free_roots[i]), false);
  // All nodes of the instance may have completed by now. The graph has a user
  // as long as the one before does not end.
  worker.letGo(before);
}

void letGo(const Encounter &encounter, Instance &before) {
  Worker(encounter.thread, encounter.gtid, before.queues, nullptr)
      .letGo(before);
}

} // namespace ompx
