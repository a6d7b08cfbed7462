// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// taskwait with depend in the region orders what comes after it, on replay too,
// where the block does not run to wait: without nowait and with it.
#include "check.h"

constexpr int Encounters = 40;
static int a, b, c, now;
static Construct wait_region, nowait_region, bare_region;

static void waiting() {
  a = b = c = 0;
  MEET(wait_region);
#pragma omp taskgraph
  {
#pragma omp task depend(out : a)
    spin(20000), a = now;
#pragma omp task depend(out : b)
    b = now;
#pragma omp taskwait depend(in : a)
#pragma omp task
    CHECK_EQ("made after the taskwait", a, now), c = a + 1;
  }
  CHECK_EQ("end", b + c, 2 * now + 1);
}

static void not_waiting() {
  a = b = c = 0;
  MEET(nowait_region);
#pragma omp taskgraph
  {
#pragma omp task depend(out : a)
    spin(20000), a = now;
#pragma omp taskwait depend(inout : a, b) nowait
#pragma omp task depend(in : b)
    CHECK_EQ("ordered through the taskwait", a, now), c = a + 1;
  }
  CHECK_EQ("end", c, now + 1);
}

static void bare() {
  a = b = c = 0;
  MEET(bare_region);
#pragma omp taskgraph
  {
#pragma omp task
    spin(20000), a = now;
#pragma omp task
    b = now;
#pragma omp taskwait
#pragma omp task
    CHECK_EQ("after a bare taskwait", a + b, 2 * now), c = now;
#pragma omp taskwait
#pragma omp taskwait
#pragma omp task
    CHECK_EQ("after the next one", c, now), c = now + 1;
  }
  CHECK_EQ("end", c, now + 1);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (now = 1; now <= Encounters; ++now)
    waiting(), not_waiting(), bare();
  CHECK_USES(wait_region, Replayed, 1);
  CHECK_USES(nowait_region, Replayed, 1);
  CHECK_USES(bare_region, Replayed, 1);
  return check_done();
}
