//===- TaskgraphReplay.h - Which taskgraphs need not run again --*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass "taskgraph-replay". A taskgraph region's block normally runs at each
// encounter, and the library matches the tasks that it makes with the recorded
// ones. Where the pass proves that the tasks follow from memory that the block
// reads, it gives the construct's site a second version of the block, which
// also tells the library of these reads when a graph is recorded. A later
// encounter that finds the same bytes there is replayed without the block.
//
// It looks at functions as they are after inlining, and needs nothing of Clang.
// lib/Taskgraph/RegionProof.h has the proof, docs/entry-points.md the calls.
// Remarks (-Rpass=taskgraph, -Rpass-missed=taskgraph) say what it found.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_TASKGRAPH_TASKGRAPHREPLAY_H
#define LLVM_CLANG_TASKGRAPH_TASKGRAPHREPLAY_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class TaskgraphReplayPass : public PassInfoMixin<TaskgraphReplayPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);

  /// It says so when a function is not optimised, and leaves it alone.
  static bool isRequired() { return true; }
};

} // namespace llvm

#endif
