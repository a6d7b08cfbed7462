//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// OMPX_TASKGRAPH=check: where an encounter would be replayed the block runs and
// is recorded anew, and what it made is compared with what the replay would
// have run: the tasks in their order, their dependences, each byte of their
// data, and what the block leaves in variables.

#ifndef OMPX_TASKGRAPH_CHECK_H
#define OMPX_TASKGRAPH_CHECK_H

#include "taskgraph/instance.h"

namespace ompx {

/// Where a replay would have differed.
struct Difference {
  const char *what;     // null: nowhere
  const ident_t *place; // of the task that the block made, or null
};

/// predicted: an instance that predict() has prepared. made: what the block
/// made. Cost: O(nodes + edges + bytes).
Difference compare(const Instance &predicted, const Graph &made);

} // namespace ompx

#endif // OMPX_TASKGRAPH_CHECK_H
