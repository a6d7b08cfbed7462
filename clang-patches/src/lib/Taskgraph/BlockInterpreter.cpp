//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What each instruction does to symbolic values.
//
//===----------------------------------------------------------------------===//

#include "BlockInterpreter.h"
#include "shared/bottleneck.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::taskgraph;

/// A block takes some dozens of steps for a task.
static constexpr uint64_t StepsPerNode = 1000;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether lanes of the vector share bytes in memory.
static bool hasBitLanes(const Type &Type, const DataLayout &Layout) {
  auto *Element = const_cast<llvm::Type *>(Type.getScalarType());
  return Type.isVectorTy() && Layout.getTypeSizeInBits(Element) % 8 != 0;
}

/// A concrete number is kept without sign. A sum of symbols that is narrower
/// than 64 bits stands for an integer, which must not have wrapped.
SymbolicValue BlockInterpreter::ofWidth(SymbolicValue Value, unsigned Width) {
  if (Value.isConcrete() && Width < 64)
    Value.Offset =
        int64_t(uint64_t(Value.Offset) & maskTrailingOnes<uint64_t>(Width));
  return Value;
}

SymbolicValue BlockInterpreter::constant(const Constant &C) {
  if (const auto *Number = dyn_cast<ConstantInt>(&C))
    return Number->getBitWidth() <= 64
               ? SymbolicValue::number(Number->getZExtValue())
               : SymbolicValue();
  if (const auto *Number = dyn_cast<ConstantFP>(&C)) {
    APInt Bits = Number->getValueAPF().bitcastToAPInt();
    return Bits.getBitWidth() <= 64 ? SymbolicValue::number(Bits.getZExtValue())
                                    : SymbolicValue();
  }
  if (C.isNullValue())
    return SymbolicValue::number(0);
  GlobalValue *Global;
  APInt Offset;
  if (C.getType()->isPointerTy() &&
      IsConstantOffsetFromGlobal(const_cast<Constant *>(&C), Global, Offset,
                                 Layout) &&
      !Global->isThreadLocal() && Global->getAddressSpace() == 0) {
    SymbolicValue Address = Result.Values.global(*Global);
    Address.Offset = Offset.getSExtValue();
    return Address;
  }
  if (const auto *Expression = dyn_cast<ConstantExpr>(&C))
    if (Expression->getOpcode() == Instruction::PtrToInt &&
        Expression->getType()->isIntegerTy(64))
      return constant(*Expression->getOperand(0));
  return SymbolicValue();
}

BlockInterpreter::Lanes BlockInterpreter::unknown(const Type &Type) {
  return Lanes(lanesOf(Type));
}

BlockInterpreter::Lanes BlockInterpreter::lanes(const Value &V) {
  const auto *C = dyn_cast<Constant>(&V);
  if (!C) {
    auto Entry = Known.find(&V);
    return Entry == Known.end() ? unknown(*V.getType()) : Entry->second;
  }
  if (!C->getType()->isVectorTy())
    return {constant(*C)};
  Lanes All;
  for (unsigned I = 0; I < lanesOf(*C->getType()); ++I) {
    const Constant *Element = C->getAggregateElement(I);
    All.push_back(Element ? constant(*Element) : SymbolicValue());
  }
  return All;
}

std::optional<uint64_t> BlockInterpreter::number(const Value &V) {
  SymbolicValue Value = value(V);
  if (!Value.isConcrete())
    return std::nullopt;
  return uint64_t(Value.Offset);
}

SymbolicValue BlockInterpreter::binary(const BinaryOperator &Op,
                                       SymbolicValue Left, SymbolicValue Right,
                                       unsigned Width) {
  auto Opcode = Op.getOpcode();
  if (!Op.getType()->isIntOrIntVectorTy() || Width == 0)
    return SymbolicValue();
  // An address in the block's own memory, as an integer, plus a number.
  if (Left.isLocal() && Right.isConcrete() && Width == 64 &&
      (Opcode == Instruction::Add || Opcode == Instruction::Sub))
    return SymbolicValue::local(Left.Id, Opcode == Instruction::Add
                                             ? Left.Offset + Right.Offset
                                             : Left.Offset - Right.Offset);
  if (!Left.isNumber() || !Right.isNumber())
    return SymbolicValue();
  if (Left.isConcrete() && Right.isConcrete()) {
    APInt L(Width, uint64_t(Left.Offset)), R(Width, uint64_t(Right.Offset));
    Constant *Folded = ConstantFoldBinaryOpOperands(
        Opcode, ConstantInt::get(Op.getContext(), L),
        ConstantInt::get(Op.getContext(), R), Layout);
    const auto *Number = dyn_cast_or_null<ConstantInt>(Folded);
    return Number ? SymbolicValue::number(Number->getZExtValue())
                  : SymbolicValue();
  }
  // A sum of symbols.
  const auto *Flags = dyn_cast<OverflowingBinaryOperator>(&Op);
  bool IsExact = Width == 64 || (Flags && Flags->hasNoSignedWrap());
  auto Signed = [Width](SymbolicValue V) {
    if (V.isConcrete())
      V.Offset = SignExtend64(uint64_t(V.Offset), Width);
    return V;
  };
  Left = Signed(Left);
  Right = Signed(Right);
  SymbolicValue Sum;
  if (Opcode == Instruction::Or) // of bits that are apart
    IsExact = Width == 64 && cast<PossiblyDisjointInst>(Op).isDisjoint();
  if (!IsExact)
    return Sum;
  switch (Opcode) {
  case Instruction::Add:
  case Instruction::Or:
    Sum = Result.Values.add(Left, Right);
    break;
  case Instruction::Sub:
    Sum = Result.Values.add(Left, Right, -1);
    break;
  case Instruction::Mul:
    Sum = Result.Values.multiply(Left, Right);
    break;
  case Instruction::Shl:
    if (Right.isConcrete() && uint64_t(Right.Offset) < Width)
      Sum = Result.Values.multiply(
          Left, SymbolicValue::number(uint64_t(1) << Right.Offset));
    break;
  default:
    break;
  }
  return ofWidth(Sum, Width);
}

void BlockInterpreter::compute(const BinaryOperator &Op) {
  Lanes Left = lanes(*Op.getOperand(0)), Right = lanes(*Op.getOperand(1));
  unsigned Width = widthOf(*Op.getType(), Layout);
  Lanes &All = Known[&Op];
  All.clear();
  for (unsigned I = 0; I < Left.size(); ++I)
    All.push_back(binary(Op, Left[I], Right[I], Width));
}

void BlockInterpreter::convert(const CastInst &Cast) {
  unsigned From = widthOf(*Cast.getSrcTy(), Layout);
  unsigned To = widthOf(*Cast.getDestTy(), Layout);
  Lanes All = lanes(*Cast.getOperand(0));
  bool IsBits = Cast.getOpcode() == Instruction::BitCast && From == To &&
                lanesOf(*Cast.getSrcTy()) == lanesOf(*Cast.getDestTy());
  for (SymbolicValue &V : All) {
    if (From == 0 || To == 0) {
      V = SymbolicValue();
      continue;
    }
    switch (Cast.getOpcode()) {
    case Instruction::SExt:
      if (V.isConcrete())
        V = ofWidth(
            SymbolicValue::number(SignExtend64(uint64_t(V.Offset), From)), To);
      continue;
    case Instruction::ZExt:
      if (!V.isConcrete() && !cast<PossiblyNonNegInst>(Cast).hasNonNeg())
        V = SymbolicValue();
      continue;
    case Instruction::Trunc:
      V = V.isConcrete() ? ofWidth(V, To) : SymbolicValue();
      continue;
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
      if (From != To)
        V = SymbolicValue();
      continue;
    default:
      if (!IsBits)
        V = SymbolicValue();
    }
  }
  if (All.size() != lanesOf(*Cast.getDestTy()))
    All = unknown(*Cast.getDestTy());
  Known[&Cast] = std::move(All);
}

SymbolicValue BlockInterpreter::comparison(const ICmpInst &Compare,
                                           SymbolicValue Left,
                                           SymbolicValue Right,
                                           unsigned Width) {
  auto Predicate = Compare.getPredicate();
  if (Width == 0)
    return SymbolicValue();
  if (Left.isConcrete() && Right.isConcrete())
    return SymbolicValue::number(
        ICmpInst::compare(APInt(Width, uint64_t(Left.Offset)),
                          APInt(Width, uint64_t(Right.Offset)), Predicate));
  if (!Compare.isEquality())
    return SymbolicValue();
  bool IfEqual = Predicate == ICmpInst::ICMP_EQ;
  if (Left.K == Right.K && Left.K != SymbolicValue::Unknown &&
      Left.Id == Right.Id)
    return SymbolicValue::number((Left.Offset == Right.Offset) == IfEqual);
  // No global is at 0.
  if (!Left.isConcrete())
    std::swap(Left, Right);
  if (!Left.isConcrete() || Left.Offset != 0)
    return SymbolicValue();
  const GlobalValue *Global =
      Right.isNumber() ? Result.Values.globalOf(Right.Id) : nullptr;
  if (Global && Right.Offset == 0 && !Global->hasExternalWeakLinkage())
    return SymbolicValue::number(!IfEqual);
  return SymbolicValue();
}

void BlockInterpreter::compare(const ICmpInst &Compare) {
  Lanes Left = lanes(*Compare.getOperand(0)),
        Right = lanes(*Compare.getOperand(1));
  unsigned Width = widthOf(*Compare.getOperand(0)->getType(), Layout);
  Lanes &All = Known[&Compare];
  All.clear();
  for (unsigned I = 0; I < Left.size(); ++I)
    All.push_back(comparison(Compare, Left[I], Right[I], Width));
}

void BlockInterpreter::select(const SelectInst &Select) {
  Lanes True = lanes(*Select.getTrueValue()),
        False = lanes(*Select.getFalseValue()),
        Condition = lanes(*Select.getCondition());
  Lanes &All = Known[&Select];
  All.clear();
  for (unsigned I = 0; I < True.size(); ++I) {
    SymbolicValue If = Condition[Condition.size() == 1 ? 0 : I];
    All.push_back(True[I] == False[I] ? True[I]
                  : !If.isConcrete()  ? SymbolicValue()
                  : If.Offset         ? True[I]
                                      : False[I]);
  }
}

/// insertelement, extractelement, shufflevector.
bool BlockInterpreter::moveLanes(const Instruction &I) {
  Lanes All = lanes(*I.getOperand(0));
  if (const auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I)) {
    All.append(lanes(*I.getOperand(1)));
    Lanes Moved;
    for (int From : Shuffle->getShuffleMask())
      Moved.push_back(From < 0 || unsigned(From) >= All.size() ? SymbolicValue()
                                                               : All[From]);
    Known[&I] = std::move(Moved);
    return true;
  }
  bool Inserts = isa<InsertElementInst>(I);
  auto At = number(*I.getOperand(Inserts ? 2 : 1));
  if (!At || *At >= All.size())
    return fail(I, "which part of a vector is meant" + NotKnown);
  if (!Inserts) {
    set(I, All[*At]);
    return true;
  }
  All[*At] = value(*I.getOperand(1));
  Known[&I] = std::move(All);
  return true;
}

//===----------------------------------------------------------------------===//
// Memory accesses
//===----------------------------------------------------------------------===//

bool BlockInterpreter::allocate(const AllocaInst &Alloca) {
  if (!number(*Alloca.getArraySize()))
    return fail(Alloca, "an array of the block has a size that" + NotKnown);
  Variables.push_back(std::make_unique<LocalObject>());
  Locals.push_back(Variables.back().get());
  set(Alloca, SymbolicValue::local(Locals.size() - 1, 0));
  return true;
}

bool BlockInterpreter::address(const GetElementPtrInst &Gep) {
  if (Gep.getType()->isVectorTy()) {
    Known[&Gep] = unknown(*Gep.getType());
    return true;
  }
  SymbolicValue At = value(*Gep.getPointerOperand());
  for (auto Index = gep_type_begin(Gep), End = gep_type_end(Gep); Index != End;
       ++Index) {
    if (StructType *Struct = Index.getStructTypeOrNull()) {
      unsigned Field = cast<ConstantInt>(Index.getOperand())->getZExtValue();
      At.Offset += Layout.getStructLayout(Struct)->getElementOffset(Field);
      continue;
    }
    SymbolicValue Count = value(*Index.getOperand());
    unsigned Width = widthOf(*Index.getOperand()->getType(), Layout);
    uint64_t Stride = Index.getSequentialElementStride(Layout);
    if (Count.isConcrete()) {
      auto Distance =
          uint64_t(SignExtend64(uint64_t(Count.Offset), Width ? Width : 64));
      At.Offset = int64_t(uint64_t(At.Offset) + Stride * Distance);
      continue;
    }
    if (!At.isNumber() || !Count.isNumber()) {
      At = SymbolicValue();
      break;
    }
    At = Result.Values.add(At, Count, int64_t(Stride));
  }
  set(Gep, At);
  return true;
}

/// \param Size At most 8.
SymbolicValue BlockInterpreter::loadFrom(SymbolicValue Address, uint64_t Size,
                                         const Type &Type) {
  if (Address.isLocal())
    return Locals[Address.Id]->load(uint64_t(Address.Offset), Size);
  if (!Address.isNumber() || !isPowerOf2_64(Size))
    return SymbolicValue();
  if (const auto *Global =
          dyn_cast_or_null<GlobalVariable>(Result.Values.globalOf(Address.Id)))
    if (Global->isConstant() && Global->hasDefinitiveInitializer()) {
      APInt Offset(64, uint64_t(Address.Offset));
      Constant *Read = ConstantFoldLoadFromConst(
          const_cast<Constant *>(Global->getInitializer()),
          const_cast<llvm::Type *>(&Type), Offset, Layout);
      SymbolicValue Value = Read ? constant(*Read) : SymbolicValue();
      if (Value.isNumber())
        return Value;
    }
  // The word of args that a captured variable is reached through.
  const auto &Form = Result.Values.forms()[Address.Id];
  if (Form.size() == 1 && Form.front().Factor == 1) {
    const Symbols::Symbol &Word = Result.Values.symbols()[Form.front().Symbol];
    SymbolicValue Args = Result.Values.args();
    if (Word.K == Symbols::Kind::Read && Word.Size == 8 &&
        Word.Operands.front().Id == Args.Id)
      if (const Constant *Is =
              Captured(Word.Operands.front().Offset, Address.Offset, Size)) {
        SymbolicValue Value = constant(*Is);
        if (Value.isNumber())
          return Value;
      }
  }
  return Result.Values.load(Address, uint32_t(Size));
}

bool BlockInterpreter::load(const LoadInst &Load) {
  SymbolicValue Address = value(*Load.getPointerOperand());
  Type *Element = Load.getType()->getScalarType();
  uint64_t Size = Layout.getTypeStoreSize(Element);
  Lanes &All = Known[&Load];
  All.clear();
  if (hasBitLanes(*Load.getType(), Layout)) {
    All = unknown(*Load.getType());
    return true;
  }
  for (unsigned I = 0; I < lanesOf(*Load.getType()); ++I) {
    SymbolicValue At = Address;
    At.Offset += int64_t(I * Size);
    All.push_back(Size <= 8 && Address.K != SymbolicValue::Unknown
                      ? loadFrom(At, Size, *Element)
                      : SymbolicValue());
    // Floating-point values and pointers are bits, and a bool is one of them.
    if (All.back().isNumber() && !All.back().isConcrete() &&
        Layout.getTypeSizeInBits(Element) != 8 * Size)
      All.back() = SymbolicValue();
    else
      All.back() = ofWidth(All.back(), Layout.getTypeSizeInBits(Element));
  }
  return true;
}

bool BlockInterpreter::store(const StoreInst &Store) {
  SymbolicValue Address = value(*Store.getPointerOperand());
  if (!Address.isLocal())
    return fail(Store, "it changes a variable that outlives it");
  Type *Whole = Store.getValueOperand()->getType();
  uint64_t Size = Layout.getTypeStoreSize(Whole->getScalarType());
  LocalObject &Object = *Locals[Address.Id];
  uint64_t At = uint64_t(Address.Offset);
  if (hasBitLanes(*Whole, Layout)) {
    Object.store(At, Layout.getTypeStoreSize(Whole), SymbolicValue());
    return true;
  }
  size_t Moved = 0;
  for (SymbolicValue V : lanes(*Store.getValueOperand())) {
    Moved += Object.store(At, Size, V);
    At += Size;
  }
  return takeStepsToMove(Store, Moved);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

BlockInterpreter::BlockInterpreter(const Function &Block,
                                   CapturedConstant Captured, uint32_t MaxNodes)
    : Block(Block), Layout(Block.getDataLayout()), Captured(Captured),
      MaxNodes(MaxNodes), StepsLeft(StepsPerNode * (uint64_t(MaxNodes) + 100)) {
}

bool BlockInterpreter::fail(const Instruction &I, const Twine &Reason) {
  if (!Found)
    Found = Obstacle{&I, Reason.str()};
  return false;
}

/// The phis of a block take their values all at once.
bool BlockInterpreter::jump(const Instruction &From, const BasicBlock &To) {
  SmallVector<std::pair<const PHINode *, Lanes>, 8> Taken;
  for (const PHINode &Phi : To.phis())
    Taken.emplace_back(&Phi,
                       lanes(*Phi.getIncomingValueForBlock(From.getParent())));
  for (auto &[Phi, Values] : Taken)
    Known[Phi] = std::move(Values);
  Current = &To;
  Next = To.getFirstNonPHIIt();
  return true;
}

bool BlockInterpreter::branch(const BranchInst &Branch) {
  if (Branch.isUnconditional())
    return jump(Branch, *Branch.getSuccessor(0));
  auto Condition = number(*Branch.getCondition());
  if (!Condition)
    return fail(Branch, "the condition of a branch or loop" + NotKnown);
  return jump(Branch, *Branch.getSuccessor(*Condition ? 0 : 1));
}

bool BlockInterpreter::choose(const SwitchInst &Switch) {
  auto Condition = number(*Switch.getCondition());
  if (!Condition)
    return fail(Switch, "the value of a switch" + NotKnown);
  auto *Type = cast<IntegerType>(Switch.getCondition()->getType());
  auto *Case = ConstantInt::get(const_cast<IntegerType *>(Type), *Condition);
  return jump(Switch, *Switch.findCaseValue(Case)->getCaseSuccessor());
}

std::optional<Obstacle> BlockInterpreter::run() {
  Known[Block.getArg(0)] = {Result.Values.args()};
  Current = &Block.getEntryBlock();
  Next = Current->begin();
  while (!Done) {
    const Instruction &I = *Next++;
    if (!takeSteps(I, 1) || !step(I))
      break;
  }
  return Found;
}

/// Takes steps for what is done at once.
bool BlockInterpreter::takeSteps(const Instruction &I, uint64_t Steps) {
  if (Steps > StepsLeft)
    return fail(I, "it takes too many steps; see -taskgraph-static-nodes");
  StepsLeft -= Steps;
  return true;
}

/// A step takes about as long.
bool BlockInterpreter::takeStepsToMove(const Instruction &I, size_t Cells) {
  constexpr size_t CellsPerStep = 16;
  return takeSteps(I, Cells / CellsPerStep);
}

static bool hasScalableType(const Instruction &I) {
  const auto *Gep = dyn_cast<GetElementPtrInst>(&I);
  return I.getType()->isScalableTy() ||
         (Gep && Gep->getSourceElementType()->isScalableTy()) ||
         any_of(I.operands(),
                [](const Use &U) { return U->getType()->isScalableTy(); });
}

bool BlockInterpreter::step(const Instruction &I) {
  if (hasScalableType(I))
    return fail(I, "the length of a vector" + NotKnown);
  switch (I.getOpcode()) {
  case Instruction::Ret:
    Done = true;
    return true;
  case Instruction::Br:
    return branch(cast<BranchInst>(I));
  case Instruction::Switch:
    return choose(cast<SwitchInst>(I));
  case Instruction::Alloca:
    return allocate(cast<AllocaInst>(I));
  case Instruction::Load:
    return load(cast<LoadInst>(I));
  case Instruction::Store:
    return store(cast<StoreInst>(I));
  case Instruction::GetElementPtr:
    return address(cast<GetElementPtrInst>(I));
  case Instruction::ICmp:
    compare(cast<ICmpInst>(I));
    computeRest(I);
    return true;
  case Instruction::Select:
    select(cast<SelectInst>(I));
    computeRest(I);
    return true;
  case Instruction::Freeze:
    Known[&I] = lanes(*I.getOperand(0));
    return true;
  case Instruction::InsertElement:
  case Instruction::ExtractElement:
  case Instruction::ShuffleVector:
    return moveLanes(I);
  case Instruction::Call:
    return call(cast<CallBase>(I));
  default:
    break;
  }
  if (I.isTerminator() || I.mayHaveSideEffects())
    return fail(I, "it does what only a run can do");
  if (const auto *Op = dyn_cast<BinaryOperator>(&I))
    compute(*Op);
  else if (const auto *Cast = dyn_cast<CastInst>(&I))
    convert(*Cast);
  else
    Known[&I] = unknown(*I.getType()); // a floating-point operation
  computeRest(I);
  return true;
}

void StaticRegion::finish() {
  Rule.close();
  Successors.resize(Rule.edgeCount());
  Roots.resize(Rule.rootCount());
  Locks.resize(Rule.lockCount());
  Rule.writeEdges(Successors.data(), Roots.data());
  ompx::markBottlenecks<RuleArray>(Rule.nodes.data(), Rule.nodes.size() - 1,
                                   Successors.data());
  Rule.writeLocks(Locks.data());
}
