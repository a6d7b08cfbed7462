//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A graph partitioned for a team, once: each thread runs the tasks of one lane
// in a fixed order. Before a task it waits until other lanes have got as far as
// the task's predecessors there; it reads how far each is, a number in a cache
// line of its own. So no edge costs an atomic read-modify-write, edges within a
// lane cost nothing, and a join of all tasks costs what a barrier does. Waits
// that follow from others are left out [Park 2014].
//
// A task is in the lane of the first object that it alone writes ("owner
// computes"). Two divisions are compared by how long they would take. In one
// objects get their lanes by the widest level that writes them, and tasks
// without one by their place in their level, as iterations of a loop with a
// static schedule; in the other by the construct whose tasks write them, as
// parts of an array that a wave front passes. So data stay in one core's cache.
//
// A lane is a node of a structure of its own, without edges. Whoever looks for
// work takes it as any other. One that cannot go on for long is set aside, and
// any thread that finds that it can go on takes it from there; so a replay ends
// also if a thread of the team never comes. As with a fusion, tasks that might
// wait for each other are not run so.

#ifndef OMPX_TASKGRAPH_LANES_H
#define OMPX_TASKGRAPH_LANES_H

#include "taskgraph/fusion.h"

namespace ompx {

class Lanes : public Structure {
public:
  /// That a lane has done so many steps.
  struct Progress {
    kmp_uint32 lane, steps;
  };
  struct Step {
    kmp_uint32 node;
    kmp_uint32 first_wait; // in `waits`, up to the next step's
  };
  /// How far a lane is in a replay.
  struct alignas(CACHE_LINE) State {
    std::atomic<kmp_uint32> done{0};     // steps; written by who runs it
    std::atomic<bool> is_running{false}; // by a thread, at present
  };

  kmp_uint32 count = 0;
  kmp_uint32 *first_step = nullptr; // of each lane, up to the next one's
  Step *steps = nullptr;            // the last, behind the others, is the end
  Progress *waits = nullptr;
  kmp_uint32 joins = 0; // nodes that are no steps, since they run nothing

  /// For a team of so many threads, of a graph with so short tasks. Null if
  /// that leaves fewer than two lanes, or some that wait most of the time, or
  /// without memory. Cost: O((nodes + edges) * team).
  static Lanes *create(const Graph &graph, kmp_uint32 team);
  ~Lanes();
  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *lanes) { KMP_INTERNAL_FREE(lanes); }

  /// States of all lanes, at the beginning; null without memory.
  State *makeStates() const;
  /// Which lane the step waits for now, or the number of lanes if none.
  kmp_uint32 awaitedBy(const Step &step, const State *states) const {
    for (kmp_uint32 i = step.first_wait; i != (&step)[1].first_wait; ++i)
      // mo: acquire; sees what the lane's tasks wrote; pairs with
      // Worker::runLane()
      if (states[waits[i].lane].done.load(std::memory_order_acquire) <
          waits[i].steps)
        return waits[i].lane;
    return count;
  }
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_LANES_H
