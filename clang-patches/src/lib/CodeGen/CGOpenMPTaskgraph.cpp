//===- CGOpenMPTaskgraph.cpp - Code generation for taskgraph --------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What: emits `#pragma omp taskgraph`: its block as a function of its own, and
// one call that hands it to the library.
// Why: the library decides at each encounter whether the block runs, is
// recorded or is replaced by a replay, so it is handed everything and nothing
// is decided here. The block itself is ordinary OpenMP code: the library sees
// the tasks that it makes.
//
//===----------------------------------------------------------------------===//

#include "CGDebugInfo.h"
#include "CGOpenMPRuntime.h"
#include "CodeGenFunction.h"
#include "CodeGenModule.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/OpenMPTaskgraphFunction.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ConstantInitBuilder.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugProgramInstruction.h"

using namespace clang;
using namespace CodeGen;

namespace {

/// Bits of the flags argument of __kmpc_ompx_taskgraph.
enum TaskgraphFlag : unsigned {
  HasGraphIdFlag = 1,
  GraphResetFlag = 2,
  NogroupFlag = 4,
  NowaitFlag = 8,
  IfFalseFlag = 16,
  StaticFlag = 32,
  TargetFlag = 64,
  DynamicFlag = 128,
};

/// Version of the layout of ompx_taskgraph_site_t.
constexpr unsigned SiteVersion = 1;

} // namespace

std::string CGOpenMPRuntime::getFileName(CodeGenFunction &CGF,
                                         const PresumedLoc &Loc) {
  SmallString<256> Name(Loc.getFilename());
  CGF.getLangOpts().remapPathPrefix(Name);
  if (CGDebugInfo *DI = CGF.getDebugInfo())
    return DI->remapDIPath(Name);
  return std::string(Name);
}

/// Makes the variables that a taskgraph region captures visible to debuggers in
/// the region's function.
static void emitCapturesDebugInfo(CodeGenFunction &CGF,
                                  const CapturedStmt &CS) {
  CGDebugInfo *DI = CGF.getDebugInfo();
  if (!DI || !CGF.CGM.getCodeGenOpts().hasReducedDebugInfo())
    return;
  ASTContext &C = CGF.getContext();
  const RecordDecl *RD = CS.getCapturedRecordDecl();
  // The parameter's own slot is there until the end of the function, unless it
  // is optimized away.
  const bool InSlot = CGF.CGM.getCodeGenOpts().OptimizationLevel == 0;
  llvm::Value *Base =
      InSlot ? CGF.GetAddrOfLocalVar(CS.getCapturedDecl()->getContextParam())
                   .emitRawPointer(CGF)
             : CGF.CapturedStmtInfo->getContextValue();
  for (auto [Capture, Field] : llvm::zip_equal(CS.captures(), RD->fields())) {
    const VarDecl *VD = nullptr;
    if (Capture.capturesVariable())
      VD = Capture.getCapturedVar();
    else if (Capture.capturesThis())
      VD = ImplicitParamDecl::Create(C, /*DC=*/nullptr, CS.getBeginLoc(),
                                     &C.Idents.get("this"), Field->getType(),
                                     ImplicitParamKind::CXXThis);
    if (!VD || !VD->getDeclName() ||
        !DI->EmitDeclareOfAutoVariable(VD, Base, CGF.Builder))
      continue;
    SmallVector<uint64_t, 4> Location;
    if (InSlot)
      Location.push_back(llvm::dwarf::DW_OP_deref);
    Location.append(
        {llvm::dwarf::DW_OP_plus_uconst,
         static_cast<uint64_t>(
             C.toCharUnitsFromBits(C.getFieldOffset(Field)).getQuantity())});
    // The field holds a pointer, which a reference or `this` is itself.
    if (Capture.capturesVariable() && !VD->getType()->isReferenceType())
      Location.push_back(llvm::dwarf::DW_OP_deref);
    auto Records = llvm::filterDbgVars(CGF.Builder.GetInsertBlock()
                                           ->getTrailingDbgRecords()
                                           ->getDbgRecordRange());
    for (llvm::DbgVariableRecord &Record : llvm::reverse(Records)) {
      Record.setExpression(
          llvm::DIExpression::get(CGF.getLLVMContext(), Location));
      break;
    }
  }
}

/// Makes the variables that hold structured bindings of the enclosing function
/// variables of the region: the expressions that stand for bindings name them.
static void mapBindingHolders(CodeGenFunction &CGF, const CapturedStmt &CS,
                              CodeGenFunction::OMPPrivateScope &Scope) {
  const RecordDecl *RD = CS.getCapturedRecordDecl();
  LValue Base = CGF.MakeNaturalAlignRawAddrLValue(
      CGF.CapturedStmtInfo->getContextValue(),
      CGF.getContext().getCanonicalTagType(RD));
  for (auto [Capture, Field] : llvm::zip_equal(CS.captures(), RD->fields())) {
    if (!Capture.capturesVariable())
      continue;
    const VarDecl *VD = Capture.getCapturedVar();
    if (!isa<DecompositionDecl>(VD) && !VD->isImplicit())
      continue;
    // The object itself, also of a variable that is a reference to it.
    Scope.addPrivate(VD, CGF.EmitLValueForField(Base, Field).getAddress());
  }
}

/// Emits the block as a function of its own.
static llvm::Function *emitRegion(CGOpenMPRuntime &RT, const CapturedStmt &CS,
                                  StringRef Name) {
  auto &&CodeGen = [&CS](CodeGenFunction &CGF, PrePostActionTy &) {
    emitCapturesDebugInfo(CGF, CS);
    CodeGenFunction::OMPPrivateScope Scope(CGF);
    mapBindingHolders(CGF, CS, Scope);
    (void)Scope.Privatize();
    CGF.EmitStmt(CS.getCapturedStmt());
  };
  return RT.emitTaskgraphOutlinedFunction(CS, CodeGen, Name);
}

/// The name of \p FD for the linker if every translation unit that emits the
/// function emits the same; otherwise empty.
static std::string getSharedName(CodeGenModule &CGM, const FunctionDecl *FD) {
  if (!FD || !CGM.getLangOpts().CPlusPlus || FD->isMultiVersion())
    return "";
  switch (CGM.getContext().GetGVALinkageForFunction(FD)) {
  case GVA_Internal:
  case GVA_StrongExternal:
    return "";
  case GVA_AvailableExternally:
  case GVA_DiscardableODR:
  case GVA_StrongODR:
    break;
  }
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(FD))
    return CGM.getMangledName(GlobalDecl(Constructor, Ctor_Base)).str();
  if (const auto *Destructor = dyn_cast<CXXDestructorDecl>(FD))
    return CGM.getMangledName(GlobalDecl(Destructor, Dtor_Base)).str();
  return CGM.getMangledName(GlobalDecl(FD)).str();
}

/// Emits the descriptor by which the library knows the construct:
/// ompx_taskgraph_site_t.
static llvm::GlobalVariable *emitSite(CodeGenFunction &CGF, SourceLocation Loc,
                                      const Twine &Name) {
  CodeGenModule &CGM = CGF.CGM;
  std::string Function;
  if (const auto *FD = dyn_cast_or_null<FunctionDecl>(CGF.CurFuncDecl)) {
    llvm::raw_string_ostream OS(Function);
    FD->getNameForDiagnostic(OS, CGM.getContext().getPrintingPolicy(),
                             /*Qualified=*/true);
  }
  PresumedLoc PLoc = CGM.getContext().getSourceManager().getPresumedLoc(Loc);
  auto AddString = [&CGM](ConstantStructBuilder &B, const std::string &Str) {
    B.add(CGM.GetAddrOfConstantCString(Str).getPointer());
  };

  ConstantInitBuilder Builder(CGM);
  ConstantStructBuilder Site = Builder.beginStruct();
  Site.addNullPointer(CGM.VoidPtrTy); // record
  AddString(Site, CGOpenMPRuntime::getFileName(CGF, PLoc));
  AddString(Site, Function);
  Site.addInt(CGM.Int32Ty, PLoc.getLine());
  Site.addInt(CGM.Int32Ty, PLoc.getColumn());
  Site.addInt(CGM.Int32Ty, SiteVersion);
  Site.addInt(CGM.Int32Ty, 0);        // reserved
  Site.addNullPointer(CGM.VoidPtrTy); // recording
  Site.addNullPointer(CGM.VoidPtrTy); // graph
  return Site.finishAndCreateGlobal(Name, CGM.getPointerAlign(),
                                    /*constant=*/false,
                                    llvm::GlobalValue::InternalLinkage);
}

/// Emits the descriptor of the construct and its block, once for all emissions
/// of the function around it if these are one function in the end. Like the
/// static variables of such a function the two are kept or dropped together, so
/// that the descriptor and the tasks that the block makes always fit.
std::pair<llvm::GlobalVariable *, llvm::Function *>
CGOpenMPRuntime::emitTaskgraphSite(CodeGenFunction &CGF,
                                   const OMPTaskgraphDirective &S) {
  const CapturedStmt &CS = *S.getInnermostCapturedStmt();
  const FunctionDecl *FD = TaskgraphFunctionInfo::getFunction(S);
  std::string Shared = getSharedName(CGM, FD);
  std::optional<unsigned> Index =
      FD ? getTaskgraphFunctionInfo(FD).getIndex(S) : std::nullopt;
  if (Shared.empty() || !Index)
    return {emitSite(CGF, S.getBeginLoc(), getName({"ompx_taskgraph_site"})),
            emitRegion(*this, CS, getName({"omp_taskgraph", ""}))};

  std::string SiteName =
      (Shared + ".ompx_taskgraph_site." + Twine(*Index)).str();
  std::string RegionName = (Shared + ".omp_taskgraph." + Twine(*Index)).str();
  llvm::GlobalVariable *Site = CGM.getModule().getNamedGlobal(SiteName);
  llvm::Function *Region = CGM.getModule().getFunction(RegionName);
  if (Site && Region)
    return {Site, Region};
  Site = emitSite(CGF, S.getBeginLoc(), SiteName);
  Region = emitRegion(*this, CS, RegionName);
  for (llvm::GlobalObject *GO : {static_cast<llvm::GlobalObject *>(Site),
                                 static_cast<llvm::GlobalObject *>(Region)}) {
    GO->setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
    CGM.setGVProperties(GO, FD);
    if (CGM.supportsCOMDAT())
      GO->setComdat(CGM.getModule().getOrInsertComdat(SiteName));
  }
  return {Site, Region};
}

const TaskgraphFunctionInfo &
CGOpenMPRuntime::getTaskgraphFunctionInfo(const FunctionDecl *FD) {
  if (FD != LastTaskgraphFunction) {
    LastTaskgraphFunction = FD;
    LastTaskgraphFunctionInfo = std::make_shared<TaskgraphFunctionInfo>(FD);
  }
  return *LastTaskgraphFunctionInfo;
}

/// Marks \p Call with the offsets, in its argument block, of the addresses of
/// variables that nobody else has: what a block reads there after it waited is
/// what its own tasks left there.
static void markUnaliased(CodeGenFunction &CGF, llvm::CallInst *Call,
                          const TaskgraphFunctionInfo &Info,
                          const OMPTaskgraphDirective &S) {
  const CapturedStmt &CS = *S.getInnermostCapturedStmt();
  ASTContext &C = CGF.getContext();
  SmallVector<llvm::Metadata *, 8> Offsets;
  for (auto [Capture, Field] :
       llvm::zip_equal(CS.captures(), CS.getCapturedRecordDecl()->fields()))
    if (Capture.capturesVariable() &&
        Info.isUnaliased(Capture.getCapturedVar(), S))
      Offsets.push_back(llvm::ConstantAsMetadata::get(CGF.Builder.getInt64(
          C.toCharUnitsFromBits(C.getFieldOffset(Field)).getQuantity())));
  if (!Offsets.empty())
    Call->setMetadata("ompx.unaliased",
                      llvm::MDNode::get(CGF.getLLVMContext(), Offsets));
}

/// Does \p S, the block of a taskgraph, contain a target construct outside of
/// its tasks? What that does on a device is not recorded, and one that is not a
/// task of its own is not even seen by the library. Without a device to compile
/// for, target tasks are tasks of the host.
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
  if (!CGF.getLangOpts().OMPTargetTriples.empty() &&
      hasTargetConstruct(S.getRawStmt()))
    Constant |= TargetFlag;
  if (S.getTypeClause().Type == OMPC_TDG_TYPE_static)
    Constant |= StaticFlag;
  else if (S.getTypeClause().Type == OMPC_TDG_TYPE_dynamic)
    Constant |= DynamicFlag;
  if (!Flags)
    return CGF.Builder.getInt32(Constant);
  return CGF.Builder.CreateOr(Flags, CGF.Builder.getInt32(Constant));
}

/// Declares an entry point of the library. None of them lets an exception out.
static llvm::FunctionCallee getEntryPoint(CodeGenModule &CGM, StringRef Name,
                                          ArrayRef<QualType> Params) {
  llvm::LLVMContext &Ctx = CGM.getLLVMContext();
  return CGM.CreateRuntimeFunction(
      CGM.getContext().VoidTy, Params, Name,
      llvm::AttributeList::get(Ctx, llvm::AttributeList::FunctionIndex,
                               llvm::Attribute::NoUnwind));
}

void CGOpenMPRuntime::emitTaskgraphCall(CodeGenFunction &CGF,
                                        const OMPTaskgraphDirective &S,
                                        LValue Args) {
  ASTContext &C = CGM.getContext();
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
  llvm::FunctionCallee EntryPoint =
      getEntryPoint(CGM, "__kmpc_ompx_taskgraph",
                    {C.VoidPtrTy, Int32, C.VoidPtrTy, UInt32, Int64,
                     C.VoidPtrTy, C.VoidPtrTy, C.getSizeType()});
  auto [Site, Region] = emitTaskgraphSite(CGF, S);
  // No exception leaves the block. Where a call may throw, inlining makes it an
  // invoke, and drops what it was marked with.
  llvm::CallInst *Call = CGF.EmitNounwindRuntimeCall(
      EntryPoint, {emitUpdateLocation(CGF, Loc, /*Flags=*/0, /*EmitLoc=*/true),
                   getThreadID(CGF, Loc), Site, Flags, GraphId, Region,
                   Args.getPointer(CGF), ArgsSize});
  if (const FunctionDecl *FD = TaskgraphFunctionInfo::getFunction(S))
    markUnaliased(CGF, Call, getTaskgraphFunctionInfo(FD), S);
}

bool CGOpenMPRuntime::emitTaskgraphSaved(CodeGenFunction &CGF,
                                         const OMPExecutableDirective &D,
                                         const VarDecl *Original, LValue Dst,
                                         LValue Src) {
  auto IsOriginal = [Original](const Expr *E) {
    const auto *DRE = dyn_cast<DeclRefExpr>(E);
    return DRE &&
           DRE->getDecl()->getCanonicalDecl() == Original->getCanonicalDecl();
  };
  auto IsSaved = [IsOriginal](const OMPFirstprivateClause *C) {
    return C->isSaved() && llvm::any_of(C->varlist(), IsOriginal);
  };
  // Bytes are all that the library can keep.
  if (!CGF.IsTaskgraphRegion || Src.isVolatile() ||
      !Dst.getType().isTriviallyCopyableType(CGM.getContext()) ||
      llvm::none_of(D.getClausesOfKind<OMPFirstprivateClause>(), IsSaved))
    return false;
  ASTContext &C = CGM.getContext();
  llvm::CallInst *Call = CGF.EmitRuntimeCall(
      getEntryPoint(CGM, "__kmpc_ompx_taskgraph_saved",
                    {C.VoidPtrTy, C.VoidPtrTy, C.getSizeType()}),
      {Dst.getPointer(CGF), Src.getPointer(CGF),
       CGF.getTypeSize(Dst.getType())});
  Call->setMemoryEffects(llvm::MemoryEffects::inaccessibleOrArgMemOnly());
  Call->addFnAttr(llvm::Attribute::WillReturn);
  for (unsigned Arg : {0, 1})
    Call->addParamAttr(
        Arg, llvm::Attribute::getWithCaptureInfo(CGM.getLLVMContext(),
                                                 llvm::CaptureInfo::none()));
  Call->addParamAttr(1, llvm::Attribute::ReadOnly);
  return true;
}

void CGOpenMPRuntime::emitTaskgraphPlain(CodeGenFunction &CGF,
                                         const OMPExecutableDirective &D) {
  const auto *Clause = D.getSingleClause<OMPReplayableClause>();
  bool Replayable = true;
  if (!CGF.IsTaskgraphRegion || !Clause || !Clause->getCondition() ||
      !CGF.ConstantFoldsToSimpleInteger(Clause->getCondition(), Replayable) ||
      Replayable)
    return;
  ASTContext &C = CGM.getContext();
  QualType Int32 = C.getIntTypeForBitwidth(32, /*Signed=*/1);
  CGF.EmitRuntimeCall(
      getEntryPoint(CGM, "__kmpc_ompx_taskgraph_plain", {C.VoidPtrTy, Int32}),
      {emitUpdateLocation(CGF, D.getBeginLoc()),
       getThreadID(CGF, D.getBeginLoc())});
}

void CodeGenFunction::EmitOMPTaskgraphDirective(
    const OMPTaskgraphDirective &S) {
  CGOpenMPRuntime &RT = CGM.getOpenMPRuntime();
  auto LPCRegion =
      CGOpenMPRuntime::LastprivateConditionalRAII::disable(*this, S);

  const CapturedStmt &CS = *S.getInnermostCapturedStmt();
  LValue Args = InitCapturedStruct(CS);
  if (!getLangOpts().OpenMPIsTargetDevice) {
    RT.emitTaskgraphCall(*this, S, Args);
    return;
  }
  // A device has no library that records: the block runs there as it stands.
  auto &&Body = [&](CodeGenFunction &CGF, PrePostActionTy &Action) {
    Action.Enter(CGF);
    RT.emitOutlinedFunctionCall(CGF, S.getBeginLoc(),
                                emitRegion(RT, CS, ".omp_taskgraph."),
                                Args.getPointer(CGF));
  };
  RT.emitTaskgroupRegion(*this, Body, S.getBeginLoc());
}
