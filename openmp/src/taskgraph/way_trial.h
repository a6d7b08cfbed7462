//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A trial of the ways to replay a graph: as recorded, with tasks fused, by one
// thread alone, in lanes. Which is fastest is not known before: loads may
// differ, or few tasks be on the critical path. So replays are timed, some in
// each way, and the way with the shortest median is kept. TrialSchedule says
// when that happens, and happens again.

#ifndef OMPX_TASKGRAPH_WAY_TRIAL_H
#define OMPX_TASKGRAPH_WAY_TRIAL_H

#include "taskgraph/fusion.h"
#include "taskgraph/lanes.h"
#include "taskgraph/trial_schedule.h"

namespace ompx {

/// How a graph is replayed: by all threads, with tasks fused, by one thread
/// alone, or in lanes. Any thread may ask and tell; times of replays that
/// overlap only mislead it.
class WayTrial {
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
  /// The turns of a trial. The ways take them at no regular distance: a program
  /// may repeat itself, too. Medians are compared, since some replays may be
  /// disturbed, and some have less to do than others: a program's last step,
  /// say.
  static constexpr kmp_uint8 Turns[] = {0, 1, 3, 4, 5, 2, 1, 0, 4, 3, 2, 5};
  /// The replays of a turn. The first is not timed: each way has data in other
  /// cores' caches, and whoever comes behind another way pays for moving them.
  static constexpr kmp_uint32 TurnLength = 3;
  static constexpr kmp_uint32 TrialLength = sizeof(Turns) * TurnLength;
  static_assert(TrialLength < TrialSchedule::AfterEarly,
                "trials would overlap");

  ~WayTrial();
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

#endif // OMPX_TASKGRAPH_WAY_TRIAL_H
