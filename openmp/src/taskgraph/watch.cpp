//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What libomp's ordinary entry points tell while the block of a taskgraph
// region runs, passed on to whoever watches it; ompx_hooks.h says who calls
// what. And what the recording clone of a block tells of itself.

#include "ompx_hooks.h"
#include "taskgraph/automatic.h"

using namespace ompx;

static Recorder *recorderOf(Watcher *watcher) {
  return watcher->refills ? nullptr : static_cast<Recorder *>(watcher);
}

static Refill *refillOf(Watcher *watcher) {
  return static_cast<Refill *>(watcher);
}

/// A stream that is no region ends where it is not what was expected.
static void endIfDiverged(Watcher *watcher) {
  if (watcher->in_stream && refillOf(watcher)->hasDiverged())
    refillOf(watcher)->leaveStream();
}

/// What the watcher gives no memory for, where it wants to know it.
static kmp_task_t *allocateOrdinarily(Watcher *watcher, ident_t *loc,
                                      kmp_int32 gtid,
                                      kmp_tasking_flags_t *flags,
                                      size_t task_size, size_t shareds_size,
                                      kmp_routine_entry_t routine) {
  kmp_taskdata_t *current = __kmp_threads[gtid]->th.th_current_task;
  kmp_uintptr_t stream = current->td_ompx_stream;
  current->td_ompx_watcher = nullptr;
  current->td_ompx_stream = 1; // none begins here
  kmp_task_t *task =
      __kmp_task_alloc(loc, gtid, flags, task_size, shareds_size, routine);
  current->td_ompx_watcher = watcher;
  current->td_ompx_stream = stream;
  return task;
}

kmp_task_t *__kmp_ompx_allocate_watched(Watcher *watcher, ident_t *loc,
                                        kmp_int32 gtid,
                                        kmp_tasking_flags_t *flags,
                                        size_t task_size, size_t shareds_size,
                                        kmp_routine_entry_t routine) {
  if (Recorder *recorder = recorderOf(watcher)) {
    recorder->allocated();
    kmp_task_t *task = allocateOrdinarily(watcher, loc, gtid, flags, task_size,
                                          shareds_size, routine);
    // Bytes that nobody writes would differ by chance in two recordings.
    const kmp_taskdata_t *td = KMP_TASK_TO_TASKDATA(task);
    memset(static_cast<void *>(task + 1), 0,
           td->td_size_alloc - sizeof(*td) - sizeof(*task));
    recorder->allocated(task);
    return task;
  }
  Refill *refill = refillOf(watcher);
  kmp_task_t *task = refill->allocate(*flags, task_size, shareds_size, routine);
  if (!task && refill->wantsPattern(*flags, task_size, shareds_size, routine)) {
    task = allocateOrdinarily(watcher, loc, gtid, flags, task_size,
                              shareds_size, routine);
    refill->allocatedPattern(task);
  }
  return task;
}

bool __kmp_ompx_refill_task(Watcher *watcher, kmp_task_t *task, kmp_int32 ndeps,
                            kmp_depend_info_t *deps, void *caller,
                            kmp_int32 ndeps_noalias) {
  bool done = refillOf(watcher)->issue(
      task, ndeps_noalias ? Refill::Unknown : ndeps, deps, caller);
  if (!done)
    endIfDiverged(watcher);
  return done;
}

void __kmp_ompx_record_task(Watcher *watcher, kmp_task_t *task, kmp_int32 ndeps,
                            kmp_depend_info_t *deps, void *caller,
                            kmp_int32 ndeps_noalias) {
  auto *recorder = static_cast<Recorder *>(watcher);
  if (UNLIKELY(ndeps_noalias))
    recorder->refuse("a task has dependences without aliases");
  else
    recorder->issue(task, ndeps, deps, caller);
}

bool __kmp_ompx_watch_undeferred(Watcher *watcher, kmp_task_t *task,
                                 void *caller) {
  Recorder *recorder = recorderOf(watcher);
  if (!recorder) {
    bool done = refillOf(watcher)->beginUndeferred(task, caller);
    if (!done)
      endIfDiverged(watcher);
    return done;
  }
  recorder->undeferred();
  return false;
}

bool __kmp_ompx_watch_undeferred_end(Watcher *watcher, kmp_task_t *task) {
  return watcher->refills && refillOf(watcher)->endUndeferred(task);
}

void __kmp_ompx_watch_taskloop(Watcher *watcher, bool deferred) {
  watcher->runs_chunks = !deferred;
  if (Recorder *recorder = recorderOf(watcher))
    recorder->beginTaskloop();
}

void __kmp_ompx_watch_chunk(Watcher *watcher, kmp_task_t *chunk, void *caller) {
  if (Recorder *recorder = recorderOf(watcher))
    recorder->chunk(chunk, caller);
  else
    refillOf(watcher)->chunk();
}

void __kmp_ompx_watch_taskwait(Watcher *watcher, kmp_int32 ndeps,
                               const kmp_depend_info_t *deps,
                               kmp_int32 ndeps_noalias, bool nowait) {
  Recorder *recorder = recorderOf(watcher);
  if (!recorder) {
    refillOf(watcher)->taskwait(ndeps_noalias ? Refill::Unknown : ndeps, deps,
                                nowait);
    endIfDiverged(watcher);
  } else if (ndeps_noalias) {
    recorder->refuse("a task has dependences without aliases");
  } else {
    recorder->taskwait(ndeps, deps, nowait);
  }
}

void __kmp_ompx_watch_taskgroup(Watcher *watcher, bool ends) {
  if (Recorder *recorder = recorderOf(watcher))
    ends ? recorder->endGroup() : recorder->beginGroup();
  else
    ends ? refillOf(watcher)->endGroup() : refillOf(watcher)->beginGroup();
}

void __kmp_ompx_watch_reductions(Watcher *watcher, int count, void *items) {
  if (Recorder *recorder = recorderOf(watcher))
    recorder->reductions(kmp_uint32(count),
                         static_cast<const ompx_taskred_input_t *>(items));
  else
    refillOf(watcher)->reductions();
}

void __kmp_ompx_watch_construct(Watcher *watcher, Construct met) {
  if (watcher->in_stream) // nothing of the maker's but tasks matters
    return;
  Recorder *recorder = recorderOf(watcher);
  if (!recorder)
    return refillOf(watcher)->diverge();
  switch (met) {
  case Construct::Parallel:
    return recorder->refuse(
        "a function called from the region opens a parallel region");
  case Construct::Worksharing:
    return recorder->refuse(
        "a function called from the region contains a worksharing construct");
  case Construct::Barrier:
    return recorder->refuse(
        "a function called from the region contains a barrier");
  }
}

extern "C" {

KMP_EXPORT void __kmpc_ompx_taskgraph_read(void *recorder, kmp_int32 base,
                                           const void *address, size_t size) {
  static_cast<Recorder *>(recorder)->read(base, address, size);
}

KMP_EXPORT void __kmpc_ompx_taskgraph_write(void *recorder, kmp_int32 base,
                                            const void *address, size_t size) {
  static_cast<Recorder *>(recorder)->write(base, address, size);
}

KMP_EXPORT void
__kmpc_ompx_taskgraph_task(void *recorder, kmp_task_t *task,
                           const ompx_taskgraph_task_t *construct) {
  (void)task; // it is issued next
  static_cast<Recorder *>(recorder)->describe(construct);
}

KMP_EXPORT void __kmpc_ompx_taskgraph_saved(void *copy, const void *variable,
                                            size_t size) {
  if (Watcher *watcher = __kmp_ompx_watcher(__kmp_entry_gtid())) {
    if (Recorder *recorder = recorderOf(watcher)) {
      if (watcher->in_stream) // no region saves it
        recorder->refuse("a task has a saved value");
      else
        recorder->keepImages();
      if (recorder->takeSaved(copy, size))
        return;
    } else if (refillOf(watcher)->keepSaved(copy, size)) {
      return;
    }
  }
  memcpy(copy, variable, size);
}

KMP_EXPORT void __kmpc_ompx_taskgraph_plain(ident_t *loc, kmp_int32 gtid) {
  (void)loc;
  __kmp_assert_valid_gtid(gtid);
  Watcher *watcher = __kmp_ompx_watcher(gtid);
  if (!watcher || watcher->in_stream)
    return;
  if (Recorder *recorder = recorderOf(watcher))
    recorder->refuse("a construct in the region is not replayable");
  else
    refillOf(watcher)->diverge();
}

} // extern "C"
