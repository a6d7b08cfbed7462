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
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::taskgraph;

/// The part of a cell from one place to another.
static LocalObject::Cell partOf(const LocalObject::Cell &Whole, uint64_t Begin,
                                uint64_t End) {
  LocalObject::Cell Part = {Begin, uint32_t(End - Begin), SymbolicValue()};
  if (Part.Size == Whole.Size)
    Part.Value = Whole.Value;
  else if (Whole.Value.isConcrete())
    Part.Value = SymbolicValue::number(
        (uint64_t(Whole.Value.Offset) >> (8 * (Begin - Whole.At))) &
        maskTrailingOnes<uint64_t>(8 * Part.Size));
  return Part;
}

static bool endsBefore(const LocalObject::Cell &C, uint64_t At) {
  return C.At + C.Size <= At;
}

void LocalObject::makeRoom(uint64_t At, uint64_t Size) {
  auto Begin = lower_bound(Cells, At, endsBefore);
  auto End = Begin;
  SmallVector<Cell, 2> Kept;
  for (; End != Cells.end() && End->At < At + Size; ++End) {
    if (End->At < At)
      Kept.push_back(partOf(*End, End->At, At));
    if (End->At + End->Size > At + Size)
      Kept.push_back(partOf(*End, At + Size, End->At + End->Size));
  }
  if (Begin != End)
    Cells.insert(Cells.erase(Begin, End), Kept.begin(), Kept.end());
}

SmallVector<LocalObject::Cell, 4> LocalObject::cellsIn(uint64_t At,
                                                       uint64_t Size) const {
  SmallVector<Cell, 4> Found;
  for (auto Next = lower_bound(Cells, At, endsBefore);
       Next != Cells.end() && Next->At < At + Size; ++Next)
    Found.push_back(partOf(*Next, std::max(Next->At, At),
                           std::min(Next->At + Next->Size, At + Size)));
  return Found;
}

size_t LocalObject::store(uint64_t At, uint32_t Size, SymbolicValue Value) {
  if (Size == 0)
    return 0;
  if (Size > 8) // than a value has
    Value = SymbolicValue();
  auto Place = lower_bound(Cells, At, endsBefore);
  if (Place != Cells.end() && Place->At == At && Place->Size == Size) {
    Place->Value = Value;
    return 0;
  }
  makeRoom(At, Size);
  Place = lower_bound(Cells, At, endsBefore);
  size_t Moved = Cells.end() - Place;
  Cells.insert(Place, {At, Size, Value});
  return Moved;
}

SymbolicValue LocalObject::load(uint64_t At, uint32_t Size) const {
  auto Place = lower_bound(Cells, At, endsBefore);
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
