// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared pointers, references to locals, members through this: every replay
// uses the objects of its own encounter.
#include "check.h"

constexpr int Encounters = 40;
static Construct regions[4];

struct Counter {
  int value, step;
  int parts[4];
  __attribute__((noinline)) void advance() {
    MEET(regions[0]);
#pragma omp taskgraph
    {
#pragma omp task depend(inout : value)
      value += step;
#pragma omp task depend(inout : this->value)
      this->value *= 2;
      for (int i = 0; i < 4; ++i) {
#pragma omp task firstprivate(i)
        parts[i] += step * i;
      }
    }
  }
};

static __attribute__((noinline)) void by_pointer(int *object) {
  MEET(regions[1]);
#pragma omp taskgraph
  {
#pragma omp task shared(object)
    *object += 1;
  }
}

static __attribute__((noinline)) void by_reference(int &object,
                                                   const int &add) {
  MEET(regions[2]);
#pragma omp taskgraph
  {
#pragma omp task shared(object, add)
    object += add;
  }
}

static __attribute__((noinline)) void by_member_reference(int e) {
  struct Pair {
    int a, b;
  } pair = {e, 2 * e};
  int &first = pair.a, &second = pair.b;
  int sum = 0;
  MEET(regions[3]);
#pragma omp taskgraph
  {
#pragma omp task shared(first, second, sum)
    sum = first + second;
  }
  CHECK_EQ("through references to members", sum, 3 * e);
}

static void encounter(int e) {
  Counter counter = {e, 3, {0, 0, 0, 0}};
  counter.advance();
  CHECK_EQ("member", counter.value, (e + 3) * 2);
  CHECK_EQ("member array", counter.parts[3], 9);
  int object = 5 * e;
  by_pointer(&object);
  CHECK_EQ("through a pointer", object, 5 * e + 1);
  by_reference(object, e);
  CHECK_EQ("through a reference", object, 6 * e + 1);
  by_member_reference(e);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth(e * 5 % 17, [=] { encounter(e); });
  // Where the object is, is what the dependences of the first are made of.
  CHECK_USES(regions[0], Used, Encounters - 1);
  for (int i = 1; i < 4; ++i)
    CHECK_USES(regions[i], Replayed, 1);
  return check_done();
}
