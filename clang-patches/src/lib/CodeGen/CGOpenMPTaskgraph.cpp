//===- CGOpenMPTaskgraph.cpp - Code generation for taskgraph --------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What: emits `#pragma omp taskgraph` itself, and the calls that constructs
// directly inside it make instead of their ordinary ones.
// Why: the library decides at each encounter whether the block runs, is
// recorded or is replaced by a replay, so it is handed everything and nothing
// is decided here. The thunks that renew a task's data are in
// CGOpenMPTaskgraphData.cpp.
//
//===----------------------------------------------------------------------===//

#include "CGOpenMPTaskgraph.h"
#include "CGDebugInfo.h"
#include "CGOpenMPRuntime.h"
#include "CodeGenModule.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ConstantInitBuilder.h"

using namespace clang;
using namespace CodeGen;

/// Bits of the flags argument of __kmpc_taskgraph.
enum TaskgraphFlag : unsigned {
  HasGraphIdFlag = 1,
  GraphResetFlag = 2,
  NogroupFlag = 4,
  NowaitFlag = 8,
  IfFalseFlag = 16,
  StaticFlag = 32,
  TargetFlag = 64,
};

/// Declares an entry point of the library. None of them lets an exception out.
static llvm::FunctionCallee getEntryPoint(CodeGenModule &CGM, StringRef Name,
                                          QualType Ret,
                                          ArrayRef<QualType> Params) {
  llvm::LLVMContext &Ctx = CGM.getLLVMContext();
  return CGM.CreateRuntimeFunction(
      Ret, Params, Name,
      llvm::AttributeList::get(Ctx, llvm::AttributeList::FunctionIndex,
                               llvm::Attribute::NoUnwind));
}

void TaskgraphCodeGen::emitTaskCall(CodeGenFunction &CGF, SourceLocation Loc,
                                    llvm::Value *NewTask, llvm::Constant *Site,
                                    const Expr *IfCond, llvm::Value *NumDeps,
                                    Address Deps) {
  ASTContext &C = CGM.getContext();
  CGOpenMPRuntime &RT = CGM.getOpenMPRuntime();
  llvm::Value *Undeferred = CGF.Builder.getInt32(0);
  if (IfCond)
    Undeferred = CGF.Builder.CreateZExt(
        CGF.Builder.CreateNot(CGF.EvaluateExprAsBool(IfCond)), CGF.Int32Ty);
  QualType Int32 = C.getIntTypeForBitwidth(32, /*Signed=*/1);
  CGF.EmitRuntimeCall(
      getEntryPoint(CGM, "__kmpc_taskgraph_task", C.VoidTy,
                    {C.VoidPtrTy, Int32, C.VoidPtrTy, C.VoidPtrTy, Int32, Int32,
                     C.VoidPtrTy}),
      {RT.emitUpdateLocation(CGF, Loc), RT.getThreadID(CGF, Loc), NewTask, Site,
       Undeferred, NumDeps ? NumDeps : CGF.Builder.getInt32(0),
       NumDeps ? Deps.emitRawPointer(CGF)
               : llvm::ConstantPointerNull::get(CGF.VoidPtrTy)});
}

void TaskgraphCodeGen::emitTaskloopCall(CodeGenFunction &CGF,
                                        ArrayRef<llvm::Value *> Args,
                                        bool HasModifier,
                                        llvm::Constant *Site) {
  ASTContext &C = CGM.getContext();
  SmallVector<llvm::Value *, 16> FullArgs(Args);
  FullArgs.insert(FullArgs.begin() + 3, Site);
  if (!HasModifier)
    FullArgs.insert(FullArgs.end() - 1, CGF.Builder.getInt32(0));
  QualType Int32 = C.getIntTypeForBitwidth(32, /*Signed=*/1);
  QualType Int64 = C.getIntTypeForBitwidth(64, /*Signed=*/1);
  QualType UInt64 = C.getIntTypeForBitwidth(64, /*Signed=*/0);
  CGF.EmitRuntimeCall(
      getEntryPoint(CGM, "__kmpc_taskgraph_taskloop", C.VoidTy,
                    {C.VoidPtrTy, Int32, C.VoidPtrTy, C.VoidPtrTy, Int32,
                     C.VoidPtrTy, C.VoidPtrTy, Int64, Int32, Int32, UInt64,
                     Int32, C.VoidPtrTy}),
      FullArgs);
}

void TaskgraphCodeGen::emitTaskwaitCall(CodeGenFunction &CGF,
                                        SourceLocation Loc,
                                        llvm::Value *NumDeps, Address Deps,
                                        llvm::Value *Nowait) {
  ASTContext &C = CGM.getContext();
  CGOpenMPRuntime &RT = CGM.getOpenMPRuntime();
  QualType Int32 = C.getIntTypeForBitwidth(32, /*Signed=*/1);
  CGF.EmitRuntimeCall(
      getEntryPoint(CGM, "__kmpc_taskgraph_taskwait", C.VoidTy,
                    {C.VoidPtrTy, Int32, Int32, C.VoidPtrTy, Int32}),
      {RT.emitUpdateLocation(CGF, Loc), RT.getThreadID(CGF, Loc),
       NumDeps ? NumDeps : CGF.Builder.getInt32(0),
       NumDeps ? Deps.emitRawPointer(CGF)
               : llvm::ConstantPointerNull::get(CGF.VoidPtrTy),
       Nowait});
}

llvm::FunctionCallee TaskgraphCodeGen::getTaskgroupFunction(bool End) {
  ASTContext &C = CGM.getContext();
  return getEntryPoint(
      CGM,
      End ? "__kmpc_taskgraph_end_taskgroup" : "__kmpc_taskgraph_taskgroup",
      C.VoidTy, {C.VoidPtrTy, C.getIntTypeForBitwidth(32, /*Signed=*/1)});
}

llvm::Value *TaskgraphCodeGen::emitTaskReductionInit(CodeGenFunction &CGF,
                                                     SourceLocation Loc,
                                                     const OMPTaskDataTy &Data,
                                                     QualType InputTy,
                                                     llvm::Value *Input) {
  ASTContext &C = CGM.getContext();
  CGOpenMPRuntime &RT = CGM.getOpenMPRuntime();
  QualType Int32 = C.getIntTypeForBitwidth(32, /*Signed=*/1);
  return CGF.EmitRuntimeCall(
      getEntryPoint(CGM, "__kmpc_taskgraph_taskred_init", C.VoidPtrTy,
                    {C.VoidPtrTy, Int32, Int32, C.VoidPtrTy, C.VoidPtrTy}),
      {RT.emitUpdateLocation(CGF, Loc), RT.getThreadID(CGF, Loc),
       CGF.Builder.getInt32(Data.ReductionVars.size()), Input,
       emitReductionRefreshFunction(Loc, Data, InputTy)});
}

/// Emits the descriptor by which the library knows this emission of the
/// construct: ompx_taskgraph_site_t.
static llvm::GlobalVariable *emitSite(CodeGenFunction &CGF,
                                      SourceLocation Loc) {
  CodeGenModule &CGM = CGF.CGM;
  std::string Function;
  if (const auto *FD = dyn_cast_or_null<FunctionDecl>(CGF.CurFuncDecl)) {
    llvm::raw_string_ostream OS(Function);
    FD->getNameForDiagnostic(OS, CGM.getContext().getPrintingPolicy(),
                             /*Qualified=*/true);
  }
  PresumedLoc PLoc = CGM.getContext().getSourceManager().getPresumedLoc(Loc);
  std::string File = PLoc.getFilename();
  if (CGDebugInfo *DI = CGF.getDebugInfo())
    File = DI->remapDIPath(File);
  auto AddString = [&CGM](ConstantStructBuilder &B, const std::string &Str) {
    B.add(CGM.GetAddrOfConstantCString(Str).getPointer());
  };

  ConstantInitBuilder Builder(CGM);
  ConstantStructBuilder Site = Builder.beginStruct();
  Site.addNullPointer(CGM.VoidPtrTy);
  AddString(Site, File);
  AddString(Site, Function);
  Site.addInt(CGM.Int32Ty, PLoc.getLine());
  Site.addInt(CGM.Int32Ty, PLoc.getColumn());
  return Site.finishAndCreateGlobal(
      CGM.getOpenMPRuntime().getName({"ompx_taskgraph_site"}),
      CGM.getPointerAlign(), /*constant=*/false,
      llvm::GlobalValue::InternalLinkage);
}

/// Does \p S, the block of a taskgraph, contain a target construct outside of
/// its tasks? What that does on a device is not recorded, and one that is not a
/// task of its own is not even seen by the library.
static bool hasTargetConstruct(const Stmt *S) {
  if (!S || isa<LambdaExpr, BlockExpr>(S))
    return false;
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S)) {
    OpenMPDirectiveKind Kind = D->getDirectiveKind();
    if (isOpenMPTargetExecutionDirective(Kind) ||
        isOpenMPTargetDataManagementDirective(Kind))
      return true;
    return !isOpenMPTaskingDirective(Kind) && D->hasAssociatedStmt() &&
           hasTargetConstruct(D->getRawStmt());
  }
  return llvm::any_of(S->children(), hasTargetConstruct);
}

/// Evaluates the clauses that become bits of the flags argument.
static llvm::Value *emitFlags(CodeGenFunction &CGF,
                              const OMPTaskgraphDirective &S) {
  unsigned Constant = 0;
  llvm::Value *Flags = nullptr;
  auto Add = [&](const Expr *Cond, unsigned IfTrue, unsigned IfFalse) {
    bool Value = true;
    if (!Cond || CGF.ConstantFoldsToSimpleInteger(Cond, Value)) {
      Constant |= Value ? IfTrue : IfFalse;
      return;
    }
    llvm::Value *Bits = CGF.Builder.CreateSelect(CGF.EvaluateExprAsBool(Cond),
                                                 CGF.Builder.getInt32(IfTrue),
                                                 CGF.Builder.getInt32(IfFalse));
    Flags = Flags ? CGF.Builder.CreateOr(Flags, Bits) : Bits;
  };
  if (S.hasClausesOfKind<OMPGraphIdClause>())
    Constant |= HasGraphIdFlag;
  if (const auto *C = S.getSingleClause<OMPGraphResetClause>())
    Add(C->getCondition(), GraphResetFlag, 0);
  if (const auto *C = S.getSingleClause<OMPNogroupClause>())
    Add(C->getCondition(), NogroupFlag, 0);
  if (const auto *C = S.getSingleClause<OMPNowaitClause>())
    Add(C->getCondition(), NowaitFlag, 0);
  if (const auto *C = S.getSingleClause<OMPIfClause>())
    Add(C->getCondition(), 0, IfFalseFlag);
  if (hasTargetConstruct(S.getRawStmt()))
    Constant |= TargetFlag;
  if (S.getTypeClause().Type == OMPC_TDG_TYPE_static)
    Constant |= StaticFlag;
  if (!Flags)
    return CGF.Builder.getInt32(Constant);
  return CGF.Builder.CreateOr(Flags, CGF.Builder.getInt32(Constant));
}

void TaskgraphCodeGen::emitEncounter(CodeGenFunction &CGF,
                                     const OMPTaskgraphDirective &S,
                                     llvm::Function *RegionFn, LValue Args) {
  ASTContext &C = CGM.getContext();
  CGOpenMPRuntime &RT = CGM.getOpenMPRuntime();
  SourceLocation Loc = S.getBeginLoc();
  QualType Int32 = C.getIntTypeForBitwidth(32, /*Signed=*/1);
  QualType UInt32 = C.getIntTypeForBitwidth(32, /*Signed=*/0);
  QualType Int64 = C.getIntTypeForBitwidth(64, /*Signed=*/1);
  llvm::Value *GraphId = CGF.Builder.getInt64(0);
  if (const auto *Clause = S.getSingleClause<OMPGraphIdClause>()) {
    const Expr *E = Clause->getId();
    GraphId = CGF.EmitScalarConversion(CGF.EmitScalarExpr(E), E->getType(),
                                       Int64, E->getExprLoc());
  }
  llvm::Value *Flags = emitFlags(CGF, S);
  // The one byte of a C++ struct without members has no value to compare.
  const bool NoArgs = Args.getType()->castAsRecordDecl()->field_empty();
  llvm::Value *ArgsSize = NoArgs ? llvm::ConstantInt::get(CGM.SizeTy, 0)
                                 : CGF.getTypeSize(Args.getType());
  CGF.EmitRuntimeCall(
      getEntryPoint(CGM, "__kmpc_taskgraph", C.VoidTy,
                    {C.VoidPtrTy, Int32, C.VoidPtrTy, UInt32, Int64,
                     C.VoidPtrTy, C.VoidPtrTy, C.getSizeType()}),
      {RT.emitUpdateLocation(CGF, Loc), RT.getThreadID(CGF, Loc),
       emitSite(CGF, Loc), Flags, GraphId, RegionFn, Args.getPointer(CGF),
       ArgsSize});
}

void CodeGenFunction::EmitOMPTaskgraphDirective(
    const OMPTaskgraphDirective &S) {
  CGOpenMPRuntime &RT = CGM.getOpenMPRuntime();
  auto LPCRegion =
      CGOpenMPRuntime::LastprivateConditionalRAII::disable(*this, S);

  // A device has no library that records: the block runs there as it stands.
  const bool Record = !getLangOpts().OpenMPIsTargetDevice;
  TaskgraphCodeGen TG(CGM, S);
  LValue Args = InitCapturedStruct(TG.getRegion());
  llvm::Function *Region =
      RT.emitTaskgraphOutlinedFunction(TG.getRegion(), Record ? &TG : nullptr);
  if (Record) {
    TG.emitEncounter(*this, S, Region, Args);
    return;
  }
  auto &&Body = [&](CodeGenFunction &CGF, PrePostActionTy &Action) {
    Action.Enter(CGF);
    RT.emitOutlinedFunctionCall(CGF, S.getBeginLoc(), Region,
                                Args.getPointer(CGF));
  };
  RT.emitTaskgroupRegion(*this, Body, S.getBeginLoc());
}
