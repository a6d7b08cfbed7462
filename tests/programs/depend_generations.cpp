// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every sequence of four access types on one object, each with one to three
// tasks: a task starts when every generation before its own has finished, and
// what it does with the object is not disturbed.
#include "depend_check.h"

enum Type { In, Out, Inout, Mutexinoutset, Inoutset, Types };
constexpr int Length = 4, Most = 3, Sequences = 5 * 5 * 5 * 5;

struct Run {
  int size[Length * Most], finished[Length * Most];
  int holders, value, added;
  char object;
};
static Run runs[Sequences];

/// Whether a task belongs to the generation of the one before it.
static bool joins(Type earlier, Type later) {
  return earlier == later && earlier != Out && earlier != Inout;
}

static void body(Run &run, int generation, Type type, int amount) {
  for (int g = 0; g < generation; ++g)
    CHECK_EQ("finished in a generation before", seen(&run.finished[g]),
             run.size[g]);
  int before = type == Inoutset ? 0 : run.value;
  if (type == Mutexinoutset)
    alone(&run.holders, 50);
  if (type == Out || type == Inout || type == Mutexinoutset)
    run.value = before + 1;
  if (type == Inoutset)
    count(&run.added);
  spin(amount);
  if (type == In)
    CHECK_EQ("object while it is read", run.value, before);
  if (type == Out || type == Inout)
    CHECK_EQ("object while it is written", run.value, before + 1);
  count(&run.finished[generation]);
}

static void issue(Run &run, int g, Type type, int amount) {
  switch (type) {
  case In:
#pragma omp task ORDER_1(in : run.object) shared(run)
    body(run, g, In, amount);
    break;
  case Out:
#pragma omp task ORDER_2(out : run.object) shared(run)
    body(run, g, Out, amount);
    break;
  case Inout:
#pragma omp task ORDER_3(inout : run.object) shared(run)
    body(run, g, Inout, amount);
    break;
  case Mutexinoutset:
#pragma omp task ORDER_4(mutexinoutset : run.object) shared(run)
    body(run, g, Mutexinoutset, amount);
    break;
  default:
#pragma omp task ORDER_5(inoutset : run.object) shared(run)
    body(run, g, Inoutset, amount);
  }
}

/// The accesses of a sequence, one after the other: calls visit(generation,
/// type).
template <class Visit> static int walk(int sequence, Visit visit) {
  int generation = -1;
  Type last = Types;
  for (int position = 0, rest = sequence; position < Length;
       ++position, rest /= Types)
    for (int n = 0; n <= (sequence + position) % Most; ++n) {
      Type type = (Type)(rest % Types);
      generation += !joins(last, type);
      last = type;
      visit(generation, type);
    }
  return generation + 1;
}

int main() {
  for (int s = 0; s < Sequences; ++s)
    walk(s, [&](int g, Type) { ++runs[s].size[g]; });
#pragma omp parallel
#pragma omp single
  for (int s = 0; s < Sequences; ++s) {
    int number = 0;
    walk(s, [&](int g, Type type) {
      issue(runs[s], g, type, (s + 7 * number++) % 5 * 150);
    });
  }
  for (int s = 0; s < Sequences; ++s)
    for (int g = 0, all = walk(s, [](int, Type) {}); g < all; ++g)
      CHECK_EQ("finished in the end", runs[s].finished[g], runs[s].size[g]);
  return check_done();
}
