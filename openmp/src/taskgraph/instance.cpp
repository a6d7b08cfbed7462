//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Making and destroying instances.

#include "taskgraph/instance.h"
#include "support/memory.h"
#include "taskgraph/inputs.h"
#include "taskgraph/static_load.h"

#include <new>

namespace ompx {

/// Tasks of one type may have different ones.
inline void Instance::fillPriority(const Node &node, kmp_task_t &task) const {
  if (UNLIKELY(node.by_priority) &&
      graph->types[node.type].flags.priority_specified)
    task.data2.priority = graph->priorities[&node - graph->nodes];
}

/// Where the block runs, it has said so in the task. What runs nothing is not
/// to delay what comes after it.
kmp_int32 Instance::priorityOf(kmp_uint32 number) const {
  const Node &node = graph->nodes[number];
  if (!node.isTask())
    return KMP_MAX_TASK_PRIORITY_LIMIT;
  if (!graph->types[node.type].flags.priority_specified)
    return 0;
  kmp_int32 given =
      has_block ? block(node)->data2.priority : graph->priorities[number];
  return given < 0 ? 0 : KMP_MIN(given, __kmp_max_task_priority);
}

Instance *Instance::create(Graph &graph) {
  // One block: the instance, the tasks, and the arrays. Last what many graphs
  // do not need.
  size_t size = sizeof(Instance);
  auto place = [&size](size_t bytes, size_t alignment) {
    size = (size + alignment - 1) & ~(alignment - 1);
    size_t at = size;
    size += bytes;
    return at;
  };
  size_t blocks = place(size_t(graph.block_units) * TaskUnit, CACHE_LINE);
  size_t groups = place(graph.group_count * sizeof(kmp_taskgroup_t), 64);
  size_t group_now =
      place(graph.group_count * sizeof(kmp_taskgroup_t *), sizeof(void *));
  size_t locks = place(graph.lock_count * sizeof(NodeLock), sizeof(void *));
  size_t args = place(graph.args_size, 16);
  size_t values = place(graph.value_bytes, 16);
  size_t changed =
      place(graph.type_count * sizeof(ChangedFields), sizeof(void *));
  size_t fields =
      place(graph.value_fields * sizeof(ValueField), sizeof(kmp_uint32));
  size_t is_new = place(graph.value_count, 1);
  kmp_uint32 object_count = graph.compiled ? 0 : graph.address_count;
  size_t objects = place(object_count * sizeof(ObjectBinding), sizeof(void *));

  const StaticGraph *compiled = graph.compiled;
  size_t symbol_bytes =
      compiled ? compiled->symbol_count * sizeof(kmp_uint64) : 0;
  size_t form_bytes = compiled && compiled->first_patch
                          ? compiled->form_count * sizeof(kmp_uint64)
                          : 0;
  size_t symbols = place(symbol_bytes, sizeof(kmp_uint64));
  size_t forms = place(form_bytes, sizeof(kmp_uint64));
  size_t nodes = graph.node_count;
  size_t pending = place(nodes * sizeof(std::atomic<kmp_int32>), CACHE_LINE);
  size_t epochs = place(graph.block_units == 0 ? 0 : nodes * sizeof(kmp_uint32),
                        CACHE_LINE);
  size_t counts = place(nodes * sizeof(kmp_uint32), CACHE_LINE);
  size_t links = place(nodes * sizeof(NodeRef), CACHE_LINE);

  void *memory = allocateAligned(size, NodeRef::Alignment);
  if (!memory)
    return nullptr;
  char *base = static_cast<char *>(memory);
  auto *instance = ::new (memory) Instance(graph);
  if (&NodeRef(*instance, 0).instance() != instance ||
      graph.node_count > 1u << NodeRef::NumberBits) {
    destroy(instance);
    return nullptr;
  }
  if (!makeReportedTasks(graph, &instance->reported)) {
    destroy(instance);
    return nullptr;
  }
  instance->blocks = base + blocks;
  instance->pending =
      reinterpret_cast<std::atomic<kmp_int32> *>(base + pending);
  instance->epochs = reinterpret_cast<kmp_uint32 *>(base + epochs);
  instance->counts = reinterpret_cast<kmp_uint32 *>(base + counts);
  instance->links = reinterpret_cast<NodeRef *>(base + links);
  instance->groups = reinterpret_cast<kmp_taskgroup_t *>(base + groups);
  instance->group_now = reinterpret_cast<kmp_taskgroup_t **>(base + group_now);
  instance->locks = reinterpret_cast<NodeLock *>(base + locks);
  instance->args = base + args;
  instance->values = base + values;
  instance->objects = reinterpret_cast<ObjectBinding *>(base + objects);
  instance->symbols = reinterpret_cast<uint64_t *>(base + symbols);
  instance->forms = reinterpret_cast<uint64_t *>(base + forms);
  instance->is_new = reinterpret_cast<bool *>(base + is_new);
  instance->changed = reinterpret_cast<ChangedFields *>(base + changed);
  auto *of_type = reinterpret_cast<ValueField *>(base + fields);
  for (kmp_uint32 t = 0; t < graph.type_count; ++t) {
    instance->changed[t] = {of_type, 0, 0};
    of_type += graph.fields[t].value_count;
  }

  for (kmp_uint32 i = 0; i < graph.lock_count; ++i)
    ::new (&instance->locks[i]) NodeLock;
  memset(static_cast<void *>(&instance->icvs), 0, sizeof(instance->icvs));
  for (kmp_uint32 i = 0; i < object_count; ++i)
    instance->objects[i] = {graph.objects[i], 0};
  memset(instance->symbols, 0, symbol_bytes);
  memset(instance->forms, 0, form_bytes); // sums of such symbols
  memset(static_cast<void *>(instance->groups), 0,
         graph.group_count * sizeof(kmp_taskgroup_t));
  memset(instance->args, 0, graph.args_size);
  memset(instance->values, 0, graph.value_bytes);
  return instance;
}

bool Instance::prepareLanes() {
  if (lane_count < lanes->count) {
    KMP_INTERNAL_FREE(lane_states);
    lane_states = Lanes::makeStates(lanes->count);
    lane_count = lane_states ? lanes->count : 0;
    if (!lane_states)
      return false;
  }
  for (kmp_uint32 l = 0; l < lanes->count; ++l) {
    // mo: relaxed; published when the lanes are queued
    lane_states[l].done.store(0, std::memory_order_relaxed);
    // mo: relaxed; a hint, of the last replay that ran it to its end
    lane_states[l].is_running.store(false, std::memory_order_relaxed);
  }
  return true;
}

bool Instance::mayGoOn(kmp_uint32 lane) const {
  const Lanes::Step &step =
      lanes->steps[lanes->first_step[lane] +
                   // mo: relaxed; written by the thread that queued the lane
                   lane_states[lane].done.load(std::memory_order_relaxed)];
  return lanes->awaitedBy(step, lane_states) == lanes->count &&
         !awaitsDescendants(graph->nodes[step.node]);
}

void Instance::prepareCounting() {
  if (!has_counts && (refilling || graph->lock_count != 0)) {
    memset(counts, 0, graph->node_count * sizeof(*counts));
    has_counts = true;
  }
  if (lanes) {
    pending_of = nullptr; // its first places are those of ranges
    return;
  }
  if (pending_of == structure)
    return;
  for (kmp_uint32 i = 0; i < graph->node_count; ++i)
    // mo: relaxed; published when the roots are queued
    pending[i].store(kmp_int32(structure->nodes[i].predecessors),
                     std::memory_order_relaxed);
  pending_of = structure;
}

void Instance::prepareEpochs() {
  if (has_epochs || graph->block_units == 0)
    return;
  memset(epochs, 0, graph->node_count * sizeof(*epochs));
  has_epochs = true;
}

void Instance::bind(kmp_info_t *thread, bool own_group) {
  parent = thread->th.th_current_task;
  holds_parent = parent->td_flags.tasktype == TASK_EXPLICIT;
  team = thread->th.th_team;
  task_team = thread->th.th_task_team;
  level = parent->td_level;
  copy_icvs(&icvs, &parent->td_icvs);
  kmp_tasking_flags_t flags = {};
  flags.tasktype = TASK_EXPLICIT;
  flags.started = flags.executing = 1;
  flags.team_serial = team->t.t_serialized != 0;
  flags.tasking_ser = __kmp_tasking_mode == tskm_immediate_exec;
  flags.task_serial = flags.team_serial | flags.tasking_ser;
  memcpy(&run_flags, &flags, sizeof(run_flags));
  watched = toolListens() || debuggerListens();
  usual = !refilling && !__kmp_omp_cancellation && !watched;

  kmp_taskgroup_t *outer = parent->td_taskgroup;
  for (kmp_uint32 i = 0; i < graph->group_count; ++i) {
    kmp_taskgroup_t &group = groups[i];
    bool top = i == 0;
    // mo: relaxed; published with the nodes
    KMP_ATOMIC_ST_RLX(&group.count, top ? 1 : 0);
    KMP_ATOMIC_ST_RLX(&group.cancel_request, cancel_noreq);
    group.parent = top ? outer : group_now[graph->groups[i].parent];
    group.reduce_data = NULL;
    group.reduce_num_data = 0;
    group.gomp_data = NULL;
    group_now[i] = top && !own_group ? outer : &group;
  }
}

static inline bool isWord(kmp_uint32 size) { return size == 8 || size == 4; }

void Instance::fill(const Node &node, kmp_task_t *task) const {
  const TaskType &type = graph->types[node.type];
  *task = type.head;
  fillPriority(node, *task);
  if (type.shareds)
    task->shareds = reinterpret_cast<char *>(task) + type.shareds;
  if (node.image)
    memcpy(static_cast<void *>(task + 1), node.image, type.dataSize());
  fillAddresses(node, task);
  const TypeFields &fields = graph->fields[node.type];
  if (fields.value_count != 0)
    copyValues(task, fields.values, fields.values + fields.value_count);
}

void Instance::fillAddresses(const Node &node, kmp_task_t *task) const {
  auto *base = reinterpret_cast<char *>(task);
  const TypeFields &fields = graph->fields[node.type];
  for (kmp_uint32 i = 0; i < fields.address_count; ++i) {
    const AddressField &field = fields.addresses[i];
    const char *address = addressOf(field.word, field.delta, args);
    memcpy(base + field.to, &address, field.size);
  }
  const StaticGraph *compiled = graph->compiled;
  if (!compiled || !compiled->first_patch)
    return;
  const kmp_uint32 *first = compiled->first_patch + (&node - graph->nodes);
  const StaticPatch *end = compiled->patches + first[1];
  for (const StaticPatch *patch = compiled->patches + first[0]; patch != end;
       ++patch) {
    kmp_uint64 value = forms[patch->form] + kmp_uint64(patch->offset);
    if (patch->size == sizeof(value))
      memcpy(base + patch->to, &value, sizeof(value));
    else
      memcpy(base + patch->to, &value, patch->size);
  }
}

void Instance::copyValues(kmp_task_t *task, const ValueField *begin,
                          const ValueField *end) const {
  auto *base = reinterpret_cast<char *>(task);
  for (; begin != end; ++begin)
    memcpy(base + begin->to, values + begin->place, begin->size);
}

bool Instance::takeSymbolsAndForms(const void *now) {
  const StaticGraph *compiled = graph->compiled;
  if (!compiled || !takeSymbols(*compiled, now, symbols))
    return false;
  for (kmp_uint32 i = 0; compiled->first_patch && i < compiled->form_count; ++i)
    forms[i] = valueOf(*compiled, symbols, i, 0);
  return true;
}

bool Instance::takeValues(const void *now) {
  bool any = false;
  for (kmp_uint32 i = 0; i < graph->value_count; ++i) {
    const Value &value = graph->values[i];
    const char *from =
        value.global ? static_cast<const char *>(value.global) + value.delta
                     : addressOf(value.word, value.delta, now);
    char *to = values + value.place;
    is_new[i] = memcmp(to, from, value.size) != 0;
    any |= is_new[i];
    if (is_new[i])
      memcpy(to, from, value.size);
  }
  for (kmp_uint32 t = 0; t < graph->type_count && any; ++t) {
    const TypeFields &all = graph->fields[t];
    ChangedFields &now = changed[t];
    now.count = 0;
    auto add = [&](bool words) {
      for (kmp_uint32 f = 0; f < all.value_count; ++f)
        if (is_new[all.values[f].value] && isWord(all.values[f].size) == words)
          now.fields[now.count++] = all.values[f];
    };
    add(true);
    now.words = now.count;
    add(false);
  }
  return any;
}

void Instance::destroy(Instance *instance) {
  KMP_INTERNAL_FREE(instance->reported);
  KMP_INTERNAL_FREE(instance->crossed);
  KMP_INTERNAL_FREE(instance->lane_states);
  instance->~Instance();
  KMP_INTERNAL_FREE(instance);
}

} // namespace ompx
