//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Replaying a graph: binding an instance to the current encounter, distributing
// its roots, running its nodes.
//
// Hot path, per task: one atomic decrement for each edge whose target has
// several predecessors, none for other edges; no lock, no allocation, no table.
// A completed task's first ready successor runs next on the same thread, the
// others go to that thread's deque; those of a join are distributed to all
// threads, like the roots. In a graph with priorities a node that has one goes
// to a queue of all threads instead, and while that is not empty no successor
// runs next.
// Completions are counted by each thread and reported when it runs out of work
// [Taskgraph 2022, section 4.3].

#ifndef OMPX_TASKGRAPH_REPLAY_H
#define OMPX_TASKGRAPH_REPLAY_H

#include "taskgraph/record.h"

namespace ompx {

class Links;

/// What an encounter asks for.
struct Encounter {
  kmp_info_t *thread;
  kmp_int32 gtid;
  ident_t *loc;
  void *args;
  bool wait;              // for the tasks and all their descendants, at the end
  void *caller = nullptr; // where the program met it, for a tool

  /// Whether it is in a team of one thread, where ordinary tasks run when they
  /// are made.
  bool isAlone() const {
    return thread->th.th_team_nproc == 1 || thread->th.th_team->t.t_serialized;
  }
};

/// Replays with an instance that Record::choose() gave; releases it when the
/// last task has completed. Caller: the encountering thread. ordered: with
/// others of the record. links: the replays to follow. Cost here: O(threads +
/// groups); O(nodes) for a team of one thread, O(roots) with priorities; and
/// that of follow().
void replay(const Encounter &encounter, Record &record, Instance &instance,
            bool ordered, const Links &links);

/// The same while a tool is attached, with the events of each task. Cost here:
/// O(nodes).
void replayForTool(const Encounter &encounter, Record &record,
                   Instance &instance);

/// What a replay and a refill have in common. begin: makes the instance one of
/// this encounter; returns the team's queues, or null if the thread runs all
/// nodes itself.
TeamQueues *beginInstance(const Encounter &encounter, Record &record,
                          Instance &instance, bool alone);
/// end: `less` nodes will not complete, or are not to be waited for any more.
/// wait: for the others, also where the encounter as such does not.
/// Returns whether all has ended, and the caller is to release the instance.
bool endInstance(const Encounter &encounter, Record &record, Instance &instance,
                 TeamQueues *queues, kmp_int64 less, bool wait);

/// Makes the instance's tasks those that a replay of this encounter would run,
/// without running them.
void predict(const Encounter &encounter, Instance &instance);

/// Runs other tasks until no more than `left` nodes have not completed.
void waitForNodes(const Encounter &encounter, Instance &instance,
                  kmp_int64 left);

/// Runs other tasks while `counter` is not zero, as a task that waits.
void waitForZero(const Encounter &encounter, std::atomic<kmp_uint32> *counter);

/// Waits until fewer than so many replays of the record, or of any, run that
/// the encountering task started with nogroup. One: where none follows another,
/// or the block waits for its tasks.
void waitForReplays(const Encounter &encounter, const Record *record,
                    kmp_int32 fewer_than = 1);

/// Waits until no replay runs that the encountering task did not wait for, of
/// any construct; but for those of a record, if one is given.
void waitForOtherReplays(const Encounter &encounter, const Record *but);

} // namespace ompx

#endif // OMPX_TASKGRAPH_REPLAY_H
