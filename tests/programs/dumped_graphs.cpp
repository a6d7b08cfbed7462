// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs for OMPX_TASKGRAPH_DUMP: one of random dependences, which the program
// prints task by task, and one with every other kind of node. The argument is
// the seed.
#include "check.h"

constexpr int Tasks = 60, Objects = 7, MostItems = 3;
static int objects[Objects], ran;

struct Item {
  int kind, object;
};
static const char *const names[] = {"in", "inout", "mutexinoutset", "inoutset",
                                    "all"};

static unsigned random_state;
static int below(int limit) {
  random_state = random_state * 1103515245u + 12345u;
  return int((random_state >> 16) % unsigned(limit));
}

static void set(omp_depend_t &depobj, const Item &item) {
  int *object = &objects[item.object];
  if (item.kind == 0) {
#pragma omp depobj(depobj) depend(in : *object)
  } else if (item.kind == 1) {
#pragma omp depobj(depobj) depend(inout : *object)
  } else if (item.kind == 2) {
#pragma omp depobj(depobj) depend(mutexinoutset : *object)
  } else {
#pragma omp depobj(depobj) depend(inoutset : *object)
  }
}

static void task(const Item *items, int count) {
  if (items[0].kind == 4) {
#pragma omp task depend(inout : omp_all_memory)
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
    return;
  }
  omp_depend_t o[MostItems];
  for (int i = 0; i < count; ++i)
    set(o[i], items[i]);
  if (count == 1) {
#pragma omp task depend(depobj : o[0])
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  } else if (count == 2) {
#pragma omp task depend(depobj : o[0], o[1])
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  } else {
#pragma omp task depend(depobj : o[0], o[1], o[2])
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  }
}

static void random_tasks(unsigned seed, bool print) {
  random_state = seed;
  for (int t = 0; t < Tasks; ++t) {
    Item items[MostItems];
    int count = below(MostItems + 1);
    bool all = below(20) == 0;
    for (int i = 0; i < count; ++i)
      items[i] = {below(4), below(Objects)};
    if (all)
      items[0] = {4, 0}, count = 1;
    if (print) {
      printf("task");
      for (int i = 0; i < count; ++i)
        printf(" %s %d", names[items[i].kind], items[i].object);
      printf("\n");
    }
    if (count) {
      task(items, count);
      continue;
    }
#pragma omp task
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  }
}

int main(int argc, char **argv) {
  unsigned seed = argc > 1 ? unsigned(atoi(argv[1])) : 1;
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < 2; ++e) {
#pragma omp taskgraph graph_id(-5)
    random_tasks(seed, e == 0);
#pragma omp taskgraph
    {
#pragma omp task priority(2)
      __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
#pragma omp taskwait
#pragma omp task if (0)
      ++ran;
      int sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
      {
#pragma omp task in_reduction(+ : sum)
        sum += 1;
      }
      CHECK_EQ("sum", sum, 1);
#pragma omp taskloop num_tasks(2) nogroup
      for (int i = 0; i < 2; ++i)
        __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
    }
  }
  CHECK_EQ("tasks", ran, 2 * (Tasks + 4));
  return check_done();
}
