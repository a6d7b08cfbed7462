//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Which lane a task is in, in what order lanes run their tasks, and what they
// wait for; see lanes.h.

#include "taskgraph/lanes.h"
#include "shared/static_graph.h"
#include "support/memory.h"
#include "taskgraph/levels.h"

#include <new>

namespace ompx {

namespace {

/// Lanes are not made where the clocks would take more memory than that.
constexpr kmp_uint64 MostClocks = 1 << 22;

/// A lane for each node.
using Partition = Vector<kmp_uint32>;

template <typename Visit>
void forEachSuccessor(const Graph &graph, kmp_uint32 node, Visit visit) {
  for (kmp_uint32 e = graph.nodes[node].first_successor;
       e < graph.nodes[node + 1].first_successor; ++e)
    visit(graph.successors[e].node());
}

/// Lanes that run a partition, simulated: a lane takes of its tasks that are
/// ready the one with the shortest way to another lane, then the first by
/// number. Each task takes as long as any other.
class ListSchedule {
  static constexpr kmp_uint32 None = ~kmp_uint32(0);

  const Graph &graph;
  const Partition &lane;
  const kmp_uint32 team;
  Vector<kmp_uint32> distance; // of each node: edges to one of another lane
  Vector<kmp_uint32> left;     // of each node: predecessors that have not ended
  Vector<kmp_uint64> ready;    // of each node: when the last of them ends
  // Heaps, of each lane from its place on: tasks by when they are ready, and
  // those that are by distance.
  Vector<kmp_uint32> waiting, available;
  Vector<kmp_uint32> waiting_count, available_count;
  Vector<kmp_uint64> free_at; // of each lane
  Vector<kmp_uint32> ended;   // nodes that run nothing, to be looked at

public:
  Vector<kmp_uint32> order; // of all nodes, by when they begin
  // Of each lane: how many tasks those before it have; and of all together.
  Vector<kmp_uint32> place;

  ListSchedule(const Graph &of, const Partition &lanes, kmp_uint32 threads)
      : graph(of), lane(lanes), team(threads) {}
  /// Returns whether there was memory. Cost: O(nodes * (team + log nodes) +
  /// edges).
  bool run();

private:
  bool prepare();
  void becomesReady(kmp_uint32 node);
  void end(kmp_uint32 node, kmp_uint64 now);
  kmp_uint64 nextBegin(kmp_uint32 of_lane) const;
  kmp_uint32 take(kmp_uint32 from_lane, kmp_uint64 now);
  auto readyLater() const {
    return [this](kmp_uint32 one, kmp_uint32 other) {
      return ready[one] != ready[other] ? ready[one] > ready[other]
                                        : one > other;
    };
  }
  auto farther() const {
    return [this](kmp_uint32 one, kmp_uint32 other) {
      return distance[one] != distance[other] ? distance[one] > distance[other]
                                              : one > other;
    };
  }
};

bool ListSchedule::prepare() {
  kmp_uint32 nodes = graph.node_count;
  if (!distance.resizeZeroed(nodes) || !left.resizeZeroed(nodes) ||
      !ready.resizeZeroed(nodes) || !place.resizeZeroed(team + 1) ||
      !waiting.resizeZeroed(nodes) || !available.resizeZeroed(nodes) ||
      !waiting_count.resizeZeroed(team) ||
      !available_count.resizeZeroed(team) || !free_at.resizeZeroed(team) ||
      !order.resizeZeroed(nodes) || !ended.resizeZeroed(nodes))
    return false;
  order.clear();
  ended.clear();
  for (kmp_uint32 node = nodes; node-- > 0;) {
    left[node] = graph.nodes[node].predecessors;
    distance[node] = None - 1;
    forEachSuccessor(graph, node, [&](kmp_uint32 after) {
      kmp_uint32 way = lane[after] == lane[node] ? distance[after] + 1 : 0;
      distance[node] = std::min(distance[node], way);
    });
    if (lane[node] != None)
      ++place[lane[node] + 1];
  }
  for (kmp_uint32 l = 0; l < team; ++l)
    place[l + 1] += place[l];
  return true;
}

void ListSchedule::becomesReady(kmp_uint32 node) {
  kmp_uint32 of_lane = lane[node];
  if (of_lane == None) {
    ended.append() = node;
    return;
  }
  kmp_uint32 *heap = &waiting[place[of_lane]];
  heap[waiting_count[of_lane]++] = node;
  std::push_heap(heap, heap + waiting_count[of_lane], readyLater());
}

void ListSchedule::end(kmp_uint32 node, kmp_uint64 now) {
  order.append() = node;
  forEachSuccessor(graph, node, [&](kmp_uint32 after) {
    ready[after] = std::max(ready[after], now);
    if (--left[after] == 0)
      becomesReady(after);
  });
}

/// When a lane begins its next task, of those that it knows of.
kmp_uint64 ListSchedule::nextBegin(kmp_uint32 of_lane) const {
  if (available_count[of_lane] != 0)
    return free_at[of_lane];
  return waiting_count[of_lane] == 0
             ? ~kmp_uint64(0)
             : std::max(free_at[of_lane], ready[waiting[place[of_lane]]]);
}

kmp_uint32 ListSchedule::take(kmp_uint32 from_lane, kmp_uint64 now) {
  kmp_uint32 *later = &waiting[place[from_lane]];
  kmp_uint32 *heap = &available[place[from_lane]];
  kmp_uint32 &count = available_count[from_lane];
  for (kmp_uint32 &n = waiting_count[from_lane];
       n != 0 && ready[later[0]] <= now; --n) {
    std::pop_heap(later, later + n, readyLater());
    heap[count++] = later[n - 1];
    std::push_heap(heap, heap + count, farther());
  }
  std::pop_heap(heap, heap + count, farther());
  return heap[--count];
}

bool ListSchedule::run() {
  if (!prepare())
    return false;
  for (kmp_uint32 i = 0; i < graph.root_count; ++i)
    becomesReady(graph.roots[i]);
  while (order.size() < graph.node_count) {
    while (ended.size() != 0) {
      kmp_uint32 node = ended.back();
      ended.pop();
      end(node, ready[node]);
    }
    kmp_uint32 next = 0;
    for (kmp_uint32 l = 1; l < team; ++l)
      if (nextBegin(l) < nextBegin(next))
        next = l;
    kmp_uint64 begin = nextBegin(next);
    if (begin == ~kmp_uint64(0))
      continue; // the last nodes run nothing
    kmp_uint32 node = take(next, begin);
    free_at[next] = begin + 1;
    end(node, free_at[next]);
  }
  return true;
}

class LaneMaker {
  static constexpr kmp_uint32 None = ~kmp_uint32(0);

  const Graph &graph;
  const kmp_uint32 nodes, team;
  // Of each node: the place, in the order of addresses, of the first object
  // that it alone writes; None without.
  Vector<kmp_uint32> written;
  kmp_uint32 objects = 0;
  Vector<kmp_uint32> tasks; // ascending
  Partition lane;           // None: the node runs nothing
  Vector<kmp_uint32> order; // in which lanes run their nodes
  kmp_uint32 step_count = 0;

  Vector<kmp_uint32> first_step; // of each lane
  Vector<Lanes::Step> steps;     // by lane
  Vector<kmp_uint32> end_wait;   // of each step
  Vector<Lanes::Progress> waits; // in the order in which they were found
  // Of each node, for each lane: how many of its steps the node comes after;
  // once the node has run: what is known to be done then.
  Vector<kmp_uint32> clocks;

public:
  LaneMaker(const Graph &of, kmp_uint32 threads)
      : graph(of), nodes(of.node_count), team(threads) {}
  bool make(Lanes::Division division) {
    return kmp_uint64(nodes) * team <= MostClocks && findWritten() &&
           (division == Lanes::ByLevel ? divideLevels() : divideTypes()) &&
           findOrder() && findWaits();
  }
  bool write(Lanes &to);

private:
  bool findWritten();
  bool divideLevels();
  bool divideTypes();
  bool findOrder();
  bool findWaits();
  bool addWaits(kmp_uint32 node, kmp_uint32 *known);
  kmp_uint32 *clockOf(kmp_uint32 node) { return &clocks[node * team]; }
  bool runsNothing(kmp_uint32 node) const {
    NodeKind kind = graph.nodes[node].kind;
    return kind == NodeKind::Join || kind == NodeKind::Wait;
  }
  /// Orders tasks by what they write, those that write the same, or nothing
  /// alone, by number.
  bool writesBefore(kmp_uint32 one, kmp_uint32 other) const {
    return written[one] != written[other] ? written[one] < written[other]
                                          : one < other;
  }
};

bool LaneMaker::findWritten() {
  if (!written.resizeZeroed(nodes) || !lane.resizeZeroed(nodes))
    return false;
  for (kmp_uint32 node = 0; node < nodes; ++node) {
    step_count += !runsNothing(node);
    lane[node] = runsNothing(node) ? None : 0;
    written[node] = None;
    if (!graph.nodes[node].isTask())
      continue;
    if (!tasks.push(node))
      return false;
    for (kmp_uint32 i = graph.first_dependence[node];
         i < graph.first_dependence[node + 1]; ++i) {
      Dependence item = graph.dependences[i];
      if (item.object() == Dependence::None)
        continue;
      objects = std::max(objects, item.object() + 1);
      if (written[node] == None &&
          accessOf(1, item.flags()) == AccessType::InOut)
        written[node] = item.object();
    }
  }
  Vector<kmp_uint32> by_address, place;
  if (!by_address.resizeZeroed(objects) || !place.resizeZeroed(objects))
    return false;
  for (kmp_uint32 object = 0; object < objects; ++object)
    by_address[object] = object;
  auto before = [this](kmp_uint32 one, kmp_uint32 other) {
    if (!graph.compiled)
      return graph.objects[one] < graph.objects[other];
    const StaticAddress &first = graph.compiled->objects[one];
    const StaticAddress &second = graph.compiled->objects[other];
    return first.form != second.form ? first.form < second.form
                                     : first.offset < second.offset;
  };
  std::sort(by_address.data(), by_address.data() + objects, before);
  for (kmp_uint32 i = 0; i < objects; ++i)
    place[by_address[i]] = i;
  for (kmp_uint32 node = 0; node < nodes; ++node)
    if (written[node] != None)
      written[node] = place[written[node]];
  return true;
}

/// Divides each level as a loop. An object stays in the lane that it has in the
/// widest level that writes it.
bool LaneMaker::divideLevels() {
  Vector<kmp_uint32> by_width, in_level, end, home; // home: 1 + lane, or 0
  Levels levels;
  if (!levels.find(graph))
    return false;
  for (kmp_uint32 level = 0; level < levels.count(); ++level) {
    for (kmp_uint32 i = levels.begin[level]; i < levels.begin[level + 1]; ++i)
      if (graph.nodes[levels.order[i]].isTask() &&
          !in_level.push(levels.order[i]))
        return false;
    if (!by_width.push(level) || !end.push(in_level.size()))
      return false;
  }
  if (!home.resizeZeroed(objects))
    return false;
  auto begin = [&](kmp_uint32 level) { return level ? end[level - 1] : 0; };
  auto width = [&](kmp_uint32 level) { return end[level] - begin(level); };
  std::sort(by_width.data(), by_width.data() + by_width.size(),
            [&](kmp_uint32 one, kmp_uint32 other) {
              return width(one) != width(other) ? width(one) > width(other)
                                                : one < other;
            });
  for (kmp_uint32 i = 0; i < by_width.size(); ++i) {
    kmp_uint32 *first = in_level.data() + begin(by_width[i]);
    kmp_uint32 count = width(by_width[i]);
    std::sort(first, first + count, [this](kmp_uint32 one, kmp_uint32 other) {
      return writesBefore(one, other);
    });
    for (kmp_uint32 at = 0; at < count; ++at) {
      kmp_uint32 node = first[at];
      lane[node] = kmp_uint32(kmp_uint64(at) * team / count);
      if (written[node] == None)
        continue;
      if (home[written[node]] == 0)
        home[written[node]] = 1 + lane[node];
      lane[node] = home[written[node]] - 1;
    }
  }
  return true;
}

/// Divides the tasks of each construct by what they write, whatever their
/// levels: as an array that the construct writes in parts, in each several
/// times.
bool LaneMaker::divideTypes() {
  Vector<kmp_uint32> sorted;
  if (!sorted.resizeZeroed(tasks.size()))
    return false;
  for (kmp_uint32 i = 0; i < tasks.size(); ++i)
    sorted[i] = tasks[i];
  auto type = [this](kmp_uint32 node) { return graph.nodes[node].type; };
  std::sort(sorted.data(), sorted.data() + sorted.size(),
            [&](kmp_uint32 one, kmp_uint32 other) {
              return type(one) != type(other) ? type(one) < type(other)
                                              : writesBefore(one, other);
            });
  for (kmp_uint32 begin = 0, end; begin < sorted.size(); begin = end) {
    end = begin + 1;
    while (end < sorted.size() && type(sorted[end]) == type(sorted[begin]))
      ++end;
    for (kmp_uint32 at = begin; at < end; ++at) {
      bool same = at != begin && written[sorted[at]] != None &&
                  written[sorted[at]] == written[sorted[at - 1]];
      lane[sorted[at]] =
          same ? lane[sorted[at - 1]]
               : kmp_uint32(kmp_uint64(at - begin) * team / (end - begin));
    }
  }
  return true;
}

/// Returns false if one lane has more than twice its share.
bool LaneMaker::findOrder() {
  ListSchedule schedule(graph, lane, team);
  if (!schedule.run())
    return false;
  order.adopt(schedule.order);
  first_step.adopt(schedule.place);
  kmp_uint32 most = 0;
  for (kmp_uint32 l = 0; l < team; ++l)
    most = std::max(most, first_step[l + 1] - first_step[l]);
  return kmp_uint64(most) * team <= kmp_uint64(step_count) * 2;
}

/// Adds what a node waits for. known: what its lane knows to be done; then what
/// is, before the node runs.
bool LaneMaker::addWaits(kmp_uint32 node, kmp_uint32 *known) {
  kmp_uint32 *needed = clockOf(node);
  for (kmp_uint32 other = 0; other < team; ++other) {
    if (needed[other] <= known[other])
      continue;
    // Whoever waits for a third lane may know it from there.
    bool follows = false;
    for (kmp_uint32 third = 0; third < team && !follows; ++third) {
      if (third == other || needed[third] <= known[third])
        continue;
      kmp_uint32 step = first_step[third] + needed[third] - 1;
      follows = clockOf(steps[step].node)[other] >= needed[other];
    }
    if (!follows && !waits.push({other, needed[other]}))
      return false;
  }
  for (kmp_uint32 other = 0; other < team; ++other)
    known[other] = std::max(known[other], needed[other]);
  return true;
}

bool LaneMaker::findWaits() {
  Vector<kmp_uint32> known; // of each lane
  if (!steps.resizeZeroed(step_count) || !end_wait.resizeZeroed(step_count) ||
      !clocks.resizeZeroed(nodes * team) || !known.resizeZeroed(team * team))
    return false;
  for (kmp_uint32 i = 0; i < nodes; ++i) {
    kmp_uint32 node = order[i], of = lane[node];
    kmp_uint32 *clock = clockOf(node);
    if (of != None) {
      kmp_uint32 *of_lane = &known[of * team];
      kmp_uint32 step = first_step[of] + of_lane[of];
      steps[step] = {node, waits.size()};
      if (!addWaits(node, of_lane))
        return false;
      end_wait[step] = waits.size();
      ++of_lane[of];
      memcpy(clock, of_lane, team * sizeof(*clock));
    }
    forEachSuccessor(graph, node, [&](kmp_uint32 after) {
      kmp_uint32 *needed = clockOf(after);
      for (kmp_uint32 l = 0; l < team; ++l)
        needed[l] = std::max(needed[l], clock[l]);
    });
  }
  return true;
}

/// Without lanes that have no steps.
bool LaneMaker::write(Lanes &to) {
  Vector<kmp_uint32> number, begin, roots; // number: of each lane, in `to`
  Vector<Lanes::Step> in_lanes;
  Vector<Lanes::Progress> awaited;
  Vector<Node> structure;
  if (!number.resizeZeroed(team))
    return false;
  for (kmp_uint32 l = 0; l < team; ++l)
    if (first_step[l] != first_step[l + 1]) {
      number[l] = roots.size();
      if (!roots.push(number[l]))
        return false;
    }
  for (kmp_uint32 l = 0; l < team; ++l) {
    if (first_step[l] == first_step[l + 1])
      continue;
    if (!begin.push(in_lanes.size()))
      return false;
    for (kmp_uint32 s = first_step[l]; s < first_step[l + 1]; ++s) {
      if (!in_lanes.push({steps[s].node, awaited.size()}))
        return false;
      for (kmp_uint32 i = steps[s].first_wait; i < end_wait[s]; ++i)
        if (!awaited.push({number[waits[i].lane], waits[i].steps}))
          return false;
    }
  }
  kmp_uint32 count = roots.size();
  if (count < 2 || !begin.push(in_lanes.size()) ||
      !in_lanes.push({0, awaited.size()}) || !structure.resizeZeroed(count + 1))
    return false;
  for (kmp_uint32 l = 0; l < count; ++l)
    structure[l].kind = NodeKind::Lane;
  structure[count].kind = NodeKind::End;
  to.count = to.root_count = count;
  to.joins = nodes - step_count;
  to.nodes = structure.release();
  to.roots = roots.release();
  to.first_step = begin.release();
  to.steps = in_lanes.release();
  to.waits = awaited.release();
  return true;
}

} // namespace

Lanes *Lanes::create(const Graph &graph, kmp_uint32 team, Division division) {
  LaneMaker maker(graph, team);
  if (team < 2 || !maker.make(division))
    return nullptr;
  return writtenBy<Lanes>(maker);
}

Lanes::~Lanes() {
  KMP_INTERNAL_FREE(nodes);
  KMP_INTERNAL_FREE(roots);
  KMP_INTERNAL_FREE(first_step);
  KMP_INTERNAL_FREE(steps);
  KMP_INTERNAL_FREE(waits);
}

bool Lanes::equals(const Lanes &other) const {
  if (count != other.count || joins != other.joins)
    return false;
  for (kmp_uint32 l = 0; l <= count; ++l)
    if (first_step[l] != other.first_step[l])
      return false;
  for (kmp_uint32 s = 0; s < first_step[count]; ++s)
    if (steps[s].node != other.steps[s].node)
      return false;
  return true;
}

Lanes::State *Lanes::makeStates(kmp_uint32 count) {
  auto *states =
      static_cast<State *>(allocateAligned(count * sizeof(State), CACHE_LINE));
  for (kmp_uint32 l = 0; states && l < count; ++l)
    ::new (&states[l]) State;
  return states;
}

} // namespace ompx
