//===- taskgraph.cpp - A recorded wave of blocks --------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of a sweep waits for the two blocks that it depends on, the update of
// a slab for the last block of the backward sweep that reads the old state, a
// right-hand side for three updates, and nothing waits for anything else.
//
// The end of a graph is a join. It costs least where the work goes through the
// eye of a needle anyhow: the last block of the forward sweep must come before
// the first one of the backward sweep. So that is where graphs begin and end:
// one holds the second half of a step and the first half of the next. Before
// the first step and after the last there is a graph with one half only.
//
//===----------------------------------------------------------------------===//

#include "lu_kernel.h"

#include "../common/order.h"

using nas::Lu;

static void march(Lu &lu, int steps) {
  enum Halves { First = 1, Second = 2, Both = First | Second };
  const nas::Blocks &blocks = lu.tagged.blocks;
  const int slabs = blocks.slabs(), chunks = blocks.chunks();
  nas::Tags &forward = lu.tagged.forward, &backward = lu.tagged.backward;
  nas::Tags &updated = lu.tagged.updated;
  nas::Tags &right_hand_side = lu.tagged.right_hand_side;
#pragma omp parallel
#pragma omp single
  for (int step = 0; step <= steps; ++step) {
    const int halves = step == 0 ? First : step == steps ? Second : Both;
    const bool last = halves == Second;
#pragma omp taskgraph graph_id(halves)
    {
      if (halves & Second) {
        for (int slab = slabs - 1; slab >= 0; --slab)
          for (int chunk = chunks - 1; chunk >= 0; --chunk) {
            char *const here = backward(slab, chunk);
            char *const above = backward(slab + 1, chunk);
            char *const behind = backward(slab, chunk + 1);
#pragma omp task firstprivate(slab, chunk) NAS_ORDER(1, in : *above, *behind)  \
    NAS_ORDER(2, out : *here)
            lu.backward(blocks.planes(slab), blocks.diagonals(chunk));
          }
        for (int slab = 0; slab < slabs; ++slab) {
          char *const below = backward(slab - 1, 0);
          char *const here = backward(slab, 0);
          char *const state = updated(slab, 0);
#pragma omp task firstprivate(slab, last) NAS_ORDER(3, in : *below, *here)     \
    NAS_ORDER(4, out : *state)
          for (int k = blocks.planes(slab).begin; k < blocks.planes(slab).end;
               ++k)
            lu.update(k, last);
        }
        for (int slab = 0; slab < slabs; ++slab) {
          char *const below = updated(slab - 1, 0);
          char *const state = updated(slab, 0);
          char *const above = updated(slab + 1, 0);
          char *const here = right_hand_side(slab, 0);
#pragma omp task firstprivate(slab, last)                                      \
    NAS_ORDER(5, in : *below, *state, *above) NAS_ORDER(6, out : *here)
          for (int k = blocks.planes(slab).begin; k < blocks.planes(slab).end;
               ++k)
            lu.rhs(k, last);
        }
      }
      if (halves & First)
        for (int slab = 0; slab < slabs; ++slab)
          for (int chunk = 0; chunk < chunks; ++chunk) {
            char *const here = forward(slab, chunk);
            char *const below = forward(slab - 1, chunk);
            char *const before =
                chunk > 0 ? forward(slab, chunk - 1) : right_hand_side(slab, 0);
#pragma omp task firstprivate(slab, chunk) NAS_ORDER(7, in : *below, *before)  \
    NAS_ORDER(8, out : *here)
            lu.forward(blocks.planes(slab), blocks.diagonals(chunk));
          }
    }
  }
}

void nas::runTaskgraph(Lu &lu, Run &run) {
  if (run.warmUp())
    march(lu, 2); // both halves, alone and together
  lu.reset();
  run.start();
  march(lu, lu.steps);
  lu.takeNorms();
  run.stop();
}
