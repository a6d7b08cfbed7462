//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A captured variable is constant if it is set to one constant only, before the
// call, and if its address goes only into arguments of regions whose blocks do
// nothing but read it. Tasks of such a block then have copies at most.
//
//===----------------------------------------------------------------------===//

#include "CapturedConstants.h"
#include "LibraryCalls.h"
#include "TaskgraphABI.h"
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
  SmallVector<const CallBase *> Passed;  // as an argument
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
    for (const User *User : Pointer->users()) {
      const auto *I = dyn_cast<Instruction>(User);
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
      if (const auto *Call = dyn_cast<CallBase>(I);
          Call && !isa<IntrinsicInst>(I)) {
        Uses.Passed.push_back(Call);
        continue;
      }
      Uses.AreKnown = false;
      return Uses;
    }
  }
  return Uses;
}

/// The block of an encounter; null for any other call.
static const Function *blockOf(const CallBase &Call) {
  const Function *Region = isEncounter(Call) ? regionOf(Call) : nullptr;
  return Region && !Region->isDeclaration() && Region->arg_size() == 1
             ? Region
             : nullptr;
}

bool VariableUses::isForRegions() const {
  return AreKnown && !IsRead && Handed.empty() &&
         all_of(Passed, [](const CallBase *To) { return blockOf(*To); });
}

/// Whether the block does nothing with the variable but read it.
static bool onlyReads(const Function &Region, int64_t Word) {
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
      VariableUses Uses = usesOf(*Load);
      if (!Uses.AreKnown || !Uses.Writes.empty() || !Uses.Handed.empty() ||
          !Uses.Passed.empty())
        return false;
    }
  }
  return true;
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

/// The variable whose address is in the arguments at `Word`.
static const AllocaInst *variableOf(const AllocaInst &Args, int64_t Word,
                                    const CallBase &Call,
                                    const DominatorTree &Dominators) {
  VariableUses Uses = usesOf(Args);
  if (!Uses.isForRegions())
    return nullptr;
  return dyn_cast_or_null<AllocaInst>(
      valueAt(Uses, Word, abi::PointerSize, Call, Dominators));
}

/// Whether the address of a variable that is stored here goes to regions that
/// only read it.
static bool isHandedToReaders(const StoreInst &Store) {
  APInt Word(64, 0);
  const Value *To =
      Store.getPointerOperand()->stripAndAccumulateConstantOffsets(
          Store.getDataLayout(), Word, /*AllowNonInbounds=*/true);
  const auto *Args = dyn_cast<AllocaInst>(To);
  if (!Args)
    return false;
  VariableUses Uses = usesOf(*Args);
  return Uses.isForRegions() && all_of(Uses.Passed, [&](const CallBase *Call) {
           return onlyReads(*blockOf(*Call), Word.getSExtValue());
         });
}

static const Constant *constantOf(const CallBase &Call,
                                  const DominatorTree &Dominators, int64_t Word,
                                  int64_t Offset, uint64_t Size) {
  const auto *Args = dyn_cast<AllocaInst>(
      Call.getArgOperand(abi::ArgsArg)->stripPointerCasts());
  const AllocaInst *Variable =
      Args ? variableOf(*Args, Word, Call, Dominators) : nullptr;
  if (!Variable)
    return nullptr;
  VariableUses Uses = usesOf(*Variable);
  if (!Uses.AreKnown || !Uses.Passed.empty() ||
      !all_of(Uses.Handed,
              [](const StoreInst *Store) { return isHandedToReaders(*Store); }))
    return nullptr;
  return dyn_cast_or_null<Constant>(
      valueAt(Uses, Offset, Size, Call, Dominators));
}

const Constant *llvm::taskgraph::findCapturedConstant(
    ArrayRef<CallBase *> Calls,
    function_ref<const DominatorTree &(Function &)> Dominators, int64_t Word,
    int64_t Offset, uint64_t Size) {
  const Constant *Common = nullptr;
  for (CallBase *Call : Calls) {
    const Constant *Value =
        constantOf(*Call, Dominators(*Call->getFunction()), Word, Offset, Size);
    if (!Value || (Common && Value != Common))
      return nullptr;
    Common = Value;
  }
  return Common;
}
