//===- random.h - The random numbers of NPB ---------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The linear congruential generator that fixes the input of five kernels:
// s <- 5^13 s mod 2^46, delivered as s / 2^46. A 64-bit product that wraps,
// masked to 46 bits, is exact, since 2^46 divides 2^64.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_COMMON_RANDOM_H
#define REPRISE_NAS_COMMON_RANDOM_H

#include <cstdint>

namespace nas {

class Random {
public:
  static constexpr std::uint64_t Multiplier = 1220703125; // 5^13
  static constexpr std::uint64_t Mask = (std::uint64_t(1) << 46) - 1;
  static constexpr double Scale = 1.0 / (std::uint64_t(1) << 46);

  /// The seed itself is never delivered.
  constexpr explicit Random(std::uint64_t seed) : state_(seed) {}

  /// The next number, between 0 and 1.
  constexpr double next() {
    state_ = state_ * Multiplier & Mask;
    return static_cast<double>(state_) * Scale;
  }
  constexpr std::uint64_t state() const { return state_; }

  /// As if next() had been called n times. Cost: O(log n).
  constexpr void skip(std::uint64_t n) { state_ = state_ * power(n) & Mask; }
  /// What n steps multiply the state with.
  static constexpr std::uint64_t power(std::uint64_t n) {
    std::uint64_t result = 1;
    for (std::uint64_t square = Multiplier; n; n >>= 1) {
      if (n & 1)
        result = result * square & Mask;
      square = square * square & Mask;
    }
    return result;
  }

private:
  std::uint64_t state_;
};

} // namespace nas

#endif // REPRISE_NAS_COMMON_RANDOM_H
