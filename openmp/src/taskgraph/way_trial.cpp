//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// How ways are compared, and made when they are first tried; see way_trial.h.

#include "taskgraph/way_trial.h"
#include "support/settings.h"
#include "taskgraph/graph.h"

#include <algorithm>

namespace ompx {

namespace {

/// One thread alone is tried where a task, or the whole replay, takes no more
/// than some times what it costs to hand it to another thread; in cycles.
constexpr kmp_uint64 ShortTask = 2048, ShortReplay = 8192;
/// Lanes are tried where tasks are shorter: of longer ones who is idle had
/// better take some. Tasks whose data come from another core may take ten times
/// as long as in lanes. In cycles.
constexpr kmp_uint64 LongTask = 1 << 22;

} // namespace

WayTrial::~WayTrial() {
  for (Candidate<Fusion> &candidate : fusions)
    // mo: relaxed; nobody uses the graph any more
    delete candidate.made.load(std::memory_order_relaxed);
  for (Candidate<Lanes> &candidate : lanes)
    // mo: relaxed; as above
    delete candidate.made.load(std::memory_order_relaxed);
}

/// Whether they are as many as in the first team.
bool WayTrial::isFor(kmp_uint32 threads) {
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

WayTrial::Way WayTrial::choose(const Graph &graph, kmp_uint32 threads) {
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
    return tryOut(graph, Turns[turn / TurnLength],
                  turn % TurnLength != 0 ? &times[turn] : nullptr);
  if (turn == TrialLength)
    decide();
  // mo: relaxed; a hint, each way is right
  kmp_uint8 way = fastest.load(std::memory_order_relaxed);
  Way kept;
  if (way == Alone)
    kept.alone = true;
  else if (way >= InLanes)
    kept.lanes = lanesOf(graph, Lanes::Division(way - InLanes));
  else if (way != AsRecorded)
    kept.fusion = fusionOf(graph, 1, way - Fused);
  kept.is_kept = schedule.timesReplays();
  return kept;
}

/// Where a way is no candidate, the replay goes as recorded, and its time does
/// not count.
WayTrial::Way WayTrial::tryOut(const Graph &graph, kmp_uint8 way,
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
kmp_uint64 WayTrial::median(kmp_uint8 way) const {
  kmp_uint64 found[TrialLength];
  kmp_uint32 count = 0;
  for (kmp_uint32 turn = 0; turn < TrialLength; ++turn)
    if (Turns[turn / TurnLength] == way)
      // mo: relaxed; a statistic
      if (kmp_uint64 time = times[turn].load(std::memory_order_relaxed))
        found[count++] = time;
  if (count == 0)
    return 0;
  std::nth_element(found, found + count / 2, found + count);
  return found[count / 2];
}

void WayTrial::decide() {
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
const Kind *WayTrial::madeOnce(Candidate<Kind> &place, Make make) {
  // mo: acquire; sees what was made; pairs with WayTrial::madeOnce()
  Kind *found = place.made.load(std::memory_order_acquire);
  // mo: relaxed; a hint
  if (found || place.useless.load(std::memory_order_relaxed))
    return found;
  Kind *made = make();
  if (!made)
    // mo: relaxed; a hint
    place.useless.store(true, std::memory_order_relaxed);
  // mo: acq_rel; publishes what was made, or sees another thread's; pairs with
  // WayTrial::madeOnce()
  else if (!place.made.compare_exchange_strong(
               found, made, std::memory_order_acq_rel,
               // mo: acquire; likewise; pairs with WayTrial::madeOnce()
               std::memory_order_acquire)) {
    delete made;
    return found;
  }
  return made;
}

const Fusion *WayTrial::fusionOf(const Graph &graph, kmp_uint64 task_cycles,
                                 kmp_uint32 extent) {
  return madeOnce(fusions[extent], [&]() -> Fusion * {
    kmp_uint32 nodes = graph.node_count;
    if (extent > 0)
      // mo: acquire; sees what the fusion is; pairs with
      // WayTrial::madeOnce()
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

const Lanes *WayTrial::lanesOf(const Graph &graph, Lanes::Division division) {
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

void WayTrial::took(Way way, kmp_uint64 cycles) {
  if (way.time)
    // mo: relaxed; a statistic
    way.time->store(cycles, std::memory_order_relaxed);
  else
    schedule.took(cycles);
}

} // namespace ompx
