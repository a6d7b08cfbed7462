// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check_differences CASE: a region whose block takes a value from a function
// that is declared to be one of its arguments and is not, so that the compiler
// proves what does not hold. A third encounter, where that value is another, is
// not what a replay would be; OMPX_TASKGRAPH=check says where.
#include "check_differences.h"

static long x[8], seen;
static Construct region;

static void data() {
  MEET(region);
#pragma omp taskgraph
  {
    int value = hidden(1);
#pragma omp task firstprivate(value)
    x[0] += value;
  }
}

static void data_beside_saved() {
  static int encounters;
  int kept = ++encounters;
  MEET(region);
#pragma omp taskgraph
  {
    int copy = hidden(1);
#pragma omp task firstprivate(saved : kept)
    seen = kept;
#pragma omp task firstprivate(copy)
    x[0] += copy;
  }
  CHECK_EQ("a saved value", seen, runs_plainly() ? encounters : 1);
}

/// In this task the saved value lies beside the other.
static void data_of_a_loop_beside_saved() {
  static int encounters;
  int kept[3] = {++encounters, 2, 3};
  MEET(region);
#pragma omp taskgraph
  {
    int copy = hidden(1);
#pragma omp taskloop firstprivate(saved : kept) firstprivate(copy)             \
    num_tasks(2) shared(x, seen)
    for (int i = 0; i < 4; ++i) {
      x[i] += copy;
      if (i == 3)
        seen = kept[0];
    }
  }
  CHECK_EQ("a saved value", seen, runs_plainly() ? encounters : 1);
}

/// What is saved may be another value: that is what it is for.
static void saved() {
  static int encounters;
  int kept = ++encounters;
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp task firstprivate(saved : kept) depend(out : seen)
    seen = kept;
#pragma omp task depend(inout : seen)
    seen *= 10;
#pragma omp taskloop firstprivate(saved : kept) num_tasks(2)
    for (int i = 0; i < 4; ++i)
      x[i] = kept;
  }
  int from = runs_plainly() ? encounters : 1;
  CHECK_EQ("a saved value", seen, 10 * from);
  CHECK_EQ("saved for a loop", x[0] + x[3], 2 * from);
}

static void variable() {
  int last = 0;
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < 3; ++i) {
#pragma omp task firstprivate(i)
      x[i] += i;
    }
    last = hidden(1);
  }
  x[4] += last;
}

static void more_tasks() {
  MEET(region);
#pragma omp taskgraph
  for (int i = 0; i < hidden(1); ++i) {
#pragma omp task firstprivate(i)
    x[i] += i;
  }
}

static void fewer_tasks() {
  MEET(region);
#pragma omp taskgraph
  for (int i = 0; i < 6 - hidden(1); ++i) {
#pragma omp task firstprivate(i)
    x[i] += i;
  }
}

static void order() {
  MEET(region);
#pragma omp taskgraph
  {
    if (hidden(1) == 1) {
#pragma omp taskwait
    }
#pragma omp task
    x[0] += 1;
#pragma omp task
    x[1] += 1;
  }
}

static void dependences() {
  MEET(region);
#pragma omp taskgraph
  {
    int at = hidden(1);
#pragma omp task depend(out : x[1])
    x[1] += 1;
#pragma omp task depend(out : x[2])
    x[2] += 1;
#pragma omp task depend(inout : x[at])
    seen = 1;
  }
}

static void objects() {
  MEET(region);
#pragma omp taskgraph
  {
    int at = hidden(1);
#pragma omp task depend(out : x[at])
    seen = 1;
#pragma omp task depend(inout : x[at])
    seen = 2;
  }
}

static void other_task() {
  MEET(region);
#pragma omp taskgraph
  if (hidden(1) == 1) {
#pragma omp task
    x[0] += 1;
  } else {
#pragma omp task
    x[1] += 1;
  }
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*encounter)();
  } cases[] = {{"data", data},
               {"data_beside_saved", data_beside_saved},
               {"data_of_a_loop_beside_saved", data_of_a_loop_beside_saved},
               {"saved", saved},
               {"variable", variable},
               {"more_tasks", more_tasks},
               {"fewer_tasks", fewer_tasks},
               {"order", order},
               {"dependences", dependences},
               {"objects", objects},
               {"other_task", other_task}};
#pragma omp parallel
#pragma omp single
  for (const auto &one : cases)
    if (argc > 1 && !strcmp(argv[1], one.name))
      for (hidden_value = 1; hidden_value < 3; ++hidden_value)
        for (int again = 0; again < 2; ++again)
          one.encounter();
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
