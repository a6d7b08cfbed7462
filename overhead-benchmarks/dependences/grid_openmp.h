//===- grid_openmp.h - Grids as OpenMP tasks and taskgraphs -----*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_DEPENDENCES_GRID_OPENMP_H
#define REPRISE_BENCHMARKS_DEPENDENCES_GRID_OPENMP_H

#include "graph.h"

namespace dependences {

/// In the order of the option --rerun.
enum class Way { Tasks, Replay, Refill, Serial };

/// Makes all tasks of a grid and waits for them.
void encounterGrid(Graph &graph, bool checked, Way way);

} // namespace dependences

#endif // REPRISE_BENCHMARKS_DEPENDENCES_GRID_OPENMP_H
