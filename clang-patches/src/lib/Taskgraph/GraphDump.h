//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Writes a graph that was built at compile time to a folder, as JSON and DOT in
// the form in which the library writes recorded ones (OMPX_TASKGRAPH_DUMP).
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_GRAPHDUMP_H
#define LLVM_CLANG_LIB_TASKGRAPH_GRAPHDUMP_H

#include "BlockInterpreter.h"
#include "llvm/Support/Error.h"

namespace llvm::taskgraph {

/// Where a construct or task stands in the source.
struct SourcePlace {
  StringRef File, Function;
  uint64_t Line = 0, Column = 0;
};

/// What libomp's ident_t says of a place; nothing if the program was compiled
/// without places.
std::optional<SourcePlace> placeOfIdent(const Value &Ident);

/// \param Region After finish(), with the types numbered.
/// \param Types A task of each type.
/// \param Number Tells the graphs of one construct apart, as instantiations of
/// a template have them.
Error dumpGraph(StringRef Folder, StaticRegion &Region,
                ArrayRef<const StaticRegion::Node *> Types,
                const SourcePlace &Construct, unsigned Number);

} // namespace llvm::taskgraph

#endif
