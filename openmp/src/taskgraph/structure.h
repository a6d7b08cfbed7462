//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The ways in which one graph may be run have this in common.

#ifndef OMPX_TASKGRAPH_STRUCTURE_H
#define OMPX_TASKGRAPH_STRUCTURE_H

#include "kmp.h"
#include "shared/node.h"

namespace ompx {

/// What a scheduler follows: nodes, edges, and where to begin. A graph has one
/// as recorded; a Fusion and Lanes are other ways to run the same graph.
struct Structure {
  Node *nodes = nullptr;           // the last, behind the others, is the End
  Successor *successors = nullptr; // edges by source
  kmp_uint32 *roots = nullptr;     // nodes without predecessors
  kmp_uint32 root_count = 0;
};

/// Another way to run a graph, which its maker writes; null without memory.
template <typename Way, typename Maker> Way *writtenBy(Maker &maker) {
  auto *made = new Way;
  if (made && !maker.write(*made)) {
    delete made;
    return nullptr;
  }
  return made;
}

} // namespace ompx

#endif // OMPX_TASKGRAPH_STRUCTURE_H
