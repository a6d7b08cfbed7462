// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tool is attached, which expects to be told of every task that is made: the
// region runs as ordinary tasks, and the tool sees them all.
#include "check.h"
#include <omp-tools.h>

constexpr int Tasks = 6, Encounters = 10;
static int ran, made;
static Construct region;

static void count_task(ompt_data_t *, const ompt_frame_t *, ompt_data_t *,
                       int flags, int, const void *) {
  if (flags & ompt_task_explicit)
    __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED);
}

static int initialize(ompt_function_lookup_t lookup, int, ompt_data_t *) {
  auto set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_task_create, (ompt_callback_t)count_task);
  return 1;
}

static void finalize(ompt_data_t *) {}

extern "C" ompt_start_tool_result_t *ompt_start_tool(unsigned, const char *) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return &result;
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e) {
    MEET(region);
#pragma omp taskgraph
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task
      __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
    }
    CHECK_EQ("tasks run", ran, Tasks * e);
    CHECK_EQ("tasks that the tool saw", made, Tasks * e);
  }
  CHECK_USES(region, Plain, 0);
  return check_done();
}
