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
// computes"), so that data stay in one core's cache. Objects get their lanes in
// two ways. By level: the widest level that writes an object decides, and tasks
// without one go by their place in their level, as iterations of a loop with a
// static schedule. By type: the objects that the tasks of one construct write
// are divided as an array, as a wave front that passes it wants it.
//
// A lane is a node of a structure of its own, without edges. A thread that
// looks for work takes a lane like any other node. A lane that cannot go on for
// long is set aside, and any thread that finds it able to go on takes it. So a
// replay ends even if a thread of the team never comes. As with a fusion, tasks
// that might wait for each other are not run in lanes.

#ifndef OMPX_TASKGRAPH_LANES_H
#define OMPX_TASKGRAPH_LANES_H

#include "taskgraph/structure.h"

namespace ompx {

class Graph;

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

  enum Division { ByLevel, ByType, DivisionCount };

  kmp_uint32 count = 0;
  kmp_uint32 *first_step = nullptr; // of each lane, up to the next one's
  Step *steps = nullptr;            // the last, behind the others, is the end
  Progress *waits = nullptr;
  kmp_uint32 joins = 0; // nodes that are no steps, since they run nothing

  /// For a team of so many threads. Null if there are fewer than two lanes, one
  /// has more than twice its share, or without memory. Cost: O(nodes * log
  /// nodes + (nodes + edges) * team).
  static Lanes *create(const Graph &graph, kmp_uint32 team, Division division);
  ~Lanes();
  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *lanes) { KMP_INTERNAL_FREE(lanes); }

  /// Whether others have the same tasks in the same lanes.
  bool equals(const Lanes &other) const;
  /// States of so many lanes, at the beginning; null without memory.
  static State *makeStates(kmp_uint32 count);
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
