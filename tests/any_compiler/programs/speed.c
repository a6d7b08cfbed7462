/* Part of the Reprise project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a task with dependences costs that any compiler made: chains (series) or
 * a three-point stencil of short tasks, the same in each round. With a library
 * that knows regions they are refilled, else made anew. The result is compared
 * with serial code.
 *
 *   speed series|stencil [grain [rounds]]
 *
 * grain: additions and multiplications of a task's body. Prints the median time
 * of a round, in nanoseconds for each task. */
#define OMPX_TASKGRAPH_OPTIONAL
#include <omp.h>
#include <ompx_taskgraph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Width = 64, Depth = 32, Warm = 20 };

static int grain = 20;
static double mine[2][Width], serial[2][Width];

static void work(double *to, double from) {
  double value = *to + from;
  for (int i = 0; i < grain; ++i)
    value = value * 0.75 + 1;
  *to = value;
}

static void series(void *argument) {
  double *x = argument;
  for (int k = 0; k < Depth; ++k)
    for (int i = 0; i < Width; ++i) {
#pragma omp task depend(inout : x[i]) firstprivate(x, i)
      work(&x[i], i);
    }
}
static void series_serial(void *argument) {
  double *x = argument;
  for (int k = 0; k < Depth; ++k)
    for (int i = 0; i < Width; ++i)
      work(&x[i], i);
}

static void stencil(void *argument) {
  double *x = argument;
  for (int k = 0; k < Depth; ++k) {
    double *from = x + k % 2 * Width, *to = x + Width - k % 2 * Width;
    for (int i = 0; i < Width; ++i) {
      int left = i > 0 ? i - 1 : i, right = i + 1 < Width ? i + 1 : i;
#pragma omp task depend(in : from[left], from[i], from[right])                 \
    depend(inout : to[i]) firstprivate(from, to, left, i, right)
      work(&to[i], (from[left] + from[i] + from[right]) / 4);
    }
  }
}
static void stencil_serial(void *argument) {
  double *x = argument;
  for (int k = 0; k < Depth; ++k) {
    double *from = x + k % 2 * Width, *to = x + Width - k % 2 * Width;
    for (int i = 0; i < Width; ++i)
      work(&to[i], (from[i > 0 ? i - 1 : i] + from[i] +
                    from[i + 1 < Width ? i + 1 : i]) /
                       4);
  }
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  int is_series = argc > 1 && strcmp(argv[1], "series") == 0;
  if (argc < 2 || (!is_series && strcmp(argv[1], "stencil") != 0))
    return fprintf(stderr, "usage: speed series|stencil [grain [rounds]]\n"), 2;
  if (argc > 2)
    grain = atoi(argv[2]);
  int rounds = Warm + (argc > 3 ? atoi(argv[3]) : 500);
  double *times = calloc((size_t)rounds, sizeof *times);
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < rounds; ++round) {
    double began = omp_get_wtime();
    if (is_series)
      OMPX_TASKGRAPH_REGION(0, 0, series, mine);
    else
      OMPX_TASKGRAPH_REGION(0, 0, stencil, mine);
    times[round] = omp_get_wtime() - began;
  }
  for (int round = 0; round < rounds; ++round)
    (is_series ? series_serial : stencil_serial)(serial);
  qsort(times + Warm, (size_t)(rounds - Warm), sizeof *times, by_value);
  int right = memcmp(mine, serial, sizeof mine) == 0;
  ompx_taskgraph_counts_t counts = {0, 0, 0, 0, 0};
  if (ompx_get_taskgraph_counts)
    ompx_get_taskgraph_counts("speed.c", 0, &counts);
  printf("%s grain %d: %.1f ns for each task, %s, %d of %d refilled\n", argv[1],
         grain, times[Warm + (rounds - Warm) / 2] * 1e9 / (Width * Depth),
         right ? "right" : "wrong", (int)counts.refilled, rounds);
  free(times);
  return !right;
}
