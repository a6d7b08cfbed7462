// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// omp_all_memory waits for every task with a dependence and holds back every
// later one, on objects known before and on new ones; it does not wait for a
// task without dependences.
#include "depend_check.h"

constexpr int Objects = 40, Rounds = 6;
static int object[2 * Objects];
static int written, read_after, last_fence;

static void fence(int number, int expected_written) {
  CHECK_EQ("fence before this one", last_fence, number - 1);
  CHECK_EQ("writers before the fence", seen(&written), expected_written);
  linger();
  last_fence = number;
}

static void round_of_fences() {
  written = read_after = last_fence = 0;
  // First of all: nothing to wait for, but everything waits for it.
#pragma omp task ORDER_1(inout : omp_all_memory)
  fence(1, 0);
  for (int i = 0; i < Objects; ++i) {
    if (i % 4 == 0) {
#pragma omp task ORDER_2(out : object[i])
      CHECK_EQ("out after the fence", last_fence, 1), spin(300),
          count(&written);
    } else if (i % 4 == 1) {
#pragma omp task ORDER_2(in : object[i])
      CHECK_EQ("in after the fence", last_fence, 1), spin(300), count(&written);
    } else if (i % 4 == 2) {
#pragma omp task ORDER_2(mutexinoutset : object[i])
      CHECK_EQ("mutexinoutset after the fence", last_fence, 1), spin(300),
          count(&written);
    } else {
#pragma omp task ORDER_2(inoutset : object[i])
      CHECK_EQ("inoutset after the fence", last_fence, 1), spin(300),
          count(&written);
    }
  }
  // Twice in a row, the second beside an ordinary item.
#pragma omp task ORDER_3(out : omp_all_memory)
  fence(2, Objects);
#pragma omp task ORDER_4(in : object[3]) ORDER_4(inout : omp_all_memory)
  fence(3, Objects);
  for (int i = 0; i < 2 * Objects; i += 3) { // half of them are new
#pragma omp task ORDER_5(in : object[i])
    CHECK_EQ("reader after the fence", last_fence, 3), count(&read_after);
  }
#pragma omp task ORDER_6(mutexinoutset : object[1])
  CHECK_EQ("mutexinoutset after the fence", last_fence, 3);
#pragma omp taskwait
  CHECK_EQ("readers", read_after, (2 * Objects + 2) / 3);
}

/// The independent task ends only when the fence has run.
static void independent_task() {
  int fence_ran = 0;
  creating = 1;
#pragma omp task shared(fence_ran)
  wait_for(&fence_ran);
  creating = 0;
#pragma omp task depend(out : object[0])
  spin(200);
#pragma omp task depend(inout : omp_all_memory) shared(fence_ran)
  raise_flag(&fence_ran);
#pragma omp taskwait
}

/// Undeferred, and on a taskwait.
static void encountering_thread_waits() {
  int done = 0;
  for (int i = 0; i < 8; ++i) {
#pragma omp task depend(inout : object[i]) shared(done)
    linger(), count(&done);
  }
#pragma omp task if (0) depend(inout : omp_all_memory) shared(done)
  CHECK_EQ("before the undeferred fence", seen(&done), 8);
  for (int i = 0; i < 8; ++i) {
#pragma omp task depend(in : object[i]) shared(done)
    linger(), count(&done);
  }
#pragma omp taskwait depend(inout : omp_all_memory)
  CHECK_EQ("after the taskwait", seen(&done), 16);
}

int main() {
  for (int round = 0; round < Rounds; ++round) {
#pragma omp parallel
#pragma omp single
    {
      round_of_fences();
      encountering_thread_waits();
      if (omp_get_num_threads() > 1)
        independent_task();
      round_of_fences();
    }
  }
  return check_done();
}
