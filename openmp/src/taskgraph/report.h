//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Messages to users about their taskgraph constructs.

#ifndef OMPX_TASKGRAPH_REPORT_H
#define OMPX_TASKGRAPH_REPORT_H

#include "taskgraph/check.h"
#include "taskgraph/record.h"

namespace ompx {

/// Says, once for each record and reason and if OMPX_TASKGRAPH_VERBOSE asks for
/// it, why the region runs as ordinary tasks.
void explain(Record &record, const char *reason);

/// Warns if a replay would have differed from the block.
void reportDifference(const Record &record, const Difference &difference);

} // namespace ompx

#endif // OMPX_TASKGRAPH_REPORT_H
