//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Matching what a block does with what was recorded; see refill.h.

#include "taskgraph/refill.h"
#include "depend/access.h"
#include "schedule/untied.h"
#include "shared/hash.h"
#include "support/settings.h"
#include "taskgraph/outputs.h"

namespace ompx {

Refill::Refill(const Encounter &e, Record &of, Instance &with, bool has_block,
               bool of_stream)
    : Watcher(true, of_stream, true), encounter(e), record(of), instance(with),
      graph(*with.graph), parent(e.thread->th.th_current_task),
      outer_group(parent->td_taskgroup), set_icvs(parent->td_ompx_sets_icvs),
      queues(begin(has_block)), next(with.made),
      worker(e.thread, e.gtid, queues, &no_wait) {
  if (encounter.wait) {
    parent->td_taskgroup = &instance.groups[0];
    if (toolListens())
      reportGroup(encounter.thread, Scope::Begin, encounter.caller);
  }
  if (queues) {
    // mo: relaxed; a hint
    queues->refilling.fetch_add(1, std::memory_order_relaxed);
    if (__kmp_enable_task_throttling) {
      most_ahead = kmp_int64(MostAhead) * instance.task_team->tt.tt_nproc;
      at_once = !graph.priorities && // else another task may come first
                (taskgraph_ahead == RefillAhead::Off ||
                 // Who waits may wait for a task that would be made later.
                 (taskgraph_ahead == RefillAhead::Auto && instance.tiny &&
                  !graph.mayWait()));
    }
  }
  parent->td_ompx_watcher = this;
  parent->td_ompx_sets_icvs = false;
}

TeamQueues *Refill::begin(bool has_block) {
  instance.refilling = true;
  instance.has_block = has_block;
  instance.maker = encounter.thread->th.th_info.ds.ds_tid;
  instance.made = 0;
  ++instance.refills;
  return beginInstance(encounter, record, instance, encounter.isAlone());
}

/// The next node that stands for something in the block.
kmp_uint32 Refill::peek() const {
  kmp_uint32 node = next;
  while (graph.nodes[node].kind == NodeKind::Join)
    ++node;
  return node;
}

/// Whether the block does now what it did then, up to the kind. If so, `next`
/// is that node.
bool Refill::expect(NodeKind kind) {
  if (diverged)
    return false;
  if (graph.nodes[peek()].kind != kind) {
    diverge();
    return false;
  }
  while (graph.nodes[next].kind == NodeKind::Join)
    make();
  return true;
}

/// The block has made the next node: it starts when its predecessors have
/// ended.
void Refill::make() {
  kmp_uint32 node = next++;
  if (!queues) { // its predecessors have: each ran when it was made
    worker.runOne(instance, node);
    return;
  }
  // Who makes many more tasks than end would find none of them in its cache.
  if (at_once)
    watchTime();
  else if (kmp_int64(next) - ended() > most_ahead)
    (void)runOne();
  if (!instance.countMade(node))
    return;
  if (at_once)
    completed += worker.runNow(NodeRef(instance, node));
  else
    worker.pushNode(NodeRef(instance, node), graph.nodes[node].by_priority);
}

/// At most so many nodes have ended; those that threads have not reported yet
/// are missing.
inline kmp_int64 Refill::ended() const {
  // mo: relaxed; a hint
  return kmp_int64(graph.node_count) + 1 + completed -
         instance.outstanding.load(std::memory_order_relaxed);
}

/// Runs a ready task, or a chain of them, of the thread's own queue. Returns
/// whether there was one.
bool Refill::runOne() { return worker.workOnce(); }

/// A task that takes longer than moving it would is left to any thread.
void Refill::watchTime() {
  if (next % Sample != 0)
    return;
  kmp_uint64 now = KMP_NOW();
  at_once = now - sampled < 2 * Sample * TinyTask ||
            taskgraph_ahead == RefillAhead::Off;
  sampled = now;
}

void Refill::makeAndWait() {
  if (!queues || graph.nodes[next].predecessors == 0) {
    completeNode();
    return;
  }
  // mo: relaxed; whoever completes the node gets it from this thread
  instance.awaited.store(next + 1, std::memory_order_relaxed);
  if (instance.countMade(next)) { // all that it waits for has ended
    // mo: relaxed; nobody else knew of it
    instance.awaited.store(0, std::memory_order_relaxed);
    completeNode();
    return;
  }
  ++next;
  // mo: acquire; sees what the tasks wrote; pairs with Worker::endWait()
  while (instance.awaited.load(std::memory_order_acquire) != 0 && runOne())
    ;
  waitForZero(encounter, &instance.awaited);
}

/// The next node has completed, with what comes before it.
void Refill::completeNode() {
  const Node &node = graph.nodes[next++];
  if (!queues)
    return;
  for (kmp_uint32 i = node.first_successor; i < (&node)[1].first_successor; ++i)
    instance.countEarly(graph.successors[i].node());
  ++completed;
}

/// What the next node stands for is left to the ordinary path, which waits for
/// it where need be. Nothing but an earlier wait comes before such a node, and
/// nothing but a later one after it without one.
void Refill::completeHere(NodeKind kind) {
  if (!expect(kind))
    return;
  if (queues && graph.nodes[next].predecessors != 0) {
    bool was_last = instance.countMade(next);
    KMP_ASSERT(was_last);
  }
  completeNode();
}

kmp_task_t *Refill::allocate(const kmp_tasking_flags_t &flags, size_t task_size,
                             size_t shareds_size, kmp_routine_entry_t routine) {
  kmp_uint32 at = peek();
  const Node &node = graph.nodes[at];
  pattern = nullptr;
  if (diverged || reserved != None || node.kind != NodeKind::Task ||
      !givesMemory(at) ||
      !graph.types[node.type].fits(flags, task_size, shareds_size, routine))
    return nullptr;
  reserved = at;
  kmp_task_t *task = instance.block(node);
  task->shareds = nullptr;
  if (shareds_size != 0) // GCC's code aligns them anew
    task->shareds =
        reinterpret_cast<char *>(task) + TaskType::placeOfShareds(task_size);
  task->routine = routine;
  task->part_id = 0;
  return task;
}

template <bool Reports>
[[gnu::always_inline]] inline bool
Refill::take(kmp_task_t *task, kmp_int32 ndeps, kmp_depend_info_t *deps,
             void *caller) {
  if (reserved == None || task != taskOf(reserved))
    return issueOrdinary(task, ndeps, deps);
  kmp_uint32 node = reserved;
  reserved = None;
  if (diverged || graph.nodes[node].group != group ||
      parent->td_ompx_sets_icvs || !matches(node, ndeps, deps)) {
    diverge();
    if (in_stream)
      waitForMade();
    if (Reports)
      reportMade(encounter.thread, instance, node, ndeps, deps, caller);
    runHere(node, ndeps, deps);
    return true;
  }
  kmp_taskgroup_t *&group_now = instance.group_now[group];
  if (group_now != parent->td_taskgroup) // other threads read it
    group_now = parent->td_taskgroup;
  while (next != node)
    make(); // joins
  if (Reports)
    reportMade(encounter.thread, instance, node, ndeps, deps, caller);
  make();
  return true;
}

bool Refill::issue(kmp_task_t *task, kmp_int32 ndeps, kmp_depend_info_t *deps,
                   void *caller) {
  if (toolListens())
    return issueForTool(task, ndeps, deps, caller);
  return take<false>(task, ndeps, deps, nullptr);
}

bool Refill::issueForTool(kmp_task_t *task, kmp_int32 ndeps,
                          kmp_depend_info_t *deps, void *caller) {
  OMPX_IN_LIBRARY(parent);
  return take<true>(task, ndeps, deps, callerOf(encounter.thread, caller));
}

/// A task that is not in a node's memory. Whether it begins when its node is
/// ready.
bool Refill::issueOrdinary(kmp_task_t *task, kmp_int32 ndeps,
                           const kmp_depend_info_t *deps) {
  if (!expect(NodeKind::Task))
    return false;
  const Node &node = graph.nodes[next];
  const auto *td = reinterpret_cast<const kmp_taskdata_t *>(task) - 1;
  const TaskType &type = graph.types[node.type];
  bool left = isLeftToLibomp(next);
  if ((left ? !matches(next, ndeps, deps) : ndeps != 0 || givesMemory(next)) ||
      node.group != group || type.head.routine != task->routine ||
      (type.shareds == 0) != (task->shareds == nullptr) ||
      TaskType::given(type.flags) != TaskType::given(td->td_flags) ||
      type.flags.target != td->td_flags.target ||
      type.size != td->td_size_alloc - sizeof(*td)) {
    diverge();
    return false;
  }
  if (!left || ndeps == 0) {
    completeHere(NodeKind::Task);
    return false;
  }
  instance.leaveToLibomp(next, task);
  make();
  return true;
}

/// The block has diverged: no other node runs, and the next one gets what a
/// task made now has.
void Refill::bindHere(kmp_uint32 node) {
  instance.group_now[graph.nodes[node].group] = parent->td_taskgroup;
  copy_icvs(&instance.icvs, &parent->td_icvs);
  worker.bindAnew();
}

/// Runs a task that is in a node's memory but has other dependences: what they
/// may concern are tasks from before the region, and ordinary ones.
void Refill::runHere(kmp_uint32 node, kmp_int32 ndeps,
                     kmp_depend_info_t *deps) {
  // These waits are the library's, and no stream ends here.
  kmp_uintptr_t stream = parent->td_ompx_stream;
  parent->td_ompx_stream = 0;
  parent->td_ompx_watcher = nullptr;
  if (ndeps > 0)
    __kmpc_omp_taskwait_deps_51(encounter.loc, encounter.gtid, ndeps, deps, 0,
                                NULL, FALSE);
  else if (ndeps == Unknown)
    __kmpc_omp_taskwait(encounter.loc, encounter.gtid);
  parent->td_ompx_watcher = this;
  parent->td_ompx_stream = stream;
  bindHere(node);
  worker.runOne(instance, node);
}

/// A task that is in a node's memory has no kmp_taskdata_t of its own there, as
/// the ordinary path would need it.
bool Refill::beginUndeferred(const kmp_task_t *task, void *caller) {
  if (reserved == None || task != taskOf(reserved)) {
    completeHere(NodeKind::Undeferred);
    return false;
  }
  undeferred = reserved;
  reserved = None;
  diverge();
  if (in_stream)
    waitForMade();
  bindHere(undeferred);
  (void)worker.beginTask(instance, graph.nodes[undeferred]);
  untied = beginCalledNode(encounter.thread, taskOf(undeferred));
  if (toolListens())
    reportUndeferred(encounter.thread, instance, undeferred,
                     callerOf(encounter.thread, caller));
  return true;
}

bool Refill::endUndeferred(kmp_task_t *task) {
  if (undeferred == None || task != taskOf(undeferred))
    return false;
  encounter.thread->th.th_ompx_untied = untied;
  worker.endTask(instance, graph.types[graph.nodes[undeferred].type], task);
  undeferred = None;
  return true;
}

void Refill::taskwait(kmp_int32 ndeps, const kmp_depend_info_t *deps,
                      bool nowait) {
  if (!expect(NodeKind::Wait))
    return;
  nowait &= ndeps != 0;
  // Where the block waited, later nodes need not know what it waited for.
  if (nowait != graph.nodes[next].isNowait() || !matches(next, ndeps, deps)) {
    diverge();
    return;
  }
  if (toolListens() && ndeps != 0)
    reportWaitEdges(encounter.thread, instance, next);
  if (nowait)
    make();
  else
    makeAndWait();
}

void Refill::beginGroup() {
  if (diverged)
    return;
  if (++groups == graph.group_count || graph.groups[groups].parent != group)
    diverge();
  else
    group = groups;
}

void Refill::endGroup() {
  if (!expect(NodeKind::GroupEnd))
    return;
  if (graph.nodes[next].group != group) {
    diverge();
    return;
  }
  makeAndWait();
  group = graph.groups[group].parent;
}

void Refill::diverge() {
  if (diverged)
    return;
  diverged = true;
  instance.spoiled = true; // successors of what was made have counted it
  if (!in_stream)
    waitForMade();
}

void Refill::waitForMade() {
  if (queues)
    waitForNodes(encounter, instance, graph.node_count - next + 1 + completed);
}

bool Refill::wantsPattern(const kmp_tasking_flags_t &flags, size_t task_size,
                          size_t shareds_size,
                          kmp_routine_entry_t routine) const {
  const Node &node = graph.nodes[peek()];
  return !diverged && node.kind == NodeKind::Chunk && node.image &&
         graph.types[node.type].fits(flags, task_size, shareds_size, routine);
}

bool Refill::keepSaved(void *copy, size_t size) {
  if (diverged || (reserved == None && !pattern))
    return false;
  const kmp_task_t *task = pattern ? pattern : taskOf(reserved);
  const Node &node = graph.nodes[pattern ? peek() : reserved];
  auto offset = size_t(static_cast<char *>(copy) -
                       reinterpret_cast<const char *>(task + 1));
  if (!node.image || offset >= graph.types[node.type].dataSize())
    return false;
  memcpy(copy, static_cast<char *>(node.image) + offset, size);
  return true;
}

/// The groups around those nodes that come next begin.
void Refill::beginGroups(kmp_uint32 up_to) {
  if (up_to == group)
    return;
  beginGroups(graph.groups[up_to].parent);
  reportGroup(encounter.thread, Scope::Begin, encounter.caller);
  group = up_to;
}

void Refill::makeTaskwait() {
  kmp_info_t *thread = encounter.thread;
  kmp_uint32 node = next;
  bool depends =
      graph.first_dependence[node] != graph.first_dependence[node + 1];
  auto report = [&](Scope scope) {
    if (depends)
      reportDependentWait(thread, instance, node, scope, encounter.caller);
    else
      reportTaskwait(thread, scope, encounter.caller);
  };
  report(Scope::Begin);
  if (graph.nodes[node].isNowait())
    make();
  else
    makeAndWait();
  report(Scope::End);
}

void Refill::makeGroupEnd() {
  kmp_info_t *thread = encounter.thread;
  reportGroupWait(thread, Scope::Begin, encounter.caller);
  makeAndWait();
  worker.endGroup(instance.group_now[group]); // waits for descendants
  reportGroupWait(thread, Scope::End, encounter.caller);
  reportGroup(thread, Scope::End, encounter.caller);
  group = graph.groups[group].parent;
}

void Refill::makeAll() {
  OMPX_IN_LIBRARY(parent);
  while (next < graph.node_count) {
    const Node &node = graph.nodes[next];
    beginGroups(node.group);
    switch (node.kind) {
    case NodeKind::Task:
    case NodeKind::Chunk:
      reportRemade(encounter.thread, instance, next, encounter.caller);
      make();
      break;
    case NodeKind::Join:
      make();
      break;
    case NodeKind::Wait:
      makeTaskwait();
      break;
    case NodeKind::GroupBegin:
      worker.beginGroup(graph.groups[group], instance.group_now[group]);
      completeHere(NodeKind::GroupBegin);
      break;
    case NodeKind::GroupEnd:
      makeGroupEnd();
      break;
    case NodeKind::Undeferred: // only in refills, where the block runs it
    case NodeKind::End:
      KMP_ASSERT(0);
    }
  }
}

double Refill::finish(bool wait) {
  parent->td_ompx_watcher = nullptr;
  parent->td_ompx_sets_icvs |= set_icvs;
  if (encounter.wait)
    parent->td_taskgroup = outer_group;
  if (queues)
    // mo: relaxed; a hint
    queues->refilling.fetch_sub(1, std::memory_order_relaxed);
  kmp_int64 left = graph.node_count - next;
  bool whole = left == 0 && !diverged;
  instance.spoiled |= !whole;
  double made = whole ? 1 : double(next) / (graph.node_count + 1);
  bool reports = encounter.wait && toolListens();
  if (reports)
    reportGroupWait(encounter.thread, Scope::Begin, encounter.caller);
  bool ended = endInstance(encounter, record, instance, queues,
                           left + 1 + completed, wait);
  if (reports) {
    reportGroupWait(encounter.thread, Scope::End, encounter.caller);
    reportGroup(encounter.thread, Scope::End, encounter.caller);
  }
  if (ended) {
    instance.tiny = queues && KMP_NOW() - began < graph.node_count * TinyTask;
    record.release(&instance);
  }
  return made;
}

bool Refill::matches(kmp_uint32 node, kmp_int32 ndeps,
                     const kmp_depend_info_t *deps) {
  const Dependence *recorded = graph.dependences + graph.first_dependence[node];
  if (graph.first_dependence[node + 1] - graph.first_dependence[node] !=
      kmp_uint32(ndeps))
    return false;
  for (kmp_int32 i = 0; i < ndeps; ++i) {
    kmp_uint32 object = recorded[i].object();
    if (!(Dependence(object, deps[i].flag, isAllMemory(deps[i])) ==
          recorded[i]))
      return false;
    bool names_object =
        !isAllMemory(deps[i]) && accessOf(deps[i]) != AccessType::None;
    if (names_object != (object != Dependence::None) ||
        (names_object && !matchesObject(object, deps[i].base_addr)))
      return false;
  }
  return true;
}

/// Whether the address is that of the object in this refill. An object has the
/// address that it is first named with; as long as those are the addresses that
/// the objects had in the refill before, or in the recording, no two can be
/// equal.
inline bool Refill::matchesObject(kmp_uint32 object, kmp_intptr_t address) {
  ObjectBinding &binding = instance.objects[object];
  if (binding.refill == instance.refills)
    return binding.address == address;
  if (UNLIKELY(renamed || binding.address != address) &&
      !isNew(object, address))
    return false;
  binding = {address, instance.refills};
  return true;
}

/// Enters the objects that were named before into the table.
bool Refill::beginRenaming() {
  renamed_size = 64;
  while (renamed_size < graph.address_count * 2)
    renamed_size *= 2;
  renamed = static_cast<kmp_uint32 *>(
      KMP_INTERNAL_CALLOC(renamed_size, sizeof(kmp_uint32)));
  if (!renamed)
    return false;
  for (kmp_uint32 i = 0; i < graph.address_count; ++i)
    if (instance.objects[i].refill == instance.refills &&
        !isNew(i, instance.objects[i].address))
      return false;
  return true;
}

/// Enters an object's address; false if another object has it already.
bool Refill::isNew(kmp_uint32 object, kmp_intptr_t address) {
  if (!renamed && !beginRenaming())
    return false;
  kmp_uint32 slot = hashOf(address) & (renamed_size - 1);
  while (kmp_uint32 known = renamed[slot]) {
    if (instance.objects[known - 1].address == address)
      return false;
    slot = (slot + 1) & (renamed_size - 1);
  }
  renamed[slot] = object + 1;
  return true;
}

const char *obstacleTo(const Graph &graph) {
  // mo: relaxed; as in noteYield()
  if (UNLIKELY(untied_tasks_yield.load(std::memory_order_relaxed)))
    for (kmp_uint32 i = 0; i < graph.type_count; ++i)
      if (graph.types[i].goesOnInParts())
        return "an untied task calls taskyield";
  return nullptr;
}

void replayForTool(const Encounter &encounter, Record &record,
                   Instance &instance) {
  if (instance.graph->outputs)
    instance.graph->outputs->write(encounter.args);
  Refill remaking(encounter, record, instance, /*has_block=*/false);
  remaking.makeAll();
  remaking.finish();
}

} // namespace ompx
