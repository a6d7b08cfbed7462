//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Which replays one follows, and what both sides do at the edges between them;
// see following.h.

#include "taskgraph/following.h"
#include "support/settings.h"
#include "taskgraph/worker.h"

namespace ompx {

namespace {

// A graph's replays are not followed any more after so many in a row that might
// have been, had the next one had other objects.
constexpr kmp_uint32 MostUnfollowed = 8;

/// Keeps a replay from ending. Returns false if all of its tasks have ended.
bool hold(Instance &instance) {
  // mo: acquire; if they have, sees what they wrote; pairs with
  // Worker::report()
  kmp_int64 left = instance.outstanding.load(std::memory_order_acquire);
  do
    if (left == 0)
      return false;
  // mo: relaxed; follow() synchronises with each of its tasks
  while (!instance.outstanding.compare_exchange_weak(
      left, left + 1, std::memory_order_relaxed,
      // mo: acquire; as above
      std::memory_order_acquire));
  return true;
}

/// Whether both say what their tasks access. Where inputs are not compared, the
/// addresses of a graph are those of the recording: good for its own replays.
bool areComparable(const Instance &before, const Instance &next) {
  return before.graph == next.graph || taskgraph_mode != TaskgraphMode::Trust;
}

/// The edges were missing.
void learn(const Instance &before, const Instance &next) {
  Graph &graph = *before.graph;
  const Followable *followable = Followable::of(graph);
  if (!followable || !followable->is || before.has_block ||
      !areComparable(before, next) ||
      // mo: relaxed; a hint
      graph.unfollowed.fetch_add(1, std::memory_order_relaxed) >=
          MostUnfollowed)
    return;
  if (!Crossing::find(Crossing::newest(graph), before, next))
    Crossing::make(before, next);
}

} // namespace

bool Links::find(const Encounter &encounter, Instance &next,
                 bool beside_tasks) {
  const Followable *followable = Followable::of(*next.graph);
  if (!followable || !followable->is)
    return false;
  if (!next.graph->hasDependences())
    return true;
  next.new_symbols |= next.takeSymbolsAndForms(encounter.args);
  const kmp_taskdata_t *parent = encounter.thread->th.th_current_task;
  Younger younger;
  bool complete = true, has_waited = !beside_tasks;
  // No more than Most run: the encounter has waited for that.
  TeamQueues::of(encounter.thread->th.th_task_team)
      ->unattendedOf(parent)
      .forEach(parent, [&](Instance &before) {
        if (!before.graph->hasDependences())
          return;
        const Crossing *crossing = nullptr;
        if (before.crossings && areComparable(before, next)) {
          // What that one has waited for is what this one would wait for.
          has_waited |= haveSameObjects(before, next);
          bool implied = younger.imply(before, next);
          younger.add(before);
          if (implied)
            return;
          crossing = Crossing::find(before.crossings, before, next);
          if (crossing && crossing->exists() && crossing->sources.size() == 0)
            return;
          if (crossing && (!crossing->exists() ||
                           before.follower_count == Instance::MostFollowers))
            crossing = nullptr;
        }
        if (!hold(before))
          return;
        links[count++] = {&before, crossing};
        complete &= crossing != nullptr;
      });
  if (complete && has_waited) {
    for (const Link &link : *this)
      // mo: relaxed; a hint
      link.before->graph->unfollowed.store(0, std::memory_order_relaxed);
    return true;
  }
  Worker worker(encounter.thread, encounter.gtid, nullptr, nullptr);
  for (const Link &link : *this) {
    if (!link.crossing)
      learn(*link.before, next);
    worker.letGo(*link.before);
  }
  count = 0;
  return false;
}

bool Younger::imply(const Instance &before, const Instance &next) const {
  bool like_before = false;
  for (kmp_uint32 i = 0; i < count; ++i) {
    like_before |= haveSameObjects(*replays[i], before);
    if (like_before && haveSameObjects(*replays[i], next))
      return true;
  }
  return false;
}

/// A node of a replay that may be followed has completed: so many tasks of
/// later replays less that wait for it, of those that follow by now.
void Worker::endSource(Instance &from, kmp_uint32 node) {
  std::atomic<kmp_uint8> &mark = from.crossed[node];
  // mo: relaxed; nobody else completes the node
  if (mark.load(std::memory_order_relaxed) & Instance::Completed)
    return; // it is no source
  // mo: acq_rel; publishes what the task wrote, and sees the replays that
  // follow; pairs with follow()
  unsigned followed =
      mark.exchange(Instance::Completed, std::memory_order_acq_rel);
  for (const Instance::Follower *f = from.followers; followed != 0;
       ++f, followed >>= 1)
    if (followed & 1)
      f->crossing->forEachTarget(node, [&](kmp_uint32 target) {
        if (f->instance->countDownInReplay(target))
          push(Item::ofNode(NodeRef(*f->instance, target)));
      });
}

bool mayBeFollowed(Instance &instance) {
  Graph &graph = *instance.graph;
  const Crossing *newest = Crossing::newest(graph);
  // mo: relaxed; a hint
  if (!newest || !graph.hasDependences() ||
      graph.unfollowed.load(std::memory_order_relaxed) >= MostUnfollowed)
    return false;
  if (!instance.crossed)
    instance.crossed = static_cast<std::atomic<kmp_uint8> *>(
        KMP_INTERNAL_MALLOC(graph.node_count));
  if (!instance.crossed)
    return false;
  static_assert(sizeof(std::atomic<kmp_uint8>) == 1, "copied as bytes");
  memcpy(static_cast<void *>(instance.crossed), &newest->marks[0],
         graph.node_count);
  instance.crossings = newest;
  instance.follower_count = 0;
  return true;
}

void follow(const Encounter &encounter, const Links &links, Instance &instance,
            TeamQueues &queues) {
  const Graph &graph = *instance.graph;
  Worker worker(encounter.thread, encounter.gtid, &queues, nullptr);
  // Each link has an edge: until its sources are marked the instance does not
  // end, and its graph does not go.
  auto set = [&instance](kmp_uint32 node, kmp_uint32 count) {
    // mo: relaxed; published with `crossed`
    instance.pending[node].store(kmp_int32(count), std::memory_order_relaxed);
  };
  auto pending = [&instance](kmp_uint32 node) {
    // mo: relaxed; this thread has set it
    return kmp_uint32(instance.pending[node].load(std::memory_order_relaxed));
  };
  for (kmp_uint32 i = 0; i < graph.root_count; ++i)
    set(graph.roots[i], 0);
  for (const Links::Link &link : links)
    for (kmp_uint32 i = 0; i < link.crossing->targets.size(); ++i) {
      const Crossing::Target &target = link.crossing->targets[i];
      set(target.node, pending(target.node) + target.sources);
    }
  for (kmp_uint32 i = 0; i < graph.root_count; ++i)
    if (pending(graph.roots[i]) == 0) // else no source counts it down yet
      worker.pushNode(NodeRef(instance, graph.roots[i]), false);
  for (const Links::Link &link : links) {
    Instance &before = *link.before;
    auto followed = kmp_uint8(1u << before.follower_count);
    before.followers[before.follower_count++] = {&instance, link.crossing};
    for (kmp_uint32 i = 0; i < link.crossing->sources.size(); ++i) {
      kmp_uint32 source = link.crossing->sources[i];
      // mo: acq_rel; publishes the follower and the counts, or sees what the
      // task wrote; pairs with Worker::endSource()
      if (before.crossed[source].fetch_or(followed, std::memory_order_acq_rel) &
          Instance::Completed)
        link.crossing->forEachTarget(source, [&](kmp_uint32 target) {
          if (instance.countDownInReplay(target))
            worker.pushNode(NodeRef(instance, target), false);
        });
    }
    worker.letGo(before);
  }
}

} // namespace ompx
