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
#include "taskgraph/note_log.h"

#include <new>

namespace ompx {

constexpr const char *no_memory = "there was no memory for the graph";

class GraphBuilder {
public:
  /// `images`: the data of the tasks are kept, so that the graph may be
  /// replayed.
  explicit GraphBuilder(bool images);

  /// Adds a task that ran (or will run) with these dependences, a Task or a
  /// Chunk. maker: null where the block is not proved.
  [[gnu::always_inline]]
  void addTask(NodeKind kind, const kmp_task_t *task,
               const ompx_taskgraph_task_t *maker, kmp_int32 ndeps,
               const kmp_depend_info_t *deps, void *caller = nullptr) {
    if (kind == NodeKind::Chunk)
      return addAny(task, ndeps, deps, caller, maker, StepKind::Chunk);
    if (UNLIKELY(!usual.describes(task, maker, ndeps) ||
                 !log.hasRoom(usual.size)))
      return addUnusual(task, ndeps, deps, caller, maker);
    char *place = log.take(usual.size);
    usual.write(*this, task,
                ::new (static_cast<void *>(place)) Note(usual.head), deps,
                caller);
  }
  /// A task has a value that it keeps from now on.
  void keepImages() {
    images = keeps_values = true;
    usual.forget(); // to be looked at again
  }
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
    usual.forget();
  }
  const char *refused() const { return obstacle; }
  /// The finished graph, or null if that was refused. Leaves the builder empty.
  /// Cost: O(nodes + dependences).
  Graph *finish(size_t args_size);
  /// Number of nodes so far, but for joins.
  kmp_uint32 size() const { return stepCount() - groups.size() + 1; }
  /// Number of Tasks so far, but for those after a refusal.
  kmp_uint32 taskCount() const { return tasks + usualCount(); }
  /// The block has ended: nothing is added any more.
  void end() { log.close(); }
  /// Whether no task was added but such as replays can make.
  bool makersAreKnown() const;

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
  /// A construct as it was met. Behind it are the addresses of the items of its
  /// depend clause; their flags, a byte each, up to a full word; and a Task's
  /// image without its head, if it has data that are kept, as a pointer.
  struct Note {
    kmp_uint32 number : 27; // Task: index in `types`; BeginGroup: in `groups`
    kmp_uint32 has_data : 1;
    StepKind kind : 4;
    kmp_uint32 items;

    kmp_intptr_t *addresses() {
      return reinterpret_cast<kmp_intptr_t *>(this + 1);
    }
    kmp_uint8 *flags() {
      return reinterpret_cast<kmp_uint8 *>(addresses() + items);
    }
    /// count: of the items, which a caller may know as a constant.
    char **data(size_t count) {
      return reinterpret_cast<char **>(reinterpret_cast<char *>(this) +
                                       sizeWithoutData(count));
    }
    static size_t sizeWithoutData(size_t count) {
      size_t bytes = count + NoteLog::Alignment - 1;
      return sizeof(Note) + count * sizeof(kmp_intptr_t) +
             (bytes & ~(NoteLog::Alignment - 1));
    }
    size_t wholeSize() const {
      return sizeWithoutData(items) + has_data * sizeof(char *);
    }
  };
  static_assert(sizeof(Note) == NoteLog::Alignment, "for what is behind it");
  static constexpr kmp_uint32 MaxGroups = 1u << 27;
  static_assert(Graph::MaxTypes <= MaxGroups, "for Note::number");
  struct Item { // of a depend clause, as EdgeRule wants it
    kmp_intptr_t base_addr;
    kmp_uint8 flag;
  };
  struct Items {
    const kmp_intptr_t *addresses;
    const kmp_uint8 *flags;
    Item operator[](kmp_int32 i) const { return {addresses[i], flags[i]}; }
  };
  /// Writes what is behind a Note, and elsewhere. Its arguments are where those
  /// of __kmp_ompx_record_task() are, which calls it; addUnusual()'s, too.
  using Write = void (*)(GraphBuilder &builder, const kmp_task_t *task,
                         Note *note, const kmp_depend_info_t *deps,
                         void *caller);
  /// Of the Task that was added last: the next is mostly like it, and then all
  /// that there is to decide has been.
  struct Usual {
    const ompx_taskgraph_task_t *maker = nullptr;
    kmp_routine_entry_t routine = nullptr;
    size_t allocated = 0; // bytes; 0: no task is like it
    kmp_uint32 flags = 0;
    kmp_int32 ndeps = 0;
    Note head = {0, false, StepKind::Task, 0};
    size_t size = sizeof(Note); // of its note
    size_t data_size = 0;       // of its data, if they are kept
    size_t image_head = 0;      // in front of these
    size_t image_size = 0;      // of both
    size_t image_alignment = 0;
    Write write = nullptr;
    const char *from = nullptr; // from here on the log has nothing else

    /// As TaskType::describes(), with a number of dependences.
    bool describes(const kmp_task_t *task, const ompx_taskgraph_task_t *made_by,
                   kmp_int32 number) const {
      const auto *td = reinterpret_cast<const kmp_taskdata_t *>(task) - 1;
      return ndeps == number && maker == made_by && routine == task->routine &&
             allocated == td->td_size_alloc &&
             memcmp(&flags, &td->td_flags, sizeof(flags)) == 0;
    }
    void forget() { allocated = 0; }
  };

  Usual usual;
  NoteLog log;
  // But for those at usual.from:
  kmp_uint32 steps = 0; // notes in the log
  kmp_uint32 tasks = 0; // of these
  kmp_uint64 items = 0; // of their depend clauses
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
    Vector<void *> callers;         // where the program made them, for a tool
    Vector<kmp_int32> priorities;
  };
  Notes of_steps;
  // When the edges are found:
  EdgeRule<Vector> rule;
  Notes of_nodes;
  struct Plan {
    Node like;
    kmp_uint64 own_size; // see TaskType
  };
  Vector<Plan> plans;         // of each type
  kmp_uint32 block_units = 0; // the end of the tasks' places

  bool findUsual(const kmp_task_t *task, const ompx_taskgraph_task_t *maker,
                 kmp_int32 ndeps);
  kmp_uint32 typeOf(const kmp_task_t *task, const ompx_taskgraph_task_t *maker);
  kmp_uint32 addType(const kmp_task_t *task,
                     const ompx_taskgraph_task_t *maker);
  [[gnu::noinline]] void addUnusual(const kmp_task_t *task, kmp_int32 ndeps,
                                    const kmp_depend_info_t *deps, void *caller,
                                    const ompx_taskgraph_task_t *maker);
  void addAny(const kmp_task_t *task, kmp_int32 ndeps,
              const kmp_depend_info_t *deps, void *caller,
              const ompx_taskgraph_task_t *maker, StepKind kind);
  Note *append(Note head);
  static kmp_uint32 itemsOf(kmp_int32 ndeps) {
    return ndeps > 0 ? kmp_uint32(ndeps) : 0;
  }
  kmp_uint32 usualCount() const {
    return kmp_uint32(size_t(log.end() - usual.from) / usual.size);
  }
  kmp_uint32 stepCount() const { return steps + usualCount(); }
  void countUsual();
  static void copyItems(Note *note, const kmp_depend_info_t *deps,
                        kmp_uint32 count);
  template <kmp_uint32 Items, bool HasData>
  static void writeFew(GraphBuilder &builder, const kmp_task_t *task,
                       Note *note, const kmp_depend_info_t *deps, void *caller);
  static void writeManyItems(Note *note, const kmp_depend_info_t *deps);
  static void writeAll(GraphBuilder &builder, const kmp_task_t *task,
                       Note *note, const kmp_depend_info_t *deps, void *caller);
  void keepData(const kmp_task_t *task, char **kept);
  [[gnu::noinline]] void keepDataInNewMemory(const kmp_task_t *task,
                                             char **kept);
  void copyData(const kmp_task_t *task, char *image, char **kept) const;
  void noteMore(Note &note, const kmp_task_t *task, void *caller);
  bool addNodes();
  bool planTasks();
  bool addTaskNode(Note &note);
  static void writeHead(const TaskType &type, void *data);
  bool passOn(kmp_uint32 step);
  bool fill(Graph &graph);
};

/// What the tasks of a graph, whose types are there, take from the encounter;
/// what they copy, each piece of memory once. Returns whether there was memory.
bool fillFields(Graph &graph, Arena &memory);

} // namespace ompx

#endif // OMPX_TASKGRAPH_GRAPH_BUILDER_H
