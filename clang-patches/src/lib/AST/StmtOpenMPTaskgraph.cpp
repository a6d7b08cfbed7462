//===- StmtOpenMPTaskgraph.cpp - The taskgraph directive ------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Construction of the AST node of 'omp taskgraph' and the spelling of its
// 'tdg_type' clause.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/StmtOpenMPTaskgraph.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

OMPTaskgraphDirective *OMPTaskgraphDirective::Create(
    const ASTContext &C, SourceLocation StartLoc, SourceLocation EndLoc,
    ArrayRef<OMPClause *> Clauses, const OMPTaskgraphTypeClause &TypeClause,
    Stmt *AssociatedStmt) {
  auto *Dir = createDirective<OMPTaskgraphDirective>(
      C, Clauses, AssociatedStmt, /*NumChildren=*/0, StartLoc, EndLoc);
  Dir->setTypeClause(TypeClause);
  return Dir;
}

OMPTaskgraphDirective *OMPTaskgraphDirective::CreateEmpty(const ASTContext &C,
                                                          unsigned NumClauses,
                                                          EmptyShell) {
  return createEmptyDirective<OMPTaskgraphDirective>(
      C, NumClauses, /*HasAssociatedStmt=*/true);
}

const char *clang::getOpenMPTaskgraphTypeName(OpenMPTaskgraphType Type) {
  switch (Type) {
  case OMPC_TDG_TYPE_dynamic:
    return "dynamic";
  case OMPC_TDG_TYPE_static:
    return "static";
  case OMPC_TDG_TYPE_none:
    break;
  }
  llvm_unreachable("no 'tdg_type' clause to spell");
}
