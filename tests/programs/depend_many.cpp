// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes: thousands of objects of one parent, hundreds of dependences on one
// task, wide generations, a long chain, and an object used and left over and
// over again.
#include "depend_check.h"

constexpr int Objects = 3000, Wide = 200, Long = 3000;
static int object[Objects];
static int finished, last;

/// The parent's table grows while tasks on its objects wait.
static void many_objects() {
  for (int pass = 0; pass < 3; ++pass)
    for (int i = 0; i < Objects; ++i) {
#pragma omp task ORDER_1(inout : object[i])
      CHECK_EQ("pass", object[i], pass), spin(20), object[i] = pass + 1;
    }
#pragma omp taskwait
  for (int i = 0; i < Objects; ++i)
    CHECK_EQ("passes", object[i], 3);
}

/// Tasks with two hundred dependences each, one behind the other.
static void many_dependences() {
  for (int i = 0; i < Wide; ++i) {
#pragma omp task ORDER_2(out : object[i])
    spin(200), object[i] = 1;
  }
  for (int round = 1; round < 10; ++round) {
#pragma omp task ORDER_2(iterator(i = 0 : Wide), inout : object[i])
    for (int i = 0; i < Wide; ++i) {
      CHECK_EQ("dependence", object[i], round);
      object[i] = round + 1;
    }
  }
  for (int i = 0; i < Wide; ++i) {
#pragma omp task ORDER_2(in : object[i])
    CHECK_EQ("after all rounds", object[i], 10);
  }
#pragma omp taskwait
}

/// From one to many to one, in each type that many can share.
static void wide_generations() {
  int value = 0, holders = 0;
  for (int type = 0; type < 3; ++type) {
    finished = 0;
#pragma omp task ORDER_3(out : object[0]) shared(value)
    linger(), value = type;
    for (int i = 0; i < Wide; ++i) {
      if (type == 0) {
#pragma omp task ORDER_3(in : object[0]) shared(value)
        CHECK_EQ("after the writer", value, type), count(&finished);
      } else if (type == 1) {
#pragma omp task ORDER_3(inoutset : object[0]) shared(value)
        CHECK_EQ("after the writer", value, type), count(&finished);
      } else {
#pragma omp task ORDER_3(mutexinoutset : object[0]) shared(value, holders)
        alone(&holders, 20), CHECK_EQ("after the writer", value, type),
            count(&finished);
      }
    }
#pragma omp task ORDER_3(inout : object[0])
    CHECK_EQ("after the generation", seen(&finished), Wide);
#pragma omp taskwait
  }
}

static void long_chain() {
  last = 0;
  for (int i = 0; i < Long; ++i) {
#pragma omp task ORDER_4(inout : object[7])
    CHECK_EQ("link", last, i), last = i + 1;
  }
#pragma omp taskwait depend(in : object[7])
  CHECK_EQ("chain", last, Long);
}

/// No task is left on the object when the next comes: what it remembers of the
/// last one must not be a task that is gone.
static void left_and_used_again() {
  last = 0;
  for (int i = 0; i < Long; ++i) {
#pragma omp task depend(inout : object[i % 3])
    last = i + 1;
#pragma omp taskwait
    CHECK_EQ("at once", last, i + 1);
    if (i % 16 == 0) { // other tasks take the memory of those that ended
      for (int k = 0; k < 8; ++k) {
#pragma omp task firstprivate(k)
        spin(k);
      }
    }
  }
}

/// Every task reads three objects of the row before and writes its own.
static void rows() {
  constexpr int Columns = 24, Rows = 24;
  static int cells[Rows][Columns];
  memset(cells, 0, sizeof cells);
  for (int r = 1; r < Rows; ++r)
    for (int c = 0; c < Columns; ++c) {
      int *above = cells[r - 1], left = c ? c - 1 : c;
      int right = c + 1 < Columns ? c + 1 : c;
#pragma omp task ORDER_5(in : above[left], above[c], above[right])             \
    ORDER_5(out : cells[r][c])
      {
        spin(150);
        CHECK_EQ("left", above[left], r - 1);
        CHECK_EQ("above", above[c], r - 1);
        CHECK_EQ("right", above[right], r - 1);
        cells[r][c] = r;
      }
    }
#pragma omp taskwait
}

int main() {
#pragma omp parallel
#pragma omp single
  {
    many_objects();
    many_dependences();
    wide_generations();
    long_chain();
    left_and_used_again();
    rows();
  }
  return check_done();
}
