//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Finding what was recorded: a site (one taskgraph construct) has a record for
// each graph_id, a record has at most one finished graph at a time, and a graph
// has instances that replays borrow. There is no fixed limit on any of them.
//
// Records live as long as the program; graph_reset replaces a record's graph,
// and the old graph goes when its last replay ends.

#ifndef OMPX_TASKGRAPH_RECORD_H
#define OMPX_TASKGRAPH_RECORD_H

#include "taskgraph/instance.h"

namespace ompx {

class Record {
public:
  const kmp_int64 id; // graph_id, 0 without
  Record *next_in_bucket = nullptr;

  explicit Record(kmp_int64 graph_id) : id(graph_id) {
    __kmp_init_bootstrap_lock(&lock);
  }

  /// Whether the caller is to record. At most one thread is told so until it
  /// calls publish() or giveUp(). Never blocks.
  bool beginRecording();
  /// Ends the recording: later encounters replay the graph.
  void publish(Graph *graph);
  /// Ends the recording: later encounters run plainly until a reset.
  void giveUp();
  /// Ends the recording without a result: a later encounter records anew.
  void abandon();
  /// Forgets the graph (graph_reset). Replays that use it go on.
  void reset();

  /// An instance to replay with, or null when there is no finished graph, or no
  /// memory for an instance. The caller owns it until release().
  /// Cost: O(1), one short lock; O(nodes) when a new instance must be made.
  Instance *acquire();
  void release(Instance *instance);

  /// A replay that the encountering task does not wait for runs from start to
  /// end; while it does, running() answers for its encountering task.
  void startRunning(Instance *instance);
  void endRunning(Instance *instance);
  bool running(const kmp_taskdata_t *parent);
  /// Number of such replays of all tasks; a hint that spares running()'s lock.
  std::atomic<kmp_uint32> running_count{0};

  /// True once: whether to explain now why the region runs plainly.
  bool explainNow();

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *record) { KMP_INTERNAL_FREE(record); }

private:
  enum class State { Empty, Recording, Ready, Plain };

  kmp_bootstrap_lock_t lock; // guards everything below; never held while a task
                             // or anything else of the user's runs
  State state = State::Empty;
  Graph *graph = nullptr;           // non-null in state Ready
  Instance *running_list = nullptr; // between startRunning() and endRunning()
  bool explained = false;

  Graph *drop(Graph *unused); // under lock; returns what is to be destroyed
  static void destroy(Graph *graph);
};

/// The record of this encounter's construct and graph_id; made if new, null
/// without memory. Cost: one acquire load for a site's first id; for others one
/// short lock and O(1) expected.
Record *findRecord(ompx_taskgraph_site_t *site, kmp_int64 graph_id);

} // namespace ompx

#endif // OMPX_TASKGRAPH_RECORD_H
