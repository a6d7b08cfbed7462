//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// From depend clauses to edges; see graph_builder.h.

#include "taskgraph/graph_builder.h"
#include "shared/bottleneck.h"
#include "support/settings.h"
#include "taskgraph/tool.h"

#include <new>

namespace ompx {

namespace {

bool notesPriorityOf(const TaskType &type) {
  return type.flags.priority_specified && __kmp_max_task_priority > 0;
}

template <typename T> T *allocateArray(Arena &memory, size_t count) {
  return static_cast<T *>(memory.allocate(count * sizeof(T)));
}

/// The elements, which are an arena's from now on; null without memory.
template <typename T> T *give(Vector<T> &elements, Arena &memory) {
  if (elements.size() == 0)
    return allocateArray<T>(memory, 0);
  return memory.own(elements.data()) ? elements.release() : nullptr;
}

} // namespace

GraphBuilder::GraphBuilder(bool keep_images) : images(keep_images) {
  Group implicit = {};
  if (!groups.push(implicit))
    refuse(no_memory);
}

//===----------------------------------------------------------------------===//
// While the block runs
//===----------------------------------------------------------------------===//

/// Copies the items of a depend clause, whose number the note has, too: to a
/// caller that knows it as a constant the loop is none.
[[gnu::always_inline]] inline void
GraphBuilder::copyItems(Note *note, const kmp_depend_info_t *deps,
                        kmp_uint32 count) {
  kmp_intptr_t *addresses = note->addresses();
  auto *flags = reinterpret_cast<kmp_uint8 *>(addresses + count);
  for (kmp_uint32 i = 0; i < count; ++i) {
    addresses[i] = deps[i].base_addr;
    flags[i] = deps[i].flag;
  }
}

/// Mostly there are few.
template <kmp_uint32 Items, bool HasData>
void GraphBuilder::writeFew(GraphBuilder &builder, const kmp_task_t *task,
                            Note *note, const kmp_depend_info_t *deps, void *) {
  copyItems(note, deps, Items);
  if (HasData)
    builder.keepData(task, note->data(Items));
}

/// Copies the data of a usual task, which may change them when it runs, with
/// room for the head of a task where a replay can run that. Keeps null without
/// memory, which refuses the graph.
inline void GraphBuilder::keepData(const kmp_task_t *task, char **kept) {
  char *image = memory.allocateHere(usual.image_size, usual.image_alignment);
  if (UNLIKELY(!image))
    return keepDataInNewMemory(task, kept);
  copyData(task, image, kept);
}

void GraphBuilder::keepDataInNewMemory(const kmp_task_t *task, char **kept) {
  *kept = nullptr;
  void *image = memory.allocate(usual.image_size, usual.image_alignment);
  if (!image)
    return refuse(no_memory);
  copyData(task, static_cast<char *>(image), kept);
}

inline void GraphBuilder::copyData(const kmp_task_t *task, char *image,
                                   char **kept) const {
  *kept = image + usual.image_head;
  memcpy(*kept, task + 1, usual.data_size);
}

void GraphBuilder::writeManyItems(Note *note, const kmp_depend_info_t *deps) {
  copyItems(note, deps, note->items);
}

/// The same, and what not all tasks have.
void GraphBuilder::writeAll(GraphBuilder &builder, const kmp_task_t *task,
                            Note *note, const kmp_depend_info_t *deps,
                            void *caller) {
  writeManyItems(note, deps);
  builder.noteMore(*note, task, caller);
}

/// Counts those at usual.from, before anything else is noted.
void GraphBuilder::countUsual() {
  kmp_uint32 count = usualCount();
  steps += count;
  tasks += count;
  items += kmp_uint64(count) * usual.head.items;
  usual.from = log.end();
}

/// Makes the task the usual one. Returns false if there will be no graph.
bool GraphBuilder::findUsual(const kmp_task_t *task,
                             const ompx_taskgraph_task_t *maker,
                             kmp_int32 ndeps) {
  countUsual();
  if (obstacle)
    return false;
  kmp_uint32 number = typeOf(task, maker);
  if (obstacle)
    return false;
  const TaskType &type = types[number];
  bool has_data = images && type.dataSize() != 0;
  bool runs_in_place = type.isConstant();
  usual.maker = maker;
  usual.routine = type.head.routine;
  usual.allocated = sizeof(kmp_taskdata_t) + type.size;
  memcpy(&usual.flags, &type.flags, sizeof(usual.flags));
  usual.ndeps = ndeps;
  usual.head = {number, has_data, StepKind::Task, itemsOf(ndeps)};
  usual.size = usual.head.wholeSize();
  usual.data_size = type.dataSize();
  usual.image_head = runs_in_place ? sizeof(kmp_task_t) : 0;
  usual.image_size = Arena::wholeSize(usual.image_head + usual.data_size);
  usual.image_alignment =
      runs_in_place ? alignmentOf(type.ownSize()) : Arena::Alignment;
  static constexpr kmp_uint32 Few = 5;
  static constexpr Write few[2][Few] = {
      {writeFew<0, false>, writeFew<1, false>, writeFew<2, false>,
       writeFew<3, false>, writeFew<4, false>},
      {writeFew<0, true>, writeFew<1, true>, writeFew<2, true>,
       writeFew<3, true>, writeFew<4, true>}};
  bool all = notesPlaces() || notesPriorityOf(type) || toolListens() ||
             usual.head.items >= Few;
  usual.write = all ? writeAll : few[has_data][usual.head.items];
  return true;
}

/// A task that is not like the one before, or one for which the log must grow.
void GraphBuilder::addUnusual(const kmp_task_t *task, kmp_int32 ndeps,
                              const kmp_depend_info_t *deps, void *caller,
                              const ompx_taskgraph_task_t *maker) {
  addAny(task, ndeps, deps, caller, maker, StepKind::Task);
}

void GraphBuilder::addAny(const kmp_task_t *task, kmp_int32 ndeps,
                          const kmp_depend_info_t *deps, void *caller,
                          const ompx_taskgraph_task_t *maker, StepKind kind) {
  if (!usual.describes(task, maker, ndeps) && !findUsual(task, maker, ndeps))
    return;
  Note head = usual.head;
  head.kind = kind;
  if (Note *note = append(head)) {
    tasks += kind == StepKind::Task;
    usual.write(*this, task, note, deps, caller);
  }
}

/// A note without what is behind it. Null without memory, which refuses the
/// graph.
GraphBuilder::Note *GraphBuilder::append(Note head) {
  countUsual();
  char *place = log.append(head.wholeSize());
  if (!place) {
    refuse(no_memory);
    return nullptr;
  }
  usual.from = log.end();
  ++steps;
  items += head.items;
  return ::new (static_cast<void *>(place)) Note(head);
}

/// Tasks that one construct makes are nearly always of one type. A type that
/// was driven out of `recent_types` is described again, which costs only
/// memory.
inline kmp_uint32 GraphBuilder::typeOf(const kmp_task_t *task,
                                       const ompx_taskgraph_task_t *maker) {
  auto place = reinterpret_cast<kmp_uintptr_t>(task->routine) / 16;
  kmp_uint32 &recent = recent_types[place % RecentTypes];
  if (recent < types.size() && types[recent].describes(task, maker))
    return recent;
  return recent = addType(task, maker);
}

kmp_uint32 GraphBuilder::addType(const kmp_task_t *task,
                                 const ompx_taskgraph_task_t *maker) {
  if (const char *reason = TaskType::obstacleTo(task))
    refuse(reason);
  else if (types.size() == Graph::MaxTypes || !types.push({task, maker}))
    refuse(no_memory);
  return types.size() - 1;
}

/// A task of a function that the block calls is of none, and a target task is
/// the library's to make.
bool GraphBuilder::makersAreKnown() const {
  for (kmp_uint32 i = 0; i < types.size(); ++i)
    if (!types[i].made_by || types[i].leftToLibomp())
      return false;
  return true;
}

/// What not all tasks have, or not all recordings keep.
void GraphBuilder::noteMore(Note &note, const kmp_task_t *task, void *caller) {
  if (note.has_data)
    keepData(task, note.data(note.items));
  const TaskType &type = types[note.number];
  auto keep = [this](auto &of_tasks, auto value) {
    if (!of_tasks.resizeZeroed(stepCount()))
      return refuse(no_memory);
    of_tasks.back() = value;
  };
  if (notesPlaces())
    keep(of_steps.places,
         (reinterpret_cast<const kmp_taskdata_t *>(task) - 1)->td_ident);
  if (notesPriorityOf(type))
    keep(of_steps.priorities, task->data2.priority);
  if (toolListens())
    keep(of_steps.callers, caller);
}

void GraphBuilder::addUndeferred() {
  if (!obstacle)
    (void)append({0, false, StepKind::Undeferred, 0});
}

void GraphBuilder::addTaskwait(kmp_int32 ndeps, const kmp_depend_info_t *deps,
                               bool nowait) {
  if (obstacle)
    return;
  StepKind kind = nowait ? StepKind::NowaitTaskwait : StepKind::Taskwait;
  if (Note *note = append({0, false, kind, itemsOf(ndeps)}))
    writeManyItems(note, deps);
}

void GraphBuilder::beginGroup() {
  Group inner = {};
  inner.parent = group;
  if (groups.size() == MaxGroups || !groups.push(inner))
    return refuse(no_memory);
  group = groups.size() - 1;
  (void)append({group, false, StepKind::BeginGroup, 0});
}

void GraphBuilder::endGroup() {
  if (obstacle)
    return;
  (void)append({0, false, StepKind::EndGroup, 0});
  group = groups[group].parent;
}

void GraphBuilder::addReductions(kmp_uint32 count,
                                 const ompx_taskred_input_t *reduced) {
  auto *copy = allocateArray<ompx_taskred_input_t>(memory, count);
  if (!copy)
    refuse(no_memory);
  if (obstacle)
    return;
  memcpy(copy, reduced, count * sizeof(*copy));
  groups[group].reductions = count;
  groups[group].items = copy;
  (void)append({0, false, StepKind::Reductions, 0});
}

//===----------------------------------------------------------------------===//
// When the graph is wanted
//===----------------------------------------------------------------------===//

Graph *GraphBuilder::finish(size_t args_size) {
  if (obstacle)
    return nullptr;
  countUsual();
  Graph *graph = addNodes() ? new Graph : nullptr;
  if (!graph || !fill(*graph)) {
    refuse(no_memory);
    delete graph;
    return nullptr;
  }
  graph->args_size = args_size;
  graph->nodes = rule.nodes.release();
  graph->memory.adopt(memory);
  return graph;
}

/// Returns whether there was memory.
bool GraphBuilder::addNodes() {
  Vector<kmp_uint32> first_of_group; // its first node
  if (!first_of_group.resizeZeroed(groups.size()) || items > ~kmp_uint32(0) ||
      !rule.reserve(steps, kmp_uint32(items)) || !planTasks())
    return false;
  bool any_more = of_steps.places.size() || of_steps.callers.size() ||
                  of_steps.priorities.size();
  kmp_uint32 step = 0;
  return log.forEach([&](char *at) -> char * {
    Note &note = *reinterpret_cast<Note *>(at);
    auto ndeps = kmp_int32(note.items);
    switch (note.kind) {
    case StepKind::Task:
    case StepKind::Chunk:
      if (!addTaskNode(note) || (UNLIKELY(any_more) && !passOn(step)))
        return nullptr;
      break;
    case StepKind::Undeferred:
      rule.addUndeferred();
      break;
    case StepKind::Taskwait:
    case StepKind::NowaitTaskwait:
      rule.addTaskwait(ndeps, Items{note.addresses(), note.flags()},
                       note.kind == StepKind::NowaitTaskwait);
      break;
    case StepKind::BeginGroup:
      rule.group = note.number;
      first_of_group[rule.group] = rule.nodes.size();
      break;
    case StepKind::Reductions:
      rule.addGroupBegin();
      break;
    case StepKind::EndGroup:
      rule.addGroupEnd(first_of_group[rule.group]);
      rule.group = groups[rule.group].parent;
      break;
    }
    ++step;
    return UNLIKELY(rule.outOfMemory()) ? nullptr : at + note.wholeSize();
  });
}

/// What all nodes of tasks of a type have in common. Returns whether there was
/// memory.
bool GraphBuilder::planTasks() {
  if (!plans.resizeZeroed(types.size()))
    return false;
  for (kmp_uint32 number = 0; number < types.size(); ++number) {
    const TaskType &type = types[number];
    Plan &plan = plans[number];
    plan.own_size = type.ownSize();
    plan.like.type = number;
    plan.like.no_runtime = type.needsNoDescriptor();
    plan.like.in_place = images && type.isConstant();
    if (!plan.like.in_place || type.dataSize() != 0)
      continue;
    // Those that have no data may be one.
    auto *head = static_cast<char *>(
        memory.allocate(sizeof(kmp_task_t), alignmentOf(plan.own_size)));
    if (!head)
      return false;
    plan.like.image = head + sizeof(kmp_task_t);
    writeHead(type, plan.like.image);
  }
  return true;
}

inline bool GraphBuilder::addTaskNode(Note &note) {
  Plan &plan = plans[note.number];
  plan.like.kind =
      note.kind == StepKind::Task ? NodeKind::Task : NodeKind::Chunk;
  Node *node = rule.begin(plan.like, kmp_int32(note.items),
                          Items{note.addresses(), note.flags()});
  if (UNLIKELY(!node))
    return false;
  const TaskType &type = types[note.number];
  if (note.has_data) {
    node->image = *note.data(note.items);
    if (node->in_place)
      writeHead(type, node->image);
  }
  if (UNLIKELY(!placeTask(block_units, node->block, plan.own_size, type.size)))
    return false;
  rule.end();
  return true;
}

/// A task that replays run as it is begins with this, in front of its data.
void GraphBuilder::writeHead(const TaskType &type, void *data) {
  auto *task =
      ::new (static_cast<kmp_task_t *>(data) - 1) kmp_task_t(type.head);
  if (type.shareds)
    task->shareds = reinterpret_cast<char *>(task) + type.shareds;
}

/// What a step's task has, if it has any, is its node's. Returns whether there
/// was memory.
bool GraphBuilder::passOn(kmp_uint32 step) {
  auto pass = [&](auto &of_step, auto &of_node) {
    if (step >= of_step.size())
      return true;
    if (!of_node.resizeZeroed(rule.nodes.size()))
      return false;
    of_node.back() = of_step[step];
    return true;
  };
  return pass(of_steps.places, of_nodes.places) &&
         pass(of_steps.callers, of_nodes.callers) &&
         pass(of_steps.priorities, of_nodes.priorities);
}

/// Makes the graph of what was gathered, but for the nodes, which stay the
/// builder's until finish() gives them away.
bool GraphBuilder::fill(Graph &graph) {
  kmp_uint32 count = rule.nodes.size(), objects = rule.objectCount();
  if (count > Graph::MaxNodes || !rule.close())
    return false;
  graph.first_dependence = give(rule.first_dependence, memory);
  graph.dependences = give(rule.dependences, memory);
  // The End's fields are the ends of the last node's. Behind it is memory that
  // the graph has anyway.
  Vector<Node> &nodes = rule.nodes;
  memory.borrow(nodes.unused(), nodes.unusedSize());
  graph.types = allocateArray<TaskType>(memory, types.size());
  graph.groups = allocateArray<Group>(memory, groups.size());
  graph.node_locks = allocateArray<kmp_uint32>(memory, rule.lockCount());
  graph.objects = allocateArray<kmp_intptr_t>(memory, objects);
  graph.successors = allocateArray<Successor>(memory, rule.edgeCount());
  graph.roots = allocateArray<kmp_uint32>(memory, rule.rootCount());
  if (!graph.types || !graph.groups || !graph.node_locks || !graph.objects ||
      !graph.first_dependence || !graph.dependences || !graph.successors ||
      !graph.roots)
    return false;

  rule.writeEdges(graph.successors, graph.roots);
  if (!markBottlenecks<Vector>(nodes.data(), count, graph.successors))
    return false;
  rule.writeLocks(graph.node_locks);
  graph.lock_count = rule.lockCount() ? objects : 0;

  memcpy(static_cast<void *>(graph.types), types.data(),
         types.size() * sizeof(TaskType));
  graph.type_count = types.size();
  if (!fillFields(graph, memory))
    return false;
  for (kmp_uint32 i = 0; i < groups.size(); ++i)
    graph.groups[i] = groups[i];
  for (kmp_uint32 i = 0; i < objects; ++i)
    graph.objects[i] = rule.address(i);

  if (of_nodes.places.size() && !of_nodes.places.resizeZeroed(count))
    return false;
  graph.places = of_nodes.places.release();
  if (of_nodes.callers.size() && !of_nodes.callers.resizeZeroed(count))
    return false;
  graph.callers = of_nodes.callers.release();
  if (of_nodes.priorities.size()) {
    if (!of_nodes.priorities.resizeZeroed(count))
      return false;
    for (kmp_uint32 i = 0; i < count; ++i)
      nodes[i].by_priority = 1;
  }
  graph.priorities = of_nodes.priorities.release();
  graph.node_count = count;
  graph.root_count = rule.rootCount();
  graph.group_count = groups.size();
  graph.address_count = objects;
  graph.block_units = block_units;
  graph.names_all_memory = rule.namesAllMemory();
  graph.has_taskwait = rule.has_taskwait;
  graph.has_wait = rule.hasWait();
  graph.keeps_values = keeps_values;
  for (kmp_uint32 i = 0; i < types.size(); ++i)
    graph.has_targets |= types[i].leftToLibomp();
  return true;
}

bool fillFields(Graph &graph, Arena &memory) {
  Vector<Value> values;
  kmp_uint32 bytes = 0;
  graph.fields = allocateArray<TypeFields>(memory, graph.type_count);
  if (!graph.fields)
    return false;
  for (kmp_uint32 t = 0; t < graph.type_count; ++t) {
    const ompx_taskgraph_task_t *maker = graph.types[t].made_by;
    kmp_uint32 count = maker ? maker->count : 0;
    TypeFields &fields = graph.fields[t];
    fields = {allocateArray<ValueField>(memory, count),
              allocateArray<AddressField>(memory, count), 0, 0};
    if (!fields.values || !fields.addresses)
      return false;
    for (kmp_uint32 i = 0; i < count; ++i) {
      const ompx_taskgraph_field_t &f = maker->fields[i];
      kmp_uint32 to =
          f.offset +
          (f.flags & OMPX_FIELD_SHAREDS ? graph.types[t].shareds : 0);
      if (!(f.flags & OMPX_FIELD_VALUE)) {
        fields.addresses[fields.address_count++] = {to, f.size, f.word,
                                                    f.delta};
        continue;
      }
      kmp_uint32 known = 0;
      while (known < values.size() &&
             (values[known].global != f.global ||
              values[known].delta != f.delta || values[known].word != f.word ||
              values[known].size != f.size))
        ++known;
      if (known == values.size()) {
        if (!values.push({f.global, f.delta, f.word, f.size, bytes}))
          return false;
        bytes += (f.size + 7) & ~7u;
      }
      fields.values[fields.value_count++] = {to, f.size, values[known].place,
                                             known};
      ++graph.value_fields;
    }
  }
  graph.values = allocateArray<Value>(memory, values.size());
  if (!graph.values)
    return false;
  if (values.size())
    memcpy(static_cast<void *>(graph.values), values.data(),
           values.size() * sizeof(Value));
  graph.value_count = values.size();
  graph.value_bytes = bytes;
  return true;
}

} // namespace ompx
