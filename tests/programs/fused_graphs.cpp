// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random graphs of short tasks that wait for nobody, so that replays may run
// several as one: often enough that the library tries all ways, and by teams
// of several sizes. Every value of every encounter is compared with that of the
// tasks in order.
#include "check.h"

constexpr int Graphs = 24, MaxRows = 12, MaxWidth = 40, Encounters = 100;
typedef unsigned long long Word;

static Word value[MaxRows][MaxWidth], expected[MaxRows][MaxWidth];
static Construct region;

static inline Word mix(Word a, Word b) {
  a = (a ^ b) * 0x9e3779b97f4a7c15ull;
  return a ^ (a >> 29);
}

/// A graph follows from its number: rows of tasks, each after some of the row
/// before, of the same column or of others, or of none; in some, a wait
/// between two rows.
struct Shape {
  int number;
  int rows() const { return 1 + mix(number, 1) % MaxRows; }
  int width() const { return 1 + mix(number, 2) % MaxWidth; }
  int waitsAfter() const { return number % 3 == 0 ? rows() / 2 : -1; }
  int before(int row, int column) const {
    return row == 0 ? 0 : mix(mix(number, row), column) % (1 + number % 4); // at most 3
  }
  int predecessor(int row, int column, int which) const {
    return number % 2 ? (column + which) % width()
                      : mix(mix(row, column), which + number) % width();
  }
};

static inline Word compute(const Word (*of)[MaxWidth], Shape shape, int row,
                           int column, Word salt) {
  Word w = mix(salt, row * MaxWidth + column);
  for (int p = 0; p < shape.before(row, column); ++p)
    w = mix(w, of[row - 1][shape.predecessor(row, column, p)]);
  return w;
}

static void encounter(int number, Word salt) {
  const Shape shape = {number};
  MEET(region);
#pragma omp taskgraph graph_id(number)
  for (int row = 0; row < shape.rows(); ++row) {
    for (int column = 0; column < shape.width(); ++column) {
      Word *of[3] = {}; // a null pointer names no object
      for (int p = 0; p < shape.before(row, column); ++p)
        of[p] = &value[row - 1][shape.predecessor(row, column, p)];
#pragma omp task depend(in : *of[0], *of[1], *of[2])                           \
    depend(out : value[row][column]) firstprivate(shape, row, column, salt)
      value[row][column] = compute(value, shape, row, column, salt);
    }
    if (row == shape.waitsAfter()) {
#pragma omp taskwait
    }
  }
}

static void encounterAll(int team, int round) {
#pragma omp parallel num_threads(team)
#pragma omp single
  for (int g = 0; g < Graphs; ++g)
    for (int e = 0; e < Encounters; ++e) {
      const Word salt = mix(mix(g, e), round);
      const Shape shape = {g};
      for (int row = 0; row < shape.rows(); ++row)
        for (int column = 0; column < shape.width(); ++column) {
          value[row][column] = 0;
          expected[row][column] = compute(expected, shape, row, column, salt);
        }
      encounter(g, salt);
      int wrong = 0;
      for (int row = 0; row < shape.rows(); ++row)
        for (int column = 0; column < shape.width(); ++column)
          wrong += value[row][column] != expected[row][column];
      CHECK_EQ("wrong values", wrong, 0);
    }
}

int main() {
  const int team = omp_get_max_threads();
  encounterAll(team, 0);
  encounterAll(team + 1, 1);
  encounterAll(team, 2);
  CHECK_USES(region, Replayed, Graphs);
  return check_done();
}
