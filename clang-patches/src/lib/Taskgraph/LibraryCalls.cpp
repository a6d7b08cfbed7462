//===- LibraryCalls.cpp - Calls of libomp that a region may make ----------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of entry points; kmp.h has their declarations.
//
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"
#include "TaskgraphABI.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace llvm::taskgraph;

static constexpr LibraryCall Calls[] = {
    {"__kmpc_global_thread_num", CallKind::ThreadNumber, "L"},
    {"__kmpc_omp_task_alloc", CallKind::TaskAlloc, "LGFNNE"},
    {"__kmpc_omp_reg_task_with_affinity", CallKind::Affinity, "LGTND"},
    {"__kmpc_omp_task", CallKind::Task, "LGT"},
    {"__kmpc_omp_task_with_deps", CallKind::Task, "LGTNDND"},
    {"__kmpc_taskloop", CallKind::Taskloop, "LGTYBBNONNC"},
    {"__kmpc_taskloop_5", CallKind::Taskloop, "LGTYBBNONNNC"},
    {"__kmpc_omp_taskwait", CallKind::Taskwait, "LG"},
    {"__kmpc_omp_taskwait_deps_51", CallKind::TaskwaitDeps, "LGNDNDW"},
    {"__kmpc_taskgroup", CallKind::Taskgroup, "LG"},
    {"__kmpc_end_taskgroup", CallKind::EndTaskgroup, "LG"},
    {"__kmpc_taskred_init", CallKind::ReductionInit, "GNI"},
    {"__kmpc_ompx_taskgraph_saved", CallKind::Saved, "SVN"},
};

const LibraryCall *llvm::taskgraph::findLibraryCall(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return nullptr;
  const LibraryCall *Found = find_if(Calls, [&](const LibraryCall &Known) {
    return Callee->getName() == Known.Name &&
           Call.arg_size() == Known.Roles.size();
  });
  return Found == std::end(Calls) ? nullptr : Found;
}

const Value *llvm::taskgraph::argumentOf(const CallBase &Call, Role Wanted) {
  const LibraryCall *Known = findLibraryCall(Call);
  assert(Known && "not a call of the table");
  size_t Index = Known->Roles.find(char(Wanted));
  assert(Index != StringRef::npos && "no argument with that role");
  return Call.getArgOperand(Index);
}

bool llvm::taskgraph::isEncounter(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == abi::Encounter &&
         Call->arg_size() == abi::NumArgs;
}

Function *llvm::taskgraph::regionOf(const CallBase &Encounter) {
  return dyn_cast<Function>(Encounter.getArgOperand(abi::RegionArg));
}

/// Whether an argument is known to be other than zero.
static bool isTrue(const Value *Argument) {
  const auto *Number = dyn_cast<ConstantInt>(Argument);
  return Number && !Number->isZero();
}

bool llvm::taskgraph::isJoin(const CallBase &Call) {
  const LibraryCall *Known = findLibraryCall(Call);
  if (!Known)
    return false;
  switch (Known->Kind) {
  case CallKind::Taskwait:
  case CallKind::EndTaskgroup:
    return true;
  case CallKind::TaskwaitDeps:
    return !isTrue(argumentOf(Call, Role::NoWait));
  case CallKind::Taskloop:
    return !isTrue(argumentOf(Call, Role::NoGroup));
  default:
    return false;
  }
}
