// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Very many resets of one record, then very many replays with data that change,
// of graphs that take turns: no memory is kept of them. The arguments are the
// numbers of resets and of replays.
#include "check.h"
#include <sys/resource.h>

static int cell;
static long ran;

static void encounter(bool reset, long id, int add) {
#pragma omp taskgraph graph_reset(reset) graph_id(id)
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task depend(inout : cell) firstprivate(i, add)
      ran += i + add;
    }
  }
}

static long resident_kilobytes() {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// Grows by less than `limit` bytes an encounter after the first tenth.
template <typename Encounter>
static void meet(const char *what, long count, double limit,
                 Encounter encountered) {
  long before = 0;
  for (long r = 0; r < count; ++r) {
    encountered(r);
    if (r == count / 10)
      before = resident_kilobytes();
  }
  long growth = resident_kilobytes() - before;
  printf("%s: grew by %ld kB over %ld\n", what, growth, count - count / 10);
  // Some pages may come late, whatever the number of encounters.
  CHECK_EQ(what, growth * 1024 < 256 * 1024 + double(count) * limit, 1);
}

/// What the tasks of so many encounters add.
static long sum_of(long count) {
  return 6 * count + 4 * (count / 3 * 3 + (count % 3 == 2));
}

int main(int argc, char **argv) {
  long resets = argc > 1 ? atol(argv[1]) : 100000;
  long replays = argc > 2 ? atol(argv[2]) : 1000000;
#pragma omp parallel
#pragma omp single
  {
    // A leaked record of four tasks would be far more than 100 bytes.
    meet("resets", resets, 100, [](long r) { encounter(true, 7, int(r % 3)); });
    meet("replays", replays, 1,
         [](long r) { encounter(false, r % 5, int(r % 3)); });
  }
  CHECK_EQ("what the tasks have added", ran, sum_of(resets) + sum_of(replays));
  return check_done();
}
