//===- SemaOpenMPTaskgraph.h - Semantic analysis of taskgraph ---*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What SemaOpenMP.cpp, which knows the stack of directives, asks about a
// construct that it finds in a taskgraph region.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_SEMA_SEMAOPENMPTASKGRAPH_H
#define LLVM_CLANG_SEMA_SEMAOPENMPTASKGRAPH_H

#include "clang/Basic/OpenMPKinds.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {

class OMPClause;
class Sema;

/// True for a construct whose block belongs to the region of an enclosing
/// taskgraph: its statements run when the block runs, and tasks in it are tasks
/// of the graph ('taskgroup', 'target data', loop transformations).
bool isOpenMPTaskgraphTransparent(OpenMPDirectiveKind DKind);

/// Reports a construct that may not be where it is in a taskgraph region, and
/// one that OpenMP does not allow there although Clang does.
///
/// \returns true on error.
bool checkInTaskgraph(Sema &SemaRef, OpenMPDirectiveKind DKind,
                      llvm::ArrayRef<OMPClause *> Clauses,
                      SourceLocation StartLoc);

} // namespace clang

#endif // LLVM_CLANG_SEMA_SEMAOPENMPTASKGRAPH_H
