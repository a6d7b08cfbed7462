//===- RegionEscapes.cpp - Values that differ from run to run -------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second part of the proof. Addresses of the block's variables, of its
// tasks and of args, and the number of the thread are not the same whenever the
// block reads the same. They may only be used as addresses, and where the
// library expects them; nothing else may be computed from them. A task must not
// know the address of a variable of the block, which a replay does not have.
//
//===----------------------------------------------------------------------===//

#include "CalledFunctions.h"
#include "RegionProof.h"

using namespace llvm;
using namespace llvm::taskgraph;

/// Whether an origin is no address of own memory but something that the library
/// or the stack gave out: the thread's number, a reduction.
static bool isHandle(const Value &Origin) {
  const auto *Call = dyn_cast<CallBase>(&Origin);
  const LibraryCall *Known = Call ? findLibraryCall(*Call) : nullptr;
  return Call && (!Known || Known->Kind != CallKind::TaskAlloc);
}

bool RegionProof::checkEscapes() {
  Origins.insert(Region.getArg(0));
  for (const Value *Origin : Origins)
    if (!checkUses(*Origin))
      return false;
  return checkTaskReads();
}

bool RegionProof::checkUses(const Value &Origin) {
  SmallVector<const Value *> Derived = {&Origin};
  SmallPtrSet<const Value *, 8> Visited;
  while (!Derived.empty()) {
    const Value *Address = Derived.pop_back_val();
    if (!Visited.insert(Address).second)
      continue;
    for (const Use &U : Address->uses())
      if (!checkUse(U, Origin, Derived))
        return false;
  }
  return true;
}

bool RegionProof::checkUse(const Use &U, const Value &Origin,
                           SmallVectorImpl<const Value *> &Derived) {
  const auto &I = *cast<Instruction>(U.getUser());
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return checkPassedOrigin(*Call, U, Origin) || failEscape(I, Origin);
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    if (U.getOperandNo() != StoreInst::getPointerOperandIndex())
      return checkStoredOrigin(*Store, Origin) || failEscape(I, Origin);
  if (isHandle(Origin))
    return failEscape(I, Origin);
  if (isa<LoadInst, StoreInst>(I) || Pointers.isDistance(I))
    return true;
  bool IsStart =
      isa<GetElementPtrInst>(I) &&
      U.getOperandNo() == GetElementPtrInst::getPointerOperandIndex();
  bool IsArithmetic = IsStart ||
                      (isa<PtrToIntInst>(I) && isa<AllocaInst>(Origin)) ||
                      (isa<PHINode, SelectInst>(I) &&
                       Pointers.find(&I).isSameObject(Pointers.find(&Origin)));
  if (!IsArithmetic)
    return failEscape(I, Origin);
  Derived.push_back(&I);
  return true;
}

/// The address of a variable may be a dependence. A reduction may be among the
/// data of a task: the front end has the task search the groups around it
/// instead, which are others in a replay. What the library reads of a task,
/// such as its priority or a taskloop's bounds, is none of these; and the
/// number of the thread goes to no task, since a replay would keep that of the
/// recording.
bool RegionProof::checkStoredOrigin(const StoreInst &Store,
                                    const Value &Origin) {
  Place To = Pointers.find(Store.getPointerOperand());
  if (!isHandle(Origin))
    return isa<AllocaInst>(Origin) && isDependenceArray(To);
  const LibraryCall *Known = findLibraryCall(cast<CallBase>(Origin));
  return Known && Known->Kind == CallKind::ReductionInit &&
         To.In == Area::Task && To.Offset >= Tasks[To.task()].FirstField;
}

bool RegionProof::checkPassedOrigin(const CallBase &Call, const Use &U,
                                    const Value &Origin) {
  if (isAnnotation(Call) || endsProgram(Call))
    return true;
  if (Call.getIntrinsicID() == Intrinsic::stackrestore)
    return true;
  if (isa<MemIntrinsic>(Call))
    return !isHandle(Origin) && U->getType()->isPointerTy();
  const LibraryCall *Known = findLibraryCall(Call);
  if (!Known || !Call.isArgOperand(&U))
    return false;
  switch (Known->role(Call.getArgOperandNo(&U))) {
  // checkArgument() lets nothing but the right kind of origin be one of these.
  case Role::ThreadNumber:
  case Role::Task:
  case Role::TaskBound:
  case Role::SavedCopy:
  case Role::Dependences:
  case Role::ReductionItems:
    return true;
  case Role::SavedVariable:
    return isa<AllocaInst>(Origin);
  default:
    return false;
  }
}

/// An array that the block only fills and passes to the library: an address
/// stored in it does not come back as a value.
bool RegionProof::isDependenceArray(const Place &Where) const {
  return DependenceArrays.contains(Where.Root) &&
         !LoadedVariables.contains(Where.Root);
}

bool RegionProof::failEscape(const Instruction &I, const Value &Origin) {
  if (isa<Argument>(Origin))
    return fail(I, "it passes on where its captured variables are");
  if (const auto *Call = dyn_cast<CallBase>(&Origin)) {
    if (!isHandle(Origin))
      return fail(I, "it does more with a task than to fill it");
    const LibraryCall *Known = findLibraryCall(*Call);
    if (Known && Known->Kind == CallKind::ThreadNumber)
      return fail(I, "it computes with the number of its thread");
    return fail(I, "it computes with what only the library knows");
  }
  if (isa<LoadInst>(Origin))
    return fail(I, "it does more with a task than to fill it");
  const auto *Store = dyn_cast<StoreInst>(&I);
  bool IsShared =
      Store && Pointers.find(Store->getPointerOperand()).isTaskMemory();
  return fail(I,
              (IsShared ? "a task shares " : "it passes on the address of ") +
                  nameOf(Origin) + ", which is the block's own");
}

bool RegionProof::TaskAccess::overlaps(const TaskAccess &Other) const {
  if (In != Other.In)
    return false;
  if (!Offset || !Size || !Other.Offset || !Other.Size)
    return true;
  return *Offset < *Other.Offset + int64_t(*Other.Size) &&
         *Other.Offset < *Offset + int64_t(*Size);
}

/// What a task was given may be read again, but not handles and saved values.
bool RegionProof::checkTaskReads() {
  for (const auto &[Alloc, Task] : Tasks)
    for (const TaskAccess &Read : Task.Reads)
      for (const TaskAccess &Write : Task.Writes) {
        if (!Read.overlaps(Write))
          continue;
        const auto *Store = dyn_cast<StoreInst>(Write.At);
        if (Store && Origins.contains(Store->getValueOperand()))
          return failEscape(*Read.At, *Store->getValueOperand());
        const auto *Call = dyn_cast<CallBase>(Write.At);
        if (Call && findLibraryCall(*Call))
          return fail(*Read.At, "it reads back a saved value");
      }
  return true;
}
