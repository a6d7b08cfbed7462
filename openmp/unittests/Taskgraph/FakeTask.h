//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Tasks for tests: laid out as libomp lays them out, made without a team.

#ifndef OMPX_UNITTESTS_FAKETASK_H
#define OMPX_UNITTESTS_FAKETASK_H

#include "taskgraph/graph.h"

#include <cstdlib>
#include <new>
#include <vector>

class FakeTask {
  kmp_taskdata_t *td;

public:
  explicit FakeTask(kmp_int32 value = 0) {
    size_t size = sizeof(kmp_taskdata_t) + sizeof(kmp_task_t) + 16;
    size = (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    td = static_cast<kmp_taskdata_t *>(aligned_alloc(CACHE_LINE, size));
    memset(static_cast<void *>(td), 0, size);
    td->td_size_alloc = sizeof(kmp_taskdata_t) + sizeof(kmp_task_t) + 16;
    td->td_flags.tiedness = TASK_TIED;
    valueOf(task()) = value;
  }
  FakeTask(const FakeTask &) = delete;
  ~FakeTask() { free(td); }
  /// The first of the task's data.
  static kmp_int32 &valueOf(kmp_task_t *task) {
    return *reinterpret_cast<kmp_int32 *>(task + 1);
  }
  /// Those of its flags that the compiler would give, besides that it is tied.
  void setGiven(kmp_uint32 flags) {
    flags |= 1;
    memcpy(static_cast<void *>(&td->td_flags), &flags, sizeof(flags));
  }
  kmp_task_t *task() { return KMP_TASKDATA_TO_TASK(td); }
  kmp_taskdata_t *taskdata() { return td; }
};

/// A construct whose tasks take nothing from the encounter.
inline const ompx_taskgraph_task_t PlainMaker = {nullptr, 0, 0};

inline kmp_depend_info_t dependence(kmp_intptr_t address, kmp_uint8 flag) {
  kmp_depend_info_t dep = {};
  dep.base_addr = address;
  dep.len = 1;
  dep.flag = flag;
  return dep;
}

#endif // OMPX_UNITTESTS_FAKETASK_H
