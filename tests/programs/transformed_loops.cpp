// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks in loops of the block that are tiled, unrolled, reversed, interchanged
// or fused: each iteration's task is recorded and replayed, in the order in
// which the transformed loop makes them.
#include "check.h"

constexpr int Rows = 7, Columns = 9, Encounters = 30;
using Matrix = long[Rows][Columns];

static Construct regions[6];

struct Seen {
  Matrix cells;
  long order; ///< Of a chain of dependent tasks: a hash of their order.
};

static void chain(long &order, long step) {
  order = (order * 31 + step) % 1009;
}

static void plain(Seen &s, int rows, int add) {
  MEET(regions[0]);
#pragma omp taskgraph
  {
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < Columns; ++c) {
#pragma omp task firstprivate(r, c) shared(s) depend(inout : s.order)
        {
          s.cells[r][c] += add;
          chain(s.order, r * Columns + c);
        }
      }
  }
}

static void unrolled(Seen &s, int rows, int add) {
  MEET(regions[1]);
#pragma omp taskgraph
  {
#pragma omp unroll partial(3)
    for (int r = 0; r < rows; ++r) {
#pragma omp unroll full
      for (int c = 0; c < Columns; ++c) {
#pragma omp task firstprivate(r, c) shared(s) depend(inout : s.order)
        {
          s.cells[r][c] += add;
          chain(s.order, r * Columns + c);
        }
      }
    }
  }
}

static void tiled(Seen &s, int rows, int add) {
  MEET(regions[2]);
#pragma omp taskgraph
  {
#pragma omp tile sizes(2, 4)
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < Columns; ++c) {
#pragma omp task firstprivate(r, c) shared(s) depend(inout : s.order)
        {
          s.cells[r][c] += add;
          chain(s.order, r * Columns + c);
        }
      }
  }
}

static void reversed(Seen &s, int rows, int add) {
  MEET(regions[3]);
#pragma omp taskgraph
  {
#pragma omp reverse
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < Columns; ++c) {
#pragma omp task firstprivate(r, c) shared(s) depend(inout : s.order)
        {
          s.cells[r][c] += add;
          chain(s.order, r * Columns + c);
        }
      }
  }
}

static void interchanged(Seen &s, int rows, int add) {
  MEET(regions[4]);
#pragma omp taskgraph
  {
#pragma omp interchange
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < Columns; ++c) {
#pragma omp task firstprivate(r, c) shared(s) depend(inout : s.order)
        {
          s.cells[r][c] += add;
          chain(s.order, r * Columns + c);
        }
      }
  }
}

static void fused(Seen &s, int rows, int add) {
  MEET(regions[5]);
#pragma omp taskgraph
  {
#pragma omp fuse
    {
      for (int r = 0; r < rows; ++r) {
#pragma omp task firstprivate(r) shared(s) depend(inout : s.order)
        {
          s.cells[r][0] += add;
          chain(s.order, r);
        }
      }
      for (int c = 1; c < Columns; ++c) {
#pragma omp task firstprivate(c) shared(s) depend(inout : s.order)
        {
          s.cells[0][c] += add;
          chain(s.order, Rows + c);
        }
      }
    }
  }
}

/// The order in which the tasks of one encounter are made, without OpenMP.
template <class Visit> static void serial_order(int way, Visit visit) {
  switch (way) {
  case 3:
    for (int r = Rows - 1; r >= 0; --r)
      for (int c = 0; c < Columns; ++c)
        visit(r, c, r * Columns + c);
    return;
  case 2:
    for (int tr = 0; tr < Rows; tr += 2)
      for (int tc = 0; tc < Columns; tc += 4)
        for (int r = tr; r < Rows && r < tr + 2; ++r)
          for (int c = tc; c < Columns && c < tc + 4; ++c)
            visit(r, c, r * Columns + c);
    return;
  case 4:
    for (int c = 0; c < Columns; ++c)
      for (int r = 0; r < Rows; ++r)
        visit(r, c, r * Columns + c);
    return;
  case 5:
    for (int i = 0; i < Rows || i < Columns - 1; ++i) {
      if (i < Rows)
        visit(i, 0, i);
      if (i < Columns - 1)
        visit(0, i + 1, Rows + i + 1);
    }
    return;
  default:
    for (int r = 0; r < Rows; ++r)
      for (int c = 0; c < Columns; ++c)
        visit(r, c, r * Columns + c);
  }
}

int main() {
  using Encounter = void (*)(Seen &, int, int);
  constexpr Encounter Ways[] = {plain,    unrolled,     tiled,
                                reversed, interchanged, fused};
#pragma omp parallel
#pragma omp single
  for (int way = 0; way < 6; ++way) {
    Seen expected = {};
    Seen seen = {};
    for (int e = 0; e < Encounters; ++e) {
      serial_order(way, [&](int r, int c, int step) {
        expected.cells[r][c] += e + way;
        chain(expected.order, step);
      });
      at_depth(e % 6, [&] { Ways[way](seen, Rows, e + way); });
      CHECK_EQ("order", seen.order, expected.order);
    }
    for (int r = 0; r < Rows; ++r)
      for (int c = 0; c < Columns; ++c)
        CHECK_EQ("cell", seen.cells[r][c], expected.cells[r][c]);
    CHECK_USES(regions[way], Replayed, 1);
  }
  return check_done();
}
