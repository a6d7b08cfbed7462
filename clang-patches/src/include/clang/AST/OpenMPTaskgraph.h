//===- OpenMPTaskgraph.h - What a taskgraph block does to variables -------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A replay of an 'omp taskgraph' region runs the tasks without the block that
// made them. Whether a firstprivate variable of a task can be read again from
// the enclosing function depends on what that block, and the tasks made later,
// do with the variable.
// Sema (warnings) and CodeGen (the refresh thunk) ask the same question here,
// so that a warning always tells what the generated code does.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_AST_OPENMPTASKGRAPH_H
#define LLVM_CLANG_AST_OPENMPTASKGRAPH_H

#include "clang/Basic/OpenMPKinds.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {

class OMPClause;
class OMPExecutableDirective;
class OMPTaskgraphDirective;
class Stmt;
class ValueDecl;

/// True for a construct whose block belongs to the region of an enclosing
/// taskgraph: its statements run when the graph is recorded, and tasks in it
/// are tasks of the graph ('taskgroup', 'target data', loop transformations).
bool isOpenMPTaskgraphTransparent(OpenMPDirectiveKind DKind);

/// True for a construct that makes tasks of the graph ('task', 'taskloop' and
/// the target constructs that are tasks). Its body is not part of the region.
bool isOpenMPTaskgraphTask(OpenMPDirectiveKind DKind);

/// True for a construct that neither makes tasks nor waits for any ('atomic',
/// 'simd'): like any statement of the block, it has its effect when the block
/// runs.
bool isOpenMPTaskgraphBlockOnly(OpenMPDirectiveKind DKind);

/// True if \p DKind may be encountered directly in a taskgraph region.
bool isOpenMPTaskgraphNestable(OpenMPDirectiveKind DKind);

/// True if OpenMP 6.0 allows it there: only constructs that generate tasks, of
/// which 'taskwait' is one if it has a 'depend' clause. The others are
/// extensions.
bool isOpenMPTaskgraphStandard(OpenMPDirectiveKind DKind,
                               llvm::ArrayRef<OMPClause *> Clauses);

/// True if the body of \p Task uses a copy of \p Var in the task's private
/// data; then only initialisation reaches the variable itself.
bool hasTaskgraphPrivateCopy(const OMPExecutableDirective &Task,
                             const ValueDecl *Var);

/// What the block of a taskgraph construct, outside the bodies of its tasks,
/// declares and may change.
///
/// The answer is about the block as it is written: changes through pointers
/// made before the block, or by called functions to variables whose address
/// the block does not take, are not seen. Cost: one walk over the block.
class TaskgraphRegionInfo {
public:
  /// A variable of the region that a task shares, and where it is used.
  struct SharedLocal {
    const ValueDecl *Var;
    SourceLocation UseLoc;
  };

  explicit TaskgraphRegionInfo(const OMPTaskgraphDirective &Directive);

  /// The declaration that stands for \p D everywhere: the first declaration of
  /// a variable, the data member that an OMPCapturedExprDecl captures by
  /// 'this'.
  static const ValueDecl *getRepresentative(const ValueDecl *D);

  /// True if the block may change \p D, a variable of the enclosing
  /// environment or (for a capture of a member by 'this') a data member: it
  /// writes it, takes its address, or binds a non-const reference to it.
  bool blockMayChange(const ValueDecl *D) const {
    return changeLoc(D).isValid();
  }

  /// Where the block first may change \p D; invalid if it does not.
  SourceLocation changeLoc(const ValueDecl *D) const;

  /// True if \p D is declared in the region, outside the bodies of its tasks,
  /// and lives no longer than the execution of the block.
  bool declaredInRegion(const ValueDecl *D) const;

  /// The constructs that make tasks of the graph, in source order.
  llvm::ArrayRef<const OMPExecutableDirective *> tasks() const { return Tasks; }

  /// The variables declared in the region that \p Task, one of tasks(),
  /// shares. They do not exist when the graph is replayed.
  llvm::SmallVector<SharedLocal, 2>
  sharedLocals(const OMPExecutableDirective &Task) const;

private:
  class Walker;

  /// First place where the block may change a variable or data member.
  llvm::SmallDenseMap<const ValueDecl *, SourceLocation, 8> Changes;
  /// Variables with automatic storage declared in the region.
  llvm::SmallPtrSet<const ValueDecl *, 8> Locals;
  llvm::SmallVector<const OMPExecutableDirective *, 8> Tasks;
  /// Where 'this' escapes, so that every data member may change.
  SourceLocation ThisEscapeLoc;
};

/// What the body of a task may change. Cost: one walk over the body.
class TaskgraphBodyInfo {
public:
  explicit TaskgraphBodyInfo(const Stmt *Body);

  /// Where the body first may change \p D; invalid if it does not.
  SourceLocation changeLoc(const ValueDecl *D) const;

private:
  llvm::SmallDenseMap<const ValueDecl *, SourceLocation, 8> Changes;
};

/// The order in which the block of a taskgraph makes tasks and waits for them.
/// Cost: one walk over the block to build, O(events) for each question.
class TaskgraphOrder {
public:
  explicit TaskgraphOrder(const OMPTaskgraphDirective &D);

  /// Where a task made after \p Task may change \p Var before \p Task starts;
  /// invalid if none can. A replay copies a firstprivate variable when its task
  /// starts, and would find the new value.
  SourceLocation laterChangeLoc(const TaskgraphRegionInfo &Info,
                                const OMPExecutableDirective &Task,
                                const ValueDecl *Var) const;

private:
  /// A branch or loop of the block, and whether it is a loop.
  using Control = std::pair<const Stmt *, bool>;

  /// A task construct, or a join of the tasks made since event First.
  struct Event {
    static constexpr unsigned AllBefore = ~0u;
    const OMPExecutableDirective *Task;
    unsigned First;
    llvm::SmallVector<Control, 4> Controls;
  };

  void walk(const Stmt *S);
  void walkControlled(const Stmt *S, bool Loop);
  void walkDirective(const OMPExecutableDirective &D);
  static bool isInside(const Event &E, const Stmt *Control);
  /// Can a task of \p Second be made while one of \p First that was made before
  /// has not finished, as far as joins tell?
  bool canFollowUnfinished(const OMPExecutableDirective &First,
                           const OMPExecutableDirective &Second) const;
  bool isMet(const Event &J, const Event &A, const Event &B) const;

  llvm::SmallVector<Event, 8> Events;
  llvm::SmallVector<Control, 4> Controls;
  bool HasJumps = false;
};

} // namespace clang

#endif // LLVM_CLANG_AST_OPENMPTASKGRAPH_H
