// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other tasks than those recorded: more, fewer, of other kinds, with other
// dependences, from some place in the block on. Every encounter makes what the
// block says now, and what comes before and behind that place stays in order.
#include "check.h"
#include <vector>

constexpr int Encounters = 60, Most = 40;
static Construct bound_region, flag_region, container_region, loop_region;
static Construct joined_loop_region, deferred_region, list_region;

/// Every so often what was learnt is forgotten: a region that keeps changing is
/// left alone for a while.
static bool fresh;

static int size_of(int e) {
  static const int sizes[] = {10, 10, 12, 7, 10, 0, 30, 30, 30, 1, 11, 11};
  return sizes[e % 12];
}

static void loop_bound(unsigned *cells, int n) {
  MEET(bound_region);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < n; ++i) {
#pragma omp task depend(inout : cells[i % 3]) firstprivate(i)
    cells[i % 3] = cells[i % 3] * 3 + i;
  }
}

static void flags(const bool *flag, unsigned *cell, int *hits) {
  MEET(flag_region);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < 12; ++i)
    if (flag[i]) {
#pragma omp task depend(inout : *cell) firstprivate(i)
      *cell = *cell * 3 + i;
#pragma omp task depend(in : *cell) firstprivate(i)
      hits[i] = *cell % 1000;
    }
}

static void container(const std::vector<int> &numbers, int *counts, int *sum) {
  MEET(container_region);
#pragma omp taskgraph graph_reset(fresh)
  for (int x : numbers) {
#pragma omp task firstprivate(x)
    __atomic_fetch_add(&counts[x], 1, __ATOMIC_RELAXED);
#pragma omp task depend(inout : *sum) firstprivate(x)
    *sum += x;
  }
}

static void loop_size(int *cells, int n, int *sum) {
  MEET(loop_region);
#pragma omp taskgraph graph_reset(fresh)
  {
#pragma omp taskgroup
    {
#pragma omp taskloop nogroup grainsize(4) firstprivate(cells)
      for (int i = 0; i < n; ++i)
        spin(20), cells[i] = i + 1;
    }
#pragma omp task firstprivate(cells, n, sum)
    for (int i = 0; i < n; ++i)
      *sum += cells[i];
  }
}

static void joined_loops(int *cells, int n, int m) {
  MEET(joined_loop_region);
#pragma omp taskgraph graph_reset(fresh)
  {
#pragma omp taskloop num_tasks(3) firstprivate(cells)
    for (int i = 0; i < n; ++i)
      cells[i] = i;
#pragma omp taskloop grainsize(2) firstprivate(cells)
    for (int i = 0; i < m; ++i)
      cells[i] += 100;
  }
}

static void sometimes_deferred(int *cell, int e) {
  MEET(deferred_region);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < 10; ++i) {
#pragma omp task depend(inout : *cell) firstprivate(i) if ((e + i) % 7 != 0)
    *cell = *cell * 2 + i;
  }
}

// A list of all kinds of steps, changed a little each time ------------------

enum Kind {
  Write,
  Read,
  ReadWrite,
  Exclusive,
  Set,
  LargeData,
  Alone,
  Fence,
  Wait,
  WaitFor,
  Group,
  Undeferred,
  Loop,
  Parent,
  Kinds
};

struct Step {
  Kind kind;
  int object, number;
};

struct State {
  unsigned cells[3], out[Most], total, held;
};

static void mix(unsigned *cell, int number) { *cell = *cell * 31 + number; }

static void child_of(unsigned *total) {
#pragma omp task firstprivate(total)
  {
    spin(200);
    __atomic_fetch_add(total, 1, __ATOMIC_RELAXED);
  }
}

static void make(const Step &step, int place, State *s) {
  unsigned *cell = &s->cells[step.object], *other = &s->cells[step.object ^ 1];
  unsigned *out = &s->out[place];
  int number = step.number;
  switch (step.kind) {
  case Write:
#pragma omp task depend(inout : *cell) firstprivate(cell, number)
    mix(cell, number);
    break;
  case Read:
#pragma omp task depend(in : *cell) firstprivate(cell, out)
    *out = *cell;
    break;
  case ReadWrite:
#pragma omp task depend(in : *other) depend(inout : *cell)                     \
    firstprivate(cell, other)
    mix(cell, *other);
    break;
  case Exclusive:
#pragma omp task depend(mutexinoutset : *cell) firstprivate(cell)
    spin(20), *cell += 1;
    break;
  case Set:
#pragma omp task depend(inoutset : *cell) firstprivate(cell)
    __atomic_fetch_add(cell, 2, __ATOMIC_RELAXED);
    break;
  case LargeData: {
    struct { // Clang takes a private copy of a large array for aligned
      int numbers[25];
    } data;
    for (int i = 0; i < 25; ++i)
      data.numbers[i] = number + i;
#pragma omp task depend(inout : *cell) firstprivate(cell, data)
    for (int &each : data.numbers) {
      mix(cell, each);
      each = -1;
    }
    break;
  }
  case Alone:
#pragma omp task firstprivate(out, number)
    *out = number + 1;
    break;
  case Fence:
#pragma omp task depend(inout : omp_all_memory) firstprivate(s)
    for (unsigned &each : s->cells)
      mix(&each, s->cells[0]);
    break;
  case Wait: {
#pragma omp taskwait
    mix(&s->cells[0], 1);
    break;
  }
  case WaitFor: {
#pragma omp taskwait depend(inout : *cell)
    mix(cell, 2);
    break;
  }
  case Group:
#pragma omp taskgroup
  {
#pragma omp task firstprivate(s)
    child_of(&s->total);
#pragma omp task depend(inout : *cell) firstprivate(cell, number)
    mix(cell, number);
  }
    mix(cell, s->total * 0);
    break;
  case Undeferred:
#pragma omp task depend(inout : *cell) firstprivate(cell, number) if (0)
    mix(cell, number);
    break;
  case Loop:
#pragma omp taskloop nogroup grainsize(1) firstprivate(s)
    for (int i = 0; i < 3; ++i)
      __atomic_fetch_add(&s->total, 1, __ATOMIC_RELAXED);
    break;
  case Parent:
#pragma omp task firstprivate(s)
  {
    child_of(&s->total);
    child_of(&s->total);
  } break;
  case Kinds:
    break;
  }
}

static void make_serially(const Step &step, int place, State *s) {
  unsigned *cell = &s->cells[step.object], *other = &s->cells[step.object ^ 1];
  switch (step.kind) {
  case Write:
  case Undeferred:
    return mix(cell, step.number);
  case Read:
    s->out[place] = *cell;
    return;
  case ReadWrite:
    return mix(cell, *other);
  case Exclusive:
    *cell += 1;
    return;
  case Set:
    *cell += 2;
    return;
  case LargeData:
    for (int i = 0; i < 25; ++i)
      mix(cell, step.number + i);
    return;
  case Alone:
    s->out[place] = step.number + 1;
    return;
  case Fence:
    for (unsigned &each : s->cells)
      mix(&each, s->cells[0]);
    return;
  case Wait:
    return mix(&s->cells[0], 1);
  case WaitFor:
    return mix(cell, 2);
  case Group:
    s->total += 1;
    mix(cell, step.number);
    return mix(cell, 0);
  case Loop:
    s->total += 3;
    return;
  case Parent:
    s->total += 2;
    return;
  case Kinds:
    return;
  }
}

static void list(const Step *steps, int count, State *s) {
  MEET(list_region);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < count; ++i)
    make(steps[i], i, s);
}

static int random_below(int limit) {
  static unsigned state = 12345;
  state = state * 1103515245 + 12345;
  return (int)(state >> 16) % limit;
}

static Step random_step() {
  return {(Kind)random_below(Kinds), random_below(2), random_below(100)};
}

/// Lists that differ from the one before by a step somewhere, an end, nothing.
static void lists() {
  Step steps[Most];
  int count = 0;
  for (int e = 0; e < 4 * Encounters; ++e) {
    switch (e % 50 == 0 ? 9 : random_below(9)) {
    case 0: // another step
      if (count > 0)
        steps[random_below(count)] = random_step();
      break;
    case 1: // one less
      count -= count > 0;
      break;
    case 2: // one more
      if (count < Most)
        steps[count++] = random_step();
      break;
    case 3: // another object
      if (count > 0)
        steps[random_below(count)].object ^= 1;
      break;
    case 9: // all
      count = 5 + random_below(Most - 5);
      for (int i = 0; i < count; ++i)
        steps[i] = random_step();
      break;
    default: // other numbers
      for (int i = 0; i < count; ++i)
        steps[i].number = random_below(100);
    }
    fresh = e % 5 == 0;
    State seen = {}, expected = {};
    list(steps, count, &seen);
    for (int i = 0; i < count; ++i)
      make_serially(steps[i], i, &expected);
    for (int i = 0; i < 3; ++i)
      CHECK_EQ("cell of a list", seen.cells[i], expected.cells[i]);
    for (int i = 0; i < count; ++i)
      CHECK_EQ("step of a list", seen.out[i], expected.out[i]);
    CHECK_EQ("total of a list", seen.total, expected.total);
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  {
    for (int e = 0; e < Encounters; ++e) {
      int n = size_of(e), m = size_of(e + 3);
      fresh = e % 6 == 0;
      unsigned cells[3] = {}, wanted[3] = {};
      loop_bound(cells, n);
      for (int i = 0; i < n; ++i)
        wanted[i % 3] = wanted[i % 3] * 3 + i;
      for (int i = 0; i < 3; ++i)
        CHECK_EQ("bound of a loop", cells[i], wanted[i]);

      bool flag[12];
      int hits[12] = {};
      unsigned cell = e, want = e;
      for (int i = 0; i < 12; ++i)
        flag[i] = (e / 4 * 5 + i * 3) % 4 != 0;
      flags(flag, &cell, hits);
      for (int i = 0; i < 12; ++i) {
        want = flag[i] ? want * 3 + i : want;
        CHECK_EQ("flag", hits[i], flag[i] ? want % 1000 : 0);
      }

      std::vector<int> numbers;
      int counts[8] = {}, sum = 0, all = 0;
      for (int i = 0; i < n; ++i)
        numbers.push_back((e / 3 + i * i) % 8);
      container(numbers, counts, &sum);
      for (int x : numbers)
        --counts[x], all += x;
      for (int count : counts)
        CHECK_EQ("number of a container", count, 0);
      CHECK_EQ("sum of a container", sum, all);

      int loop[Most] = {}, loop_sum = 0, joined[Most] = {};
      loop_size(loop, n, &loop_sum);
      CHECK_EQ("size of a taskloop", loop_sum, n * (n + 1) / 2);
      joined_loops(joined, n, m);
      for (int i = 0; i < Most; ++i)
        CHECK_EQ("two loops", joined[i], (i < n ? i : 0) + (i < m ? 100 : 0));

      int deferred = e, serial = e;
      sometimes_deferred(&deferred, e);
      for (int i = 0; i < 10; ++i)
        serial = serial * 2 + i;
      CHECK_EQ("if clause", deferred, serial);
    }
    lists();
  }
  CHECK_COUNTED(bound_region);
  CHECK_COUNTED(flag_region);
  CHECK_COUNTED(container_region);
  CHECK_COUNTED(loop_region);
  CHECK_COUNTED(joined_loop_region);
  CHECK_COUNTED(deferred_region);
  CHECK_COUNTED(list_region);
  ompx_taskgraph_counts_t seen = counts_of(&list_region);
  if (!runs_plainly() && !refills_where_it_saves()) {
    CHECK(seen.refilled > Encounters / 4);
    CHECK(seen.diverged > Encounters / 4);
  }
  return check_done();
}
