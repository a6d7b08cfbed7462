//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What a block computes of values that only an encounter knows: a symbol, which
// a function of the graph computes there (SymbolFunction).
//
//===----------------------------------------------------------------------===//

#include "BlockInterpreter.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace llvm::taskgraph;

static Constant *constantOf(const Type &Type, SymbolicValue Number) {
  auto &Scalar = const_cast<llvm::Type &>(*Type.getScalarType());
  APInt Bits(Scalar.getPrimitiveSizeInBits(), uint64_t(Number.Offset),
             /*isSigned=*/false, /*implicitTrunc=*/true);
  if (Scalar.isFloatingPointTy())
    return ConstantFP::get(Scalar.getContext(),
                           APFloat(Scalar.getFltSemantics(), Bits));
  return Scalar.isIntegerTy() ? ConstantInt::get(&Scalar, Bits) : nullptr;
}

/// What a lane of the instruction makes of constants, if it makes the same of
/// them wherever the program computes it.
static Constant *fold(const Instruction &I, ArrayRef<Constant *> Operands,
                      const DataLayout &Layout) {
  if (is_contained(Operands, nullptr))
    return nullptr;
  if (isa<BinaryOperator>(I) && I.getType()->isFPOrFPVectorTy())
    return ConstantFoldFPInstOperands(I.getOpcode(), Operands[0], Operands[1],
                                      Layout, &I,
                                      /*AllowNonDeterministic=*/false);
  if (isa<UnaryOperator>(I))
    return ConstantFoldUnaryOpOperand(I.getOpcode(), Operands[0], Layout);
  if (isa<CastInst>(I))
    return ConstantFoldCastOperand(I.getOpcode(), Operands[0],
                                   I.getType()->getScalarType(), Layout);
  if (const auto *Compare = dyn_cast<FCmpInst>(&I))
    return ConstantFoldCompareInstOperands(Compare->getPredicate(), Operands[0],
                                           Operands[1], Layout);
  return nullptr;
}

/// Whether a lane comes from the same lane of each operand.
static bool goesByLanes(const Instruction &I) {
  return all_of(I.operands(), [&](const Use &Operand) {
    return !Operand->getType()->isVectorTy() ||
           (I.getType()->isVectorTy() &&
            lanesOf(*Operand->getType()) == lanesOf(*I.getType()));
  });
}

/// Whether a function of its own computes what the block does, to the last bit.
static bool isExact(const Instruction &I) {
  if (const auto *Math = dyn_cast<FPMathOperator>(&I))
    if (Math->getFastMathFlags().any())
      return false;
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst>(I);
  for (const Use &Argument : Call->args())
    if (Argument->getType() != Call->getType())
      return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::sqrt:
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::round:
  case Intrinsic::roundeven:
    return !Call->getType()->isVectorTy();
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
    return true;
  default:
    return false;
  }
}

/// What a lane of the instruction makes of numbers.
SymbolicValue BlockInterpreter::computed(const Instruction &I,
                                         ArrayRef<SymbolicValue> Operands) {
  SmallVector<Constant *> Constants;
  for (auto [Use, Operand] : zip(I.operands(), Operands)) {
    if (!Operand.isNumber() || widthOf(*Use->getType(), Layout) == 0)
      return SymbolicValue();
    if (Operand.isConcrete())
      Constants.push_back(constantOf(*Use->getType(), Operand));
  }
  if (Constants.size() != Operands.size())
    return Result.Values.compute(I, Operands);
  Constant *Folded = fold(I, Constants, Layout);
  return Folded ? constant(*Folded) : SymbolicValue();
}

/// Lanes for which no other rule has a value: a number that the encounter
/// computes is a symbol, too.
void BlockInterpreter::computeRest(const Instruction &I) {
  Lanes &All = Known[&I];
  bool IsKnown = none_of(All, [](const SymbolicValue &V) {
    return V.K == SymbolicValue::Unknown;
  });
  if (IsKnown || !isExact(I) || !goesByLanes(I) ||
      widthOf(*I.getType(), Layout) == 0)
    return;
  SmallVector<Lanes, 3> Operands;
  unsigned Count =
      isa<CallBase>(I) ? cast<CallBase>(I).arg_size() : I.getNumOperands();
  for (unsigned Operand = 0; Operand < Count; ++Operand)
    Operands.push_back(lanes(*I.getOperand(Operand)));
  for (unsigned Lane = 0; Lane < All.size(); ++Lane) {
    if (All[Lane].K != SymbolicValue::Unknown)
      continue;
    SmallVector<SymbolicValue, 3> OfLane;
    for (const Lanes &Of : Operands)
      OfLane.push_back(Of[Of.size() == 1 ? 0 : Lane]);
    All[Lane] = computed(I, OfLane);
  }
}
