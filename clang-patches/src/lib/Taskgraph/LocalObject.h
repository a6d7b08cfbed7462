//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Memory that a block has to itself while it is interpreted.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_LOCALOBJECT_H
#define LLVM_CLANG_LIB_TASKGRAPH_LOCALOBJECT_H

#include "SymbolicValue.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm::taskgraph {

/// Memory of the block's own: a variable, or a task that it makes.
class LocalObject {
public:
  struct Cell {
    uint64_t At;
    uint32_t Size;
    SymbolicValue Value;
  };

  /// Bytes of which nothing is known read as Unknown; so does what is left of a
  /// symbol that is overwritten in part. Returns how many cells had to move.
  size_t store(uint64_t At, uint32_t Size, SymbolicValue Value);
  SymbolicValue load(uint64_t At, uint32_t Size) const;
  ArrayRef<Cell> cells() const { return Cells; }
  /// What has been set among these bytes.
  SmallVector<Cell, 4> cellsIn(uint64_t At, uint64_t Size) const;

private:
  void makeRoom(uint64_t At, uint64_t Size);

  SmallVector<Cell, 4> Cells; // ascending, apart from each other
};

} // namespace llvm::taskgraph

#endif
