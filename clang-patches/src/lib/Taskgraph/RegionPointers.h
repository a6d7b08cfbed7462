//===- RegionPointers.h - Where the pointers of a region lead ---*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Says for a pointer in the function of a taskgraph region which memory it
// leads to: the block's own, a task's that the block is about to make, or what
// was there before the block began. It follows address arithmetic only. That
// this is enough is the business of the proof, which lets no address of the
// first two kinds go where it could come back as a value.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_REGIONPOINTERS_H
#define LLVM_CLANG_LIB_TASKGRAPH_REGIONPOINTERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace llvm::taskgraph {

enum class Area {
  /// One of several areas: nothing is known.
  Unknown,
  /// A variable of the block; the root is its alloca.
  Local,
  /// A task that the block makes; the root is the call that allocated it.
  Task,
  /// What that task's pointer to its shared variables points to; same root.
  Shareds,
  /// The captured words.
  Args,
  /// What a captured word points to.
  Word,
  /// Anything else that outlives the block. The root is a global, or null.
  Outside
};

/// A place in memory.
struct Place {
  Area In = Area::Unknown;
  const Value *Root = nullptr;
  /// For Area::Word: the word's offset in args.
  int64_t WordOffset = 0;
  /// Distance from the start of the root, the word's value or args, if these
  /// and the distance are known.
  std::optional<int64_t> Offset;

  bool isSameObject(const Place &Other) const {
    return In == Other.In && Root == Other.Root &&
           WordOffset == Other.WordOffset;
  }
  bool isTaskMemory() const { return In == Area::Task || In == Area::Shareds; }
  const CallBase *task() const { return cast<CallBase>(Root); }
  /// Whether the memory there never changes.
  bool isConstant() const;
};

class RegionPointers {
public:
  explicit RegionPointers(const Function &Region);

  /// Where `Pointer`, a value of the region, leads.
  Place find(const Value *Pointer);

  /// The offset of the captured word that this instruction loads, if it does.
  std::optional<int64_t> wordLoadedBy(const LoadInst &Load);

  /// Whether this compares two places of one object, which gives the same
  /// wherever the object is.
  bool isDistance(const Instruction &I);

private:
  Place findRoot(const Value *Root);
  Place search(const Value *Pointer);

  const DataLayout &Layout;
  const Argument *Args;
  DenseMap<const Value *, Place> Known;
};

} // namespace llvm::taskgraph

#endif
