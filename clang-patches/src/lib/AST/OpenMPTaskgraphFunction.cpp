//===- OpenMPTaskgraphFunction.cpp - A function with taskgraphs -----------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the body of a function. Every expression is visited together
// with what its context does to the object that it denotes: uses its value,
// stores to it, or lets its address out. A glvalue in a context that the walk
// does not know lets it out; so an answer can be too careful, but not too bold.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/OpenMPTaskgraphFunction.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprObjC.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/ScopedHashTable.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace llvm::omp;

class TaskgraphFunctionInfo::Walker {
  /// What a context does with the object that an expression denotes, from the
  /// least to the most.
  enum Use { Read, Store, Escape };
  /// Who has a variable at a place in the text: the thread itself, all threads
  /// of the innermost team, or threads of several teams.
  enum class Owner { Thread, Team, Teams };

  TaskgraphFunctionInfo &Info;
  const OMPTaskgraphDirective *Taskgraph = nullptr;
  /// Kind of the innermost OpenMP construct.
  OpenMPDirectiveKind Construct = OMPD_unknown;
  /// Of variables that are in no scope the thread itself is the owner.
  llvm::ScopedHashTable<const VarDecl *, Owner> Owners;
  /// Which threads of the innermost team come here, without others beside.
  TeamUser Here = AnyThread;

public:
  explicit Walker(TaskgraphFunctionInfo &Info) : Info(Info) {}

  void visitStmt(const Stmt *S);
  /// The sizes that an evaluation of \p T computes: any expression may be one.
  void visitType(QualType T);
  /// An operand whose context is unknown.
  void visitOperand(const Expr *E) {
    if (E)
      visitExpr(E, E->isGLValue() ? Escape : Read);
  }

private:
  void alias(const ValueDecl *D);
  void share(const VarDecl *VD);
  void use(const VarDecl *VD, Use U);

  void visitVarDecl(const VarDecl *VD);
  void visitDirective(const OMPExecutableDirective *D);
  void setOwners(const OMPExecutableDirective *D);
  void setThread(llvm::ArrayRef<const Expr *> Variables);
  TeamUser threadIn(const OMPExecutableDirective *D) const;
  void visitClause(const OMPClause *C);
  void visitCaptures(const CapturedStmt *S);

  void visitExpr(const Expr *E, Use U);
  void visitOperands(const Stmt *S);
  /// The base of a subscript or dereference: an array is used as its element
  /// is, the value of a pointer is read.
  void visitArrayOrPointer(const Expr *E, Use U);
  void visitMember(const MemberExpr *E, Use U);
  void visitUnary(const UnaryOperator *E, Use U);
  void visitBinary(const BinaryOperator *E, Use U);
  void visitCast(const CastExpr *E, Use U);
  void visitCall(const CallExpr *E, Use U);
};

void TaskgraphFunctionInfo::Walker::alias(const ValueDecl *D) {
  // A binding stands for a part of the variable that holds all of them.
  if (const auto *BD = dyn_cast<BindingDecl>(D))
    D = BD->getDecomposedDecl();
  if (const auto *VD = dyn_cast_or_null<VarDecl>(D))
    Info.Aliased.insert(VD->getCanonicalDecl());
}

/// A task has the address of \p VD, and uses it at a time of its own.
void TaskgraphFunctionInfo::Walker::share(const VarDecl *VD) {
  if (!Taskgraph || Info.Sharers.try_emplace(VD->getCanonicalDecl(), Taskgraph)
                            .first->second != Taskgraph)
    alias(VD);
}

void TaskgraphFunctionInfo::Walker::use(const VarDecl *VD, Use U) {
  VD = VD->getCanonicalDecl();
  const Owner Of = Owners.lookup(VD);
  if (Of == Owner::Thread)
    return;
  TeamUse &InTeams = Info.TeamUses[VD];
  InTeams.Users |= Of == Owner::Team ? Here : AnyThread;
  InTeams.Stored |= U == Store;
}

/// Does creating an object from \p Init show its address to nobody?
static bool initializesPrivately(const VarDecl *VD, const Expr *Init) {
  if (!Init || !VD->getType()->isRecordType())
    return true;
  Init = Init->IgnoreImplicit();
  if (const auto *CE = dyn_cast<CXXConstructExpr>(Init))
    return CE->getConstructor()->isTrivial();
  return Init->isGLValue() || isa<InitListExpr>(Init);
}

void TaskgraphFunctionInfo::Walker::visitType(QualType T) {
  while (T->isVariablyModifiedType()) {
    const Type *Ty = T.getTypePtr();
    if (const auto *Array = dyn_cast<VariableArrayType>(Ty))
      visitStmt(Array->getSizeExpr());
    if (const auto *Array = dyn_cast<ArrayType>(Ty)) {
      T = Array->getElementType();
    } else if (const auto *F = dyn_cast<FunctionType>(Ty)) {
      T = F->getReturnType();
    } else if (isa<PointerType, BlockPointerType, ReferenceType>(Ty)) {
      T = Ty->getPointeeType();
    } else if (const auto *Of = dyn_cast<TypeOfExprType>(Ty)) {
      return visitOperand(Of->getUnderlyingExpr());
    } else {
      QualType Inner =
          T.getSingleStepDesugaredType(Info.Function->getASTContext());
      if (Inner == T)
        return;
      T = Inner;
    }
  }
}

void TaskgraphFunctionInfo::Walker::visitVarDecl(const VarDecl *VD) {
  if (isa<DecompositionDecl>(VD) || VD->hasAttr<CleanupAttr>() ||
      VD->hasAttr<BlocksAttr>() || VD->hasAttr<OMPAllocateDeclAttr>() ||
      !initializesPrivately(VD, VD->getInit()))
    alias(VD);
  visitType(VD->getType());
  visitOperand(VD->getInit());
}

void TaskgraphFunctionInfo::Walker::visitStmt(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return visitExpr(E, Read); // Its value is not used.
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return visitDirective(D);
  if (const auto *CS = dyn_cast<CapturedStmt>(S)) {
    visitCaptures(CS);
    return visitStmt(CS->getCapturedStmt());
  }
  if (const auto *Loop = dyn_cast<OMPCanonicalLoop>(S))
    return visitStmt(Loop->getLoopStmt());
  if (const auto *DS = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : DS->decls())
      if (const auto *VD = dyn_cast<VarDecl>(D))
        visitVarDecl(VD);
      else if (const auto *Typedef = dyn_cast<TypedefNameDecl>(D))
        visitType(Typedef->getUnderlyingType());
    return;
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    if (const VarDecl *VD = Return->getNRVOCandidate())
      alias(VD); // It may be the caller's object.
  if (isa<CompoundStmt, IfStmt, SwitchStmt, SwitchCase, ForStmt, WhileStmt,
          DoStmt, CXXForRangeStmt, LabelStmt, AttributedStmt>(S)) {
    for (const Stmt *Child : S->children())
      visitStmt(Child);
    return;
  }
  visitOperands(S);
}

void TaskgraphFunctionInfo::Walker::visitDirective(
    const OMPExecutableDirective *D) {
  OpenMPDirectiveKind Kind = D->getDirectiveKind();
  const auto *Inner = dyn_cast<OMPTaskgraphDirective>(D);
  if (Inner)
    Info.Indices.try_emplace(Inner, Info.Indices.size());
  for (const OMPClause *C : D->clauses())
    if (C)
      visitClause(C);
  if (!D->hasAssociatedStmt())
    return;
  llvm::SaveAndRestore InConstruct(Construct, Kind);
  llvm::SaveAndRestore InTaskgraph(Taskgraph, Inner ? Inner : Taskgraph);
  llvm::SaveAndRestore OfTeam(Here, threadIn(D));
  llvm::ScopedHashTableScope<const VarDecl *, Owner> InScope(Owners);
  setOwners(D);
  visitStmt(D->getAssociatedStmt());
}

/// The threads that a parallel or teams construct makes have what it captures
/// in common, except for what is private in it. What is private in any other
/// construct is a variable of its own, too.
void TaskgraphFunctionInfo::Walker::setOwners(const OMPExecutableDirective *D) {
  OpenMPDirectiveKind Kind = D->getDirectiveKind();
  const bool HasTeams = isOpenMPTeamsDirective(Kind);
  if (HasTeams || isOpenMPParallelDirective(Kind)) {
    const auto *S = dyn_cast<CapturedStmt>(D->getAssociatedStmt());
    for (; S; S = dyn_cast<CapturedStmt>(S->getCapturedStmt()))
      for (const CapturedStmt::Capture &Captured : S->captures()) {
        if (!Captured.capturesVariable())
          continue;
        const VarDecl *VD = Captured.getCapturedVar()->getCanonicalDecl();
        const bool IsFirst = Owners.lookup(VD) == Owner::Thread;
        Owners.insert(VD, IsFirst && !HasTeams ? Owner::Team : Owner::Teams);
      }
  }
  for (const auto *C : D->getClausesOfKind<OMPPrivateClause>())
    setThread(ArrayRef(C->varlist_begin(), C->varlist_end()));
  for (const auto *C : D->getClausesOfKind<OMPFirstprivateClause>())
    setThread(ArrayRef(C->varlist_begin(), C->varlist_end()));
  const auto *Loop = dyn_cast<OMPLoopDirective>(D);
  if (Loop && !isOpenMPSimdDirective(Kind))
    setThread(Loop->counters());
}

void TaskgraphFunctionInfo::Walker::setThread(
    llvm::ArrayRef<const Expr *> Variables) {
  for (const Expr *E : Variables)
    if (const auto *DRE = dyn_cast<DeclRefExpr>(E->IgnoreParens()))
      if (const auto *VD = dyn_cast<VarDecl>(DRE->getDecl()))
        Owners.insert(VD->getCanonicalDecl(), Owner::Thread);
}

/// Who executes the block of \p D? A 'single' that others wait for at its end
/// is never executed by two threads of the team, nor two of them at once.
TaskgraphFunctionInfo::TeamUser
TaskgraphFunctionInfo::Walker::threadIn(const OMPExecutableDirective *D) const {
  switch (D->getDirectiveKind()) {
  case OMPD_single:
    return D->hasClausesOfKind<OMPNowaitClause>() ? AnyThread : SingleThread;
  case OMPD_master:
  case OMPD_masked:
  case OMPD_parallel_master:
  case OMPD_parallel_masked:
    return D->hasClausesOfKind<OMPFilterClause>() ? AnyThread : PrimaryThread;
  default:
    return isOpenMPParallelDirective(D->getDirectiveKind()) ||
                   isOpenMPTeamsDirective(D->getDirectiveKind())
               ? AnyThread
               : Here;
  }
}

void TaskgraphFunctionInfo::Walker::visitClause(const OMPClause *C) {
  if (const auto *PreInit = OMPClauseWithPreInit::get(C))
    visitStmt(PreInit->getPreInitStmt());
  if (isa<OMPSharedClause, OMPPrivateClause>(C))
    return;
  // These say what becomes of a variable in the construct, or name an object.
  const bool NamesOnly = isa<OMPFirstprivateClause, OMPDependClause,
                             OMPAffinityClause, OMPCopyinClause>(C);
  if (const auto *Depend = dyn_cast<OMPDependClause>(C))
    visitOperand(Depend->getModifier());
  if (const auto *Affinity = dyn_cast<OMPAffinityClause>(C))
    visitOperand(Affinity->getModifier());
  for (const Stmt *Child : C->children())
    if (const auto *E = dyn_cast_or_null<Expr>(Child))
      visitExpr(E, !NamesOnly && E->isGLValue() ? Escape : Read);
}

/// Who has the address of a variable that the innermost construct captures?
void TaskgraphFunctionInfo::Walker::visitCaptures(const CapturedStmt *S) {
  const bool IsTask = isOpenMPTaskingDirective(Construct);
  const bool IsTarget = isOpenMPTargetExecutionDirective(Construct) ||
                        isOpenMPTargetDataManagementDirective(Construct);
  if (!IsTask && !IsTarget && Construct != OMPD_unknown)
    return;
  for (const CapturedStmt::Capture &Captured : S->captures()) {
    if (!Captured.capturesVariable())
      continue;
    if (IsTask)
      share(Captured.getCapturedVar());
    else
      alias(Captured.getCapturedVar());
  }
}

void TaskgraphFunctionInfo::Walker::visitOperands(const Stmt *S) {
  for (const Stmt *Child : S->children()) {
    if (const auto *E = dyn_cast_or_null<Expr>(Child))
      visitOperand(E);
    else
      visitStmt(Child);
  }
}

void TaskgraphFunctionInfo::Walker::visitArrayOrPointer(const Expr *E, Use U) {
  E = E->IgnoreParens();
  if (const auto *CE = dyn_cast<ImplicitCastExpr>(E))
    if (CE->getCastKind() == CK_ArrayToPointerDecay)
      return visitExpr(CE->getSubExpr(), U);
  // The base of an array section is the array itself.
  visitExpr(E, E->getType()->isPointerType() ? Read : U);
}

void TaskgraphFunctionInfo::Walker::visitMember(const MemberExpr *E, Use U) {
  const ValueDecl *Member = E->getMemberDecl();
  if (isa<VarDecl>(Member) || Member->getType()->isReferenceType())
    U = Read;
  else if (!isa<FieldDecl>(Member))
    U = Escape;
  if (E->isArrow())
    visitOperand(E->getBase());
  else
    visitExpr(E->getBase(), U);
}

void TaskgraphFunctionInfo::Walker::visitUnary(const UnaryOperator *E, Use U) {
  const Expr *Sub = E->getSubExpr();
  if (E->getOpcode() == UO_AddrOf)
    visitExpr(Sub, Escape);
  else if (E->getOpcode() == UO_Deref)
    visitArrayOrPointer(Sub, U);
  else if (E->isIncrementDecrementOp())
    visitExpr(Sub, E->isGLValue() ? std::max(U, Store) : Store);
  else
    visitExpr(Sub, E->isGLValue() ? U : Read);
}

void TaskgraphFunctionInfo::Walker::visitBinary(const BinaryOperator *E,
                                                Use U) {
  Use LHS = Read, RHS = Read;
  if (E->getOpcode() == BO_Comma)
    RHS = U;
  else if (E->isPtrMemOp())
    LHS = Escape;
  else if (E->isAssignmentOp())
    LHS = E->isGLValue() ? std::max(U, Store) : Store;
  visitExpr(E->getLHS(), LHS);
  visitExpr(E->getRHS(), RHS);
}

void TaskgraphFunctionInfo::Walker::visitCast(const CastExpr *E, Use U) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_ToVoid:
    return visitExpr(Sub, Read);
  case CK_NoOp:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return visitExpr(Sub, E->isGLValue() ? U : Read);
  default:
    return visitOperand(Sub);
  }
}

void TaskgraphFunctionInfo::Walker::visitCall(const CallExpr *E, Use U) {
  // A trivial assignment is a copy, of whatever type.
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  const auto *Method =
      Operator ? dyn_cast_or_null<CXXMethodDecl>(Operator->getCalleeDecl())
               : nullptr;
  if (Method && Operator->isAssignmentOp() && Method->isTrivial()) {
    visitExpr(Operator->getArg(0), std::max(U, Store));
    visitExpr(Operator->getArg(1), Read);
    return;
  }
  visitOperands(E);
}

void TaskgraphFunctionInfo::Walker::visitExpr(const Expr *E, Use U) {
  E = E->IgnoreParens();
  // Operands that are not evaluated, unless they have a size of the run.
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    if (Trait->isArgumentType())
      visitType(Trait->getArgumentType());
    else if (Trait->getTypeOfArgument()->isVariableArrayType())
      visitOperand(Trait->getArgumentExpr());
    return;
  }
  if (isa<CXXNoexceptExpr, RequiresExpr>(E))
    return;
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    visitType(Cast->getTypeAsWritten());
  else if (const auto *Argument = dyn_cast<VAArgExpr>(E))
    visitType(Argument->getWrittenTypeInfo()->getType());
  if (const auto *DRE = dyn_cast<DeclRefExpr>(E)) {
    // An atomic access is for others.
    if (U == Escape || Construct == OMPD_atomic)
      alias(DRE->getDecl());
    else if (const auto *VD = dyn_cast<VarDecl>(DRE->getDecl()))
      use(VD, U);
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
  if (const auto *CE = dyn_cast<CallExpr>(E))
    return visitCall(CE, U);
  if (const auto *CE = dyn_cast<CXXConstructExpr>(E)) {
    for (const Expr *Arg : CE->arguments())
      visitExpr(Arg, Arg->isGLValue() && !CE->getConstructor()->isTrivial()
                         ? Escape
                         : Read);
    return;
  }
  if (const auto *LE = dyn_cast<LambdaExpr>(E)) {
    for (const Expr *Init : LE->capture_inits())
      visitOperand(Init);
    return;
  }
  if (const auto *BE = dyn_cast<BlockExpr>(E)) {
    for (const BlockDecl::Capture &Captured : BE->getBlockDecl()->captures())
      if (Captured.isByRef() || Captured.hasCopyExpr())
        alias(Captured.getVariable());
      else
        use(Captured.getVariable(), Read);
    return;
  }
  visitOperands(E);
}

TaskgraphFunctionInfo::TaskgraphFunctionInfo(const FunctionDecl *Function)
    : Function(Function->getDefinition()) {
  Walker W(*this);
  if (const auto *Constructor =
          dyn_cast_or_null<CXXConstructorDecl>(this->Function))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      W.visitOperand(Init->getInit());
  if (!this->Function)
    return;
  for (const ParmVarDecl *Parameter : this->Function->parameters())
    W.visitType(Parameter->getType());
  W.visitStmt(this->Function->getBody());
}

const FunctionDecl *
TaskgraphFunctionInfo::getFunction(const OMPTaskgraphDirective &D) {
  const DeclContext *DC = D.getInnermostCapturedStmt()->getCapturedDecl();
  while (isa<CapturedDecl>(DC))
    DC = DC->getParent();
  return dyn_cast<FunctionDecl>(DC);
}

std::optional<unsigned>
TaskgraphFunctionInfo::getIndex(const OMPTaskgraphDirective &D) const {
  auto I = Indices.find(&D);
  if (I == Indices.end())
    return std::nullopt;
  return I->second;
}

bool TaskgraphFunctionInfo::isUnaliased(const VarDecl *Var,
                                        const OMPTaskgraphDirective &D) const {
  Var = Var->getCanonicalDecl();
  QualType T = Var->getType();
  if (!T.isTriviallyCopyableType(Var->getASTContext()) ||
      !(T->isArithmeticType() || T->isEnumeralType() || T->isPointerType() ||
        T->isRecordType()) ||
      T.isVolatileQualified() || isa<CoroutineBodyStmt>(Function->getBody()))
    return false;
  const DeclContext *DC = Var->getDeclContext();
  while (isa<CapturedDecl>(DC))
    DC = DC->getParent();
  if (!Var->hasLocalStorage() || Var->isInitCapture() || DC != Function)
    return false;
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (T.isConstQualified() && !(RD && RD->hasMutableFields()))
    return true; // Whoever reaches it may not change it.
  auto Sharer = Sharers.find(Var);
  if (Aliased.contains(Var) ||
      (Sharer != Sharers.end() && Sharer->second != &D))
    return false;
  const TeamUse InTeams = TeamUses.lookup(Var);
  return !InTeams.Stored || InTeams.Users == SingleThread ||
         InTeams.Users == PrimaryThread;
}
