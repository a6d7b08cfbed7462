// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All-to-all layers: each task depends on all of the layer before.
#include "check.h"

constexpr int Encounters = 30, Width = 8, Layers = 6;
static Construct layer_region;

static void all_to_all(int e) {
  static int cell[Layers + 1][Width];
  memset(cell, 0, sizeof cell);
  for (int i = 0; i < Width; ++i)
    cell[0][i] = e;
  MEET(layer_region);
#pragma omp taskgraph
  {
    for (int l = 1; l <= Layers; ++l)
      for (int i = 0; i < Width; ++i) {
#pragma omp task depend(iterator(k = 0 : Width), in : cell[l - 1][k])          \
    depend(out : cell[l][i])
        for (int k = 0; k < Width; ++k)
          cell[l][i] += cell[l - 1][k];
      }
  }
  int expected = e;
  for (int l = 0; l < Layers; ++l)
    expected *= Width;
  for (int i = 0; i < Width; ++i)
    CHECK_EQ("last layer", cell[Layers][i], expected);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e)
    all_to_all(e);
  CHECK_USES(layer_region, Replayed, 1);
  return check_done();
}
