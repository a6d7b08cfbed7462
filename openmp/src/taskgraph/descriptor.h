//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What libomp knows a running task by, its kmp_taskdata_t, for tasks of graphs.
// They begin and end on one thread, so a worker has one descriptor for all that
// it runs, one after the other, and an instance has none. It stays in the
// cache, and is bound to an encounter once, not with every task.
//
// The children of a task refer to its descriptor. Where some outlive the task,
// the descriptor is left to them: it ends as that of an ordinary task does,
// goes with the last of them, and the worker takes another.

#ifndef OMPX_TASKGRAPH_DESCRIPTOR_H
#define OMPX_TASKGRAPH_DESCRIPTOR_H

#include "taskgraph/instance.h"

namespace ompx {

/// One thread's, for tasks that do not run within each other. A thread keeps
/// one that nobody uses (kmp_info_t::th_ompx_descriptor).
class Descriptor {
  kmp_info_t *const thread;
  kmp_taskdata_t *const outer;        // what the thread goes on with
  kmp_taskdata_t *td = nullptr;       // null until a task runs
  const Instance *bound_to = nullptr; // whose encounter it has been given
  const Instance *usual_of = nullptr; // the same if the last task was usual
  kmp_uint32 type = 0, group = 0;     // of the last task since

public:
  explicit Descriptor(kmp_info_t *of)
      : thread(of), outer(of->th.th_current_task) {}
  Descriptor(const Descriptor &) = delete;
  ~Descriptor();

  /// The instance may be given to another encounter from now on.
  void unbind() { bound_to = usual_of = nullptr; }
  /// Whether the task is usual, see TaskType::usual and Instance::usual; then
  /// it may begin. Cost: three comparisons if it is like the one before.
  bool isUsual(const Instance &from, const Node &node) {
    if (UNLIKELY(usual_of != &from || type != node.type || group != node.group))
      return prepare(from, node);
    return true;
  }
  /// The thread begins to run a task that isUsual() has been asked about.
  const kmp_taskdata_t *begin() {
    thread->th.th_current_task = td;
    return td;
  }
  /// What the thread goes on with when the task ends.
  kmp_taskdata_t *resumes() const { return outer; }
  void end() {
    thread->th.th_current_task = outer;
    // mo: acquire; sees what the children released; pairs with
    // __kmp_free_task_and_ancestors()
    kmp_int32 references =
        td->td_allocated_child_tasks.load(std::memory_order_acquire);
    auto left = reinterpret_cast<kmp_uintptr_t>(td->td_dephash) |
                reinterpret_cast<kmp_uintptr_t>(td->td_ompx_domain) |
                td->td_ompx_stream | kmp_uintptr_t(references ^ 1) |
                td->td_ompx_sets_icvs;
    if (UNLIKELY(left != 0))
      clean(references);
  }

private:
  void bind(const Instance &from);
  [[gnu::noinline]] bool prepare(const Instance &from, const Node &node);
  [[gnu::noinline]] void clean(kmp_int32 references);
  void leave();
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_DESCRIPTOR_H
