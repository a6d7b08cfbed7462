//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What calls do: copies of memory, and the entry points that make tasks.
//
//===----------------------------------------------------------------------===//

#include "BlockInterpreter.h"
#include "TaskgraphABI.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace llvm::taskgraph;
using ompx::NodeKind;

bool BlockInterpreter::copyMemory(const MemTransferInst &Copy) {
  auto Size = number(*Copy.getLength());
  SymbolicValue To = value(*Copy.getRawDest()),
                From = value(*Copy.getRawSource());
  if (!Size || !To.isLocal())
    return fail(Copy, "it copies memory of which the size or place" + NotKnown);
  LocalObject &Object = *Locals[To.Id];
  // In words, as the fields that tasks have are; the rest byte by byte.
  constexpr uint64_t MaxWords = 64;
  if (*Size > 8 * MaxWords || From.K == SymbolicValue::Unknown) {
    if (*Size > ~uint32_t(0))
      return fail(Copy, "it copies a large object");
    Object.store(uint64_t(To.Offset), *Size, SymbolicValue());
    return true;
  }
  Type *Word = Type::getInt64Ty(Copy.getContext());
  Type *Byte = Type::getInt8Ty(Copy.getContext());
  SmallVector<LocalObject::Cell, 4> Copied;
  if (From.isLocal()) {
    // Of bytes that were never set, the copy may have any value.
    auto Begin = uint64_t(From.Offset);
    Copied = Locals[From.Id]->cellsIn(Begin, *Size);
    for (LocalObject::Cell &C : Copied)
      C.At -= Begin;
  } else {
    for (uint64_t At = 0; At < *Size;) {
      uint32_t Part = *Size - At >= 8 ? 8 : 1;
      SymbolicValue Source = From;
      Source.Offset += int64_t(At);
      Copied.push_back(
          {At, Part, loadFrom(Source, Part, Part == 8 ? *Word : *Byte)});
      At += Part;
    }
  }
  size_t Moved = 0;
  for (const LocalObject::Cell &C : Copied)
    Moved += Object.store(uint64_t(To.Offset) + C.At, C.Size, C.Value);
  return takeStepsToMove(Copy, Moved);
}

bool BlockInterpreter::setMemory(const MemSetInst &Set) {
  auto Size = number(*Set.getLength()), Byte = number(*Set.getValue());
  SymbolicValue To = value(*Set.getRawDest());
  if (!Size || !Byte || !To.isLocal() || *Size > (1 << 20))
    return fail(Set,
                "it sets memory of which the size, place or value" + NotKnown);
  if (!takeSteps(Set, *Size / 8))
    return false;
  uint64_t Word = *Byte * 0x0101010101010101;
  LocalObject &Object = *Locals[To.Id];
  for (uint64_t At = 0; At < *Size;) {
    uint32_t Part = *Size - At >= 8 ? 8 : 1;
    size_t Moved = Object.store(uint64_t(To.Offset) + At, Part,
                                ofWidth(SymbolicValue::number(Word), 8 * Part));
    if (!takeStepsToMove(Set, Moved))
      return false;
    At += Part;
  }
  return true;
}

bool BlockInterpreter::intrinsic(const IntrinsicInst &Call) {
  if (const auto *Copy = dyn_cast<MemTransferInst>(&Call))
    return copyMemory(*Copy);
  if (const auto *Set = dyn_cast<MemSetInst>(&Call))
    return setMemory(*Set);
  if (Call.getType()->isVoidTy()) // lifetimes, assumptions, scopes
    return true;
  // Minimum, maximum, absolute value and their like, of numbers.
  SmallVector<Constant *> Numbers;
  for (const Use &Argument : Call.args()) {
    auto Number =
        Argument->getType()->isIntegerTy() ? number(*Argument) : std::nullopt;
    if (!Number)
      break;
    Numbers.push_back(ConstantInt::get(Argument->getType(), *Number));
  }
  SymbolicValue Value;
  if (Numbers.size() == Call.arg_size() && Call.getType()->isIntegerTy() &&
      canConstantFoldCallTo(&Call, Call.getCalledFunction()))
    if (Constant *Folded =
            ConstantFoldCall(&Call, Call.getCalledFunction(), Numbers))
      Value = constant(*Folded);
  Known[&Call] = unknown(*Call.getType());
  Known[&Call].front() = Value;
  computeRest(Call);
  return true;
}

bool BlockInterpreter::failOfSize(const CallBase &Call) {
  return fail(Call, "it makes more tasks than -taskgraph-static-nodes=" +
                        Twine(MaxNodes) + " allows");
}

bool BlockInterpreter::call(const CallBase &Call) {
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call))
    return intrinsic(*Intrinsic);
  if (const LibraryCall *Known = findLibraryCall(Call)) {
    if (!libraryCall(Call, *Known))
      return false;
    return Result.Rule.nodes.size() <= MaxNodes || failOfSize(Call);
  }
  if (Call.mayHaveSideEffects())
    return fail(Call, "it calls a function");
  this->Known[&Call] = unknown(*Call.getType());
  return true;
}

bool BlockInterpreter::libraryCall(const CallBase &Call,
                                   const LibraryCall &Known) {
  switch (Known.Kind) {
  case CallKind::ThreadNumber:
  case CallKind::Affinity:
    set(Call, SymbolicValue());
    return true;
  case CallKind::TaskAlloc:
    return makeTask(Call);
  case CallKind::Task:
    return handOver(Call);
  case CallKind::Taskloop:
    return taskloop(Call);
  case CallKind::Taskwait:
  case CallKind::TaskwaitDeps:
    return wait(Call, Known);
  case CallKind::Taskgroup:
    return beginGroup();
  case CallKind::EndTaskgroup:
    return endGroup();
  case CallKind::ReductionInit:
    return fail(Call, "a reduction is set up at run time");
  case CallKind::Saved:
    return fail(Call, "a task keeps a value from its recording");
  }
  llvm_unreachable("a kind of call without a case");
}

bool BlockInterpreter::makeTask(const CallBase &Call) {
  auto Flags = number(*argumentOf(Call, Role::AllocFlags));
  auto Size = number(*Call.getArgOperand(3));
  auto SharedsSize = number(*Call.getArgOperand(4));
  const auto *Entry =
      dyn_cast<Function>(argumentOf(Call, Role::Entry)->stripPointerCasts());
  constexpr uint64_t MaxSize = 1 << 20;
  if (!Flags || !Size || !SharedsSize || !Entry || *Size < abi::TaskData ||
      *Size > MaxSize || *SharedsSize > MaxSize)
    return fail(Call, "what kind of task it makes" + NotKnown);
  if (*Flags & abi::AllocDestructors)
    return fail(Call, "a task has data with a destructor");
  Result.Tasks.push_back(std::make_unique<MadeTask>());
  MadeTask &Task = *Result.Tasks.back();
  Task.Alloc = &Call;
  Task.Entry = Entry;
  Task.Flags = *Flags;
  Task.Size = *Size;
  Task.SharedsSize = *SharedsSize;
  uint32_t Object = Locals.size();
  Locals.push_back(&Task.Memory);
  TaskOfLocal[Object] = &Task;
  if (*SharedsSize)
    Task.Memory.store(abi::TaskShareds, 8,
                      SymbolicValue::local(Object, int64_t(Task.sharedsAt())));
  set(Call, SymbolicValue::local(Object, 0));
  return true;
}

/// The items of a depend clause; objects get numbers in place of addresses.
bool BlockInterpreter::dependences(const CallBase &Call,
                                   SmallVectorImpl<Item> &Items) {
  const LibraryCall *Known = findLibraryCall(Call);
  size_t At = Known->Roles.find(char(Role::Dependences));
  if (At == StringRef::npos)
    return true;
  auto Count = number(*Call.getArgOperand(At - 1));
  auto Others = number(*Call.getArgOperand(At + 1));
  if (!Count || !Others || *Others != 0)
    return fail(Call, "how many dependences a task has" + NotKnown);
  SymbolicValue List = value(*Call.getArgOperand(At));
  constexpr int64_t ItemSize = 24, FlagAt = 16;
  for (uint64_t I = 0; I < *Count; ++I) {
    int64_t Offset = List.Offset + int64_t(I) * ItemSize;
    SymbolicValue Address, Flag;
    if (List.isLocal()) {
      const LocalObject &Array = *Locals[List.Id];
      Address = Array.load(uint64_t(Offset), 8);
      Flag = Array.load(uint64_t(Offset + FlagAt), 1);
    }
    if (!Flag.isConcrete() || !Address.isNumber())
      return fail(Call, "the address of a dependence" + NotKnown);
    auto Bits = uint8_t(Flag.Offset);
    if (Address.isConcrete() || ompx::isAllMemory(0, Bits)) {
      Items.push_back(
          {intptr_t(Address.isConcrete() ? Address.Offset
                                         : StaticRegion::FirstAddress),
           Bits});
      if (Address.isConcrete() &&
          ompx::accessOf(Address.Offset, Bits) != ompx::AccessType::None &&
          !ompx::isAllMemory(Address.Offset, Bits))
        return fail(Call, "a dependence is on a number in place of an address");
      continue;
    }
    auto [Entry, New] = KeyOfAddress.try_emplace({Address.Id, Address.Offset},
                                                 KeyOfAddress.size());
    if (New)
      Result.Objects.push_back(Address);
    Items.push_back({StaticRegion::FirstAddress + Entry->second, Bits});
  }
  return true;
}

void BlockInterpreter::addTask(NodeKind Kind, const MadeTask &Task,
                               const CallBase &HandOver,
                               ArrayRef<Item> Dependences) {
  ompx::EdgeRule<RuleArray> &Rule = Result.Rule;
  Rule.begin(Kind, int32_t(Dependences.size()), Dependences.data());
  Rule.end();
  Result.Nodes[Rule.newest()] = {&Task, &HandOver};
}

bool BlockInterpreter::handOver(const CallBase &Call) {
  // The proof has seen that it is one that the block has made.
  const MadeTask *Task =
      TaskOfLocal.lookup(value(*argumentOf(Call, Role::Task)).Id);
  SmallVector<Item, 8> Items;
  if (!dependences(Call, Items))
    return false;
  addTask(NodeKind::Task, *Task, Call, Items);
  return true;
}

bool BlockInterpreter::wait(const CallBase &Call, const LibraryCall &Known) {
  SmallVector<Item, 8> Items;
  if (Known.Kind == CallKind::Taskwait) {
    Result.Rule.addTaskwait(0, Items.data(), /*nowait=*/false);
    return true;
  }
  auto NoWait = number(*argumentOf(Call, Role::NoWait));
  if (!NoWait)
    return fail(Call, "whether it waits" + NotKnown);
  if (!dependences(Call, Items))
    return false;
  if (Items.empty()) // then the library waits for nothing
    return true;
  Result.Rule.addTaskwait(int32_t(Items.size()), Items.data(), *NoWait != 0);
  return true;
}

bool BlockInterpreter::beginGroup() {
  ompx::EdgeRule<RuleArray> &Rule = Result.Rule;
  Result.GroupParents.push_back(Rule.group);
  FirstOfGroup.push_back(Rule.nodes.size());
  Rule.group = Result.GroupParents.size() - 1;
  return true;
}

bool BlockInterpreter::endGroup() {
  ompx::EdgeRule<RuleArray> &Rule = Result.Rule;
  Rule.addGroupEnd(FirstOfGroup[Rule.group]);
  Rule.group = Result.GroupParents[Rule.group];
  return true;
}
