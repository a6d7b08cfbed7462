//===- CalledFunctions.h - What other functions do --------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about functions other than the region: those that it calls, and
// those that its tasks run.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_CALLEDFUNCTIONS_H
#define LLVM_CLANG_LIB_TASKGRAPH_CALLEDFUNCTIONS_H

#include "llvm/IR/InstrTypes.h"

namespace llvm {
class TargetLibraryInfo;
}

namespace llvm::taskgraph {

/// Whether the call stands for a fact about the program and does nothing.
bool isAnnotation(const CallBase &Call);

/// Whether the call, of a failed assertion for one, never comes back. An
/// encounter that makes it records nothing.
bool endsProgram(const CallBase &Call);

/// Whether the call has no effect and its result depends on nothing but its
/// arguments.
bool isFunctionOfArguments(const CallBase &Call);

/// Whether a task's function may write the task's own data: its private copies
/// or the block of addresses of its shared variables. What those addresses lead
/// to does not count.
bool mayChangeTaskData(const Function &Entry);

/// Whether a task's function may wait for something that another thread does:
/// in the library, in a function that is not visible, or in a loop on a
/// variable that is atomic or volatile.
bool mayWait(const Function &Entry, const TargetLibraryInfo &Library);

/// Whether a task's function may call the OpenMP library, which looks at what
/// task the thread runs.
bool mayCallRuntime(const Function &Entry, const TargetLibraryInfo &Library);

/// Whether a task's function only reads the variable whose address is at
/// \p Offset of the task's block of shared variables' addresses.
bool onlyReadsShared(const Function &Entry, int64_t Offset);

/// Whether the function that makes a task of a taskloop from the first one sets
/// only the flag of the last iteration.
bool setsOnlyLastIteration(const Function &TaskDup);

} // namespace llvm::taskgraph

#endif
