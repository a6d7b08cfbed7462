//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Using a graph that the compiler built: its arrays stay where they are, only
// the types of its tasks are made.

#ifndef OMPX_TASKGRAPH_STATIC_LOAD_H
#define OMPX_TASKGRAPH_STATIC_LOAD_H

#include "shared/static_graph.h"
#include "taskgraph/graph.h"

namespace ompx {

/// The graph, or null: without memory, or of a version that this library does
/// not know. Cost: O(types), O(nodes) if the library heeds priorities.
Graph *loadStatic(const StaticGraph &compiled);

/// Sets `values`, one for each symbol, to those of an encounter. Returns
/// whether one of them changed. Cost: O(symbols).
inline bool takeSymbols(const StaticGraph &compiled, const void *args,
                        uint64_t *values) {
  return compiled.take && compiled.take(args, values) != 0;
}

/// The value of a form plus an offset.
inline kmp_uint64 valueOf(const StaticGraph &compiled, const uint64_t *values,
                          kmp_uint64 form, kmp_int64 offset) {
  auto sum = kmp_uint64(offset);
  const StaticTerm *end = compiled.terms + compiled.first_term[form + 1];
  for (const StaticTerm *term = compiled.terms + compiled.first_term[form];
       term != end; ++term)
    sum += kmp_uint64(term->factor) * values[term->symbol];
  return sum;
}

/// Whether the graph is that of the block in this encounter: no two of its
/// objects have the same address. Under the lock of the graph's record. Cost:
/// O(symbols); if one has changed since the last call, O(ranges); if one of
/// these has, O(ranges * log(ranges)).
bool fits(Graph &graph, const void *args);

/// What the graph's tasks depend on, to be freed with KMP_INTERNAL_FREE; null
/// without memory.
kmp_intptr_t *staticAddresses(const StaticGraph &compiled, const void *args);

} // namespace ompx

#endif // OMPX_TASKGRAPH_STATIC_LOAD_H
