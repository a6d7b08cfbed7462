//===- CGOpenMPTaskgraphOrder.cpp - Order of the tasks of a taskgraph -----===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What: tells whether a task of a region can be made while an earlier one has
// not finished, from the taskwait and taskgroup constructs between them.
// Why: a task copies its firstprivate variables when it is made, but when it is
// replayed only when it starts. The two differ if a task made later changes
// such a variable; a join between the two keeps them equal.
//
// The answer is about the block as it is written, and "yes" when in doubt:
// dependences are not looked at, and a block with jumps has no taskwait that is
// sure to be met.
//
//===----------------------------------------------------------------------===//

#include "CGOpenMPTaskgraph.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace CodeGen;

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
