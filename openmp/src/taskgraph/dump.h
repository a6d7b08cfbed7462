//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// OMPX_TASKGRAPH_DUMP: recorded graphs as JSON, for programs, and as DOT, for
// Graphviz. Nothing in the files is an address of memory, so two runs that
// record the same graph write the same.

#ifndef OMPX_TASKGRAPH_DUMP_H
#define OMPX_TASKGRAPH_DUMP_H

#include "taskgraph/graph.h"

namespace ompx {

/// Writes the graph to files of its own. last: the number of the graph of this
/// construct and id that was written before, 0 at first. What cannot be written
/// is warned of, once.
void dump(const Graph &graph, const ompx_taskgraph_site_t &site,
          kmp_int64 graph_id, kmp_uint32 &last);

} // namespace ompx

#endif // OMPX_TASKGRAPH_DUMP_H
