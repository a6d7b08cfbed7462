//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The graph scheme [Vandierendonck 2013, section 4.1, figure 2]: an object
// keeps the tasks of its two youngest generations; a new task gets an edge from
// each unfinished task of the generation before its own.
//
// For generations of M, then N tasks: issue O(M) and one allocated edge for
// each of the N; release O(1) plus its edges. Deleting a task from a generation
// costs O(M) more with AllocatedNodes, O(1) with EmbeddedNodes (section 4.1.1).
//
// Differs: A predecessor's edges need no lock: only the issuing thread adds
// any, under the lock of an object that still lists the predecessor, and a
// release follows them after it has taken the task off all of its objects. Two
// tasks get one edge however many objects they share, because OMPT wants each
// pair once; the newest edge of the predecessor shows it. Clearing a generation
// with EmbeddedNodes unlinks each of its nodes, because its tasks are released
// later and must not touch a list that they left.

#ifndef OMPX_DEPEND_GRAPH_SCHEME_H
#define OMPX_DEPEND_GRAPH_SCHEME_H

#include "depend/scheme.h"
#include "ompt-specific.h"

namespace ompx {

/// Tasks of a generation, in a list with nodes of its own.
struct AllocatedNodes {
  struct Tag {};
  class List {
    struct Node {
      TrackedTask *task;
      Node *next;
    };
    Node *first = nullptr;
    Node **end = &first;

  public:
    void add(kmp_info_t *thread, TrackedTask &task, Tag &) {
      auto *node =
          static_cast<Node *>(__kmp_fast_allocate(thread, sizeof(Node)));
      *node = {&task, nullptr};
      *end = node;
      end = &node->next;
    }
    bool remove(kmp_info_t *thread, TrackedTask &task, Tag &) {
      for (Node **place = &first; Node *node = *place; place = &node->next)
        if (node->task == &task) {
          *place = node->next;
          if (!node->next)
            end = place;
          __kmp_fast_free(thread, node);
          return true;
        }
      return false;
    }
    void clear(kmp_info_t *thread) {
      while (Node *node = first) {
        first = node->next;
        __kmp_fast_free(thread, node);
      }
      end = &first;
    }
    template <typename Function> void forEach(Function function) const {
      for (Node *node = first; node; node = node->next)
        function(*node->task);
    }
  };
};

/// Tasks of a generation, linked through their accesses' tags in a circle.
struct EmbeddedNodes {
  struct Tag {
    Tag *previous;
    Tag *next; // null: in no list
    TrackedTask *task;
  };
  class List {
    Tag end = {&end, &end, nullptr};

  public:
    void add(kmp_info_t *, TrackedTask &task, Tag &tag) {
      tag = {end.previous, &end, &task};
      end.previous->next = &tag;
      end.previous = &tag;
    }
    bool remove(kmp_info_t *, TrackedTask &, Tag &tag) {
      if (!tag.next)
        return false;
      tag.previous->next = tag.next;
      tag.next->previous = tag.previous;
      tag.next = nullptr;
      return true;
    }
    void clear(kmp_info_t *) {
      for (Tag *tag = end.next; tag != &end;) {
        Tag *next = tag->next;
        tag->next = nullptr;
        tag = next;
      }
      end.previous = end.next = &end;
    }
    template <typename Function> void forEach(Function function) const {
      for (Tag *tag = end.next; tag != &end; tag = tag->next)
        function(*tag->task);
    }
  };
};

template <typename Nodes> struct GraphScheme {
  using Self = GraphScheme;
  using Tag = typename Nodes::Tag;
  struct Edge {
    TrackedTask *to;
    Edge *next;
  };
  struct Task {
    Edge *oldest = nullptr; // edge to a successor
    Edge *newest = nullptr;
  };
  struct Object {
    SpinLock lock;
    kmp_uint8 youngest = 0; // which of the two generations
    AccessType type[2] = {AccessType::None, AccessType::None};
    typename Nodes::List tasks[2];
  };

  static kmp_int32 issue(const IssueContext &context, ObjectOf<Self> &object,
                         AccessOf<Self> &access, TaskOf<Self> &task) {
    Object &md = object.scheme;
    md.lock.lock();
    if (!joins(access.type, md.type[md.youngest])) {
      md.youngest ^= 1;
      md.tasks[md.youngest].clear(context.thread);
      md.type[md.youngest] = access.type;
    }
    md.tasks[md.youngest].add(context.thread, task, access.tag);
    kmp_int32 edges = 0;
    md.tasks[md.youngest ^ 1].forEach([&](TrackedTask &predecessor) {
      edges += link(context, static_cast<TaskOf<Self> &>(predecessor), task);
    });
    md.lock.unlock();
    return edges;
  }

  static kmp_int32 link(const IssueContext &context, TaskOf<Self> &from,
                        TaskOf<Self> &to) {
    Task &source = from.scheme;
    if (source.newest && source.newest->to == &to)
      return 0;
    auto *edge =
        static_cast<Edge *>(__kmp_fast_allocate(context.thread, sizeof(Edge)));
    *edge = {&to, nullptr};
    (source.newest ? source.newest->next : source.oldest) = edge;
    source.newest = edge;
    report(context.thread, from.task, to.task);
    return 1;
  }

  /// Tells an OMPT tool of an edge, as libomp does. `sink` is null for a
  /// taskwait; it is never a source, since the issuing thread waits.
  static void report(kmp_info_t *thread, kmp_task_t *source, kmp_task_t *sink) {
#if OMPT_SUPPORT && OMPT_OPTIONAL
    if (UNLIKELY(ompt_enabled.ompt_callback_task_dependence))
      ompt_callbacks.ompt_callback(ompt_callback_task_dependence)(
          &KMP_TASK_TO_TASKDATA(source)->ompt_task_info.task_data,
          sink ? &KMP_TASK_TO_TASKDATA(sink)->ompt_task_info.task_data
               : &thread->th.ompt_thread_info.task_data);
#endif
    (void)thread, (void)source, (void)sink;
  }

  static void release(kmp_info_t *thread, ObjectOf<Self> &object,
                      AccessOf<Self> &access, TaskOf<Self> &task, ReadyList &) {
    Object &md = object.scheme;
    md.lock.lock();
    // In neither list if younger generations have come.
    if (md.type[0] != access.type ||
        !md.tasks[0].remove(thread, task, access.tag))
      if (md.type[1] == access.type)
        md.tasks[1].remove(thread, task, access.tag);
    md.lock.unlock();
  }

  static void releaseTask(kmp_info_t *thread, TaskOf<Self> &task,
                          ReadyList &ready) {
    for (Edge *edge = task.scheme.oldest; edge;) {
      Edge *next = edge->next;
      CountingTracker<Self>::arrive(*edge->to, ready);
      __kmp_fast_free(thread, edge);
      edge = next;
    }
  }

  static void freeObject(kmp_info_t *thread, ObjectOf<Self> &object) {
    object.scheme.tasks[0].clear(thread);
    object.scheme.tasks[1].clear(thread);
  }
};

} // namespace ompx

#endif // OMPX_DEPEND_GRAPH_SCHEME_H
