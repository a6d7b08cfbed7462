// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plain firstprivate of enclosing variables that the block changes, as dot
// products and blocked sweeps in the field use it: each task has the value of
// this encounter, whatever the block counts up to, and so have the variables
// afterwards, though the block does not run.
#include "check.h"

constexpr int N = 1000, Block = 64, Blocks = (N + Block - 1) / Block;
constexpr int Encounters = 30;
static Construct dot_region, sweep_region;
static double x[N], y[N];

static __attribute__((noinline)) double dot(double scale, int first) {
  double sums[Blocks];
  int offset = 0, size = Block, part = 0;
  MEET(dot_region);
#pragma omp taskgraph
  {
    for (offset = first, part = 0; part < Blocks; offset += size, ++part) {
      size = offset + Block > N ? N - offset : Block;
#pragma omp task firstprivate(offset, size, part, scale) shared(sums)
      {
        double sum = 0;
        for (int i = offset; i < offset + size; ++i)
          sum += x[i] * y[i];
        sums[part] = sum * scale;
      }
    }
  }
  double total = 0;
  for (double sum : sums)
    total += sum;
  CHECK_EQ("parts", part, Blocks);
  CHECK_EQ("end of the last part", offset, N);
  return total;
}

static __attribute__((noinline)) void sweep(int *grid, int side) {
  int row, column;
  MEET(sweep_region);
#pragma omp taskgraph
  {
    for (row = 0; row < side; ++row)
      for (column = 0; column < side; ++column) {
#pragma omp task firstprivate(row, column) shared(grid, side)
        grid[row * side + column] += row * side + column;
      }
  }
  CHECK_EQ("rows and columns", row * side + column, side * side + side);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e) {
    long expected = 0;
    int first = e % 3; // the last part is shorter then
    for (int i = 0; i < N; ++i) {
      x[i] = i % 10 + e, y[i] = i % 3;
      expected += i >= first ? (long)(x[i] * y[i]) : 0;
    }
    double total = 0;
    int grid[8 * 8] = {};
    at_depth(e % 9, [&] { total = dot(e, first); });
    CHECK_EQ("dot product", (long)total, e * expected);
    at_depth(e % 9, [&] { sweep(grid, 8); });
    for (int i = 0; i < 64; ++i)
      CHECK_EQ("grid", grid[i], i);
  }
  CHECK_USES(dot_region, Replayed, 3);
  CHECK_USES(sweep_region, Replayed, 1);
  return check_done();
}
