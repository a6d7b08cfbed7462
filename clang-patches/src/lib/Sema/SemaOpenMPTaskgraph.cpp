//===- SemaOpenMPTaskgraph.cpp - Semantic analysis of taskgraph -----------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Semantic analysis of 'omp taskgraph' and its clauses, what may be nested in its
// region, and the warnings about tasks that a replay cannot run as the block
// would.
//
//===----------------------------------------------------------------------===//

#include "clang/Sema/SemaOpenMPTaskgraph.h"
#include "clang/AST/OpenMPTaskgraph.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaOpenMP.h"

using namespace clang;

static bool isDependent(const Expr *E) {
  return E->isInstantiationDependent() || E->containsUnexpandedParameterPack();
}

/// The warning about a copy that a replay would make too late. It is described
/// here because a row in DiagnosticSemaKinds.td, which stands in a group, makes
/// nearly all of Clang compile anew.
static unsigned getCopiedBeforeChangeWarning(DiagnosticsEngine &Diags) {
  return Diags.getDiagnosticIDs()->getCustomDiagID(
      {diag::Severity::Warning,
       "task copies %0, which a later task may change before a replay makes "
       "the copy; the region is executed at every encounter and never replayed",
       DiagnosticIDs::CLASS_WARNING, /*ShowInSystemHeader=*/false,
       /*ShowInSystemMacro=*/false, diag::Group::OpenMPTaskgraph});
}

/// Warns about each firstprivate variable of \p Task that a replay does not
/// copy as the block would although it outlives the region: it uses the value
/// recorded, or cannot be.
static void checkCopies(SemaOpenMP &S, const TaskgraphRegionInfo &Info,
                        const TaskgraphOrder &Order,
                        const OMPExecutableDirective &Task) {
  for (const auto *C : Task.getClausesOfKind<OMPFirstprivateClause>()) {
    if (C->isSaved())
      continue;
    for (const Expr *Item : C->varlist()) {
      const auto *DRE = dyn_cast<DeclRefExpr>(Item->IgnoreParenImpCasts());
      if (!DRE || Info.declaredInRegion(DRE->getDecl()))
        continue;
      unsigned Warning = diag::warn_omp_taskgraph_recorded_value;
      SourceLocation ChangeLoc = Info.changeLoc(DRE->getDecl());
      if (ChangeLoc.isInvalid()) {
        Warning = getCopiedBeforeChangeWarning(S.SemaRef.Diags);
        ChangeLoc = Order.laterChangeLoc(Info, Task, DRE->getDecl());
      }
      if (ChangeLoc.isInvalid())
        continue;
      S.Diag(DRE->getExprLoc(), Warning) << DRE->getDecl();
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

bool clang::checkInTaskgraph(Sema &SemaRef, OpenMPDirectiveKind DKind,
                             bool InCritical,
                             llvm::ArrayRef<OMPClause *> Clauses,
                             SourceLocation StartLoc) {
  const unsigned Version = SemaRef.getLangOpts().OpenMP;
  StringRef Name = llvm::omp::getOpenMPDirectiveName(DKind, Version);
  if (!isOpenMPTaskgraphNestable(DKind)) {
    SemaRef.Diag(StartLoc, diag::err_omp_prohibited_region)
        << /*CloseNesting=*/true
        << llvm::omp::getOpenMPDirectiveName(llvm::omp::OMPD_taskgraph, Version)
        << /*NoRecommend=*/0 << Name;
    return true;
  }
  // A row in DiagnosticSemaKinds.td makes all of Sema compile anew.
  if (InCritical && !isOpenMPTaskgraphBlockOnly(DKind)) {
    SemaRef.Diag(StartLoc, SemaRef.Diags.getCustomDiagID(
                               DiagnosticsEngine::Error,
                               "'%0' cannot be in a 'critical' region of a "
                               "'taskgraph' region, whose replays do not enter "
                               "the critical region"))
        << Name;
    return true;
  }
  if (!isOpenMPTaskgraphStandard(DKind, Clauses) &&
      !SemaRef.inTemplateInstantiation())
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

  auto *Directive =
      OMPTaskgraphDirective::Create(getASTContext(), StartLoc, EndLoc, Clauses,
                                    getCurrentTaskgraphTypeClause(), AStmt);
  if (SemaRef.CurContext->isDependentContext())
    return Directive;

  TaskgraphRegionInfo Info(*Directive);
  TaskgraphOrder Order(*Directive);
  for (const OMPExecutableDirective *Task : Info.tasks()) {
    checkCopies(*this, Info, Order, *Task);
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
