//===- for_laps.h - Laps of the variants with loops -------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iterations of a variant with worksharing loops. The team enters its
// parallel region before the first lap, as the teams of the variants with tasks
// do: a lap has the loops and their barriers, and no start of a team.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_COMMON_FOR_LAPS_H
#define REPRISE_BENCHMARKS_COMMON_FOR_LAPS_H

#include "laps.h"

namespace bench {

/// All threads of a team call `body(iteration)` in each lap. It ends with a
/// barrier, as a worksharing loop without nowait does.
template <class Problem, class Body>
void forLaps(Problem &problem, Laps &laps, const Body &body) {
#pragma omp parallel
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
#pragma omp single
    {
      problem.prepare(iteration);
      laps.start();
    }
    body(iteration);
#pragma omp single
    {
      laps.stop();
      problem.finish(iteration);
    }
  }
}

} // namespace bench

#endif // REPRISE_BENCHMARKS_COMMON_FOR_LAPS_H
