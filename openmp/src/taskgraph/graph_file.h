//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A graph's structure as bytes that mean the same in a later run of the same
// program: nodes, edges, locks, groups, dependences by object number, and what
// kinds of tasks there are, their bodies by build id and offset. No data of
// tasks, no address of memory.
//
// A graph that is read serves refills only. There each task that the block
// makes is compared with the node, so a file that is not the program's costs
// time, and nothing else, if it is a graph at all: every number in it is
// checked before it is used.

#ifndef OMPX_TASKGRAPH_GRAPH_FILE_H
#define OMPX_TASKGRAPH_GRAPH_FILE_H

#include "taskgraph/graph.h"

namespace ompx {

/// The bytes of a file, to be freed with KMP_INTERNAL_FREE. key: says which
/// graph it is. Null, and the reason, if the graph cannot be in a file.
char *writeGraph(const Graph &graph, const char *key, size_t key_size,
                 size_t *size, const char **reason);

/// The graph, or null and the reason. bytes: aligned to 8. Cost: O(size).
Graph *readGraph(const char *bytes, size_t size, const char *key,
                 size_t key_size, const char **reason);

/// Writes the checksum into a file's head. (Also for tests: what else is
/// damaged is noticed by other checks.)
void sealGraph(char *bytes, size_t size);

/// A hash of bytes: of any two that differ in one word of 8 bytes, another.
kmp_uint64 checksumOf(const char *bytes, size_t size);

} // namespace ompx

#endif // OMPX_TASKGRAPH_GRAPH_FILE_H
