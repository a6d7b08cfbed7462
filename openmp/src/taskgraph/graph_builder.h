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
//
// Cost: O(dependences) for each task, amortised; the number of edges is linear
// in tasks and dependences, because a generation of M accesses followed by one
// of N meets in a join node (M + N edges in place of M * N).

#ifndef OMPX_TASKGRAPH_GRAPH_BUILDER_H
#define OMPX_TASKGRAPH_GRAPH_BUILDER_H

#include "depend/access.h"
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
  /// A task has a value that it keeps from now on.
  void keepImages() { images = true; }
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
  Graph *finish(size_t args_size);
  kmp_uint32 size() const { return nodes.size(); }

private:
  static constexpr kmp_uint32 None = ~kmp_uint32(0);
  static constexpr kmp_uint32 RecentTypes = 16;

  struct Link { // of a list of nodes
    kmp_uint32 node;
    kmp_uint32 next;
  };
  struct List { // most hold one node, and need no link
    kmp_uint32 count;
    kmp_uint32 newest;
    kmp_uint32 others; // the first of count - 1 links
  };
  struct Object { // what a depend address names
    kmp_intptr_t address;
    kmp_uint32 stamp;  // number of the last addition that named it
    kmp_uint32 epoch;  // number of omp_all_memory tasks before its lists
    AccessType wanted; // of the task being added
    AccessType access; // of the current generation
    List current;      // the generation that may still grow
    List previous;     // the one that it comes after
  };
  struct GroupState {
    Group group;
    kmp_uint32 first_node;
  };

  Vector<Node> nodes;
  Vector<TaskType> types;
  kmp_uint32 recent_types[RecentTypes] = {}; // by address of the body
  Vector<kmp_uint32> edges; // sources; targets ascend, see Node::predecessors
  Vector<kmp_uint32> lock_objects; // objects accessed commutatively, per node
  Vector<Object> objects;
  Vector<kmp_uint32> table; // open addressing: 1 + index in objects, 0 empty
  Vector<Link> links;
  Vector<kmp_uint32> named; // objects of the task being added, each once
  Vector<kmp_uint32> first_dependence;
  Vector<Dependence> dependences;
  Vector<const ident_t *> places; // of all nodes with OMPX_TASKGRAPH=check
  Vector<kmp_int32> priorities;   // of all nodes up to the last that has one
  Vector<GroupState> groups;
  Arena memory;
  kmp_uint32 group = 0;         // innermost open one
  kmp_uint32 fence = None;      // every later node comes after this one
  kmp_uint32 last_wait = None;  // last full taskwait
  kmp_uint32 all_memory = None; // last omp_all_memory task
  kmp_uint32 epoch = 0;         // number of omp_all_memory tasks
  kmp_uint32 stamp = 0;
  kmp_uint32 own_dependences = 0; // the first of the next node's
  kmp_uint32 block_units = 0;
  bool images;
  bool has_taskwait = false;
  const char *obstacle = nullptr; // why there will be no graph

  kmp_uint32 newest() const { return nodes.size() - 1; }
  Node *addNode(NodeKind kind);
  // All edges lead to the newest node.
  void addEdge(kmp_uint32 source);
  void addEdges(const List &sources);
  [[gnu::noinline]] void addLinkedEdges(const List &sources);
  void addEdgesFromSinks(kmp_uint32 first);
  void comeAfterFence();
  kmp_uint32 typeOf(const kmp_task_t *task, const ompx_taskgraph_task_t *maker);
  [[gnu::noinline]] kmp_uint32 addType(const kmp_task_t *task,
                                       const ompx_taskgraph_task_t *maker);
  bool nameObjects(kmp_int32 ndeps, const kmp_depend_info_t *deps);
  void openGenerations();
  void depend(bool all);
  void dependOnAllMemory();
  void append(List &list, kmp_uint32 node);
  Object *findObject(kmp_intptr_t address);
  [[gnu::noinline]] Object *addObject(kmp_intptr_t address, kmp_uint32 slot);
  bool growTable();
  bool fill(Graph &graph);
  bool fillEdges(Graph &graph, kmp_uint32 count);
  bool fillFields(Graph &graph);
  [[gnu::noinline]] void notePlace(const kmp_task_t *task);
  [[gnu::noinline]] void notePriority(const kmp_task_t *task);
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_GRAPH_BUILDER_H
