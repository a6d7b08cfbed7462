// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Archer and ThreadSanitizer find in regions. The first argument is what
// to run: "clean" has no race; in the others two tasks of one encounter access
// an object that one of them does not depend on.
#include "check.h"

constexpr int Encounters = 8, RacesAt = 6;
static Construct replays, refills, joins, unattended;
static int cells[64], blocks;
static int arrived;

/// Returns when two tasks have come here, so that they run on two threads, to
/// one after the other: ThreadSanitizer may miss what happens at once. Nothing
/// comes before anything else by that.
static void meet_other() {
  bool second = __atomic_fetch_add(&arrived, 1, __ATOMIC_RELAXED) == 1;
  for (int waited = 0; waited < 20000; ++waited) {
    if (__atomic_load_n(&arrived, __ATOMIC_RELAXED) >= 2)
      break;
    usleep(100);
  }
  usleep(second ? 20000 : 0);
}

static void touch(int *cell, int races) {
  if (races)
    meet_other();
  *cell += 1;
}

/// Where the tasks write is in the data of one replay only.
static void replayed(int races) {
  int where = races ? 1 : 0;
  MEET(replays);
#pragma omp taskgraph
  {
#pragma omp task depend(inout : cells[0]) firstprivate(where)
    touch(&cells[where], where);
#pragma omp task depend(inout : cells[1]) firstprivate(where)
    touch(&cells[1], where);
  }
}

[[gnu::noinline]] static void make(int *object, int *cell, int races) {
#pragma omp task depend(inout : *object) firstprivate(cell, races)
  touch(cell, races);
}

static void refilled(int races) {
  MEET(refills);
#pragma omp taskgraph
  {
    ++blocks;
    make(&cells[2], races ? &cells[3] : &cells[2], races);
    make(&cells[3], &cells[3], races);
  }
}

/// Ordered by joins, children, dependences of all types, and a task's own copy.
static void joined(int e) {
  MEET(joins);
#pragma omp taskgraph
  {
#pragma omp task depend(out : cells[8])
    cells[8] = cells[9] = e;
#pragma omp taskwait
    for (int i = 0; i < 6; ++i) {
#pragma omp task depend(mutexinoutset : cells[8]) firstprivate(i)
      {
        cells[8] += i++;
#pragma omp task shared(i)
        i += 1;
#pragma omp taskwait
        i += 1;
      }
    }
#pragma omp taskgroup
    {
      for (int i = 0; i < 3; ++i) {
#pragma omp task depend(inoutset : cells[9]) firstprivate(i)
        cells[10 + i] += 1;
      }
#pragma omp task depend(in : cells[9])
      cells[10] += 1;
    }
#pragma omp task
    cells[10] += 1;
#pragma omp taskwait depend(in : cells[8])
#pragma omp task
    cells[8] += 1;
#pragma omp taskloop grainsize(2)
    for (int i = 16; i < 32; ++i)
      cells[i] += 1;
#pragma omp task
    cells[17] += 1;
  }
}

/// Nobody waits for one before the next begins.
static void unwaited(int e) {
  int own[4] = {e, e, e, e};
  MEET(unattended);
#pragma omp taskgraph nogroup
  {
    ++blocks;
    for (int i = 0; i < 4; ++i) {
#pragma omp task depend(inout : cells[40 + i % 2]) firstprivate(own)
      cells[40 + i % 2] += own[i]++;
    }
  }
}

/// Their memory is used again and again.
static void ordinary() {
  static int seen[4000];
  for (int i = 0; i < 4000; ++i) {
#pragma omp task firstprivate(i)
    seen[i] = i;
  }
#pragma omp taskwait
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "clean";
  bool replay = !strcmp(what, "replay"), refill = !strcmp(what, "refill");
#pragma omp parallel
#pragma omp single
  {
    for (int e = 0; e < Encounters; ++e) {
      replayed(replay && e == RacesAt);
      refilled(refill && e == RacesAt);
      joined(e);
    }
    unwaited(0);
#pragma omp taskwait // the recording's tasks are ordinary ones
    for (int e = 1; e < Encounters; ++e)
      unwaited(e);
#pragma omp taskwait
    ordinary();
  }
  CHECK_USES(replays, Replayed, 1);
  CHECK_USES(refills, Refilled, 1);
  CHECK_USES(joins, Replayed, 1);
  CHECK_USES(unattended, Refilled, -1);
  return check_done();
}
