//===- octet.h - Vectors of eight, and their transposition ------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels work on that take eight lines at once: a vector of AVX-512,
// which compilers split elsewhere, and a cache line.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_COMMON_OCTET_H
#define REPRISE_NAS_COMMON_OCTET_H

#include <initializer_list>

#define NAS_INLINE inline __attribute__((always_inline))

namespace nas {

using Octet = double __attribute__((vector_size(64)));

/// Swaps the blocks of D x D beside the diagonal of rows a and b, D apart.
template <int D> NAS_INLINE void swapBlocks(Octet &a, Octet &b) {
  constexpr auto Upper = [](int i) { return i & D ? 8 + i - D : i; };
  constexpr auto Lower = [](int i) { return i & D ? 8 + i : i + D; };
  const Octet upper =
      __builtin_shufflevector(a, b, Upper(0), Upper(1), Upper(2), Upper(3),
                              Upper(4), Upper(5), Upper(6), Upper(7));
  b = __builtin_shufflevector(a, b, Lower(0), Lower(1), Lower(2), Lower(3),
                              Lower(4), Lower(5), Lower(6), Lower(7));
  a = upper;
}

NAS_INLINE void transpose(Octet (&rows)[8]) {
  for (int i = 0; i < 4; ++i)
    swapBlocks<4>(rows[i], rows[i + 4]);
  for (int i : {0, 1, 4, 5})
    swapBlocks<2>(rows[i], rows[i + 2]);
  for (int i : {0, 2, 4, 6})
    swapBlocks<1>(rows[i], rows[i + 1]);
}

} // namespace nas

#endif // REPRISE_NAS_COMMON_OCTET_H
