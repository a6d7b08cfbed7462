// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables that the block only hands to its tasks, each of which changes at
// some encounters and stays at others: each task has the values of its
// encounter, and the block does not run for them.
#include "check.h"

constexpr int Tasks = 20, Encounters = 60;
static Construct region;

struct Triple {
  int a, b, c;
};

struct Seen {
  int number;
  double factor;
  char letter;
  Triple triple;
};
static Seen seen[2 * Tasks];

static __attribute__((noinline)) void encounter(int number, double factor,
                                                char letter, Triple triple) {
  MEET(region);
#pragma omp taskgraph
  for (int t = 0; t < Tasks; ++t) {
#pragma omp task firstprivate(t, number, factor, letter, triple)
    seen[t] = {number, factor, letter, triple};
#pragma omp task firstprivate(t, triple, letter)
    seen[Tasks + t] = {0, 0, letter, triple};
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    // Of the four, none, one or several change.
    int number = e / 2, letter = 'a' + e / 3 % 20;
    double factor = e / 5 % 2 ? 1.5 : 2.5;
    Triple triple = {1, e / 7, 3};
    encounter(number, factor, (char)letter, triple);
    for (int t = 0; t < 2 * Tasks; ++t) {
      const Seen &s = seen[t];
      CHECK_EQ("number", s.number, t < Tasks ? number : 0);
      CHECK_EQ("factor", s.factor * 2, t < Tasks ? factor * 2 : 0);
      CHECK_EQ("letter", s.letter, letter);
      CHECK_EQ("triple", s.triple.a * 10000 + s.triple.b * 10 + s.triple.c,
               10000 + triple.b * 10 + 3);
    }
  }
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
