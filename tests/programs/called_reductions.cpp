// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// in_reduction in functions that the block calls, of groups around the region,
// in its block, and in such a function: built-in and user-defined reductions,
// tasks with dependences, undeferred tasks, children and taskloops; beside
// array sections of the block, whose length differs. (Sections that such
// functions name are left out: Clang 22 gets them wrong in any task.)
#include "check.h"

constexpr int Encounters = 24, Tasks = 12, Most = 9;
static Construct around, inside, nested;
static int order;

struct Range {
  long least = 1 << 30, most = -(1 << 30);
  void join(const Range &other) {
    least = other.least < least ? other.least : least;
    most = other.most > most ? other.most : most;
  }
};
#pragma omp declare reduction(join:Range : omp_out.join(omp_in))               \
    initializer(omp_priv = Range())

__attribute__((noinline)) static void add(long &sum, Range &range, int i) {
#pragma omp task in_reduction(+ : sum) in_reduction(join : range)              \
    firstprivate(i)
  {
    sum += i;
    range.join({i - 100, i + 100});
#pragma omp task in_reduction(+ : sum)
    sum += 7;
  }
}

__attribute__((noinline)) static void add_in_order(long &sum, int i) {
#pragma omp task in_reduction(+ : sum) depend(inout : order) firstprivate(i)
  {
    sum += order == i ? 1 : 1000000;
    ++order;
  }
#pragma omp task in_reduction(+ : sum) if (i % 3)
  sum += 3;
}

__attribute__((noinline)) static void add_by_loop(long &sum) {
#pragma omp taskloop in_reduction(+ : sum) num_tasks(4) nogroup
  for (int i = 0; i < Tasks; ++i)
    sum += 5;
}

static void add_all(long &sum, Range &range) {
  for (int i = 0; i < Tasks; ++i) {
    add(sum, range, i);
    add_in_order(sum, i);
  }
  add_by_loop(sum);
}
/// What the calls above add.
constexpr long All = Tasks * (Tasks - 1) / 2 + Tasks * (7 + 1 + 3 + 5);

static void check(const char *what, long sum, const Range &range) {
  CHECK_EQ(what, sum, All);
  CHECK_EQ(what, range.least, -100);
  CHECK_EQ(what, range.most, Tasks - 1 + 100);
}

static __attribute__((noinline)) void meets_around() {
  long sum = 0;
  Range range;
  order = 0;
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(join : range)
  {
    MEET(around);
#pragma omp taskgraph
    {
      add_all(sum, range);
    }
  }
  check("a group around the region", sum, range);
}

static __attribute__((noinline)) void meets_inside(int length) {
  long sum = 0, sums[Most] = {}, total = 0;
  Range range;
  order = 0;
  MEET(inside);
#pragma omp taskgraph
  {
#pragma omp taskgroup task_reduction(+ : sum, sums[0 : length])                \
    task_reduction(join : range)
    {
      add_all(sum, range);
      for (int i = 0; i < Tasks; ++i) {
#pragma omp task in_reduction(+ : sums[0 : length]) firstprivate(i)            \
    shared(length)
        sums[i % length] += i;
      }
    }
#pragma omp task shared(sums, total)
    for (long each : sums)
      total += each;
  }
  check("a group in the block", sum, range);
  CHECK_EQ("array section", total, Tasks * (Tasks - 1) / 2);
}

__attribute__((noinline)) static long reduces(int by) {
  long own = 0;
  Range range;
#pragma omp taskgroup task_reduction(+ : own) task_reduction(join : range)
  for (int i = 0; i < by; ++i)
    add(own, range, i);
  return own + range.most;
}

/// Groups within groups, the inner ones of functions that the block calls.
static __attribute__((noinline)) void meets_nested() {
  long sum = 0, inner = 0;
  MEET(nested);
#pragma omp taskgraph
  {
#pragma omp taskgroup task_reduction(+ : sum)
    {
      for (int by = 1; by < 5; ++by) {
#pragma omp task in_reduction(+ : sum)
        sum += 10;
        inner += reduces(by);
#pragma omp task in_reduction(+ : sum)
        sum += 1;
      }
    }
  }
  CHECK_EQ("outer group", sum, 44);
  long expected = 0;
  for (int by = 1; by < 5; ++by)
    expected += by - 1 + 100 + by * (by - 1) / 2 + 7 * by;
  CHECK_EQ("inner groups", inner, expected);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    at_depth(e % 7, [] { meets_around(); });
    at_depth(e % 5, [=] { meets_inside(3 + e / 3 % (Most - 2)); });
    at_depth(e % 3, [] { meets_nested(); });
  }
  CHECK_USES(around, Used, 2);
  CHECK_COUNTED(inside);
  CHECK_USES(nested, Refilled, 2);
  return check_done();
}
