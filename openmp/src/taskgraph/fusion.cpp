//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Which tasks are fused; see fusion.h.

#include "taskgraph/fusion.h"
#include "shared/bottleneck.h"
#include "support/settings.h"
#include "support/vector.h"
#include "taskgraph/graph.h"
#include "taskgraph/levels.h"

#include <algorithm>

namespace ompx {

namespace {

/// Tasks of a fused node, however short they seem.
constexpr kmp_uint32 MostTasks = 1024;

/// A fusion in the making. Fused nodes are known by their first tasks.
class Fuser {
  const Graph &graph;
  const kmp_uint32 count;
  kmp_uint32 edges = 0;
  kmp_uint32 visits = 0; // of forEachEdge()
  Levels levels;
  Vector<kmp_uint32> first; // of each task: that of the node it is fused into
  Vector<kmp_uint32> last;  // of each first task
  Vector<kmp_uint32> size;  // of each first task: number of tasks
  Vector<kmp_uint32> seen;  // the last of these that saw the node
  // Of each first task: numbers of fused nodes before and behind it, and one of
  // the latter.
  Vector<kmp_uint32> predecessors, successors, successor;

public:
  Vector<kmp_uint32> next;
  kmp_uint32 left; // fused nodes, and nodes that are not

  explicit Fuser(const Graph &of)
      : graph(of), count(of.node_count), left(of.node_count) {}
  bool fuse(kmp_uint32 team, kmp_uint64 task_cycles, Fusion::Extent extent) {
    if (!prepare())
      return false;
    kmp_uint64 enough =
        std::clamp<kmp_uint64>(extent.cycles / task_cycles, 1, MostTasks);
    for (kmp_uint32 level = 0; level < levels.count(); ++level)
      fuseLevel(levels.begin[level], levels.begin[level + 1], team,
                extent.per_thread, kmp_uint32(enough));
    fuseChains(kmp_uint32(enough));
    return true;
  }
  bool write(Fusion &to);

private:
  bool prepare();
  void fuseLevel(kmp_uint32 begin, kmp_uint32 end, kmp_uint32 team,
                 kmp_uint32 per_thread, kmp_uint32 enough);
  void fuseChains(kmp_uint32 most);
  void append(kmp_uint32 to, kmp_uint32 more);
  template <typename Visit> void forEachEdge(kmp_uint32 from, Visit visit);
  void countEdges();
  bool markBottlenecks(Vector<Node> &nodes);
};

bool Fuser::prepare() {
  if (!levels.find(graph) || !first.resizeZeroed(count) ||
      !last.resizeZeroed(count) || !size.resizeZeroed(count) ||
      !seen.resizeZeroed(count) || !predecessors.resizeZeroed(count) ||
      !successors.resizeZeroed(count) || !successor.resizeZeroed(count) ||
      !next.resizeZeroed(count))
    return false;
  for (kmp_uint32 node = 0; node < count; ++node) {
    first[node] = last[node] = node;
    size[node] = 1;
  }
  return true;
}

/// One node's tasks run behind those of another.
void Fuser::append(kmp_uint32 to, kmp_uint32 more) {
  next[last[to]] = more;
  last[to] = last[more];
  size[to] += size[more];
  for (kmp_uint32 task = more; task != 0; task = next[task])
    first[task] = to;
  --left;
}

/// Fuses neighbours among the nodes at these places of the order, into as many
/// for each thread.
void Fuser::fuseLevel(kmp_uint32 begin, kmp_uint32 end, kmp_uint32 team,
                      kmp_uint32 per_thread, kmp_uint32 enough) {
  kmp_uint32 tasks = 0;
  for (kmp_uint32 i = begin; i < end; ++i)
    tasks += graph.nodes[levels.order[i]].isTask();
  kmp_uint32 wanted = (tasks + enough - 1) / enough;
  kmp_uint32 parts = std::max((wanted + team - 1) / team, per_thread) * team;
  if (parts >= tasks)
    return;
  kmp_uint32 position = 0, part = parts, to = 0;
  for (kmp_uint32 i = begin; i < end; ++i) {
    if (!graph.nodes[levels.order[i]].isTask())
      continue;
    auto of = kmp_uint32(kmp_uint64(position++) * parts / tasks);
    if (of == part)
      append(to, levels.order[i]);
    else
      to = levels.order[i];
    part = of;
  }
}

/// Visits each node that comes after a fused one, once.
template <typename Visit>
void Fuser::forEachEdge(kmp_uint32 from, Visit visit) {
  kmp_uint32 task = from, visit_number = ++visits;
  do {
    for (kmp_uint32 e = graph.nodes[task].first_successor;
         e < graph.nodes[task + 1].first_successor; ++e) {
      kmp_uint32 to = first[graph.successors[e].node()];
      if (to == from || seen[to] == visit_number)
        continue;
      seen[to] = visit_number;
      visit(to);
    }
    task = next[task];
  } while (task != 0);
}

void Fuser::countEdges() {
  edges = 0;
  for (kmp_uint32 node = 0; node < count; ++node)
    predecessors[node] = successors[node] = 0;
  for (kmp_uint32 node = 0; node < count; ++node)
    if (first[node] == node)
      forEachEdge(node, [&](kmp_uint32 to) {
        ++predecessors[to];
        ++successors[node];
        successor[node] = to;
        ++edges;
      });
}

/// Fuses a node with its only successor, as long as that has no other
/// predecessor.
void Fuser::fuseChains(kmp_uint32 most) {
  countEdges();
  for (kmp_uint32 i = 0; i < count; ++i) {
    kmp_uint32 node = levels.order[i];
    if (first[node] != node || !graph.nodes[node].isTask())
      continue;
    while (successors[node] == 1) {
      kmp_uint32 after = successor[node];
      if (predecessors[after] != 1 || !graph.nodes[after].isTask() ||
          size[node] + size[after] > most)
        break;
      append(node, after);
      successors[node] = successors[after];
      successor[node] = successor[after];
    }
  }
}

/// The numbers of fused nodes are in no order, their levels are.
bool Fuser::markBottlenecks(Vector<Node> &nodes) {
  Vector<kmp_uint32> by_place, place;
  if (!place.resizeZeroed(count))
    return false;
  for (kmp_uint32 i = 0; i < count; ++i)
    if (first[levels.order[i]] == levels.order[i]) {
      place[levels.order[i]] = by_place.size();
      if (!by_place.push(levels.order[i]))
        return false;
    }
  return findBottlenecks<Vector>(
      by_place.size(),
      [&](auto visit) {
        for (kmp_uint32 from = 0; from < by_place.size(); ++from)
          forEachEdge(by_place[from],
                      [&](kmp_uint32 to) { visit(from, place[to]); });
      },
      [&](kmp_uint32 at) { nodes[by_place[at]].bottleneck = 1; });
}

bool Fuser::write(Fusion &to) {
  countEdges();
  Vector<Node> nodes;
  Vector<Successor> targets;
  Vector<kmp_uint32> roots;
  if (!nodes.resizeZeroed(count + 1) || !targets.resizeZeroed(edges + 1))
    return false;
  kmp_uint32 place = 0;
  for (kmp_uint32 i = 0; i <= count; ++i) {
    Node &node = nodes[i] = graph.nodes[i];
    node.bottleneck = 0;
    node.first_successor = place;
    if (i == count)
      break;
    bool is_first = first[i] == i;
    node.predecessors = is_first ? predecessors[i] : 0;
    if (!is_first)
      continue;
    if (size[i] > 1)
      node.kind = NodeKind::Fused;
    if (node.predecessors == 0 && !roots.push(i))
      return false;
    place += successors[i];
  }
  for (kmp_uint32 i = 0; i < count; ++i)
    if (first[i] == i) {
      Successor *target = &targets[nodes[i].first_successor];
      forEachEdge(i, [&](kmp_uint32 after) {
        *target++ = Successor(after, predecessors[after] == 1);
      });
    }
  if (!markBottlenecks(nodes))
    return false;
  to.node_count = left;
  to.root_count = roots.size();
  to.nodes = nodes.release();
  to.successors = targets.release();
  to.roots = roots.release();
  to.next = next.release();
  return true;
}

} // namespace

bool Fusion::possible(const Graph &graph) {
  if (graph.lock_count != 0 || graph.priorities || graph.has_targets)
    return false;
  for (kmp_uint32 i = 0; i < graph.type_count; ++i)
    if (graph.types[i].goesOnInParts())
      return false;
  return taskgraph_fuse != FuseTasks::Auto || !graph.mayWait();
}

Fusion *Fusion::create(const Graph &graph, kmp_uint32 team,
                       kmp_uint64 task_cycles, Extent extent, kmp_uint32 most) {
  Fuser fuser(graph);
  if (!fuser.fuse(team, task_cycles, extent) || fuser.left > most)
    return nullptr;
  return writtenBy<Fusion>(fuser);
}

Fusion::~Fusion() {
  KMP_INTERNAL_FREE(nodes);
  KMP_INTERNAL_FREE(successors);
  KMP_INTERNAL_FREE(roots);
  KMP_INTERNAL_FREE(next);
}

} // namespace ompx
