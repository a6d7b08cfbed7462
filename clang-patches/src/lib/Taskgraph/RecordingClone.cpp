//===- RecordingClone.cpp - The function that records a region ------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each call to the recorder stands immediately before what it reports, and so
// under the same conditions. In a loop, an access is reported where its address
// is not that of the time before: a recorder needs a read only once, since what
// it reads does not change before the block ends, and a write, too, since it
// looks at what was written when the block has ended.
//
//===----------------------------------------------------------------------===//

#include "RecordingClone.h"
#include "TaskgraphABI.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::taskgraph;

RecordingClone::RecordingClone(Function &Region, const LoopInfo &Loops)
    : Region(Region), Loops(Loops), M(*Region.getParent()),
      Builder(M.getContext()) {}

Function *RecordingClone::make(const Recipe &Recipe) {
  Clone = cloneBody();
  // An instruction that does both reads first.
  for (const LoggedAccess &Read : Recipe.Reads)
    reportAccess(Read, abi::ReadCall);
  for (const LoggedAccess &Write : Recipe.Writes)
    reportAccess(Write, abi::WriteCall);
  for (const TaskDescription &Task : Recipe.Tasks)
    reportTask(Task);
  return Clone;
}

Function *RecordingClone::cloneBody() {
  Type *Pointer = Builder.getPtrTy();
  auto *Type = FunctionType::get(Builder.getVoidTy(), {Pointer, Pointer},
                                 /*isVarArg=*/false);
  Function *F = Function::Create(Type, GlobalValue::InternalLinkage,
                                 Region.getAddressSpace(),
                                 Region.getName() + ".recording", &M);
  F->getArg(0)->setName("args");
  F->getArg(1)->setName("recorder");
  Copies[Region.getArg(0)] = F->getArg(0);
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionInto(F, &Region, Copies,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  // Those that the region has for the linker.
  F->setVisibility(GlobalValue::DefaultVisibility);
  F->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  // Nothing that was found out of the region's effects on memory and on its
  // argument holds with the calls.
  F->setAttributes(
      F->getAttributes().removeParamAttributes(F->getContext(), 0));
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::NoSync, Attribute::NoFree,
        Attribute::WillReturn, Attribute::NoRecurse})
    F->removeFnAttr(Kind);
  return F;
}

CallInst *RecordingClone::emitCall(StringRef Callee, Instruction &Before,
                                   ArrayRef<Value *> Arguments) {
  SmallVector<Type *> Types;
  for (const Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  FunctionCallee F = M.getOrInsertFunction(
      Callee, FunctionType::get(Builder.getVoidTy(), Types, false));
  if (auto *Declared = dyn_cast<Function>(F.getCallee()))
    Declared->setDoesNotThrow();
  Builder.SetInsertPoint(&Before);
  return Builder.CreateCall(F, Arguments);
}

void RecordingClone::reportAccess(const LoggedAccess &Access,
                                  StringRef Callee) {
  Value *Address = MapValue(Access.Address, Copies, RF_NoModuleLevelChanges);
  Instruction *Before = cast<Instruction>(Copies[Access.At]);
  if (Loops.getLoopFor(Access.At->getParent()))
    Before = ifNewAddress(*Address, *Before);
  emitCall(Callee, *Before,
           {Clone->getArg(1), Builder.getInt32(Access.Base), Address,
            Builder.getInt64(Access.Size)});
}

/// Where to put what is to be done only if the address is another one than when
/// the instruction was executed the last time.
Instruction *RecordingClone::ifNewAddress(Value &Address, Instruction &I) {
  Builder.SetInsertPointPastAllocas(Clone);
  Value *Last = Builder.CreateAlloca(Builder.getPtrTy(), nullptr, "reported");
  // No block accesses the recorder.
  Builder.CreateStore(Clone->getArg(1), Last);
  Builder.SetInsertPoint(&I);
  Value *IsNew = Builder.CreateICmpNE(
      &Address, Builder.CreateLoad(Builder.getPtrTy(), Last), "new");
  Instruction *Then =
      SplitBlockAndInsertIfThen(IsNew, &I, /*Unreachable=*/false);
  Builder.SetInsertPoint(Then);
  Builder.CreateStore(&Address, Last);
  return Then;
}

void RecordingClone::reportTask(const TaskDescription &Task) {
  llvm::Constant *Description = ConstantStruct::getAnon(
      {emitFields(Task.Fields), Builder.getInt32(Task.Fields.size()),
       Builder.getInt32(Task.Flags)});
  GlobalVariable *Constant = emitConstant(Description, ".taskgraph.task");
  Reported[Task.HandOver] = Constant;
  Value *Handed = Copies[argumentOf(*Task.HandOver, Role::Task)];
  emitCall(abi::TaskCall, *cast<Instruction>(Copies[Task.HandOver]),
           {Clone->getArg(1), Handed, Constant});
}

Constant *RecordingClone::emitFields(ArrayRef<TaskField> Fields) {
  PointerType *Pointer = Builder.getPtrTy();
  if (Fields.empty())
    return ConstantPointerNull::get(Pointer);
  SmallVector<Constant *> Items;
  for (const TaskField &Field : Fields) {
    Constant *Global = ConstantPointerNull::get(Pointer);
    if (Field.Global)
      Global = const_cast<GlobalValue *>(Field.Global);
    Items.push_back(ConstantStruct::getAnon(
        {Global, Builder.getInt64(Field.Delta), Builder.getInt32(Field.Word),
         Builder.getInt32(Field.Offset), Builder.getInt32(Field.Size),
         Builder.getInt32(Field.Flags)}));
  }
  auto *Type = ArrayType::get(Items.front()->getType(), Items.size());
  return emitConstant(ConstantArray::get(Type, Items), ".taskgraph.fields");
}

GlobalVariable *RecordingClone::emitConstant(Constant *Value, StringRef Name) {
  auto *Variable = new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                                      GlobalValue::PrivateLinkage, Value, Name);
  Variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  return Variable;
}
