// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cholesky, LU and matrix product of a size that the compiler knows, on tiles
// in all kinds of places: the compiler builds their graphs.
#include "static_tiles.h"

enum { Encounters = 8, Tiles = 6, Size = 4, Words = Tiles * Tiles * Size };
enum { MaxTiles = 8, MaxSize = 6, MaxWords = MaxTiles * MaxTiles * MaxSize };
static Construct cholesky_region, lu_region, product_region;

// In a variable of the program.
static Word tiles[Tiles][Tiles][Size];
#define NAME(f) f##_of_global
#define PARAMETERS int unused
#define ARGUMENTS unused
#define TILE(i, j) tiles[i][j]
#define TASK_SIZE Size
#include "static_factorisations.h"

// An array of the caller.
#define NAME(f) f##_of_array
#define PARAMETERS Word a[Tiles][Tiles][Size]
#define ARGUMENTS a
#define TILE(i, j) a[i][j]
#define TASK_SIZE Size
#include "static_factorisations.h"

// The leading dimension and the size of a tile are known at run time only.
#define NAME(f) f##_of_pointer
#define PARAMETERS Word *a, long n, long ts
#define ARGUMENTS a, n, ts
#define TILE(i, j) (a + ((i) * n + (j)) * ts)
#define TASK_SIZE ts
#include "static_factorisations.h"

// A member, with others before it.
typedef struct Matrix {
  char name[3];
  int size;
  Word tile[Tiles][Tiles][Size];
} Matrix;
#define NAME(f) f##_of_member
#define PARAMETERS Matrix *m
#define ARGUMENTS m
#define TILE(i, j) m->tile[i][j]
#define TASK_SIZE m->size
#include "static_factorisations.h"

// Each tile is behind a pointer of its own.
typedef Word *Row[Tiles];
#define NAME(f) f##_of_pointers
#define PARAMETERS Row *rows
#define ARGUMENTS rows
#define TILE(i, j) rows[i][j]
#define TASK_SIZE Size
#include "static_factorisations.h"

static Word pool[2][MaxWords];
static Matrix matrix[2];
static Row rows[2][Tiles];

// Runs something as regions, then serially, from the same values, and compares.
#define COMPARE(kind, f, words, count, seed, ...)                              \
  do {                                                                         \
    fill(words, count, seed);                                                  \
    f##_of_##kind(__VA_ARGS__);                                                \
    Word seen = hash_of(words, count);                                         \
    fill(words, count, seed);                                                  \
    serial_##f##_of_##kind(__VA_ARGS__);                                       \
    CHECK_EQ(#f " of " #kind, seen, hash_of(words, count));                    \
  } while (0)
#define COMPARE_ALL(kind, words, count, seed, ...)                             \
  do {                                                                         \
    COMPARE(kind, cholesky, words, count, seed, __VA_ARGS__);                  \
    COMPARE(kind, lu, words, count, seed, __VA_ARGS__);                        \
    COMPARE(kind, product, words, count, seed, __VA_ARGS__);                   \
  } while (0)

static void encounter(int e) {
  int which = e % 2;
  Word(*array)[Tiles][Size] = (Word(*)[Tiles][Size])pool[which];
  COMPARE_ALL(global, tiles[0][0], Words, e, 0);
  COMPARE_ALL(array, pool[which], Words, e, array);
  COMPARE_ALL(pointer, pool[which], MaxWords, e, pool[which], Tiles + which,
              Size + which);
  matrix[which].size = Size - which;
  COMPARE_ALL(member, matrix[which].tile[0][0], Words, e, &matrix[which]);
  // Tiles in an order of their own, each twice as far from the next.
  for (int k = 0; k < Tiles * Tiles; ++k)
    rows[which][k / Tiles][k % Tiles] =
        &pool[which][(k * 7 % (Tiles * Tiles)) * 2 * Size];
  COMPARE_ALL(pointers, pool[which], MaxWords, e, rows[which]);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    encounter(e);
  CHECK_BUILT(cholesky_region, 10);
  CHECK_BUILT(lu_region, 10);
  CHECK_BUILT(product_region, 10);
  return check_done();
}
