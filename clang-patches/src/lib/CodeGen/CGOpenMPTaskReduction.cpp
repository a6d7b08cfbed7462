//===- CGOpenMPTaskReduction.cpp - Sizes of task reduction items ----------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What: emits the tasks of a reduction in such a way that the thread which
// combines the private copies knows their sizes.
// Why: the combiner of an array whose size is not constant finds the size in a
// variable of its thread. Every thread that takes part sets it, but the one
// that combines may not take part; and while it waits, it may run tasks of
// another such reduction of the same array, which has another size.
//
//===----------------------------------------------------------------------===//

#include "CGOpenMPRuntime.h"
#include "CodeGenFunction.h"
#include "llvm/ADT/Sequence.h"

using namespace clang;
using namespace CodeGen;

void CGOpenMPRuntime::emitTaskReductionBody(CodeGenFunction &CGF,
                                            SourceLocation Loc,
                                            const OMPTaskDataTy &Data,
                                            const RegionCodeGenTy &Body) {
  ReductionCodeGen RCG(Data.ReductionVars, Data.ReductionOrigs,
                       Data.ReductionCopies, Data.ReductionOps);
  unsigned Size = Data.ReductionVars.size();
  if (llvm::none_of(llvm::seq(Size), [&RCG](unsigned N) {
        return RCG.getPrivateType(N)->isVariablyModifiedType();
      })) {
    Body(CGF);
    return;
  }
  for (unsigned N = 0; N < Size; ++N) {
    RCG.emitSharedOrigLValue(CGF, N);
    RCG.emitAggregateType(CGF, N);
  }
  emitTaskgroupRegion(CGF, Body, Loc);
  if (!CGF.HaveInsertPoint())
    return;
  for (unsigned N = 0; N < Size; ++N)
    emitTaskReductionFixups(CGF, Loc, RCG, N);
}
