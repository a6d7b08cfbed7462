// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Firstprivate objects with constructors and destructors in regions whose block
// runs each time: every copy is made from a living object, sees its own address
// and is destroyed once, when the encounter has ended at the latest; also where
// other tasks are made than recorded and where tasks are discarded.
#include "check.h"

constexpr int Encounters = 40, Tasks = 8;
static int living, copies;
static bool fresh;
static Construct regions[9];

class Object {
public:
  int value;
  explicit Object(int v = 0) : value(v), self(this) { add(living, 1); }
  Object(const Object &other) : value(other.value), self(this) {
    CHECK_EQ("copied from a living object", other.alive(), 1);
    add(living, 1), add(copies, 1);
  }
  Object &operator=(const Object &other) {
    CHECK_EQ("assigned to a living object", alive() && other.alive(), 1);
    value = other.value;
    return *this;
  }
  ~Object() {
    CHECK_EQ("destroyed while alive", alive(), 1);
    self = nullptr;
    add(living, -1);
  }
  bool alive() const { return self == this; }

private:
  const Object *self;
  static void add(int &counter, int amount) {
    __atomic_fetch_add(&counter, amount, __ATOMIC_RELAXED);
  }
};

/// An object for each task, of the block and of the frame around it.
static void each(const Object &outer, int *out) {
  MEET(regions[0]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < Tasks; ++i) {
    Object local(100 * i);
#pragma omp task firstprivate(outer, local, i)
    {
      CHECK_EQ("copies", outer.alive() && local.alive(), 1);
      out[i] = outer.value + local.value;
      local.value = -1;
    }
  }
}

static __attribute__((noinline)) void make(const Object &object, int *out) {
#pragma omp task firstprivate(object, out) depend(out : *out)
  {
    CHECK_EQ("copy of a called function's", object.alive(), 1);
    *out = object.value;
#pragma omp task firstprivate(object, out)
    {
      spin(300);
      CHECK_EQ("a child's copy", object.alive(), 1);
      *out += object.value;
    }
  }
}

/// In a called function, with children.
static void called(int e, int *out) {
  MEET(regions[1]);
#pragma omp taskgraph graph_reset(fresh)
  {
    for (int i = 0; i < Tasks; ++i)
      make(Object(e + i), &out[i]);
  }
}

/// The dependences are others from some task on: its copy is made already.
static void diverging(int e, int at, int *cell) {
  int other = 0;
  MEET(regions[2]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < Tasks; ++i) {
    Object object(i);
    int *second = i == at ? &other : cell;
#pragma omp task firstprivate(object, e) depend(inout : *cell)                 \
    depend(in : *second)
    *cell = *cell * 2 + object.value + e;
  }
}

/// Fewer and more tasks.
static void counted(int count, int *sum) {
  MEET(regions[3]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < count; ++i) {
    Object object(i);
#pragma omp task firstprivate(object)
    __atomic_fetch_add(sum, object.value, __ATOMIC_RELAXED);
  }
}

/// Some are undeferred, now others than before.
static void undeferred(int e, int *cell) {
  MEET(regions[4]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < Tasks; ++i) {
    Object object(i);
#pragma omp task firstprivate(object) depend(inout : *cell) if ((e / 3 + i) % 5)
    {
      *cell = *cell * 2 + object.value;
#pragma omp task firstprivate(object)
      CHECK_EQ("child of a task that may be undeferred", object.alive(), 1);
    }
  }
}

static void loops(int e, int *out) {
  Object object(e), last(-1);
  MEET(regions[5]);
#pragma omp taskgraph graph_reset(fresh)
  {
#pragma omp taskloop firstprivate(object) lastprivate(last) grainsize(3)
    for (int i = 0; i < 3 * Tasks; ++i) {
      CHECK_EQ("a chunk's copy", object.alive(), 1);
      last.value = object.value + i;
      __atomic_fetch_add(out, 1, __ATOMIC_RELAXED);
    }
#pragma omp taskloop firstprivate(object) nogroup
    for (int i = 0; i < Tasks; ++i)
      __atomic_fetch_add(out, object.value, __ATOMIC_RELAXED);
  }
  CHECK_EQ("lastprivate", last.value, e + 3 * Tasks - 1);
}

/// Copying it makes a task.
class Busy {
public:
  int *counter;
  explicit Busy(int *c) : counter(c) {}
  Busy(const Busy &other) : counter(other.counter) {
    int *to = counter;
#pragma omp task firstprivate(to)
    __atomic_fetch_add(to, 1, __ATOMIC_RELAXED);
  }
  ~Busy() {}
};

static void busy(int *counter) {
  Busy object(counter);
  MEET(regions[6]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(object)
    __atomic_fetch_add(object.counter, 100, __ATOMIC_RELAXED);
  }
}

/// Tasks that are discarded have copies, too.
static void discarded(int e, bool cancels, int *ran) {
  int chain = 0;
  MEET(regions[7]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < Tasks; ++i) {
    Object object(e);
#pragma omp task firstprivate(object, i, cancels) depend(inout : chain)
    {
#pragma omp cancel taskgroup if (cancels && i == Tasks / 2)
      CHECK_EQ("a task's that is not discarded", object.value, e);
      ++*ran;
    }
  }
}

/// Arrays of objects, and what is private to a task.
static void arrays(int e, int *out) {
  Object array[3] = {Object(e), Object(2 * e), Object(3 * e)};
  MEET(regions[8]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(array, i) final(i % 2) mergeable
    {
      Object own(i);
      out[i] = array[0].value + array[1].value + array[2].value + own.value;
      array[1].value = -7;
    }
  }
}

int main() {
  bool cancels = omp_get_cancellation();
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    fresh = e % 6 == 0;
    at_depth(e % 7, [=] {
      int out[Tasks], cell = e, sum = 0, count = Tasks - e % 7 / 4, want = e;
      {
        Object outer(e);
        each(outer, out);
      }
      for (int i = 0; i < Tasks; ++i)
        CHECK_EQ("values", out[i], e + 100 * i);
      called(e, out);
      for (int i = 0; i < Tasks; ++i)
        CHECK_EQ("values of a called function", out[i], 2 * (e + i));
      diverging(e, e % 3 == 1 ? e % Tasks : -1, &cell);
      for (int i = 0; i < Tasks; ++i)
        want = want * 2 + i + e;
      CHECK_EQ("other dependences", cell, want);
      counted(count, &sum);
      CHECK_EQ("other number", sum, count * (count - 1) / 2);
      cell = want = e;
      undeferred(e, &cell);
      for (int i = 0; i < Tasks; ++i)
        want = want * 2 + i;
      CHECK_EQ("undeferred or not", cell, want);
      int looped = 0, made = 0, ran = 0;
      loops(e, &looped);
      CHECK_EQ("loops", looped, (3 + e) * Tasks);
      busy(&made);
      CHECK_EQ("copies that make tasks", made >= 101 * Tasks, 1);
      discarded(e, e % 5 > 1, &ran);
      CHECK_EQ("until it was cancelled", ran,
               cancels && e % 5 > 1 ? Tasks / 2 : Tasks);
      arrays(e, out);
      for (int i = 0; i < Tasks; ++i)
        CHECK_EQ("arrays", out[i], 6 * e + i);
      CHECK_EQ("all objects are gone", living, 0);
    });
  }
  CHECK(copies >= Encounters * 6 * Tasks);
  for (Construct &region : regions)
    CHECK_COUNTED(region);
  for (int i = 0; i < 2; ++i)
    CHECK_USES(regions[i], Refilled, (Encounters + 5) / 6);
  CHECK_USES(regions[8], Refilled, (Encounters + 5) / 6);
  return check_done();
}
