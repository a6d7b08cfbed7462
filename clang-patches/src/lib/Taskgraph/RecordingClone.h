//===- RecordingClone.h - The function that records a region ----*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes from the function of a proved region another one that does the same
// and reports to a recorder what it reads and changes and how its tasks get
// their data.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_RECORDINGCLONE_H
#define LLVM_CLANG_LIB_TASKGRAPH_RECORDINGCLONE_H

#include "RegionProof.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm::taskgraph {

class RecordingClone {
public:
  RecordingClone(Function &Region, const LoopInfo &Loops);

  /// The clone, `void <region>.recording(ptr args, ptr recorder)`.
  Function *make(const Recipe &Recipe);

  using Descriptions = DenseMap<const CallBase *, GlobalVariable *>;
  /// What the clone reports of the tasks, by the region's calls.
  const Descriptions &descriptions() const { return Reported; }

private:
  Function *cloneBody();
  void reportAccess(const LoggedAccess &Access, StringRef Callee);
  Instruction *ifNewAddress(Value &Address, Instruction &I);
  void reportTask(const TaskDescription &Task);
  Constant *emitFields(ArrayRef<TaskField> Fields);
  GlobalVariable *emitConstant(Constant *Value, StringRef Name);
  CallInst *emitCall(StringRef Callee, Instruction &Before,
                     ArrayRef<Value *> Arguments);

  Function &Region;
  const LoopInfo &Loops;
  Module &M;
  IRBuilder<> Builder;
  Function *Clone = nullptr;
  ValueToValueMapTy Copies;
  Descriptions Reported;
};

} // namespace llvm::taskgraph

#endif
