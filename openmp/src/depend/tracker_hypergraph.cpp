//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// OMPX_DEPEND_TRACKER=hypergraph: the nodes of a generation's list are
// allocated; see hypergraph_scheme.h.

#include "depend/hypergraph_scheme.h"

namespace ompx {

const Tracker tracker_hypergraph =
    CountingTracker<HypergraphScheme<AllocatedWaiters>>::table("hypergraph", 0);

} // namespace ompx
