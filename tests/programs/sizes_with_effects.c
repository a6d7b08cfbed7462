// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The size of a variable-length array, in a declaration, a cast, a sizeof or a
// typedef, hands on the address of a variable, through which tasks change what
// the block reads behind a taskwait.
#include "check.h"

enum { Encounters = 30 };
static int *known;
static int cells[8];

static int handOn(int *variable) {
  known = variable;
  return 4;
}

static void check(int wanted) {
  for (int i = 0; i < 8; ++i) {
    CHECK_EQ("cell", cells[i], i < wanted);
    cells[i] = 0;
  }
}

#define RUN                                                                    \
  for (int e = 0; e < Encounters; ++e) {                                       \
    int wanted = 1 + e * 5 % 7;                                                \
    _Pragma("omp taskgraph") {                                                 \
      _Pragma("omp task firstprivate(wanted)") *known = wanted;                \
      _Pragma("omp taskwait") for (int i = 0; i < count; ++i)                  \
          _Pragma("omp task depend(inout : cells[i])") cells[i] += 1;          \
    }                                                                          \
    check(wanted);                                                             \
  }

static __attribute__((noinline)) void array(void) {
  int count = 0;
  char sized[handOn(&count)];
  memset(sized, 0, sizeof sized);
  RUN
}

static __attribute__((noinline)) void size(void) {
  int count = 0;
  CHECK_EQ("size", sizeof(char[handOn(&count)]), 4);
  RUN
}

static __attribute__((noinline)) void cast(void *memory) {
  int count = 0;
  (void)(char (*)[handOn(&count)])memory;
  RUN
}

static __attribute__((noinline)) void typedefs(void) {
  int count = 0;
  typedef char Sized[handOn(&count)];
  CHECK_EQ("size", sizeof(Sized), 4);
  RUN
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    array();
    size();
    cast(cells);
    typedefs();
  }
  return check_done();
}
