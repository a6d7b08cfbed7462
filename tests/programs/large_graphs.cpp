// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Large graphs: many independent tasks, fan-out and fan-in of one node, dense
// layers. The arguments are tasks, fan and layer width.
#include "check.h"

constexpr int Encounters = 3;
static Construct regions[3];
static int *hits, *cells, source, sink;

static void independent(int n) {
  MEET(regions[0]);
#pragma omp taskgraph
  {
    for (int i = 0; i < n; ++i) {
#pragma omp task firstprivate(i)
      ++hits[i];
    }
  }
}

static void fan(int n) {
  MEET(regions[1]);
#pragma omp taskgraph
  {
#pragma omp task depend(out : source)
    ++source;
    for (int i = 0; i < n; ++i) {
#pragma omp task depend(in : source) depend(in : sink) firstprivate(i)
      cells[i] += source;
    }
#pragma omp task depend(out : sink) firstprivate(n)
    {
      sink = 0;
      for (int i = 0; i < n; ++i)
        sink += cells[i] == source * (source + 1) / 2;
    }
  }
}

static void layers(int width) {
  MEET(regions[2]);
#pragma omp taskgraph
  {
    for (int i = 0; i < width; ++i) {
#pragma omp task depend(out : cells[i]) firstprivate(i)
      cells[i] = 1;
    }
    for (int i = 0; i < width; ++i) {
#pragma omp task depend(iterator(k = 0 : width), in : cells[k])                \
    depend(out : hits[i]) firstprivate(i, width)
      {
        hits[i] = 0;
        for (int k = 0; k < width; ++k)
          hits[i] += cells[k];
      }
    }
  }
}

int main(int argc, char **argv) {
  int tasks = argc > 3 ? atoi(argv[1]) : 1000000;
  int fan_size = argc > 3 ? atoi(argv[2]) : 100000;
  int width = argc > 3 ? atoi(argv[3]) : 300;
  hits = (int *)calloc(tasks + width, sizeof(int));
  cells = (int *)calloc(fan_size + width, sizeof(int));
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e) {
    memset(hits, 0, tasks * sizeof(int));
    independent(tasks);
    int once = 0;
    for (int i = 0; i < tasks; ++i)
      once += hits[i] == 1;
    CHECK_EQ("independent tasks run once", once, tasks);
  }
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e) {
    fan(fan_size);
    CHECK_EQ("fan", sink, fan_size);
  }
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e) {
    layers(width);
    int full = 0;
    for (int i = 0; i < width; ++i)
      full += hits[i] == width;
    CHECK_EQ("dense layer", full, width);
  }
  for (Construct &region : regions)
    CHECK_USES(region, Replayed, 1);
  return check_done();
}
