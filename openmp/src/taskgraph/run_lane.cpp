//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// How a thread runs a lane, and waits for others; see lanes.h.

#include "taskgraph/worker.h"

namespace ompx {

/// Runs a lane's steps, until all have run, it waits for long, or somebody
/// waits for this thread to come back.
void Worker::runLane(Instance &from, NodeRef ref) {
  const Lanes &lanes = *from.lanes;
  Lanes::State &state = from.lane_states[ref.number()];
  const Lanes::Step *steps = lanes.steps + lanes.first_step[ref.number()];
  const Lanes::Step *end = lanes.steps + lanes.first_step[ref.number() + 1];
  // mo: relaxed; a hint
  state.is_running.store(true, std::memory_order_relaxed);
  // mo: relaxed; written by the thread that queued the lane
  const Lanes::Step *step = steps + state.done.load(std::memory_order_relaxed);
  for (kmp_uint32 ran = 1;; ++ran) {
    if (!waitForLanes(from, *step)) {
      // mo: relaxed; a hint
      state.is_running.store(false, std::memory_order_relaxed);
      return own->setAside(Item::ofNode(ref));
    }
    runOne(from, step->node);
    ++step;
    ++completed;
    // mo: release; publishes what the step's task wrote; pairs with
    // Lanes::awaitedBy()
    state.done.store(kmp_uint32(step - steps), std::memory_order_release);
    if (step == end)
      break;
    if ((wait->one_task || ran % ChainLength == 0) &&
        (mustStop() || priorityWaits())) {
      // mo: relaxed; a hint
      state.is_running.store(false, std::memory_order_relaxed);
      return push(Item::ofNode(ref));
    }
  }
  if (ref.number() == 0)
    completed += lanes.joins;
}

/// Until a step may run. Returns false if that takes long, so that the thread
/// had better look for other work, among it the lanes that nobody runs.
bool Worker::waitForLanes(const Instance &from, const Lanes::Step &step) {
  // In cycles: what it takes a thread to notice its lane; and more than most
  // tasks that are run in lanes.
  constexpr kmp_uint64 Short = 1 << 14, Long = 1 << 19;
  const Lanes &lanes = *from.lanes;
  kmp_uint64 began = 0;
  for (;;) {
    kmp_uint32 awaited = lanes.awaitedBy(step, from.lane_states);
    if (awaited == lanes.count)
      return !from.awaitsDescendants(from.graph->nodes[step.node]);
    if (KMP_OVERSUBSCRIBED)
      return false;
    kmp_uint64 now = KMP_NOW();
    if (began == 0)
      began = now;
    // mo: relaxed; a hint
    bool is_running =
        from.lane_states[awaited].is_running.load(std::memory_order_relaxed);
    if (now - began > (is_running ? Long : Short))
      return false;
    KMP_CPU_PAUSE();
  }
}

} // namespace ompx
