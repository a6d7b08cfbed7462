//===- SemaOpenMPTaskgraph.cpp - Semantic analysis of taskgraph -----------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Semantic analysis of 'omp taskgraph' and its clauses, and the warnings about
// tasks that a replay cannot run as the block would.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/OpenMPTaskgraph.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaOpenMP.h"

using namespace clang;

static bool isDependent(const Expr *E) {
  return E->isInstantiationDependent() || E->containsUnexpandedParameterPack();
}

/// Warns about each firstprivate variable of \p Task for which a replay uses
/// the value recorded, although the variable outlives the region.
static void checkRecordedValues(SemaOpenMP &S, const TaskgraphRegionInfo &Info,
                                const OMPExecutableDirective &Task) {
  for (const auto *C : Task.getClausesOfKind<OMPFirstprivateClause>()) {
    if (C->isSaved())
      continue;
    for (const Expr *Item : C->varlist()) {
      const auto *DRE = dyn_cast<DeclRefExpr>(Item->IgnoreParenImpCasts());
      if (!DRE || Info.declaredInRegion(DRE->getDecl()))
        continue;
      SourceLocation ChangeLoc = Info.changeLoc(DRE->getDecl());
      if (ChangeLoc.isInvalid())
        continue;
      S.Diag(DRE->getExprLoc(), diag::warn_omp_taskgraph_recorded_value)
          << DRE->getDecl();
      S.Diag(ChangeLoc, diag::note_omp_taskgraph_change) << DRE->getDecl();
    }
  }
}

/// Warns about each variable that \p Task shares and that is gone when the
/// graph is replayed.
static void checkSharedLocals(SemaOpenMP &S, const TaskgraphRegionInfo &Info,
                              const OMPExecutableDirective &Task) {
  for (const TaskgraphRegionInfo::SharedLocal &Local :
       Info.sharedLocals(Task)) {
    S.Diag(Local.UseLoc, diag::warn_omp_taskgraph_shared_local) << Local.Var;
    S.Diag(Local.Var->getLocation(), diag::note_entity_declared_at)
        << Local.Var;
  }
}

StmtResult
SemaOpenMP::ActOnOpenMPTaskgraphDirective(ArrayRef<OMPClause *> Clauses,
                                          Stmt *AStmt, SourceLocation StartLoc,
                                          SourceLocation EndLoc) {
  if (!AStmt)
    return StmtError();

  // A structured block has one entry and one exit; a replay has no way to
  // leave it either.
  SemaRef.setFunctionHasBranchProtectedScope();
  cast<CapturedStmt>(AStmt)->getCapturedDecl()->setNothrow();

  auto *Directive =
      OMPTaskgraphDirective::Create(getASTContext(), StartLoc, EndLoc, Clauses,
                                    getCurrentTaskgraphTypeClause(), AStmt);
  if (SemaRef.CurContext->isDependentContext())
    return Directive;

  TaskgraphRegionInfo Info(*Directive);
  for (const OMPExecutableDirective *Task : Info.tasks()) {
    checkRecordedValues(*this, Info, *Task);
    checkSharedLocals(*this, Info, *Task);
  }
  return Directive;
}

OMPClause *SemaOpenMP::ActOnOpenMPGraphIdClause(Expr *Id,
                                                SourceLocation StartLoc,
                                                SourceLocation LParenLoc,
                                                SourceLocation EndLoc) {
  if (!isDependent(Id)) {
    ExprResult Value =
        PerformOpenMPImplicitIntegerConversion(Id->getExprLoc(), Id);
    if (Value.isInvalid())
      return nullptr;
    Id = Value.get();
  }
  return new (getASTContext())
      OMPGraphIdClause(Id, StartLoc, LParenLoc, EndLoc);
}

OMPClause *SemaOpenMP::ActOnOpenMPGraphResetClause(Expr *Condition,
                                                   SourceLocation StartLoc,
                                                   SourceLocation LParenLoc,
                                                   SourceLocation EndLoc) {
  if (Condition && !isDependent(Condition)) {
    ExprResult Value = SemaRef.CheckBooleanCondition(StartLoc, Condition);
    if (Value.isInvalid())
      return nullptr;
    Condition = Value.get();
  }
  return new (getASTContext())
      OMPGraphResetClause(Condition, StartLoc, LParenLoc, EndLoc);
}

OMPClause *SemaOpenMP::ActOnOpenMPNogroupClause(Expr *Condition,
                                                SourceLocation StartLoc,
                                                SourceLocation LParenLoc,
                                                SourceLocation EndLoc) {
  if (!isDependent(Condition)) {
    ExprResult Value = SemaRef.CheckBooleanCondition(StartLoc, Condition);
    if (Value.isInvalid())
      return nullptr;
    Condition = Value.get();
  }
  return new (getASTContext())
      OMPNogroupClause(Condition, StartLoc, LParenLoc, EndLoc);
}
