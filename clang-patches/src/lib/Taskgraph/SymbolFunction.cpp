//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// From symbols to instructions.
//
//===----------------------------------------------------------------------===//

#include "SymbolFunction.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace llvm::taskgraph;
using Kind = Symbols::Kind;

/// A function that the code generator treats as it does the block, so that both
/// compute the same.
static Function *declareLike(const Function &Region) {
  LLVMContext &Context = Region.getContext();
  Type *Pointer = PointerType::getUnqual(Context);
  auto *Type = FunctionType::get(Type::getInt32Ty(Context), {Pointer, Pointer},
                                 /*isVarArg=*/false);
  Function *F = Function::Create(
      Type, GlobalValue::InternalLinkage, Region.getAddressSpace(),
      Region.getName() + ".symbols", const_cast<Module *>(Region.getParent()));
  for (const Attribute &A : Region.getAttributes().getFnAttrs())
    if (A.isStringAttribute()) // the target's, and of floating point
      F->addFnAttr(A);
  // No pass is to look for parallelism, for longer than linear time, in what
  // may be thousands of symbols, or to compute one in another way.
  F->addFnAttr(Attribute::OptimizeNone);
  F->addFnAttr(Attribute::NoInline);
  F->setDoesNotThrow();
  F->getArg(0)->setName("args");
  F->getArg(1)->setName("symbols");
  F->addParamAttr(1, Attribute::NoAlias);
  return F;
}

/// A form plus an offset.
Value *SymbolFunction::sum(SymbolicValue Number) {
  Value *Sum = nullptr;
  auto add = [&](Value *Part) {
    Sum = Sum ? Builder->CreateAdd(Sum, Part) : Part;
  };
  for (const Symbols::Term &T : Of.forms()[Number.Id]) {
    Value *Part = Values[T.Symbol];
    if (T.Factor != 1)
      Part = Builder->CreateMul(Part, Builder->getInt64(uint64_t(T.Factor)));
    add(Part);
  }
  if (Number.Offset != 0 || !Sum)
    add(Builder->getInt64(uint64_t(Number.Offset)));
  return Sum;
}

/// A number as an operand of an instruction.
Value *SymbolFunction::as(SymbolicValue Number, Type *Type) {
  Value *Word = sum(Number);
  if (Type->isPointerTy())
    return Builder->CreateIntToPtr(Word, Type);
  auto Width = unsigned(Type->getPrimitiveSizeInBits());
  Value *Bits = Builder->CreateTrunc(Word, Builder->getIntNTy(Width));
  return Builder->CreateBitCast(Bits, Type);
}

Value *SymbolFunction::compute(const Instruction &Like,
                               ArrayRef<Value *> Operands) {
  Type *To = Like.getType()->getScalarType();
  if (const auto *Op = dyn_cast<BinaryOperator>(&Like))
    return Builder->CreateBinOp(Op->getOpcode(), Operands[0], Operands[1]);
  if (const auto *Op = dyn_cast<UnaryOperator>(&Like))
    return Builder->CreateUnOp(Op->getOpcode(), Operands[0]);
  if (const auto *Cast = dyn_cast<CastInst>(&Like))
    return Builder->CreateCast(Cast->getOpcode(), Operands[0], To);
  if (const auto *Compare = dyn_cast<CmpInst>(&Like))
    return Builder->CreateCmp(Compare->getPredicate(), Operands[0],
                              Operands[1]);
  if (isa<SelectInst>(Like))
    return Builder->CreateSelect(Operands[0], Operands[1], Operands[2]);
  return Builder->CreateIntrinsic(cast<IntrinsicInst>(Like).getIntrinsicID(),
                                  {To}, Operands);
}

Value *SymbolFunction::symbol(const Symbols::Symbol &Symbol) {
  Type *Word = Builder->getInt64Ty();
  switch (Symbol.K) {
  case Kind::Args:
    return Builder->CreatePtrToInt(Args, Word);
  case Kind::Global:
    return Builder->CreatePtrToInt(const_cast<GlobalValue *>(Symbol.Global),
                                   Word);
  case Kind::Read: {
    Value *From = as(Symbol.Operands[0], Builder->getPtrTy());
    Type *Integer = Builder->getIntNTy(8 * Symbol.Size);
    return Builder->CreateSExt(
        Builder->CreateAlignedLoad(Integer, From, Align(1)), Word);
  }
  case Kind::Product:
    return Builder->CreateMul(sum(Symbol.Operands[0]), sum(Symbol.Operands[1]));
  case Kind::Computed: {
    SmallVector<Value *, 3> Operands;
    for (unsigned I = 0; I < Symbol.Operands.size(); ++I)
      Operands.push_back(
          as(Symbol.Operands[I],
             Symbol.Like->getOperand(I)->getType()->getScalarType()));
    Value *Result = compute(*Symbol.Like, Operands);
    if (Result->getType()->isPointerTy())
      return Builder->CreatePtrToInt(Result, Word);
    auto Width = unsigned(Result->getType()->getPrimitiveSizeInBits());
    return Builder->CreateSExt(
        Builder->CreateBitCast(Result, Builder->getIntNTy(Width)), Word);
  }
  }
  llvm_unreachable("a kind of symbol without a case");
}

Function *SymbolFunction::emit(const Function &Region,
                               ArrayRef<uint32_t> Used) {
  Function *F = declareLike(Region);
  Builder =
      std::make_unique<IRBuilder<>>(BasicBlock::Create(F->getContext(), "", F));
  Args = F->getArg(0);
  Value *Changed = Builder->getFalse();
  for (unsigned I = 0; I < Used.size(); ++I) {
    Value *Now = Values[Used[I]] = symbol(Of.symbols()[Used[I]]);
    Value *Place =
        Builder->CreateConstInBoundsGEP1_64(Now->getType(), F->getArg(1), I);
    Value *Before = Builder->CreateLoad(Now->getType(), Place);
    Changed = Builder->CreateOr(Changed, Builder->CreateICmpNE(Before, Now));
    Builder->CreateStore(Now, Place);
  }
  Builder->CreateRet(Builder->CreateZExt(Changed, Builder->getInt32Ty()));
  return F;
}
