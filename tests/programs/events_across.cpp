// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A detachable task from before a region, whose event is fulfilled in it: by
// one of its tasks, or by the block. Nobody may wait for the task before the
// region has begun, as its tasks with the same dependence must.
#include "check.h"

constexpr int Encounters = 12;
static Construct by_task, by_block, behind_taskwait, without_group;
static int x, y;

static void fulfilled_by_task(int e) {
  omp_event_handle_t event = omp_event_handle_t();
#pragma omp task detach(event) depend(out : x) firstprivate(e)
  x = e;
  MEET(by_task);
#pragma omp taskgraph
  {
#pragma omp task firstprivate(event)
    omp_fulfill_event(event);
#pragma omp task depend(in : x) depend(out : y)
    y = x + 1;
  }
  CHECK_EQ("fulfilled by a task", y, e + 1);
}

static void fulfilled_by_block(int e) {
  omp_event_handle_t event = omp_event_handle_t();
#pragma omp task detach(event) depend(out : x) firstprivate(e)
  x = e;
  MEET(by_block);
#pragma omp taskgraph
  {
#pragma omp task depend(in : x) depend(out : y)
    y = x + 2;
    omp_fulfill_event(event);
  }
  CHECK_EQ("fulfilled by the block", y, e + 2);
}

static void fulfilled_before_taskwait(int e) {
  omp_event_handle_t event = omp_event_handle_t();
#pragma omp task detach(event) firstprivate(e)
  x = e;
  MEET(behind_taskwait);
#pragma omp taskgraph
  {
#pragma omp task firstprivate(event)
    omp_fulfill_event(event);
#pragma omp taskwait
#pragma omp task
    y = x + 3;
  }
  CHECK_EQ("fulfilled before a taskwait", y, e + 3);
}

static void fulfilled_behind(int e) {
  omp_event_handle_t event = omp_event_handle_t();
#pragma omp task detach(event) depend(out : x) firstprivate(e)
  x = e;
  MEET(without_group);
#pragma omp taskgraph nogroup
  {
#pragma omp task depend(in : x) depend(out : y)
    y = x + 4;
  }
  omp_fulfill_event(event);
#pragma omp taskwait
  CHECK_EQ("fulfilled behind the region", y, e + 4);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    fulfilled_by_task(e);
    fulfilled_by_block(e);
    fulfilled_before_taskwait(e);
    fulfilled_behind(e);
  }
  CHECK_COUNTED(by_task);
  CHECK_COUNTED(by_block);
  CHECK_COUNTED(behind_taskwait);
  CHECK_COUNTED(without_group);
  return check_done();
}
