//===- RegionPointers.cpp - Where the pointers of a region lead -----------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a pointer back through address arithmetic, phis and selects to the
// values that it is made from.
//
//===----------------------------------------------------------------------===//

#include "RegionPointers.h"
#include "LibraryCalls.h"
#include "TaskgraphABI.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace llvm::taskgraph;

bool Place::isConstant() const {
  const auto *Variable = dyn_cast_or_null<GlobalVariable>(Root);
  return Variable && Variable->isConstant();
}

RegionPointers::RegionPointers(const Function &Region)
    : Layout(Region.getDataLayout()), Args(Region.getArg(0)) {}

/// One place for two that a pointer may lead to.
static Place merge(const Place &Left, const Place &Right) {
  Place Result = Left;
  if (Left.isSameObject(Right)) {
    if (Left.Offset != Right.Offset)
      Result.Offset.reset();
    return Result;
  }
  auto IsOutside = [](const Place &Candidate) {
    return Candidate.In == Area::Word || Candidate.In == Area::Outside;
  };
  Result = Place();
  if (IsOutside(Left) && IsOutside(Right))
    Result.In = Area::Outside;
  return Result;
}

/// Walks from a pointer through address arithmetic to what that starts from.
/// The distance is forgotten when it is not constant.
static const Value *walkArithmetic(const Value *Pointer,
                                   std::optional<int64_t> &Distance,
                                   const DataLayout &Layout) {
  while (const auto *GEP = dyn_cast<GEPOperator>(Pointer)) {
    APInt Constant(Layout.getIndexTypeSizeInBits(GEP->getType()), 0);
    if (Distance && GEP->accumulateConstantOffset(Layout, Constant))
      *Distance += Constant.getSExtValue();
    else
      Distance.reset();
    Pointer = GEP->getPointerOperand();
  }
  return Pointer;
}

Place RegionPointers::find(const Value *Pointer) {
  auto [Entry, New] = Known.try_emplace(Pointer);
  if (!New)
    return Entry->second;
  Place Found = search(Pointer);
  return Known[Pointer] = Found;
}

Place RegionPointers::search(const Value *Pointer) {
  struct Step {
    const Value *At;
    std::optional<int64_t> Distance;
  };
  SmallVector<Step> Steps = {{Pointer, 0}};
  DenseMap<const Value *, std::optional<int64_t>> Joints;
  std::optional<Place> Result;
  bool DistanceVaries = false;
  while (!Steps.empty()) {
    auto [At, Distance] = Steps.pop_back_val();
    At = walkArithmetic(At, Distance, Layout);
    if (isa<PHINode, SelectInst>(At)) {
      auto [Joint, New] = Joints.try_emplace(At, Distance);
      if (!New) {
        DistanceVaries |= Joint->second != Distance;
        continue;
      }
      const auto *Choice = cast<User>(At);
      for (const Use &Operand : Choice->operands())
        if (Operand->getType() == At->getType())
          Steps.push_back({Operand, Distance});
      continue;
    }
    Place Root = findRoot(At);
    if (Root.Offset && Distance)
      *Root.Offset += *Distance;
    else
      Root.Offset.reset();
    Result = Result ? merge(*Result, Root) : Root;
  }
  if (!Result)
    return Place();
  if (DistanceVaries)
    Result->Offset.reset();
  return *Result;
}

Place RegionPointers::findRoot(const Value *Root) {
  Place Result;
  Result.Offset = 0;
  if (Root == Args) {
    Result.In = Area::Args;
    return Result;
  }
  if (isa<AllocaInst>(Root)) {
    Result.In = Area::Local;
    Result.Root = Root;
    return Result;
  }
  if (const auto *Call = dyn_cast<CallBase>(Root)) {
    const LibraryCall *Known = findLibraryCall(*Call);
    if (Known && Known->Kind == CallKind::TaskAlloc) {
      Result.In = Area::Task;
      Result.Root = Root;
      return Result;
    }
  }
  if (const auto *Load = dyn_cast<LoadInst>(Root)) {
    if (std::optional<int64_t> Word = wordLoadedBy(*Load)) {
      Result.In = Area::Word;
      Result.WordOffset = *Word;
      return Result;
    }
    Place Source = find(Load->getPointerOperand());
    if (Source.In == Area::Task && Source.Offset == abi::TaskShareds) {
      Result.In = Area::Shareds;
      Result.Root = Source.Root;
      return Result;
    }
  }
  Result.In = Area::Outside;
  Result.Root = dyn_cast<GlobalValue>(Root);
  if (!Result.Root)
    Result.Offset.reset();
  return Result;
}

bool RegionPointers::isDistance(const Instruction &I) {
  const auto *Comparison = dyn_cast<ICmpInst>(&I);
  if (!Comparison || !Comparison->getOperand(0)->getType()->isPointerTy())
    return false;
  Place Left = find(Comparison->getOperand(0));
  const auto *Variable = dyn_cast_or_null<AllocaInst>(Left.Root);
  bool IsOneObject = Left.In == Area::Word || Left.In == Area::Args ||
                     (Variable && Variable->isStaticAlloca());
  return IsOneObject && Left.isSameObject(find(Comparison->getOperand(1)));
}

std::optional<int64_t> RegionPointers::wordLoadedBy(const LoadInst &Load) {
  Type *Loaded = Load.getType();
  if (!Loaded->isPointerTy() && !Loaded->isIntegerTy())
    return std::nullopt;
  Place Source = find(Load.getPointerOperand());
  if (Source.In != Area::Args || !Source.Offset ||
      *Source.Offset % abi::PointerSize != 0 ||
      Layout.getTypeStoreSize(Loaded) > abi::PointerSize)
    return std::nullopt;
  return *Source.Offset;
}
