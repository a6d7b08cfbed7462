//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What the compiler and the library share: descriptors, flags, entry points.
// docs/entry-points.md explains every argument. The front end's side is
// clang-patches/src/lib/CodeGen/CGOpenMPTaskgraph.cpp, that of the pass is
// clang-patches/src/lib/Taskgraph; lit tests there pin the emitted constants to
// the ones below.

#ifndef OMPX_TASKGRAPH_ABI_H
#define OMPX_TASKGRAPH_ABI_H

#include "kmp.h"

typedef void (*ompx_region_t)(void *args);
/// The block, telling `recorder` what it reads and changes and what its tasks
/// copy.
typedef void (*ompx_recording_t)(void *args, void *recorder);

/// One per taskgraph construct (and template instantiation); emitted zeroed
/// but for what the compiler knows, mutable, never moved.
struct ompx_taskgraph_site_t {
  std::atomic<void *> record; // owned by the library
  const char *file;
  const char *function;
  kmp_int32 line;
  kmp_int32 column;
  kmp_uint32 version; // of this structure: 1
  kmp_uint32 reserved;
  ompx_recording_t recording; // null: what the block does is not proved
  const void *graph;          // null; for a graph that the compiler built

  // A program that makes a site itself may not know its names.
  const char *fileName() const { return file ? file : "unknown"; }
  const char *functionName() const { return function ? function : "unknown"; }
};
static_assert(sizeof(ompx_taskgraph_site_t) == 5 * sizeof(void *) + 16,
              "layout is shared with the compiler");

/// Flags of one encounter of a taskgraph construct.
enum ompx_taskgraph_flags : kmp_uint32 {
  OMPX_TASKGRAPH_HAS_ID = 1,    // graph_id is meant
  OMPX_TASKGRAPH_RESET = 2,     // graph_reset is true
  OMPX_TASKGRAPH_NOGROUP = 4,   // no implicit taskgroup
  OMPX_TASKGRAPH_NOWAIT = 8,    // extension: replays may overlap, no waiting
  OMPX_TASKGRAPH_IF_FALSE = 16, // neither record nor replay
  OMPX_TASKGRAPH_STATIC = 32,   // extension: tdg_type(static); for the compiler
  OMPX_TASKGRAPH_TARGET = 64,   // a target construct for a device
  OMPX_TASKGRAPH_DYNAMIC = 128  // extension: tdg_type(dynamic); likewise
};

/// Where an address comes from that a recording tells of; or the place, in the
/// block's arguments, of the word that it is an offset from.
enum ompx_taskgraph_base : kmp_int32 {
  OMPX_BASE_ABSOLUTE = -1,
  OMPX_BASE_ARGS = -2 // in the block's arguments themselves
};

enum ompx_taskgraph_field_flags : kmp_uint32 {
  OMPX_FIELD_VALUE = 1,  // gets the bytes at the address, else the address
  OMPX_FIELD_SHAREDS = 2 // is in the task's block of shared variables
};

/// A part of a task's data that is taken from the encounter that replays it.
struct ompx_taskgraph_field_t {
  const void *global; // the address is this or, if word >= 0,
  kmp_int64 delta;    // the word at that place in the arguments; plus delta
  kmp_int32 word;
  kmp_uint32 offset; // of the field, in the kmp_task_t or in its shareds
  kmp_uint32 size;
  kmp_uint32 flags; // ompx_taskgraph_field_flags
};
static_assert(sizeof(ompx_taskgraph_field_t) == sizeof(void *) + 24,
              "layout is shared with the compiler");

enum ompx_taskgraph_task_flags : kmp_uint32 {
  OMPX_TASK_CHANGES_DATA = 1,   // the body may write the task's own data
  OMPX_TASK_WITHOUT_RUNTIME = 2 // the body calls nothing of this library
};

/// In the flags that __kmpc_omp_task_alloc() is given, whatever function makes
/// the task; the other bits are those of kmp_tasking_flags_t.
enum ompx_task_alloc_flags : kmp_uint32 {
  OMPX_ALLOC_CANNOT_WAIT = 0x8000 // the body waits for no other thread
};

/// One constant per task-generating construct of a proved block.
struct ompx_taskgraph_task_t {
  const ompx_taskgraph_field_t *fields;
  kmp_uint32 count;
  kmp_uint32 flags; // ompx_taskgraph_task_flags
};
static_assert(sizeof(ompx_taskgraph_task_t) == sizeof(void *) + 8,
              "layout is shared with the compiler");

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

extern "C" {

/// entry.cpp: an encounter of a taskgraph construct.
KMP_EXPORT void __kmpc_ompx_taskgraph(ident_t *loc, kmp_int32 gtid,
                                      ompx_taskgraph_site_t *site,
                                      kmp_uint32 flags, kmp_int64 graph_id,
                                      ompx_region_t region, void *args,
                                      size_t args_size);

} // extern "C"

#endif // OMPX_TASKGRAPH_ABI_H
