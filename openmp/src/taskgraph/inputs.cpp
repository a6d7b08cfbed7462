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

/// Where a read of the same place and size is in the table, or would be.
kmp_uint32 Inputs::slotOf(const Read &read) const {
  kmp_uint32 mask = table.size() - 1;
  kmp_uint32 slot =
      hashOf(kmp_intptr_t(read.place * 8 + read.base + read.size)) & mask;
  while (kmp_uint32 known = table[slot]) {
    if (reads[known - 1].isOf(read))
      break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

bool Inputs::grow() {
  kmp_uint32 size = table.size() ? table.size() * 2 : 16;
  table.clear();
  if (size == 0 || !table.resizeZeroed(size))
    return false;
  for (kmp_uint32 i = 0; i < reads.size(); ++i)
    table[slotOf(reads[i])] = i + 1;
  return true;
}

/// Whether the bytes that the read found are there now.
inline bool Inputs::has(const Read &read, const void *now) const {
  const char *then = &bytes[read.value];
  switch (read.size) {
  case 4:
    return memcmp(now, then, 4) == 0;
  case 8:
    return memcmp(now, then, 8) == 0;
  default:
    return memcmp(now, then, read.size) == 0;
  }
}

/// 1 + the same read as one noted before, or 0. Blocks read in loops: what came
/// after the latest one mostly comes after it again.
inline kmp_uint32 Inputs::find(const Read &read) const {
  kmp_uint32 expected = latest != 0 ? reads[latest - 1].after : 0;
  if (expected != 0 && reads[expected - 1].isOf(read))
    return expected;
  return table.size() != 0 ? table[slotOf(read)] : 0;
}

Inputs::Added Inputs::add(kmp_int32 base, const void *address, size_t size,
                          const void *args) {
  auto to = reinterpret_cast<kmp_intptr_t>(address);
  auto from = reinterpret_cast<kmp_intptr_t>(addressOf(base, 0, args));
  Read read = {kmp_int64(to - from), base, kmp_uint32(size), bytes.size(), 0};
  kmp_uint32 known = find(read);
  bool is_new = known == 0;
  if (is_new) {
    if (reads.size() * 2 >= table.size() && !grow())
      return Added::NoMemory;
    kmp_uint32 slot = slotOf(read);
    if (size > ~kmp_uint32(0) - bytes.size() || !reads.push(read) ||
        !bytes.resizeZeroed(bytes.size() + read.size))
      return Added::NoMemory;
    memcpy(&bytes[read.value], address, size);
    known = table[slot] = reads.size();
  }
  if (latest != 0)
    reads[latest - 1].after = known;
  latest = known;
  return is_new || has(reads[known - 1], address) ? Added::Yes : Added::Changed;
}

bool Inputs::same(const void *args) const {
  for (kmp_uint32 i = 0; i < reads.size(); ++i)
    if (!same(reads[i], args))
      return false;
  return true;
}

bool Inputs::samePlaces(const void *args) const {
  for (kmp_uint32 i = 0; i < reads.size(); ++i)
    if (reads[i].base == OMPX_BASE_ARGS && !same(reads[i], args))
      return false;
  return true;
}

} // namespace ompx
