//===- ep_kernel.cpp - One batch of EP ------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything here is a loop that compilers turn into vectors. Eight pairs stand
// side by side, each with its own places in the one stream of random numbers.
// Rejected pairs are not sorted out, which would need a branch or a scalar
// loop, but become deviates of zero. The rings are counted by comparison: how
// many deviates reach ring 1, how many ring 2, and so on until none does.
//
//===----------------------------------------------------------------------===//

#include "ep_kernel.h"

#include <algorithm>
#include <cstring>

namespace nas {

/// The natural logarithm of a positive normal number: with t = 2^e m, m between
/// the square roots of 1/2 and 2, and s = (m - 1) / (m + 1),
///   ln t = e ln 2 + 2 s (1 + s^2/3 + s^4/5 + ...).
/// |s| < 0.1716, so the first term left out is 3e-17 of the sum: the error is
/// that of rounding, some units in the last place. A library's function would
/// be called for one number at a time.
static inline double naturalLogarithm(double t) {
  constexpr std::uint64_t RootHalf = 0x3fe6a09e667f3bcd; // sqrt(1/2)
  constexpr int FractionBits = 52;
  std::uint64_t bits;
  std::memcpy(&bits, &t, sizeof t);
  const std::int64_t exponent =
      static_cast<std::int64_t>(bits - RootHalf) >> FractionBits;
  bits -= static_cast<std::uint64_t>(exponent) << FractionBits;
  double m;
  std::memcpy(&m, &bits, sizeof m);
  const double s = (m - 1) / (m + 1), z = s * s;
  double series = 1.0 / 19;
  for (int odd = 17; odd >= 1; odd -= 2)
    series = series * z + 1.0 / odd;
  constexpr double Ln2 = 0.6931471805599453;
  return static_cast<double>(exponent) * Ln2 + 2 * s * series;
}

Deviates Ep::batch(std::int64_t number) const {
  constexpr int Lanes = 8;    // pairs side by side
  constexpr int Block = 1024; // pairs that fit the first cache
  constexpr std::uint64_t Stride = Random::power(2 * Lanes);

  std::uint64_t state_x[Lanes], state_y[Lanes];
  Random stream(271828183);
  stream.skip(2 * Batch * number);
  for (int lane = 0; lane < Lanes; ++lane) {
    stream.next();
    state_x[lane] = stream.state();
    stream.next();
    state_y[lane] = stream.state();
  }
  const auto coordinate = [](std::uint64_t state) {
    constexpr double Scale = 2 * Random::Scale;
    return static_cast<double>(static_cast<std::int64_t>(state)) * Scale - 1;
  };

  Deviates found;
  double x[Block], y[Block], reach[Block];
  for (std::int64_t block = 0; block < Batch; block += Block) {
    for (int i = 0; i < Block; i += Lanes)
      for (int lane = 0; lane < Lanes; ++lane) {
        x[i + lane] = coordinate(state_x[lane]);
        y[i + lane] = coordinate(state_y[lane]);
        state_x[lane] = state_x[lane] * Stride & Random::Mask;
        state_y[lane] = state_y[lane] * Stride & Random::Mask;
      }

    double sum_x = 0, sum_y = 0;
    std::int64_t accepted = 0;
#pragma omp simd reduction(+ : sum_x, sum_y, accepted)
    for (int i = 0; i < Block; ++i) {
      const double t = x[i] * x[i] + y[i] * y[i];
      const double within = std::min(t, 1.0); // ln 1 is 0
      // With a sign, a square root would be a call that might set errno.
      const double factor =
          std::sqrt(std::fabs(2 * naturalLogarithm(within) / within));
      const double dx = x[i] * factor, dy = y[i] * factor;
      sum_x += dx;
      sum_y += dy;
      accepted += t <= 1;
      reach[i] = std::max(std::fabs(dx), std::fabs(dy));
    }
    found.x += sum_x;
    found.y += sum_y;

    std::int64_t before = accepted;
    for (std::size_t ring = 0; before != 0; ++ring) {
      const double next = static_cast<double>(ring + 1);
      std::int64_t beyond = 0;
#pragma omp simd reduction(+ : beyond)
      for (int i = 0; i < Block; ++i)
        beyond += reach[i] >= next;
      found.rings[ring] += before - beyond;
      before = beyond;
    }
  }
  return found;
}

} // namespace nas
