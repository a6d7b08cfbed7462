// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of another translation unit that make tasks. No pragma and no type
// of this project: GCC and other Clangs compile it, too.
#include "called_functions.h"

void make_chain(unsigned *cell, int length) {
  for (int i = 0; i < length; ++i) {
#pragma omp task depend(inout : *cell) firstprivate(i, cell)
    *cell = *cell * 3 + i;
  }
}

void make_independent(int *cells, int count, int value) {
  for (int i = 0; i < count; ++i) {
#pragma omp task firstprivate(i, cells, value)
    cells[i] = value + i;
  }
}

void make_fan(int *cells, int count, int value, int *sum) {
  for (int i = 0; i < count; ++i) {
#pragma omp task depend(out : cells[i]) firstprivate(i, cells, value)
    cells[i] = value + i;
#pragma omp task depend(in : cells[i]) depend(inout : *sum)                    \
    firstprivate(i, cells, sum)
    *sum = i == 0 ? cells[i] : *sum + cells[i];
  }
}

void make_commutative(int *total, int *held, int count) {
  for (int i = 0; i < count; ++i) {
#pragma omp task depend(mutexinoutset : *total) firstprivate(total, held)
    {
      volatile int *holder = held;
      int before = *holder;
      *holder = before + 1;
      for (volatile int work = 0; work < 200; work = work + 1)
        ;
      *total += before == 0 && *holder == 1;
      *holder = before;
    }
  }
}

void make_parents(int *total, int count, int children) {
  for (int i = 0; i < count; ++i) {
#pragma omp task firstprivate(total, children)
    for (int c = 0; c < children; ++c) {
#pragma omp task firstprivate(total)
      {
        for (volatile int work = 0; work < 500; work = work + 1)
          ;
        __atomic_fetch_add(total, 1, __ATOMIC_RELAXED);
      }
    }
  }
}

void make_recursively(int depth, int *total) {
  if (depth > 0) {
    make_recursively(depth - 1, total);
    make_recursively(depth - 1, total);
    return;
  }
#pragma omp task firstprivate(total)
  __atomic_fetch_add(total, 1, __ATOMIC_RELAXED);
}

void wait_for_all() {
#pragma omp taskwait
}

void wait_for(int *cell) {
#pragma omp taskwait depend(in : *cell)
}

int make_group(int count) {
  int done = 0;
#pragma omp taskgroup
  {
    for (int i = 0; i < count; ++i) {
#pragma omp task shared(done)
      {
#pragma omp task shared(done)
        {
          for (volatile int work = 0; work < 500; work = work + 1)
            ;
          __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
        }
        __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
      }
    }
  }
  return done;
}

void make_undeferred(int *cell) {
#pragma omp task depend(inout : *cell) firstprivate(cell)
  {
    for (volatile int work = 0; work < 5000; work = work + 1)
      ;
    *cell += 1;
  }
#pragma omp task depend(inout : *cell) firstprivate(cell) if (0)
  *cell *= 2;
  int local = 0;
#pragma omp task shared(local) if (0)
  local = 1;
  *cell += local - 1;
}

void make_loop(int *cells, int count, int value) {
#pragma omp taskloop grainsize(3) firstprivate(cells, value)
  for (int i = 0; i < count; ++i)
    cells[i] = value + i;
}

void make_loop_ungrouped(int *cells, int count, int value) {
#pragma omp taskloop num_tasks(5) firstprivate(cells, value) nogroup
  for (int i = 0; i < count; ++i)
    cells[i] = value + i;
}

long reduce_in_group(int count) {
  long sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < count; ++i) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
    sum += i;
  }
  return sum;
}

long reduce_in_loop(int count) {
  long sum = 0;
#pragma omp taskloop reduction(+ : sum) grainsize(2)
  for (int i = 0; i < count; ++i)
    sum += i;
  return sum;
}

// Clang aligns no task's data to more.
#ifdef __clang__
constexpr unsigned long Alignment = 16;
#else
constexpr unsigned long Alignment = 1024;
#endif

struct Aligned {
  char small;
  alignas(16) char medium;
  alignas(Alignment) int large[8];
};

void make_aligned(int value, int *out, int count) {
  Aligned data = {1, 2, {}};
  for (int i = 0; i < count; ++i) {
    data.large[i % 8] = 100 * (i % 8) + value + i;
#pragma omp task firstprivate(data, out, i)
    {
      volatile unsigned long address = (unsigned long)&data.large;
      bool right = data.small + data.medium == 3 && address % Alignment == 0;
      out[i] = right ? data.large[i % 8] : -1;
      for (int &each : data.large)
        each = -5;
    }
  }
}
