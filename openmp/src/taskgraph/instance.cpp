//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Making and destroying instances.

#include "taskgraph/instance.h"
#include "ompx_hooks.h"
#include "support/memory.h"
#include "taskgraph/inputs.h"
#include "taskgraph/static_load.h"

#include <new>

namespace ompx {

void Instance::initTask(const Node &node) {
  const TaskType &type = graph->types[node.type];
  kmp_taskdata_t *td = taskdata(node);
  memset(static_cast<void *>(td), 0, sizeof(*td));
  td->td_task_id = KMP_GEN_TASK_ID();
  td->td_flags = type.flags;
  td->td_flags.tasktype = TASK_EXPLICIT;
  td->td_flags.started = 1;
  td->td_flags.executing = 1;
  td->td_flags.complete = 0;
  td->td_flags.freed = 0;
  // mo: relaxed; nobody else knows the task. Counts the task itself, for ever,
  // so that children never free it
  td->td_allocated_child_tasks.store(1, std::memory_order_relaxed);
  td->td_last_tied = td;
  td->td_size_alloc = sizeof(*td) + type.size;
  td->td_allow_completion_event.type = KMP_EVENT_UNINITIALIZED;
  kmp_task_t *task = KMP_TASKDATA_TO_TASK(td);
  *task = type.head;
  fillPriority(node, *task);
  if (type.shareds)
    task->shareds = reinterpret_cast<char *>(task) + type.shareds;
  if (node.image)
    memcpy(static_cast<void *>(task + 1), node.image, type.dataSize());
}

/// Tasks of one type may have different ones.
inline void Instance::fillPriority(const Node &node, kmp_task_t &task) const {
  if (UNLIKELY(node.by_priority) &&
      graph->types[node.type].flags.priority_specified)
    task.data2.priority = graph->priorities[&node - graph->nodes];
}

/// Where the block runs, it has said so in the task. What runs nothing is not
/// to delay what comes after it.
kmp_int32 Instance::priorityOf(const NodeState &state) const {
  const Node &node = graph->nodes[state.id];
  if (!node.isTask())
    return KMP_MAX_TASK_PRIORITY_LIMIT;
  if (!graph->types[node.type].flags.priority_specified)
    return 0;
  kmp_task_t *task = KMP_TASKDATA_TO_TASK(taskdata(node));
  kmp_int32 given =
      refilling ? task->data2.priority : graph->priorities[state.id];
  return given < 0 ? 0 : KMP_MIN(given, __kmp_max_task_priority);
}

Instance *Instance::create(Graph &graph) {
  // One block: the instance, the tasks, and the arrays.
  size_t size = sizeof(Instance);
  auto place = [&size](size_t bytes, size_t alignment) {
    size = (size + alignment - 1) & ~(alignment - 1);
    size_t at = size;
    size += bytes;
    return at;
  };
  size_t blocks = place(size_t(graph.block_units) * TaskType::BlockUnit,
                        TaskType::BlockUnit);
  size_t states =
      place(size_t(graph.node_count + 1) * sizeof(NodeState), CACHE_LINE);
  size_t groups = place(graph.group_count * sizeof(kmp_taskgroup_t), 64);
  size_t locks = place(graph.lock_count * sizeof(NodeLock), sizeof(void *));
  size_t args = place(graph.args_size, 16);
  size_t values = place(graph.value_bytes, 16);
  size_t changed =
      place(graph.type_count * sizeof(ChangedFields), sizeof(void *));
  size_t fields =
      place(graph.value_fields * sizeof(ValueField), sizeof(kmp_uint32));
  size_t is_new = place(graph.value_count, 1);
  size_t objects =
      place(graph.address_count * sizeof(ObjectBinding), sizeof(void *));

  size_t symbols = place((graph.compiled ? graph.compiled->symbol_count : 0) *
                             sizeof(kmp_uint64),
                         sizeof(kmp_uint64));

  void *memory = allocateAligned(size);
  if (!memory)
    return nullptr;
  char *base = static_cast<char *>(memory);
  auto *instance = ::new (memory) Instance(graph);
  instance->blocks = base + blocks;
  instance->states = reinterpret_cast<NodeState *>(base + states);
  instance->groups = reinterpret_cast<kmp_taskgroup_t *>(base + groups);
  instance->locks = reinterpret_cast<NodeLock *>(base + locks);
  instance->args = base + args;
  instance->values = base + values;
  instance->objects = reinterpret_cast<ObjectBinding *>(base + objects);
  instance->symbols = reinterpret_cast<kmp_uint64 *>(base + symbols);
  instance->is_new = reinterpret_cast<bool *>(base + is_new);
  instance->changed = reinterpret_cast<ChangedFields *>(base + changed);
  auto *of_type = reinterpret_cast<ValueField *>(base + fields);
  for (kmp_uint32 t = 0; t < graph.type_count; ++t) {
    instance->changed[t] = {of_type, 0, 0};
    of_type += graph.fields[t].value_count;
  }

  kmp_uint32 root = 0;
  for (kmp_uint32 i = 0; i <= graph.node_count; ++i) {
    const Node &node = graph.nodes[i];
    NodeState *state = ::new (&instance->states[i]) NodeState;
    bool is_root = node.predecessors == 0;
    // mo: relaxed; published when the first replay queues the roots
    state->pending.store(is_root ? root : node.predecessors,
                         std::memory_order_relaxed);
    root += is_root;
    state->id = i;
    state->instance = instance;
    state->next = nullptr;
    state->range_end = 0;
    state->epoch = 0;
    if (node.isTask())
      instance->initTask(node);
  }
  for (kmp_uint32 i = 0; i < graph.lock_count; ++i)
    ::new (&instance->locks[i]) NodeLock;
  memset(static_cast<void *>(instance->groups), 0,
         graph.group_count * sizeof(kmp_taskgroup_t));
  memset(static_cast<void *>(&instance->icvs), 0, sizeof(instance->icvs));
  for (kmp_uint32 i = 0; i < graph.address_count; ++i)
    instance->objects[i] = {graph.objects ? graph.objects[i] : 0, 0};
  if (graph.compiled)
    memset(instance->symbols, 0,
           graph.compiled->symbol_count * sizeof(kmp_uint64));
  memset(instance->args, 0, graph.args_size);
  memset(instance->values, 0, graph.value_bytes);
  return instance;
}

/// Makes a task one of the current encounter's. A thread that frees the last
/// child of the previous replay may still read the flags, so they are written
/// only where they differ: when the team has become serial, or parallel.
void Instance::bindTask(kmp_taskdata_t *td, kmp_info_t *thread,
                        kmp_taskgroup_t *of) {
  unsigned team_serial = team->t.t_serialized ? 1 : 0;
  unsigned tasking_ser = __kmp_tasking_mode == tskm_immediate_exec;
  if (td->td_flags.team_serial != team_serial ||
      td->td_flags.tasking_ser != tasking_ser ||
      td->td_flags.task_serial != (team_serial | tasking_ser)) {
    td->td_flags.team_serial = team_serial;
    td->td_flags.tasking_ser = tasking_ser;
    td->td_flags.task_serial = team_serial | tasking_ser;
  }
  td->td_team = team;
  td->td_alloc_thread = thread;
  td->td_parent = parent;
  td->td_level = level + 1;
  td->td_task_team = task_team;
  td->td_taskgroup = of;
  copy_icvs(&td->td_icvs, &icvs);
}

static inline bool isWord(kmp_uint32 size) { return size == 8 || size == 4; }

static inline void copyWord(char *to, const void *from, kmp_uint32 size) {
  if (size == 8)
    memcpy(to, from, 8);
  else
    memcpy(to, from, 4);
}

void Instance::fillImage(const Node &node) {
  kmp_task_t *task = KMP_TASKDATA_TO_TASK(taskdata(node));
  const TaskType &type = graph->types[node.type];
  task->data1 = type.head.data1;
  task->data2 = type.head.data2;
  fillPriority(node, *task);
  if (node.image)
    memcpy(static_cast<void *>(task + 1), node.image, type.dataSize());
}

void Instance::fillPatches(const Node &node) {
  const StaticGraph *compiled = graph->compiled;
  if (!compiled || !compiled->first_patch)
    return;
  auto *base = reinterpret_cast<char *>(KMP_TASKDATA_TO_TASK(taskdata(node)));
  const kmp_uint32 *first = compiled->first_patch + (&node - graph->nodes);
  for (kmp_uint32 i = first[0]; i < first[1]; ++i) {
    const StaticPatch &patch = compiled->patches[i];
    kmp_uint64 value = valueOf(*compiled, symbols, patch.form, patch.offset);
    memcpy(base + patch.to, &value, patch.size);
  }
}

void Instance::fillAddresses(const Node &node) {
  auto *base = reinterpret_cast<char *>(KMP_TASKDATA_TO_TASK(taskdata(node)));
  const TypeFields &fields = graph->fields[node.type];
  for (kmp_uint32 i = 0; i < fields.address_count; ++i) {
    const AddressField &field = fields.addresses[i];
    const char *address = addressOf(field.word, field.delta, args);
    memcpy(base + field.to, &address, field.size);
  }
}

/// Not inline: the usual fields are words, and need no call.
__attribute__((noinline)) static void fill(char *base, const char *values,
                                           const ValueField *begin,
                                           const ValueField *end) {
  for (; begin != end; ++begin)
    memcpy(base + begin->to, values + begin->place, begin->size);
}

void Instance::fillValues(const Node &node) {
  const TypeFields &of_type = graph->fields[node.type];
  fill(reinterpret_cast<char *>(KMP_TASKDATA_TO_TASK(taskdata(node))), values,
       of_type.values, of_type.values + of_type.value_count);
}

void Instance::fillChangedValues(const Node &node) {
  auto *base = reinterpret_cast<char *>(KMP_TASKDATA_TO_TASK(taskdata(node)));
  const ChangedFields &of_type = changed[node.type];
  const ValueField *field = of_type.fields;
  for (const ValueField *end = field + of_type.words; field != end; ++field)
    copyWord(base + field->to, values + field->place, field->size);
  if (UNLIKELY(of_type.words != of_type.count))
    return fill(base, values, field, of_type.fields + of_type.count);
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
  const Graph &graph = *instance->graph;
  for (kmp_uint32 i = 0; i < graph.node_count; ++i)
    if (graph.nodes[i].isTask()) {
      kmp_taskdata_t *td = instance->taskdata(graph.nodes[i]);
      if (td->td_ompx_domain) {
        kmp_int32 gtid = __kmp_entry_gtid(); // may make the table of threads
        __kmp_ompx_close_domain(__kmp_threads[gtid], td);
      }
    }
  instance->~Instance();
  KMP_INTERNAL_FREE(instance);
}

bool Instance::quiet() {
  for (; quiet_nodes < graph->node_count; ++quiet_nodes) {
    const Node &node = graph->nodes[quiet_nodes];
    if (node.isTask() &&
        // mo: acquire; a descendant's last access to the task is its decrement
        // of this; pairs with __kmp_free_task_and_ancestors()
        taskdata(node)->td_allocated_child_tasks.load(
            std::memory_order_acquire) != 1)
      return false;
  }
  quiet_nodes = 0;
  // mo: relaxed; the caller is the only user
  has_descendants.store(false, std::memory_order_relaxed);
  return true;
}

} // namespace ompx
