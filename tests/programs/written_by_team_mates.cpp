// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Another thread of the team writes a variable while a region runs; a task that
// waits for an atomic flag is all that orders the write before the block's read
// behind a taskwait. The block sees what was written, at every encounter.
#include "check.h"
#include <atomic>

constexpr int Rounds = 12;
static Construct regions[4];

namespace {

/// Lets a thread write while the block of another one waits for its tasks.
class Gate {
  std::atomic<int> state{0}; // 1 while the block waits, 2 once it may go on

  void await(int wanted) const {
    while (state.load(std::memory_order_acquire) != wanted)
      ;
  }

public:
  /// Of a task of the block.
  void hold() {
    state.store(1, std::memory_order_release);
    await(2);
  }
  /// Of the thread that writes.
  void beginWrite() const { await(1); }
  void endWrite() { state.store(2, std::memory_order_release); }
};

} // namespace

static int valueOf(int round) { return round * round % 7 + 1; }

/// What was written last is there when the next encounter begins.
static int assigned(int round) {
  int n = valueOf(round - 1), seen = 0;
  Gate gate;
#pragma omp parallel num_threads(2) shared(n, seen, gate)
  {
    if (omp_get_thread_num() == 0) {
      MEET(regions[0]);
#pragma omp taskgraph
      {
#pragma omp task shared(gate)
        gate.hold();
#pragma omp taskwait
        int twice = n * 2;
#pragma omp task shared(seen) firstprivate(twice)
        seen = twice;
      }
    } else {
      gate.beginWrite();
      n = valueOf(round);
      gate.endWrite();
    }
  }
  return seen;
}

/// The same with another way to write, and a copy that the task makes.
static int added_to(int round) {
  int n = valueOf(round - 1), seen = 0;
  Gate gate;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      MEET(regions[1]);
#pragma omp taskgraph
      {
#pragma omp task shared(gate)
        gate.hold();
#pragma omp taskwait
#pragma omp task shared(seen) firstprivate(n)
        seen = n;
      }
    } else {
      gate.beginWrite();
      n -= valueOf(round - 1);
      for (int i = 0; i < valueOf(round); ++i)
        ++n;
      gate.endWrite();
    }
  }
  return seen;
}

struct Pair {
  int first, second;
};

/// A whole object, in the inner one of two teams.
static int copied_over(int round) {
  Pair n = {valueOf(round - 1), 1}, next = {valueOf(round), 2};
  int seen = 0;
  Gate gate;
#pragma omp parallel num_threads(1) shared(n)
#pragma omp parallel num_threads(2) shared(n)
  {
    if (omp_get_thread_num() == 0) {
      MEET(regions[2]);
#pragma omp taskgraph
      {
#pragma omp task shared(gate)
        gate.hold();
#pragma omp taskwait
        int twice = n.first * 2;
#pragma omp task shared(seen) firstprivate(twice)
        seen = twice;
      }
    } else {
      gate.beginWrite();
      n = next;
      gate.endWrite();
    }
  }
  return seen;
}

/// A variable that each thread has of its own is not the one that is read.
static int private_copies(int round) {
  int n = valueOf(round), seen = 0;
#pragma omp parallel num_threads(2) firstprivate(n)
  {
    if (omp_get_thread_num() == 0) {
      MEET(regions[3]);
#pragma omp taskgraph graph_id(n)
      {
#pragma omp task
        spin(100);
#pragma omp taskwait
        int twice = n * 2;
#pragma omp task shared(seen) firstprivate(twice)
        seen = twice;
      }
    } else {
      n = -1;
    }
  }
  return seen;
}

int main() {
  omp_set_max_active_levels(2);
  for (int round = 1; round <= Rounds; ++round) {
    CHECK_EQ("after an assignment", assigned(round), valueOf(round) * 2);
    CHECK_EQ("after additions", added_to(round), valueOf(round));
    CHECK_EQ("of an object", copied_over(round), valueOf(round) * 2);
    CHECK_EQ("of private copies", private_copies(round), valueOf(round) * 2);
  }
  for (int i = 0; i < 3; ++i)
    CHECK_USES(regions[i], Refilled, 1);
  CHECK_USES(regions[3], Replayed, 4);
  return check_done();
}
