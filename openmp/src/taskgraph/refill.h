//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Refilling a graph: the region's block runs, and each task that it makes is
// matched, in order, with the next recorded node. A task that is allocated gets
// the node's own memory, so that the program writes its data straight into it;
// when it is issued with the recorded dependences, the recorded edges are its
// order. No allocation, no look-up of dependences, no count of predecessors.
//
// Exact by construction: the dependences of each task are compared with the
// recorded ones, object by object. The objects may be others than the recorded
// ones if one renaming maps all: two never become one, nor one two, since the
// edges would be others then.
//
// Where the block does something else the refill diverges: what it has made is
// waited for, and the rest of the block runs as ordinary tasks.

#ifndef OMPX_TASKGRAPH_REFILL_H
#define OMPX_TASKGRAPH_REFILL_H

#include "ompx_hooks.h"
#include "taskgraph/replay.h"
#include "taskgraph/watcher.h"
#include "taskgraph/worker.h"

namespace ompx {

class Refill : public Watcher {
  static constexpr kmp_uint32 None = ~kmp_uint32(0);
  static constexpr kmp_uint32 MostAhead = 256; // nodes for each thread
  // A task is tiny if making and running it takes no longer than this, in
  // cycles of the time stamp counter: about what moving it to another thread
  // takes.
  static constexpr kmp_uint64 TinyTask = 300;
  static constexpr kmp_uint32 Sample = 16; // nodes between looks at the time

  const Encounter &encounter;
  Record &record;
  Instance &instance;
  const Graph &graph;
  kmp_taskdata_t *const parent;
  kmp_taskgroup_t *const outer_group;
  const bool set_icvs;        // the parent, before
  TeamQueues *const queues;   // null: a team of one thread
  kmp_uint32 &next;           // the node that is made next
  kmp_uint32 reserved = None; // its memory was given out, it is not issued yet
  kmp_task_t *pattern = nullptr; // see wantsPattern(), if allocated last
  kmp_uint32 groups = 0;         // that the block has begun
  kmp_uint32 group = 0;          // the innermost that has not ended
  kmp_int64 completed = 0;       // nodes that this thread has not reported
  kmp_int64 most_ahead = kmp_int64(1) << 40;
  bool at_once = false;          // ready tasks run when they are made
  kmp_uint32 undeferred = None;  // whose task the block's thread runs now
  kmp_ompx_untied_t untied = {}; // what it ran before
  int thread_finished = FALSE;
  // The maker runs any task that it may, and waits for nothing.
  const kmp_ompx_wait_t no_wait = {nullptr, nullptr, false,
                                   __kmp_task_stealing_constraint,
                                   &thread_finished};
  Worker worker; // for the tasks that the maker runs while it makes others
  const kmp_uint64 began = KMP_NOW();
  kmp_uint64 sampled = began; // when the time was last looked at
  bool diverged = false;
  // Hash table of the objects named so far, by their address in this refill,
  // once one is another than in the refill before: 1 + number, 0 empty.
  kmp_uint32 *renamed = nullptr;
  kmp_uint32 renamed_size = 0;

public:
  static constexpr kmp_int32 Unknown = -1; // number of dependences

  Refill(const Encounter &e, Record &of, Instance &with, bool has_block = true,
         bool of_stream = false);
  ~Refill() { KMP_INTERNAL_FREE(renamed); }

  /// The memory of the node that the block makes next, if it makes such a task;
  /// else null.
  kmp_task_t *allocate(const kmp_tasking_flags_t &flags, size_t task_size,
                       size_t shareds_size, kmp_routine_entry_t routine);
  /// Whether the task is a node's, so that nothing is left to do.
  bool issue(kmp_task_t *task, kmp_int32 ndeps, kmp_depend_info_t *deps,
             void *caller);
  /// Whether the undeferred task begins, and ends, as a node's, so that nothing
  /// is left to do.
  bool beginUndeferred(const kmp_task_t *task, void *caller);
  bool endUndeferred(kmp_task_t *task);
  void chunk() {
    completeHere(runs_chunks ? NodeKind::Undeferred : NodeKind::Chunk);
  }
  void reductions() { completeHere(NodeKind::GroupBegin); }
  /// Returns when the recorded tasks that it concerns have completed.
  void taskwait(kmp_int32 ndeps, const kmp_depend_info_t *deps, bool nowait);
  void beginGroup();
  void endGroup();
  /// From now on the block's tasks are ordinary ones. Returns when those made
  /// so far have completed; of a stream at once, which ends here.
  void diverge();
  bool hasDiverged() const { return diverged; }
  /// Of a stream: see Stream::end(). The refill is gone then.
  void leaveStream() {
    __kmp_ompx_leave_stream(encounter.thread, parent, StreamEnd::Other);
  }
  /// Whether a task that is not issued yet is in a node's memory.
  bool hasReserved() const { return reserved != None; }
  /// Returns when the recorded tasks that were made have completed.
  void waitForMade();

  /// Whether the task that is allocated, in no node's memory, seems to be the
  /// one that the chunks of a taskloop are copied from, and the loop saves
  /// values.
  bool wantsPattern(const kmp_tasking_flags_t &flags, size_t task_size,
                    size_t shareds_size, kmp_routine_entry_t routine) const;
  void allocatedPattern(kmp_task_t *task) { pattern = task; }

  /// In place of the value that a task copies with firstprivate(saved: ): that
  /// of the recording. Returns whether there is one.
  bool keepSaved(void *copy, size_t size);

  /// In place of a block, for a tool: makes all tasks as they were recorded,
  /// and waits where the block did.
  void makeAll();

  /// The block has ended. Returns when its tasks have, if they are waited for;
  /// what part of the graph the block made, 1 for all.
  double finish() { return finish(encounter.wait); }
  /// Of a stream: whether to wait for the tasks.
  double finish(bool wait);

private:
  kmp_task_t *taskOf(kmp_uint32 node) const {
    return instance.block(graph.nodes[node]);
  }
  /// Whether the block's task gets the node's memory. One without dependences
  /// gains nothing from it: what an ordinary task has just freed is in the
  /// cache.
  bool givesMemory(kmp_uint32 node) const {
    return (graph.first_dependence[node + 1] != graph.first_dependence[node] ||
            graph.nodes[node].image) && // of which saved values are taken
           !isLeftToLibomp(node);
  }
  bool isLeftToLibomp(kmp_uint32 node) const {
    return UNLIKELY(graph.has_targets) &&
           graph.nodes[node].kind == NodeKind::Task &&
           graph.types[graph.nodes[node].type].leftToLibomp();
  }
  TeamQueues *begin(bool has_block);
  template <bool Reports>
  bool take(kmp_task_t *task, kmp_int32 ndeps, kmp_depend_info_t *deps,
            void *caller);
  [[gnu::noinline]] bool issueForTool(kmp_task_t *task, kmp_int32 ndeps,
                                      kmp_depend_info_t *deps, void *caller);
  kmp_uint32 peek() const;
  bool expect(NodeKind kind);
  void make();
  kmp_int64 ended() const;
  bool runOne();
  void watchTime();
  void makeAndWait();
  void beginGroups(kmp_uint32 up_to);
  void makeTaskwait();
  void makeGroupEnd();
  void completeHere(NodeKind kind);
  void completeNode();
  bool issueOrdinary(kmp_task_t *task, kmp_int32 ndeps,
                     const kmp_depend_info_t *deps);
  void bindHere(kmp_uint32 node);
  void runHere(kmp_uint32 node, kmp_int32 ndeps, kmp_depend_info_t *deps);
  bool matches(kmp_uint32 node, kmp_int32 ndeps, const kmp_depend_info_t *deps);
  bool matchesObject(kmp_uint32 object, kmp_intptr_t address);
  bool beginRenaming();
  bool isNew(kmp_uint32 object, kmp_intptr_t address);
};

/// Why a graph is not used any more, or null.
const char *obstacleTo(const Graph &graph);

} // namespace ompx

#endif // OMPX_TASKGRAPH_REFILL_H
