//===- tasks.cpp - Ordinary tasks -----------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program pays without any record and replay.
//
//===----------------------------------------------------------------------===//

#include "shapes.h"

void anything() {}

template <Body Does> void encounterTasks(Shape *shape, std::int64_t) {
#include "shape_tasks.inc"
#pragma omp taskwait
}

template void encounterTasks<Body::Empty>(Shape *, std::int64_t);
template void encounterTasks<Body::Counting>(Shape *, std::int64_t);
template void encounterTasks<Body::Working>(Shape *, std::int64_t);
