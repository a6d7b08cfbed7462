//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Arithmetic of symbols and forms.
//
//===----------------------------------------------------------------------===//

#include "SymbolicValue.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace llvm::taskgraph;

bool Symbols::Before::operator()(const Symbol &Left,
                                 const Symbol &Right) const {
  auto Key = [](const Symbol &S) {
    return std::tie(S.K, S.Global, S.Size, S.Like, S.Operands);
  };
  return Key(Left) < Key(Right);
}

SymbolicValue Symbols::of(const Symbol &Wanted) {
  auto [Entry, New] = Known.try_emplace(Wanted, All.size());
  if (New)
    All.push_back(Wanted);
  return SymbolicValue::number(0, formOf({{Entry->second, 1}}));
}

uint32_t Symbols::formOf(const Form &Wanted) {
  auto [Entry, New] = KnownForms.try_emplace(Wanted, Forms.size());
  if (New)
    Forms.push_back(Wanted);
  return Entry->second;
}

SymbolicValue Symbols::load(SymbolicValue Address, uint32_t Size) {
  if (All.size() >= MaxSymbols)
    return SymbolicValue();
  return of({Kind::Read, nullptr, Size, nullptr, {Address}});
}

/// Whether scalars of both compute the same of the same operands.
static bool areAlike(const Instruction &Left, const Instruction &Right) {
  if (!Left.isSameOperationAs(&Right, Instruction::CompareUsingScalarTypes))
    return false;
  const auto *Call = dyn_cast<IntrinsicInst>(&Left);
  return !Call ||
         Call->getIntrinsicID() == cast<IntrinsicInst>(Right).getIntrinsicID();
}

SymbolicValue Symbols::compute(const Instruction &Like,
                               ArrayRef<SymbolicValue> Operands) {
  if (All.size() >= MaxSymbols)
    return SymbolicValue();
  auto Known = find_if(
      Kinds, [&](const Instruction *Kind) { return areAlike(*Kind, Like); });
  if (Known == Kinds.end())
    Known = Kinds.insert(Known, &Like);
  Symbol Wanted = {Kind::Computed, nullptr, 8, *Known, {}};
  Wanted.Operands.assign(Operands.begin(), Operands.end());
  return of(Wanted);
}

SymbolicValue Symbols::add(SymbolicValue Left, SymbolicValue Right,
                           int64_t Factor) {
  uint64_t Offset =
      uint64_t(Left.Offset) + uint64_t(Factor) * uint64_t(Right.Offset);
  if (Right.Id == 0)
    return SymbolicValue::number(Offset, Left.Id);
  if (Forms[Left.Id].size() + Forms[Right.Id].size() > MaxTerms)
    return SymbolicValue();
  auto [Entry, New] = Sums.try_emplace({Left.Id, Right.Id, Factor}, 0);
  if (New) {
    std::map<uint32_t, uint64_t> Sum;
    for (const Term &T : Forms[Left.Id])
      Sum[T.Symbol] += uint64_t(T.Factor);
    for (const Term &T : Forms[Right.Id])
      Sum[T.Symbol] += uint64_t(Factor) * uint64_t(T.Factor);
    Form Result;
    for (auto [Symbol, Factor] : Sum)
      if (Factor != 0)
        Result.push_back({Symbol, int64_t(Factor)});
    Entry->second = formOf(Result);
  }
  return SymbolicValue::number(Offset, Entry->second);
}

/// A product of products is ordered, so that each is made once.
uint32_t Symbols::product(uint32_t Left, uint32_t Right) {
  if (Left < Right)
    std::swap(Left, Right);
  auto Factor = [this](uint32_t Symbol) {
    return SymbolicValue::number(0, formOf({{Symbol, 1}}));
  };
  SymbolicValue Value =
      of({Kind::Product, nullptr, 8, nullptr, {Factor(Left), Factor(Right)}});
  return Forms[Value.Id].front().Symbol;
}

SymbolicValue Symbols::multiply(SymbolicValue Left, SymbolicValue Right) {
  if (Left.Id == 0)
    std::swap(Left, Right);
  if (Right.Id == 0) {
    if (Left.Id == 0)
      return SymbolicValue::number(uint64_t(Left.Offset) *
                                   uint64_t(Right.Offset));
    return add(SymbolicValue::number(0), Left, Right.Offset);
  }
  size_t Terms = (Forms[Left.Id].size() + 1) * (Forms[Right.Id].size() + 1);
  if (Terms > MaxTerms || All.size() >= MaxSymbols)
    return SymbolicValue();
  // (form + a) * (form' + b)
  SymbolicValue Result = add(multiply(SymbolicValue::number(0, Left.Id),
                                      SymbolicValue::number(Right.Offset)),
                             multiply(SymbolicValue::number(0, Right.Id),
                                      SymbolicValue::number(Left.Offset)));
  Result.Offset = int64_t(uint64_t(Left.Offset) * uint64_t(Right.Offset));
  for (const Term &L : Form(Forms[Left.Id]))
    for (const Term &R : Form(Forms[Right.Id])) {
      uint32_t Both = product(L.Symbol, R.Symbol);
      uint64_t Factor = uint64_t(L.Factor) * uint64_t(R.Factor);
      Result = add(Result, SymbolicValue::number(0, formOf({{Both, 1}})),
                   int64_t(Factor));
    }
  return Result;
}

const GlobalValue *Symbols::globalOf(uint32_t Form) const {
  const auto &F = Forms[Form];
  if (F.size() != 1 || F.front().Factor != 1)
    return nullptr;
  return All[F.front().Symbol].Global;
}
