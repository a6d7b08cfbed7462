//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Where the threads of a team run: how near two are to each other, an order in
// which neighbours are near, and whom an idle thread steals from first.

#ifndef OMPX_SCHEDULE_PLACEMENT_H
#define OMPX_SCHEDULE_PLACEMENT_H

#include "kmp.h"
#include "support/settings.h"

namespace ompx {

/// How many levels of the hardware, from the outermost on, two bound threads
/// have in common. Cost: O(levels).
int commonLevels(const kmp_info_t *one, const kmp_info_t *other);

/// A team's threads, in the order of their numbers or of their places. One
/// thread's at a time.
class PlaceOrder {
  kmp_uint32 team = 0;
  kmp_uint32 capacity = 0;
  kmp_int32 *threads = nullptr; // by rank; null: rank and number are the same

public:
  PlaceOrder() = default;
  explicit PlaceOrder(kmp_uint32 count) : team(count) {}
  PlaceOrder(const PlaceOrder &) = delete;
  ~PlaceOrder() { KMP_INTERNAL_FREE(threads); }

  /// Makes it that of a team. With OMPX_TASKGRAPH_ROOTS=topology by place, so
  /// that threads with more levels of the hardware in common are nearer; else,
  /// or without memory, by number. Cost: O(1); by place O(threads * levels) if
  /// the order is as it was.
  void take(kmp_info_t *const *of, kmp_uint32 count) {
    if (UNLIKELY(taskgraph_roots == ReadyTogether::Topology))
      takePlaces(of, count);
    else
      team = count;
  }

  kmp_uint32 count() const { return team; }
  kmp_int32 thread(kmp_uint32 rank) const {
    return threads ? threads[rank] : kmp_int32(rank);
  }
  /// Cost: O(threads) by place.
  kmp_uint32 rankOf(kmp_int32 number) const {
    kmp_uint32 rank = 0;
    while (rank < team && thread(rank) != number)
      ++rank;
    return rank;
  }

private:
  void takePlaces(kmp_info_t *const *of, kmp_uint32 count);
};

/// The number of a random thread of `count`, another than this one.
inline kmp_int32 anyOther(kmp_info_t *thread, kmp_int32 count) {
  kmp_int32 other = kmp_int32(__kmp_get_random(thread) % (count - 1));
  return other < thread->th.th_info.ds.ds_tid ? other : other + 1;
}

/// The number of the thread that `thief` tries first, of `count`, two at least:
/// with OMPX_STEAL_VICTIM=near the nearest for which has_work(), or -1 if there
/// is none; else, or if there is but one other, any. Cost: if near, of more
/// than two O(threads * levels).
template <typename HasWork>
kmp_int32 chooseVictim(kmp_info_t *thief, kmp_int32 count, HasWork has_work) {
  kmp_int32 candidate = anyOther(thief, count);
  if (count == 2 || steal_victim == StealVictim::Random)
    return candidate;
  const kmp_thread_data_t *data = thief->th.th_task_team->tt.tt_threads_data;
  kmp_int32 chosen = -1;
  int nearest = -1;
  for (kmp_int32 i = 0; i < count; ++i, candidate = (candidate + 1) % count) {
    if (candidate == thief->th.th_info.ds.ds_tid || !has_work(candidate))
      continue;
    int common = commonLevels(thief, data[candidate].td.td_thr);
    if (common > nearest) {
      nearest = common;
      chosen = candidate;
    }
  }
  return chosen;
}

} // namespace ompx

#endif // OMPX_SCHEDULE_PLACEMENT_H
