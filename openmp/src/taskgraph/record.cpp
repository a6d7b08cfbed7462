//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Records, and who owns a graph and its instances; see record.h.

#include "taskgraph/record.h"
#include "support/guard.h"
#include "support/settings.h"
#include "taskgraph/graph_builder.h"
#include "taskgraph/inputs.h"
#include "taskgraph/recorder.h"
#include "taskgraph/static_load.h"

#include <algorithm>

namespace ompx {

namespace {

/// The record has given the graph up: no instance of it is taken or becomes
/// idle any more. Without the record's lock.
void drop(Graph *graph) {
  while (Instance *instance = graph->idle) {
    graph->idle = instance->next;
    Instance::destroy(instance);
  }
  Record::leave(graph);
}

} // namespace

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
  if (!site.compiled || taskgraph_static == StaticGraphs::Off)
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
  bool trusts = taskgraph_mode == TaskgraphMode::Trust && !graph.outputs;
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

/// The recorded graph with most credit; of several, the one that was used last.
/// A compiled one that does not fit tells objects apart that are one: its
/// refill would diverge.
Graph *Record::findToRefill() const {
  Graph *best = nullptr;
  for (Graph *graph = graphs; graph; graph = graph->next)
    if (!graph->compiled && (graph->has_fitted || graph == newest) &&
        graph->credit > (best ? best->credit : 0))
      best = graph;
  return best;
}

/// Whether a further graph may be replayed, where the block is proved.
bool Record::mayBeReplayed() const {
  return graphs && (graphs->inputs || graphs->compiled || graphs->lacks_inputs);
}

/// For Replay and Refill the graph is the first in the list.
Way Record::decide(const Circumstances &here, const void *args,
                   const char **reason) {
  *reason = nullptr;
  if (find(args)) {
    anew.useful();
    beside.useful();
    return Way::Replay;
  }
  if (refused)
    return Way::Plain;
  anew.encountered();
  beside.encountered();
  Graph *best = findToRefill();
  // A refill saves finding the edges. Where tasks keep values of the recording,
  // only a refill gives them these.
  bool must =
      taskgraph_refill == RefillWhen::Always || (best && best->keeps_values);
  bool saves = best && (must || best->hasDependences());
  if ((!saves && anew.mayRecord()) ||
      (here.proved && mayBeReplayed() && beside.mayRecord())) {
    if (!recording) {
      recording = true;
      return Way::Record;
    }
    *reason = "another thread records it";
    return Way::Plain;
  }
  if (!best) {
    *reason = "its recordings have not paid, and the next one is put off";
    return Way::Plain;
  }
  if (!saves) {
    *reason = "its tasks have no dependences, which a refill would save "
              "finding";
    return Way::Plain;
  }
  if (here.alone && !must) {
    *reason = "the team has one thread, which runs tasks as they are made";
    return Way::Plain;
  }
  if (!here.may_refill) {
    *reason = "earlier tasks on which its own may depend are unfinished";
    return Way::Plain;
  }
  (void)bringToFront([best](const Graph &graph) { return &graph == best; });
  return Way::Refill;
}

Choice Record::choose(const Circumstances &here, const void *args) {
  Graph *graph;
  Choice choice;
  {
    Guard guard(lock);
    choice.way = decide(here, args, &choice.reason);
    if (choice.way != Way::Replay && choice.way != Way::Refill)
      return choice;
    graph = graphs;
    // mo: relaxed; the record is a user
    graph->users.fetch_add(1, std::memory_order_relaxed);
    if (Instance *idle = graph->idle) {
      graph->idle = idle->next;
      choice.instance = idle;
      return choice;
    }
  }
  choice.instance = Instance::create(*graph);
  if (choice.instance)
    return choice;
  leave(graph);
  return {Way::Plain, nullptr, no_memory};
}

/// One user less. The graph goes with the last.
void Record::leave(Graph *graph) {
  // mo: acq_rel; the last user sees what the others did with it; pairs with
  // Record::leave()
  if (graph->users.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete graph;
}

Graph *Record::keepingValues() {
  Guard guard(lock);
  for (Graph *graph = graphs; graph; graph = graph->next)
    if (graph->keeps_values) {
      // mo: relaxed; the record is a user
      graph->users.fetch_add(1, std::memory_order_relaxed);
      return graph;
    }
  return nullptr;
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
    // ReportedTask and __kmp_ompx_allocate_for_tool().
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

/// Where a refill of another graph would have gone through, that one would have
/// gained credit, and the new one has it.
void Record::add(Graph *added) {
  added->credit = FirstCredit;
  for (Graph *graph = graphs; graph; graph = graph->next)
    if (added->shape != 0 && graph->shape == added->shape) {
      added->credit =
          std::min(std::max(graph->credit, FirstCredit) + 1, MostCredit);
      added->has_fitted = true;
      break;
    }
  // mo: relaxed; under the lock
  added->users.store(1, std::memory_order_relaxed);
  added->next = graphs;
  graphs = added;
  newest = added;
  ++graph_count;
}

/// Graphs of one shape can only stand side by side if they may be replayed.
static bool lacksShape(const Graph &graph) {
  return graph.shape == 0 && (graph.inputs || graph.lacks_inputs);
}

/// A graph is about to be added. Shapes are only compared: the first graph has
/// none until there is a second.
void Record::findShapes(Graph &added) {
  Graph *others[MaxGraphs];
  kmp_uint32 count = 0;
  {
    Guard guard(lock);
    if (!graphs)
      return;
    for (Graph *graph = graphs; graph; graph = graph->next) {
      if (!lacksShape(*graph))
        continue;
      // mo: relaxed; the record is a user
      graph->users.fetch_add(1, std::memory_order_relaxed);
      others[count++] = graph;
    }
  }
  if (lacksShape(added))
    added.shape = added.computeShape();
  for (kmp_uint32 i = 0; i < count; ++i) {
    kmp_uint64 shape = others[i]->computeShape();
    {
      Guard guard(lock);
      others[i]->shape = shape;
    }
    leave(others[i]);
  }
}

void Record::leaveUnfinished(Recorder *recorder) {
  // mo: release; publishes the recording; pairs with takeUnfinished()
  unfinished.store(recorder, std::memory_order_release);
}

Recorder *Record::takeUnfinished() {
  // mo: relaxed; a hint, seen sooner or later
  if (!unfinished.load(std::memory_order_relaxed))
    return nullptr;
  // mo: acquire; sees the recording; pairs with leaveUnfinished()
  return unfinished.exchange(nullptr, std::memory_order_acquire);
}

/// Under the lock. Returns whether what was recorded may be used.
bool Record::endRecording() {
  bool whole = !outdated;
  recording = outdated = false;
  return whole;
}

void Record::publish(Graph *finished) {
  Graph *oldest = nullptr;
  findShapes(*finished);
  {
    Guard guard(lock);
    if (!endRecording()) {
      delete finished;
      return;
    }
    add(finished);
    anew.recorded();
    beside.recorded();
    if (graph_count > MaxGraphs) {
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
      if (found == newest)
        newest = nullptr;
      --graph_count;
      return found;
    }
  return nullptr;
}

void Record::giveUp() {
  Guard guard(lock);
  (void)endRecording();
  refused = true;
}

void Record::abandon() {
  Guard guard(lock);
  (void)endRecording();
}

void Record::reset() {
  Graph *dropped;
  Recorder *left = takeUnfinished();
  {
    Guard guard(lock);
    recording &= !left;
    outdated = recording;
    dropped = graphs;
    for (Graph *graph = dropped; graph; graph = graph->next)
      graph->dropped = true;
    graphs = nullptr;
    graph_count = 0;
    newest = nullptr;
    anew.useful();
    beside.useful();
    refused = false;
    useCompiled();
  }
  delete left;
  while (Graph *graph = dropped) {
    dropped = graph->next;
    drop(graph);
  }
}

/// Credit grows with each refill that goes through, and falls with each that
/// does not: by more where the block made less than half of the tasks, so that
/// nearly all of them were ordinary ones. It holds for all graphs of the shape.
void Record::ended(const Graph *of, double made) {
  Graph *dropped = nullptr;
  {
    Guard guard(lock);
    bool whole = made == 1;
    if (whole)
      anew.useful();
    kmp_uint32 cost = made >= 0.5 ? 1 : EarlyCosts;
    const Graph *used = graphs;
    while (used && used != of)
      used = used->next;
    if (!used)
      return;
    for (Graph *graph = graphs; graph; graph = graph->next) {
      if (graph != used && (used->shape == 0 || graph->shape != used->shape))
        continue;
      graph->has_fitted |= whole;
      graph->credit =
          whole ? std::clamp(graph->credit + 1, FirstCredit, MostCredit)
                : graph->credit - std::min(graph->credit, cost);
    }
    if (used->credit != 0)
      return;
    dropped = unlink(used);
    kept &= !dropped->from_file;
  }
  drop(dropped);
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
  if (loaded)
    findShapes(*loaded);
  Guard guard(lock);
  if (!endRecording() || !loaded) {
    delete loaded;
    return;
  }
  add(loaded);
  kept = true;
  beside.passOne();
}

bool Record::isFirstToKeep() {
  Guard guard(lock);
  bool first = !kept;
  kept = true;
  return first;
}

bool Record::explainNow(const char *reason) {
  Guard guard(lock);
  for (kmp_uint32 i = 0; i < explained.size(); ++i)
    if (strcmp(explained[i], reason) == 0)
      return false;
  return explained.push(reason);
}

} // namespace ompx
