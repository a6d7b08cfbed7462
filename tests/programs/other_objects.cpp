// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of the dependences change from one encounter to the next: another
// matrix and back, tiles found through a pointer of the block, two objects that
// become one, one that becomes two, objects that change places. The tasks have
// the order that the dependences of this encounter ask for.
#include "check.h"

constexpr int Encounters = 40, Tiles = 6, Size = 4;
static Construct factor_region, tile_region, merged_region, split_region;
static Construct swapped_region, rotated_region, function_region, kept_region;

using Matrix = double[Tiles][Tiles][Size];

static void update(double *tile, const double *by) {
  for (int i = 0; i < Size; ++i)
    tile[i] = tile[i] * 0.5 + by[i];
}

/// In the manner of a factorisation: each step's tiles depend on those before.
static void factor(Matrix &m, bool tasks) {
  if (!tasks) {
    for (int k = 0; k < Tiles; ++k) {
      update(m[k][k], m[k][k]);
      for (int i = k + 1; i < Tiles; ++i)
        update(m[i][k], m[k][k]);
      for (int i = k + 1; i < Tiles; ++i)
        for (int j = k + 1; j <= i; ++j)
          update(m[i][j], m[i][k]);
    }
    return;
  }
  MEET(factor_region);
#pragma omp taskgraph
  for (int k = 0; k < Tiles; ++k) {
    double *diagonal = m[k][k];
#pragma omp task depend(inout : diagonal[0])
    update(diagonal, diagonal);
    for (int i = k + 1; i < Tiles; ++i) {
      double *panel = m[i][k];
#pragma omp task depend(in : diagonal[0]) depend(inout : panel[0])
      spin(100), update(panel, diagonal);
    }
    for (int i = k + 1; i < Tiles; ++i)
      for (int j = k + 1; j <= i; ++j) {
        double *tile = m[i][j], *panel = m[i][k];
#pragma omp task depend(in : panel[0]) depend(inout : tile[0])
        update(tile, panel);
      }
  }
}

static void check_factor(Matrix &m, int e) {
  static Matrix expected;
  for (int i = 0; i < Tiles; ++i)
    for (int j = 0; j < Tiles; ++j)
      for (int k = 0; k < Size; ++k)
        expected[i][j][k] = m[i][j][k] = (i * 7 + j * 3 + k + e) % 11;
  factor(m, true);
  factor(expected, false);
  CHECK_EQ("factored", memcmp(m, expected, sizeof m), 0);
}

/// A pointer of the block to a tile of whatever A is now.
static void tiles(double *A, int ts, int e) {
  MEET(tile_region);
#pragma omp taskgraph
  for (int k = 0; k < Tiles; ++k) {
    double *t = A + k * ts;
    double *before = k > 0 ? t - ts : t;
#pragma omp task depend(inout : t[0]) depend(in : before[0]) firstprivate(e)
    for (int i = 0; i < ts; ++i)
      t[i] = before[i] + i + e;
  }
}

/// A few dependent increments of two cells, which may be one.
static long steps(long a, long b, bool one, int count) {
  for (int i = 0; i < count; ++i) {
    a = a * 3 + i;
    if (one)
      b = a;
    b = b * 5 + i;
    if (one)
      a = b;
    a += b;
    if (one)
      b = a;
  }
  return a % 1000003;
}

#define PAIRS(region, x, y)                                                    \
  for (int i = 0; i < 10; ++i) {                                               \
    _Pragma("omp task depend(inout : *x) firstprivate(i)") {                   \
      spin(50);                                                                \
      *x = *x * 3 + i;                                                         \
    }                                                                          \
    _Pragma("omp task depend(inout : *y) firstprivate(i)") {                   \
      spin(50);                                                                \
      *y = *y * 5 + i;                                                         \
    }                                                                          \
    _Pragma("omp task depend(inout : *x) depend(in : *y)") *x += *y;           \
  }

static void merge(long *x, long *y) {
  MEET(merged_region);
#pragma omp taskgraph
  PAIRS(merged, x, y)
}

static void split(long *x, long *y) {
  MEET(split_region);
#pragma omp taskgraph
  PAIRS(split, x, y)
}

static void swap(long *x, long *y) {
  MEET(swapped_region);
#pragma omp taskgraph
  PAIRS(swapped, x, y)
}

static void check_pairs(void (*region)(long *, long *), bool one, bool crossed,
                        int e) {
  static long cells[2]; // the same objects, so that places may be exchanged
  cells[0] = cells[1] = e;
  long *x = &cells[crossed], *y = one ? x : &cells[!crossed];
  region(x, y);
  CHECK_EQ("pairs", *x % 1000003, steps(e, e, one, 10));
}

/// Which cells a chain goes through rotates.
static void rotate(int *cells, int first) {
  MEET(rotated_region);
#pragma omp taskgraph
  for (int i = 0; i < 12; ++i) {
    int *from = &cells[(first + i) % 5], *to = &cells[(first + i + 1) % 5];
#pragma omp task depend(in : *from) depend(out : *to)
    *to = *from + 1;
  }
}

static __attribute__((noinline)) int *cell_of(int *cells, int number) {
  asm volatile("" : "+r"(number));
  return cells + number;
}

/// The objects come from a function that the compiler does not see through.
static void from_function(int *cells, int e) {
  MEET(function_region);
#pragma omp taskgraph
  for (int i = 0; i < 6; ++i) {
    int *cell = cell_of(cells, e % 3 + i % 2);
#pragma omp task depend(inout : *cell) firstprivate(i)
    *cell = *cell * 10 + i;
  }
}

/// One object stays, others become it: what was two is one.
static void kept(int *a, int *b, int *c) {
  MEET(kept_region);
#pragma omp taskgraph
  {
#pragma omp task depend(inout : *a)
    spin(3000), *a += 1;
#pragma omp task depend(inout : *b)
    spin(1000), *b *= 2;
#pragma omp task depend(inout : *c)
    *c += 10;
#pragma omp task depend(in : *a, *b) depend(inout : *c)
    *c += *a + *b;
  }
}

int main() {
  static Matrix A, B, C;
  static double flat[2][Tiles * Size];
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    check_factor(e % 3 == 1 ? B : A, e);
    if (e % 7 == 0)
      check_factor(C, e);

    double *used = flat[e % 2];
    int ts = e % 5 < 3 ? Size : Size - 1;
    memset(flat, 0, sizeof flat);
    tiles(used, ts, e);
    for (int k = 0; k < Tiles; ++k)
      for (int i = 0; i < ts; ++i)
        CHECK_EQ("tile", used[k * ts + i], (k + 1) * (i + e));
    CHECK_EQ("the other matrix", flat[1 - e % 2][0], 0);

    check_pairs(merge, e >= 4 && e % 4 == 3, false, e);
    check_pairs(split, e < 4 || e % 4 == 3, false, e);
    check_pairs(swap, false, e % 2, e);

    int cells[5] = {e, e, e, e, e};
    rotate(cells, e);
    CHECK_EQ("rotated", cells[(e + 12) % 5], e + 12);

    int digits[4] = {};
    from_function(digits, e);
    CHECK_EQ("first from a function", digits[e % 3], 24);
    CHECK_EQ("second from a function", digits[e % 3 + 1], 135);

    int a = e, b = e, c = e;
    kept(&a, &b, e % 6 == 5 ? &a : &c);
    CHECK_EQ("kept", e % 6 == 5 ? a : c,
             e % 6 == 5 ? 2 * (e + 11) + 2 * e : e + 10 + e + 1 + 2 * e);
    kept(&a, e % 4 == 3 ? &a : &b, &c);
  }
  CHECK_USES(factor_region, Used, Encounters / 2);
  CHECK_COUNTED(tile_region);
  CHECK_COUNTED(merged_region);
  CHECK_COUNTED(split_region);
  CHECK_USES(swapped_region, Used, 2);
  CHECK_COUNTED(kept_region);
  CHECK_USES(function_region, Refilled, 1);
  CHECK_USES(rotated_region, Used, Encounters - 1);
  return check_done();
}
