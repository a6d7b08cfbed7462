//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What the compiler and the library share: descriptors, flags, entry points.
// docs/entry-points.md explains every argument; the code generator's side is
// clang-patches/src/lib/CodeGen/CGOpenMPTaskgraph.cpp, and a lit test there
// pins the emitted constants to the ones below.

#ifndef OMPX_TASKGRAPH_ABI_H
#define OMPX_TASKGRAPH_ABI_H

#include "kmp.h"

/// One per taskgraph construct (and template instantiation); emitted zeroed
/// but for the position, mutable, never moved.
struct ompx_taskgraph_site_t {
  std::atomic<void *> record; // owned by the library
  const char *file;
  const char *function;
  kmp_int32 line;
  kmp_int32 column;
};
static_assert(sizeof(ompx_taskgraph_site_t) == 3 * sizeof(void *) + 8,
              "layout is shared with the code generator");

/// Flags of one encounter of a taskgraph construct.
enum ompx_taskgraph_flags : kmp_uint32 {
  OMPX_TASKGRAPH_HAS_ID = 1,    // graph_id is meant
  OMPX_TASKGRAPH_RESET = 2,     // graph_reset is true
  OMPX_TASKGRAPH_NOGROUP = 4,   // no implicit taskgroup
  OMPX_TASKGRAPH_NOWAIT = 8,    // extension: replays may overlap, no waiting
  OMPX_TASKGRAPH_IF_FALSE = 16, // neither record nor replay
  OMPX_TASKGRAPH_STATIC = 32,   // extension: tdg_type(static); recorded so far
  OMPX_TASKGRAPH_TARGET = 64    // a target construct is in the block
};

enum ompx_taskgraph_task_flags : kmp_uint32 {
  OMPX_TASK_ALWAYS_REFRESH = 1, // refresh before every execution
  OMPX_TASK_NONTRIVIAL = 2,     // only refresh may copy the private data
  OMPX_TASK_NOT_REPLAYABLE = 4  // its data cannot be made again from outside
};

/// One constant per task-generating construct directly in a region.
struct ompx_taskgraph_task_t {
  // Makes dst's data that of src, seen from the encounter described by args;
  // null when a task's data are the same in every encounter.
  void (*refresh)(kmp_task_t *dst, kmp_task_t *src, void *args);
  kmp_uint32 flags; // ompx_taskgraph_task_flags
  kmp_int32 line;
};
static_assert(sizeof(ompx_taskgraph_task_t) == sizeof(void *) + 8,
              "layout is shared with the code generator");

/// One reduction item as the compiler describes it to __kmpc_taskred_init.
struct ompx_taskred_input_t {
  void *shared;
  void *original;
  size_t size;
  void *init;
  void *fini;
  void *combine;
  kmp_uint32 flags;
};

typedef void (*ompx_region_t)(void *args);
typedef void (*ompx_taskred_refresh_t)(void *input, void *args);

#endif // OMPX_TASKGRAPH_ABI_H
