// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Heat, stencil, FFT butterfly, tree reduction and a pipeline of two stages, of
// a size that the compiler knows, on cells in all kinds of places: it builds
// their graphs.
#include "static_tiles.h"

#include <utility>

constexpr int Encounters = 8, Side = 5, Count = 32, Sweeps = 3;
constexpr int Stride = 3, Words = Count * Stride;
static Construct heat_region, stencil_region, butterfly_region, tree_region,
    pipeline_region;

// Where cell i is.
static Word cells[Count];
struct Global {
  Word &operator()(int i) const { return cells[i]; }
};
struct Behind {
  Word *first;
  Word &operator()(int i) const { return first[i]; }
};
struct Strided { // known only at run time
  Word *first;
  long stride;
  Word &operator()(int i) const { return first[i * stride]; }
};
struct Holder {
  char kind;
  Word *rows[2];
  Word cell[Count];
};
struct Member {
  Holder *holder;
  Word &operator()(int i) const { return holder->cell[i]; }
};
struct RowOfMember {
  Holder &holder;
  Word &operator()(int i) const { return holder.rows[i % 2][i / 2]; }
};
struct Pointers {
  Word *const *table;
  Word &operator()(int i) const { return *table[i]; }
};

static void combine(Word &to, Word by, Word other = 7) {
  to = mix(to, mix(by, other));
}

/// Cells of a square, each after those above and to the left.
template <class Cell> static void heat(Cell cell) {
  MEET(heat_region);
#pragma omp taskgraph
  {
    for (int sweep = 0; sweep < Sweeps; ++sweep)
      for (int i = 1; i < Side; ++i)
        for (int j = 1; j < Side; ++j) {
          int at = i * Side + j;
#pragma omp task depend(in : cell(at - Side), cell(at - 1))                    \
    depend(inout : cell(at))
          combine(cell(at), cell(at - Side), cell(at - 1));
        }
  }
}

template <class Cell> static void serial_heat(Cell cell) {
  for (int sweep = 0; sweep < Sweeps; ++sweep)
    for (int i = 1; i < Side; ++i)
      for (int j = 1; j < Side; ++j)
        combine(cell(i * Side + j), cell((i - 1) * Side + j),
                cell(i * Side + j - 1));
}

/// Each stage of a fast Fourier transform combines cells of other pairs.
template <class Cell> static void butterfly(Cell cell) {
  MEET(butterfly_region);
#pragma omp taskgraph
  {
    for (int half = 1; half < Count; half *= 2)
      for (int i = 0; i < Count; ++i) {
        if (i & half)
          continue;
#pragma omp task depend(inout : cell(i), cell(i + half))
        {
          Word left = cell(i);
          combine(cell(i), cell(i + half));
          combine(cell(i + half), left);
        }
      }
  }
}

template <class Cell> static void serial_butterfly(Cell cell) {
  for (int half = 1; half < Count; half *= 2)
    for (int i = 0; i < Count; ++i)
      if (!(i & half)) {
        Word left = cell(i);
        combine(cell(i), cell(i + half));
        combine(cell(i + half), left);
      }
}

/// Tasks that add pairs.
template <class Cell> static void add_pairs(Cell cell, int distance) {
  for (int i = 0; i < Count; i += 2 * distance) {
#pragma omp task depend(in : cell(i + distance)) depend(inout : cell(i))
    combine(cell(i), cell(i + distance));
  }
}

template <class Cell> static void tree(Cell cell) {
  MEET(tree_region);
#pragma omp taskgraph
  {
    for (int distance = 1; distance < Count; distance *= 2)
      add_pairs(cell, distance);
  }
}

template <class Cell> static void serial_tree(Cell cell) {
  for (int distance = 1; distance < Count; distance *= 2)
    for (int i = 0; i < Count; i += 2 * distance)
      combine(cell(i), cell(i + distance));
}

/// The second stage looks at what the first one has put into one of two slots.
template <class Cell> static void pipeline(Cell cell) {
  MEET(pipeline_region);
#pragma omp taskgraph
  {
    for (int i = 3; i < Count; ++i) {
      int slot = i % 2;
#pragma omp task depend(in : cell(i)) depend(out : cell(slot))
      cell(slot) = mix(cell(i), i);
#pragma omp task depend(in : cell(slot)) depend(inout : cell(2))
      combine(cell(2), cell(slot));
    }
  }
}

template <class Cell> static void serial_pipeline(Cell cell) {
  for (int i = 3; i < Count; ++i) {
    cell(i % 2) = mix(cell(i), i);
    combine(cell(2), cell(i % 2));
  }
}

/// The buffers are swapped from one encounter to the next.
template <class Cell> static void stencil(Cell now, Cell next) {
  MEET(stencil_region);
#pragma omp taskgraph
  {
    for (int i = 1; i < Count - 1; ++i) {
#pragma omp task depend(in : now(i - 1), now(i), now(i + 1))                   \
    depend(out : next(i))
      next(i) = mix(mix(now(i - 1), now(i)), now(i + 1));
    }
    for (int i = 1; i < Count - 1; ++i) {
#pragma omp task depend(in : next(i)) depend(inout : next(0))
      combine(next(0), next(i));
    }
  }
}

template <class Cell> static void serial_stencil(Cell now, Cell next) {
  for (int i = 1; i < Count - 1; ++i)
    next(i) = mix(mix(now(i - 1), now(i)), now(i + 1));
  for (int i = 1; i < Count - 1; ++i)
    combine(next(0), next(i));
}

/// Both from the same values, in the same memory.
template <class Region, class Serial>
static void compare(const char *what, Word *words, int count, int seed,
                    Region region, Serial serial) {
  fill(words, count, seed);
  region();
  Word seen = hash_of(words, count);
  fill(words, count, seed);
  serial();
  CHECK_EQ(what, seen, hash_of(words, count));
}

template <class Cell>
static void compare_all(Word *words, int count, int seed, Cell cell) {
#define COMPARE(f)                                                             \
  compare(#f, words, count, seed, [&] { f(cell); }, [&] { serial_##f(cell); })
  COMPARE(heat);
  COMPARE(butterfly);
  COMPARE(tree);
  COMPARE(pipeline);
}

static void encounter(int e) {
  static Word memory[2][Words];
  static Holder holders[2];
  static Word *tables[2][Count];
  int which = e % 2;
  Word *words = memory[which];
  Holder &holder = holders[which];
  for (int k = 0; k < 2; ++k)
    holder.rows[k] = words + (k ^ which) * Count;
  for (int k = 0; k < 2 * Count; ++k)
    tables[k / Count][k % Count] = &memory[k / Count][(k * 5 + 1) % Count];

  compare_all(cells, Count, e, Global{});
  compare_all(words, Words, e, Behind{words + 8 * which});
  compare_all(words, Words, e, Strided{words, Stride - which});
  compare_all(holder.cell, Count, e, Member{&holder});
  compare_all(words, Words, e, RowOfMember{holder});
  compare_all(words, Words, e, Pointers{tables[which]});

  Behind now = {words}, next = {words + Count};
  if (e & 2)
    std::swap(now, next);
  compare(
      "stencil", words, Words, e, [&] { stencil(now, next); },
      [&] { serial_stencil(now, next); });
  Pointers ones = {tables[0]}, others = {tables[1]};
  if (e & 1)
    std::swap(ones, others);
  compare(
      "stencil of pointers", memory[0], 2 * Words, e,
      [&] { stencil(ones, others); }, [&] { serial_stencil(ones, others); });
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    encounter(e);
  CHECK_BUILT(heat_region, 11);
  CHECK_BUILT(butterfly_region, 11);
  CHECK_BUILT(tree_region, 11);
  CHECK_BUILT(pipeline_region, 11);
  CHECK_BUILT(stencil_region, 6);
  return check_done();
}
