//===- ssor.cpp - The two triangular sweeps of LU -------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 5x5 blocks are never formed: their products with b are written out, and
// the factors that rows share are taken once. With s_m = b_m - u_m b_1, where
// u_m is the velocity for m = 2, 3, 4 and e for m = 5, with the index n of the
// direction's own momentum, and with a pressure p and an enthalpy H,
//
//   F b = ( b_n,  u_m b_m + u_m s_n  (and p for m = n),  u_n (b_5 + p) + H s_n
//   )
//
// and V b is made of s alone.
//
//===----------------------------------------------------------------------===//

#include "ssor.h"

using namespace nas;
using cfd::Vec;

namespace {
constexpr Vec LaneNumbers = {0, 1, 2, 3, 4, 5, 6, 7};

/// One diagonal.
struct Row {
  double *base;
  int stride;
  double *at(int field, int j) const { return base + field * stride + j; }
};

/// What the three parts of a block are multiplied with. Kappa, which all
/// entries of V have, is part of `viscous`.
struct Weights {
  double convective, viscous, diffusive;
};

/// Adds (convective F + viscous V / Kappa + diffusive I) b of the nodes from j
/// on. Statement by statement, so that each is a fused operation.
template <int Direction>
[[gnu::always_inline]] inline void
addProduct(const Weights &weights, const Row &row, int j, Vec (&sum)[5]) {
  Vec b[5], velocity[3], s[3], work = {}, inner;
  for (int m = 0; m < 5; ++m)
    b[m] = cfd::load(row.at(Ssor::Correction + m, j));
  const Vec energy = cfd::load(row.at(Ssor::Energy, j));
  inner = energy; // without the kinetic part
  for (int d = 0; d < 3; ++d) {
    velocity[d] = cfd::load(row.at(Ssor::Velocity + d, j));
    s[d] = b[1 + d] - velocity[d] * b[0];
    work += velocity[d] * s[d];
    inner -= 0.5 * velocity[d] * velocity[d];
  }
  const Vec s_energy = b[4] - energy * b[0];
  const Vec enthalpy = energy + cfd::C2 * inner;

  const Vec normal = velocity[Direction];
  const Vec carried = weights.convective * normal + weights.diffusive;
  const Vec s_normal = weights.convective * s[Direction];
  const Vec pressure =
      (weights.convective * cfd::C2) * (inner * b[0] + (s_energy - work));
  sum[0] += weights.diffusive * b[0];
  sum[0] += weights.convective * b[1 + Direction];
  sum[1 + Direction] += pressure;
  sum[4] += carried * b[4];
  sum[4] += normal * pressure;
  sum[4] += s_normal * enthalpy;

  // The velocity along the direction has 4/3 of the viscosity.
  constexpr double Heat = cfd::G / cfd::Kappa;
  const Vec viscous = weights.viscous * cfd::load(row.at(Ssor::Inverse, j));
  const Vec along = (4.0 / 3) * viscous;
  for (int d = 0; d < 3; ++d) {
    sum[1 + d] += carried * b[1 + d];
    sum[1 + d] += s_normal * velocity[d];
    sum[1 + d] += (d == Direction ? along : viscous) * s[d];
  }
  Vec friction = (1 - Heat) * work;
  friction += Heat * s_energy;
  friction += (1.0 / 3) * normal * s[Direction];
  sum[4] += viscous * friction;
}
} // namespace

/// Renews the nodes of diagonal t of plane k from their neighbours on one side:
/// -1 the low one, 1 the high one.
template <int Side> void Ssor::renew(int k, int t) {
  const auto row = [this](int k, int t) {
    return Row{plane(k) + layout[t].offset, layout[t].stride};
  };
  const Row here = row(k, t), beside = row(k, t + Side),
            over = row(k + Side, t);
  const Coefficients &of = coefficients;
  const auto weights = [&of](int direction) {
    return Weights{-Side * of.convective, of.viscous, of.diffusive[direction]};
  };

  const int last = layout.last(t);
  for (int j = layout.first(t); j <= last; j += cfd::Lanes) {
    Vec b[5], r[5];
    for (int m = 0; m < 5; ++m) {
      b[m] = cfd::load(here.at(Correction + m, j));
      r[m] = Side < 0 ? b[m] : Vec{};
    }
    addProduct<2>(weights(2), over, j, r);
    addProduct<1>(weights(1), beside, j + Side, r);
    addProduct<0>(weights(0), beside, j, r);

    // The diagonal block: row 1 has one entry, rows 2 to 4 have two, and row 5
    // is full. Both reciprocals come from one division.
    const Vec inverse = cfd::load(here.at(Inverse, j));
    const Vec friction = of.friction * inverse;
    const Vec heat = of.heat * inverse;
    const Vec both = 1.0 / ((of.diagonal + friction) * (of.diagonal + heat));
    const Vec by_momentum = both * (of.diagonal + heat);
    const Vec by_energy = both * (of.diagonal + friction);
    r[0] *= 1 / of.diagonal;
    r[4] += heat * cfd::load(here.at(Energy, j)) * r[0];
    Vec work = {};
    for (int d = 0; d < 3; ++d) {
      const Vec velocity = cfd::load(here.at(Velocity + d, j));
      const Vec carried = velocity * r[0];
      r[1 + d] = (r[1 + d] + friction * carried) * by_momentum;
      work += velocity * (r[1 + d] - carried);
    }
    r[4] = (r[4] - (friction - heat) * work) * by_energy;

    // Nodes behind the last one are not of the interior.
    for (int m = 0; m < 5; ++m) {
      const Vec renewed = Side < 0 ? r[m] : b[m] + r[m];
      cfd::store(here.at(Correction + m, j),
                 Vec(LaneNumbers + j <= last ? renewed : Vec{}));
    }
  }
}

Ssor::Ssor(int n, double dt)
    : layout(n, Fields),
      memory(static_cast<double *>(::operator new[](
          sizeof(double) * n * layout.size(), std::align_val_t(64)))) {
  const double h = 1.0 / (n - 1), t1 = dt / (h * h), t2 = dt / (2 * h);
  coefficients.convective = Omega * t2;
  coefficients.viscous = Omega * t1 * cfd::Kappa;
  double diffusion = 0;
  for (int d = 0; d < 3; ++d) {
    coefficients.diffusive[d] = Omega * t1 * cfd::Diffusion[d];
    diffusion += cfd::Diffusion[d];
  }
  coefficients.diagonal = 1 + 2 * t1 * diffusion;
  coefficients.friction = 2 * t1 * (1 + 1 + 4.0 / 3) * cfd::Kappa;
  coefficients.heat = 2 * t1 * 3 * cfd::G;

#pragma omp parallel for schedule(static)
  for (int k = 0; k < n; ++k)
    std::fill_n(plane(k), layout.size(), 0.0);
}

void Ssor::forward(Range planes, Range diagonals) {
  for (int k = planes.begin; k < planes.end; ++k)
    for (int t = diagonals.begin; t < diagonals.end; ++t)
      renew<-1>(k, t);
}

void Ssor::backward(Range planes, Range diagonals) {
  for (int k = planes.end - 1; k >= planes.begin; --k)
    for (int t = diagonals.end - 1; t >= diagonals.begin; --t)
      renew<1>(k, t);
}
