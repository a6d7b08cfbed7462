//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// OMPT events for the tasks and joins of graphs, and OMPD events for the tasks.
// Libomp's ordinary entry points report their own; here are those of tasks and
// joins that never pass through them.
//
// While a tool is attached, the library makes the tasks of a replay one by one
// in place of the block (Refill::makeAll()). A tool that derives the order of
// tasks, such as Archer, must see each task created by the encountering task on
// its thread, and after the joins that come before it. So replays without a
// tool do not run the code here.

#ifndef OMPX_TASKGRAPH_TOOL_H
#define OMPX_TASKGRAPH_TOOL_H

#include "kmp.h"
#if OMPD_SUPPORT
#include "ompd-specific.h"
#endif

namespace ompx {

class Graph;
class Instance;

/// Whether a tool is attached.
inline bool toolListens() {
#if OMPT_SUPPORT
  return UNLIKELY(ompt_enabled.enabled);
#else
  return false;
#endif
}

/// Whether a debugger may have breakpoints where tasks begin and end.
inline bool debuggerListens() {
#if OMPD_SUPPORT
  return UNLIKELY(ompd_state & OMPD_ENABLE_BP);
#else
  return false;
#endif
}

/// What has been reported to a tool about one of an instance's tasks.
struct ReportedTask;

/// One for each node if a tool is attached, else null, to be freed with
/// KMP_INTERNAL_FREE. Returns whether there was memory.
bool makeReportedTasks(const Graph &graph, ReportedTask **reported);

enum class Scope { Begin, End };

/// The place in the program that called the library: where libomp's function
/// was called from, unless that was called by another of libomp.
void *callerOf(const kmp_info_t *thread, void *called_from);

/// The task that a thread runs is in the library; as long as this lives.
class InLibrary {
  kmp_taskdata_t *task;

public:
  InLibrary(kmp_taskdata_t *current, void *frame);
  InLibrary(const InLibrary &) = delete;
  ~InLibrary();
};
#define OMPX_IN_LIBRARY(task)                                                  \
  InLibrary in_library(task, __builtin_frame_address(0))

// Of the task that the thread runs: a taskgroup begins or ends, it waits for
// the group's tasks, or for those that it has made.
void reportGroup(kmp_info_t *thread, Scope scope, void *caller);
void reportGroupWait(kmp_info_t *thread, Scope scope, void *caller);
void reportTaskwait(kmp_info_t *thread, Scope scope, void *caller);
/// Likewise: it waits for dependences, those of the node.
void reportDependentWait(kmp_info_t *thread, const Instance &from,
                         kmp_uint32 node, Scope scope, void *caller);

/// Only the edges; the rest has been reported.
void reportWaitEdges(kmp_info_t *thread, const Instance &from, kmp_uint32 node);

/// The encountering task makes a node's task, as recorded.
void reportRemade(kmp_info_t *thread, const Instance &from, kmp_uint32 node,
                  void *caller);
/// Or the block does, with these dependences; fewer than none: not known.
void reportMade(kmp_info_t *thread, const Instance &from, kmp_uint32 node,
                kmp_int32 ndeps, const kmp_depend_info_t *deps, void *caller);
/// The thread begins to run the task of a node that nobody else will.
void reportUndeferred(kmp_info_t *thread, const Instance &from, kmp_uint32 node,
                      void *caller);
/// The task of the descriptor that the thread has has ended; what it goes on
/// with.
void reportEnded(kmp_info_t *thread, kmp_taskdata_t *outer);

} // namespace ompx

#endif // OMPX_TASKGRAPH_TOOL_H
