//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What streams are expected, and what becomes of one; see automatic.h.

#include "taskgraph/automatic.h"
#include "kmp_str.h"
#include "schedule/completions.h"
#include "shared/hash.h"
#include "support/settings.h"
#include "support/spin_lock.h"
#include "taskgraph/abi.h"
#include "taskgraph/dump.h"
#include "taskgraph/report.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <new>

namespace ompx {

namespace {

// Values of kmp_taskdata_t::td_ompx_stream that are no Stream's address. 0: no
// task has been made since the last wait.
constexpr kmp_uintptr_t LeftAlone = 1; // up to the next wait
/// The stream whose first task has this function is a Stream as soon as a task
/// with dependences comes.
kmp_uintptr_t candidate(kmp_routine_entry_t routine) {
  return reinterpret_cast<kmp_uintptr_t>(routine) << 1 | 1;
}
bool isStream(kmp_uintptr_t word) { return word != 0 && (word & 1) == 0; }

/// Where we call the library's waits from.
ident_t own_place = {0, KMP_IDENT_KMPC, 0, 0, ";unknown;unknown;0;0;;"};

std::atomic<kmp_int64> recorded_nodes{0};

void countOne(std::atomic<kmp_uint64> &counter) {
  // mo: relaxed; a statistic
  counter.fetch_add(1, std::memory_order_relaxed);
}

} // namespace

class StreamKind {
  static constexpr kmp_uint32 MaxShapes = 16; // that are remembered
  static constexpr kmp_uint32 Several = ~kmp_uint32(0);
  static constexpr kmp_uint32 MaxThreads = 16;
  static constexpr kmp_uint32 Forgiving = 8; // hits that make up for misses

  /// What came behind one shape, or behind two.
  struct Follower {
    kmp_uint32 of, shape; // 0: none; Several: now this, now that
  };
  struct Past {
    kmp_uint32 last, before; // shapes, 0 not known

    kmp_uint32 both() const {
      return last && before ? hashOf(kmp_intptr_t(before) << 32 | last) : 0;
    }
  };

  SpinLock lock; // guards what follows
  Follower followers[MaxShapes] = {};
  kmp_uint32 oldest = 0; // of the followers
  // Threads whose streams differ would confuse each other; one that had none
  // yet expects what others had.
  Past past[MaxThreads] = {};
  Past past_of_all = {};
  kmp_uint32 hits = 0; // in a row
  // Of streams that were looked at, and of those that were expected.
  Backoff unknown{4}, misses{2};
  // So many more are left alone. Without the lock: whether a thread's count is
  // lost does not matter.
  std::atomic<kmp_uint32> resting{0};

public:
  const kmp_routine_entry_t routine; // of the first task
  ompx_taskgraph_site_t site = {};
  std::atomic<bool> named{false}; // the site; guarded by `lock`

  explicit StreamKind(kmp_routine_entry_t first) : routine(first) {}

  /// Null if it is not known.
  static StreamKind *find(kmp_routine_entry_t routine);
  /// The same, made if there is room.
  static StreamKind *findOrMake(kmp_routine_entry_t routine);

  /// Whether this stream is left alone.
  bool rests() {
    // mo: relaxed; see above
    kmp_uint32 left = resting.load(std::memory_order_relaxed);
    if (left != 0)
      // mo: relaxed; likewise
      resting.store(left - 1, std::memory_order_relaxed);
    return left != 0;
  }
  /// The shape that is expected now, or 0.
  kmp_uint32 expect(kmp_int32 gtid);
  /// A stream that was looked at has ended. 0: it is none to be expected.
  void saw(kmp_int32 gtid, kmp_uint32 shape);
  /// One that was expected has come, or not.
  void hit(kmp_int32 gtid, kmp_uint32 shape);
  void missed(kmp_int32 gtid);

  /// The record of a shape, or null.
  Record *recordOf(kmp_uint32 shape, const ident_t *loc);

private:
  static constexpr kmp_uint32 MaxKinds = 256, Probes = 8;
  static std::atomic<StreamKind *> table[MaxKinds];
  static std::atomic<bool> any;

  static kmp_uint32 slotOf(kmp_routine_entry_t routine, kmp_uint32 probe) {
    return (hashOf(reinterpret_cast<kmp_intptr_t>(routine)) + probe) % MaxKinds;
  }
  Past pastOf(kmp_int32 gtid) const {
    const Past &own = past[gtid % MaxThreads];
    return own.last ? own : past_of_all;
  }
  Follower *findFollower(kmp_uint32 shapes) {
    for (Follower &follower : followers)
      if (shapes && follower.of == shapes)
        return &follower;
    return nullptr;
  }
  /// The follower that says what is expected, of two shapes if they are known;
  /// or null.
  Follower *bestFollower(const Past &of) {
    Follower *best = findFollower(of.both());
    if (!best || best->shape == Several)
      best = findFollower(of.last);
    return best && best->shape != Several ? best : nullptr;
  }
  /// This shape has followed those.
  void follows(kmp_uint32 shape, kmp_uint32 shapes) {
    if (!shape || !shapes)
      return;
    if (Follower *known = findFollower(shapes)) {
      if (known->shape != shape)
        known->shape = Several;
      return;
    }
    followers[oldest] = {shapes, shape};
    oldest = (oldest + 1) % MaxShapes;
  }
  void restAfter(Backoff &in_vain) {
    in_vain.recorded();
    // mo: relaxed; see above
    resting.store(in_vain.encountersLeft(), std::memory_order_relaxed);
  }
  void came(kmp_int32 gtid, kmp_uint32 shape) {
    Past &own = past[gtid % MaxThreads];
    own = {shape, shape ? own.last : 0};
    past_of_all = own;
  }
};

std::atomic<StreamKind *> StreamKind::table[MaxKinds];
std::atomic<bool> StreamKind::any{false};

StreamKind *StreamKind::find(kmp_routine_entry_t routine) {
  // mo: relaxed; a hint
  if (!any.load(std::memory_order_relaxed))
    return nullptr;
  for (kmp_uint32 i = 0; i < Probes; ++i) {
    // mo: acquire; sees what another thread made; pairs with findOrMake()
    StreamKind *kind =
        table[slotOf(routine, i)].load(std::memory_order_acquire);
    if (!kind || kind->routine == routine)
      return kind;
  }
  return nullptr;
}

StreamKind *StreamKind::findOrMake(kmp_routine_entry_t routine) {
  if (StreamKind *known = find(routine))
    return known;
  void *memory = KMP_INTERNAL_MALLOC(sizeof(StreamKind));
  if (!memory)
    return nullptr;
  auto *made = ::new (memory) StreamKind(routine);
  for (kmp_uint32 i = 0; i < Probes; ++i) {
    StreamKind *there = nullptr;
    // mo: acq_rel; publishes the new one, or sees another thread's; pairs with
    // find()
    if (table[slotOf(routine, i)].compare_exchange_strong(
            there, made, std::memory_order_acq_rel)) {
      // mo: relaxed; a hint
      any.store(true, std::memory_order_relaxed);
      return made;
    }
    if (there->routine == routine) {
      KMP_INTERNAL_FREE(memory);
      return there;
    }
  }
  KMP_INTERNAL_FREE(memory);
  return nullptr;
}

kmp_uint32 StreamKind::expect(kmp_int32 gtid) {
  lock.lock();
  const Follower *best = bestFollower(pastOf(gtid));
  kmp_uint32 shape = best ? best->shape : 0;
  lock.unlock();
  return shape;
}

void StreamKind::saw(kmp_int32 gtid, kmp_uint32 shape) {
  lock.lock();
  bool again = false;
  for (const Follower &known : followers)
    again |= shape && known.shape == shape;
  if (again)
    unknown.useful();
  else
    restAfter(unknown);
  Past of = pastOf(gtid);
  follows(shape, of.both());
  follows(shape, of.last);
  came(gtid, shape);
  lock.unlock();
}

void StreamKind::hit(kmp_int32 gtid, kmp_uint32 shape) {
  lock.lock();
  if (++hits >= Forgiving)
    misses.useful();
  came(gtid, shape);
  lock.unlock();
}

void StreamKind::missed(kmp_int32 gtid) {
  lock.lock();
  hits = 0;
  restAfter(misses);
  if (Follower *wrong = bestFollower(pastOf(gtid)))
    wrong->shape = Several;
  came(gtid, 0);
  lock.unlock();
}

Record *StreamKind::recordOf(kmp_uint32 shape, const ident_t *loc) {
  // mo: acquire; sees the names; pairs with recordOf()
  if (!named.load(std::memory_order_acquire)) {
    lock.lock();
    // mo: relaxed; under the lock
    if (!named.load(std::memory_order_relaxed)) {
      kmp_str_loc_t place =
          __kmp_str_loc_init(loc ? loc->psource : own_place.psource, false);
      Dl_info object;
      auto *code = reinterpret_cast<char *>(routine);
      if (place.line == 0 && dladdr(reinterpret_cast<void *>(code), &object)) {
        const char *name = strrchr(object.dli_fname, '/');
        site.file = __kmp_str_format(
            "%s+0x%" PRIxPTR, name ? name + 1 : object.dli_fname,
            kmp_uintptr_t(code - static_cast<char *>(object.dli_fbase)));
      } else {
        site.file = __kmp_str_format("%s", place.file ? place.file : "unknown");
      }
      site.function = __kmp_str_format("%s, automatic",
                                       place.func ? place.func : "unknown");
      site.line = place.line;
      site.column = place.col;
      site.version = 1;
      __kmp_str_loc_free(&place);
      // mo: release; publishes the names; pairs with recordOf()
      named.store(true, std::memory_order_release);
    }
    lock.unlock();
  }
  return findRecord(&site, shape);
}

Stream::Stream(kmp_info_t *thread, kmp_int32 gtid, kmp_routine_entry_t routine,
               StreamKind *of, kmp_uint32 wanted)
    : encounter{thread, gtid, &own_place, nullptr, /*wait=*/false},
      maker(thread->th.th_current_task), first(routine), kind(of),
      expected(wanted) {}

Stream *Stream::create(kmp_info_t *thread, kmp_int32 gtid,
                       kmp_routine_entry_t routine, StreamKind *of,
                       kmp_uint32 wanted) {
  static_assert(alignof(Stream) > 1, "an odd word is no address");
  void *memory = __kmp_fast_allocate(thread, sizeof(Stream));
  return ::new (memory) Stream(thread, gtid, routine, of, wanted);
}

void Stream::destroy() {
  kmp_info_t *thread = encounter.thread;
  this->~Stream();
  __kmp_fast_free(thread, this);
}

/// Whether the task's children run as they would in a graph.
static bool mayMakeStreams(const kmp_info_t *thread,
                           const kmp_taskdata_t *maker) {
  const kmp_tasking_flags_t &flags = maker->td_flags;
  return taskgraph_mode != TaskgraphMode::Off && !__kmp_omp_cancellation &&
         !toolListens() && !flags.team_serial && !flags.tasking_ser &&
         !flags.final && flags.tiedness == TASK_TIED && thread->th.th_task_team;
}

void Stream::begin(kmp_info_t *thread, kmp_int32 gtid, const ident_t *loc,
                   kmp_routine_entry_t routine) {
  kmp_taskdata_t *maker = thread->th.th_current_task;
  maker->td_ompx_stream = LeftAlone;
  StreamKind *kind = StreamKind::find(routine);
  if ((kind && kind->rests()) || !mayMakeStreams(thread, maker) ||
      countUnfinishedChildren(thread, maker) != 0)
    return;
  kmp_uint32 shape = kind ? kind->expect(gtid) : 0;
  if (!shape) {
    maker->td_ompx_stream = candidate(routine);
    return;
  }
  Record *record = kind->recordOf(shape, loc);
  if (!record)
    return;
  Stream *stream = create(thread, gtid, routine, kind, shape);
  stream->record = record;
  if (stream->open())
    maker->td_ompx_stream = reinterpret_cast<kmp_uintptr_t>(stream);
  else
    stream->destroy();
}

bool Stream::open() {
  Choice choice = record->choose({/*proved=*/false}, nullptr);
  instance = choice.instance;
  switch (choice.way) {
  case Way::Refill:
    if (const char *obstacle = instance->graph->has_targets
                                   ? "it has target tasks"
                                   : obstacleTo(*instance->graph)) {
      record->release(instance);
      record->giveUp();
      explain(*record, obstacle);
      break;
    }
    refill = ::new (__kmp_fast_allocate(encounter.thread, sizeof(Refill)))
        Refill(encounter, *record, *instance, true, /*of_stream=*/true);
    return true;
  case Way::Record:
    recorder = ::new (__kmp_fast_allocate(encounter.thread, sizeof(Recorder)))
        Recorder;
    maker->td_ompx_watcher = recorder;
    return true;
  case Way::Plain:
  case Way::Replay: // of none without inputs
    break;
  }
  countOne(record->site.counts.plain);
  return false;
}

inline void Stream::see(kmp_info_t *thread, const kmp_task_t *task,
                        kmp_int32 ndeps, const kmp_depend_info_t *items) {
  kmp_uintptr_t word = thread->th.th_current_task->td_ompx_stream;
  if (UNLIKELY(!isStream(word)))
    word = look(thread, word);
  auto *stream = reinterpret_cast<Stream *>(word);
  // Of a long one that never comes again each task would cost too much.
  if (++stream->count > AllSeen && stream->count % 8 != 0)
    return;
  stream->add(task, ndeps, items);
}

kmp_uintptr_t Stream::look(kmp_info_t *thread, kmp_uintptr_t word) {
  auto routine = reinterpret_cast<kmp_routine_entry_t>(word >> 1);
  Stream *stream = create(thread, thread->th.th_info.ds.ds_gtid, routine);
  word = reinterpret_cast<kmp_uintptr_t>(stream);
  thread->th.th_current_task->td_ompx_stream = word;
  return word;
}

void Stream::add(const kmp_task_t *task, kmp_int32 ndeps,
                 const kmp_depend_info_t *items) {
  if (UNLIKELY(recorder && count > MaxTasks))
    recorder->refuse("it has too many tasks");
  kmp_intptr_t address = items[0].base_addr;
  kmp_intptr_t across = items[ndeps - 1].base_addr - address;
  kmp_intptr_t step = address - last;
  last = address;
  // What is far apart may be in memory that is allocated each time.
  constexpr kmp_uintptr_t Near = 1 << 20;
  if (kmp_uintptr_t(step) + Near > 2 * Near)
    step = 0;
  if (kmp_uintptr_t(across) + Near > 2 * Near)
    across = 0;
  kmp_uint64 word = kmp_uint64(step) + (kmp_uint64(across) << 24) +
                    (kmp_uint64(kmp_uint32(ndeps)) << 56) + items[0].flag +
                    reinterpret_cast<kmp_uintptr_t>(task->routine);
  hash = mixed(hash, word);
}

kmp_uint32 Stream::shape() const {
  if (count < MinTasks || count > MaxTasks)
    return 0;
  auto word = kmp_uint32((hash + count) >> 16);
  return word ? word : 1;
}

void Stream::end(kmp_info_t *thread, kmp_taskdata_t *maker, StreamEnd how) {
  kmp_uintptr_t word = maker->td_ompx_stream;
  bool whole = how == StreamEnd::Wait || how == StreamEnd::Later;
  maker->td_ompx_stream = how == StreamEnd::Other ? LeftAlone : 0;
  if (!isStream(word))
    return;
  auto *stream = reinterpret_cast<Stream *>(word);
  KMP_DEBUG_ASSERT(stream->encounter.thread == thread);
  if (stream->refill && stream->refill->hasReserved()) {
    // What makes the data of a task, a copy constructor, has come here.
    stream->refill->diverge();
    stream->refill->waitForMade();
    maker->td_ompx_stream = word;
    return;
  }
  if (stream->refill)
    stream->endRefill(whole, how == StreamEnd::Wait);
  else if (stream->recorder)
    stream->endRecording(whole);
  else if (StreamKind *known = StreamKind::findOrMake(stream->first))
    known->saw(stream->encounter.gtid, whole ? stream->shape() : 0);
  stream->destroy();
}

void Stream::endRefill(bool whole, bool wait) {
  const Graph *graph = instance->graph;
  double made = refill->finish(wait);
  record->ended(graph, made);
  countOne(made == 1 ? record->site.counts.refilled
                     : record->site.counts.diverged);
  if (made == 1 && whole)
    kind->hit(encounter.gtid, expected);
  else
    kind->missed(encounter.gtid);
  refill->~Refill();
  __kmp_fast_free(encounter.thread, refill);
}

void Stream::endRecording(bool whole) {
  maker->td_ompx_watcher = nullptr;
  const char *reason;
  recorder->end();
  Graph *graph = recorder->finish(&reason);
  recorder->~Recorder();
  __kmp_fast_free(encounter.thread, recorder);
  if (!whole || shape() != expected) {
    delete graph;
    record->abandon();
    kind->missed(encounter.gtid);
    countOne(record->site.counts.plain);
    return;
  }
  kind->hit(encounter.gtid, expected);
  // mo: relaxed; some more would do no harm
  if (graph && recorded_nodes.fetch_add(graph->node_count,
                                        std::memory_order_relaxed) > MaxNodes) {
    delete graph;
    graph = nullptr;
    reason = "there are too many automatic graphs";
  }
  if (!graph) {
    record->giveUp();
    explain(*record, reason);
    countOne(record->site.counts.plain);
    return;
  }
  if (taskgraph_dump)
    dump(*graph, kind->site, record->id, record->dumped);
  record->publish(graph);
  countOne(record->site.counts.recorded);
}

} // namespace ompx

void __kmp_ompx_begin_stream(kmp_info_t *thread, kmp_int32 gtid,
                             const ident_t *loc, kmp_routine_entry_t routine) {
  ompx::Stream::begin(thread, gtid, loc, routine);
}

void __kmp_ompx_see_task(kmp_info_t *thread, const kmp_task_t *task,
                         kmp_int32 ndeps, const kmp_depend_info_t *deps) {
  ompx::Stream::see(thread, task, ndeps, deps);
}

void __kmp_ompx_leave_stream(kmp_info_t *thread, kmp_taskdata_t *maker,
                             ompx::StreamEnd how) {
  ompx::Stream::end(thread, maker, how);
}
