// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// graph_id: the same id at two constructs, very many ids at one, negative and
// 64-bit ones, enum and bool, and an expression evaluated once per encounter.
#include "check.h"

constexpr int Many = 20000;
enum Color { Red, Green = 7 };
static long evaluations;
static Construct regions[4];
static int hits[2];
static long long sum;

static void first(long long id) {
  MEET(regions[0]);
#pragma omp taskgraph graph_id(id)
  {
#pragma omp task
    ++hits[0];
  }
}

static void second(long long id) {
  MEET(regions[1]);
#pragma omp taskgraph graph_id(id)
  {
#pragma omp task firstprivate(saved : id)
    sum += id;
#pragma omp task
    ++hits[1];
  }
}

static long next() { return evaluations++ % 3; }

int main() {
  const long long ids[] = {
      0, -1, 1, 1LL << 32, (1LL << 32) + 1, -(1LL << 62), Red, Green, true};
  constexpr int Ids = sizeof ids / sizeof *ids;
  constexpr int Distinct = Ids - 2; // Red is 0, true is 1
  long long expected = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int round = 1; round <= 3; ++round) {
      for (long long id : ids) {
        first(id), second(id);
        expected += id;
      }
      CHECK_EQ("first construct", hits[0], round * Ids);
      CHECK_EQ("second construct", hits[1], round * Ids);
      CHECK_EQ("each id has its own record", sum, expected);
    }
    for (int e = 0; e < 12; ++e) {
      Color color = e % 2 ? Red : Green;
      MEET(regions[2]);
#pragma omp taskgraph graph_id(color)
      {
      }
      MEET(regions[3]);
#pragma omp taskgraph graph_id(next())
      {
      }
    }
    for (int round = 0; round < 2; ++round)
      for (int id = 0; id < Many; ++id)
        first(1000 + id);
  }
  CHECK_EQ("very many ids", hits[0], 3 * Ids + 2 * Many);
  CHECK_EQ("expression evaluated once per encounter", evaluations, 12);
  CHECK_USES(regions[0], Replayed, Distinct + Many);
  CHECK_USES(regions[1], Replayed, Distinct);
  CHECK_USES(regions[2], Replayed, 2);
  CHECK_USES(regions[3], Replayed, 3);
  return check_done();
}
