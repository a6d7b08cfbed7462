//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The hash of an address, for the tables of open addressing that find objects.

#ifndef OMPX_SHARED_HASH_H
#define OMPX_SHARED_HASH_H

#include <cstdint>

namespace ompx {

inline uint32_t hashOf(intptr_t address) {
  // Fibonacci hashing: the high bits of the product depend on all of the key.
  return uint32_t((uint64_t(address) * 0x9E3779B97F4A7C15ull) >> 32);
}

/// A sum with one more word in it. Maps different sums to different ones, for
/// the same word.
inline uint64_t mixed(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9E3779B97F4A7C15ull;
  return sum ^ sum >> 29;
}

} // namespace ompx

#endif // OMPX_SHARED_HASH_H
