//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A captured variable is constant if it is set to one constant only, before the
// call, and if whoever gets its address only reads it: the block and its tasks,
// other regions, and the threads of a parallel region that it comes from.
//
//===----------------------------------------------------------------------===//

#include "CapturedConstants.h"
#include "CalledFunctions.h"
#include "LibraryCalls.h"
#include "TaskgraphABI.h"
#include "llvm/IR/AbstractCallSite.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace llvm::taskgraph;

namespace {

/// What is done with a variable of a function, at constant offsets.
struct VariableUses {
  struct Write {
    const StoreInst *At;
    int64_t Offset;
  };
  SmallVector<Write> Writes;             // into it
  SmallVector<const StoreInst *> Handed; // of its address
  SmallVector<const Use *> Passed;       // as an argument
  bool AreKnown = true;
  bool IsRead = false;

  /// Whether nobody but regions gets it, and what is in it.
  bool isForRegions() const;
};

} // namespace

static VariableUses usesOf(const Value &Variable) {
  VariableUses Uses;
  const DataLayout *Layout = nullptr;
  SmallVector<std::pair<const Value *, int64_t>> Pointers = {{&Variable, 0}};
  while (!Pointers.empty()) {
    auto [Pointer, Offset] = Pointers.pop_back_val();
    for (const Use &U : Pointer->uses()) {
      const auto *I = dyn_cast<Instruction>(U.getUser());
      if (!I) {
        Uses.AreKnown = false;
        return Uses;
      }
      Layout = &I->getDataLayout();
      if (isa<LoadInst>(I)) {
        Uses.IsRead = true;
        continue;
      }
      if (const auto *Store = dyn_cast<StoreInst>(I)) {
        if (Store->getValueOperand() == Pointer)
          Uses.Handed.push_back(Store);
        else
          Uses.Writes.push_back({Store, Offset});
        continue;
      }
      if (const auto *Gep = dyn_cast<GetElementPtrInst>(I)) {
        APInt Distance(64, 0);
        if (Gep->accumulateConstantOffset(*Layout, Distance)) {
          Pointers.push_back({Gep, Offset + Distance.getSExtValue()});
          continue;
        }
      }
      if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(I))
        if (Intrinsic->isLifetimeStartOrEnd())
          continue;
      if (isa<CallBase>(I) && !isa<IntrinsicInst>(I)) {
        Uses.Passed.push_back(&U);
        continue;
      }
      Uses.AreKnown = false;
      return Uses;
    }
  }
  return Uses;
}

/// The block of an encounter; null for any other call.
static const Function *blockOf(const Use &Args) {
  const auto &Call = *cast<CallBase>(Args.getUser());
  const Function *Region = isEncounter(Call) ? regionOf(Call) : nullptr;
  return Region && !Region->isDeclaration() && Region->arg_size() == 1
             ? Region
             : nullptr;
}

bool VariableUses::isForRegions() const {
  return AreKnown && !IsRead && Handed.empty() &&
         all_of(Passed, [](const Use *To) { return blockOf(*To); });
}

/// Of parallel regions, and of what else hands an address on.
static constexpr unsigned MaxDepth = 8;

static bool isOnlyRead(const Value &Pointer, unsigned Depth);

/// Whether the block and its tasks do nothing with the variable but read it.
static bool onlyReads(const Function &Region, int64_t Word, unsigned Depth) {
  const DataLayout &Layout = Region.getDataLayout();
  for (const User *User : Region.getArg(0)->users()) {
    const Value *Place = User;
    int64_t Offset = 0;
    if (const auto *Gep = dyn_cast<GetElementPtrInst>(Place)) {
      APInt Distance(64, 0);
      if (!Gep->accumulateConstantOffset(Layout, Distance))
        return false;
      Offset = Distance.getSExtValue();
    } else if (!isa<LoadInst>(Place)) {
      return false;
    }
    SmallVector<const llvm::User *> Reads;
    if (isa<LoadInst>(Place))
      Reads.push_back(User);
    else
      append_range(Reads, Place->users());
    for (const llvm::User *Read : Reads) {
      const auto *Load = dyn_cast<LoadInst>(Read);
      if (!Load)
        return false;
      TypeSize Size = Layout.getTypeStoreSize(Load->getType());
      if (Size.isScalable())
        return false;
      if (Offset + int64_t(Size.getFixedValue()) <= Word ||
          Word + int64_t(abi::PointerSize) <= Offset)
        continue;
      if (Offset != Word || !Load->getType()->isPointerTy())
        return false;
      if (!isOnlyRead(*Load, Depth))
        return false;
    }
  }
  return true;
}

/// Whether the address that is stored here goes to a task that only reads what
/// is there.
static bool isSharedWithReader(const StoreInst &Store) {
  APInt Offset(64, 0);
  const auto *Shareds = dyn_cast<LoadInst>(
      Store.getPointerOperand()->stripAndAccumulateConstantOffsets(
          Store.getDataLayout(), Offset, /*AllowNonInbounds=*/true));
  const auto *Alloc =
      Shareds ? dyn_cast<CallBase>(Shareds->getPointerOperand()) : nullptr;
  const LibraryCall *Known = Alloc ? findLibraryCall(*Alloc) : nullptr;
  static_assert(abi::TaskShareds == 0, "the pointer to it is that to the task");
  if (!Known || Known->Kind != CallKind::TaskAlloc)
    return false;
  const auto *Entry = dyn_cast<Function>(argumentOf(*Alloc, Role::Entry));
  return Entry && onlyReadsShared(*Entry, Offset.getSExtValue());
}

/// Whether the address that is stored here goes to regions that only read what
/// is there.
static bool isHandedToReaders(const StoreInst &Store, unsigned Depth) {
  APInt Word(64, 0);
  const Value *To =
      Store.getPointerOperand()->stripAndAccumulateConstantOffsets(
          Store.getDataLayout(), Word, /*AllowNonInbounds=*/true);
  const auto *Args = dyn_cast<AllocaInst>(To);
  if (!Args)
    return isSharedWithReader(Store);
  VariableUses Uses = usesOf(*Args);
  return Uses.isForRegions() && all_of(Uses.Passed, [&](const Use *Call) {
           return onlyReads(*blockOf(*Call), Word.getSExtValue(), Depth);
         });
}

/// Whether an argument goes to functions that only read what is there: the
/// callee, or those that it calls, as that of a parallel region.
static bool isPassedToReaders(const Use &Argument, unsigned Depth) {
  const auto &Call = *cast<CallBase>(Argument.getUser());
  SmallVector<const Use *, 1> Callees;
  AbstractCallSite::getCallbackUses(Call, Callees);
  if (Callees.empty())
    Callees.push_back(&Call.getCalledOperandUse());
  bool IsPassed = false;
  for (const Use *Callee : Callees) {
    AbstractCallSite Site(Callee);
    const Function *Called = Site ? Site.getCalledFunction() : nullptr;
    if (!Called || !Called->hasExactDefinition())
      return false;
    for (const llvm::Argument &Parameter : Called->args()) {
      if (Site.getCallArgOperandNo(const_cast<llvm::Argument &>(Parameter)) !=
          int(Argument.getOperandNo()))
        continue;
      IsPassed = true;
      if (!isOnlyRead(Parameter, Depth))
        return false;
    }
  }
  return IsPassed;
}

/// Whether all who get the address do.
static bool hasReadersOnly(const VariableUses &Uses, unsigned Depth) {
  return Uses.AreKnown && Depth < MaxDepth &&
         all_of(
             Uses.Handed,
             [&](const StoreInst *Store) {
               return isHandedToReaders(*Store, Depth + 1);
             }) &&
         all_of(
             Uses.Passed,
             [&](const Use *Argument) {
               return isPassedToReaders(*Argument, Depth + 1);
             });
}

static bool isOnlyRead(const Value &Pointer, unsigned Depth) {
  VariableUses Uses = usesOf(Pointer);
  return Uses.Writes.empty() && hasReadersOnly(Uses, Depth);
}

/// The one value that all stores to a place in a variable set it to, if one of
/// them comes before the call. A loop that was unrolled sets it again.
static const Value *valueAt(const VariableUses &Uses, int64_t Offset,
                            uint64_t Size, const CallBase &Call,
                            const DominatorTree &Dominators) {
  const Value *Found = nullptr;
  bool IsSet = false;
  for (const VariableUses::Write &Write : Uses.Writes) {
    const Value *Written = Write.At->getValueOperand();
    uint64_t Bytes = Call.getDataLayout().getTypeStoreSize(Written->getType());
    if (Write.Offset + int64_t(Bytes) <= Offset ||
        Offset + int64_t(Size) <= Write.Offset)
      continue;
    if (Write.Offset != Offset || Bytes != Size || (Found && Found != Written))
      return nullptr;
    Found = Written;
    IsSet |= Dominators.dominates(Write.At, &Call);
  }
  return IsSet ? Found : nullptr;
}

/// The address that is in the arguments of an encounter at `Word`.
static const Value *addressIn(const CallBase &Call, int64_t Word,
                              const DominatorTree &Dominators) {
  const auto *Args = dyn_cast<AllocaInst>(
      Call.getArgOperand(abi::ArgsArg)->stripPointerCasts());
  if (!Args)
    return nullptr;
  VariableUses Uses = usesOf(*Args);
  return Uses.isForRegions()
             ? valueAt(Uses, Word, abi::PointerSize, Call, Dominators)
             : nullptr;
}

/// What `find` returns for each of a range, if it is one constant.
template <typename Range, typename Find>
static const Constant *commonOf(const Range &All, Find find) {
  const Constant *Common = nullptr;
  for (auto &&One : All) {
    const Constant *Found = find(One);
    if (!Found || (Common && Found != Common))
      return nullptr;
    Common = Found;
  }
  return Common;
}

/// The constant at an address, whenever the call is made.
static const Constant *constantAt(const Value &Address, int64_t Offset,
                                  uint64_t Size, const CallBase &Call,
                                  FindDominators Dominators, unsigned Depth) {
  if (isa<AllocaInst>(Address)) {
    VariableUses Uses = usesOf(Address);
    if (!hasReadersOnly(Uses, 0))
      return nullptr;
    auto *F = const_cast<Function *>(Call.getFunction());
    return dyn_cast_or_null<Constant>(
        valueAt(Uses, Offset, Size, Call, Dominators(*F)));
  }
  const auto *Parameter = dyn_cast<Argument>(&Address);
  if (!Parameter || Depth == MaxDepth)
    return nullptr;
  const Function &F = *Parameter->getParent();
  if (!F.hasLocalLinkage())
    return nullptr;
  return commonOf(F.uses(), [&](const Use &U) -> const Constant * {
    AbstractCallSite Site(&U);
    const Value *Passed =
        Site ? Site.getCallArgOperand(const_cast<Argument &>(*Parameter))
             : nullptr;
    return Passed ? constantAt(*Passed, Offset, Size, *Site.getInstruction(),
                               Dominators, Depth + 1)
                  : nullptr;
  });
}

const Constant *
llvm::taskgraph::findCapturedConstant(ArrayRef<CallBase *> Calls,
                                      FindDominators Dominators, int64_t Word,
                                      int64_t Offset, uint64_t Size) {
  return commonOf(Calls, [&](CallBase *Call) -> const Constant * {
    const Value *Address =
        addressIn(*Call, Word, Dominators(*Call->getFunction()));
    return Address ? constantAt(*Address, Offset, Size, *Call, Dominators, 0)
                   : nullptr;
  });
}
