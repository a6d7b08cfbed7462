//===- TaskMarks.h - What allocations say of tasks --------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library learns of each task, where it is allocated, what its function
// cannot do: of tasks of all functions, whether or not a taskgraph is near.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_TASKMARKS_H
#define LLVM_CLANG_LIB_TASKGRAPH_TASKMARKS_H

#include "llvm/IR/PassManager.h"

namespace llvm::taskgraph {

/// Sets, in the flags of each allocation of a task that waits for nobody, the
/// bit that says so. Returns whether there is one.
bool markTasks(Module &M, FunctionAnalysisManager &Analyses);

} // namespace llvm::taskgraph

#endif
