//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// OMPX_TASKGRAPH_AUTO: streams of tasks that a program makes again and again
// between two waits, without any region. docs/auto.md says what a stream is
// and which are left alone.
//
// A stream that is expected is a region with nogroup: it begins before the
// first task is allocated and ends just before the program's own wait. So only
// tasks and waits with dependences can be in it. Where anything else comes, it
// ends too early: what it has made are then tasks that nobody waits for yet.

#ifndef OMPX_TASKGRAPH_AUTOMATIC_H
#define OMPX_TASKGRAPH_AUTOMATIC_H

#include "ompx_hooks.h"
#include "taskgraph/recorder.h"
#include "taskgraph/refill.h"

namespace ompx {

/// What is known of the streams that begin with one function.
class StreamKind;

/// A stream that its maker has begun: seen, recorded, or refilled. Off the
/// maker hangs (kmp_taskdata_t::td_ompx_stream) the address of one of these, or
/// an odd word: what a first task may become, see begin().
class Stream {
  Encounter encounter; // of the maker, which is tied: always on one thread
  kmp_taskdata_t *const maker;
  const kmp_routine_entry_t first; // function of the first task
  StreamKind *const kind = nullptr;
  const kmp_uint32 expected = 0; // the shape
  Recorder *recorder = nullptr;
  Record *record = nullptr;
  Instance *instance = nullptr;
  Refill *refill = nullptr;

  // The tasks with dependences so far.
  kmp_uint32 count = 0;
  kmp_intptr_t last = 0; // address of the last one's first dependence
  kmp_uint64 hash = 0;

public:
  // Of tasks with dependences.
  static constexpr kmp_uint32 MinTasks = 8, MaxTasks = 1 << 16;
  // Behind so many only one of eight says anything of the shape.
  static constexpr kmp_uint32 AllSeen = 512;
  // Of all graphs together.
  static constexpr kmp_int64 MaxNodes = 1 << 18;

  /// A task that may begin a stream is about to be allocated.
  static void begin(kmp_info_t *thread, kmp_int32 gtid, const ident_t *loc,
                    kmp_routine_entry_t routine);
  /// The maker has made an ordinary task with dependences.
  static void see(kmp_info_t *thread, const kmp_task_t *task, kmp_int32 count,
                  const kmp_depend_info_t *items);
  static void end(kmp_info_t *thread, kmp_taskdata_t *maker, StreamEnd how);

private:
  Stream(kmp_info_t *thread, kmp_int32 gtid, kmp_routine_entry_t routine,
         StreamKind *of, kmp_uint32 wanted);
  static Stream *create(kmp_info_t *thread, kmp_int32 gtid,
                        kmp_routine_entry_t routine, StreamKind *of = nullptr,
                        kmp_uint32 wanted = 0);
  bool open();
  void endRefill(bool whole, bool wait);
  void endRecording(bool whole);
  void destroy();
  static kmp_uintptr_t look(kmp_info_t *thread, kmp_uintptr_t word);
  [[gnu::noinline]] void add(const kmp_task_t *task, kmp_int32 ndeps,
                             const kmp_depend_info_t *items);
  /// What tells it from others, or 0 if it is none to be expected.
  kmp_uint32 shape() const;
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_AUTOMATIC_H
