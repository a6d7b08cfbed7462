// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three-generation shape, for counting instructions under callgrind: one
// task, then N of one type, then N of another, on one object. One thread of two
// creates and runs all, while the other sleeps in the system, so that the count
// is the work and not the waiting. Usage: depend_growth N..., one dump of the
// counters for each N and each pair of types, named "TYPE TYPE N"; for +N, with
// the first pair only.
#include "depend_check.h"
#include <semaphore.h>
#include <valgrind/callgrind.h>

enum Type { In, Inout, Mutexinoutset, Inoutset, Types };
static const char *const names[Types] = {"in", "inout", "mutexinoutset",
                                         "inoutset"};
// A task of each generation may have to wait for a whole generation.
static const Type pairs[][2] = {{In, Mutexinoutset},
                                {Mutexinoutset, In},
                                {Inoutset, In},
                                {In, Inoutset},
                                {In, Inout}};
static char object;
static int ran;

static void make(Type type, int number) {
  for (int i = 0; i < number; ++i) {
    switch (type) {
    case In:
#pragma omp task depend(in : object)
      ++ran;
      break;
    case Inout:
#pragma omp task depend(inout : object)
      ++ran;
      break;
    case Mutexinoutset:
#pragma omp task depend(mutexinoutset : object)
      ++ran;
      break;
    default:
#pragma omp task depend(inoutset : object)
      ++ran;
    }
  }
}

static void generations(const Type (&types)[2], int number) {
  ran = 0;
  make(Inout, 1);
  make(types[0], number);
  make(types[1], number);
#pragma omp taskwait
  CHECK_EQ("tasks", ran, 2 * number + 1);
}

int main(int argc, char **argv) {
  sem_t done;
  sem_init(&done, 0, 0);
#pragma omp parallel num_threads(2)
  {
    CHECK_EQ("threads", omp_get_num_threads(), 2);
    if (omp_get_thread_num() == 1) {
      sem_wait(&done);
    } else {
      for (const auto &types : pairs)
        for (int a = 1; a < argc; ++a) {
          int number = atoi(argv[a]);
          if (*argv[a] == '+' && &types != pairs)
            continue;
          generations(types, number); // memory and tables are there now
          char name[80];
          snprintf(name, sizeof name, "%s %s %d", names[types[0]],
                   names[types[1]], number);
          CALLGRIND_ZERO_STATS;
          generations(types, number);
          CALLGRIND_DUMP_STATS_AT(name);
        }
      sem_post(&done);
    }
  }
  return check_done();
}
