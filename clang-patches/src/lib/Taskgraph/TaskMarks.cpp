//===- TaskMarks.cpp - What allocations say of tasks ----------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where tasks may wait for each other without a dependence, the library must
// not run one in place of going on to make the others.
//
//===----------------------------------------------------------------------===//

#include "TaskMarks.h"
#include "CalledFunctions.h"
#include "LibraryCalls.h"
#include "TaskgraphABI.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::taskgraph;

static bool mark(CallBase &Alloc, const TargetLibraryInfo &Library) {
  const auto *Entry =
      dyn_cast<Function>(argumentOf(Alloc, Role::Entry)->stripPointerCasts());
  auto *Flags = const_cast<Value *>(argumentOf(Alloc, Role::AllocFlags));
  // Destructors of its data run as part of a task, too.
  APInt MayBeSet = ~computeKnownBits(Flags, Alloc.getDataLayout()).Zero;
  if (!Entry || (MayBeSet & abi::AllocDestructors) != 0 ||
      mayWait(*Entry, Library))
    return false;
  IRBuilder<> Builder(&Alloc);
  Value *Marked = Builder.CreateOr(Flags, uint64_t(abi::AllocCannotWait));
  Alloc.replaceUsesOfWith(Flags, Marked);
  return true;
}

bool llvm::taskgraph::markTasks(Module &M, FunctionAnalysisManager &Analyses) {
  bool Changed = false;
  Function *Alloc = M.getFunction("__kmpc_omp_task_alloc");
  if (!Alloc)
    return false;
  for (User *U : Alloc->users()) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->getCalledFunction() != Alloc ||
        !findLibraryCall(*Call) || Call->getFunction()->hasOptNone())
      continue;
    Changed |= mark(
        *Call, Analyses.getResult<TargetLibraryAnalysis>(*Call->getFunction()));
  }
  return Changed;
}
