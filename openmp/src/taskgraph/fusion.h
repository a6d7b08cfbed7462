//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Nodes that are too small to be scheduled one by one, run together; or all of
// them by the thread that replays, where a graph is too small to be shared.
//
// A fused node is a list of tasks that one thread runs in their order; it waits
// for the predecessors of all of them. Tasks of one level, the length of the
// longest path from a root, are independent of each other, so any of them may
// be fused, and edges still lead from lower to higher levels: no cycle comes of
// it. Neighbours in the program's order are fused, into as many nodes per
// thread for each level as an Extent says. Then a fused node and its only
// successor, of which it is the only predecessor, become one.
//
// Where a task waits for another in a way that no dependence says, such as for
// a variable or a message, that one might wait for the first, because of a task
// that it is fused with. So all tasks of the graph must be such that the
// compiler has proved that they wait for nobody.
//
// There are other ways to run a graph: one thread alone, or lanes (lanes.h).
// That a schedule with fewer and larger pieces is faster is not known before:
// loads may differ, or few tasks be on the critical path. So replays are timed,
// some as recorded and some in other ways, and the way with the shortest median
// is taken. TrialSchedule says when that happens, and happens again.

#ifndef OMPX_TASKGRAPH_FUSION_H
#define OMPX_TASKGRAPH_FUSION_H

#include "taskgraph/lanes.h"
#include "taskgraph/trial_schedule.h"

namespace ompx {

/// A fused node has the number of the first of its tasks; those of the others
/// are not used.
class Fusion : public Structure {
public:
  kmp_uint32 node_count = 0;
  /// Of each task that is fused: the one that runs next, 0 behind the last.
  kmp_uint32 *next = nullptr;

  /// Whether the tasks of a graph may be fused at all, or all be run by one
  /// thread in the order of their numbers: none may wait, has a priority or a
  /// lock, may be suspended and go on elsewhere or is left to libomp.
  static bool possible(const Graph &graph);
  /// How far tasks are fused.
  struct Extent {
    kmp_uint32 per_thread; // nodes, at least, for each level
    /// That a node should take: some times what it costs to hand one to another
    /// thread. Tasks of half of that are not fused at all.
    kmp_uint64 cycles;
  };
  /// For a team of so many threads. task_cycles: the mean duration of a task.
  /// Null if that leaves more than `most` nodes, or without memory. Cost:
  /// O(nodes + edges).
  static Fusion *create(const Graph &graph, kmp_uint32 team,
                        kmp_uint64 task_cycles, Extent extent, kmp_uint32 most);
  ~Fusion();
  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *fusion) { KMP_INTERNAL_FREE(fusion); }
};

/// How a graph is replayed: by all threads, with tasks fused, by one thread
/// alone, or in lanes. Any thread may ask and tell; times of replays that
/// overlap only mislead it.
class FusionTrial {
public:
  /// The first leaves something to steal, for balance; the second is what a
  /// loop with a static schedule does.
  static constexpr Fusion::Extent Extents[] = {{2, 8192}, {1, 131072}};
  static constexpr kmp_uint32 ExtentCount = sizeof(Extents) / sizeof(*Extents);
  /// The ways: as recorded, to each extent, by one thread, in lanes
  /// of each division.
  static constexpr kmp_uint8 AsRecorded = 0, Fused = 1,
                             Alone = Fused + ExtentCount, InLanes = Alone + 1,
                             WayCount = InLanes + Lanes::DivisionCount;
  /// The replays of a trial. The ways take turns at no regular distance: a
  /// program may repeat itself, too. Medians are compared, since some replays
  /// may be disturbed, and some have less to do than others: a program's last
  /// step, say.
  static constexpr kmp_uint8 Turns[] = {0, 0, 0, 1, 3, 2, 4, 5, 0, 1, 3, 4, 5,
                                        0, 2, 0, 3, 1, 4, 5, 2, 3, 1, 4, 5, 2};
  static constexpr kmp_uint32 TrialLength = sizeof(Turns);
  static_assert(TrialLength < TrialSchedule::AfterEarly,
                "trials would overlap");

  ~FusionTrial();
  struct Way {
    const Fusion *fusion = nullptr; // else null
    const Lanes *lanes = nullptr;   // else null
    bool alone = false;             // by the calling thread
    // In a trial: where took() must write, else null.
    std::atomic<kmp_uint64> *time = nullptr;
    bool is_kept = false; // of which the TrialSchedule wants the time
    bool isTimed() const { return time || is_kept; }
  };
  /// The way of the next replay by a team of `threads`.
  Way choose(const Graph &graph, kmp_uint32 threads);
  /// A replay of the way, which isTimed(), has taken so long.
  void took(Way way, kmp_uint64 cycles);

private:
  template <typename Kind> struct Candidate {
    std::atomic<Kind *> made{nullptr};
    std::atomic<bool> useless{false}; // there will be none
  };

  // Threads of the first team that replayed; others replay as recorded.
  std::atomic<kmp_uint32> team{0};
  std::atomic<bool> impossible{false}; // see Fusion::possible()
  Candidate<Fusion> fusions[ExtentCount];
  Candidate<Lanes> lanes[Lanes::DivisionCount];
  std::atomic<kmp_uint64> times[TrialLength] = {}; // of the last trial; 0: none
  std::atomic<kmp_uint8> fastest{AsRecorded};      // in it
  TrialSchedule schedule;                          // of replays by that team

  bool isFor(kmp_uint32 threads);
  Way tryOut(const Graph &graph, kmp_uint8 way, std::atomic<kmp_uint64> *time);
  kmp_uint64 median(kmp_uint8 way) const;
  void decide();
  template <typename Kind, typename Make>
  const Kind *madeOnce(Candidate<Kind> &place, Make make);
  const Fusion *fusionOf(const Graph &graph, kmp_uint64 task_cycles,
                         kmp_uint32 extent);
  const Lanes *lanesOf(const Graph &graph, Lanes::Division division);
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_FUSION_H
