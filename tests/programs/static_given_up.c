// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler cannot know: each region is recorded, or its block runs,
// with the right result. test_static_graphs.py says what the remarks must be.
#include "static_tiles.h"

enum { Encounters = 12, Words = 8 };
static Construct count_region, opaque_region, branch_region, order_region,
    taskloop_region, reduction_region, parts_region, shared_region;

static void update(Word *to, Word by) { *to = mix(*to, by); }

/// The program's arguments say how often.
static void count_from_outside(Word *w, int count) {
  MEET(count_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < count; ++i) { // count
#pragma omp task depend(inout : w[i % 3])
      update(&w[i % 3], i);
    }
  }
}
static void serial_count(Word *w, int count) {
  for (int i = 0; i < count; ++i)
    update(&w[i % 3], i);
}

__attribute__((noinline)) Word *place_of(Word *w, int i) {
  __asm__ volatile("" : "+r"(w));
  return &w[i / 2];
}

static void opaque_address(Word *w) {
  MEET(opaque_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Words; ++i) {
      Word *place = place_of(w, i); // opaque
#pragma omp task depend(inout : *place)
      update(place, i);
    }
  }
}
static void serial_opaque(Word *w) {
  for (int i = 0; i < Words; ++i)
    update(place_of(w, i), i);
}

static int flags[Words];
static void branch_on_data(Word *w) {
  MEET(branch_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Words; ++i) {
      if (flags[i]) { // branch
#pragma omp task depend(inout : w[0])
        update(&w[0], i);
      } else {
#pragma omp task depend(in : w[0]) depend(inout : w[i])
        update(&w[i], w[0]);
      }
    }
  }
}
static void serial_branch(Word *w) {
  for (int i = 0; i < Words; ++i)
    if (flags[i])
      update(&w[0], i);
    else
      update(&w[i], w[0]);
}

/// Entries come one behind the other, those that are set first.
static Word *table[Words];
static void table_by_order(Word *w) {
  int end = 0;
  for (int i = 0; i < Words; ++i)
    if (flags[i])
      table[end++] = &w[i];
  for (int i = 0; i < Words; ++i)
    if (!flags[i])
      table[end++] = &w[i];
  MEET(order_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Words; ++i)
      for (int j = i; j < Words; ++j) {
        if (table[i] == table[j]) // order
          continue;
#pragma omp task depend(in : *table[i]) depend(inout : *table[j])
        update(table[j], *table[i]);
      }
  }
}
static void serial_order(Word *w) {
  for (int i = 0; i < Words; ++i)
    for (int j = i + 1; j < Words; ++j)
      update(table[j], *table[i]);
}

static void with_taskloop(Word *w) {
  MEET(taskloop_region);
#pragma omp taskgraph
  {
#pragma omp taskloop // taskloop
    for (int i = 0; i < Words; ++i)
      update(&w[i], i);
  }
}
static void serial_taskloop(Word *w) {
  for (int i = 0; i < Words; ++i)
    update(&w[i], i);
}

static void with_reduction(Word *w) {
  Word sum = 0;
  MEET(reduction_region);
#pragma omp taskgraph
  {
#pragma omp taskgroup task_reduction(+ : sum) // reduction
    {
      for (int i = 0; i < Words; ++i) {
#pragma omp task in_reduction(+ : sum)
        sum += w[i];
      }
    }
  }
  w[0] = sum;
}
static void serial_reduction(Word *w) {
  Word sum = 0;
  for (int i = 0; i < Words; ++i)
    sum += w[i];
  w[0] = sum;
}

/// A copy of which the block changes parts.
typedef struct Row {
  int number[16];
} Row;
static Row row;
static Word hash_of_row(const Row *of) {
  Word hash = 1;
  for (int i = 0; i < 16; ++i)
    hash = mix(hash, of->number[i]);
  return hash;
}
static void copied_in_parts(Word *w) {
  MEET(parts_region);
#pragma omp taskgraph
  {
    Row copy = row;
    for (int i = 0; i < 40; ++i) {
      copy.number[i % 15] = i;
#pragma omp task firstprivate(copy) depend(inout : w[i % 2]) // parts
      update(&w[i % 2], hash_of_row(&copy));
    }
  }
}
static void serial_parts(Word *w) {
  Row copy = row;
  for (int i = 0; i < 40; ++i) {
    copy.number[i % 15] = i;
    update(&w[i % 2], hash_of_row(&copy));
  }
}

/// A bound that the threads and the tasks share, and a task changes.
static void shared_bound(Word *w) {
  int width = Words;
#pragma omp parallel num_threads(3) shared(width)
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    MEET(shared_region);
#pragma omp taskgraph
    for (int i = 0; i < width; ++i) { // shared
#pragma omp task depend(inout : w[i]) firstprivate(i)
      update(&w[i], i + width);
    }
#pragma omp task shared(width)
    width = (e / 3 + 1) % 2 * Words / 2 + Words / 2;
#pragma omp taskwait
  }
}
static void serial_shared_bound(Word *w) {
  int width = Words;
  for (int e = 0; e < Encounters; ++e) {
    for (int i = 0; i < width; ++i)
      update(&w[i], i + width);
    width = (e / 3 + 1) % 2 * Words / 2 + Words / 2;
  }
}

static Word memory[Words], expected[Words];

#define COMPARE(region, serial, ...)                                           \
  do {                                                                         \
    fill(memory, Words, 1);                                                    \
    serial(__VA_ARGS__);                                                       \
    memcpy(expected, memory, sizeof memory);                                   \
    fill(memory, Words, 1);                                                    \
    region(__VA_ARGS__);                                                       \
    CHECK_EQ(#region, hash_of(memory, Words), hash_of(expected, Words));       \
  } while (0)

static void encounter(int e, int count) {
  for (int i = 0; i < Words; ++i)
    flags[i] = (e / 2 >> i % 3) & 1;
  for (int i = 0; i < 16; ++i)
    row.number[i] = e * i;
  COMPARE(count_from_outside, serial_count, memory, count + e % 2);
  COMPARE(opaque_address, serial_opaque, memory);
  COMPARE(branch_on_data, serial_branch, memory);
  fill(memory, Words, e);
  table_by_order(memory);
  Word seen = hash_of(memory, Words);
  fill(memory, Words, e);
  serial_order(memory);
  CHECK_EQ("table_by_order", seen, hash_of(memory, Words));
  COMPARE(with_taskloop, serial_taskloop, memory);
  COMPARE(with_reduction, serial_reduction, memory);
  COMPARE(copied_in_parts, serial_parts, memory);
}

int main(int argc, char **argv) {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    encounter(e, argc > 1 ? atoi(argv[1]) : 6);
  COMPARE(shared_bound, serial_shared_bound, memory);
  const Construct *all[] = {&count_region, &opaque_region,   &branch_region,
                            &order_region, &taskloop_region, &reduction_region,
                            &parts_region, &shared_region};
  for (unsigned k = 0; k < sizeof all / sizeof *all; ++k) {
    CHECK_COUNTED(*all[k]);
    if (!runs_plainly())
      CHECK(counts_of(all[k]).recorded > 0);
  }
  return check_done();
}
