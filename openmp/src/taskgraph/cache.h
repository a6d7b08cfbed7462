//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// OMPX_TASKGRAPH_CACHE: a directory of recorded graphs, one file for each
// construct and graph_id of each program, from which a later run of the program
// takes them.
//
// A file is written when the first graph is published, not when the library
// ends: so a program that is killed leaves its graphs, too, and all that has
// the bodies of its tasks is certainly still loaded. Files are replaced in one
// step, so any number of processes may use a directory.

#ifndef OMPX_TASKGRAPH_CACHE_H
#define OMPX_TASKGRAPH_CACHE_H

#include "taskgraph/record.h"

namespace ompx {

/// Gives the record the graph of an earlier run, if there is one. The calling
/// thread looks if nobody has looked before; others go on meanwhile.
void takeFromCache(Record &record, const ompx_taskgraph_site_t &site);

/// Leaves the graph to later runs, if it is the record's first.
void leaveInCache(const Graph &graph, Record &record,
                  const ompx_taskgraph_site_t &site);

} // namespace ompx

#endif // OMPX_TASKGRAPH_CACHE_H
