//===- SemaOpenMPTaskgraph.cpp - Semantic analysis of taskgraph -----------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Semantic analysis of 'omp taskgraph' and its clauses, and what may be nested
// in its region.
//
//===----------------------------------------------------------------------===//

#include "clang/Sema/SemaOpenMPTaskgraph.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaOpenMP.h"

using namespace clang;
using namespace llvm::omp;

static bool isDependent(const Expr *E) {
  return E->isInstantiationDependent() || E->containsUnexpandedParameterPack();
}

bool clang::isOpenMPTaskgraphTransparent(OpenMPDirectiveKind DKind) {
  return DKind == OMPD_taskgroup || DKind == OMPD_target_data ||
         isOpenMPLoopTransformationDirective(DKind);
}

/// True for a construct that makes tasks of the graph ('task', 'taskloop' and
/// the target constructs that are tasks). Its body is not part of the region.
static bool isTask(OpenMPDirectiveKind DKind) {
  switch (DKind) {
  case OMPD_task:
  case OMPD_taskloop:
  case OMPD_taskloop_simd:
  case OMPD_target_enter_data:
  case OMPD_target_exit_data:
  case OMPD_target_update:
    return true;
  default:
    return isOpenMPTargetExecutionDirective(DKind);
  }
}

/// True if \p DKind may be encountered directly in a taskgraph region: what
/// makes tasks, waits for them, or does nothing with them and no other threads.
static bool isNestable(OpenMPDirectiveKind DKind) {
  switch (DKind) {
  case OMPD_atomic:
  case OMPD_critical:
  case OMPD_depobj:
  case OMPD_error:
  case OMPD_flush:
  case OMPD_simd:
  case OMPD_taskwait:
    return true;
  default:
    return isTask(DKind) || isOpenMPTaskgraphTransparent(DKind);
  }
}

/// True if OpenMP 6.0 allows it there: only constructs that generate tasks, of
/// which 'taskwait' is one if it has a 'depend' clause. The others are
/// extensions.
static bool isStandard(OpenMPDirectiveKind DKind,
                       ArrayRef<OMPClause *> Clauses) {
  return isTask(DKind) || DKind == OMPD_target_data ||
         isOpenMPLoopTransformationDirective(DKind) ||
         (DKind == OMPD_taskwait &&
          llvm::any_of(Clauses, llvm::IsaPred<OMPDependClause>));
}

bool clang::checkInTaskgraph(Sema &SemaRef, OpenMPDirectiveKind DKind,
                             llvm::ArrayRef<OMPClause *> Clauses,
                             SourceLocation StartLoc) {
  const unsigned Version = SemaRef.getLangOpts().OpenMP;
  StringRef Name = llvm::omp::getOpenMPDirectiveName(DKind, Version);
  if (!isNestable(DKind)) {
    SemaRef.Diag(StartLoc, diag::err_omp_prohibited_region)
        << /*CloseNesting=*/true
        << llvm::omp::getOpenMPDirectiveName(llvm::omp::OMPD_taskgraph, Version)
        << /*NoRecommend=*/0 << Name;
    return true;
  }
  if (!isStandard(DKind, Clauses) && !SemaRef.inTemplateInstantiation())
    SemaRef.Diag(StartLoc, diag::ext_omp_taskgraph_item)
        << /*construct*/ 1 << Name;
  return false;
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

  return OMPTaskgraphDirective::Create(getASTContext(), StartLoc, EndLoc,
                                       Clauses, getCurrentTaskgraphTypeClause(),
                                       AStmt);
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
    Id = SemaRef.MaybeCreateExprWithCleanups(Value.get());
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
    Condition = SemaRef.MaybeCreateExprWithCleanups(Value.get());
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
    Condition = SemaRef.MaybeCreateExprWithCleanups(Value.get());
  }
  return new (getASTContext())
      OMPNogroupClause(Condition, StartLoc, LParenLoc, EndLoc);
}

OMPClause *SemaOpenMP::ActOnOpenMPReplayableClause(Expr *Condition,
                                                   SourceLocation StartLoc,
                                                   SourceLocation LParenLoc,
                                                   SourceLocation EndLoc) {
  if (Condition && !isDependent(Condition)) {
    ExprResult Value = SemaRef.CheckBooleanCondition(StartLoc, Condition);
    if (!Value.isInvalid())
      Value = SemaRef.VerifyIntegerConstantExpression(Value.get(),
                                                      AllowFoldKind::Allow);
    if (Value.isInvalid())
      return nullptr;
    Condition = Value.get();
  }
  return new (getASTContext())
      OMPReplayableClause(Condition, StartLoc, LParenLoc, EndLoc);
}

OMPClause *SemaOpenMP::ActOnOpenMPSavedModifier(OMPClause *Firstprivate,
                                                SourceLocation SavedLoc) {
  if (!Firstprivate || SavedLoc.isInvalid())
    return Firstprivate;
  auto *Clause = cast<OMPFirstprivateClause>(Firstprivate);
  Clause->setSavedLoc(SavedLoc);
  if (!isDirectlyInTaskgraph(SemaRef.FunctionScopes.size()))
    return Clause;
  for (const Expr *Item : Clause->varlist()) {
    QualType T = Item->getType().getNonReferenceType();
    const auto *DRE = dyn_cast<DeclRefExpr>(Item->IgnoreParenImpCasts());
    if (DRE && !T->isDependentType() &&
        !T.isTriviallyCopyableType(getASTContext()))
      SemaRef.Diag(Item->getExprLoc(), diag::warn_omp_saved_class)
          << DRE->getDecl() << T;
  }
  return Clause;
}

bool SemaOpenMP::tryCaptureBindingInTaskgraph(ValueDecl *Binding,
                                              SourceLocation Loc,
                                              unsigned ScopeIndex,
                                              bool BuildAndDiagnose) {
  if (!isDirectlyInTaskgraph(ScopeIndex + 1))
    return false;
  const auto *BD = cast<BindingDecl>(Binding);
  ValueDecl *Holder = BD->getHoldingVar();
  if (!Holder)
    Holder = BD->getDecomposedDecl();
  QualType CaptureType, DeclRefType;
  SemaRef.tryCaptureVariable(Holder, Loc, TryCaptureKind::Implicit,
                             /*EllipsisLoc=*/SourceLocation(), BuildAndDiagnose,
                             CaptureType, DeclRefType, &ScopeIndex);
  return true;
}
