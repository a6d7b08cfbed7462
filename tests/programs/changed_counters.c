// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that change variables of the function around them, as programs do that
// declare everything at its beginning: counters of loops, offsets, sums. A
// replay leaves in them what the block would have left, and its tasks have what
// it would have given them.
#include "check.h"

enum { Encounters = 24, N = 12 };
static Construct regions[16];
static long grid[N][N], cells[N][N], tables[2][N];

/// The blocks do not always make as many tasks.
#define USES(construct, records)                                               \
  do {                                                                         \
    if (PROVED)                                                                \
      CHECK_USES(construct, Replayed, records);                                \
    else                                                                       \
      CHECK_COUNTED(construct);                                                \
  } while (0)

/// Counters that the caller reads afterwards; one that an inner loop leaves.
static void counters(int n, int side) {
  int i, j, k = -1, before;
  before = side;
  MEET(regions[0]);
#pragma omp taskgraph
  {
    for (i = 0; i < n; i++) {
      for (j = i; j < n; j += side) {
#pragma omp task firstprivate(i, j) depend(inout : grid[i][j])
        grid[i][j] += 100 * i + j;
        k = j;
      }
    }
  }
  CHECK_EQ("outer counter", i, n);
  CHECK_EQ("inner counter", j, n - 1 + side);
  CHECK_EQ("what an iteration left", k, n - 1);
  CHECK_EQ("a variable beside them", side, before);
}

/// A sum that begins anew, over values that are inputs.
static long sum_anew(const long *x, int n) {
  int i;
  long sum = 77, sums[N];
  MEET(regions[1]);
#pragma omp taskgraph
  {
    sum = 0;
    for (i = 0; i < n; i++) {
      sum += x[i];
#pragma omp task firstprivate(sum, i) shared(sums)
      sums[i] = sum;
    }
  }
  for (i = 0; i < n; i++)
    sum += sums[i];
  return sum;
}

/// A sum that goes on from what it was.
static double sum_on(double sum, const long *x, int n) {
  int i;
  double start = sum;
  MEET(regions[2]);
#pragma omp taskgraph
  for (i = 0; i < n; i++) {
    sum += x[i];
#pragma omp task firstprivate(i)
    cells[1][i] += i;
  }
  CHECK_EQ("counter", i, n);
  return sum - start;
}

/// Changed on some ways through the block only, or not at all.
static int perhaps(int way) {
  int number = -1, last;
  MEET(regions[3]);
#pragma omp taskgraph
  {
    if (way == 1)
      number = 10;
    else if (way == 2)
      number += 3;
    last = number;
    if (way < 3) {
#pragma omp task firstprivate(number)
      cells[2][0] += number;
    }
  }
  return number * 100 + last;
}

/// A pointer that walks, an offset of unequal steps.
static long walk(const long *x, int n) {
  const long *at = x;
  long result = 0, parts[N];
  int offset, length, part;
  MEET(regions[4]);
#pragma omp taskgraph
  {
    offset = 0;
    for (part = 0; offset < n; ++part) {
      length = part % 3 + 1;
      if (length > n - offset)
        length = n - offset;
#pragma omp task firstprivate(at, length, part) shared(parts)
      {
        int k;
        parts[part] = 0;
        for (k = 0; k < length; ++k)
          parts[part] += at[k];
      }
      at += length;
      offset += length;
    }
  }
  CHECK_EQ("offset", offset, n);
  CHECK_EQ("pointer", at - x, n);
  while (part-- > 0)
    result = result * 3 + parts[part];
  return result;
}

static long walked(const long *x, int n) {
  long parts[N], result = 0;
  int part = 0, offset = 0;
  for (; offset < n; ++part) {
    int length = part % 3 + 1, k;
    parts[part] = 0;
    for (k = 0; k < length && offset < n; ++k)
      parts[part] += x[offset++];
  }
  while (part-- > 0)
    result = result * 3 + parts[part];
  return result;
}

/// Read and changed again behind joins.
static int across_joins(int n) {
  int i = 0, rounds;
  MEET(regions[5]);
#pragma omp taskgraph
  for (rounds = 0; i < n; ++rounds) {
    int last = i + rounds + 1;
    for (; i < last; i++) {
#pragma omp task firstprivate(i)
      cells[3][i % N] += i;
    }
#pragma omp taskwait
  }
  return rounds * 100 + i;
}

struct State {
  int count, limit;
  double mean;
};

/// Members of an object, some of which are only read.
static void members(int n, int limit, struct State *result) {
  struct State state = {5, limit, 0.5};
  int i;
  MEET(regions[6]);
#pragma omp taskgraph
  {
    state.count = 0;
    for (i = 0; i < n && state.count < state.limit; ++i) {
      ++state.count;
      state.mean += i;
#pragma omp task firstprivate(state, i)
      cells[4][i] += state.count + state.limit + (long)state.mean;
    }
  }
  *result = state;
  result->limit = i;
}

/// Nobody waits for the tasks: what the block changed is there at once.
static int unattended(int n) {
  int i, result;
  MEET(regions[7]);
#pragma omp taskgraph nogroup
  for (i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
    cells[5][i] += i;
  }
  result = i;
  i = -1;
#pragma omp taskwait
  return result * 2 + i;
}

/// A variable that tasks change, too, is not the block's alone: it runs.
static long shared_with_tasks(int n) {
  int i;
  long sum;
  MEET(regions[8]);
#pragma omp taskgraph
  {
    sum = 0;
    for (i = 0; i < n; i++) {
#pragma omp task firstprivate(i) shared(sum) depend(inout : sum)
      sum += i;
    }
  }
  return sum;
}

/// One whose address the function has given away.
static __attribute__((noinline)) void look_at(int *variable) { ++*variable; }

static int address_taken(int n) {
  int i, changed = 0;
  look_at(&changed);
  MEET(regions[9]);
#pragma omp taskgraph
  for (i = 0; i < n; i++) {
    ++changed;
#pragma omp task firstprivate(i)
    cells[6][i] += i;
  }
  return changed;
}

/// All threads of the team have it.
static int of_team(int n) {
  int changed = 0;
#pragma omp parallel num_threads(2) shared(changed)
  if (omp_get_thread_num() == 0) {
    MEET(regions[10]);
#pragma omp taskgraph
    {
      changed = n;
#pragma omp task
      cells[7][0] += n;
    }
  }
  return changed;
}

/// Each thread has its own.
static int of_thread(int n) {
  int i, sum = 0;
#pragma omp parallel num_threads(2) private(i) reduction(+ : sum)
  {
    MEET(regions[11]);
#pragma omp taskgraph
    for (i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
      __atomic_fetch_add(&cells[8][i], i, __ATOMIC_RELAXED);
    }
    sum += i;
  }
  return sum;
}

/// The team shares it, but one thread has it while the others wait.
static int in_single(int n) {
  int i = -1, step;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (step = 0; step < 2; step++) {
    MEET(regions[14]);
#pragma omp taskgraph
    for (i = step; i < n; i++) {
#pragma omp task firstprivate(i)
      cells[11][i] += i;
    }
#pragma omp taskwait
  }
  return i * 10 + step;
}

static int in_masked(int n) {
  int i = -1, last;
#pragma omp parallel num_threads(2)
  {
#pragma omp masked
    last = n - 1;
#pragma omp masked
    {
      MEET(regions[15]);
#pragma omp taskgraph
      {
#pragma omp task
        spin(100);
#pragma omp taskwait
        for (i = 0; i <= last; i++) {
#pragma omp task firstprivate(i)
          cells[0][i] += i;
        }
      }
    }
  }
  return i;
}

/// The encountering task has it.
static int of_task(int n) {
  int i = 0, seen = 0;
#pragma omp task firstprivate(i) shared(seen) if (n % 2)
  {
    MEET(regions[12]);
#pragma omp taskgraph
    for (i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
      cells[9][i] += i;
    }
    seen = i;
  }
#pragma omp taskwait
  return seen * 10 + i;
}

/// The function calls itself in the middle of the region's use.
static long recursive(int depth, int n) {
  int i;
  long below = 0;
  MEET(regions[13]);
#pragma omp taskgraph graph_id(depth)
  for (i = depth; i < n; i++) {
#pragma omp task firstprivate(i)
    __atomic_fetch_add(&cells[10][i], 1, __ATOMIC_RELAXED);
  }
  if (depth < 3)
    below = recursive(depth + 1, n);
  return below * 10 + i;
}

static long expected_sum(const long *x, int n) {
  long sum = 0, sums = 0;
  int i;
  for (i = 0; i < n; i++)
    sums += sum += x[i];
  return sum + sums;
}

static void encounter(void *argument) {
  int e = *(int *)argument, i, n = N - e % 2, way = e % 4;
  const long *x = tables[e % 2];
  long sum = 0;
  struct State state;
  for (i = 0; i < n; i++)
    sum += x[i];
  counters(n, e % 2 + 1);
  CHECK_EQ("a sum", sum_anew(x, n), expected_sum(x, n));
  CHECK_EQ("a sum that goes on", sum_on(e % 2, x, n), sum);
  CHECK_EQ("changed or not", perhaps(way),
           (way == 1   ? 10
            : way == 2 ? 2
                       : -1) *
               101);
  CHECK_EQ("a walk", walk(x, n), walked(x, n));
  CHECK_EQ("across joins", across_joins(20 + n), 836);
  members(n, e % 2 + 2, &state);
  CHECK_EQ("a member", state.count, e % 2 + 2);
  CHECK_EQ("the counter beside it", state.limit, state.count);
  CHECK_EQ("another member", state.mean * 2,
           1 + state.count * (state.count - 1));
  CHECK_EQ("unattended", unattended(n), 2 * n - 1);
  CHECK_EQ("shared with tasks", shared_with_tasks(n), n * (n - 1) / 2);
  CHECK_EQ("address taken", address_taken(n), n + 1);
  CHECK_EQ("of a team", of_team(n), n);
  CHECK_EQ("of each thread", of_thread(n), 2 * n);
  CHECK_EQ("in single", in_single(n), n * 10 + 2);
  CHECK_EQ("in masked", in_masked(n), n);
  CHECK_EQ("of a task", of_task(n), n * 10);
  CHECK_EQ("recursive", recursive(0, n), n * 1111);
}

int main(void) {
  int e, i, j;
  omp_set_max_active_levels(2);
  for (i = 0; i < N; i++) {
    tables[0][i] = i * i;
    tables[1][i] = i * 7 % 5;
  }
#pragma omp parallel private(e)
#pragma omp single
  for (e = 0; e < Encounters; e++)
    at_depth_c(e * 5 % 11, encounter, &e);
  for (e = 0; e < Encounters; e++)
    for (i = 0; i < N - e % 2; i++)
      for (j = i; j < N - e % 2; j += e % 2 + 1)
        grid[i][j] -= 100 * i + j;
  for (i = 0; i < N; i++) {
    for (j = 0; j < N; j++)
      CHECK_EQ("tasks of nested loops", grid[i][j], 0);
    CHECK_EQ("tasks of each thread", cells[8][i],
             2 * i * (i < N - 1 ? Encounters : Encounters / 2));
  }
  USES(regions[0], 2);
  USES(regions[1], 2);
  USES(regions[2], 2);
  USES(regions[3], 4);
  USES(regions[4], 2);
  USES(regions[5], 2);
  USES(regions[6], 2);
  USES(regions[7], 2);
  CHECK_COUNTED(regions[8]);
  CHECK_COUNTED(regions[9]);
  CHECK_USES(regions[10], Refilled, 1);
  USES(regions[11], -1);
  USES(regions[12], 2);
  USES(regions[13], 8);
  USES(regions[14], 4);
  USES(regions[15], 2);
  return check_done();
}
