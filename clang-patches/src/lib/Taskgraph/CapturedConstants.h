//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What captured variables of a region hold whenever its block runs, where the
// functions around it say so.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_CAPTUREDCONSTANTS_H
#define LLVM_CLANG_LIB_TASKGRAPH_CAPTUREDCONSTANTS_H

#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"

namespace llvm::taskgraph {

using FindDominators = function_ref<const DominatorTree &(Function &)>;

/// The constant that the variable has, to which the word of args at `Word`
/// leads, at an offset in it and of that size; or null if the calls do not all
/// agree on one, or if anybody might change it.
const Constant *findCapturedConstant(ArrayRef<CallBase *> Calls,
                                     FindDominators Dominators, int64_t Word,
                                     int64_t Offset, uint64_t Size);

} // namespace llvm::taskgraph

#endif
