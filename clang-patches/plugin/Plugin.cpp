//===- Plugin.cpp - The taskgraph pass for opt ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// opt -load-pass-plugin=TaskgraphPlugin.so -passes=taskgraph-replay
//
//===----------------------------------------------------------------------===//

#include "clang/Taskgraph/TaskgraphReplay.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

static bool parse(StringRef Name, ModulePassManager &Passes,
                  ArrayRef<PassBuilder::PipelineElement>) {
  if (Name != "taskgraph-replay")
    return false;
  Passes.addPass(TaskgraphReplayPass());
  return true;
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "taskgraph-replay", "1",
          [](PassBuilder &Builder) {
            Builder.registerPipelineParsingCallback(parse);
          }};
}
