//===- OpenMPTaskgraph.cpp - What a taskgraph block does to variables -----===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the block of a taskgraph construct, outside the bodies of its
// tasks. Every expression is visited together with what its context does to the
// object it denotes: reads it, or may change it. A glvalue in a context that
// the walk does not know may be changed; so an answer can be too careful, but
// not too bold.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/OpenMPTaskgraph.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace llvm::omp;

bool clang::isOpenMPTaskgraphTransparent(OpenMPDirectiveKind DKind) {
  return DKind == OMPD_taskgroup || DKind == OMPD_target_data ||
         isOpenMPLoopTransformationDirective(DKind);
}

bool clang::isOpenMPTaskgraphTask(OpenMPDirectiveKind DKind) {
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

bool clang::isOpenMPTaskgraphBlockOnly(OpenMPDirectiveKind DKind) {
  switch (DKind) {
  case OMPD_atomic:
  case OMPD_critical:
  case OMPD_depobj:
  case OMPD_error:
  case OMPD_flush:
  case OMPD_simd:
    return true;
  default:
    return isOpenMPLoopTransformationDirective(DKind);
  }
}

bool clang::isOpenMPTaskgraphNestable(OpenMPDirectiveKind DKind) {
  return isOpenMPTaskgraphTask(DKind) || isOpenMPTaskgraphTransparent(DKind) ||
         isOpenMPTaskgraphBlockOnly(DKind) || DKind == OMPD_taskwait;
}

bool clang::isOpenMPTaskgraphStandard(OpenMPDirectiveKind DKind,
                                      ArrayRef<OMPClause *> Clauses) {
  return isOpenMPTaskgraphTask(DKind) || DKind == OMPD_target_data ||
         isOpenMPLoopTransformationDirective(DKind) ||
         (DKind == OMPD_taskwait &&
          llvm::any_of(Clauses, llvm::IsaPred<OMPDependClause>));
}

const ValueDecl *TaskgraphRegionInfo::getRepresentative(const ValueDecl *D) {
  if (const auto *CED = dyn_cast<OMPCapturedExprDecl>(D))
    if (const Expr *Init = CED->getInit())
      if (const auto *ME = dyn_cast<MemberExpr>(Init->IgnoreParenImpCasts()))
        D = ME->getMemberDecl();
  return cast<ValueDecl>(D->getCanonicalDecl());
}

/// True if an object may be changed through a glvalue of type \p T.
static bool mayChangeThrough(QualType T) {
  T = T.getNonReferenceType();
  while (const ArrayType *AT = T->getAsArrayTypeUnsafe())
    T = AT->getElementType();
  if (!T.isConstQualified())
    return true;
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  return RD && RD->hasDefinition() && RD->hasMutableFields();
}

class TaskgraphRegionInfo::Walker {
  /// What a context does to the object that an expression denotes.
  enum Use { Read, Change };

  TaskgraphRegionInfo &Info;

  /// In the clauses of a task an address names an object; taking it changes
  /// nothing.
  Use AddressUse = Change;

public:
  explicit Walker(TaskgraphRegionInfo &Info) : Info(Info) {}

  void visitStmt(const Stmt *S);

private:
  void recordChange(const ValueDecl *D, SourceLocation Loc);
  void recordThisEscape(SourceLocation Loc);
  void declare(const ValueDecl *D);

  void visitVarDecl(const VarDecl *VD);
  void visitDirective(const OMPExecutableDirective *D);
  void visitRangeFor(const CXXForRangeStmt *S);

  void visitExpr(const Expr *E, Use U);
  /// An operand whose context is unknown: a glvalue may be changed.
  void visitOperand(const Expr *E) {
    if (E)
      visitExpr(E, E->isGLValue() ? Change : Read);
  }
  void visitOperands(const Stmt *S);
  /// The base of a subscript or dereference: an array is used as its element
  /// is, a pointer is read.
  void visitArrayOrPointer(const Expr *E, Use U);
  void visitMember(const MemberExpr *E, Use U);
  void visitUnary(const UnaryOperator *E, Use U);
  void visitBinary(const BinaryOperator *E, Use U);
  void visitCast(const CastExpr *E, Use U);
};

void TaskgraphRegionInfo::Walker::recordChange(const ValueDecl *D,
                                               SourceLocation Loc) {
  D = getRepresentative(D);
  if (!Info.Locals.contains(D))
    Info.Changes.try_emplace(D, Loc);
}

void TaskgraphRegionInfo::Walker::recordThisEscape(SourceLocation Loc) {
  if (Info.ThisEscapeLoc.isInvalid())
    Info.ThisEscapeLoc = Loc;
}

void TaskgraphRegionInfo::Walker::declare(const ValueDecl *D) {
  Info.Locals.insert(getRepresentative(D));
}

void TaskgraphRegionInfo::Walker::visitVarDecl(const VarDecl *VD) {
  if (VD->hasLocalStorage())
    declare(VD);
  if (const auto *DD = dyn_cast<DecompositionDecl>(VD))
    for (const BindingDecl *BD : DD->bindings())
      declare(BD);
  visitOperand(VD->getInit());
}

void TaskgraphRegionInfo::Walker::visitStmt(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return visitExpr(E, Read);
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return visitDirective(D);
  if (const auto *CS = dyn_cast<CapturedStmt>(S))
    return visitStmt(CS->getCapturedStmt());
  if (const auto *Loop = dyn_cast<OMPCanonicalLoop>(S))
    return visitStmt(Loop->getLoopStmt());
  if (const auto *For = dyn_cast<CXXForRangeStmt>(S))
    return visitRangeFor(For);
  if (const auto *DS = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : DS->decls())
      if (const auto *VD = dyn_cast<VarDecl>(D))
        visitVarDecl(VD);
    return;
  }
  if (isa<AsmStmt>(S))
    return visitOperands(S);
  if (const auto *Catch = dyn_cast<CXXCatchStmt>(S))
    if (const VarDecl *VD = Catch->getExceptionDecl())
      declare(VD);
  for (const Stmt *Child : S->children())
    visitStmt(Child);
}

/// A loop over copies or const references only reads its range, although the
/// range is bound to a reference.
void TaskgraphRegionInfo::Walker::visitRangeFor(const CXXForRangeStmt *S) {
  visitStmt(S->getInit());
  const VarDecl *Variable = S->getLoopVariable();
  QualType T = Variable->getType();
  bool ReadsOnly = !T->isReferenceType() || !mayChangeThrough(T);
  visitExpr(S->getRangeInit(), ReadsOnly ? Read : Change);
  declare(Variable);
  if (const auto *DD = dyn_cast<DecompositionDecl>(Variable))
    for (const BindingDecl *BD : DD->bindings())
      declare(BD);
  visitStmt(S->getBody());
}

void TaskgraphRegionInfo::Walker::visitDirective(
    const OMPExecutableDirective *D) {
  llvm::SaveAndRestore InClauses(AddressUse, Read);
  for (const OMPClause *C : D->clauses()) {
    if (!C)
      continue;
    if (const auto *PreInit = OMPClauseWithPreInit::get(C))
      if (const auto *DS =
              dyn_cast_or_null<DeclStmt>(PreInit->getPreInitStmt()))
        for (const Decl *Captured : DS->decls())
          if (const auto *VD = dyn_cast<VarDecl>(Captured); VD && VD->getInit())
            visitExpr(VD->getInit(), Read);
    for (const Stmt *Child : C->children())
      visitStmt(Child);
  }
  if (isOpenMPTaskgraphTask(D->getDirectiveKind())) {
    Info.Tasks.push_back(D);
    return;
  }
  AddressUse = Change;
  // The end of a simd loop writes these variables, even if its body does not.
  auto VisitResults = [this](const auto *Clause) {
    if (Clause)
      for (const Expr *Item : Clause->varlist())
        visitExpr(Item, Change);
  };
  for (const OMPClause *C : D->clauses()) {
    VisitResults(dyn_cast_or_null<OMPLinearClause>(C));
    VisitResults(dyn_cast_or_null<OMPLastprivateClause>(C));
    VisitResults(dyn_cast_or_null<OMPReductionClause>(C));
  }
  if (D->hasAssociatedStmt() && D->getAssociatedStmt())
    visitStmt(D->getRawStmt());
}

void TaskgraphRegionInfo::Walker::visitOperands(const Stmt *S) {
  for (const Stmt *Child : S->children()) {
    if (const auto *E = dyn_cast_or_null<Expr>(Child))
      visitOperand(E);
    else
      visitStmt(Child);
  }
}

void TaskgraphRegionInfo::Walker::visitArrayOrPointer(const Expr *E, Use U) {
  const Expr *Base = E->IgnoreParens();
  if (const auto *CE = dyn_cast<ImplicitCastExpr>(Base))
    if (CE->getCastKind() == CK_ArrayToPointerDecay)
      return visitExpr(CE->getSubExpr(), U);
  // The base of an array section is the array itself.
  if (Base->getType()->isArrayType() && Base->isGLValue())
    return visitExpr(Base, U);
  visitExpr(Base, Read);
}

void TaskgraphRegionInfo::Walker::visitMember(const MemberExpr *E, Use U) {
  const ValueDecl *Member = E->getMemberDecl();
  if (isa<VarDecl>(Member)) {
    if (U == Change)
      recordChange(Member, E->getExprLoc());
    return visitExpr(E->getBase(), Read);
  }
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Member))
    U = Method->isStatic() || Method->isConst() ? Read : Change;
  else if (Member->getType()->isReferenceType())
    U = Read;

  const Expr *Base = E->getBase();
  if (!E->isArrow())
    return visitExpr(Base, U);
  if (!isa<CXXThisExpr>(Base->IgnoreParenImpCasts()))
    return visitExpr(Base, Read);
  if (U == Change) {
    if (isa<FieldDecl>(Member))
      recordChange(Member, E->getExprLoc());
    else
      recordThisEscape(E->getExprLoc());
  }
}

void TaskgraphRegionInfo::Walker::visitUnary(const UnaryOperator *E, Use U) {
  const Expr *Sub = E->getSubExpr();
  if (E->isIncrementDecrementOp())
    return visitExpr(Sub, Change);
  switch (E->getOpcode()) {
  case UO_AddrOf:
    return visitExpr(Sub, AddressUse);
  case UO_Deref:
    return visitArrayOrPointer(Sub, U);
  case UO_Real:
  case UO_Imag:
  case UO_Extension:
    return visitExpr(Sub, U);
  default:
    return visitExpr(Sub, Read);
  }
}

void TaskgraphRegionInfo::Walker::visitBinary(const BinaryOperator *E, Use U) {
  Use LHS = Read, RHS = Read;
  if (E->isAssignmentOp())
    LHS = Change;
  else if (E->getOpcode() == BO_PtrMemD)
    LHS = U;
  else if (E->getOpcode() == BO_Comma)
    RHS = U;
  visitExpr(E->getLHS(), LHS);
  visitExpr(E->getRHS(), RHS);
}

void TaskgraphRegionInfo::Walker::visitCast(const CastExpr *E, Use U) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_ToVoid:
    return visitExpr(Sub, Read);
  case CK_ArrayToPointerDecay:
    return visitExpr(Sub, AddressUse);
  default:
    if (E->isGLValue())
      return visitExpr(Sub, U);
    return visitOperand(Sub);
  }
}

void TaskgraphRegionInfo::Walker::visitExpr(const Expr *E, Use U) {
  E = E->IgnoreParens();
  if (U == Change && !mayChangeThrough(E->getType()))
    U = Read;

  if (const auto *DRE = dyn_cast<DeclRefExpr>(E)) {
    if (U == Change && isa<VarDecl, BindingDecl>(DRE->getDecl()))
      recordChange(DRE->getDecl(), DRE->getExprLoc());
    return;
  }
  if (const auto *ME = dyn_cast<MemberExpr>(E))
    return visitMember(ME, U);
  if (const auto *ASE = dyn_cast<ArraySubscriptExpr>(E)) {
    visitExpr(ASE->getIdx(), Read);
    return visitArrayOrPointer(ASE->getBase(), U);
  }
  if (const auto *Section = dyn_cast<ArraySectionExpr>(E)) {
    visitStmt(Section->getLowerBound());
    visitStmt(Section->getLength());
    if (Section->isOMPArraySection())
      visitStmt(Section->getStride());
    return visitArrayOrPointer(Section->getBase(), U);
  }
  if (const auto *UO = dyn_cast<UnaryOperator>(E))
    return visitUnary(UO, U);
  if (const auto *BO = dyn_cast<BinaryOperator>(E))
    return visitBinary(BO, U);
  if (const auto *CE = dyn_cast<CastExpr>(E))
    return visitCast(CE, U);
  if (const auto *CO = dyn_cast<ConditionalOperator>(E)) {
    visitExpr(CO->getCond(), Read);
    visitExpr(CO->getTrueExpr(), U);
    return visitExpr(CO->getFalseExpr(), U);
  }
  if (const auto *FE = dyn_cast<FullExpr>(E))
    return visitExpr(FE->getSubExpr(), U);
  if (const auto *OVE = dyn_cast<OpaqueValueExpr>(E)) {
    if (const Expr *Source = OVE->getSourceExpr())
      visitExpr(Source, U);
    return;
  }
  if (const auto *SE = dyn_cast<StmtExpr>(E))
    return visitStmt(SE->getSubStmt());
  if (isa<CXXThisExpr>(E))
    return recordThisEscape(E->getExprLoc());
  // The bodies of closures are not walked: what they may change, they capture
  // by reference.
  if (const auto *LE = dyn_cast<LambdaExpr>(E)) {
    for (const Expr *Init : LE->capture_inits())
      visitOperand(Init);
    return;
  }
  if (const auto *BE = dyn_cast<BlockExpr>(E)) {
    for (const BlockDecl::Capture &Captured : BE->getBlockDecl()->captures())
      if (Captured.isByRef())
        recordChange(Captured.getVariable(), BE->getExprLoc());
    if (BE->getBlockDecl()->capturesCXXThis())
      recordThisEscape(BE->getExprLoc());
    return;
  }
  // Operands that are not evaluated.
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(E))
    return;
  visitOperands(E);
}

TaskgraphRegionInfo::TaskgraphRegionInfo(
    const OMPTaskgraphDirective &Directive) {
  if (Directive.hasAssociatedStmt() && Directive.getAssociatedStmt())
    Walker(*this).visitStmt(Directive.getRawStmt());
}

SourceLocation TaskgraphRegionInfo::changeLoc(const ValueDecl *D) const {
  D = getRepresentative(D);
  SourceLocation Loc = Changes.lookup(D);
  if (Loc.isInvalid() && isa<FieldDecl>(D))
    Loc = ThisEscapeLoc;
  return Loc;
}

bool TaskgraphRegionInfo::declaredInRegion(const ValueDecl *D) const {
  return Locals.contains(getRepresentative(D));
}

llvm::SmallVector<TaskgraphRegionInfo::SharedLocal, 2>
TaskgraphRegionInfo::sharedLocals(const OMPExecutableDirective &Task) const {
  llvm::SmallVector<SharedLocal, 2> Result;
  if (!Task.hasAssociatedStmt() || !Task.getAssociatedStmt())
    return Result;

  // Copies of a reduction are private, but end up in the shared variable.
  llvm::SmallPtrSet<const ValueDecl *, 8> Private;
  auto AddPrivate = [&Private](const Expr *E) {
    if (const auto *DRE = dyn_cast_or_null<DeclRefExpr>(E))
      Private.insert(getRepresentative(DRE->getDecl()));
  };
  for (const OMPClause *C : Task.clauses())
    if (isa_and_nonnull<OMPPrivateClause, OMPFirstprivateClause>(C))
      for (const Stmt *Item : C->children())
        AddPrivate(cast<Expr>(Item)->IgnoreParenImpCasts());
  if (const auto *Loop = dyn_cast<OMPLoopDirective>(&Task))
    for (const Expr *Counter : Loop->counters())
      AddPrivate(Counter);

  const auto *CS = cast<CapturedStmt>(Task.getAssociatedStmt());
  for (const CapturedStmt::Capture &Captured : CS->captures()) {
    if (!Captured.capturesVariable())
      continue;
    const VarDecl *VD = Captured.getCapturedVar();
    if (!isa<OMPCapturedExprDecl>(VD) && declaredInRegion(VD) &&
        !Private.contains(getRepresentative(VD)))
      Result.push_back({VD, Captured.getLocation()});
  }
  return Result;
}
