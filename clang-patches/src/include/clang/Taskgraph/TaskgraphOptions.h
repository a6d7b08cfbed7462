//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The driver's options for task graphs that are built at compile time:
//   -fopenmp-taskgraph-static=on|off|required
//   -fopenmp-taskgraph-dump=<directory>
//
// They are replaced by options of the pass before the driver parses its command
// line. A row in the table of options would be the usual way, but the driver's
// library, which that table is part of, comes from an installed package.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_TASKGRAPH_TASKGRAPHOPTIONS_H
#define LLVM_CLANG_TASKGRAPH_TASKGRAPHOPTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

namespace llvm {

/// Replaces the options above, or says which has a value that is not valid.
Error replaceTaskgraphOptions(SmallVectorImpl<const char *> &Args,
                              StringSaver &Saver);

} // namespace llvm

#endif
