//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The objects that the tasks of one parent depend on, found by address. The
// thread that runs the parent makes tracked tasks here; the tracker then orders
// them. Freed with the parent's memory, which outlives its children.

#ifndef OMPX_DEPEND_DOMAIN_H
#define OMPX_DEPEND_DOMAIN_H

#include "depend/tracker.h"
#include "shared/hash.h"
#include "support/fast_memory.h"

#include <new>

namespace ompx {

class Domain {
  struct Slot {
    kmp_intptr_t address;
    Object *object; // null: free
  };
  struct Block { // of objects, which follow after one cache line
    Block *next;
    kmp_uint32 used;
    kmp_uint32 capacity;
  };
  const Tracker &tracker;
  Slot *slots = nullptr; // open addressing; a power of two
  kmp_uint32 slot_count = 0;
  kmp_uint32 object_count = 0; // in blocks
  kmp_uint32 stamp = 0;        // number of the latest task made
  bool usual = true;           // so far that task reads and writes, no more
  Block *blocks = nullptr;     // newest first; all others are full
  // What omp_all_memory stands for, once a task has named it: each later task
  // accesses it, too. Null before.
  Object *all_memory = nullptr;
  // The parent, and each proxy task, which may be released after the parent's
  // end.
  std::atomic<kmp_int32> references{1};

  static constexpr kmp_uint32 FirstBlock = 8;
  static constexpr kmp_uint32 LargestBlock = 1024;
  static constexpr kmp_uint32 FirstSlots = 32;

public:
  // An implicit task ended before its children: what it depends on in the next
  // region needs another domain. Written and read by the parent's thread.
  bool parent_ended = false;

  /// Of the same tasks, by a tracker that knows pairs of dependent tasks, while
  /// a tool wants to hear of them and this one's does not; else null. It orders
  /// nothing.
  Domain *twin = nullptr;

  explicit Domain(const Tracker &t) : tracker(t) {}
  static Domain *create(const Tracker &tracker);
  void retain() {
    // mo: relaxed; the caller has a reference
    references.fetch_add(1, std::memory_order_relaxed);
  }
  /// Frees the domain with the last reference. Caller: any thread. Without a
  /// thread, what objects hold of a thread's own memory is left to that thread.
  void release(kmp_info_t *thread);

  /// A task that will name up to `accesses` objects, or all of them. Caller:
  /// the issuing thread, as for all below. Cost: O(1).
  TrackedTask &makeTask(kmp_info_t *thread, kmp_task_t *task,
                        kmp_uint32 accesses, bool all) {
    return makeTask(tracker, thread, task, all ? object_count : accesses);
  }
  /// Adds an access; of two to the same object the strictest. Cost: O(1)
  /// expected. Allocates: for a new object.
  void name(TrackedTask &task, kmp_intptr_t address, AccessType type) {
    name(tracker, task, address, type);
  }
  /// As name(), if a task has named the address before.
  void nameKnown(TrackedTask &task, kmp_intptr_t address, AccessType type);
  /// Adds all objects there are, for a task that comes after all others. Cost:
  /// O(objects) until a task has named omp_all_memory, then O(1).
  void nameEach(TrackedTask &task);
  /// Adds omp_all_memory, which no other access of the task accompanies. Cost:
  /// as of nameEach().
  void nameAll(TrackedTask &task);
  /// After the last access, before Tracker::issue(). `all`: nameEach() or
  /// nameAll() was called.
  void finishTask(TrackedTask &task, bool all) {
    if (UNLIKELY(!usual || all_memory))
      finishUnusual(task, all);
  }

  // The same for who knows the tracker, so that its sizes are constants.
  TrackedTask &makeTask(const Tracker &known, kmp_info_t *thread,
                        kmp_task_t *task, kmp_uint32 accesses);
  void name(const Tracker &known, TrackedTask &task, kmp_intptr_t address,
            AccessType type);

  /// Forgets all objects. No task of this domain may be unreleased.
  void clear(kmp_info_t *thread);
  /// Whether the table has grown and will grow with the next new object.
  bool full() const { return slot_count && object_count * 2 >= slot_count; }
  /// Whether tasks may be unreleased that the parent's counters do not show.
  bool hasProxies() const {
    // mo: acquire; sees what released tasks wrote; pairs with
    // Domain::release()
    return references.load(std::memory_order_acquire) > 1;
  }

private:
  Object *newObject(kmp_intptr_t address);
  [[gnu::noinline]] Object *newObject(Slot &slot, kmp_intptr_t address);
  Slot &find(kmp_intptr_t address);
  [[gnu::noinline]] void growSlots();
  void append(const Tracker &known, TrackedTask &task, Object &object,
              AccessType type);
  [[gnu::noinline]] void finishUnusual(TrackedTask &task, bool all);
  void sortAccesses(TrackedTask &task);
};

// What each task with dependences needs is inline.

[[gnu::always_inline]] inline TrackedTask &
Domain::makeTask(const Tracker &known, kmp_info_t *thread, kmp_task_t *task,
                 kmp_uint32 accesses) {
  ++accesses; // omp_all_memory's own object
  auto *tracked =
      ::new (allocateFast(thread, known.taskSize(accesses))) TrackedTask;
  tracked->task = task;
  // mo: relaxed; published when the task is issued
  tracked->waiting.store(1, std::memory_order_relaxed);
  tracked->access_count = 0;
  tracked->excludes = 0;
  tracked->lock_progress = 0;
  tracked->extras = nullptr;
  if (UNLIKELY(++stamp == 0))
    stamp = 1; // 0 is a new object's
  usual = true;
  return *tracked;
}

/// The address's slot, or a free one for it.
[[gnu::always_inline]] inline Domain::Slot &Domain::find(kmp_intptr_t address) {
  kmp_uint32 slot = hashOf(address) & (slot_count - 1);
  while (slots[slot].object && slots[slot].address != address)
    slot = (slot + 1) & (slot_count - 1);
  return slots[slot];
}

[[gnu::always_inline]] inline void Domain::append(const Tracker &known,
                                                  TrackedTask &task,
                                                  Object &object,
                                                  AccessType type) {
  kmp_uint32 number = task.access_count;
  object.stamp = stamp;
  object.access = number;
  Access &access = known.access(task, number);
  access.object = &object;
  access.type = type;
  if (UNLIKELY(propertiesOf(type).excludes || propertiesOf(type).renames))
    usual = false;
  task.access_count = number + 1;
}

[[gnu::always_inline]] inline void Domain::name(const Tracker &known,
                                                TrackedTask &task,
                                                kmp_intptr_t address,
                                                AccessType type) {
  if (UNLIKELY(object_count * 2 >= slot_count))
    growSlots();
  Slot &slot = find(address);
  Object *object = slot.object;
  if (UNLIKELY(!object)) {
    object = newObject(slot, address);
  } else if (UNLIKELY(object->stamp == stamp)) {
    Access &access = known.access(task, object->access);
    access.type = strictest(access.type, type);
    return;
  }
  append(known, task, *object, type);
}

} // namespace ompx

#endif // OMPX_DEPEND_DOMAIN_H
