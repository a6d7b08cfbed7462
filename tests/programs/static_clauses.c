// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every kind of dependence and join, priorities, and the clauses of the region
// itself, in graphs that the compiler builds. The words are at another place
// at every other encounter.
#include "static_tiles.h"

enum { Encounters = 18, Words = 16, Rounds = 3 };
static Construct kinds_region, joins_region, groups_region, all_memory_region,
    priority_region, unattended_region, nowait_region, id_region, reset_region,
    if_region, shared_region;

static void update(Word *to, Word by) { *to = mix(*to, by); }

/// Whoever does not exclude others undoes what they do meanwhile.
static void add_alone(volatile Word *to, Word by) {
  Word before = *to;
  spin(200);
  *to = before + by;
}

static void add(Word *to, Word by) {
  __atomic_fetch_add(to, by, __ATOMIC_RELAXED);
}

static void kinds(Word *w) {
  MEET(kinds_region);
#pragma omp taskgraph
  {
    for (int r = 0; r < Rounds; ++r) {
#pragma omp task depend(out : w[0]) depend(inout : w[9])
      update(&w[0], w[9]);
      for (int i = 0; i < 4; ++i) {
#pragma omp task depend(in : w[0]) depend(out : w[1 + i])
        update(&w[1 + i], w[0] + i);
      }
      for (int i = 0; i < 4; ++i) {
#pragma omp task depend(mutexinoutset : w[0], w[5 + i / 2])                    \
    depend(in : w[1 + i])
        {
          add_alone(&w[0], w[1 + i]);
          add_alone(&w[5 + i / 2], i);
        }
      }
      for (int i = 0; i < 4; ++i) {
#pragma omp task depend(inoutset : w[0]) depend(inout : w[10 + i])
        {
          update(&w[10 + i], i);
          add(&w[0], w[10 + i]);
        }
      }
#pragma omp task depend(in : w[0], w[6]) depend(inout : w[0], w[5])
      update(&w[5], mix(w[0], w[6]));
      // Twice the same, and nothing that orders it.
#pragma omp task depend(in : w[5], w[5]) depend(inout : w[9])
      update(&w[9], w[5]);
    }
  }
}

static void serial_kinds(Word *w) {
  for (int r = 0; r < Rounds; ++r) {
    update(&w[0], w[9]);
    for (int i = 0; i < 4; ++i)
      update(&w[1 + i], w[0] + i);
    for (int i = 0; i < 4; ++i) {
      w[0] += w[1 + i];
      w[5 + i / 2] += i;
    }
    for (int i = 0; i < 4; ++i) {
      update(&w[10 + i], i);
      w[0] += w[10 + i];
    }
    update(&w[5], mix(w[0], w[6]));
    update(&w[9], w[5]);
  }
}

static void joins(Word *w) {
  MEET(joins_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task
      update(&w[i], i);
    }
#pragma omp taskwait
    for (int i = 0; i < 4; ++i) {
#pragma omp task depend(inout : w[4])
      update(&w[4], w[i]);
#pragma omp task depend(inout : w[5])
      update(&w[5], w[i]);
    }
#pragma omp taskwait depend(in : w[4])
#pragma omp task
    update(&w[6], w[4]);
#pragma omp taskwait depend(in : w[5]) nowait
#pragma omp task depend(in : w[5]) depend(inout : w[7])
    update(&w[7], w[5]);
#pragma omp taskwait
#pragma omp task
    update(&w[8], mix(w[6], w[7]));
  }
}

static void serial_joins(Word *w) {
  for (int i = 0; i < 4; ++i)
    update(&w[i], i);
  for (int i = 0; i < 4; ++i) {
    update(&w[4], w[i]);
    update(&w[5], w[i]);
  }
  update(&w[6], w[4]);
  update(&w[7], w[5]);
  update(&w[8], mix(w[6], w[7]));
}

static void groups(Word *w) {
  MEET(groups_region);
#pragma omp taskgraph
  {
#pragma omp task depend(inout : w[0])
    update(&w[0], 1);
#pragma omp taskgroup
    {
      for (int i = 1; i < 5; ++i) {
#pragma omp task depend(inout : w[i])
        {
          // The group's end waits for it, a taskwait would not.
#pragma omp task
          update(&w[i], i);
        }
      }
#pragma omp taskgroup
      {
#pragma omp task depend(inout : w[5])
        update(&w[5], 5);
      }
#pragma omp task
      update(&w[6], w[5]);
    }
#pragma omp task
    {
      for (int i = 1; i < 7; ++i)
        update(&w[7], w[i]);
    }
#pragma omp task depend(in : w[0]) depend(inout : w[8])
    update(&w[8], w[0]);
  }
}

static void serial_groups(Word *w) {
  update(&w[0], 1);
  for (int i = 1; i < 5; ++i)
    update(&w[i], i);
  update(&w[5], 5);
  update(&w[6], w[5]);
  for (int i = 1; i < 7; ++i)
    update(&w[7], w[i]);
  update(&w[8], w[0]);
}

static void all_memory(Word *w) {
  MEET(all_memory_region);
#pragma omp taskgraph
  {
    for (int r = 0; r < Rounds; ++r) {
      for (int i = 0; i < Words; ++i) {
#pragma omp task depend(inout : w[i])
        update(&w[i], r);
      }
#pragma omp task depend(inout : omp_all_memory)
      {
        for (int i = 0; i < Words; ++i)
          update(&w[i], w[(i + 1) % Words]);
      }
#pragma omp task depend(in : w[0]) depend(out : omp_all_memory)
      update(&w[1], w[0]);
    }
#pragma omp task depend(in : w[1]) depend(inout : w[2])
    update(&w[2], w[1]);
  }
}

static void serial_all_memory(Word *w) {
  for (int r = 0; r < Rounds; ++r) {
    for (int i = 0; i < Words; ++i)
      update(&w[i], r);
    for (int i = 0; i < Words; ++i)
      update(&w[i], w[(i + 1) % Words]);
    update(&w[1], w[0]);
  }
  update(&w[2], w[1]);
}

/// Inlined whatever the compiler thinks of its size.
static inline __attribute__((always_inline)) void chains(Word *w, int r) {
  for (int i = 0; i < 8; ++i) {
#pragma omp task depend(inout : w[i], w[8 + i % 4]) priority(3 - i % 4)
    update(&w[i], mix(w[8 + i % 4]++, r));
  }
}

static void serial_chains(Word *w, int r) {
  for (int i = 0; i < 8; ++i)
    update(&w[i], mix(w[8 + i % 4]++, r));
}

static void priority(Word *w) {
  MEET(priority_region);
#pragma omp taskgraph
  {
    for (int r = 0; r < Rounds; ++r)
      chains(w, r);
  }
}

static void serial_priority(Word *w) {
  for (int r = 0; r < Rounds; ++r)
    serial_chains(w, r);
}

/// One behind the other, and behind ordinary tasks.
static void unattended(Word *w) {
  for (int r = 0; r < Rounds; ++r) {
#pragma omp task depend(inout : w[r])
    update(&w[r], r);
    MEET(unattended_region);
#pragma omp taskgraph nogroup
    {
      chains(w, 0);
      chains(w, 1);
    }
#pragma omp task depend(inout : w[0], w[9])
    update(&w[9], w[0]);
  }
#pragma omp taskwait
}

static void serial_unattended(Word *w) {
  for (int r = 0; r < Rounds; ++r) {
    update(&w[r], r);
    serial_chains(w, 0);
    serial_chains(w, 1);
    update(&w[9], w[0]);
  }
}

static void halves(Word *w) {
  MEET(nowait_region);
#pragma omp taskgraph nowait
  {
    for (int r = 0; r < Rounds; ++r)
      for (int i = 1; i < 8; ++i) {
#pragma omp task depend(in : w[i - 1]) depend(inout : w[i])
        update(&w[i], w[i - 1]);
      }
  }
}

static void serial_halves(Word *w) {
  for (int r = 0; r < Rounds; ++r)
    for (int i = 1; i < 8; ++i)
      update(&w[i], w[i - 1]);
}

static void both_halves(Word *w) {
  halves(w);
  halves(w + 8);
#pragma omp taskwait
}

static void serial_both_halves(Word *w) {
  serial_halves(w);
  serial_halves(w + 8);
}

static int number; // of the encounter

static void with_id(Word *w) {
  MEET(id_region);
#pragma omp taskgraph graph_id(number % 3)
  chains(w, 2);
}

static void with_reset(Word *w) {
  MEET(reset_region);
#pragma omp taskgraph graph_reset(number % 3 == 1)
  chains(w, 2);
}

static void with_if(Word *w) {
  MEET(if_region);
#pragma omp taskgraph if (number % 3)
  chains(w, 2);
}

static void serial_two(Word *w) { serial_chains(w, 2); }

/// Bounds in variables that the threads and the tasks share and only read.
static void shared_bounds(Word *w) {
  int rounds = 3, width = 8;
#pragma omp parallel num_threads(3) shared(rounds, width)
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    MEET(shared_region);
#pragma omp taskgraph
    for (int r = 0; r < rounds; ++r)
      for (int i = 0; i < width; ++i) {
#pragma omp task depend(inout : w[i]) firstprivate(i, r)
        update(&w[i], rounds * i + width * r);
      }
  }
}

static void compare_bounds(void) {
  static Word w[Words], expected[Words];
  fill(w, Words, 1);
  memcpy(expected, w, sizeof w);
  shared_bounds(w);
  for (int e = 0; e < Encounters; ++e)
    for (int r = 0; r < 3; ++r)
      for (int i = 0; i < 8; ++i)
        update(&expected[i], 3 * i + 8 * r);
  CHECK_EQ("bounds", hash_of(w, Words), hash_of(expected, Words));
}

static void compare(const char *what, void (*region)(Word *),
                    void (*serial)(Word *)) {
  static Word memory[3][Words];
  Word *w = memory[number % 2], *expected = memory[2];
  fill(w, Words, number);
  memcpy(expected, w, sizeof memory[2]);
  region(w);
  serial(expected);
  CHECK_EQ(what, hash_of(w, Words), hash_of(expected, Words));
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (number = 0; number < Encounters; ++number) {
    compare("kinds", kinds, serial_kinds);
    compare("joins", joins, serial_joins);
    compare("groups", groups, serial_groups);
    compare("all memory", all_memory, serial_all_memory);
    compare("priority", priority, serial_priority);
    compare("unattended", unattended, serial_unattended);
    compare("nowait", both_halves, serial_both_halves);
    compare("graph_id", with_id, serial_two);
    compare("graph_reset", with_reset, serial_two);
    compare("if", with_if, serial_two);
  }
  compare_bounds();
  CHECK_BUILT(kinds_region, 2);
  CHECK_BUILT(joins_region, 2);
  CHECK_BUILT(groups_region, 2);
  CHECK_BUILT(all_memory_region, 2);
  CHECK_BUILT(priority_region, 2);
  if (PROVED) { // a block that runs is not recorded beside earlier tasks
    CHECK_BUILT(unattended_region, 2);
    CHECK_BUILT(nowait_region, 4);
  }
  CHECK_BUILT(id_region, 6);
  CHECK_BUILT(reset_region, Encounters);
  CHECK_BUILT(shared_region, 1);
  CHECK_COUNTED(if_region);
  if (PROVED && !runs_plainly() && !records_graphs())
    CHECK_EQ("recorded", counts_of(&if_region).recorded, 0);
  return check_done();
}
