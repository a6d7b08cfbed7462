//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// OMPX_DEPEND_TRACKER=hypergraph-embedded: the nodes of a generation's list are
// in the accesses' tags; see hypergraph_scheme.h.

#include "depend/hypergraph_scheme.h"

namespace ompx {

const Tracker tracker_hypergraph_embedded =
    CountingTracker<HypergraphScheme<EmbeddedWaiters>>::table(
        "hypergraph-embedded", 0);

} // namespace ompx
