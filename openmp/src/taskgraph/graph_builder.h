//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Builds the structure of a task dependency graph from the region's constructs
// in the order of their encounter. Exact: edges follow from the depend clauses
// alone, never from what had already finished while recording.
// shared/edge_rule.h has the rule.
//
// While the block runs, its constructs are only noted, since that is what an
// encounter pays for that may be the only one. The edges are found when the
// graph is wanted.

#ifndef OMPX_TASKGRAPH_GRAPH_BUILDER_H
#define OMPX_TASKGRAPH_GRAPH_BUILDER_H

#include "depend/access.h"
#include "shared/edge_rule.h"
#include "taskgraph/graph.h"

namespace ompx {

constexpr const char *no_memory = "there was no memory for the graph";

class GraphBuilder {
public:
  /// `images`: the data of the tasks are kept, so that the graph may be
  /// replayed.
  explicit GraphBuilder(bool images);

  /// Adds a task that ran (or will run) with these dependences, a Task or a
  /// Chunk. maker: null where the block is not proved.
  void addTask(NodeKind kind, kmp_task_t *task,
               const ompx_taskgraph_task_t *maker, kmp_int32 ndeps,
               const kmp_depend_info_t *deps);
  /// Where the program has made the task that was added last, for a tool.
  void noteCaller(void *caller);
  /// A task has a value that it keeps from now on.
  void keepImages() { images = keeps_values = true; }
  /// Adds a task that the encountering task runs itself.
  void addUndeferred();
  /// taskwait; with dependences, only for those. With nowait, a place in the
  /// graph that later tasks may depend on, but that nobody waits at.
  void addTaskwait(kmp_int32 ndeps, const kmp_depend_info_t *deps, bool nowait);
  void beginGroup();
  void endGroup();
  /// The items that the innermost group reduces.
  void addReductions(kmp_uint32 count, const ompx_taskred_input_t *items);

  /// Nothing is recorded from now on: there will be no graph. The first reason
  /// given is kept.
  void refuse(const char *reason) {
    if (!obstacle)
      obstacle = reason;
  }
  const char *refused() const { return obstacle; }
  /// The finished graph, or null if that was refused. Leaves the builder empty.
  /// Cost: O(nodes + dependences).
  Graph *finish(size_t args_size);
  /// Number of nodes so far, but for joins.
  kmp_uint32 size() const { return steps.size() - groups.size() + 1; }

private:
  static constexpr kmp_uint32 RecentTypes = 16;

  enum class StepKind : kmp_uint8 {
    Task,
    Chunk,
    Undeferred,
    Taskwait,
    NowaitTaskwait,
    BeginGroup,
    Reductions,
    EndGroup
  };
  /// A construct as it was met.
  struct Step {
    char *data;             // Task: of the image, if there is one
    kmp_uint32 first_item;  // in `items`, up to the next one's
    kmp_uint32 number : 28; // Task: index in `types`; BeginGroup: in `groups`
    StepKind kind : 4;
  };
  static constexpr kmp_uint32 MaxGroups = 1u << 28;
  struct Item { // of a depend clause, as EdgeRule wants it
    kmp_intptr_t base_addr;
    kmp_uint8 flag;
  };

  Vector<Step> steps;
  Vector<Item> items;
  Vector<TaskType> types;
  kmp_uint32 recent_types[RecentTypes] = {}; // by address of the body
  Vector<Group> groups;
  kmp_uint32 group = 0; // innermost open one
  Arena memory;
  bool images;
  bool keeps_values = false;
  const char *obstacle = nullptr; // why there will be no graph
  /// What few tasks have: of all up to the last that has one.
  struct Notes {
    Vector<const ident_t *> places; // see notesPlaces()
    Vector<void *> callers;         // see noteCaller()
    Vector<kmp_int32> priorities;
  };
  Notes of_steps;
  // When the edges are found:
  EdgeRule<Vector> rule;
  Notes of_nodes;
  Vector<char *> shared_images; // of each type whose tasks have no data
  kmp_uint32 block_units = 0;   // the end of the tasks' places

  kmp_uint32 typeOf(const kmp_task_t *task, const ompx_taskgraph_task_t *maker);
  [[gnu::noinline]] kmp_uint32 addType(const kmp_task_t *task,
                                       const ompx_taskgraph_task_t *maker);
  bool note(StepKind kind, kmp_uint32 number, char *data, kmp_int32 ndeps,
            const kmp_depend_info_t *deps);
  char *keepData(const TaskType &type, const kmp_task_t *task);
  [[gnu::noinline]] void notePlace(const kmp_task_t *task);
  [[gnu::noinline]] void notePriority(const kmp_task_t *task);
  bool addNodes();
  bool addTaskNode(const Step &step, kmp_int32 ndeps, const Item *deps);
  void *imageOf(const TaskType &type, char *data);
  template <typename T>
  bool passOn(Vector<T> &of_step, kmp_uint32 step, Vector<T> &of_node);
  bool fill(Graph &graph);
};

/// What the tasks of a graph, whose types are there, take from the encounter;
/// what they copy, each piece of memory once. Returns whether there was memory.
bool fillFields(Graph &graph, Arena &memory);

} // namespace ompx

#endif // OMPX_TASKGRAPH_GRAPH_BUILDER_H
