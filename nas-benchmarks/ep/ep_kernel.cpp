//===- ep_kernel.cpp - One batch of EP ------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Eight streams, each one step of eight ahead of the last, stand side by side
// in a vector; the pairs stay those that the definition names. The accepted
// ones are first gathered, so that logarithm and square root run without
// branches.
//
//===----------------------------------------------------------------------===//

#include "ep_kernel.h"

#include <algorithm>

namespace nas {

Deviates Ep::batch(std::int64_t number) const {
  constexpr int Lanes = 8;    // numbers, four pairs
  constexpr int Block = 2048; // pairs that fit the first cache
  constexpr std::uint64_t Stride = Random::power(Lanes);

  std::uint64_t state[Lanes];
  Random stream(271828183);
  stream.skip(2 * Batch * number);
  for (std::uint64_t &lane : state) {
    stream.next();
    lane = stream.state();
  }

  Deviates found;
  double uniform[2 * Block], x[Block], y[Block], t[Block];
  for (std::int64_t block = 0; block < Batch; block += Block) {
    for (int i = 0; i < 2 * Block; i += Lanes)
      for (int lane = 0; lane < Lanes; ++lane) {
        uniform[i + lane] =
            2 * (static_cast<double>(static_cast<std::int64_t>(state[lane])) *
                 Random::Scale) -
            1;
        state[lane] = state[lane] * Stride & Random::Mask;
      }
    int accepted = 0;
    for (int i = 0; i < Block; ++i) {
      const double a = uniform[2 * i], b = uniform[2 * i + 1];
      x[accepted] = a;
      y[accepted] = b;
      t[accepted] = a * a + b * b;
      accepted += t[accepted] <= 1;
    }
    for (int i = 0; i < accepted; ++i)
      t[i] = std::sqrt(-2 * std::log(t[i]) / t[i]);
    for (int i = 0; i < accepted; ++i) {
      const double dx = x[i] * t[i], dy = y[i] * t[i];
      found.x += dx;
      found.y += dy;
      ++found.rings[static_cast<int>(std::max(std::fabs(dx), std::fabs(dy)))];
    }
  }
  return found;
}

} // namespace nas
