// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ompx_get_taskgraph_counts() and the summary: constructs are found by the end
// of the file's name and by the line, those that were never met are not there,
// and each encounter is counted as what it came to.
#include "check.h"

constexpr int Encounters = 20;
static int ran;
static Construct with_tasks, growing, switched_off, never_met;

static void met(int tasks) {
  MEET(with_tasks);
#pragma omp taskgraph
  for (int i = 0; i < 8; ++i) {
#pragma omp task
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  }
  MEET(growing);
#pragma omp taskgraph
  for (int i = 0; i < tasks; ++i) {
#pragma omp task
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  }
  MEET(switched_off);
#pragma omp taskgraph if (0)
  {
#pragma omp task
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  }
}

static __attribute__((noinline)) void not_met() {
  MEET(never_met);
#pragma omp taskgraph
  {
#pragma omp task
    ++ran;
  }
}

static unsigned long long sum(const ompx_taskgraph_counts_t &c) {
  return c.recorded + c.replayed + c.refilled + c.diverged + c.plain;
}

static void check_none(const char *file, int line) {
  ompx_taskgraph_counts_t seen = {1, 2, 3, 4, 5};
  CHECK_EQ("no such construct", ompx_get_taskgraph_counts(file, line, &seen),
           0);
  CHECK_EQ("nothing counted", sum(seen), 0);
}

int main(int argc, char **) {
  check_none(nullptr, 0);
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    met(e + 1);
    if (argc > 9)
      not_met();
  }
  CHECK_EQ("tasks", ran, Encounters * 9 + Encounters * (Encounters + 1) / 2);

  ompx_taskgraph_counts_t seen;
  CHECK_EQ("all constructs", ompx_get_taskgraph_counts(nullptr, 0, &seen), 3);
  CHECK_EQ("all encounters", sum(seen), 3 * Encounters);
  CHECK_EQ("of a file", ompx_get_taskgraph_counts("counts.cpp", 0, &seen), 3);
  CHECK_EQ("encounters of a file", sum(seen), 3 * Encounters);
  CHECK_EQ("of a whole name", ompx_get_taskgraph_counts(__FILE__, 0, &seen), 3);
  CHECK_EQ("of a line alone",
           ompx_get_taskgraph_counts(nullptr, growing.line, &seen), 1);
  CHECK_EQ("encounters of a line", sum(seen), Encounters);
  check_none("ounts.cp", 0);
  check_none("check.h", 0);
  check_none("some/path/counts.cpp/" __FILE__, 0);
  check_none("counts.cpp", growing.line + 1);
  check_none("other.cpp", growing.line);
  check_none("counts.cpp", -1);

  CHECK_USES(with_tasks, Replayed, 1);
  CHECK_USES(switched_off, Plain, 0);
  CHECK_COUNTED(growing);
  seen = counts_of(&growing);
  if (!runs_plainly())
    CHECK_EQ("more tasks than recorded",
             PROVED ? seen.recorded > 1 : seen.diverged + seen.plain > 1, 1);
  return check_done();
}
