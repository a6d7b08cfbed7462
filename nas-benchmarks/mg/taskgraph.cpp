//===- taskgraph.cpp - A V-cycle as two recorded graphs -------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops differ from step to step, but each cycle has the same ones. So the
// way down with all its levels is a graph, the way up is another (graph_id
// tells them apart), and the number of a step is data that its tasks were
// recorded with. Within a graph nobody waits for a whole step: a block of
// planes follows those blocks of the step before that it reads, and a thread
// goes on with planes that are in its cache. The encountering thread itself
// solves on the coarsest grids; the next graph then begins with each thread at
// its own share of planes.
//
// The step before is enough as a predecessor. What it leaves unwritten was
// complete before the graph began; and a plane is only written by a step that
// follows, block by block, the one that last read it.
//
//===----------------------------------------------------------------------===//

#include "mg_kernel.h"

#include "../common/order.h"

#include <algorithm>

namespace {

/// The blocks of planes that the tasks of a step work on.
struct Blocks {
  const int planes, count;
  Blocks(const nas::Mg &mg, const nas::Mg::Step &step)
      : planes(step.planes), count(std::min(mg.tasks, step.planes)) {}
  int begin(int block) const {
    return static_cast<int>(std::int64_t(planes) * block / count);
  }
  /// The block of a plane, or of one that lies as far beyond either end.
  int of(int plane) const {
    const int turns = plane < 0 ? -1 : plane / planes;
    plane -= turns * planes;
    return turns * count +
           static_cast<int>((std::int64_t(plane + 1) * count - 1) / planes);
  }
};

} // namespace

static void perform(nas::Mg &mg, const std::vector<nas::Mg::Step> &steps,
                    int list) {
  // With tags of its own each cycle would be another graph.
  const std::size_t row = mg.tasks;
  char *const tags = mg.tags.data();
#pragma omp taskgraph graph_id(list)
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const Blocks blocks(mg, steps[s]);
    for (int block = 0; block < blocks.count; ++block) {
      const int first = blocks.begin(block), last = blocks.begin(block + 1);
      // The same place in the grid before, and a plane on either side.
      const std::size_t previous = s == 0 ? 0 : s - 1;
      const Blocks before(mg, steps[previous]);
      const int from = before.of(first * before.planes / blocks.planes - 1);
      const int to = before.of((last * before.planes - 1) / blocks.planes + 1);
      const int many = s == 0 ? 0 : std::min(to - from + 1, before.count);
      const char *read = &tags[previous * row];
      char *written = &tags[s * row + block];
#pragma omp task shared(mg, steps) firstprivate(s, first, last)                \
    NAS_ORDER(1, iterator(int i = 0 : many),                                   \
                  in : read[(from + i + before.count) % before.count])         \
    NAS_ORDER(2, out : *written)
      for (int z = first; z < last; ++z)
        mg.perform(steps[s], z);
    }
  }
}

static void cycle(nas::Mg &mg) {
  perform(mg, mg.down, 1);
  mg.solveCoarsest();
  perform(mg, mg.up, 2);
}

void nas::runTaskgraph(Mg &mg, Run &run) {
  mg.reset();
  if (run.warmUp()) {
#pragma omp parallel
#pragma omp single
    {
      perform(mg, mg.beginning, 0);
      cycle(mg);
      perform(mg, mg.end, 3);
    }
    mg.reset();
  }
  run.start();
#pragma omp parallel
#pragma omp single
  {
    perform(mg, mg.beginning, 0);
    mg.takeNorm();
    for (int i = 0; i < mg.cycles; ++i)
      cycle(mg);
    perform(mg, mg.end, 3);
    mg.takeNorm();
  }
  run.stop();
}
