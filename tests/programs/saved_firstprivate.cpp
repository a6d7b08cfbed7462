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
static Construct named, members_of_this;

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

/// Of other kinds of names: references, members through `this`, captures.
struct Holder {
  int member, members[2];

  __attribute__((noinline)) void meet(int e, int &reference) {
    int sum = 0, captured = e + 5, copied = e + 6;
    int *pointer = &seen_by_pointer[e % 2];
    member = e + 1, members[1] = e + 2;
    auto meet_in_lambda = [&, copied] {
      MEET(named);
#pragma omp taskgraph
      {
#pragma omp task shared(sum) firstprivate(saved : reference) depend(inout : sum)
        sum += reference;
#pragma omp task shared(sum) firstprivate(saved : captured, copied)            \
    depend(inout : sum)
        sum += captured + copied;
#pragma omp task shared(sum) firstprivate(saved : pointer) depend(inout : sum)
        *pointer += 1, sum += 1;
      }
    };
    meet_in_lambda();
    MEET(members_of_this);
#pragma omp taskgraph
    {
#pragma omp task shared(sum) firstprivate(saved : member, members)             \
    depend(inout : sum)
      sum += member + members[1];
#pragma omp task shared(sum) depend(inout : sum)
      sum += member;
    }
    int from = runs_plainly() ? e : First;
    CHECK_EQ("other names", sum,
             from + 3 + 2 * from + 11 + 1 + 2 * from + 3 + e + 1);
  }
  static int seen_by_pointer[2];
};
int Holder::seen_by_pointer[2];

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
    // A block that reads other addresses is recorded again, and its tasks keep
    // the values of the first graph.
    at_depth(e % 5, [=] {
      int variable = e + 3;
      Holder holder;
      holder.meet(e, variable);
    });
  }
  int by_first = Holder::seen_by_pointer[First % 2];
  CHECK_EQ("saved pointer", by_first,
           runs_plainly() ? Encounters / 2 : Encounters);
  CHECK_USES(named, Used, -1);
  CHECK_USES(members_of_this, Used, -1);
  CHECK_EQ("the block ran", runs, Encounters);
  CHECK_USES(region, Used, 2);
  return check_done();
}
