// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that the block computes, reads or changes, and those that its tasks
// change while the block or an earlier task has yet to read them: each task has
// what it would have, had the block run again.
#include "check.h"
#include <initializer_list>

constexpr int Encounters = 40, N = 8;
static Construct regions[20];
/// Now and then all is recorded anew: a region whose tasks keep changing is
/// left alone for a while.
static bool fresh;

/// A value computed in the block.
static void half_step(double dt, double *x) {
  MEET(regions[0]);
#pragma omp taskgraph graph_reset(fresh)
  {
    double h = dt / 2;
    for (int i = 0; i < N; ++i) {
#pragma omp task firstprivate(h, i)
      x[i] += h * i;
    }
  }
}

static int next_value;

static __attribute__((noinline)) int next() { return next_value++; }

/// A global that a called function changes.
static void counted(int *out) {
  MEET(regions[1]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < N; ++i) {
    int number = next();
#pragma omp task firstprivate(number, i)
    out[i] = number;
  }
}

/// The block itself changes a variable through a pointer, between two tasks.
static void through_pointer(int *variable, int *p, int *out) {
  MEET(regions[2]);
#pragma omp taskgraph graph_reset(fresh)
  {
    int before = *variable;
#pragma omp task firstprivate(before)
    out[0] = before;
    *p = before + 10;
    int behind = *variable;
#pragma omp task firstprivate(behind)
    out[1] = behind;
  }
}

/// A task that waits for a gate copies a variable; a later one, which does not
/// wait, changes the variable.
static void behind_a_gate(int x, int *out) {
  int gate = 0, *p = &x;
  MEET(regions[3]);
#pragma omp taskgraph graph_reset(fresh)
  {
#pragma omp task shared(gate) depend(out : gate)
    spin(5000), gate = 1;
#pragma omp task firstprivate(x) shared(gate) depend(in : gate)
    out[0] = x + gate;
#pragma omp task firstprivate(p)
    *p = 7;
  }
  out[1] = x;
}

static int global_variable;

static void global_behind_a_gate(int *out) {
  static int gate;
  MEET(regions[4]);
#pragma omp taskgraph graph_reset(fresh)
  {
    int copy = global_variable;
#pragma omp task depend(out : gate)
    spin(5000), gate = 1;
#pragma omp task firstprivate(copy) depend(in : gate)
    out[0] = copy;
#pragma omp task
    global_variable = 7;
  }
}

/// What a task writes, the block reads behind a join: it decides how many tasks
/// there are.
static void until_small(int *value, int *steps) {
  MEET(regions[5]);
#pragma omp taskgraph graph_reset(fresh)
  while (*value > 1) {
    int divisor = *value % 2 ? 3 : 2;
#pragma omp task firstprivate(divisor)
    *value /= divisor;
#pragma omp task
    __atomic_fetch_add(steps, 1, __ATOMIC_RELAXED);
#pragma omp taskwait
  }
}

/// The block sets what its tasks add to.
static void reset_and_add(long *sum, int add) {
  MEET(regions[6]);
#pragma omp taskgraph graph_reset(fresh)
  {
    *sum = 0;
    for (int i = 0; i < N; ++i) {
#pragma omp task depend(inout : *sum) firstprivate(i, add)
      *sum = *sum * 2 + i + add;
    }
  }
}

/// Tasks share a variable of the block.
static void shared_local(int start, int *out) {
  MEET(regions[7]);
#pragma omp taskgraph graph_reset(fresh)
  {
    int local = start;
    for (int i = 0; i < N; ++i) {
#pragma omp task shared(local) depend(inout : local)
      local = local * 2 + 1;
    }
#pragma omp taskwait
    out[0] = local;
    int *heap = new int(start);
#pragma omp task firstprivate(heap)
    {
      out[1] = *heap + 1;
      delete heap;
    }
  }
}

static __attribute__((noinline)) int checked(int value) {
  if (value % 3 == 0)
    throw value;
  return value;
}

/// Exceptions within the block.
static void tried(int start, int *out) {
  MEET(regions[8]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < N; ++i) {
    try {
      int value = checked(start + i);
#pragma omp task firstprivate(value, i)
      out[i] = value;
    } catch (int thrown) {
#pragma omp task firstprivate(thrown, i)
      out[i] = -thrown;
    }
  }
}

static void threads_own(int e, int *out) {
  static thread_local int own;
  own = e;
  MEET(regions[9]);
#pragma omp taskgraph graph_reset(fresh)
  {
    int value = own;
#pragma omp task firstprivate(value)
    out[0] = value;
  }
}

static void volatiles(int e, int *out) {
  volatile int limit = 2 + e % 4;
  MEET(regions[10]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < limit; ++i) {
#pragma omp task firstprivate(i)
    out[i] = i + 1;
  }
}

/// Through several pointers, the last of which leads somewhere else each time.
struct Inner {
  int *numbers;
  int count;
};
struct Outer {
  Inner *inner;
};

static void far_away(const Outer *const *outer, int *sum) {
  MEET(regions[11]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < (*outer)->inner->count; ++i) {
    int number = (*outer)->inner->numbers[i];
#pragma omp task firstprivate(number)
    __atomic_fetch_add(sum, number, __ATOMIC_RELAXED);
  }
}

static void by_name(const char *name, int *out) {
  MEET(regions[12]);
#pragma omp taskgraph graph_reset(fresh)
  {
    if (!strcmp(name, "first")) {
#pragma omp task
      *out = 1;
    } else if (name[0] == 's') {
#pragma omp task
      *out = 2;
    } else {
#pragma omp task
      *out = (int)strlen(name);
    }
  }
}

class Host {
  int member = 1;
  mutable int asked = 0;
  unsigned low : 3, high : 5;
  signed int number : 7;
  int *cells;

  int ask() const { return ++asked; }

public:
  explicit Host(int *c) : low(1), high(2), number(-3), cells(c) {}

  /// A member changed through this by a task that need not wait.
  int change_member(int e) {
    int seen = 0, gate = 0;
    member = e;
    MEET(regions[13]);
#pragma omp taskgraph graph_reset(fresh)
    {
      int copy = member;
#pragma omp task shared(gate) depend(out : gate)
      spin(3000);
#pragma omp task firstprivate(copy) shared(seen, gate) depend(in : gate)
      seen = copy;
#pragma omp task
      member = -1;
    }
    return seen + 100 * (member == -1);
  }
  /// A const method that changes a mutable member.
  int asked_each_time() const {
    int seen = 0;
    MEET(regions[14]);
#pragma omp taskgraph graph_reset(fresh)
    for (int i = 0; i < 3; ++i) {
      int number_of_call = ask();
#pragma omp task firstprivate(number_of_call) shared(seen)
      __atomic_fetch_add(&seen, number_of_call, __ATOMIC_RELAXED);
    }
    return seen;
  }
  /// Bit-fields decide, are copied, and are changed by tasks.
  int bits(int e) {
    low = e % 8;
    high = e % 32;
    number = e % 9 - 4;
    int seen[3] = {0, 0, 0};
    MEET(regions[15]);
#pragma omp taskgraph graph_reset(fresh)
    {
      for (unsigned i = 0; i < low; ++i) {
#pragma omp task shared(seen)
        __atomic_fetch_add(&seen[0], 1, __ATOMIC_RELAXED);
      }
      int copy = number;
#pragma omp task firstprivate(copy) shared(seen)
      seen[1] = copy;
#pragma omp task shared(seen) depend(inout : *this)
      seen[2] = high, high += 1;
#pragma omp task depend(inout : *this)
      number = 5;
    }
    CHECK_EQ("bit-field changed by a task", number, 5);
    CHECK_EQ("the next one", high, (e % 32 + 1) % 32);
    return seen[0] * 10000 + (seen[1] + 4) * 100 + seen[2];
  }
  /// Members lead to the objects of the dependences.
  void cells_of(int *other, int count) {
    cells = other;
    member = count;
    MEET(regions[16]);
#pragma omp taskgraph graph_reset(fresh)
    for (int i = 0; i < member; ++i) {
#pragma omp task depend(inout : cells[0]) firstprivate(i)
      cells[0] = cells[0] * 3 + i;
    }
  }
};

/// firstprivate of structures with bit-fields and padding, of arrays and of
/// references, which the block changes between the tasks.
static void structures(int e, int *out) {
  struct Padded {
    char a;
    long b;
    unsigned c : 4, d : 9;
  } padded = {(char)e, e * 2L, (unsigned)e % 16, (unsigned)e % 512};
  int array[3] = {e, e + 1, e + 2}, &reference = array[1];
  MEET(regions[17]);
#pragma omp taskgraph graph_reset(fresh)
  for (int i = 0; i < 3; ++i) {
#pragma omp task firstprivate(padded, array, reference, i)
    {
      out[i] = padded.a + (int)padded.b + padded.c + padded.d + array[0] +
               array[1] + array[2] + reference;
      padded.b = array[0] = -1;
    }
    padded.b += 100;
    reference += 1;
  }
}

static void nested_lambdas(int e, int *out) {
  MEET(regions[18]);
#pragma omp taskgraph graph_reset(fresh)
  {
    int base = e;
    auto make = [&base, out](int place, int value) {
      base += value;
      int now = base;
#pragma omp task firstprivate(now, place)
      out[place] = now;
    };
    auto both = [&](int place) {
      make(place, 1);
      make(place + 1, 2);
    };
    for (int i = 0; i < N; i += 2)
      both(i);
  }
}

static void switched(int what, int *out) {
  static int table[4] = {5, 6, 7, 8};
  table[what % 4] += 1;
  MEET(regions[19]);
#pragma omp taskgraph graph_reset(fresh)
  {
    int value = table[what % 4];
    switch (what % 4) {
    case 0:
    case 1: {
#pragma omp task firstprivate(value)
      out[0] = value;
    }
      if (what % 4 == 0)
        break;
      [[fallthrough]];
    case 2: {
#pragma omp task firstprivate(value)
      out[1] = value;
      break;
    }
    default:
#pragma omp task firstprivate(value) if (value < 0)
      out[2] = value;
    }
  }
}

static void encounter(int e) {
  fresh = e % 5 == 0;
  double x[N] = {};
  half_step(e, x);
  for (int i = 0; i < N; ++i)
    CHECK_EQ("half a step", 2 * x[i], e * i);

  int out[N] = {}, start = next_value;
  counted(out);
  for (int i = 0; i < N; ++i)
    CHECK_EQ("number of a called function", out[i], start + i);
  CHECK_EQ("the function was called", next_value, start + N);
  next_value += e % 3;

  int variable = 3 * e;
  through_pointer(&variable, &variable, out);
  CHECK_EQ("before the change", out[0], 3 * e);
  CHECK_EQ("behind the change", out[1], 3 * e + 10);

  behind_a_gate(e, out);
  CHECK_EQ("copied before a later task's change", out[0], e + 1);
  CHECK_EQ("changed", out[1], 7);

  global_variable = e;
  global_behind_a_gate(out);
  CHECK_EQ("global copied before the change", out[0], e);
  CHECK_EQ("global changed", global_variable, 7);
  global_behind_a_gate(out);
  CHECK_EQ("changed global", out[0], 7);

  int value = 1 + e * 13 % 50, steps = 0, want = 0;
  for (int left = value; left > 1; left /= left % 2 ? 3 : 2)
    ++want;
  until_small(&value, &steps);
  CHECK_EQ("steps until small", steps, want);

  long sum = 99, serial = 0;
  reset_and_add(&sum, e);
  for (int i = 0; i < N; ++i)
    serial = serial * 2 + i + e;
  CHECK_EQ("reset in the block", sum, serial);

  shared_local(e, out);
  CHECK_EQ("local of the block", out[0], (e + 1) * 256 - 1);
  CHECK_EQ("memory of the block", out[1], e + 1);

  tried(e, out);
  for (int i = 0; i < N; ++i)
    CHECK_EQ("exceptions in the block", out[i], (e + i) % 3 ? e + i : -(e + i));

  threads_own(e, out);
  CHECK_EQ("thread_local", out[0], e);

  memset(out, 0, sizeof out);
  volatiles(e, out);
  for (int i = 0; i < N; ++i)
    CHECK_EQ("volatile", out[i], i < 2 + e % 4 ? i + 1 : 0);

  int numbers[2][5] = {{1, 2, 3, 4, 5}, {e, e, e, e, e}}, far = 0;
  Inner inner[2] = {{numbers[0], 4}, {numbers[1], e % 5}};
  Outer outer = {&inner[e / 2 % 2]};
  const Outer *pointer = &outer;
  far_away(&pointer, &far);
  CHECK_EQ("far away", far, e / 2 % 2 ? e % 5 * e : 10);

  static const char *const names[] = {"first", "second", "third", "fourth"};
  char name[10];
  strcpy(name, names[e % 4]); // the same place each time
  by_name(name, out);
  CHECK_EQ("by name", out[0], e % 4 < 2 ? 1 + e % 4 : e % 4 == 2 ? 5 : 6);

  int cells[2] = {e, e};
  Host host(cells);
  CHECK_EQ("member", host.change_member(e), e + 100);
  for (int i = 0; i < 3; ++i)
    CHECK_EQ("mutable member", host.asked_each_time(), 9 * i + 6);
  CHECK_EQ("bit-fields", host.bits(e), e % 8 * 10000 + e % 9 * 100 + e % 32);
  host.cells_of(&cells[e % 2], 1 + e % 3);
  int chain = e;
  for (int i = 0; i < 1 + e % 3; ++i)
    chain = chain * 3 + i;
  CHECK_EQ("objects found through members", cells[e % 2], chain);

  structures(e, out);
  for (int i = 0; i < 3; ++i)
    CHECK_EQ("structures", out[i],
             e + 2 * e + 100 * i + e % 16 + e % 512 + 3 * e + 3 + i + e + 1 +
                 i);

  nested_lambdas(e, out);
  for (int i = 0; i < N; ++i)
    CHECK_EQ("lambdas", out[i], e + i / 2 * 3 + (i % 2 ? 3 : 1));

  static int changed[4];
  memset(out, 0, sizeof out);
  switched(e, out);
  ++changed[e % 4];
  int number = 5 + e % 4 + changed[e % 4];
  CHECK_EQ("first case", out[0], e % 4 < 2 ? number : 0);
  CHECK_EQ("second case", out[1], e % 4 == 1 || e % 4 == 2 ? number : 0);
  CHECK_EQ("default", out[2], e % 4 == 3 ? number : 0);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth(e * 3 % 7, [=] { encounter(e); });
  for (Construct &region : regions)
    CHECK_COUNTED(region);
  // The same tasks each time, of blocks that change something.
  for (int i : {1, 2, 6, 7, 9, 17})
    CHECK_USES(regions[i], Refilled, Encounters / 5);
  CHECK_USES(regions[14], Refilled, 3 * Encounters / 5);
  return check_done();
}
