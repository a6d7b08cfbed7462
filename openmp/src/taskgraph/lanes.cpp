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
#include "taskgraph/levels.h"

#include <new>

namespace ompx {

namespace {

/// Lanes are not made where the clocks would take more memory than that.
constexpr kmp_uint64 MostClocks = 1 << 22;

/// A lane for each node.
using Partition = Vector<kmp_uint32>;

class LaneMaker {
  static constexpr kmp_uint32 None = ~kmp_uint32(0);

  const Graph &graph;
  const kmp_uint32 nodes, team;
  Levels levels;
  // Of each node: the place, in the order of addresses, of the first object
  // that it alone writes; None without.
  Vector<kmp_uint32> written;
  kmp_uint32 objects = 0;
  Vector<kmp_uint32> tasks; // ascending
  Partition by_level, by_type;
  Vector<kmp_uint32> by_number;
  const Partition *lane = nullptr;           // None: the node runs nothing
  const Vector<kmp_uint32> *order = nullptr; // in which lanes run their nodes
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
  bool make() {
    return kmp_uint64(nodes) * team <= MostClocks && levels.find(graph) &&
           findWritten() && divideLevels() && divideTypes() && choose() &&
           findWaits();
  }
  bool write(Lanes &to);

private:
  bool findWritten();
  bool divideLevels();
  bool divideTypes();
  kmp_uint64 makespan(const Partition &lanes,
                      const Vector<kmp_uint32> &in_order);
  bool choose();
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
  template <typename Visit>
  void forEachSuccessor(kmp_uint32 node, Visit visit) const {
    for (kmp_uint32 e = graph.nodes[node].first_successor;
         e < graph.nodes[node + 1].first_successor; ++e)
      visit(graph.successors[e].node());
  }
};

bool LaneMaker::findWritten() {
  if (!written.resizeZeroed(nodes) || !by_number.resizeZeroed(nodes) ||
      !by_level.resizeZeroed(nodes) || !by_type.resizeZeroed(nodes))
    return false;
  for (kmp_uint32 node = 0; node < nodes; ++node) {
    by_number[node] = node;
    step_count += !runsNothing(node);
    by_level[node] = by_type[node] = runsNothing(node) ? None : 0;
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
      by_level[node] = kmp_uint32(kmp_uint64(at) * team / count);
      if (written[node] == None)
        continue;
      if (home[written[node]] == 0)
        home[written[node]] = 1 + by_level[node];
      by_level[node] = home[written[node]] - 1;
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
      by_type[sorted[at]] =
          same ? by_type[sorted[at - 1]]
               : kmp_uint32(kmp_uint64(at - begin) * team / (end - begin));
    }
  }
  return true;
}

/// How long lanes take that run their nodes in this order, in quarters of a
/// task, if each takes as long as any other, and a quarter more behind one of
/// another lane. None without memory.
kmp_uint64 LaneMaker::makespan(const Partition &lanes,
                               const Vector<kmp_uint32> &in_order) {
  Vector<kmp_uint64> ready, free_at;
  Vector<bool> moves;
  if (!ready.resizeZeroed(nodes) || !moves.resizeZeroed(nodes) ||
      !free_at.resizeZeroed(team))
    return None;
  kmp_uint64 last = 0;
  for (kmp_uint32 i = 0; i < nodes; ++i) {
    kmp_uint32 node = in_order[i];
    kmp_uint64 ended = ready[node];
    if (lanes[node] != None) {
      kmp_uint64 &of_lane = free_at[lanes[node]];
      of_lane = ended = std::max(ended, of_lane) + 4 + moves[node];
    }
    last = std::max(last, ended);
    forEachSuccessor(node, [&](kmp_uint32 after) {
      ready[after] = std::max(ready[after], ended);
      moves[after] |= lanes[node] != None && lanes[node] != lanes[after];
    });
  }
  return last;
}

/// Of both divisions, and two orders, as the block makes the tasks and by
/// level, those with which lanes take the least time. Returns false if they
/// would wait most of the time.
bool LaneMaker::choose() {
  kmp_uint64 best = None;
  for (const Partition *lanes : {&by_level, &by_type})
    for (const Vector<kmp_uint32> *in_order : {&by_number, &levels.order}) {
      kmp_uint64 time = makespan(*lanes, *in_order);
      if (time >= best)
        continue;
      best = time;
      lane = lanes;
      order = in_order;
    }
  return best * team < kmp_uint64(step_count) * 2 * 4;
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
  if (!first_step.resizeZeroed(team + 1) || !steps.resizeZeroed(step_count) ||
      !end_wait.resizeZeroed(step_count) ||
      !clocks.resizeZeroed(nodes * team) || !known.resizeZeroed(team * team))
    return false;
  for (kmp_uint32 node = 0; node < nodes; ++node)
    if ((*lane)[node] != None)
      ++first_step[(*lane)[node] + 1];
  for (kmp_uint32 l = 0; l < team; ++l)
    first_step[l + 1] += first_step[l];
  for (kmp_uint32 i = 0; i < nodes; ++i) {
    kmp_uint32 node = (*order)[i], of = (*lane)[node];
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
    forEachSuccessor(node, [&](kmp_uint32 after) {
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

Lanes *Lanes::create(const Graph &graph, kmp_uint32 team) {
  LaneMaker maker(graph, team);
  if (team < 2 || !maker.make())
    return nullptr;
  auto *made = new Lanes;
  if (made && !maker.write(*made)) {
    delete made;
    return nullptr;
  }
  return made;
}

Lanes::~Lanes() {
  KMP_INTERNAL_FREE(nodes);
  KMP_INTERNAL_FREE(roots);
  KMP_INTERNAL_FREE(first_step);
  KMP_INTERNAL_FREE(steps);
  KMP_INTERNAL_FREE(waits);
}

Lanes::State *Lanes::makeStates() const {
  auto *states =
      static_cast<State *>(allocateAligned(count * sizeof(State), CACHE_LINE));
  for (kmp_uint32 l = 0; states && l < count; ++l)
    ::new (&states[l]) State;
  return states;
}

} // namespace ompx
