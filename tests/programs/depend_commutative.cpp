// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mutexinoutset: never two at once on one object, with one to six objects per
// task in any order; reordered when the first is held back; and, with the
// argument "busy", no obstacle to ready work while one of them takes long.
#include "depend_check.h"

constexpr int Objects = 6, Tasks = 40, Rounds = 4;
static char object[Objects], other;
static int holders[Objects], total[Objects];

static void hold(int n) {
  alone(&holders[n], 100);
  total[n] += 1;
}

static void one_object() {
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task ORDER_1(mutexinoutset : object[0])
    hold(0);
  }
#pragma omp task ORDER_2(in : object[0])
  CHECK_EQ("sum of the set", total[0], Tasks);
#pragma omp taskwait
}

static void overlapping_objects() {
  for (int i = 0; i < Tasks; ++i) {
    int a = i % Objects, b = (i + 2) % Objects, c = (i + 5) % Objects;
#pragma omp task ORDER_3(mutexinoutset : object[a])                            \
    ORDER_3(mutexinoutset : object[b], object[c])
    hold(b), hold(a), hold(c);
#pragma omp task ORDER_3(mutexinoutset : object[c], object[a])
    hold(a), hold(c);
#pragma omp task ORDER_3(mutexinoutset : object[b])
    hold(b);
  }
#pragma omp taskwait
  int sum = 0;
  for (int n = 0; n < Objects; ++n)
    sum += total[n];
  CHECK_EQ("sum of all sets", sum, Tasks * 6);
}

/// More objects per task than libomp has places for locks in a node.
static void many_objects() {
  for (int i = 0; i < Tasks; ++i) {
    if (i % 3 == 0) {
#pragma omp task ORDER_4(mutexinoutset : object[5], object[0], object[3])      \
    ORDER_4(mutexinoutset : object[1], object[4], object[2])
      for (int n = 0; n < Objects; ++n)
        hold(n);
    } else {
#pragma omp task ORDER_4(mutexinoutset : object[i % Objects])
      hold(i % Objects);
    }
  }
#pragma omp taskwait
}

/// The second goes first when the first waits for something else. A schedule
/// in order of creation never ends here.
static void reordered() {
  int second_ran = 0, first_ran = 0, waited = 0;
  creating = 1;
#pragma omp task depend(out : other) shared(second_ran, waited)
  wait_for(&second_ran), waited = !creating;
  creating = 0;
#pragma omp task depend(in : other) depend(mutexinoutset : object[0])          \
    shared(second_ran, first_ran, waited)
  CHECK_EQ("second before first", seen(&second_ran) || !waited, 1),
      first_ran = 1;
#pragma omp task depend(mutexinoutset : object[0]) shared(second_ran)
  raise_flag(&second_ran);
#pragma omp task depend(in : object[0]) shared(first_ran)
  CHECK_EQ("reader after both", first_ran, 1);
#pragma omp taskwait
}

/// A member of the set runs until an independent task has run, with others of
/// the set created around that. A thread that waits for the object never gets
/// to the independent task.
static void others_go_on(bool independent_last) {
  int released = 0;
  for (int i = 0; i < 8; ++i) {
    creating = 1;
#pragma omp task depend(mutexinoutset : object[0]) shared(released)
    {
      alone(&holders[0], 100);
      wait_for(&released);
    }
    creating = 0;
    if (i == (independent_last ? 7 : 3)) {
#pragma omp task shared(released)
      raise_flag(&released);
    }
  }
#pragma omp taskwait
}

/// The first task has one object until the third, which needs the other, has
/// run. The second needs both: it must not keep one while it waits.
static void nothing_kept_by_who_waits(int first, int second) {
  int begun = 0, released = 0;
  creating = 1;
#pragma omp task depend(mutexinoutset : object[first]) shared(begun, released)
  raise_flag(&begun), wait_for(&released);
  creating = 0;
  wait_for(&begun);
#pragma omp task depend(mutexinoutset : object[0], object[1])
  hold(0), hold(1);
#pragma omp task depend(mutexinoutset : object[second]) shared(released)
  raise_flag(&released);
#pragma omp taskwait
}

int main(int argc, char **argv) {
  bool busy = argc > 1 && !strcmp(argv[1], "busy");
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    memset(total, 0, sizeof total), one_object();
    memset(total, 0, sizeof total), overlapping_objects();
    many_objects();
    if (omp_get_num_threads() > 1) {
      reordered();
      others_go_on(!busy);
      if (busy) {
        nothing_kept_by_who_waits(0, 1);
        nothing_kept_by_who_waits(1, 0);
      }
    }
  }
  return check_done();
}
