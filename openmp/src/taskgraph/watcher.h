//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The interface through which a Recorder or a Refill is notified of the tasking
// constructs that a task meets while it runs the block of a taskgraph region,
// in the block itself or in functions that it calls. The task points to it
// (kmp_taskdata_t::td_ompx_watcher; null while no such block runs), and
// libomp's ordinary entry points call it by __kmp_ompx_watch_*(), see
// ompx_hooks.h.

#ifndef OMPX_TASKGRAPH_WATCHER_H
#define OMPX_TASKGRAPH_WATCHER_H

#include "taskgraph/abi.h"

namespace ompx {

class Watcher {
public:
  const bool refills;   // a Refill, else a Recorder
  const bool in_stream; // of no region, see automatic.h
  // Whether it must be asked for a task's memory.
  const bool allocates;
  bool runs_chunks = false; // the task itself, of the taskloop that it has met

  // Of a Recorder, of which tasks are only counted:
  kmp_int64 to_issue = 0; // so many must have been issued in the end
  const ompx_taskgraph_task_t *maker = nullptr; // of the task made last

  void allocated() {
    ++to_issue;
    maker = nullptr;
  }

protected:
  Watcher(bool is_refill, bool of_stream, bool gives_memory)
      : refills(is_refill), in_stream(of_stream), allocates(gives_memory) {}
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_WATCHER_H
