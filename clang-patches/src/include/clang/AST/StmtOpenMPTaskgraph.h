//===- StmtOpenMPTaskgraph.h - The taskgraph directive ----------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AST class of 'omp taskgraph'. Included by StmtOpenMP.h, so that code which
// includes StmtOpenMP.h knows it like any other directive.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_AST_STMTOPENMPTASKGRAPH_H
#define LLVM_CLANG_AST_STMTOPENMPTASKGRAPH_H

#include "clang/AST/StmtOpenMP.h"

namespace clang {

/// This represents '#pragma omp taskgraph' directive.
///
/// \code
/// #pragma omp taskgraph graph_id(n) graph_reset(changed)
/// \endcode
/// In this example the directive has the clauses 'graph_id' and 'graph_reset'.
/// The associated statement is a CapturedStmt of kind OMPD_taskgraph that
/// captures every variable of the enclosing environment by reference.
class OMPTaskgraphDirective : public OMPExecutableDirective {
  friend class ASTStmtReader;
  friend class OMPExecutableDirective;

  /// The 'tdg_type' clause.
  OMPTaskgraphTypeClause TypeClause;

  OMPTaskgraphDirective(SourceLocation StartLoc, SourceLocation EndLoc)
      : OMPExecutableDirective(OMPTaskgraphDirectiveClass,
                               llvm::omp::OMPD_taskgraph, StartLoc, EndLoc) {}

  OMPTaskgraphDirective()
      : OMPTaskgraphDirective(SourceLocation(), SourceLocation()) {}

  /// Set the 'tdg_type' clause.
  void setTypeClause(const OMPTaskgraphTypeClause &C) { TypeClause = C; }

public:
  /// Creates directive.
  ///
  /// \param C AST context.
  /// \param StartLoc Starting location of the directive kind.
  /// \param EndLoc Ending Location of the directive.
  /// \param Clauses List of clauses.
  /// \param TypeClause The 'tdg_type' clause.
  /// \param AssociatedStmt Statement, associated with the directive.
  static OMPTaskgraphDirective *
  Create(const ASTContext &C, SourceLocation StartLoc, SourceLocation EndLoc,
         ArrayRef<OMPClause *> Clauses,
         const OMPTaskgraphTypeClause &TypeClause, Stmt *AssociatedStmt);

  /// Creates an empty directive.
  ///
  /// \param C AST context.
  /// \param NumClauses Number of clauses.
  static OMPTaskgraphDirective *CreateEmpty(const ASTContext &C,
                                            unsigned NumClauses, EmptyShell);

  /// Returns the 'tdg_type' clause; it converts to false if there is none.
  const OMPTaskgraphTypeClause &getTypeClause() const { return TypeClause; }

  static bool classof(const Stmt *T) {
    return T->getStmtClass() == OMPTaskgraphDirectiveClass;
  }
};

} // end namespace clang

#endif // LLVM_CLANG_AST_STMTOPENMPTASKGRAPH_H
