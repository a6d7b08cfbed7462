//===- RegionProof.cpp - Whether a region need not run again --------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The third part of the proof: which reads are noted and which values are
// fields of tasks, and whether all of them can be read at the encounter's
// start.
//
//===----------------------------------------------------------------------===//

#include "RegionProof.h"
#include "CalledFunctions.h"
#include "TaskgraphABI.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/KnownBits.h"
#include <map>

using namespace llvm;
using namespace llvm::taskgraph;

std::string llvm::taskgraph::nameOf(const Value &V) {
  std::string Name = V.getName().str();
  if (isa<GlobalValue>(V))
    Name = demangle(Name);
  SmallVector<DbgVariableRecord *> Records;
  findDbgUsers(const_cast<Value *>(&V), Records);
  if (!Records.empty())
    Name = Records.front()->getVariable()->getName();
  return Name.empty() ? "a variable" : "'" + Name + "'";
}

RegionProof::RegionProof(const Function &Region, ArrayRef<int64_t> Unaliased,
                         const DominatorTree &Dominators,
                         const TargetLibraryInfo &Library)
    : Region(Region), Layout(Region.getDataLayout()), Dominators(Dominators),
      Library(Library), Pointers(Region) {
  this->Unaliased.insert(Unaliased.begin(), Unaliased.end());
}

std::optional<Obstacle> RegionProof::find() {
  for (const Instruction &I : instructions(Region))
    if (!checkInstruction(I))
      return Found;
  if (!checkEscapes())
    return Found;
  findFieldSlots();
  if (!describeReads() || !checkWrites() || !checkJoins())
    return Found;
  dropRepeated();
  describeTasks();
  return std::nullopt;
}

bool RegionProof::fail(const Instruction &I, const Twine &Reason) {
  Found = Obstacle{&I, Reason.str()};
  return false;
}

bool RegionProof::refuse(const Instruction &I, const Twine &Reason) {
  Found = Obstacle{&I, Reason.str(), /*Refused=*/true};
  return false;
}

/// The name of the captured variable at a word, if debug information has it:
/// its address is that of args and the word's offset, dereferenced.
static std::string nameOfWord(const Argument &Args, int64_t Offset) {
  SmallVector<DbgVariableRecord *> Records;
  findDbgUsers(const_cast<Argument *>(&Args), Records);
  for (const DbgVariableRecord *Record : Records) {
    ArrayRef<uint64_t> Steps = Record->getExpression()->getElements();
    if (Steps.size() > 1 && Steps[0] == dwarf::DW_OP_plus_uconst &&
        Steps[1] == uint64_t(Offset))
      return "'" + Record->getVariable()->getName().str() + "'";
  }
  return "a captured variable";
}

std::string RegionProof::describe(const Place &Where) const {
  if (Where.In == Area::Word)
    return nameOfWord(*Region.getArg(0), Where.WordOffset);
  if (Where.Root)
    return nameOf(*Where.Root);
  return "memory";
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

/// A write can be a field of a task if it always happens before the task is
/// handed over, and neither the block nor the library looks at its bytes, nor
/// anything else sets them.
void RegionProof::findFieldSlots() {
  auto IsSlot = [&](const TaskAccess &Write, const TaskInfo &Task) {
    int64_t First = Write.In == Area::Task ? Task.FirstField : 0;
    auto Overlaps = [&](const TaskAccess &Other) {
      return Other.At != Write.At && Other.overlaps(Write);
    };
    return Write.Offset && Write.Size && *Write.Offset >= First &&
           !Task.HandOvers.empty() &&
           all_of(Task.HandOvers,
                  [&](const CallBase *HandOver) {
                    return Dominators.dominates(Write.At, HandOver);
                  }) &&
           none_of(Task.Writes, Overlaps) && none_of(Task.Reads, Overlaps);
  };
  for (const auto &[Alloc, Task] : Tasks)
    for (const TaskAccess &Write : Task.Writes)
      if (IsSlot(Write, Task))
        Slots.insert({Write.At, {Alloc, Write}});
}

/// Whether a value from outside is used as that of a store that can be a field.
bool RegionProof::isFieldSlot(const Use &U) const {
  const auto *Store = dyn_cast<StoreInst>(U.getUser());
  return Store && Slots.contains(Store);
}

void RegionProof::addField(const Instruction &Write, const Place &Source,
                           uint32_t Flags) {
  const auto &[Alloc, Slot] = Slots.at(&Write);
  TaskField Field;
  Field.Global = dyn_cast_or_null<GlobalValue>(Source.Root);
  Field.Delta = *Source.Offset;
  Field.Word = Source.In == Area::Word ? Source.WordOffset : -1;
  Field.Offset = *Slot.Offset;
  Field.Size = *Slot.Size;
  Field.Flags = Flags | (Slot.In == Area::Shareds ? abi::FieldInShareds : 0);
  Tasks[Alloc].Fields.push_back(Field);
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// To compare more at each encounter is dearer than to copy it, which the block
/// does.
static constexpr uint64_t MaxNotedSize = 256;

static bool isAnnotationUse(const Use &U) {
  const auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && isAnnotation(*Call);
}

bool RegionProof::describeReads() {
  for (const OutsideAccess &Read : OutsideReads) {
    if (describeWord(Read) || describeFields(Read))
      continue;
    if (Read.Size > MaxNotedSize)
      return fail(*Read.At, "it copies a large object");
    Result.Reads.push_back(Read.logged());
  }
  return true;
}

LoggedAccess RegionProof::OutsideAccess::logged() const {
  int64_t Base = abi::AbsoluteBase;
  if (Of.In == Area::Args)
    Base = abi::ArgsBase;
  else if (Of.In == Area::Word)
    Base = Of.WordOffset;
  return {At, Address, Size, Base};
}

/// A value that is only copied into tasks from a place that the library can
/// find again.
bool RegionProof::describeFields(const OutsideAccess &Read) {
  if (!Read.Of.Offset || Read.Of.In == Area::Args)
    return false;
  // The block may have given the variable another value by then.
  if (Read.Of.In == Area::Word && WrittenWords.contains(Read.Of.WordOffset))
    return false;
  if (isa<MemIntrinsic>(Read.At)) {
    if (!Slots.contains(Read.At))
      return false;
    addField(*Read.At, Read.Of, abi::FieldIsValue);
    return true;
  }
  auto IsCopied = [&](const Use &U) {
    return isFieldSlot(U) || isAnnotationUse(U);
  };
  if (!all_of(Read.At->uses(), IsCopied))
    return false;
  for (const Use &U : Read.At->uses())
    if (isFieldSlot(U))
      addField(*cast<Instruction>(U.getUser()), Read.Of, abi::FieldIsValue);
  return true;
}

/// A captured word whose value only addresses accesses and is put into tasks.
bool RegionProof::describeWord(const OutsideAccess &Read) {
  const auto *Load = dyn_cast<LoadInst>(Read.At);
  std::optional<int64_t> Word =
      Load ? Pointers.wordLoadedBy(*Load) : std::nullopt;
  if (!Word) {
    giveWords(Read);
    return false;
  }
  SmallSetVector<const Value *, 8> Derived;
  SmallVector<const StoreInst *> Copies;
  bool IsOneOfSeveral = false;
  Derived.insert(Load);
  for (size_t Next = 0; Next < Derived.size(); ++Next)
    for (const Use &U : Derived[Next]->uses())
      if (!followWord(U, Derived, Copies, IsOneOfSeveral)) {
        GivenWords.insert(*Word);
        return false;
      }
  for (const StoreInst *Copy : Copies) {
    addField(*Copy, Pointers.find(Copy->getValueOperand()), /*Flags=*/0);
    SharedWords.insert(*Word);
  }
  // What is read at one of several words has none to count from.
  return !IsOneOfSeveral;
}

/// Several words at once, or a part of one, may go anywhere.
void RegionProof::giveWords(const OutsideAccess &Read) {
  if (Read.Of.In != Area::Args)
    return;
  int64_t Size = Read.Size, First = Read.Of.Offset.value_or(0);
  for (int64_t Word : Unaliased)
    if (!Read.Of.Offset ||
        (Word < First + Size && First < Word + int64_t(abi::PointerSize)))
      GivenWords.insert(Word);
}

static bool isSavedVariable(const CallBase &Call, const Use &U) {
  const LibraryCall *Known = findLibraryCall(Call);
  return Known && Call.isArgOperand(&U) &&
         Known->role(Call.getArgOperandNo(&U)) == Role::SavedVariable;
}

bool RegionProof::followWord(const Use &U,
                             SmallSetVector<const Value *, 8> &Derived,
                             SmallVectorImpl<const StoreInst *> &Copies,
                             bool &IsOneOfSeveral) {
  const auto *User = cast<Instruction>(U.getUser());
  if (U->getType()->isPointerTy() && isa<LoadInst, MemIntrinsic>(User))
    return true;
  const auto *Store = dyn_cast<StoreInst>(User);
  if (Store && U.getOperandNo() == Store->getPointerOperandIndex())
    return true;
  const auto *Call = dyn_cast<CallBase>(User);
  if (Call && isSavedVariable(*Call, U))
    return true;
  if (isFieldSlot(U) && Pointers.find(U).Offset) {
    Copies.push_back(cast<StoreInst>(User));
    return true;
  }
  if (U->getType()->isPointerTy() &&
      isa<GetElementPtrInst, PHINode, SelectInst>(User)) {
    IsOneOfSeveral |= !Pointers.find(User).isSameObject(Pointers.find(U));
    Derived.insert(User);
    return true;
  }
  return isAnnotationUse(U) || Pointers.isDistance(*User);
}

/// After a join, a read is of a captured variable that no one else can reach,
/// or it is too late for the encounter's start.
bool RegionProof::checkJoins() {
  SmallSetVector<const BasicBlock *, 16> Later;
  for (const CallBase *Join : Joins)
    Later.insert_range(successors(Join->getParent()));
  for (size_t Next = 0; Next < Later.size(); ++Next)
    Later.insert_range(successors(Later[Next]));
  for (const OutsideAccess &Read : OutsideReads) {
    bool IsLater = Later.contains(Read.At->getParent()) ||
                   any_of(Joins, [&](const CallBase *Join) {
                     return Join->getParent() == Read.At->getParent() &&
                            Join->comesBefore(Read.At);
                   });
    bool IsStable =
        Read.Of.In == Area::Args ||
        (Read.Of.In == Area::Word && Unaliased.contains(Read.Of.WordOffset) &&
         !GivenWords.contains(Read.Of.WordOffset) &&
         tasksOnlyRead(Read.Of.WordOffset));
    if (IsLater && !IsStable)
      return fail(*Read.At, "it reads " + describe(Read.Of) +
                                " after a join, when a task may have "
                                "changed it");
  }
  return true;
}

/// What the block changes is nobody else's while it runs.
bool RegionProof::checkWrites() {
  for (const OutsideAccess &Write : OutsideWrites) {
    if (GivenWords.contains(Write.Of.WordOffset) ||
        SharedWords.contains(Write.Of.WordOffset))
      return fail(*Write.At, "it changes " + describe(Write.Of) +
                                 ", which a task may see");
    if (Write.Size > MaxNotedSize)
      return fail(*Write.At, "it changes a large object");
    Result.Writes.push_back(Write.logged());
  }
  return true;
}

/// Whether the tasks that share the variable at a word leave it as it is.
bool RegionProof::tasksOnlyRead(int64_t Word) const {
  for (const auto &[Alloc, Task] : Tasks)
    for (const TaskField &Field : Task.Fields) {
      if (Field.Word != Word || (Field.Flags & abi::FieldIsValue))
        continue;
      const auto *Entry = cast<Function>(argumentOf(*Alloc, Role::Entry));
      if (!(Field.Flags & abi::FieldInShareds) ||
          !onlyReadsShared(*Entry, Field.Offset))
        return false;
    }
  return true;
}

/// A read need not be noted where one of the same place always was before: what
/// is noted does not change during the encounter, unless the block itself
/// changes it. Nor need a read or a write where the block has always written
/// the same place before. Accesses of one place are looked at in the order of
/// the dominator tree, each below those that always come before it.
void RegionProof::dropRepeated() {
  using Key = std::tuple<int64_t, const Value *, int64_t>;
  struct Step {
    LoggedAccess *Access;
    bool IsWrite;
    unsigned BlockIn, BlockOut;
  };
  struct Before {
    unsigned BlockOut;
    uint64_t Accessed, Written;
  };
  auto KeyOf = [&](const LoggedAccess &Access) -> Key {
    Place Of = Pointers.find(Access.Address);
    if (Of.Offset)
      return {Access.Base, Of.Root, *Of.Offset};
    return {Access.Base, Access.Address, 0};
  };
  std::map<Key, SmallVector<Step>> SamePlace;
  Dominators.updateDFSNumbers();
  for (auto [Accesses, IsWrite] :
       {std::pair(&Result.Reads, false), std::pair(&Result.Writes, true)})
    for (LoggedAccess &Access : *Accesses)
      if (const auto *Node = Dominators.getNode(Access.At->getParent()))
        SamePlace[KeyOf(Access)].push_back(
            {&Access, IsWrite, Node->getDFSNumIn(), Node->getDFSNumOut()});
  auto IsEarlier = [](const Step &Left, const Step &Right) {
    if (Left.BlockIn != Right.BlockIn)
      return Left.BlockIn < Right.BlockIn;
    if (Left.Access->At == Right.Access->At)
      return Left.IsWrite < Right.IsWrite;
    return Left.Access->At->comesBefore(Right.Access->At);
  };
  for (auto &[Key, Steps] : SamePlace) {
    sort(Steps, IsEarlier);
    SmallVector<Before> Path = {{~0u, 0, 0}};
    for (const Step &Step : Steps) {
      while (Path.back().BlockOut < Step.BlockOut)
        Path.pop_back();
      Before Now = Path.back();
      uint64_t Size = Step.Access->Size;
      if ((Step.IsWrite ? Now.Written : Now.Accessed) >= Size) {
        Step.Access->At = nullptr;
        continue;
      }
      Now.BlockOut = Step.BlockOut;
      Now.Accessed = std::max(Now.Accessed, Size);
      if (Step.IsWrite)
        Now.Written = Size;
      Path.push_back(Now);
    }
  }
  auto IsDropped = [](const LoggedAccess &Access) { return !Access.At; };
  erase_if(Result.Reads, IsDropped);
  erase_if(Result.Writes, IsDropped);
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

void RegionProof::describeTasks() {
  for (const auto &[Alloc, Task] : Tasks) {
    const auto *Entry = cast<Function>(argumentOf(*Alloc, Role::Entry));
    KnownBits Flags =
        computeKnownBits(argumentOf(*Alloc, Role::AllocFlags), Layout);
    bool HasDestructors = !(~Flags.Zero & abi::AllocDestructors).isZero();
    uint32_t TaskFlags = 0;
    if (HasDestructors || mayChangeTaskData(*Entry))
      TaskFlags |= abi::TaskChangesData;
    if (!mayCallRuntime(*Entry, Library))
      TaskFlags |= abi::TaskWithoutRuntime;
    for (const CallBase *HandOver : Task.HandOvers)
      Result.Tasks.push_back({HandOver, Task.Fields, TaskFlags});
  }
}
