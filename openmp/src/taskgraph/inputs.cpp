//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The log of what a block read; see inputs.h.

#include "taskgraph/inputs.h"
#include "shared/hash.h"

namespace ompx {

// Nobody writes to it: has() and add() go on from it, and never to it.
Inputs::Read Inputs::nothing = {nullptr,        0,        0,
                                ~kmp_uint32(0), &nothing, nullptr};

/// Where a read of the same place and size is in the table, or would be.
kmp_uint32 Inputs::slotOf(const void *address, kmp_int32 base, size_t size) {
  kmp_uint32 mask = table.size() - 1;
  auto key = reinterpret_cast<kmp_intptr_t>(address);
  kmp_uint32 slot = hashOf(key * 8 + base + kmp_intptr_t(size)) & mask;
  while (table[slot] && !table[slot]->isOf(address, base, size))
    slot = (slot + 1) & mask;
  return slot;
}

bool Inputs::grow() {
  kmp_uint32 size = table.size() ? table.size() * 2 : 16;
  table.clear();
  if (size == 0 || !table.resizeZeroed(size))
    return false;
  for (Read *read = first; read; read = read->next)
    table[slotOf(read->address, read->base, read->size)] = read;
  return true;
}

Inputs::Added Inputs::add(kmp_int32 base, const void *address, size_t size,
                          const void *args) {
  if (noted * 2 >= table.size() && !grow())
    return Added::NoMemory;
  Read *&known = table[slotOf(address, base, size)];
  bool is_new = !known;
  if (is_new) {
    auto *read = size < nothing.size
                     ? static_cast<Read *>(memory.allocate(sizeof(Read) + size))
                     : nullptr;
    if (!read)
      return Added::NoMemory;
    auto to = reinterpret_cast<kmp_intptr_t>(address);
    auto from = reinterpret_cast<kmp_intptr_t>(addressOf(base, 0, args));
    *read = {static_cast<const char *>(address),
             kmp_int64(to - from),
             base,
             kmp_uint32(size),
             &nothing,
             nullptr};
    memcpy(read->bytes(), address, size);
    (last ? last->next : first) = read;
    last = read;
    ++noted;
    known = read;
  }
  if (latest != &nothing)
    latest->after = known;
  latest = known;
  return is_new || known->found(address) ? Added::Yes : Added::Changed;
}

bool Inputs::same(const void *args) const {
  for (Read *read = first; read; read = read->next)
    if (!same(*read, args))
      return false;
  return true;
}

bool Inputs::samePlaces(const void *args) const {
  for (Read *read = first; read; read = read->next)
    if (read->base == OMPX_BASE_ARGS && !same(*read, args))
      return false;
  return true;
}

} // namespace ompx
