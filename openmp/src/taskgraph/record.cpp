//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Sites, records, and who owns a graph and its instances; see record.h.

#include "taskgraph/record.h"
#include "shared/hash.h"
#include "support/settings.h"
#include "taskgraph/inputs.h"
#include "taskgraph/static_load.h"

#include <new>

namespace ompx {

namespace {

class Guard {
  kmp_bootstrap_lock_t &lock;

public:
  explicit Guard(kmp_bootstrap_lock_t &l) : lock(l) {
    __kmp_acquire_bootstrap_lock(&lock);
  }
  Guard(const Guard &) = delete;
  ~Guard() { __kmp_release_bootstrap_lock(&lock); }
};

/// One user less. The graph goes with the last.
void leave(Graph *graph) {
  // mo: acq_rel; the last user sees what the others did with it; pairs with
  // leave()
  if (graph->users.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete graph;
}

/// The record has given the graph up: no instance of it is taken or becomes
/// idle any more. Without the record's lock.
void drop(Graph *graph) {
  while (Instance *instance = graph->idle) {
    graph->idle = instance->next;
    Instance::destroy(instance);
  }
  leave(graph);
}

} // namespace

std::atomic<Site *> Site::latest{nullptr};

Site *Site::create(const ompx_taskgraph_site_t &site, kmp_int64 first_id) {
  const char *format = "%s:%d:%d (%s)";
  int length = snprintf(nullptr, 0, format, site.fileName(), site.line,
                        site.column, site.functionName());
  size_t file_size = strlen(site.fileName()) + 1;
  auto *text =
      static_cast<char *>(KMP_INTERNAL_MALLOC(size_t(length) + 1 + file_size));
  void *memory = text ? KMP_INTERNAL_MALLOC(sizeof(Site)) : nullptr;
  if (!memory) {
    KMP_INTERNAL_FREE(text);
    return nullptr;
  }
  snprintf(text, size_t(length) + 1, format, site.fileName(), site.line,
           site.column, site.functionName());
  char *name = text + length + 1;
  memcpy(name, site.fileName(), file_size);
  return ::new (memory) Site(site, text, name, first_id);
}

void Site::destroy(Site *site) {
  KMP_INTERNAL_FREE(site->place);
  site->~Site();
  KMP_INTERNAL_FREE(site);
}

size_t Site::bucketOf(kmp_int64 id) const {
  return size_t(hashOf(kmp_intptr_t(id))) & (bucket_count - 1);
}

bool Site::grow() {
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

Record *Site::find(kmp_int64 id) {
  if (first.id == id)
    return &first;
  Guard guard(lock);
  if (bucket_count)
    for (Record *r = buckets[bucketOf(id)]; r; r = r->next_in_bucket)
      if (r->id == id)
        return r;
  if (record_count >= bucket_count && !grow())
    return nullptr;
  Record *record = new Record(id, *this);
  if (!record)
    return nullptr;
  size_t bucket = bucketOf(id);
  record->next_in_bucket = buckets[bucket];
  buckets[bucket] = record;
  ++record_count;
  return record;
}

Record *findRecord(ompx_taskgraph_site_t *site, kmp_int64 graph_id) {
  // mo: acquire; sees the site made by another thread; pairs with findRecord()
  void *known = site->record.load(std::memory_order_acquire);
  if (known)
    return static_cast<Site *>(known)->find(graph_id);
  Site *made = Site::create(*site, graph_id);
  if (!made)
    return nullptr;
  // mo: acq_rel; publishes the new site or sees the other thread's; pairs with
  // findRecord()
  if (!site->record.compare_exchange_strong(
          known, made, std::memory_order_acq_rel,
          // mo: acquire; likewise, pairs with findRecord()
          std::memory_order_acquire)) {
    Site::destroy(made);
    return static_cast<Site *>(known)->find(graph_id);
  }
  // mo: relaxed; the exchange orders it
  made->next = Site::latest.load(std::memory_order_relaxed);
  // mo: release; whoever goes through the list sees the site; pairs with
  // latestSite()
  while (!Site::latest.compare_exchange_weak(made->next, made,
                                             std::memory_order_release,
                                             // mo: relaxed; tried again
                                             std::memory_order_relaxed))
    ;
  return &made->first;
}

Record::Record(kmp_int64 graph_id, Site &of) : id(graph_id), site(of) {
  __kmp_init_bootstrap_lock(&lock);
  useCompiled();
}

Record::~Record() {
  while (Graph *graph = graphs) {
    graphs = graph->next;
    delete graph;
  }
}

/// Begins with the graph that the compiler built.
void Record::useCompiled() {
  if (!site.compiled || !taskgraph_static)
    return;
  graphs = loadStatic(*site.compiled);
  if (!graphs)
    return;
  graph_count = 1;
  // mo: relaxed; under the lock, or nobody else has the record
  graphs->users.store(1, std::memory_order_relaxed);
}

/// Whether the block would make the graph, as far as its values tell.
static bool isGraphOf(Graph &graph, const void *args) {
  if (graph.compiled)
    return fits(graph, args);
  if (!graph.inputs)
    return false;
  // Where the block changes variables, tasks may have values from before.
  bool trusts = taskgraph_enabled == TaskgraphTrust && !graph.outputs;
  return trusts ? graph.inputs->samePlaces(args) : graph.inputs->same(args);
}

/// Puts the first graph that is wanted in front. Returns whether there is one.
template <typename Wanted> bool Record::bringToFront(Wanted wanted) {
  for (Graph **link = &graphs; *link; link = &(*link)->next) {
    Graph *graph = *link;
    if (!wanted(*graph))
      continue;
    *link = graph->next;
    graph->next = graphs;
    graphs = graph;
    return true;
  }
  return false;
}

/// The graph that the block would make.
bool Record::find(const void *args) {
  return bringToFront([args](Graph &graph) { return isGraphOf(graph, args); });
}

/// The recorded graph that was used last. A compiled one that does not fit
/// tells objects apart that are one: its refill would diverge.
bool Record::findRecorded() {
  return bringToFront([](const Graph &graph) { return !graph.compiled; });
}

/// For Replay and Refill the graph is the first in the list.
Way Record::decide(bool proved, bool may_refill, const void *args) {
  if (find(args)) {
    anew.useful();
    beside.useful();
    return Way::Replay;
  }
  if (refused)
    return Way::Plain;
  anew.encountered();
  beside.encountered();
  if (graphs
          ? proved &&
                (graphs->inputs || graphs->compiled || graphs->lacks_inputs) &&
                beside.mayRecord()
          : anew.mayRecord()) {
    bool others_do = recording;
    recording = true;
    return others_do ? Way::Plain : Way::Record;
  }
  // Where the newest graph did not fit, older ones do not, either.
  return may_refill && !diverges && findRecorded() ? Way::Refill : Way::Plain;
}

Way Record::choose(bool proved, bool may_refill, const void *args,
                   Instance **instance) {
  Graph *graph;
  Way way;
  {
    Guard guard(lock);
    way = decide(proved, may_refill, args);
    if (way != Way::Replay && way != Way::Refill)
      return way;
    graph = graphs;
    // mo: relaxed; the record is a user
    graph->users.fetch_add(1, std::memory_order_relaxed);
    if (Instance *idle = graph->idle) {
      graph->idle = idle->next;
      *instance = idle;
      return way;
    }
  }
  *instance = Instance::create(*graph);
  if (*instance)
    return way;
  leave(graph);
  return Way::Plain;
}

bool Record::hasTaskwait() {
  Guard guard(lock);
  for (Graph *graph = graphs; graph; graph = graph->next)
    if (graph->has_taskwait)
      return true;
  return false;
}

bool Record::hasLocks() {
  Guard guard(lock);
  for (Graph *graph = graphs; graph; graph = graph->next)
    if (graph->lock_count != 0)
      return true;
  return false;
}

void Record::release(Instance *instance) {
  Graph *graph = instance->graph;
  {
    Guard guard(lock);
    // For a tool each execution is another one, and so is its memory: see
    // ToldTask and __kmp_ompx_allocate_for_tool().
    if (!instance->spoiled && !graph->dropped && !toolListens()) {
      instance->next = graph->idle;
      graph->idle = instance;
      // mo: relaxed; the record is a user, and who drops the graph takes the
      // lock before
      graph->users.fetch_sub(1, std::memory_order_relaxed);
      return;
    }
  }
  Instance::destroy(instance);
  leave(graph);
}

void Record::publish(Graph *finished) {
  Graph *oldest = nullptr;
  {
    Guard guard(lock);
    // mo: relaxed; under the lock
    finished->users.store(1, std::memory_order_relaxed);
    finished->next = graphs;
    graphs = finished;
    recording = false;
    divergences = 0;
    diverges = false;
    anew.recorded();
    beside.recorded();
    if (++graph_count > MaxGraphs) {
      for (Graph *graph = graphs; graph; graph = graph->next)
        if (!graph->compiled) // which costs nothing, and no recording makes it
          oldest = graph;
      unlink(oldest);
    }
  }
  if (oldest)
    drop(oldest);
}

/// Takes a graph from the list; null if it is not there any more.
Graph *Record::unlink(const Graph *graph) {
  for (Graph **link = &graphs; Graph *found = *link; link = &found->next)
    if (found == graph) {
      *link = found->next;
      found->dropped = true;
      --graph_count;
      return found;
    }
  return nullptr;
}

void Record::giveUp() {
  Guard guard(lock);
  recording = false;
  refused = true;
}

void Record::abandon() {
  Guard guard(lock);
  recording = false;
}

void Record::reset() {
  Graph *dropped;
  {
    Guard guard(lock);
    dropped = graphs;
    for (Graph *graph = dropped; graph; graph = graph->next)
      graph->dropped = true;
    graphs = nullptr;
    graph_count = divergences = 0;
    diverges = false;
    anew.useful();
    beside.useful();
    refused = false;
    useCompiled();
  }
  while (Graph *graph = dropped) {
    dropped = graph->next;
    drop(graph);
  }
}

/// A block that made at least half of the tasks may make all the next time.
void Record::ended(const Graph *of, double made) {
  Graph *dropped = nullptr;
  {
    Guard guard(lock);
    if (made == 1) {
      divergences = 0;
      anew.useful();
      return;
    }
    if (++divergences < MaxDivergences && made >= 0.5)
      return;
    divergences = 0;
    diverges = true;
    dropped = unlink(of);
    kept &= !(dropped && dropped->from_file);
  }
  if (dropped)
    drop(dropped);
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

kmp_int32 Record::running(const kmp_taskdata_t *parent) {
  Guard guard(lock);
  kmp_int32 count = 0;
  for (Instance *i = running_list; i; i = i->next)
    count += i->parent == parent;
  return count;
}

bool Record::beginLoading() {
  // mo: relaxed; a hint that spares the lock
  if (looked.load(std::memory_order_relaxed))
    return false;
  Guard guard(lock);
  // mo: relaxed; under the lock
  if (looked.exchange(true, std::memory_order_relaxed) || recording || graphs)
    return false;
  recording = true;
  return true;
}

void Record::endLoading(Graph *loaded) {
  Guard guard(lock);
  recording = false;
  if (!loaded)
    return;
  // mo: relaxed; under the lock
  loaded->users.store(1, std::memory_order_relaxed);
  loaded->next = graphs;
  graphs = loaded;
  ++graph_count;
  kept = true;
  beside.passOne();
}

bool Record::isFirstToKeep() {
  Guard guard(lock);
  bool first = !kept;
  kept = true;
  return first;
}

bool Record::explainNow() {
  Guard guard(lock);
  bool now = !explained;
  explained = true;
  return now;
}

} // namespace ompx
