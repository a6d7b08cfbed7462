//===- CalledFunctions.cpp - What other functions do ----------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small analyses of whole functions, in which what is not understood counts as
// the worst.
//
//===----------------------------------------------------------------------===//

#include "CalledFunctions.h"
#include "TaskgraphABI.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Assumptions.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;
using namespace llvm::taskgraph;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool llvm::taskgraph::isAnnotation(const CallBase &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::assume:
  case Intrinsic::dbg_assign:
  case Intrinsic::dbg_declare:
  case Intrinsic::dbg_label:
  case Intrinsic::dbg_value:
  case Intrinsic::donothing:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::lifetime_end:
  case Intrinsic::lifetime_start:
  case Intrinsic::pseudoprobe:
  case Intrinsic::sideeffect:
    return true;
  default:
    return false;
  }
}

bool llvm::taskgraph::endsProgram(const CallBase &Call) {
  return Call.doesNotReturn() && Call.doesNotThrow();
}

/// Whether the declaration promises it. A function without arguments that has
/// no effect either returns a constant, or what only its thread knows: glibc
/// declares pthread_self and __errno_location so. Intrinsics that return a
/// pointer may be such, too. Mathematical functions may set errno, which no
/// block can read then, as its address comes from such a function.
static bool claimsToDependOnArguments(const CallBase &Call) {
  if (!Call.hasFnAttr(Attribute::WillReturn) || !Call.doesNotThrow() ||
      Call.arg_empty())
    return false;
  if (isa<IntrinsicInst>(Call) && Call.getType()->isPtrOrPtrVectorTy())
    return false;
  MemoryEffects Effects = Call.getMemoryEffects();
  return Effects.onlyAccessesErrnoMem() && Effects.onlyWritesMemory();
}

/// Whether something that a function executes, or one that it calls, is so.
/// `Is` leaves a call open whose function is to be looked at.
static bool
anyInside(const Function &First,
          function_ref<std::optional<bool>(const Instruction &)> Is) {
  SmallSetVector<const Function *, 4> Reached;
  Reached.insert(&First);
  for (size_t Next = 0; Next < Reached.size(); ++Next)
    for (const Instruction &I : instructions(*Reached[Next])) {
      std::optional<bool> Answer = Is(I);
      if (!Answer)
        Reached.insert(cast<CallBase>(I).getCalledFunction());
      else if (*Answer)
        return true;
    }
  return false;
}

/// The claims must hold inside, too, as far as that can be seen: attributes are
/// inferred from those of the functions that are called.
bool llvm::taskgraph::isFunctionOfArguments(const CallBase &Call) {
  auto BreaksClaims = [](const Instruction &I) -> std::optional<bool> {
    const auto *Inner = dyn_cast<CallBase>(&I);
    if (!Inner || isa<MemIntrinsic>(Inner) || isAnnotation(*Inner))
      return false;
    if (!Inner->getCalledFunction() || !claimsToDependOnArguments(*Inner))
      return true;
    return std::nullopt;
  };
  const Function *Callee = Call.getCalledFunction();
  return Callee && claimsToDependOnArguments(Call) &&
         !anyInside(*Callee, BreaksClaims);
}

//===----------------------------------------------------------------------===//
// Functions of tasks
//===----------------------------------------------------------------------===//

namespace {

/// Follows the addresses of a task's own data through its function.
class TaskDataUses {
public:
  explicit TaskDataUses(const Function &Entry)
      : Layout(Entry.getDataLayout()), Task(Entry.getArg(1)) {}

  bool areReads() {
    Addresses.insert(Task);
    for (size_t Next = 0; Next < Addresses.size(); ++Next)
      for (const Use &U : Addresses[Next]->uses())
        if (!isRead(U))
          return false;
    return true;
  }

private:
  bool isRead(const Use &U) {
    const auto *User = cast<Instruction>(U.getUser());
    if (isa<GetElementPtrInst, PHINode, SelectInst>(User)) {
      Addresses.insert(User);
      return true;
    }
    if (const auto *Load = dyn_cast<LoadInst>(User))
      return isReadBy(*Load);
    if (isa<ICmpInst>(User))
      return true;
    const auto *Call = dyn_cast<CallBase>(User);
    return Call && (isAnnotation(*Call) || isReadBy(*Call, U));
  }

  /// The pointer to the shared variables' addresses leads to own data, too.
  bool isReadBy(const LoadInst &Load) {
    if (!leadsToShareds(Load.getPointerOperand()))
      return true;
    if (!Load.getType()->isPointerTy())
      return false;
    Addresses.insert(&Load);
    return true;
  }

  bool isReadBy(const CallBase &Call, const Use &U) const {
    if (!Call.isDataOperand(&U))
      return false;
    unsigned Operand = Call.getDataOperandNo(&U);
    return Call.onlyReadsMemory(Operand) && Call.doesNotCapture(Operand) &&
           !leadsToShareds(U.get());
  }

  /// Whether the pointer to the shareds can be read at `Address`. Only code
  /// that the front end makes does so, at the constant offset that it has.
  bool leadsToShareds(const Value *Address) const {
    APInt Offset(Layout.getIndexTypeSizeInBits(Address->getType()), 0);
    const Value *Base = Address->stripAndAccumulateConstantOffsets(
        Layout, Offset, /*AllowNonInbounds=*/true);
    return Base == Task && Offset.slt(abi::TaskShareds + abi::PointerSize);
  }

  const DataLayout &Layout;
  const Argument *Task;
  SmallSetVector<const Value *, 16> Addresses;
};

} // namespace

bool llvm::taskgraph::mayChangeTaskData(const Function &Entry) {
  return !Entry.hasExactDefinition() || Entry.arg_size() != 2 ||
         !TaskDataUses(Entry).areReads();
}

/// Assembler code that only keeps the compiler from optimising.
static bool isEmptyAsm(const CallBase &Call) {
  return Call.isInlineAsm() &&
         cast<InlineAsm>(Call.getCalledOperand())->getAsmString().empty();
}

/// Likewise, and makes it read memory again: in a loop, until it has changed.
static bool rereadsMemory(const CallBase &Call) {
  return isEmptyAsm(Call) && cast<InlineAsm>(Call.getCalledOperand())
                                 ->getConstraintString()
                                 .contains("~{memory}");
}

/// Whether this is the C library's, which knows nothing of OpenMP. What users
/// promise of their functions, `const` for one, does not say that.
static bool isOfCLibrary(const Function &F, const TargetLibraryInfo &Library) {
  LibFunc Known;
  return F.isDeclaration() && Library.getLibFunc(F, Known) &&
         Library.has(Known) && !F.getName().starts_with("__kmpc_");
}

/// Whether this is what runs when the function is called.
static bool isVisible(const Function &F) {
  return !F.isDeclaration() && !F.isInterposable();
}

/// What `#pragma omp assumes` says of the functions that it declares. Clang
/// knows all that are made here: ext_cannot_wait, too, by which no call of a
/// function waits for another thread.
static const KnownAssumptionString NoOpenMP("omp_no_openmp"),
    CannotWait("ompx_cannot_wait");

/// A function of the C library that is said to return does no input or output.
bool llvm::taskgraph::mayWait(const Function &Entry,
                              const TargetLibraryInfo &Library) {
  auto Waits = [&](const Instruction &I) -> std::optional<bool> {
    if (I.isAtomic() || I.isVolatile())
      return true;
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || isAnnotation(*Call) || endsProgram(*Call) ||
        hasAssumption(*Call, CannotWait) ||
        (isEmptyAsm(*Call) && !rereadsMemory(*Call)))
      return false;
    const Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return true;
    if (isVisible(*Callee))
      return std::nullopt;
    return !Callee->hasFnAttribute(Attribute::WillReturn) ||
           (!Callee->isIntrinsic() && !isOfCLibrary(*Callee, Library));
  };
  return !isVisible(Entry) || anyInside(Entry, Waits);
}

/// Whether a call that ends the program does so without a function of the
/// user's, but for a handler of the end itself.
static bool aborts(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return endsProgram(Call) && Callee &&
         (Callee->isIntrinsic() ||
          StringSwitch<bool>(Callee->getName())
              .Cases({"abort", "__assert_fail", "__clang_call_terminate"}, true)
              .Default(false));
}

/// Of functions that cannot be seen, those of the C library that compute from
/// their arguments call nothing.
bool llvm::taskgraph::mayCallRuntime(const Function &Entry,
                                     const TargetLibraryInfo &Library) {
  auto Calls = [&](const Instruction &I) -> std::optional<bool> {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || isAnnotation(*Call) || aborts(*Call) || isEmptyAsm(*Call) ||
        hasAssumption(*Call, NoOpenMP) ||
        (isa<IntrinsicInst>(Call) && Call->hasFnAttr(Attribute::NoCallback)))
      return false;
    const Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return true;
    if (isVisible(*Callee))
      return std::nullopt;
    return !isOfCLibrary(*Callee, Library) || !claimsToDependOnArguments(*Call);
  };
  return !isVisible(Entry) || anyInside(Entry, Calls);
}

namespace {

/// Follows, in the function of a task, the address of one shared variable.
class SharedVariableUses {
public:
  SharedVariableUses(const Function &Entry, int64_t Offset)
      : Layout(Entry.getDataLayout()), Task(Entry.getArg(1)), Offset(Offset) {}

  bool areReads() {
    Values.insert({Task, Kind::Task});
    for (size_t Next = 0; Next < Values.size(); ++Next)
      for (const Use &U : Values[Next].first->uses())
        if (!check(U, Values[Next].second))
          return false;
    return true;
  }

private:
  /// What a value is the address of.
  enum class Kind { Task, Shareds, Variable };

  bool check(const Use &U, Kind Of) {
    const auto *User = cast<Instruction>(U.getUser());
    if (isa<GetElementPtrInst>(User) && (Of == Kind::Variable || place(*User)))
      return Values.insert({User, Of}), true;
    if (const auto *Load = dyn_cast<LoadInst>(User))
      return checkLoad(*Load, Of);
    const auto *Call = dyn_cast<CallBase>(User);
    return Call && (isAnnotation(*Call) ||
                    (Of == Kind::Variable && Call->isDataOperand(&U) &&
                     Call->onlyReadsMemory(Call->getDataOperandNo(&U)) &&
                     Call->doesNotCapture(Call->getDataOperandNo(&U))));
  }

  bool checkLoad(const LoadInst &Load, Kind Of) {
    if (Of == Kind::Variable)
      return true;
    std::optional<int64_t> From = place(*Load.getPointerOperand());
    TypeSize Size = Layout.getTypeStoreSize(Load.getType());
    if (!From || Size.isScalable())
      return false;
    int64_t Wanted = Of == Kind::Task ? int64_t(abi::TaskShareds) : Offset;
    if (*From >= Wanted + int64_t(abi::PointerSize) ||
        *From + int64_t(Size.getFixedValue()) <= Wanted)
      return true;
    if (*From != Wanted || !Load.getType()->isPointerTy())
      return false;
    Values.insert({&Load, Of == Kind::Task ? Kind::Shareds : Kind::Variable});
    return true;
  }

  /// Distance of an address from the task or from its shareds, if constant.
  std::optional<int64_t> place(const Value &Address) const {
    APInt Distance(Layout.getIndexTypeSizeInBits(Address.getType()), 0);
    const Value *Base = Address.stripAndAccumulateConstantOffsets(
        Layout, Distance, /*AllowNonInbounds=*/true);
    if (!Values.contains({Base, Kind::Task}) &&
        !Values.contains({Base, Kind::Shareds}))
      return std::nullopt;
    return Distance.getSExtValue();
  }

  const DataLayout &Layout;
  const Argument *Task;
  const int64_t Offset;
  SetVector<std::pair<const Value *, Kind>> Values;
};

} // namespace

bool llvm::taskgraph::onlyReadsShared(const Function &Entry, int64_t Offset) {
  return Entry.hasExactDefinition() && Entry.arg_size() == 2 &&
         SharedVariableUses(Entry, Offset).areReads();
}

bool llvm::taskgraph::setsOnlyLastIteration(const Function &TaskDup) {
  if (!TaskDup.hasExactDefinition() || TaskDup.arg_size() != 3)
    return false;
  const DataLayout &Layout = TaskDup.getDataLayout();
  for (const Instruction &I : instructions(TaskDup)) {
    if (!I.mayReadOrWriteMemory() && !isa<CallBase>(I))
      continue;
    const auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || !Store->isSimple() ||
        Store->getValueOperand() != TaskDup.getArg(2))
      return false;
    APInt Offset(64, 0);
    const Value *Base =
        Store->getPointerOperand()->stripAndAccumulateConstantOffsets(
            Layout, Offset, /*AllowNonInbounds=*/true);
    if (Base != TaskDup.getArg(0) || Offset != abi::TaskloopLastIteration)
      return false;
  }
  return true;
}
