// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kinds of variables that a task may capture: constants, statics, references
// made firstprivate, arrays of objects, *this in a lambda, variables whose
// address the block takes, and captures handed on to nested tasks.
#include "check.h"

constexpr int Encounters = 25;
static Construct regions[4];
static int global_value;
static thread_local int thread_value = 5;

struct Item {
  long value;
  Item() : value(0) {}
  explicit Item(long v) : value(v) {}
  Item(const Item &o) : value(o.value) {}
  ~Item() { value = -1; }
};

static void bump(int *p) { *p += 2; }

static __attribute__((noinline)) void kinds(int e, const int &reference) {
  const int constant = 3 * e;
  static int counter;
  int local = e;
  int &alias = local;
  long double big = e + 0.25L;
  volatile int odd = e;
  Item items[3] = {Item(e), Item(2 * e), Item(3 * e)};
  Item *pointer = &items[1];
  long seen[8] = {};
  counter = 100 * e;
  MEET(regions[0]);
#pragma omp taskgraph
  {
#pragma omp task firstprivate(alias, reference) shared(seen)
    seen[0] = alias + reference, alias = -1;
#pragma omp task shared(seen, counter)
    seen[1] = constant + counter + global_value;
#pragma omp task firstprivate(big, odd) shared(seen)
    seen[2] = (long)(4 * big) + odd, big = 0;
#pragma omp task firstprivate(items, pointer) shared(seen)
    {
      seen[3] = items[0].value + items[2].value + pointer->value;
      items[2].value = 77;
    }
#pragma omp task shared(seen, local)
    {
      int inner = local;
#pragma omp task shared(inner, seen, local) firstprivate(e)
      seen[4] = inner + local + e;
#pragma omp taskwait
    }
#pragma omp task shared(seen)
    seen[5] = thread_value;
  }
  CHECK_EQ("references", seen[0], e + reference);
  CHECK_EQ("constants and statics", seen[1], 3 * e + 100 * e + global_value);
  CHECK_EQ("long double, volatile", seen[2], 4 * e + 1 + e);
  CHECK_EQ("array of objects", seen[3], 6 * e);
  CHECK_EQ("handed on to a nested task", seen[4], 3 * e);
  CHECK_EQ("thread_local", seen[5], 5);
  CHECK_EQ("the variables are untouched", local + items[2].value, 4 * e);
}

static __attribute__((noinline)) void address_taken(int e) {
  // The block changes it through the pointer: each task has its own value.
  int offset = 0, seen[4] = {};
  MEET(regions[1]);
#pragma omp taskgraph
  {
    offset = 10;
    for (int i = 0; i < 4; ++i) {
#pragma omp task firstprivate(offset, i) shared(seen, e)
      seen[i] = offset + e;
      bump(&offset);
    }
  }
  for (int i = 0; i < 4; ++i)
    CHECK_EQ("changed through a pointer", seen[i], 10 + 2 * i + e);
}

struct Host {
  int value;
  int copied() {
    int result = -1;
    auto work = [*this, &result] {
      MEET(regions[2]);
#pragma omp taskgraph
      {
#pragma omp task shared(result)
        result = value * 2;
      }
    };
    value = -50; // the lambda has its own copy
    work();
    return result;
  }
  explicit Host(int v) : value(v) {
    MEET(regions[3]);
#pragma omp taskgraph
    {
#pragma omp task
      value += 1;
    }
  }
};

int main() {
#pragma omp parallel copyin(thread_value)
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    global_value = 7 * e;
    at_depth(e * 3 % 11, [=] { kinds(e, 9 * e); });
    at_depth(e * 5 % 11, [=] { address_taken(e); });
    at_depth(e % 7,
             [=] { CHECK_EQ("copy of *this", Host(e).copied(), 2 * (e + 1)); });
  }
  CHECK_USES(regions[0], Refilled, 1); // copies objects and reads a volatile
  CHECK_USES(regions[1], Refilled, 1); // changes a variable
  CHECK_USES(regions[2], Replayed, 1);
  CHECK_USES(regions[3], Replayed, 1);
  return check_done();
}
