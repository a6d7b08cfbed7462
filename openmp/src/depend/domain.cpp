//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Finding objects by address; see domain.h.

#include "depend/domain.h"

namespace ompx {

namespace {

size_t alignedSize(size_t size) {
  return (size + CACHE_LINE - 1) & ~size_t(CACHE_LINE - 1);
}

} // namespace

Domain *Domain::create(const Tracker &tracker) {
  // Not the thread's own memory: the root task's domain outlives its thread.
  return ::new (__kmp_allocate(sizeof(Domain))) Domain(tracker);
}

void Domain::release(kmp_info_t *thread) {
  // mo: acq_rel; publishes the caller's last use, and the last one sees them
  // all; pairs with Domain::release() and Domain::hasProxies()
  if (references.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  clear(thread);
  if (twin)
    twin->release(thread);
  if (slots)
    __kmp_free(slots);
  __kmp_free(this);
}

void Domain::clear(kmp_info_t *thread) {
  size_t size = alignedSize(tracker.object_size);
  while (Block *block = blocks) {
    char *first = reinterpret_cast<char *>(block) + CACHE_LINE;
    for (kmp_uint32 i = 0; thread && i < block->used; ++i)
      tracker.freeObject(thread, *reinterpret_cast<Object *>(first + i * size));
    blocks = block->next;
    __kmp_free(block);
  }
  if (slot_count)
    memset(static_cast<void *>(slots), 0, slot_count * sizeof(Slot));
  object_count = 0;
  all_memory = nullptr;
  if (twin)
    twin->clear(thread);
}

void Domain::nameKnown(TrackedTask &task, kmp_intptr_t address,
                       AccessType type) {
  if (slot_count && find(address).object)
    name(task, address, type);
}

void Domain::nameEach(TrackedTask &task) {
  if (all_memory)
    return; // everything after the first one accesses it; see finishTask()
  size_t size = alignedSize(tracker.object_size);
  for (Block *block = blocks; block; block = block->next) {
    char *first = reinterpret_cast<char *>(block) + CACHE_LINE;
    for (kmp_uint32 i = 0; i < block->used; ++i)
      append(tracker, task, *reinterpret_cast<Object *>(first + i * size),
             AccessType::InOut);
  }
}

void Domain::nameAll(TrackedTask &task) {
  nameEach(task);
  if (all_memory)
    return;
  all_memory = newObject(0);
  all_memory->stamp = stamp;
}

void Domain::finishUnusual(TrackedTask &task, bool all) {
  kmp_uint32 commutative = 0;
  for (kmp_uint32 i = 0; i < task.access_count; ++i) {
    Access &access = tracker.access(task, i);
    if (propertiesOf(access.type).renames) {
      // Those who access the version before are none of this task's business.
      Slot &slot = find(access.object->address);
      access.object = slot.object = newObject(slot.address);
    }
    commutative += propertiesOf(access.type).excludes;
  }
  if (all_memory)
    append(tracker, task, *all_memory,
           all ? AccessType::InOut : AccessType::Concurrent);
  task.excludes = commutative != 0;
  if (commutative > 1)
    sortAccesses(task);
}

/// Brings a task's accesses into the order in which it takes its locks, which
/// must be one for all tasks.
void Domain::sortAccesses(TrackedTask &task) {
  for (kmp_uint32 i = 1; i < task.access_count; ++i) {
    Access moved = tracker.access(task, i);
    kmp_uint32 to = i;
    for (; to > 0 && tracker.access(task, to - 1).object > moved.object; --to)
      tracker.access(task, to) = tracker.access(task, to - 1);
    tracker.access(task, to) = moved;
  }
}

void Domain::growSlots() {
  Slot *old = slots;
  kmp_uint32 old_count = slot_count;
  slot_count = old_count ? old_count * 2 : FirstSlots;
  slots = static_cast<Slot *>(__kmp_allocate(slot_count * sizeof(Slot)));
  for (kmp_uint32 i = 0; i < old_count; ++i)
    if (old[i].object)
      find(old[i].address) = old[i];
  if (old)
    __kmp_free(old);
}

Object *Domain::newObject(Slot &slot, kmp_intptr_t address) {
  slot.address = address;
  return slot.object = newObject(address);
}

Object *Domain::newObject(kmp_intptr_t address) {
  size_t size = alignedSize(tracker.object_size);
  if (!blocks || blocks->used == blocks->capacity) {
    kmp_uint32 capacity = blocks ? blocks->capacity * 2 : FirstBlock;
    if (capacity > LargestBlock)
      capacity = LargestBlock;
    // Zero bytes, aligned to a cache line at least.
    auto *block =
        static_cast<Block *>(__kmp_allocate(CACHE_LINE + capacity * size));
    block->next = blocks;
    block->capacity = capacity;
    blocks = block;
  }
  char *place =
      reinterpret_cast<char *>(blocks) + CACHE_LINE + blocks->used++ * size;
  auto *object = ::new (place) Object;
  object->address = address;
  tracker.initObject(*object);
  ++object_count;
  return object;
}

} // namespace ompx
