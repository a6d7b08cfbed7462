//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Drives a dependency tracker without tasks that run: issues and releases them
// as a test says, and tells which ones the tracker calls ready.

#ifndef OMPX_UNITTESTS_TRACKERDRIVER_H
#define OMPX_UNITTESTS_TRACKERDRIVER_H

#include "depend/domain.h"
#include "depend/ticket_pool.h"

#include <mutex>
#include <set>
#include <string>
#include <vector>

/// Every tracker of trackers.def, and those with counters that start just below
/// their overflow.
const std::vector<const ompx::Tracker *> &allTrackers();

/// For INSTANTIATE_TEST_SUITE_P: a name as identifiers are spelled.
std::string trackerName(const ompx::Tracker &tracker);

/// Blocks of __kmp_fast_allocate() that are not freed.
long liveBlocks();

/// The calling thread, known to libomp.
kmp_info_t *currentThread();

/// Runs function(thread number) on a team. The start and the end are ordered by
/// atomics, too, because ThreadSanitizer does not see libomp's barriers.
template <typename Function> void onTeam(int threads, Function function) {
  struct Team {
    Function *function;
    std::atomic<bool> begun{false};
    std::atomic<int> left{0};
  } team;
  static ident_t here = {0, KMP_IDENT_KMPC, 0, 0, ";unknown;unknown;0;0;;"};
  void (*body)(kmp_int32 *, kmp_int32 *,
               Team *) = [](kmp_int32 *, kmp_int32 *tid, Team *of) {
    if (of->begun)
      (*of->function)(*tid);
    --of->left;
  };
  team.function = &function;
  team.left = threads;
  team.begun = true;
  currentThread();
  __kmpc_push_num_threads(&here, __kmp_entry_gtid(), threads);
  __kmpc_fork_call(&here, 1, reinterpret_cast<kmpc_micro>(body), &team);
  if (team.left != 0)
    abort();
}

struct NamedAccess {
  int object;
  ompx::AccessType type;
};

class TrackerDriver {
  const ompx::Tracker &tracker;
  kmp_info_t *const issuing_thread;
  kmp_task_team_t *const task_team;
  ompx::TicketPool *pool = nullptr;
  ompx::Domain *domain;
  std::vector<ompx::TrackedTask *> tasks; // null: released

public:
  explicit TrackerDriver(const ompx::Tracker &t, size_t most_tasks = 1 << 16);
  TrackerDriver(const TrackerDriver &) = delete;
  ~TrackerDriver();

  /// Issues the next task, to all of memory if `all`. Returns whether it is
  /// ready. Caller: the thread that made the driver.
  bool issue(const std::vector<NamedAccess> &accesses, bool all = false) {
    return issue(accesses, all ? &ompx::Domain::nameAll : nullptr);
  }
  /// The same for one that comes after all objects that have been named.
  bool issueAfterEach() { return issue({}, &ompx::Domain::nameEach); }
  /// Ends a ready task. Returns those that became ready, for a tracker that
  /// searches perhaps later ones, too. Caller: any thread.
  std::vector<int> release(int task);
  /// What a search finds; -1: nothing.
  int search();
  /// All that searching finds. Empty for trackers that do not search.
  std::vector<int> searchAll();

  bool searches() const { return pool != nullptr; }
  int issued() const { return next; }
  const ompx::TrackedTask &tracked(int task) const { return *tasks[task]; }
  ompx::AccessType accessType(int task, kmp_uint32 i) const {
    return tracker.access(*tasks[task], i).type;
  }
  const ompx::Object *object(int task, kmp_uint32 i) const {
    return tracker.access(*tasks[task], i).object;
  }
  ompx::Domain &parent() { return *domain; }
  void clear() { domain->clear(issuing_thread); }
  kmp_int32 barrierHolders() const {
    return task_team->tt.tt_unfinished_threads;
  }
  void letBarrierGo() { --task_team->tt.tt_unfinished_threads; }
  int thread_finished = 0; // of the thread that searches

private:
  int next = 0;
  std::atomic<int> waiting{0};
  /// name_all: null or how the task names more than `accesses`.
  bool issue(const std::vector<NamedAccess> &accesses,
             void (ompx::Domain::*name_all)(ompx::TrackedTask &));
  static int numberOf(const ompx::TrackedTask &task) {
    return int(reinterpret_cast<kmp_intptr_t>(task.task)) - 1;
  }
};

#endif // OMPX_UNITTESTS_TRACKERDRIVER_H
