//===- taskloop.cpp - A taskloop over each wave front ---------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks with the same sum of slab and chunk do not depend on each other: a
// taskloop runs them, and its end is where the wave moves on.
//
//===----------------------------------------------------------------------===//

#include "lu_kernel.h"

#include <algorithm>

using nas::Lu;

static void march(Lu &lu, int steps) {
  // The blocks of the taskgraph variant, so that both have as many tasks.
  const nas::Blocks &blocks = lu.tagged.blocks;
  const int slabs = blocks.slabs();
  const int fronts = slabs + blocks.chunks() - 1;
  const auto firstSlab = [&](int front) {
    return std::max(0, front - blocks.chunks() + 1);
  };
  const auto endSlab = [&](int front) { return std::min(front + 1, slabs); };
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < steps; ++step) {
    const bool last = step == steps - 1;
    for (int front = 0; front < fronts; ++front) {
#pragma omp taskloop num_tasks(slabs)
      for (int slab = firstSlab(front); slab < endSlab(front); ++slab)
        lu.forward(blocks.planes(slab), blocks.diagonals(front - slab));
    }
    for (int front = fronts - 1; front >= 0; --front) {
#pragma omp taskloop num_tasks(slabs)
      for (int slab = firstSlab(front); slab < endSlab(front); ++slab)
        lu.backward(blocks.planes(slab), blocks.diagonals(front - slab));
    }
#pragma omp taskloop num_tasks(slabs)
    for (int k = 1; k < lu.n - 1; ++k)
      lu.update(k, last);
#pragma omp taskloop num_tasks(slabs)
    for (int k = 1; k < lu.n - 1; ++k)
      lu.rhs(k, last);
  }
}

void nas::runTaskloop(Lu &lu, Run &run) {
  if (run.warmUp())
    march(lu, 1);
  lu.reset();
  run.start();
  march(lu, lu.steps);
  lu.takeNorms();
  run.stop();
}
