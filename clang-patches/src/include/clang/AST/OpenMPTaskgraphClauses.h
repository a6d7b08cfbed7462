//===- OpenMPTaskgraphClauses.h - Clauses of taskgraph ----------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AST classes of the clauses that came with 'omp taskgraph'. Included by
// OpenMPClause.h, before the visitors that need every clause class, so that
// code which includes OpenMPClause.h knows them like any other clause.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_AST_OPENMPTASKGRAPHCLAUSES_H
#define LLVM_CLANG_AST_OPENMPTASKGRAPHCLAUSES_H

#include "clang/AST/OpenMPClause.h"

namespace clang {

/// This represents 'graph_id' clause in the '#pragma omp taskgraph' directive.
///
/// \code
/// #pragma omp taskgraph graph_id(level)
/// \endcode
/// In this example the directive has 'graph_id' clause with expression
/// 'level': records of the construct are told apart by its value.
class OMPGraphIdClause final
    : public OMPOneStmtClause<llvm::omp::OMPC_graph_id, OMPClause> {
  friend class OMPClauseReader;

  /// Set the graph id.
  void setId(Expr *E) { setStmt(E); }

public:
  /// Build 'graph_id' clause.
  ///
  /// \param Id Expression that gives the id.
  /// \param StartLoc Starting location of the clause.
  /// \param LParenLoc Location of '('.
  /// \param EndLoc Ending location of the clause.
  OMPGraphIdClause(Expr *Id, SourceLocation StartLoc, SourceLocation LParenLoc,
                   SourceLocation EndLoc)
      : OMPOneStmtClause(Id, StartLoc, LParenLoc, EndLoc) {}

  /// Build an empty clause.
  OMPGraphIdClause() : OMPOneStmtClause() {}

  /// Returns the expression that gives the id.
  Expr *getId() const { return getStmtAs<Expr>(); }
};

/// A clause with an optional logical argument, which is true if left out.
template <OpenMPClauseKind ClauseKind>
class OMPOptionalConditionClause : public OMPClause {
  /// Location of '(', invalid without an argument.
  SourceLocation LParenLoc;

  /// Condition, null without an argument.
  Stmt *Condition = nullptr;

public:
  /// Build the clause.
  ///
  /// \param Cond Condition, or null.
  /// \param StartLoc Starting location of the clause.
  /// \param LParenLoc Location of '(', or invalid.
  /// \param EndLoc Ending location of the clause.
  OMPOptionalConditionClause(Expr *Cond, SourceLocation StartLoc,
                             SourceLocation LParenLoc, SourceLocation EndLoc)
      : OMPClause(ClauseKind, StartLoc, EndLoc), LParenLoc(LParenLoc),
        Condition(Cond) {}

  /// Build an empty clause.
  OMPOptionalConditionClause()
      : OMPClause(ClauseKind, SourceLocation(), SourceLocation()) {}

  /// Set the location of '('.
  void setLParenLoc(SourceLocation Loc) { LParenLoc = Loc; }

  /// Set the condition.
  void setCondition(Expr *E) { Condition = E; }

  /// Returns the location of '(', invalid without an argument.
  SourceLocation getLParenLoc() const { return LParenLoc; }

  /// Returns the condition, null without an argument (the clause is true).
  Expr *getCondition() const { return cast_or_null<Expr>(Condition); }

  child_range children() {
    if (Condition)
      return child_range(&Condition, &Condition + 1);
    return child_range(child_iterator(), child_iterator());
  }
  const_child_range children() const {
    return const_cast<OMPOptionalConditionClause *>(this)->children();
  }

  child_range used_children() { return children(); }
  const_child_range used_children() const { return children(); }

  static bool classof(const OMPClause *T) {
    return T->getClauseKind() == ClauseKind;
  }
};

/// This represents 'graph_reset' clause in the '#pragma omp taskgraph'
/// directive.
///
/// \code
/// #pragma omp taskgraph graph_reset(changed)
/// \endcode
/// In this example the record of the construct is dropped when 'changed' is
/// true. Without an argument the clause means true.
class OMPGraphResetClause final
    : public OMPOptionalConditionClause<llvm::omp::OMPC_graph_reset> {
public:
  using OMPOptionalConditionClause::OMPOptionalConditionClause;
};

/// This represents 'replayable' clause in directives that generate tasks.
///
/// \code
/// #pragma omp task replayable(false)
/// \endcode
/// In this example the task is no part of a task graph. Without an argument the
/// clause means true.
class OMPReplayableClause final
    : public OMPOptionalConditionClause<llvm::omp::OMPC_replayable> {
public:
  using OMPOptionalConditionClause::OMPOptionalConditionClause;
};

/// Argument of the 'tdg_type' clause, an extension of 'omp taskgraph': how the
/// task graph is to be made.
enum OpenMPTaskgraphType {
  /// No clause.
  OMPC_TDG_TYPE_none,
  /// Recorded when the region is executed.
  OMPC_TDG_TYPE_dynamic,
  /// Built by the compiler.
  OMPC_TDG_TYPE_static,
};

/// Returns the spelling of \p Type, which must not be OMPC_TDG_TYPE_none.
const char *getOpenMPTaskgraphTypeName(OpenMPTaskgraphType Type);

/// The 'tdg_type' clause as written. It is not an OMPClause because the kinds
/// of clauses are an enumeration of the LLVM library, which Clang shares with
/// other compilers and which knows no such clause.
struct OMPTaskgraphTypeClause {
  OpenMPTaskgraphType Type = OMPC_TDG_TYPE_none;
  SourceLocation StartLoc;
  SourceLocation LParenLoc;
  SourceLocation TypeLoc;
  SourceLocation EndLoc;

  explicit operator bool() const { return Type != OMPC_TDG_TYPE_none; }
};

} // namespace clang

#endif // LLVM_CLANG_AST_OPENMPTASKGRAPHCLAUSES_H
