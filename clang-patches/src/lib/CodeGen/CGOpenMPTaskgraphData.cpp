//===- CGOpenMPTaskgraphData.cpp - Data of the tasks of a taskgraph -------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What: emits, for each task construct directly in a taskgraph region, a
// constant descriptor and, where needed, a thunk refresh(dst, src, args).
// Why: a replay runs the recorded tasks without running the block again. The
// thunk fills the copy of a task about to run (dst) from the recorded task
// (src) and from the captured variables of the current encounter (args). The
// library decides when to call it; the flags beside it say what the library
// must know.
//
//===----------------------------------------------------------------------===//

#include "CGCleanup.h"
#include "CGOpenMPRuntime.h"
#include "CGOpenMPTaskgraph.h"
#include "CodeGenModule.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ConstantInitBuilder.h"

using namespace clang;
using namespace CodeGen;

namespace {

/// Bits of the flags field of a task descriptor.
enum TaskFlag : unsigned {
  AlwaysRefreshFlag = 1,
  NontrivialFlag = 2,
  NotReplayableFlag = 4,
};

/// Fields of kmp_task_t. Those of a taskloop's bounds, step, last-iteration
/// flag and reductions come after those that every task has.
enum { TaskSharedsField = 0, FirstTaskloopField = 5 };

/// Fields of kmp_taskred_input_t that depend on the encounter.
enum { ReductionSharedField = 0, ReductionOrigField, ReductionSizeField };

} // namespace

/// A function `void (void *first, [void *second,] void *args)` in the data
/// environment of the region: the variables it captured, `this` and the sizes
/// of variable-length arrays are those in the argument block `args`.
class TaskgraphCodeGen::Thunk {
public:
  Thunk(TaskgraphCodeGen &TG, SourceLocation Loc, StringRef Name,
        unsigned NumParams)
      : CGF(TG.CGM), Env(TG.Region), EnvRAII(CGF, &Env) {
    ASTContext &C = TG.CGM.getContext();
    FunctionArgList Args;
    for (unsigned I = 0; I < NumParams; ++I) {
      Params.push_back(ImplicitParamDecl::Create(C, /*DC=*/nullptr, Loc,
                                                 /*Id=*/nullptr, C.VoidPtrTy,
                                                 ImplicitParamKind::Other));
      Args.push_back(Params.back());
    }
    const CGFunctionInfo &FnInfo =
        TG.CGM.getTypes().arrangeBuiltinFunctionDeclaration(C.VoidTy, Args);
    Fn = llvm::Function::Create(TG.CGM.getTypes().GetFunctionType(FnInfo),
                                llvm::GlobalValue::InternalLinkage,
                                TG.CGM.getOpenMPRuntime().getName({Name, ""}),
                                &TG.CGM.getModule());
    TG.CGM.SetInternalFunctionAttributes(GlobalDecl(), Fn, FnInfo);
    Fn->setDoesNotRecurse();
    CGF.StartFunction(GlobalDecl(), C.VoidTy, Fn, FnInfo, Args, Loc, Loc);
    // The library calls the thunk in the place of the region, which no
    // exception may leave.
    CGF.EHStack.pushTerminate();
    BodyDepth = CGF.EHStack.stable_begin();
    CGF.CurFuncDecl = TG.Region.getCapturedDecl()->getNonClosureContext();

    Env.setContextValue(getParam(NumParams - 1));
    const RecordDecl *RD = TG.Region.getCapturedRecordDecl();
    LValue Base = CGF.MakeNaturalAlignRawAddrLValue(Env.getContextValue(),
                                                    C.getCanonicalTagType(RD));
    for (const FieldDecl *FD : RD->fields())
      if (FD->hasCapturedVLAType())
        CGF.VLASizeMap[FD->getCapturedVLAType()->getSizeExpr()] =
            CGF.EmitLoadOfScalar(CGF.EmitLValueForField(Base, FD), Loc);
    if (FieldDecl *This = Env.getThisFieldDecl())
      CGF.CXXThisValue =
          CGF.EmitLoadOfScalar(CGF.EmitLValueForField(Base, This), Loc);
  }

  llvm::Function *finish() {
    CGF.PopCleanupBlocks(BodyDepth);
    CGF.CurFuncDecl = nullptr;
    CGF.EHStack.popTerminate();
    CGF.FinishFunction();
    return Fn;
  }

  llvm::Value *getParam(unsigned I) {
    return CGF.Builder.CreateLoad(CGF.GetAddrOfLocalVar(Params[I]));
  }

  llvm::Value *getThis() const { return CGF.CXXThisValue; }

  llvm::Value *getVLASize(const Expr *SizeExpr) const {
    return CGF.VLASizeMap.lookup(SizeExpr);
  }

  /// The variable itself as the current encounter has it.
  LValue emitCurrent(const TaskgraphCodeGen &TG, const VarDecl *VD) {
    if (TG.getFieldOfThis(VD))
      return CGF.EmitLValue(VD->getInit());
    DeclRefExpr DRE(CGF.getContext(), const_cast<VarDecl *>(VD),
                    /*RefersToEnclosingVariableOrCapture=*/TG.isCaptured(VD),
                    VD->getType().getNonReferenceType(), VK_LValue,
                    VD->getLocation());
    return CGF.EmitLValue(&DRE);
  }

  void copyField(LValue Dst, LValue Src, const FieldDecl *FD) {
    Address From = CGF.EmitLValueForFieldInitialization(Src, FD).getAddress();
    Address To = CGF.EmitLValueForFieldInitialization(Dst, FD).getAddress();
    CGF.Builder.CreateStore(CGF.Builder.CreateLoad(From), To);
  }

  void emitShareds(const TaskgraphCodeGen &TG, const OMPExecutableDirective &D,
                   const CapturedStmt &Task, LValue Dst, LValue Src);
  void emitFirstprivate(const TaskgraphPrivate &P, LValue Dst, LValue Src);

  CodeGenFunction CGF;

private:
  CodeGenFunction::CGCapturedStmtInfo Env;
  CodeGenFunction::CGCapturedStmtRAII EnvRAII;
  SmallVector<ImplicitParamDecl *, 3> Params;
  EHScopeStack::stable_iterator BodyDepth;
  llvm::Function *Fn = nullptr;
};

/// Fills the block of shared variables.
void TaskgraphCodeGen::Thunk::emitShareds(const TaskgraphCodeGen &TG,
                                          const OMPExecutableDirective &D,
                                          const CapturedStmt &Task, LValue Dst,
                                          LValue Src) {
  auto Field = Task.getCapturedRecordDecl()->field_begin();
  for (const CapturedStmt::Capture &Cap : Task.captures()) {
    const FieldDecl *FD = *Field++;
    llvm::Value *Current = nullptr;
    if (Cap.capturesThis())
      Current = getThis();
    else if (Cap.capturesVariableArrayType())
      Current = getVLASize(FD->getCapturedVLAType()->getSizeExpr());
    else if (Cap.capturesVariable() && TG.isKnownAtReplay(Cap.getCapturedVar()))
      Current = emitCurrent(TG, Cap.getCapturedVar()).getPointer(CGF);
    else if (TG.isRenewedCopy(D, Cap))
      Current = CGF.EmitLoadOfScalar(emitCurrent(TG, Cap.getCapturedVar()),
                                     Cap.getLocation());
    if (Current)
      CGF.EmitStoreOfScalar(Current,
                            CGF.EmitLValueForFieldInitialization(Dst, FD),
                            /*isInit=*/true);
    else
      copyField(Dst, Src, FD);
  }
}

/// Constructs a firstprivate copy from \p Src as the construct itself does.
void TaskgraphCodeGen::Thunk::emitFirstprivate(const TaskgraphPrivate &P,
                                               LValue Dst, LValue Src) {
  const Expr *Init = P.Copy->getAnyInitializer();
  QualType Ty = Dst.getType();
  if (!Ty->isArrayType()) {
    CodeGenFunction::OMPPrivateScope InitScope(CGF);
    InitScope.addPrivate(P.ElemInit, Src.getAddress());
    (void)InitScope.Privatize();
    CGF.EmitExprAsInit(Init, P.Copy, Dst, /*capturedByInit=*/false);
    return;
  }
  if (!isa<CXXConstructExpr>(Init) || CGF.isTrivialInitializer(Init)) {
    CGF.EmitAggregateAssign(Dst, Src, Ty);
    return;
  }
  CGF.EmitOMPAggregateAssign(
      Dst.getAddress(), Src.getAddress(), Ty,
      [this, &P, Init](Address DstElem, Address SrcElem) {
        CodeGenFunction::OMPPrivateScope InitScope(CGF);
        InitScope.addPrivate(P.ElemInit, SrcElem);
        (void)InitScope.Privatize();
        CGF.EmitAnyExprToMem(Init, DstElem, Init->getType().getQualifiers(),
                             /*IsInitializer=*/false);
      });
}

TaskgraphCodeGen::TaskgraphCodeGen(CodeGenModule &CGM,
                                   const OMPTaskgraphDirective &D)
    : CGM(CGM), Region(*D.getInnermostCapturedStmt()), Info(D), Order(D),
      OuterInTaskgraph(CGM.getOpenMPRuntime().InTaskgraph) {
  CGM.getOpenMPRuntime().InTaskgraph = true;
  for (const CapturedStmt::Capture &Cap : Region.captures()) {
    if (Cap.capturesThis())
      CapturesThis = true;
    else if (Cap.capturesVariable() || Cap.capturesVariableByCopy())
      Captured.insert(Cap.getCapturedVar()->getCanonicalDecl());
  }
}

TaskgraphCodeGen::~TaskgraphCodeGen() {
  CGM.getOpenMPRuntime().InTaskgraph = OuterInTaskgraph;
}

bool TaskgraphCodeGen::isCaptured(const VarDecl *VD) const {
  return Captured.contains(VD->getCanonicalDecl());
}

/// Sema stands a variable in for each member of `this` named in a clause.
/// Returns that member if the object is known on replay.
const FieldDecl *TaskgraphCodeGen::getFieldOfThis(const VarDecl *VD) const {
  if (!CapturesThis || !isa<OMPCapturedExprDecl>(VD) || !VD->getInit())
    return nullptr;
  const auto *ME = dyn_cast<MemberExpr>(VD->getInit()->IgnoreParens());
  if (!ME || !isa<CXXThisExpr>(ME->getBase()->IgnoreParenImpCasts()))
    return nullptr;
  return dyn_cast<FieldDecl>(ME->getMemberDecl());
}

/// Can a thunk find the variable of the current encounter?
bool TaskgraphCodeGen::isKnownAtReplay(const VarDecl *VD) const {
  return isCaptured(VD) || getFieldOfThis(VD);
}

/// Can a thunk evaluate \p E for the current encounter? \p Helpers receives
/// the variables of Sema's making that have to be computed before. A variable
/// that the block changes will do only for its address.
bool TaskgraphCodeGen::isKnownAtReplay(
    const Expr *E, SmallVectorImpl<const VarDecl *> &Helpers,
    bool ByValue) const {
  if (isa<CXXThisExpr>(E))
    return CapturesThis;
  if (const auto *DRE = dyn_cast<DeclRefExpr>(E)) {
    const auto *VD = dyn_cast<VarDecl>(DRE->getDecl());
    if (!VD)
      return true;
    if (isCaptured(VD))
      return !ByValue || !Info.blockMayChange(VD->getCanonicalDecl());
    if (VD->hasGlobalStorage())
      return VD->getTLSKind() == VarDecl::TLS_None &&
             !VD->hasAttr<OMPThreadPrivateDeclAttr>();
    if (!isa<OMPCapturedExprDecl>(VD) || !VD->getInit() ||
        !isKnownAtReplay(VD->getInit(), Helpers, ByValue))
      return false;
    if (!llvm::is_contained(Helpers, VD))
      Helpers.push_back(VD);
    return true;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    ByValue |= Cast->getCastKind() == CK_LValueToRValue;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    const auto *Sub = dyn_cast_or_null<Expr>(Child);
    return !Child || (Sub && isKnownAtReplay(Sub, Helpers, ByValue));
  });
}

TaskgraphCodeGen::InitialValue
TaskgraphCodeGen::getInitialValue(const OMPExecutableDirective &D,
                                  const TaskgraphPrivate &P) const {
  const VarDecl *VD = P.Original->getCanonicalDecl();
  // The descriptor of a reduction is meaningless on replay; nobody reads it.
  for (const auto *C : D.getClausesOfKind<OMPInReductionClause>())
    for (const Expr *E : C->taskgroup_descriptors())
      if (E && cast<DeclRefExpr>(E->IgnoreParenImpCasts())
                       ->getDecl()
                       ->getCanonicalDecl() == VD)
        return InitialValue::Recorded;
  for (const auto *C : D.getClausesOfKind<OMPFirstprivateClause>())
    if (C->isSaved() && llvm::is_contained(C->varlist(), P.OriginalRef))
      return InitialValue::Recorded;
  if (const FieldDecl *FD = getFieldOfThis(VD))
    return Info.blockMayChange(FD) ? InitialValue::Recorded
                                   : InitialValue::Current;
  if (!isCaptured(VD) && !VD->hasGlobalStorage())
    return InitialValue::Recorded;
  return Info.blockMayChange(VD) ? InitialValue::Recorded
                                 : InitialValue::Current;
}

/// Does the body reach the variable of \p Cap through its address?
static bool isShared(const OMPExecutableDirective &D,
                     const CapturedStmt::Capture &Cap) {
  return Cap.capturesVariable() &&
         !hasTaskgraphPrivateCopy(D, Cap.getCapturedVar());
}

/// Does the body read the variable of \p Cap from a copy in the block of shared
/// variables that can be renewed? So it is with the pointer of an array section
/// in a reduction clause.
bool TaskgraphCodeGen::isRenewedCopy(const OMPExecutableDirective &D,
                                     const CapturedStmt::Capture &Cap) const {
  return Cap.capturesVariableByCopy() && isCaptured(Cap.getCapturedVar()) &&
         !hasTaskgraphPrivateCopy(D, Cap.getCapturedVar()) &&
         !Info.blockMayChange(Cap.getCapturedVar()->getCanonicalDecl());
}

/// Does the task use, by address, a variable that dies with the region?
bool TaskgraphCodeGen::sharesRegionLocal(const OMPExecutableDirective &D,
                                         const CapturedStmt &Task) const {
  return llvm::any_of(Task.captures(), [&](const CapturedStmt::Capture &Cap) {
    return isShared(D, Cap) && Cap.getCapturedVar()->hasLocalStorage() &&
           !isKnownAtReplay(Cap.getCapturedVar());
  });
}

/// Does the body see the encounter through the block of shared variables?
bool TaskgraphCodeGen::sharesEncounter(const OMPExecutableDirective &D,
                                       const CapturedStmt &Task) const {
  return llvm::any_of(Task.captures(), [&](const CapturedStmt::Capture &Cap) {
    if (Cap.capturesThis())
      return CapturesThis;
    return Cap.capturesVariableArrayType() ||
           (isShared(D, Cap) && isKnownAtReplay(Cap.getCapturedVar()));
  });
}

/// Does default construction by \p Init do nothing?
static bool leavesIndeterminate(const Expr *Init) {
  const auto *CE = dyn_cast<CXXConstructExpr>(Init);
  return CE && CE->getConstructor()->isTrivial() &&
         CE->getConstructor()->isDefaultConstructor() &&
         !CE->requiresZeroInitialization();
}

unsigned
TaskgraphCodeGen::getTaskFlags(const OMPExecutableDirective &D,
                               const CapturedStmt &Task,
                               const TaskgraphTaskLayout &Layout) const {
  if (sharesRegionLocal(D, Task) || !Info.sharedLocals(D).empty())
    return NotReplayableFlag;
  unsigned Flags = 0;
  if (llvm::any_of(Task.captures(), [&](const CapturedStmt::Capture &Cap) {
        return isRenewedCopy(D, Cap);
      }))
    Flags |= AlwaysRefreshFlag;
  TaskgraphBodyInfo Body(Task.getCapturedStmt());
  for (const TaskgraphPrivate &P : Layout.Privates) {
    if (!P.OriginalRef)
      continue;
    const bool Current =
        P.ElemInit && getInitialValue(D, P) == InitialValue::Current;
    if (Current && Order.laterChangeLoc(Info, D, P.Original).isValid())
      return NotReplayableFlag;
    QualType Ty = P.Original->getType().getNonReferenceType();
    if (Ty.isDestructedType() ||
        !Ty.isTriviallyCopyableType(CGM.getContext())) {
      Flags |= AlwaysRefreshFlag | NontrivialFlag;
      continue;
    }
    const Expr *Init = P.Copy->getAnyInitializer();
    if (!Init || leavesIndeterminate(Init))
      continue;
    if (!P.ElemInit || isa<OMPCapturedExprDecl>(P.Original) || Current ||
        Body.changeLoc(P.Original).isValid())
      Flags |= AlwaysRefreshFlag;
  }
  return Flags;
}

llvm::Function *TaskgraphCodeGen::emitRefreshFunction(
    SourceLocation Loc, const OMPExecutableDirective &D,
    const CapturedStmt &Task, const TaskgraphTaskLayout &Layout) {
  Thunk T(*this, Loc, "omp_task_refresh", /*NumParams=*/3);
  CodeGenFunction &CGF = T.CGF;
  LValue Dst = CGF.MakeNaturalAlignRawAddrLValue(T.getParam(0),
                                                 Layout.TaskWithPrivatesTy);
  LValue Src = CGF.MakeNaturalAlignRawAddrLValue(T.getParam(1),
                                                 Layout.TaskWithPrivatesTy);
  auto Part = Layout.TaskWithPrivatesTy->castAsRecordDecl()->field_begin();
  LValue DstTask = CGF.EmitLValueForField(Dst, *Part);
  LValue SrcTask = CGF.EmitLValueForField(Src, *Part);
  const RecordDecl *TaskRD = Part->getType()->castAsRecordDecl();

  if (!Layout.SharedsTy->castAsRecordDecl()->field_empty()) {
    const FieldDecl *SharedsFD =
        *std::next(TaskRD->field_begin(), TaskSharedsField);
    auto Load = [&](LValue TaskLV) {
      return CGF.MakeNaturalAlignRawAddrLValue(
          CGF.EmitLoadOfScalar(CGF.EmitLValueForField(TaskLV, SharedsFD), Loc),
          Layout.SharedsTy);
    };
    T.emitShareds(*this, D, Task, Load(DstTask), Load(SrcTask));
  }
  for (auto F = TaskRD->field_begin(), E = TaskRD->field_end(); F != E; ++F)
    if (F->getFieldIndex() >= FirstTaskloopField)
      T.copyField(DstTask, SrcTask, *F);

  if (Layout.Privates.empty())
    return T.finish();
  ++Part;
  LValue DstPrivates = CGF.EmitLValueForField(Dst, *Part);
  LValue SrcPrivates = CGF.EmitLValueForField(Src, *Part);
  auto Field = Part->getType()->castAsRecordDecl()->field_begin();
  for (const TaskgraphPrivate &P : Layout.Privates) {
    const FieldDecl *FD = *Field++;
    const Expr *Init = P.OriginalRef ? P.Copy->getAnyInitializer() : nullptr;
    if (!Init)
      continue;
    LValue DstLV = CGF.EmitLValueForField(DstPrivates, FD);
    if (!P.ElemInit) {
      if (!leavesIndeterminate(Init))
        CGF.EmitExprAsInit(Init, P.Copy, DstLV, /*capturedByInit=*/false);
      continue;
    }
    T.emitFirstprivate(P, DstLV,
                       getInitialValue(D, P) == InitialValue::Current
                           ? T.emitCurrent(*this, P.Original)
                           : CGF.EmitLValueForField(SrcPrivates, FD));
  }
  return T.finish();
}

llvm::Constant *
TaskgraphCodeGen::emitTaskSite(SourceLocation Loc,
                               const OMPExecutableDirective &D,
                               const TaskgraphTaskLayout &Layout) {
  const CapturedStmt &Task = *D.getCapturedStmt(
      isOpenMPTaskLoopDirective(D.getDirectiveKind()) ? llvm::omp::OMPD_taskloop
                                                      : llvm::omp::OMPD_task);
  unsigned Flags = getTaskFlags(D, Task, Layout);
  llvm::Constant *Refresh = llvm::ConstantPointerNull::get(CGM.VoidPtrTy);
  if ((Flags & AlwaysRefreshFlag) ||
      (!(Flags & NotReplayableFlag) && sharesEncounter(D, Task)))
    Refresh = emitRefreshFunction(Loc, D, Task, Layout);

  ConstantInitBuilder Builder(CGM);
  ConstantStructBuilder Site = Builder.beginStruct();
  Site.add(Refresh);
  Site.addInt(CGM.Int32Ty, Flags);
  Site.addInt(
      CGM.Int32Ty,
      CGM.getContext().getSourceManager().getPresumedLoc(Loc).getLine());
  return Site.finishAndCreateGlobal(
      CGM.getOpenMPRuntime().getName({"ompx_taskgraph_task"}),
      CGM.getPointerAlign(), /*constant=*/true,
      llvm::GlobalValue::InternalLinkage);
}

/// Emits the thunk refresh(input, args) that finds the reduction items of a
/// later encounter; a null pointer if it cannot be told what they will be.
llvm::Constant *TaskgraphCodeGen::emitReductionRefreshFunction(
    SourceLocation Loc, const OMPTaskDataTy &Data, QualType InputTy) {
  SmallVector<const VarDecl *, 4> Helpers;
  if (!llvm::all_of(Data.ReductionVars,
                    [&](const Expr *E) { return isKnownAtReplay(E, Helpers); }))
    return llvm::ConstantPointerNull::get(CGM.VoidPtrTy);

  Thunk T(*this, Loc, "omp_taskred_refresh", /*NumParams=*/2);
  CodeGenFunction &CGF = T.CGF;
  for (const VarDecl *VD : Helpers)
    CGF.EmitVarDecl(*VD);
  Address Input =
      CGF.MakeNaturalAlignRawAddrLValue(T.getParam(0), InputTy).getAddress();
  ReductionCodeGen RCG(Data.ReductionVars, Data.ReductionOrigs,
                       Data.ReductionCopies, Data.ReductionOps);
  for (unsigned N = 0, E = Data.ReductionVars.size(); N < E; ++N) {
    LValue Item =
        CGF.MakeAddrLValue(CGF.Builder.CreateConstGEP(Input, N), InputTy);
    auto Store = [&](unsigned Field, llvm::Value *V) {
      CGF.EmitStoreOfScalar(
          V, CGF.EmitLValueForField(
                 Item, *std::next(InputTy->castAsRecordDecl()->field_begin(),
                                  Field)));
    };
    RCG.emitSharedOrigLValue(CGF, N);
    Store(ReductionSharedField, RCG.getSharedLValue(N).getPointer(CGF));
    Store(ReductionOrigField, RCG.getOrigLValue(N).getPointer(CGF));
    RCG.emitAggregateType(CGF, N);
    Store(ReductionSizeField,
          CGF.Builder.CreateIntCast(RCG.getSizes(N).first, CGM.SizeTy,
                                    /*isSigned=*/false));
    // The combiner finds a size that is not constant in a thread's own
    // variable.
    CGM.getOpenMPRuntime().emitTaskReductionFixups(CGF, Loc, RCG, N);
  }
  return T.finish();
}
