//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// OMPX_DEPEND_TRACKER=graph-embedded: the nodes of a generation's list are in
// the accesses' tags; see graph_scheme.h.

#include "depend/graph_scheme.h"

namespace ompx {

const Tracker tracker_graph_embedded =
    CountingTracker<GraphScheme<EmbeddedNodes>>::table("graph-embedded",
                                                       KnowsEdges);

} // namespace ompx
