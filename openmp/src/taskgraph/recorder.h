//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Turns the constructs that one execution of a region's block meets into a
// graph, whether they stand in the block or in functions that it calls. Any
// number of recordings may go on at once.
//
// A proved block is recorded by its recording clone, which tells what it reads
// and changes as well; the graph of another can be refilled only.
//
// The edges are found by finish(), which may be long after the block has ended.

#ifndef OMPX_TASKGRAPH_RECORDER_H
#define OMPX_TASKGRAPH_RECORDER_H

#include "taskgraph/graph_builder.h"
#include "taskgraph/inputs.h"
#include "taskgraph/outputs.h"
#include "taskgraph/watcher.h"

namespace ompx {

class Recorder : public Watcher {
  GraphBuilder builder;
  void *args;
  size_t args_size;
  Inputs *inputs; // null once it is known that no replay is possible
  Outputs *outputs = nullptr;               // null: nothing so far
  const Graph *const saved;                 // null: values are saved now
  kmp_uint32 saved_at = 0, saved_steps = 0; // see placeInSaved()
  const kmp_task_t *fresh = nullptr;        // allocated last, if asked for
  bool reads_too_much = false;

  kmp_uint32 placeInSaved();
  void noteRead(kmp_int32 base, const void *address, size_t size);

public:
  /// proved: the recording clone of the block runs. of: the graph whose saved
  /// values the tasks get.
  Recorder(void *region_args, size_t size, bool proved,
           const Graph *of = nullptr);
  /// Of a stream of tasks that is no region's.
  Recorder();
  ~Recorder() { cannotReplay(); }

  using Watcher::allocated;
  void allocated(const kmp_task_t *task) { fresh = task; }
  /// A task is about to be queued or run.
  [[gnu::always_inline]]
  void issue(const kmp_task_t *task, kmp_int32 ndeps,
             const kmp_depend_info_t *deps, void *caller = nullptr) {
    builder.addTask(NodeKind::Task, task, maker, ndeps, deps, caller);
  }
  void undeferred();
  /// A copy of a task that is never issued, made without an allocation that
  /// allocated() would count.
  void chunk(const kmp_task_t *task, void *caller);
  /// The task that a taskloop copies its chunks from is never issued.
  void beginTaskloop() { --to_issue; }
  void taskwait(kmp_int32 ndeps, const kmp_depend_info_t *deps, bool nowait) {
    builder.addTaskwait(ndeps, deps, nowait);
  }
  void beginGroup() { builder.beginGroup(); }
  void endGroup() { builder.endGroup(); }
  void reductions(kmp_uint32 count, const ompx_taskred_input_t *items) {
    builder.addReductions(count, items);
  }

  /// Of the recording clone: it is about to read memory.
  void read(kmp_int32 base, const void *address, size_t size) {
    if (inputs && !inputs->has(base, address, size))
      noteRead(base, address, size);
  }
  /// Of the recording clone: it is about to change a variable that nobody else
  /// has.
  void write(kmp_int32 base, const void *address, size_t size);
  /// Of the recording clone: what the task that it is about to issue copies.
  void describe(const ompx_taskgraph_task_t *construct) { maker = construct; }

  /// The data of tasks are kept from now on.
  void keepImages() { builder.keepImages(); }
  /// In place of the value that the task allocated last has as
  /// firstprivate(saved: ): that of the other graph. Returns whether there is
  /// one.
  bool takeSaved(void *copy, size_t size);

  /// There will be no graph; the first reason given is kept.
  void refuse(const char *reason) { builder.refuse(reason); }
  /// The graph will not be replayed, at most refilled.
  void cannotReplay() {
    delete inputs;
    delete outputs;
    inputs = nullptr;
    outputs = nullptr;
  }

  /// The block has ended.
  void end();
  /// Then: why there will be no graph, or null.
  const char *refused() const { return builder.refused(); }
  /// Then: whether comparing what the block reads costs as much as making its
  /// tasks.
  bool readsTooMuch() const { return reads_too_much; }
  /// Then: the graph, or null and the reason. Once, by any thread. Cost:
  /// O(nodes + dependences).
  Graph *finish(const char **reason);

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *recorder) { KMP_INTERNAL_FREE(recorder); }
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_RECORDER_H
