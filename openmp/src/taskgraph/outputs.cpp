//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What a block left in variables that outlive it; see outputs.h.

#include "taskgraph/outputs.h"

namespace ompx {

bool Outputs::add(kmp_int32 base, const void *address, size_t size,
                  const void *args) {
  return forEachOtherPart(
      address, size, args, [&](const char *first, size_t count) {
        kmp_uint32 value = bytes.size();
        kmp_int64 place = first - addressOf(base, 0, args);
        return writes.size() < MaxPlaces && count <= ~kmp_uint32(0) - value &&
               bytes.resizeZeroed(value + kmp_uint32(count)) &&
               writes.push({place, base, kmp_uint32(count), value});
      });
}

void Outputs::take(const void *args) {
  for (kmp_uint32 i = 0; i < writes.size(); ++i)
    memcpy(&bytes[writes[i].value], writes[i].address(args), writes[i].size);
}

void Outputs::write(const void *args) const {
  for (kmp_uint32 i = 0; i < writes.size(); ++i)
    memcpy(writes[i].address(args), &bytes[writes[i].value], writes[i].size);
}

bool Outputs::operator==(const Outputs &other) const {
  if (writes.size() != other.writes.size() ||
      bytes.size() != other.bytes.size())
    return false;
  for (kmp_uint32 i = 0; i < writes.size(); ++i)
    if (writes[i].place != other.writes[i].place ||
        writes[i].base != other.writes[i].base ||
        writes[i].size != other.writes[i].size)
      return false;
  return bytes.size() == 0 ||
         memcmp(&bytes[0], &other.bytes[0], bytes.size()) == 0;
}

} // namespace ompx
