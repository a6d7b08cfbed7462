//===- taskgraph.cpp - Recorded and replayed tasks ------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph_id decides between recording (a number not seen before) and
// replaying (one that was); graph_reset records over the record that is there,
// at every even number.
//
//===----------------------------------------------------------------------===//

#include "shapes.h"

template <Body Does> void encounterTaskgraph(Shape *shape, std::int64_t graph) {
#pragma omp taskgraph graph_id(graph)
#include "shape_tasks.inc"
}

template <Body Does>
void encounterResetTaskgraph(Shape *shape, std::int64_t graph) {
#pragma omp taskgraph graph_reset(graph % 2 == 0)
#include "shape_tasks.inc"
}

template <Body Does>
void encounterRefilledTaskgraph(Shape *shape, std::int64_t graph) {
#pragma omp taskgraph graph_id(graph)
  {
    anything();
#include "shape_tasks.inc"
  }
}

template void encounterTaskgraph<Body::Empty>(Shape *, std::int64_t);
template void encounterTaskgraph<Body::Counting>(Shape *, std::int64_t);
template void encounterTaskgraph<Body::Working>(Shape *, std::int64_t);
template void encounterResetTaskgraph<Body::Empty>(Shape *, std::int64_t);
template void encounterResetTaskgraph<Body::Counting>(Shape *, std::int64_t);
template void encounterResetTaskgraph<Body::Working>(Shape *, std::int64_t);
template void encounterRefilledTaskgraph<Body::Empty>(Shape *, std::int64_t);
template void encounterRefilledTaskgraph<Body::Counting>(Shape *, std::int64_t);
template void encounterRefilledTaskgraph<Body::Working>(Shape *, std::int64_t);
