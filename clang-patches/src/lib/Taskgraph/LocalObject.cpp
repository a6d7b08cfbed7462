//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Cells of a block's own memory.
//
//===----------------------------------------------------------------------===//

#include "LocalObject.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::taskgraph;

void LocalObject::forget(uint64_t At, uint64_t Size) {
  // What is left of a cell that is overwritten in part is not known.
  erase_if(Cells, [=](const Cell &C) {
    return C.At < At + Size && At < C.At + C.Size;
  });
}

void LocalObject::store(uint64_t At, uint32_t Size, SymbolicValue Value) {
  auto Place = lower_bound(
      Cells, At, [](const Cell &C, uint64_t Offset) { return C.At < Offset; });
  if (Place != Cells.end() && Place->At == At && Place->Size == Size) {
    Place->Value = Value;
    return;
  }
  bool IsFree = (Place == Cells.end() || Place->At >= At + Size) &&
                (Place == Cells.begin() ||
                 std::prev(Place)->At + std::prev(Place)->Size <= At);
  if (!IsFree) {
    // Keep the bytes around it where they are concrete.
    SmallVector<Cell, 8> Kept;
    for (const Cell &C : Cells) {
      if (C.At >= At + Size || C.At + C.Size <= At || !C.Value.isConcrete())
        continue;
      for (uint64_t Byte = 0; Byte < C.Size; ++Byte)
        if (C.At + Byte < At || C.At + Byte >= At + Size)
          Kept.push_back(
              {C.At + Byte, 1,
               SymbolicValue::number((uint64_t(C.Value.Offset) >> (8 * Byte)) &
                                     0xFF)});
    }
    forget(At, Size);
    for (const Cell &C : Kept)
      store(C.At, C.Size, C.Value);
    Place = lower_bound(Cells, At, [](const Cell &C, uint64_t Offset) {
      return C.At < Offset;
    });
  }
  Cells.insert(Place, {At, Size, Value});
}

SymbolicValue LocalObject::load(uint64_t At, uint32_t Size) const {
  auto Place = lower_bound(Cells, At, [](const Cell &C, uint64_t Offset) {
    return C.At + C.Size <= Offset;
  });
  if (Place != Cells.end() && Place->At == At && Place->Size == Size)
    return Place->Value;
  if (Size > 8)
    return SymbolicValue();
  uint64_t Word = 0;
  for (uint32_t Byte = 0; Byte < Size; ++Byte) {
    while (Place != Cells.end() && Place->At + Place->Size <= At + Byte)
      ++Place;
    if (Place == Cells.end() || Place->At > At + Byte ||
        !Place->Value.isConcrete())
      return SymbolicValue();
    uint64_t Of =
        uint64_t(Place->Value.Offset) >> (8 * (At + Byte - Place->At));
    Word |= (Of & 0xFF) << (8 * Byte);
  }
  return SymbolicValue::number(Word);
}
