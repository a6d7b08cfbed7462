//===- OpenMPTaskgraphOrder.cpp - Order of the tasks of a taskgraph -------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What: tells whether a task of a region can change a variable while an earlier
// task, which copies it, has not finished, from the dependences of the two and
// the taskwait and taskgroup constructs between them.
// Why: a task copies its firstprivate variables when it is made, but when it is
// replayed only when it starts. The two differ if a task made later changes
// such a variable, unless something keeps that task from starting earlier.
//
// The answer is about the block as it is written, and "yes" when in doubt: only
// dependences on whole variables from outside the block are looked at, and a
// block with jumps has no taskwait that is sure to be met.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/OpenMPTaskgraph.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace {

/// Finds what a body may do to objects: change all that occur elsewhere than
/// under a load or where they are const.
class ChangeFinder : public RecursiveASTVisitor<ChangeFinder> {
public:
  using Map = llvm::SmallDenseMap<const ValueDecl *, SourceLocation, 8>;
  explicit ChangeFinder(Map &Changes) : Changes(Changes) {}

  bool TraverseImplicitCastExpr(ImplicitCastExpr *E) {
    if (E->getCastKind() == CK_LValueToRValue || isReadOnly(E))
      return traverseLoaded(E->getSubExpr());
    return RecursiveASTVisitor::TraverseImplicitCastExpr(E);
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    return recordChange(E->getDecl(), E->getExprLoc());
  }
  bool VisitMemberExpr(MemberExpr *E) {
    return recordChange(E->getMemberDecl(), E->getExprLoc());
  }

private:
  bool recordChange(const ValueDecl *D, SourceLocation Loc) {
    Changes.try_emplace(TaskgraphRegionInfo::getRepresentative(D), Loc);
    return true;
  }

  /// Does \p E make an object const, as for a const member function?
  static bool isReadOnly(const ImplicitCastExpr *E) {
    const CXXRecordDecl *RD = E->getType()->getAsCXXRecordDecl();
    return E->getCastKind() == CK_NoOp && E->isGLValue() &&
           E->getType().isConstQualified() && !(RD && RD->hasMutableFields());
  }

  /// Walks down to the variable that a loaded lvalue is a part of. Only the
  /// index expressions on the way are ordinary expressions.
  bool traverseLoaded(Expr *E) {
    E = E->IgnoreParens();
    if (isa<DeclRefExpr>(E))
      return true;
    if (auto *ME = dyn_cast<MemberExpr>(E)) {
      auto *FD = dyn_cast<FieldDecl>(ME->getMemberDecl());
      if (FD && ME->isArrow())
        return TraverseStmt(ME->getBase());
      if (FD && !FD->getType()->isReferenceType())
        return traverseLoaded(ME->getBase());
    }
    if (auto *ASE = dyn_cast<ArraySubscriptExpr>(E)) {
      auto *Decay = dyn_cast<ImplicitCastExpr>(ASE->getBase()->IgnoreParens());
      if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
        return TraverseStmt(ASE->getIdx()) &&
               traverseLoaded(Decay->getSubExpr());
    }
    return TraverseStmt(E);
  }

  Map &Changes;
};

/// An object that a depend clause is sure to name in every encounter.
struct NamedObject {
  const ValueDecl *Object; ///< Null: omp_all_memory.
  OpenMPDependClauseKind Kind;
};

} // namespace

TaskgraphBodyInfo::TaskgraphBodyInfo(const Stmt *Body) {
  ChangeFinder(Changes).TraverseStmt(const_cast<Stmt *>(Body));
}

SourceLocation TaskgraphBodyInfo::changeLoc(const ValueDecl *D) const {
  return Changes.lookup(TaskgraphRegionInfo::getRepresentative(D));
}

bool clang::hasTaskgraphPrivateCopy(const OMPExecutableDirective &Task,
                                    const ValueDecl *Var) {
  Var = TaskgraphRegionInfo::getRepresentative(Var);
  auto Names = [Var](const Expr *E) {
    const auto *DRE = dyn_cast<DeclRefExpr>(E);
    return DRE && TaskgraphRegionInfo::getRepresentative(DRE->getDecl()) == Var;
  };
  // The last iteration of a taskloop writes to the original variable.
  for (const auto *C : Task.getClausesOfKind<OMPLastprivateClause>())
    if (llvm::any_of(C->varlist(), Names))
      return false;
  for (const auto *C : Task.getClausesOfKind<OMPPrivateClause>())
    if (llvm::any_of(C->varlist(), Names))
      return true;
  for (const auto *C : Task.getClausesOfKind<OMPFirstprivateClause>())
    if (llvm::any_of(C->varlist(), Names))
      return true;
  return false;
}

/// The variable or member of 'this' that \p E names as a whole, or null.
static const ValueDecl *getWholeObject(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *DRE = dyn_cast<DeclRefExpr>(E))
    return TaskgraphRegionInfo::getRepresentative(DRE->getDecl());
  const auto *ME = dyn_cast<MemberExpr>(E);
  if (ME && isa<CXXThisExpr>(ME->getBase()->IgnoreParenImpCasts()))
    return TaskgraphRegionInfo::getRepresentative(ME->getMemberDecl());
  return nullptr;
}

/// The dependences of \p Task on objects that are the same for every task that
/// the block makes.
static SmallVector<NamedObject, 4>
getDependences(const TaskgraphRegionInfo &Info,
               const OMPExecutableDirective &Task) {
  SmallVector<NamedObject, 4> Result;
  for (const auto *C : Task.getClausesOfKind<OMPDependClause>()) {
    OpenMPDependClauseKind Kind = C->getDependencyKind();
    switch (Kind) {
    case OMPC_DEPEND_outallmemory:
    case OMPC_DEPEND_inoutallmemory:
      Result.push_back({nullptr, Kind});
      break;
    case OMPC_DEPEND_in:
    case OMPC_DEPEND_out:
    case OMPC_DEPEND_inout:
    case OMPC_DEPEND_mutexinoutset:
    case OMPC_DEPEND_inoutset:
      if (C->getModifier())
        break; // an iterator may be empty
      for (const Expr *E : C->varlist()) {
        const ValueDecl *Object = getWholeObject(E);
        if (Object && !Info.declaredInRegion(Object))
          Result.push_back({Object, Kind});
      }
      break;
    default:
      break;
    }
  }
  return Result;
}

/// Does a task of \p Later always depend on each task of \p Earlier that was
/// made before?
static bool isOrdered(const TaskgraphRegionInfo &Info,
                      const OMPExecutableDirective &Earlier,
                      const OMPExecutableDirective &Later) {
  SmallVector<NamedObject, 4> Before = getDependences(Info, Earlier);
  SmallVector<NamedObject, 4> After = getDependences(Info, Later);
  auto MayOverlap = [](const NamedObject &A, const NamedObject &B) {
    if (!A.Object || !B.Object)
      return false;
    return A.Object != B.Object ||
           (A.Kind == B.Kind && A.Kind != OMPC_DEPEND_out &&
            A.Kind != OMPC_DEPEND_inout);
  };
  return llvm::any_of(Before, [&](const NamedObject &A) {
    return llvm::any_of(
        After, [&](const NamedObject &B) { return !MayOverlap(A, B); });
  });
}

TaskgraphOrder::TaskgraphOrder(const OMPTaskgraphDirective &D) {
  walk(D.getRawStmt());
}

/// Walks \p S as a part that may be skipped (a branch) or repeated (a loop).
void TaskgraphOrder::walkControlled(const Stmt *S, bool Loop) {
  if (!S)
    return;
  Controls.push_back({S, Loop});
  walk(S);
  Controls.pop_back();
}

void TaskgraphOrder::walk(const Stmt *S) {
  if (!S || isa<LambdaExpr, BlockExpr>(S))
    return;
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return walkDirective(*D);
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    walkControlled(If->getThen(), /*Loop=*/false);
    walkControlled(If->getElse(), /*Loop=*/false);
    return;
  }
  if (isa<BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, SwitchStmt>(S))
    HasJumps = true;
  bool Loop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  if (Loop)
    Controls.push_back({S, /*Loop=*/true});
  for (const Stmt *Child : S->children())
    walk(Child);
  if (Loop)
    Controls.pop_back();
}

void TaskgraphOrder::walkDirective(const OMPExecutableDirective &D) {
  OpenMPDirectiveKind Kind = D.getDirectiveKind();
  unsigned Here = Events.size();
  if (isOpenMPTaskingDirective(Kind)) {
    Events.push_back({&D, Here, Controls});
    // The group of a taskloop ends with it.
    if (Kind != llvm::omp::OMPD_task && !D.hasClausesOfKind<OMPNogroupClause>())
      Events.push_back({nullptr, Here, Controls});
    return;
  }
  if (Kind == llvm::omp::OMPD_taskwait) {
    if (!D.hasClausesOfKind<OMPDependClause>())
      Events.push_back({nullptr, Event::AllBefore, Controls});
    return;
  }
  if (!D.hasAssociatedStmt())
    return;
  if (Kind == llvm::omp::OMPD_taskgroup) {
    walk(D.getRawStmt());
    Events.push_back({nullptr, Here, Controls});
    return;
  }
  walkControlled(D.getRawStmt(), /*Loop=*/true);
}

bool TaskgraphOrder::isInside(const Event &E, const Stmt *Control) {
  return llvm::any_of(E.Controls,
                      [Control](const auto &C) { return C.first == Control; });
}

/// Is the join \p J, which waits for \p A, met whenever the control flow goes
/// on from \p A to \p B? Not if a branch or loop that contains neither is
/// skipped.
bool TaskgraphOrder::isMet(const Event &J, const Event &A,
                           const Event &B) const {
  if (J.First == Event::AllBefore && HasJumps)
    return false;
  if (J.Controls.empty())
    return true;
  const Stmt *Innermost = J.Controls.back().first;
  return isInside(A, Innermost) || isInside(B, Innermost);
}

bool TaskgraphOrder::canFollowUnfinished(
    const OMPExecutableDirective &First,
    const OMPExecutableDirective &Second) const {
  auto Find = [this](const OMPExecutableDirective &D) {
    return llvm::find_if(Events,
                         [&D](const Event &E) { return E.Task == &D; }) -
           Events.begin();
  };
  unsigned A = Find(First), B = Find(Second), End = Events.size();
  if (A == End || B == End)
    return true;
  auto Joined = [&](unsigned From, unsigned To) {
    for (unsigned J = From; J < To; ++J)
      if (!Events[J].Task &&
          (Events[J].First == Event::AllBefore ||
           (Events[J].First <= A && A < J)) &&
          isMet(Events[J], Events[A], Events[B]))
        return true;
    return false;
  };
  if (A < B)
    return !Joined(A, B);
  // The second comes first in the text: only another iteration can make it
  // later. The joins on the way are those from the first to the end of the
  // innermost loop around both and those from there to the second.
  const Stmt *Loop = nullptr;
  for (const auto &[Control, IsLoop] : Events[A].Controls)
    if (IsLoop && isInside(Events[B], Control))
      Loop = Control;
  if (!Loop)
    return false;
  unsigned Begin = B, Last = A;
  while (Begin > 0 && isInside(Events[Begin - 1], Loop))
    --Begin;
  while (Last + 1 < End && isInside(Events[Last + 1], Loop))
    ++Last;
  return !Joined(A, Last + 1) && !Joined(Begin, B);
}

SourceLocation
TaskgraphOrder::laterChangeLoc(const TaskgraphRegionInfo &Info,
                               const OMPExecutableDirective &Task,
                               const ValueDecl *Var) const {
  for (const Event &E : Events) {
    if (!E.Task || hasTaskgraphPrivateCopy(*E.Task, Var))
      continue;
    SourceLocation Loc = TaskgraphBodyInfo(E.Task->getRawStmt()).changeLoc(Var);
    // The last chunk of a taskloop writes a lastprivate variable while others
    // have yet to start.
    if (Loc.isValid() &&
        (E.Task == &Task || (canFollowUnfinished(Task, *E.Task) &&
                             !isOrdered(Info, Task, *E.Task))))
      return Loc;
  }
  return SourceLocation();
}
