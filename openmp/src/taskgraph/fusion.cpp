//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Which tasks are fused, and whether that pays; see fusion.h.

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
/// One thread alone is tried where a task, or the whole replay, takes no more
/// than some times what it costs to hand it to another thread; in cycles.
constexpr kmp_uint64 ShortTask = 2048, ShortReplay = 8192;
/// Lanes are tried where tasks are shorter: of longer ones who is idle had
/// better take some. In cycles.
constexpr kmp_uint64 LongTask = 262144;

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
  auto *made = new Fusion;
  if (made && !fuser.write(*made)) {
    delete made;
    return nullptr;
  }
  return made;
}

Fusion::~Fusion() {
  KMP_INTERNAL_FREE(nodes);
  KMP_INTERNAL_FREE(successors);
  KMP_INTERNAL_FREE(roots);
  KMP_INTERNAL_FREE(next);
}

FusionTrial::~FusionTrial() {
  for (Candidate<Fusion> &candidate : fusions)
    // mo: relaxed; nobody uses the graph any more
    delete candidate.made.load(std::memory_order_relaxed);
  for (Candidate<Lanes> &candidate : lanes)
    // mo: relaxed; as above
    delete candidate.made.load(std::memory_order_relaxed);
}

/// Whether they are as many as in the first team.
bool FusionTrial::isFor(kmp_uint32 threads) {
  // mo: relaxed; a number of its own
  kmp_uint32 first = team.load(std::memory_order_relaxed);
  return first == threads || (first == 0 &&
                              // mo: relaxed; as above
                              (team.compare_exchange_strong(
                                   first, threads, std::memory_order_relaxed,
                                   // mo: relaxed; as above
                                   std::memory_order_relaxed) ||
                               first == threads));
}

FusionTrial::Way FusionTrial::choose(const Graph &graph, kmp_uint32 threads) {
  if (taskgraph_fuse == FuseTasks::Off || graph.node_count == 0 ||
      // mo: relaxed; a hint, a replay more as recorded is right, too
      impossible.load(std::memory_order_relaxed) || !isFor(threads))
    return Way();
  if (taskgraph_fuse == FuseTasks::Always)
    return {fusionOf(graph, 1, 0)};
  if (taskgraph_fuse == FuseTasks::Alone)
    return {nullptr, nullptr, Fusion::possible(graph)};
  if (taskgraph_fuse == FuseTasks::Lanes) {
    const Lanes *by_type = lanesOf(graph, Lanes::ByType);
    return {nullptr, by_type ? by_type : lanesOf(graph, Lanes::ByLevel)};
  }
  kmp_uint32 turn = schedule.next();
  if (turn == 0)
    for (std::atomic<kmp_uint64> &time : times)
      // mo: relaxed; a statistic
      time.store(0, std::memory_order_relaxed);
  if (turn < TrialLength)
    return tryOut(graph, Turns[turn], &times[turn]);
  if (turn == TrialLength)
    decide();
  // mo: relaxed; a hint, each way is right
  kmp_uint8 way = fastest.load(std::memory_order_relaxed);
  if (way == AsRecorded) // no other leaves more to steal
    return Way();
  Way kept;
  if (way == Alone)
    kept.alone = true;
  else if (way >= InLanes)
    kept.lanes = lanesOf(graph, Lanes::Division(way - InLanes));
  else
    kept.fusion = fusionOf(graph, 1, way - Fused);
  kept.is_kept = schedule.timesReplays();
  return kept;
}

/// Where a way is no candidate, the replay goes as recorded, and its time does
/// not count.
FusionTrial::Way FusionTrial::tryOut(const Graph &graph, kmp_uint8 way,
                                     std::atomic<kmp_uint64> *time) {
  if (way == AsRecorded)
    return {nullptr, nullptr, false, time};
  if (!Fusion::possible(graph)) {
    // mo: relaxed; a hint
    impossible.store(true, std::memory_order_relaxed);
    return Way();
  }
  kmp_uint64 as_recorded = median(AsRecorded);
  kmp_uint64 task_cycles =
      // mo: relaxed; a statistic
      as_recorded / graph.node_count * team.load(std::memory_order_relaxed);
  if (as_recorded == 0 || // replays overlap, and none has ended
      median(way) > as_recorded + as_recorded / 4) // once was enough
    return Way();
  if (way == Alone) // may take as many times longer as there are threads
    return task_cycles < ShortTask || as_recorded < ShortReplay
               ? Way{nullptr, nullptr, true, time}
               : Way();
  if (way >= InLanes) {
    const Lanes *in = task_cycles < LongTask
                          ? lanesOf(graph, Lanes::Division(way - InLanes))
                          : nullptr;
    return in ? Way{nullptr, in, false, time} : Way();
  }
  kmp_uint32 extent = way - Fused;
  if (task_cycles >= Extents[extent].cycles / 2)
    return Way();
  const Fusion *fusion =
      fusionOf(graph, std::max<kmp_uint64>(task_cycles, 1), extent);
  return fusion ? Way{fusion, nullptr, false, time} : Way();
}

/// How long the replays of a way took in this trial so far, 0 if there was
/// none.
kmp_uint64 FusionTrial::median(kmp_uint8 way) const {
  kmp_uint64 found[TrialLength];
  kmp_uint32 count = 0;
  for (kmp_uint32 turn = 0; turn < TrialLength; ++turn)
    if (Turns[turn] == way)
      // mo: relaxed; a statistic
      if (kmp_uint64 time = times[turn].load(std::memory_order_relaxed))
        found[count++] = time;
  if (count == 0)
    return 0;
  std::nth_element(found, found + count / 2, found + count);
  return found[count / 2];
}

void FusionTrial::decide() {
  kmp_uint8 best = AsRecorded;
  kmp_uint64 shortest = median(AsRecorded);
  for (kmp_uint8 way = Fused; way < WayCount; ++way) {
    kmp_uint64 time = median(way);
    if (time == 0 || time >= shortest)
      continue;
    best = way;
    shortest = time;
  }
  // mo: relaxed; a hint, each way is right
  kmp_uint8 before = fastest.exchange(best, std::memory_order_relaxed);
  schedule.decided(best != before, shortest);
}

/// What `place` has, or, unless it is known to be useless, what make() gives.
/// Null if there is none. Another thread may make it at the same time.
template <typename Kind, typename Make>
const Kind *FusionTrial::madeOnce(Candidate<Kind> &place, Make make) {
  // mo: acquire; sees what was made; pairs with FusionTrial::madeOnce()
  Kind *found = place.made.load(std::memory_order_acquire);
  // mo: relaxed; a hint
  if (found || place.useless.load(std::memory_order_relaxed))
    return found;
  Kind *made = make();
  if (!made)
    // mo: relaxed; a hint
    place.useless.store(true, std::memory_order_relaxed);
  // mo: acq_rel; publishes what was made, or sees another thread's; pairs with
  // FusionTrial::madeOnce()
  else if (!place.made.compare_exchange_strong(
               found, made, std::memory_order_acq_rel,
               // mo: acquire; likewise; pairs with FusionTrial::madeOnce()
               std::memory_order_acquire)) {
    delete made;
    return found;
  }
  return made;
}

const Fusion *FusionTrial::fusionOf(const Graph &graph, kmp_uint64 task_cycles,
                                    kmp_uint32 extent) {
  return madeOnce(fusions[extent], [&]() -> Fusion * {
    kmp_uint32 nodes = graph.node_count;
    if (extent > 0)
      // mo: acquire; sees what the fusion is; pairs with
      // FusionTrial::madeOnce()
      if (const Fusion *less =
              fusions[extent - 1].made.load(std::memory_order_acquire))
        nodes = less->node_count;
    return Fusion::possible(graph)
               // mo: relaxed; set before the first replay
               ? Fusion::create(graph, team.load(std::memory_order_relaxed),
                                task_cycles, Extents[extent], nodes / 4 * 3)
               : nullptr;
  });
}

const Lanes *FusionTrial::lanesOf(const Graph &graph,
                                  Lanes::Division division) {
  return madeOnce(lanes[division], [&]() -> Lanes * {
    if (!Fusion::possible(graph))
      return nullptr;
    Lanes *made = Lanes::create(
        // mo: relaxed; set before the first replay
        graph, team.load(std::memory_order_relaxed), division);
    const Lanes *others =
        division == Lanes::ByLevel ? nullptr : lanesOf(graph, Lanes::ByLevel);
    if (made && others && made->equals(*others)) {
      delete made;
      return nullptr;
    }
    return made;
  });
}

void FusionTrial::took(Way way, kmp_uint64 cycles) {
  if (way.time)
    // mo: relaxed; a statistic
    way.time->store(cycles, std::memory_order_relaxed);
  else
    schedule.took(cycles);
}

} // namespace ompx
