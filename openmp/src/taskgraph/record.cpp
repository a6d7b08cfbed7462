//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Sites, records, and who owns a graph and its instances; see record.h.

#include "taskgraph/record.h"

#include <new>

namespace ompx {

namespace {

/// Instances with tasks whose descendants still refer to them although the
/// graph is gone; looked at again whenever another graph goes.
kmp_bootstrap_lock_t retired_lock =
    KMP_BOOTSTRAP_LOCK_INITIALIZER(retired_lock);
Instance *retired = nullptr;

class Guard {
  kmp_bootstrap_lock_t &lock;

public:
  explicit Guard(kmp_bootstrap_lock_t &l) : lock(l) {
    __kmp_acquire_bootstrap_lock(&lock);
  }
  Guard(const Guard &) = delete;
  ~Guard() { __kmp_release_bootstrap_lock(&lock); }
};

/// All records of a construct.
struct Site {
  Record first;
  kmp_bootstrap_lock_t lock; // guards the table
  Record **buckets = nullptr;
  size_t bucket_count = 0; // a power of two
  size_t record_count = 0;

  explicit Site(kmp_int64 id) : first(id) { __kmp_init_bootstrap_lock(&lock); }

  size_t bucketOf(kmp_int64 id) const {
    return size_t(kmp_uint64(id) * 0x9E3779B97F4A7C15ull >> 32) &
           (bucket_count - 1);
  }

  bool grow() {
    size_t count = bucket_count ? bucket_count * 2 : 16;
    auto **grown =
        static_cast<Record **>(KMP_INTERNAL_CALLOC(count, sizeof(Record *)));
    if (!grown)
      return false;
    Record **old = buckets;
    size_t old_count = bucket_count;
    buckets = grown;
    bucket_count = count;
    for (size_t i = 0; i < old_count; ++i)
      while (Record *record = old[i]) {
        old[i] = record->next_in_bucket;
        size_t bucket = bucketOf(record->id);
        record->next_in_bucket = buckets[bucket];
        buckets[bucket] = record;
      }
    KMP_INTERNAL_FREE(old);
    return true;
  }

  Record *find(kmp_int64 id) {
    Guard guard(lock);
    if (bucket_count)
      for (Record *r = buckets[bucketOf(id)]; r; r = r->next_in_bucket)
        if (r->id == id)
          return r;
    if (record_count >= bucket_count && !grow())
      return nullptr;
    Record *record = new Record(id);
    if (!record)
      return nullptr;
    size_t bucket = bucketOf(id);
    record->next_in_bucket = buckets[bucket];
    buckets[bucket] = record;
    ++record_count;
    return record;
  }

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *site) { KMP_INTERNAL_FREE(site); }
};

} // namespace

Record *findRecord(ompx_taskgraph_site_t *site, kmp_int64 graph_id) {
  // mo: acquire; sees the site made by another thread; pairs with findRecord()
  void *known = site->record.load(std::memory_order_acquire);
  if (UNLIKELY(!known)) {
    Site *made = new Site(graph_id);
    if (!made)
      return nullptr;
    // mo: acq_rel; publishes the new site or sees the other thread's; pairs
    // with findRecord()
    if (site->record.compare_exchange_strong(
            known, made, std::memory_order_acq_rel,
            // mo: acquire; likewise, pairs with findRecord()
            std::memory_order_acquire))
      return &made->first;
    delete made;
  }
  Site *records = static_cast<Site *>(known);
  return records->first.id == graph_id ? &records->first
                                       : records->find(graph_id);
}

bool Record::beginRecording() {
  Guard guard(lock);
  if (state != State::Empty)
    return false;
  state = State::Recording;
  return true;
}

void Record::publish(Graph *finished) {
  Guard guard(lock);
  finished->users = 1;
  graph = finished;
  state = State::Ready;
}

void Record::giveUp() {
  Guard guard(lock);
  state = State::Plain;
}

void Record::abandon() {
  Guard guard(lock);
  state = State::Empty;
}

void Record::reset() {
  Graph *unused = nullptr;
  {
    Guard guard(lock);
    if (state == State::Recording)
      return; // an unfinished record matches nothing
    state = State::Empty;
    if (graph)
      unused = drop(graph);
    graph = nullptr;
  }
  destroy(unused);
}

/// One user less. Returns the graph when that was the last.
Graph *Record::drop(Graph *unused) {
  return --unused->users == 0 ? unused : nullptr;
}

/// Destroys a graph that has no user left, with its instances. Instances whose
/// tasks have living descendants are kept for a later call, each a user of its
/// graph. The graphs go last, without the lock: they run users' destructors.
void Record::destroy(Graph *unused) {
  if (!unused)
    return;
  Graph *dead = nullptr;
  auto dropUser = [&dead](Graph *graph) {
    if (--graph->users == 0) {
      graph->next_dead = dead;
      dead = graph;
    }
  };
  {
    Guard guard(retired_lock);
    unused->users = 1; // this function
    while (Instance *instance = unused->idle) {
      unused->idle = instance->next;
      ++unused->users;
      instance->next = retired;
      retired = instance;
    }
    for (Instance **link = &retired; *link;) {
      Instance *instance = *link;
      if (!instance->quiet()) {
        link = &instance->next;
        continue;
      }
      *link = instance->next;
      Graph *graph = instance->graph;
      Instance::destroy(instance);
      dropUser(graph);
    }
    dropUser(unused);
  }
  while (Graph *graph = dead) {
    dead = graph->next_dead;
    delete graph;
  }
}

Instance *Record::acquire() {
  Graph *current;
  {
    Guard guard(lock);
    current = graph;
    if (!current)
      return nullptr;
    ++current->users;
    for (Instance **link = &current->idle; *link; link = &(*link)->next) {
      Instance *instance = *link;
      // mo: relaxed; written before the instance was released under this lock
      if (instance->has_descendants.load(std::memory_order_relaxed) &&
          !instance->quiet())
        continue;
      *link = instance->next;
      return instance;
    }
  }
  if (Instance *instance = Instance::create(*current))
    return instance;
  Graph *unused;
  {
    Guard guard(lock);
    unused = drop(current);
  }
  destroy(unused);
  return nullptr;
}

void Record::release(Instance *instance) {
  Graph *unused;
  {
    Guard guard(lock);
    instance->next = instance->graph->idle;
    instance->graph->idle = instance;
    unused = drop(instance->graph);
  }
  destroy(unused);
}

void Record::startRunning(Instance *instance) {
  Guard guard(lock);
  instance->next = running_list;
  running_list = instance;
  // mo: relaxed; a hint, the list is under the lock
  running_count.fetch_add(1, std::memory_order_relaxed);
}

void Record::endRunning(Instance *instance) {
  Guard guard(lock);
  Instance **link = &running_list;
  while (*link != instance)
    link = &(*link)->next;
  *link = instance->next;
  // mo: release; what the replay's tasks wrote is seen by who finds that no
  // replay runs; pairs with Record::running()
  running_count.fetch_sub(1, std::memory_order_release);
}

bool Record::running(const kmp_taskdata_t *parent) {
  Guard guard(lock);
  for (Instance *i = running_list; i; i = i->next)
    if (i->parent == parent)
      return true;
  return false;
}

bool Record::explainNow() {
  Guard guard(lock);
  bool now = !explained;
  explained = true;
  return now;
}

} // namespace ompx
