//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The hypergraph scheme [Vandierendonck 2013, section 4.2, figure 3]: one edge
// from each generation of an object to the next. A generation counts its
// unfinished tasks; the last to end wakes those of the next one that wait.
//
// Issue and release: O(1) for each access, amortised over a generation; two
// locks to issue while an older generation is unfinished, else one.
//
// Differs: Figure 3 counts an edge before it tests whether the previous
// generation still has tasks; nobody would ever follow that edge then. It is
// counted here only if there are. A previous generation found without tasks is
// forgotten at once, which spares later tasks its lock. Generations are freed,
// of which the paper says nothing: by whoever sees that one has no unfinished
// task and that its object has forgotten it. An older generation that names it
// as its next has no unfinished task then, either, so it will not follow that.

#ifndef OMPX_DEPEND_HYPERGRAPH_SCHEME_H
#define OMPX_DEPEND_HYPERGRAPH_SCHEME_H

#include "depend/scheme.h"

namespace ompx {

/// The waiting tasks of a generation, in a list with nodes of its own.
struct AllocatedWaiters {
  struct Node {
    TrackedTask *task;
    Node *next;
  };
  struct Tag {};
  static Node *makeNode(kmp_info_t *thread, Tag &) {
    return static_cast<Node *>(__kmp_fast_allocate(thread, sizeof(Node)));
  }
  static void freeNode(kmp_info_t *thread, Node *node) {
    __kmp_fast_free(thread, node);
  }
};

/// The same, linked through their accesses' tags.
struct EmbeddedWaiters {
  struct Node {
    TrackedTask *task;
    Node *next;
  };
  using Tag = Node;
  static Node *makeNode(kmp_info_t *, Tag &tag) { return &tag; }
  static void freeNode(kmp_info_t *, Node *) {}
};

template <typename Nodes> struct HypergraphScheme {
  using Self = HypergraphScheme;
  using Node = typename Nodes::Node;
  struct Generation {
    // Guards the rest. Taken from older to younger generations.
    SpinLock lock;
    bool kept = true; // the object refers to it
    std::atomic<kmp_uint32> unfinished{0};
    Generation *next = nullptr; // null until tasks wait there
    Node *first = nullptr;      // tasks that wait for the previous generation
    Node **end = &first;
  };
  struct Tag {
    Generation *generation;
    typename Nodes::Tag node;
  };
  struct Task {};
  struct Object { // for the issuing thread alone
    Generation *previous = nullptr;
    Generation *current = nullptr;
    AccessType type = AccessType::None; // of the current one
  };

  static kmp_int32 issue(const IssueContext &context, ObjectOf<Self> &object,
                         AccessOf<Self> &access, TaskOf<Self> &task) {
    Object &md = object.scheme;
    if (!md.current || (!joins(access.type, md.type) &&
                        // mo: relaxed; its lock is taken below
                        md.current->unfinished.load(std::memory_order_relaxed)))
      startGeneration(context.thread, md);
    md.type = access.type;
    Generation *previous = md.previous;
    Generation *current = md.current;
    access.tag.generation = current;

    bool waits = false;
    if (previous) {
      previous->lock.lock();
      // mo: relaxed; under the lock
      waits = previous->unfinished.load(std::memory_order_relaxed) > 0;
    }
    current->lock.lock();
    // mo: relaxed; under the lock
    current->unfinished.fetch_add(1, std::memory_order_relaxed);
    if (waits) {
      Node *node = Nodes::makeNode(context.thread, access.tag.node);
      *node = {&task, nullptr};
      *current->end = node;
      current->end = &node->next;
      previous->next = current;
    }
    current->lock.unlock();
    if (previous) {
      previous->lock.unlock();
      if (!waits)
        forget(context.thread, md.previous);
    }
    return waits;
  }

  static void startGeneration(kmp_info_t *thread, Object &md) {
    if (md.previous)
      forget(thread, md.previous);
    md.previous = md.current;
    md.current =
        ::new (__kmp_fast_allocate(thread, sizeof(Generation))) Generation;
  }

  /// The object no longer refers to a generation.
  static void forget(kmp_info_t *thread, Generation *&reference) {
    Generation *generation = reference;
    reference = nullptr;
    generation->lock.lock();
    generation->kept = false;
    // mo: relaxed; under the lock
    bool unused = !generation->unfinished.load(std::memory_order_relaxed);
    generation->lock.unlock();
    if (unused)
      __kmp_fast_free(thread, generation);
  }

  static void release(kmp_info_t *thread, ObjectOf<Self> &,
                      AccessOf<Self> &access, TaskOf<Self> &,
                      ReadyList &ready) {
    Generation *generation = access.tag.generation;
    generation->lock.lock();
    // mo: relaxed; under the lock
    bool last =
        generation->unfinished.fetch_sub(1, std::memory_order_relaxed) == 1;
    if (last && generation->next)
      wake(thread, *generation->next, ready);
    bool unused = last && !generation->kept;
    generation->lock.unlock();
    if (unused)
      __kmp_fast_free(thread, generation);
  }

  static void wake(kmp_info_t *thread, Generation &generation,
                   ReadyList &ready) {
    generation.lock.lock();
    for (Node *node = generation.first; node;) {
      TrackedTask *task = node->task;
      Node *next = node->next; // read before the task may end
      Nodes::freeNode(thread, node);
      CountingTracker<Self>::arrive(*task, ready);
      node = next;
    }
    generation.first = nullptr;
    generation.end = &generation.first;
    generation.lock.unlock();
  }

  static void releaseTask(kmp_info_t *, TaskOf<Self> &, ReadyList &) {}

  static void freeObject(kmp_info_t *thread, ObjectOf<Self> &object) {
    Object &md = object.scheme;
    if (md.previous)
      forget(thread, md.previous);
    if (md.current)
      forget(thread, md.current);
  }
};

} // namespace ompx

#endif // OMPX_DEPEND_HYPERGRAPH_SCHEME_H
