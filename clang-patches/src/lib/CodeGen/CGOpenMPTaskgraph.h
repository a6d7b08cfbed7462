//===- CGOpenMPTaskgraph.h - Code generation for taskgraph ------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What: the state and the operations that code generation needs while it emits
// the region of one taskgraph construct.
// Why: constructs directly in the region call other entry points than the same
// constructs elsewhere, and every task there gets a thunk that renews its data
// from the variables of a later encounter. All of that lives here; Clang's own
// files only ask "is a TaskgraphCodeGen current?" and delegate.
//
//===----------------------------------------------------------------------===//

#ifndef CLANG_LIB_CODEGEN_CGOPENMPTASKGRAPH_H
#define CLANG_LIB_CODEGEN_CGOPENMPTASKGRAPH_H

#include "CodeGenFunction.h"
#include "clang/AST/OpenMPTaskgraph.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
namespace CodeGen {

struct OMPTaskDataTy;

/// One private copy of a task as emitTaskInit laid it out in .kmp_privates.t.
struct TaskgraphPrivate {
  /// Reference to the original variable as written in the clause; null for the
  /// local variables of an untied task.
  const Expr *OriginalRef = nullptr;
  const VarDecl *Original = nullptr;
  /// The variable that carries the initialiser of the private copy.
  const VarDecl *Copy = nullptr;
  /// The pseudo variable that the initialiser of a firstprivate copy reads;
  /// null for private and lastprivate copies.
  const VarDecl *ElemInit = nullptr;
};

/// The types that describe one task in memory.
struct TaskgraphTaskLayout {
  QualType TaskWithPrivatesTy;
  QualType SharedsTy;
  /// In the order of the fields of .kmp_privates.t.
  ArrayRef<TaskgraphPrivate> Privates;
};

/// Code generation inside the region of one taskgraph construct. Lives as long
/// as the region's function is being emitted.
class TaskgraphCodeGen {
public:
  TaskgraphCodeGen(CodeGenModule &CGM, const OMPTaskgraphDirective &D);

  ~TaskgraphCodeGen();
  TaskgraphCodeGen(const TaskgraphCodeGen &) = delete;
  TaskgraphCodeGen &operator=(const TaskgraphCodeGen &) = delete;

  const CapturedStmt &getRegion() const { return Region; }

  /// Emits the call that stands for the whole construct \p S.
  void emitEncounter(CodeGenFunction &CGF, const OMPTaskgraphDirective &S,
                     llvm::Function *RegionFn, LValue Args);

  /// Emits the constant descriptor of the task construct \p D and the thunk
  /// that it names.
  llvm::Constant *emitTaskSite(SourceLocation Loc,
                               const OMPExecutableDirective &D,
                               const TaskgraphTaskLayout &Layout);

  /// Emits the call that hands a filled task over. \p NumDeps is null if the
  /// construct has no depend clause.
  void emitTaskCall(CodeGenFunction &CGF, SourceLocation Loc,
                    llvm::Value *NewTask, llvm::Constant *Site,
                    const Expr *IfCond, llvm::Value *NumDeps, Address Deps);

  /// \p Args are the arguments of __kmpc_taskloop or, if \p HasModifier, of
  /// __kmpc_taskloop_5.
  void emitTaskloopCall(CodeGenFunction &CGF, ArrayRef<llvm::Value *> Args,
                        bool HasModifier, llvm::Constant *Site);

  void emitTaskwaitCall(CodeGenFunction &CGF, SourceLocation Loc,
                        llvm::Value *NumDeps, Address Deps,
                        llvm::Value *Nowait);

  /// The entry point that opens or, if \p End, closes a taskgroup.
  llvm::FunctionCallee getTaskgroupFunction(bool End);

  /// \p Input is an array of kmp_taskred_input_t (\p InputTy), one for each
  /// reduction item of \p Data.
  llvm::Value *emitTaskReductionInit(CodeGenFunction &CGF, SourceLocation Loc,
                                     const OMPTaskDataTy &Data,
                                     QualType InputTy, llvm::Value *Input);

private:
  class Thunk;

  /// Where a firstprivate copy gets its value from on replay.
  enum class InitialValue {
    Recorded, ///< From the copy made when the task was recorded.
    Current   ///< From the variable of the encounter that replays.
  };

  bool isCaptured(const VarDecl *VD) const;
  const FieldDecl *getFieldOfThis(const VarDecl *VD) const;
  bool isKnownAtReplay(const VarDecl *VD) const;
  bool isKnownAtReplay(const Expr *E, SmallVectorImpl<const VarDecl *> &Helpers,
                       bool ByValue = false) const;
  bool isRenewedCopy(const OMPExecutableDirective &D,
                     const CapturedStmt::Capture &Cap) const;
  InitialValue getInitialValue(const OMPExecutableDirective &D,
                               const TaskgraphPrivate &P) const;
  unsigned getTaskFlags(const OMPExecutableDirective &D,
                        const CapturedStmt &Task,
                        const TaskgraphTaskLayout &Layout) const;
  bool sharesEncounter(const OMPExecutableDirective &D,
                       const CapturedStmt &Task) const;
  bool sharesRegionLocal(const OMPExecutableDirective &D,
                         const CapturedStmt &Task) const;
  llvm::Function *emitRefreshFunction(SourceLocation Loc,
                                      const OMPExecutableDirective &D,
                                      const CapturedStmt &Task,
                                      const TaskgraphTaskLayout &Layout);
  llvm::Constant *emitReductionRefreshFunction(SourceLocation Loc,
                                               const OMPTaskDataTy &Data,
                                               QualType InputTy);

  CodeGenModule &CGM;
  const CapturedStmt &Region;
  /// What the block does to the variables around it.
  TaskgraphRegionInfo Info;
  TaskgraphOrder Order;
  llvm::DenseSet<const VarDecl *> Captured;
  bool CapturesThis = false;
  const bool OuterInTaskgraph;
};

} // namespace CodeGen
} // namespace clang

#endif // CLANG_LIB_CODEGEN_CGOPENMPTASKGRAPH_H
