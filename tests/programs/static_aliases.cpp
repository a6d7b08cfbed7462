// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that the compiler takes for different ones and that are the same at
// some encounters, all or some of them, or null: its graph does not fit then,
// and the region is recorded.
#include "static_tiles.h"

constexpr int Some = 4, Words = 32;
static Word memory[Words], cells[2 * Some];

static void update(Word *to, Word by) { *to = mix(*to, by); }

/// What a region does to the words that two pointers lead to.
struct Given {
  Word *a, *b;
  long stride;
};

static Construct pair_region, first_region, interleaved_region, rows_region,
    global_region, table_region, local_region;

static void pair(Given g, bool serial) {
  Word *a = g.a, *b = g.b;
  if (serial) {
    for (int i = 0; i < Some; ++i) {
      update(&a[i], i);
      update(&b[Some - 1 - i], a[i]);
    }
    return;
  }
  MEET(pair_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Some; ++i) {
#pragma omp task depend(inout : a[i])
      update(&a[i], i);
#pragma omp task depend(in : a[i]) depend(inout : b[Some - 1 - i])
      update(&b[Some - 1 - i], a[i]);
    }
  }
}

/// b may be null; a dependence on nothing orders nothing.
static void first(Given g, bool serial) {
  Word *a = g.a, *b = g.b;
  if (serial) {
    for (int i = 0; i < Some; ++i)
      update(&a[0], b ? b[0] : 5);
    return;
  }
  MEET(first_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Some; ++i) {
#pragma omp task depend(inout : a[0]) depend(in : b[0])
      update(&a[0], b ? b[0] : 5);
    }
  }
}

/// The objects of one lie between those of the other.
static void interleaved(Given g, bool serial) {
  Word *a = g.a, *b = g.b;
  if (serial) {
    for (int i = 0; i < Some; ++i) {
      update(&a[2 * i], i);
      update(&b[2 * i], a[2 * i]);
    }
    return;
  }
  MEET(interleaved_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Some; ++i) {
#pragma omp task depend(inout : a[2 * i])
      update(&a[2 * i], i);
#pragma omp task depend(in : a[2 * i]) depend(inout : b[2 * i])
      update(&b[2 * i], a[2 * i]);
    }
  }
}

/// Rows at a distance that may be shorter than they are.
static void rows(Given g, bool serial) {
  Word *a = g.a;
  long stride = g.stride;
  if (serial) {
    for (int i = 0; i < Some; ++i)
      for (int j = 0; j < Some; ++j)
        update(&a[i * stride + j], i);
    return;
  }
  MEET(rows_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Some; ++i)
      for (int j = 0; j < Some; ++j) {
#pragma omp task depend(inout : a[i * stride + j])
        update(&a[i * stride + j], i);
      }
  }
}

/// A pointer may lead to a variable that the block names, too.
static void global(Given g, bool serial) {
  Word *b = g.b;
  if (serial) {
    for (int i = 0; i < Some; ++i) {
      update(&cells[i], i);
      update(&b[i], 7);
    }
    return;
  }
  MEET(global_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Some; ++i) {
#pragma omp task depend(inout : cells[i])
      update(&cells[i], i);
#pragma omp task depend(inout : b[i])
      update(&b[i], 7);
    }
  }
}

/// Entries of a table of pointers.
static void table(Given g, bool serial) {
  Word *entries[] = {g.a, g.a + 3, g.b};
  Word **table = entries;
  asm volatile("" : "+r"(table) : : "memory");
  if (serial) {
    for (int i = 0; i < 3; ++i)
      update(table[i], i);
    return;
  }
  MEET(table_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < 3; ++i) {
#pragma omp task depend(inout : table[i][0])
      update(table[i], i);
    }
  }
}

/// A variable of the function, and perhaps a pointer to it.
static void local(Given g, bool serial) {
  Word word = 3, *p = g.stride ? &word : g.b;
  if (serial) {
    update(&word, 1);
    update(p, 2);
    update(&word, 3);
  } else {
    MEET(local_region);
#pragma omp taskgraph
    {
#pragma omp task shared(word) depend(inout : word)
      update(&word, 1);
#pragma omp task depend(inout : *p)
      update(p, 2);
#pragma omp task shared(word) depend(inout : word)
      update(&word, 3);
    }
  }
  update(g.a, word);
}

struct Case {
  const char *what;
  void (*function)(Given, bool);
  Construct *region;
  Given apart, given;
  int same; // whether some objects of the given ones coincide or might
};

static Word *const M = memory;
static const Case cases[] = {
    {"the same", pair, &pair_region, {M, M + 8, 0}, {M, M, 0}, 1},
    {"in part", pair, &pair_region, {M, M + 8, 0}, {M, M + 2, 0}, 1},
    {"the last", pair, &pair_region, {M, M + 8, 0}, {M + 3, M, 0}, 1},
    {"neighbours", pair, &pair_region, {M, M + 8, 0}, {M, M + 4, 0}, 0},
    {"the other way", pair, &pair_region, {M, M + 8, 0}, {M + 4, M, 0}, 0},
    {"null", first, &first_region, {M, M + 1, 0}, {M, nullptr, 0}, 1},
    {"both", first, &first_region, {M, M + 1, 0}, {M, M, 0}, 1},
    {"between",
     interleaved,
     &interleaved_region,
     {M, M + 9, 0},
     {M, M + 1, 0},
     1},
    {"every other",
     interleaved,
     &interleaved_region,
     {M, M + 9, 0},
     {M, M + 2, 0},
     1},
    {"one row", rows, &rows_region, {M, M, 4}, {M, M, 0}, 1},
    {"short rows", rows, &rows_region, {M, M, 4}, {M, M, 2}, 1},
    {"rows upwards", rows, &rows_region, {M, M, 6}, {M + 20, M, -4}, 0},
    {"a global", global, &global_region, {M, M + 9, 0}, {M, cells, 0}, 1},
    {"half of a global",
     global,
     &global_region,
     {M, M + 9, 0},
     {M, cells + 2, 0},
     1},
    {"an entry twice", table, &table_region, {M, M + 9, 0}, {M, M + 3, 0}, 1},
    {"a local", local, &local_region, {M, M + 9, 0}, {M, M + 9, 1}, 1},
};

static long recorded(const Case &c) {
  return (long)counts_of(c.region).recorded;
}

/// Runs it as a region and serially, from the same values.
static void compare(const Case &c, const Given &given, int seed) {
  fill(memory, Words, seed);
  fill(cells, 2 * Some, seed);
  c.function(given, false);
  Word seen = mix(hash_of(memory, Words), hash_of(cells, 2 * Some));
  fill(memory, Words, seed);
  fill(cells, 2 * Some, seed);
  c.function(given, true);
  CHECK_EQ(c.what, seen, mix(hash_of(memory, Words), hash_of(cells, 2 * Some)));
}

/// So many graphs are recorded that some go; the compiler's stays.
static void many_graphs() {
  const Case &c = cases[0];
  for (int e = 0; e < 9; ++e)
    compare(c, {M, M + e % 3, 0}, e);
  for (int e = 0; e < 12; ++e)
    compare(c, {M + e % 6, M + 5 - e % 5, 0}, e);
  long before = (long)counts_of(c.region).replayed;
  for (int e = 0; e < 3; ++e)
    compare(c, c.apart, e);
  if (PROVED && !runs_plainly() && !records_graphs())
    CHECK_EQ("replayed after many others",
             (long)counts_of(c.region).replayed - before, 3);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (const Case &c : cases) {
    bool is_static = PROVED && !runs_plainly() && !records_graphs();
    long before = recorded(c);
    for (int e = 0; e < 3; ++e)
      compare(c, c.apart, e);
    if (is_static)
      CHECK_EQ(c.what, recorded(c) - before, 0);
    for (int e = 0; e < 3; ++e)
      compare(c, c.given, e);
    if (is_static)
      CHECK_EQ(c.what, recorded(c) - before, c.same);
    for (int e = 0; e < 6; ++e)
      compare(c, e % 2 ? c.apart : c.given, e);
    if (is_static)
      CHECK_EQ(c.what, recorded(c) - before, c.same);
  }
  many_graphs();
  return check_done();
}
