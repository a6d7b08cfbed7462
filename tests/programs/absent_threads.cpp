// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replays in teams whose other threads do something else: none of them comes
// to take its part until the encountering thread has finished, or they come in
// the middle. Waves over a plane and loops between joins, compared with the
// same in order.
#include "check.h"
#include <atomic>

constexpr int Rows = 12, Columns = 16, Encounters = 60;

struct Plane {
  long cell[Rows + 1][Columns + 1];
  long sums[Columns];
};
static Plane plane, expected;
static Construct region;

static void sweep(Plane &of, int salt) {
  for (int row = 1; row <= Rows; ++row)
    for (int column = 1; column <= Columns; ++column)
      of.cell[row][column] = of.cell[row - 1][column] * 3 +
                             of.cell[row][column - 1] + row * column + salt;
  for (int column = 0; column < Columns; ++column)
    of.sums[column] += of.cell[Rows][column + 1] % 1001;
  for (int column = 0; column < Columns; ++column)
    of.cell[0][column + 1] = of.sums[Columns - 1 - column] % 997;
}

static void encounter(int salt) {
  Plane *const p = &plane;
  MEET(region);
#pragma omp taskgraph
  {
    for (int row = 1; row <= Rows; ++row)
      for (int column = 1; column <= Columns; ++column)
#pragma omp task firstprivate(p, row, column, salt)                            \
    depend(in : p->cell[row - 1][column], p->cell[row][column - 1])            \
    depend(out : p->cell[row][column])
        p->cell[row][column] = p->cell[row - 1][column] * 3 +
                               p->cell[row][column - 1] + row * column + salt;
#pragma omp taskwait
    for (int column = 0; column < Columns; ++column)
#pragma omp task firstprivate(p, column)
      p->sums[column] += p->cell[Rows][column + 1] % 1001;
#pragma omp taskwait
    for (int column = 0; column < Columns; ++column)
#pragma omp task firstprivate(p, column)
      p->cell[0][column + 1] = p->sums[Columns - 1 - column] % 997;
  }
}

/// The other threads come to the barrier behind the encounter with this
/// number.
static void meet(int until) {
  std::atomic<int> done{0};
#pragma omp parallel shared(done)
  {
    if (omp_get_thread_num() == 0)
      for (int e = 0; e < Encounters; ++e) {
        encounter(e);
        sweep(expected, e);
        CHECK_EQ("cells and sums", memcmp(&plane, &expected, sizeof(plane)), 0);
        done.store(e + 1);
      }
    else
      while (done.load() < until)
        ;
  }
}

int main() {
  meet(Encounters);
  meet(Encounters / 2);
  meet(0);
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
