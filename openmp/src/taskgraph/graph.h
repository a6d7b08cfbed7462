//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The structure of a recorded task dependency graph: nodes and successor lists
// in flat arrays (compressed sparse rows). It never changes once made, so any
// number of instances (instance.h) may replay it at the same time.
//
// Nodes are numbered in the order of their creation. Every edge leads from a
// lower to a higher number, so that order is a topological one: a team of one
// thread replays by walking the array.

#ifndef OMPX_TASKGRAPH_GRAPH_H
#define OMPX_TASKGRAPH_GRAPH_H

#include "shared/node.h"
#include "support/vector.h"
#include "taskgraph/abi.h"
#include "taskgraph/way_trial.h"

namespace ompx {

/// What recorded tasks of one construct have in common, kept once for them all.
struct TaskType {
  static constexpr size_t MaxSize = ~kmp_uint32(0) / 2;

  const ompx_taskgraph_task_t *made_by; // null where the block is not proved
  kmp_task_t head;                      // its shareds is null; where they are:
  kmp_uint32 shareds;        // distance from the kmp_task_t, 0 without
  kmp_uint32 size;           // bytes from the kmp_task_t to the end, < MaxSize
  kmp_tasking_flags_t flags; // of the task when it was recorded
  bool changes_data;         // a task does not leave its data as they were
  bool usual;                // it does, and is called as Clang's code calls it

  TaskType(const kmp_task_t *task, const ompx_taskgraph_task_t *maker);
  TaskType(kmp_routine_entry_t entry, kmp_uint32 place_of_shareds,
           kmp_uint32 bytes, const kmp_tasking_flags_t &given_flags,
           const ompx_taskgraph_task_t *maker);
  /// Why such a task cannot be in a graph, or null.
  static const char *obstacleTo(const kmp_task_t *task);
  bool describes(const kmp_task_t *task,
                 const ompx_taskgraph_task_t *maker) const {
    const auto *td = reinterpret_cast<const kmp_taskdata_t *>(task) - 1;
    return made_by == maker && head.routine == task->routine &&
           td->td_size_alloc == sizeof(*td) + size &&
           memcmp(&flags, &td->td_flags, sizeof(flags)) == 0;
  }
  /// Those of the flags that the compiler gives.
  static kmp_uint32 given(const kmp_tasking_flags_t &flags) {
    kmp_uint32 word;
    memcpy(&word, &flags, sizeof(word));
    return word & 0xFFFF;
  }
  /// Where __kmp_task_alloc() puts the shareds, from the kmp_task_t.
  static size_t placeOfShareds(size_t task_size) {
    static_assert(sizeof(kmp_taskdata_t) % sizeof(kmp_uint64) == 0,
                  "libomp counts from there");
    return (task_size + sizeof(kmp_uint64) - 1) & ~(sizeof(kmp_uint64) - 1);
  }
  /// Whether a task that is about to be allocated would be of this type.
  bool fits(const kmp_tasking_flags_t &wanted, size_t task_size,
            size_t shareds_size, kmp_routine_entry_t routine) const {
    return head.routine == routine &&
           placeOfShareds(task_size) + shareds_size == size &&
           (shareds_size == 0) == (shareds == 0) &&
           given(flags) == given(wanted) && flags.target == wanted.target;
  }
  /// Whether libomp runs such a task, made as an ordinary one, when the graph
  /// says that it is ready: a target task. Hidden helper threads may run it,
  /// and what it does on a device may go on when its body has ended.
  bool leftToLibomp() const { return flags.target; }

  /// Whether it hands itself over for its next part; GCC's code does not.
  bool goesOnInParts() const {
    return flags.tiedness == TASK_UNTIED && !flags.native && !leftToLibomp();
  }
  /// Bytes of a task's own data, behind its kmp_task_t.
  size_t dataSize() const { return size - sizeof(kmp_task_t); }
  /// Gives a task its place in an instance, see ompx::placeTask().
  bool placeTask(kmp_uint32 &end, kmp_uint32 &place) const {
    return ompx::placeTask(end, place, ownSize(), size);
  }
  /// For alignmentOf(). GCC's code aligned its variables within the recorded
  /// task.
  kmp_uint64 ownSize() const {
    return flags.native ? MaxTaskAlignment : shareds ? shareds : size;
  }
  /// Whether all replays of a graph give a task the same data.
  bool isConstant() const { return usual && made_by && made_by->count == 0; }
  /// Whether its end depends on no other thread.
  bool cannotWait() const { return given(flags) & OMPX_ALLOC_CANNOT_WAIT; }
  /// Whether its body cannot tell which task the thread runs.
  bool needsNoDescriptor() const {
    return usual && made_by && made_by->flags & OMPX_TASK_WITHOUT_RUNTIME;
  }
  /// The flags of a running task that are the type's.
  kmp_uint32 ownFlags() const {
    kmp_tasking_flags_t own = {};
    own.native = flags.native;
    kmp_uint32 word;
    memcpy(&word, &own, sizeof(word));
    return word | given(flags);
  }

private:
  void findKind();
};
static_assert(sizeof(TaskType) == 64, "the type of a node is found by a shift");

/// A part of the encountering task's memory of which tasks have copies. It is
/// copied once when a replay begins, before a task may change it.
struct Value {
  const void *global; // see ompx_taskgraph_field_t
  kmp_int64 delta;
  kmp_int32 word;
  kmp_uint32 size;
  kmp_uint32 place; // of the copy, in Instance::values
};

/// The parts of a task's data that come from the encounter, see
/// ompx_taskgraph_field_t; `to` counts from the kmp_task_t.
struct ValueField {
  kmp_uint32 to;
  kmp_uint32 size;
  kmp_uint32 place; // of the Value
  kmp_uint32 value; // its number
};
struct AddressField {
  kmp_uint32 to;
  kmp_uint32 size;
  kmp_int32 word;
  kmp_int64 delta;
};
struct TypeFields {
  ValueField *values;
  AddressField *addresses;
  kmp_uint32 value_count;
  kmp_uint32 address_count;
};

/// A taskgroup of the region. Group 0 is the taskgraph's own implicit one.
struct Group {
  kmp_uint32 parent;
  kmp_uint32 reductions;       // number of items
  ompx_taskred_input_t *items; // as recorded
};

/// Where all objects of a form of a compiled graph lie in an encounter.
struct ObjectRange {
  kmp_uint64 first, last;
};

class Inputs;
class Crossing;
class Followable;
class Instance;
class Outputs;
struct StaticGraph;

class Graph : public Structure {
public:
  static constexpr kmp_uint32 MaxNodes = (1u << 31) - 1; // see Successor
  static constexpr kmp_uint32 MaxTypes = 1u << 20;       // see Node

  kmp_uint32 node_count = 0;
  kmp_uint32 type_count = 0;
  kmp_uint32 group_count = 0;
  kmp_uint32 lock_count = 0;
  kmp_uint32 address_count = 0;
  kmp_uint32 value_count = 0;
  kmp_uint32 value_bytes = 0;
  kmp_uint32 value_fields = 0;   // of all types
  kmp_uint32 block_units = 0;    // memory for an instance's tasks, TaskUnits
  bool names_all_memory = false; // a task depends on omp_all_memory
  bool has_taskwait = false;
  bool has_wait = false;     // the block does not end before some of its tasks
  bool from_file = false;    // of an earlier run; it has no inputs
  bool lacks_inputs = false; // ... but its block was proved
  bool keeps_values = false; // firstprivate(saved: ) of the recording
  bool has_targets = false;  // tasks that are left to libomp; never replayed
  size_t args_size = 0;

  Inputs *inputs = nullptr;   // null: a replay might not be what the block does
  Outputs *outputs = nullptr; // null: the block changes nothing
  TaskType *types = nullptr;  // of the tasks
  kmp_uint32 *node_locks = nullptr; // ascending for each node
  Group *groups = nullptr;
  kmp_intptr_t *objects = nullptr;        // what the tasks depend on, by number
  kmp_uint32 *first_dependence = nullptr; // of each node, up to the next one's
  Dependence *dependences = nullptr;      // in the order of the clauses
  Value *values = nullptr;
  const ident_t **places =
      nullptr;                  // of each node's task, where it was asked for
  void **callers = nullptr;     // who made it, likewise, for a tool
  TypeFields *fields = nullptr; // of each type
  // Of each node's task, as given; null if no task has such a clause, or if the
  // library heeds none.
  kmp_int32 *priorities = nullptr;
  Arena memory; // the other arrays and the images

  WayTrial trial;
  // See Followable::of().
  std::atomic<const Followable *> followable{nullptr};
  // The newest, from this graph to others or itself.
  std::atomic<const Crossing *> crossings{nullptr};
  // How many replays in a row another might have followed, had there been
  // edges.
  std::atomic<kmp_uint32> unfollowed{0};

  // Of a graph that the compiler built, whose objects are `compiled->objects`
  // instead; else null.
  const StaticGraph *compiled = nullptr;
  // Under the lock of the Record that owns the graph, see fits():
  uint64_t *symbols = nullptr;
  ObjectRange *ranges = nullptr; // of the last encounter, and as many to sort
  bool fitted = false;           // those were apart

  // Under the lock of the Record that owns the graph:
  kmp_uint64 shape = 0;     // equal in graphs of equal shape; 0: is not known
  kmp_uint32 credit = 0;    // see Record::ended()
  bool has_fitted = false;  // a refill with it, or its shape, went through
  Instance *idle = nullptr; // instances that no replay uses
  Graph *next = nullptr;    // of the record's graphs, or of those that go
  bool dropped = false;     // the record has it no more
  // Instances in use, and the record while it has the graph.
  std::atomic<kmp_uint32> users{0};

  ~Graph();

  bool hasDependences() const { return address_count != 0 || names_all_memory; }
  /// Whether a task may wait for another that it does not depend on.
  bool mayWait() const {
    for (kmp_uint32 i = 0; i < type_count; ++i)
      if (!types[i].cannotWait())
        return true;
    return false;
  }

  /// A number that is equal in graphs of which the same refills go through:
  /// the tasks, and which objects they depend on. Never 0. Cost: O(nodes).
  kmp_uint64 computeShape() const;

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *graph) { KMP_INTERNAL_FREE(graph); }
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_GRAPH_H
