// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Taskloops whose division the clauses tell, in graphs that the compiler
// builds. Each is compared with the same outside of a taskgraph: what the
// iterations compute, and at which iteration the task of each begins.
#include "static_tiles.h"

enum { Encounters = 6, Words = 48, Width = 6 };
static Construct built_region, captured_region;

namespace {

struct Memory {
  Word words[Words];
  long begin[Words]; // of the task, by iteration
  long last;         // what a lastprivate variable had
};

/// What a task's own copy of `first` is until its first iteration.
constexpr long None = -1;

void visit(Memory *m, long i, long &first, int by) {
  if (first == None)
    first = i;
  m->begin[i] = first;
  m->words[i] = mix(m->words[i], Word(i) + Word(by));
}

// Inlined whatever the compiler thinks of its size.
#define FORM(name)                                                             \
  [[gnu::always_inline]] inline void name(                                     \
      [[maybe_unused]] Memory *m, [[maybe_unused]] int by,                     \
      [[maybe_unused]] long first)

#define PRAGMA(text) _Pragma(#text)
// Iterations 0 to count - 1, divided by the clause.
#define DIVIDED(name, count, clause)                                           \
  FORM(name) {                                                                 \
    PRAGMA(omp taskloop clause firstprivate(first))                            \
    for (int i = 0; i < (count); ++i)                                          \
      visit(m, i, first, by);                                                  \
  }
DIVIDED(three_tasks, 16, num_tasks(3))
DIVIDED(more_tasks_than_iterations, 16, num_tasks(40))
DIVIDED(of_five, 18, grainsize(5))
DIVIDED(of_five_strictly, 18, grainsize(strict : 5))
DIVIDED(three_tasks_strictly, 16, num_tasks(strict : 3))
DIVIDED(one_for_all, 16, grainsize(100))
DIVIDED(single_iterations, Words, grainsize(1))

FORM(one_iteration) {
#pragma omp taskloop num_tasks(4) firstprivate(first)
  for (int i = 7; i < 8; ++i)
    visit(m, i, first, by);
}

FORM(descending) {
#pragma omp taskloop num_tasks(4) firstprivate(first)
  for (long i = 45; i > 1; i -= 3)
    visit(m, i, first, by);
}

FORM(small_unsigned) {
#pragma omp taskloop grainsize(3) firstprivate(first)
  for (unsigned char i = 1; i < Words - 1; i += 5)
    visit(m, i, first, by);
}

FORM(rows_and_columns) {
#pragma omp taskloop num_tasks(5) collapse(2) firstprivate(first)
  for (int i = 0; i < Words / Width; ++i)
    for (int j = Width - 1; j >= 0; --j)
      visit(m, i * Width + j, first, by);
}

FORM(pointers) {
#pragma omp taskloop num_tasks(7) firstprivate(first)
  for (Word *w = m->words + 2; w < m->words + 40; w += 2)
    visit(m, w - m->words, first, by);
}

FORM(that_change_nothing_of_theirs) {
#pragma omp taskloop num_tasks(6)
  for (int i = 0; i < Words; ++i)
    m->words[i] = mix(m->words[i], Word(by));
}

FORM(of_vectors) {
#pragma omp taskloop simd num_tasks(4)
  for (int i = 0; i < Words; ++i)
    m->words[i] = m->words[i] * 3 + Word(i);
}

/// The first waits for its tasks, the second does not.
FORM(in_turn) {
#pragma omp taskloop num_tasks(2) firstprivate(first)
  for (int i = 0; i < 16; ++i)
    visit(m, i, first, by);
#pragma omp taskloop num_tasks(3) nogroup firstprivate(first)
  for (int i = 16; i < 32; ++i)
    visit(m, i, first, int(m->words[i - 16] & 255));
#pragma omp task depend(inout : m->words[47])
  m->words[47] = mix(m->words[0], 5);
#pragma omp taskwait
#pragma omp taskloop grainsize(4) firstprivate(first)
  for (int i = 32; i < 47; ++i)
    visit(m, i, first, int(m->words[i - 16] & 255));
}

FORM(in_groups) {
  for (int k = 0; k < 4; ++k) {
#pragma omp taskgroup
    {
#pragma omp taskloop num_tasks(k + 1) nogroup priority(k) firstprivate(first)
      for (int i = 12 * k; i < 12 * k + 12; ++i)
        visit(m, i, first, by + k);
    }
  }
}

long last_seen;

FORM(lastprivate) {
#pragma omp taskloop num_tasks(4) lastprivate(last_seen) firstprivate(first)
  for (int i = 0; i < 21; ++i) {
    last_seen = by + i;
    visit(m, i, first, by);
  }
#pragma omp task
  m->last = last_seen;
}

using Form = void (*)(Memory *, int);

template <void (*Of)(Memory *, int, long)> void built(Memory *m, int by) {
  MEET(built_region);
#pragma omp taskgraph
  { Of(m, by, None); }
}

template <void (*Of)(Memory *, int, long)> void plain(Memory *m, int by) {
#pragma omp taskgroup
  { Of(m, by, None); }
}

/// Bounds in variables of the function.
void captured(Memory *m, int by) {
  int count = 20;
  long size = 6;
  MEET(captured_region);
#pragma omp taskgraph
  {
#pragma omp taskloop grainsize(size)
    for (int i = 0; i < count; ++i)
      m->words[i] = mix(m->words[i], Word(by + count));
  }
}

void plain_captured(Memory *m, int by) {
  for (int i = 0; i < 20; ++i)
    m->words[i] = mix(m->words[i], Word(by + 20));
}

Memory memory[3];

void compare(const char *what, int e, Form region, Form expects) {
  Memory &m = memory[e % 2], &expected = memory[2];
  fill(m.words, Words, e);
  for (long &begin : m.begin)
    begin = None;
  m.last = None;
  expected = m;
  region(&m, e / 3);
  expects(&expected, e / 3);
  CHECK_EQ(what, hash_of(m.words, Words), hash_of(expected.words, Words));
  for (int i = 0; i < Words; ++i)
    CHECK_EQ(what, m.begin[i], expected.begin[i]);
  CHECK_EQ(what, m.last, expected.last);
}

void encounter(int e) {
#define COMPARE(form) compare(#form, e, built<form>, plain<form>)
  COMPARE(three_tasks);
  COMPARE(more_tasks_than_iterations);
  COMPARE(of_five);
  COMPARE(of_five_strictly);
  COMPARE(three_tasks_strictly);
  COMPARE(one_for_all);
  COMPARE(single_iterations);
  COMPARE(one_iteration);
  COMPARE(descending);
  COMPARE(small_unsigned);
  COMPARE(rows_and_columns);
  COMPARE(pointers);
  COMPARE(that_change_nothing_of_theirs);
  COMPARE(of_vectors);
  COMPARE(in_turn);
  COMPARE(in_groups);
  COMPARE(lastprivate);
  compare("captured", e, captured, plain_captured);
}

} // namespace

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    encounter(e);
  CHECK_BUILT(built_region, 17 * Encounters);
  CHECK_BUILT(captured_region, 2);
  return check_done();
}
