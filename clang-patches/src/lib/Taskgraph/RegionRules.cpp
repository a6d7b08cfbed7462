//===- RegionRules.cpp - What each instruction of a region may do ---------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first part of the proof: looks at each instruction by itself, and notes
// what the other parts need: reads of memory that outlives the block, accesses
// of tasks, joins, and where values come from that differ from run to run.
//
//===----------------------------------------------------------------------===//

#include "CalledFunctions.h"
#include "RegionProof.h"
#include "TaskgraphABI.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::taskgraph;

/// A thread-local variable in the constant, or null.
static const GlobalValue *findThreadLocal(const Value *V) {
  if (const auto *Global = dyn_cast<GlobalValue>(V))
    return Global->isThreadLocal() ? Global : nullptr;
  if (const auto *Whole = dyn_cast<Constant>(V))
    for (const Use &Operand : Whole->operands())
      if (const GlobalValue *Found = findThreadLocal(Operand))
        return Found;
  return nullptr;
}

bool RegionProof::checkInstruction(const Instruction &I) {
  for (const Use &Operand : I.operands())
    if (const GlobalValue *Variable = findThreadLocal(Operand))
      return fail(I, "it uses " + nameOf(*Variable) +
                         ", of which each thread has its own");
  switch (I.getOpcode()) {
  case Instruction::Load:
    return checkLoad(cast<LoadInst>(I));
  case Instruction::Store:
    return checkStore(cast<StoreInst>(I));
  case Instruction::Call:
  case Instruction::Invoke:
    return checkCall(cast<CallBase>(I));
  case Instruction::Alloca:
    Origins.insert(&I);
    return true;
  case Instruction::Ret:
  case Instruction::Br:
  case Instruction::Switch:
  case Instruction::Unreachable:
  case Instruction::PHI:
  case Instruction::Select:
  case Instruction::Freeze:
  case Instruction::GetElementPtr:
  case Instruction::ICmp:
  case Instruction::FCmp:
  case Instruction::FNeg:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
    return true;
  default:
    return I.isBinaryOp() || I.isCast() ||
           fail(I,
                Twine("it executes an instruction that is not understood (") +
                    I.getOpcodeName() + ")");
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static std::optional<uint64_t> fixedSize(TypeSize Size) {
  if (Size.isScalable())
    return std::nullopt;
  return Size.getFixedValue();
}

bool RegionProof::checkLoad(const LoadInst &Load) {
  if (!Load.isSimple())
    return fail(Load, "it makes an atomic or volatile access");
  return checkRead(Load, Load.getPointerOperand(),
                   fixedSize(Layout.getTypeStoreSize(Load.getType())));
}

bool RegionProof::checkStore(const StoreInst &Store) {
  if (!Store.isSimple())
    return fail(Store, "it makes an atomic or volatile access");
  return checkWrite(
      Store, Store.getPointerOperand(),
      fixedSize(Layout.getTypeStoreSize(Store.getValueOperand()->getType())));
}

bool RegionProof::checkRead(const Instruction &I, const Value *Address,
                            std::optional<uint64_t> Size) {
  if (Address->getType()->getPointerAddressSpace() != 0)
    return fail(I, "it uses another address space");
  Place From = Pointers.find(Address);
  switch (From.In) {
  case Area::Unknown:
    return fail(I, "it reads memory of the block or of elsewhere");
  case Area::Local:
    LoadedVariables.insert(From.Root);
    return true;
  case Area::Task:
    if (isa<LoadInst>(I) && Pointers.find(&I).In == Area::Shareds) {
      Origins.insert(&I);
      return true;
    }
    if (From.Offset && *From.Offset < abi::TaskData)
      return fail(I, "it reads what the library keeps in a task");
    [[fallthrough]];
  case Area::Shareds:
    Tasks[From.task()].Reads.push_back({&I, From.In, From.Offset, Size});
    return true;
  case Area::Args:
  case Area::Word:
  case Area::Outside:
    break;
  }
  if (From.isConstant())
    return true;
  if (!Size)
    return fail(I, "it copies memory whose size is not known");
  OutsideReads.push_back({&I, Address, *Size, From});
  return true;
}

bool RegionProof::checkWrite(const Instruction &I, const Value *Address,
                             std::optional<uint64_t> Size) {
  if (Address->getType()->getPointerAddressSpace() != 0)
    return fail(I, "it uses another address space");
  Place To = Pointers.find(Address);
  if (To.In == Area::Local)
    return true;
  if (To.In == Area::Word && Size && Unaliased.contains(To.WordOffset)) {
    OutsideWrites.push_back({&I, Address, *Size, To});
    WrittenWords.insert(To.WordOffset);
    return true;
  }
  if (!To.isTaskMemory())
    return fail(I, "it changes " + describe(To) + ", which outlives it");
  if (To.In == Area::Task && To.Offset && *To.Offset < abi::TaskDestructors)
    return fail(I, "it changes what the library keeps in a task");
  Tasks[To.task()].Writes.push_back({&I, To.In, To.Offset, Size});
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Why a block that makes this call is not proved.
static std::string explainCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return Call.isInlineAsm() ? "it has assembler code"
                              : "it calls a function that is not known";
  StringRef Name = Callee->getName();
  if (Name.starts_with("__tgt_") || Name.starts_with("__kmpc_omp_target_"))
    return "it has a target construct";
  if (!Name.starts_with("__kmpc_"))
    return "it calls " + nameOf(*Callee) +
           ", which may do more than make tasks";
  return StringSwitch<std::string>(Name)
      .Cases({"__kmpc_omp_task_begin_if0", "__kmpc_omp_task_complete_if0"},
             "a task has an if clause")
      .Cases({"__kmpc_critical", "__kmpc_critical_with_hint"},
             "it has a critical construct")
      .Case("__kmpc_flush", "it has a flush construct")
      .Case(abi::Encounter, "it has a taskgraph in it")
      .Default("it has a construct that does more than make tasks (" +
               Name.str() + ")");
}

bool RegionProof::checkCall(const CallBase &Call) {
  if (const LibraryCall *Known = findLibraryCall(Call))
    return checkLibraryCall(Call, *Known);
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call))
    return checkIntrinsic(*Intrinsic);
  if (endsProgram(Call) || isFunctionOfArguments(Call))
    return true;
  const Function *Callee = Call.getCalledFunction();
  if (Callee && Callee->getName() == abi::NotReplayable)
    return refuse(Call, "a construct is not replayable");
  return fail(Call, explainCall(Call));
}

bool RegionProof::checkIntrinsic(const IntrinsicInst &Call) {
  if (isAnnotation(Call) || endsProgram(Call) || isFunctionOfArguments(Call))
    return true;
  if (Call.getIntrinsicID() == Intrinsic::stacksave)
    return Origins.insert(&Call), true;
  if (Call.getIntrinsicID() == Intrinsic::stackrestore)
    return true;
  const auto *Memory = dyn_cast<MemIntrinsic>(&Call);
  if (!Memory)
    return fail(Call, "it uses " + nameOf(*Call.getCalledFunction()) +
                          ", which is not understood");
  if (Memory->isVolatile())
    return fail(Call, "it makes an atomic or volatile access");
  std::optional<uint64_t> Size;
  if (const auto *Constant = dyn_cast<ConstantInt>(Memory->getLength()))
    Size = Constant->getZExtValue();
  if (const auto *Transfer = dyn_cast<MemTransferInst>(Memory))
    if (!checkRead(Call, Transfer->getRawSource(), Size))
      return false;
  return checkWrite(Call, Memory->getRawDest(), Size);
}

bool RegionProof::checkLibraryCall(const CallBase &Call,
                                   const LibraryCall &Known) {
  for (unsigned Index = 0; Index < Call.arg_size(); ++Index)
    if (!checkArgument(Call, Index, Known.role(Index)))
      return false;
  if (isJoin(Call))
    Joins.push_back(&Call);
  Origins.insert(&Call);
  if (Known.handsOver()) {
    TaskInfo &Task = Tasks[cast<CallBase>(argumentOf(Call, Role::Task))];
    Task.HandOvers.push_back(&Call);
    int64_t Data =
        Known.Kind == CallKind::Taskloop ? abi::TaskloopData : abi::TaskData;
    Task.FirstField = std::max(Task.FirstField, Data);
  }
  if (Known.Kind == CallKind::TaskAlloc)
    return checkAlloc(Call);
  return Known.Kind != CallKind::Saved || checkSaved(Call);
}

bool RegionProof::checkArgument(const CallBase &Call, unsigned Index,
                                Role Expected) {
  const Value *Argument = Call.getArgOperand(Index);
  Place Where;
  if (Argument->getType()->isPointerTy())
    Where = Pointers.find(Argument);
  switch (Expected) {
  case Role::Number:
  case Role::NoGroup:
  case Role::NoWait:
  case Role::AllocFlags:
  case Role::SavedVariable:
    return true;
  case Role::Location:
    return isa<Constant>(Argument) ||
           fail(Call, "it computes a source location");
  case Role::ThreadNumber: {
    const auto *Number = dyn_cast<CallBase>(Argument);
    const LibraryCall *From = Number ? findLibraryCall(*Number) : nullptr;
    return (From && From->Kind == CallKind::ThreadNumber) ||
           fail(Call, "it makes a task for another thread");
  }
  case Role::Entry:
    return isa<Function>(Argument) ||
           fail(Call, "it makes a task whose function is not known");
  case Role::Task:
    return (Where.In == Area::Task && Where.Root == Argument) ||
           fail(Call, "it hands over a task that it did not just make");
  case Role::TaskBound:
    return (Where.In == Area::Task &&
            Where.Root == argumentOf(Call, Role::Task)) ||
           fail(Call, "it makes a taskloop whose bounds are not in its task");
  case Role::If: {
    const auto *Condition = dyn_cast<ConstantInt>(Argument);
    return (Condition && !Condition->isZero()) ||
           fail(Call, "a taskloop has an if clause");
  }
  case Role::TaskDup: {
    const auto *TaskDup = dyn_cast<Function>(Argument);
    return isa<ConstantPointerNull>(Argument) ||
           (TaskDup && setsOnlyLastIteration(*TaskDup)) ||
           fail(Call, "the tasks of a taskloop are copied by a function");
  }
  case Role::Dependences:
    if (Where.In == Area::Local)
      DependenceArrays.insert(Where.Root);
    return Where.In == Area::Local || isa<ConstantPointerNull>(Argument) ||
           fail(Call, "its dependences are not in an array of the block");
  case Role::ReductionItems:
    return Where.In == Area::Local ||
           fail(Call, "its reductions are not in an array of the block");
  case Role::SavedCopy:
    return Where.isTaskMemory() ||
           fail(Call, "it saves a variable elsewhere than in a task");
  }
  llvm_unreachable("unknown role");
}

bool RegionProof::checkAlloc(const CallBase &Call) {
  KnownBits Flags =
      computeKnownBits(argumentOf(Call, Role::AllocFlags), Layout);
  APInt Needed(Flags.getBitWidth(), abi::AllocTied);
  APInt Allowed(Flags.getBitWidth(),
                abi::AllocTied | abi::AllocFinal | abi::AllocDestructors |
                    abi::AllocFreeAgent | abi::AllocPriority |
                    abi::AllocCannotWait);
  if (Flags.One.intersects(APInt(Flags.getBitWidth(), abi::AllocDetachable)))
    return refuse(Call, "a task is detachable");
  if (!Needed.isSubsetOf(Flags.One) || !(~Allowed).isSubsetOf(Flags.Zero))
    return fail(Call, "a task is untied or detachable");
  return true;
}

/// What outlives the block is no input here: replays keep the recorded copy.
bool RegionProof::checkSaved(const CallBase &Call) {
  std::optional<uint64_t> Size;
  if (const auto *Constant =
          dyn_cast<ConstantInt>(argumentOf(Call, Role::Number)))
    Size = Constant->getZExtValue();
  const Value *Variable = argumentOf(Call, Role::SavedVariable);
  Place From = Pointers.find(Variable);
  bool IsOutside = From.In == Area::Word || From.In == Area::Outside;
  return (IsOutside || checkRead(Call, Variable, Size)) &&
         checkWrite(Call, argumentOf(Call, Role::SavedCopy), Size);
}
