// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a task names its objects: by depobj (updated and destroyed while tasks
// still wait), by iterators (nested, empty, backwards), and the same object
// more than once, with one type or with several.
#include "depend_check.h"

constexpr int Cells = 12, Rounds = 20;
static int cells[Cells], twice, holders, chain, grid[Cells][Cells];

static void depobjs() {
  omp_depend_t first, second, reader;
#pragma omp depobj(first) depend(inout : chain)
#pragma omp depobj(second) depend(mutexinoutset : chain)
#pragma omp depobj(reader) depend(inoutset : chain)
#pragma omp depobj(reader) update(in)
  chain = 0;
#pragma omp task ORDER_1(depobj : first)
  linger(), chain = 1;
  for (int i = 0; i < 3; ++i) {
#pragma omp task ORDER_1(depobj : second)
    alone(&holders, 200), CHECK_EQ("after the writer", chain > 0, 1), ++chain;
  }
  for (int i = 0; i < 3; ++i) {
#pragma omp task ORDER_1(depobj : reader)
    CHECK_EQ("after the set", chain, 4), spin(400);
  }
#pragma omp depobj(first) update(out)
#pragma omp task ORDER_1(depobj : first)
  CHECK_EQ("after the readers", chain, 4), chain = 5;
#pragma omp task ORDER_1(in : chain)
  CHECK_EQ("named directly", chain, 5);
#pragma omp depobj(first) destroy
#pragma omp depobj(second) destroy
#pragma omp depobj(reader) destroy
  memset(&first, 0xee, sizeof first);
  memset(&second, 0xee, sizeof second);
  clobber_stack();
#pragma omp taskwait
}

/// One depobj that stands for many objects.
static void depobj_with_iterator(int *from) {
  omp_depend_t all;
#pragma omp depobj(all) depend(iterator(k = 0 : Cells), inout : from[k])
  for (int i = 0; i < Cells; ++i) {
#pragma omp task ORDER_2(out : from[i])
    spin(300), from[i] = i;
  }
#pragma omp task ORDER_2(depobj : all)
  for (int i = 0; i < Cells; ++i)
    from[i] += 100;
#pragma omp task ORDER_2(in : from[Cells - 1], from[0])
  CHECK_EQ("after the depobj", from[Cells - 1] + from[0], 199 + Cells);
#pragma omp depobj(all) destroy
#pragma omp taskwait
  for (int i = 0; i < Cells; ++i)
    CHECK_EQ("every object", from[i], 100 + i);
}

static void iterators(int none) {
  memset(grid, 0, sizeof grid);
  for (int i = 0; i < Cells; ++i) {
    // A row is written by its own task, then a column reads all rows.
#pragma omp task ORDER_3(iterator(k = 0 : Cells), out : grid[i][k])
    for (int k = 0; k < Cells; ++k)
      spin(30), grid[i][k] = i * Cells + k;
  }
  for (int k = 0; k < Cells; ++k) {
#pragma omp task ORDER_3(iterator(i = Cells - 1 : -1 : -1), in : grid[i][k])
    for (int i = 0; i < Cells; ++i)
      CHECK_EQ("column", grid[i][k], i * Cells + k);
  }
#pragma omp task ORDER_4(iterator(i = 0 : Cells, k = 0 : Cells : 5),           \
                             inout : grid[i][k])
  for (int i = 0; i < Cells; ++i)
    for (int k = 0; k < Cells; k += 5)
      grid[i][k] = -1;
#pragma omp task ORDER_4(in : grid[7][10], grid[11][0])                        \
    depend(iterator(k = 0 : none), inout : grid[k])
  CHECK_EQ("after nested iterators", grid[7][10] + grid[11][0], -2);
#pragma omp taskwait
}

/// Nobody waits for himself, and the strongest of the types counts.
static void same_object_twice() {
  int done = 0;
  twice = 0;
#pragma omp task ORDER_5(inout : twice) ORDER_5(inout : twice) shared(done)
  linger(), twice = 1, count(&done);
#pragma omp task ORDER_5(in : twice, twice) ORDER_5(in : twice) shared(done)
  CHECK_EQ("in twice", twice, 1), spin(300), count(&done);
#pragma omp task ORDER_5(in : twice) ORDER_5(out : twice) shared(done)
  CHECK_EQ("in and out: readers", seen(&done), 2), twice = 2, count(&done);
  for (int i = 0; i < 3; ++i) {
#pragma omp task ORDER_5(mutexinoutset : twice) ORDER_5(in : twice) shared(done)
    alone(&holders, 300), twice += 1, count(&done);
  }
  for (int i = 0; i < 3; ++i) {
#pragma omp task ORDER_5(inoutset : twice) ORDER_5(inout : twice) shared(done)
    alone(&holders, 300), twice += 1, count(&done);
  }
  for (int i = 0; i < 3; ++i) {
#pragma omp task ORDER_5(mutexinoutset : twice, twice) shared(done)
    alone(&holders, 300), twice += 1, count(&done);
  }
#pragma omp task ORDER_5(inoutset : twice, twice) shared(done)
  CHECK_EQ("after all sets", seen(&done), 12), CHECK_EQ("sum", twice, 11);
#pragma omp taskwait
}

/// Parts of one array, a pointer's target, a member: the address is what
/// counts.
static void named_in_many_ways(int *pointer, int n) {
  struct Pair {
    int a, b;
  } pair = {0, 0};
  pointer[n] = 0;
#pragma omp task ORDER_6(out : pointer[n : 2], pair.b) shared(pair)
  linger(), pointer[n] = pair.b = 7;
#pragma omp task ORDER_6(in : *(pointer + n)) shared(pair)
  CHECK_EQ("section and element", pointer[n], 7);
#pragma omp task ORDER_6(in : pair.b) shared(pair)
  CHECK_EQ("member", pair.b, 7);
#pragma omp taskwait
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    depobjs();
    depobj_with_iterator(cells);
    iterators(0);
    same_object_twice();
    named_in_many_ways(cells, round % 8);
  }
  return check_done();
}
