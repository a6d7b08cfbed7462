//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The driver, the list of trackers, and a count of libomp's fast memory.

#include "Depend/TrackerDriver.h"
#include "depend/tickets_scheme.h"
#include "depend/versions_scheme.h"

#include "gtest/gtest.h"

using namespace ompx;

// The linker sends all calls here; see unittests.cmake. Plain malloc, because
// the sanitizers know it. Before each block is one line that says that no list
// has it, which support/fast_memory.h reads.
static std::atomic<long> live_blocks{0};
extern "C" void *__wrap____kmp_fast_allocate(kmp_info_t *, size_t size) {
  ++live_blocks;
  size_t rest = (size + CACHE_LINE - 1) & ~size_t(CACHE_LINE - 1);
  auto *line =
      static_cast<char *>(aligned_alloc(CACHE_LINE, CACHE_LINE + rest));
  memset(line, 0, CACHE_LINE);
  return line + CACHE_LINE;
}
extern "C" void __wrap____kmp_fast_free(kmp_info_t *, void *block) {
  --live_blocks;
  free(static_cast<char *>(block) - CACHE_LINE);
}
long liveBlocks() { return live_blocks; }

kmp_info_t *currentThread() {
  int gtid = __kmp_entry_gtid(); // starts libomp
  if (!TCR_4(__kmp_init_parallel))
    __kmp_parallel_initialize();
  return __kmp_threads[gtid];
}

namespace {
const Tracker tickets_wrapping =
    TicketsTracker<0xfffffffbu>::table("tickets-wrapping");
const Tracker versions_wrapping =
    VersionsScheme<0x7ffffffbu>::table("versions-wrapping");
} // namespace

const std::vector<const Tracker *> &allTrackers() {
  static const std::vector<const Tracker *> all = {
#define OMPX_TRACKER(id, name, capabilities, help) &tracker_##id,
#include "depend/trackers.def"
      &tickets_wrapping, &versions_wrapping};
  return all;
}

std::string trackerName(const Tracker &tracker) {
  std::string name = tracker.name;
  for (char &c : name)
    if (c == '-')
      c = '_';
  return name;
}

TrackerDriver::TrackerDriver(const Tracker &t, size_t most_tasks)
    : tracker(t), issuing_thread(currentThread()),
      task_team(static_cast<kmp_task_team_t *>(
          __kmp_allocate(sizeof(kmp_task_team_t)))),
      domain(Domain::create(t)) {
  task_team->tt.tt_found_tasks = TRUE;
  if (tracker.capabilities & Searches)
    pool = ::new (__kmp_allocate(sizeof(TicketPool))) TicketPool(task_team);
  tasks.reserve(most_tasks);
}

TrackerDriver::~TrackerDriver() {
  domain->release(issuing_thread);
  if (pool) {
    pool->~TicketPool();
    __kmp_free(pool);
  }
  EXPECT_EQ(barrierHolders(), 0);
  __kmp_free(task_team);
}

bool TrackerDriver::issue(const std::vector<NamedAccess> &accesses,
                          void (Domain::*name_all)(TrackedTask &)) {
  auto *number = reinterpret_cast<kmp_task_t *>(kmp_intptr_t(++next));
  TrackedTask &task = domain->makeTask(
      issuing_thread, number, kmp_uint32(accesses.size()), name_all != nullptr);
  if (name_all)
    ((*domain).*name_all)(task);
  for (const NamedAccess &access : accesses)
    domain->name(task, 64 + 16 * access.object, access.type);
  domain->finishTask(task, name_all != nullptr);
  if (tasks.size() == tasks.capacity())
    abort(); // another thread may be reading
  tasks.push_back(&task);
  ++waiting;
  return tracker.issue({issuing_thread, pool}, task);
}

std::vector<int> TrackerDriver::release(int task) {
  kmp_info_t *thread = currentThread();
  TrackedTask *tracked = tasks.data()[task];
  ReadyList ready;
  tracker.release(thread, *tracked, ready);
  tasks.data()[task] = nullptr;
  __kmp_fast_free(thread, tracked);
  --waiting;
  std::vector<int> numbers;
  while (TrackedTask *next_ready = ready.take())
    numbers.push_back(numberOf(*next_ready));
  return numbers;
}

int TrackerDriver::search() {
  TrackedTask *found = pool ? pool->take(&thread_finished) : nullptr;
  return found ? numberOf(*found) : -1;
}

std::vector<int> TrackerDriver::searchAll() {
  std::vector<int> found;
  // As often in vain as it takes to look at every task: a sweep of 16 each
  // time, after one that may have begun before.
  int in_vain = 0;
  while (pool && in_vain < waiting / 8 + 3) {
    int task = search();
    if (task >= 0)
      found.push_back(task);
    in_vain = task < 0 ? in_vain + 1 : 0;
  }
  return found;
}
