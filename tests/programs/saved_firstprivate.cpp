// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// firstprivate(saved: v) of scalar, array and struct: the value at recording,
// though the variables change between encounters, in a region that is replayed
// and in one whose block runs each time. A plain run has nothing saved and sees
// the current values.
#include "check.h"

constexpr int Encounters = 30, First = 3, Chunks = 5;
static long runs;
static Construct region; // two instantiations

struct Pair {
  int a;
  double b;
};

/// What the tasks of an encounter saw.
struct Seen {
  int scalar, array, pair, plain, dependent, looped;

  void check(int e) const {
    int from = runs_plainly() ? e : First;
    CHECK_EQ("saved scalar", scalar, from + 1);
    CHECK_EQ("saved array", array, 3 * from);
    CHECK_EQ("saved struct", pair, 3 * from + 1);
    CHECK_EQ("not saved: current value", plain, e);
    CHECK_EQ("saved by a task with dependences", dependent, 2 * from + e + 1);
    CHECK_EQ("saved by a taskloop", looped, Chunks * (from + 1));
  }
};
static Seen seen;

/// RunsBlock: the block has an effect of its own.
template <bool RunsBlock>
static __attribute__((noinline)) void encounter(int e) {
  int scalar = e + 1, array[3], plain = e;
  Pair pair = {e, e + 0.5};
  for (int i = 0; i < 3; ++i)
    array[i] = e * i;
  MEET(region);
#pragma omp taskgraph
  {
    if (RunsBlock)
      ++runs;
#pragma omp task firstprivate(saved : scalar) firstprivate(plain)
    {
      seen.scalar = scalar;
      seen.plain = plain;
      scalar = -1;
    }
#pragma omp task firstprivate(saved : array, pair)
    {
      seen.array = array[0] + array[1] + array[2];
      seen.pair = (int)(pair.a + 2 * pair.b);
      array[0] = pair.a = -1;
    }
#pragma omp task depend(out : seen.dependent) firstprivate(saved : scalar)
    seen.dependent = scalar;
#pragma omp task depend(inout : seen.dependent) firstprivate(plain)            \
    firstprivate(saved : pair)
    seen.dependent += plain + pair.a;
#pragma omp taskloop num_tasks(Chunks) firstprivate(saved : scalar)
    for (int i = 0; i < Chunks; ++i)
      __atomic_fetch_add(&seen.looped, scalar, __ATOMIC_RELAXED);
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = First; e < First + Encounters; ++e) {
    seen.looped = 0;
    at_depth(e * 3 % 13, [=] { encounter<false>(e); });
    seen.check(e);
    seen.looped = 0;
    at_depth(e * 3 % 13, [=] { encounter<true>(e); });
    seen.check(e);
  }
  CHECK_EQ("the block ran", runs, Encounters);
  CHECK_USES(region, Used, 2);
  return check_done();
}
