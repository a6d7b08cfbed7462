// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions whose graphs a later run finds with OMPX_TASKGRAPH_CACHE. Prints what
// became of each; the arguments are the number of tasks and of encounters.
#include "kept_graphs.h"
#include "check.h"

static Construct called, proved, by_id, saved, joins;
static int tasks = 8;
static long cells[Most], sums[Most], ids[3], saved_seen, ran, joined;

/// Each cell after its neighbour, and all but one at a time in the last.
static __attribute__((noinline)) void make_tasks() {
  for (int i = 0; i < tasks; ++i) {
#pragma omp task depend(inout : cells[i]) depend(in : cells[(i + 1) % tasks])  \
    firstprivate(i)
    cells[i] += i;
  }
  for (int i = 0; i < tasks; ++i) {
#pragma omp task depend(mutexinoutset : sums[0], sums[1])                      \
    depend(in : cells[i]) firstprivate(i) priority(i)
    sums[0] += cells[i], ++sums[1];
  }
}

static __attribute__((noinline)) void make_joins() {
  long sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < tasks; ++i) {
#pragma omp task in_reduction(+ : sum)
    sum += 1;
  }
#pragma omp task depend(inout : sum) shared(sum)
  sum += 10;
#pragma omp taskwait depend(in : sum)
#pragma omp taskloop num_tasks(2)
  for (int i = 0; i < tasks; ++i)
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
#pragma omp task if (0) shared(sum)
  sum += 100;
#pragma omp task depend(in : sum) shared(sum)
  __atomic_fetch_add(&ran, sum, __ATOMIC_RELAXED);
#pragma omp taskwait
  joined += sum;
}

static void print(const char *name, const Construct &construct) {
  ompx_taskgraph_counts_t n = counts_of(&construct);
  printf("%s: %d recorded %d replayed %d refilled %d diverged %d plain\n", name,
         int(n.recorded), int(n.replayed), int(n.refilled), int(n.diverged),
         int(n.plain));
}

int main(int argc, char **argv) {
  if (argc > 1)
    tasks = atoi(argv[1]);
  int encounters = argc > 2 ? atoi(argv[2]) : 5;
  long expected[Most] = {}, expected_sum = 0;
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= encounters; ++e) {
    MEET(called);
#pragma omp taskgraph
    make_tasks();
    for (int i = 0; i < tasks; ++i)
      expected_sum += expected[i] += i;
    CHECK_EQ("sum over all encounters", sums[0], expected_sum);
    CHECK_EQ("number of them", sums[1], long(e) * tasks);

    MEET(proved);
#pragma omp taskgraph
    for (int i = 0; i < tasks; ++i) {
#pragma omp task depend(inout : sums[2])
      sums[2] += 1;
    }
    CHECK_EQ("proved", sums[2], long(e) * tasks);

    for (int id = 0; id < 3; ++id) {
      MEET(by_id);
#pragma omp taskgraph graph_id(id)
      make_in_library(&ids[id], id + 1);
      CHECK_EQ("made by a library", ids[id], long(e) * (id + 1));
    }

    long value = e;
    MEET(saved);
#pragma omp taskgraph
    {
#pragma omp task firstprivate(saved : value)
      saved_seen = value;
      make_in_library(&ids[0], 0);
    }
    CHECK_EQ("the first value of this run", saved_seen, 1);

    MEET(joins);
#pragma omp taskgraph
    make_joins();
    CHECK_EQ("joined", joined, e * (tasks + 110L));
    CHECK_EQ("ran", ran, e * (tasks + tasks + 110L));
  }
  print("called", called);
  print("proved", proved);
  print("by_id", by_id);
  print("saved", saved);
  print("joins", joins);
  return check_done();
}
