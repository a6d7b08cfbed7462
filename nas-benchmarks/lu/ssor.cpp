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

#include <algorithm>
#include <cstring>

using namespace nas;
using cfd::Vec;

namespace {
/// Half a vector, for what is left of a diagonal.
constexpr int HalfLanes = cfd::Lanes / 2;
typedef double Half __attribute__((vector_size(HalfLanes * sizeof(double))));

/// One diagonal.
struct Row {
  double *base;
  int stride;
  double *at(int field, int j) const { return base + field * stride + j; }
  template <typename T> T load(int field, int j) const {
    T value;
    std::memcpy(&value, at(field, j), sizeof value);
    return value;
  }
  template <typename T> void store(int field, int j, const T &value) const {
    std::memcpy(at(field, j), &value, sizeof value);
  }
};

/// What the three parts of a block are multiplied with. Kappa, which all
/// entries of V have, is part of `viscous`.
struct Weights {
  double convective, viscous, diffusive;
};

/// Adds (convective F + viscous V / Kappa + diffusive I) b of the nodes from j
/// on. Statement by statement, so that each is a fused operation.
template <int Direction, typename T>
[[gnu::always_inline]] inline void
addProduct(const Weights &weights, const Row &row, int j, T (&sum)[5]) {
  T b[5], velocity[3], s[3], work = {}, inner;
  for (int m = 0; m < 5; ++m)
    b[m] = row.load<T>(Ssor::Correction + m, j);
  const T energy = row.load<T>(Ssor::Energy, j);
  inner = energy; // without the kinetic part
  for (int d = 0; d < 3; ++d) {
    velocity[d] = row.load<T>(Ssor::Velocity + d, j);
    s[d] = b[1 + d] - velocity[d] * b[0];
    work += velocity[d] * s[d];
    inner -= 0.5 * velocity[d] * velocity[d];
  }
  const T s_energy = b[4] - energy * b[0];
  const T enthalpy = energy + cfd::C2 * inner;

  const T normal = velocity[Direction];
  const T carried = weights.convective * normal + weights.diffusive;
  const T s_normal = weights.convective * s[Direction];
  const T pressure =
      (weights.convective * cfd::C2) * (inner * b[0] + (s_energy - work));
  sum[0] += weights.diffusive * b[0];
  sum[0] += weights.convective * b[1 + Direction];
  sum[1 + Direction] += pressure;
  sum[4] += carried * b[4];
  sum[4] += normal * pressure;
  sum[4] += s_normal * enthalpy;

  // The velocity along the direction has 4/3 of the viscosity.
  constexpr double Heat = cfd::G / cfd::Kappa;
  const T viscous = weights.viscous * row.load<T>(Ssor::Inverse, j);
  const T along = (4.0 / 3) * viscous;
  for (int d = 0; d < 3; ++d) {
    sum[1 + d] += carried * b[1 + d];
    sum[1 + d] += s_normal * velocity[d];
    sum[1 + d] += (d == Direction ? along : viscous) * s[d];
  }
  T friction = (1 - Heat) * work;
  friction += Heat * s_energy;
  friction += (1.0 / 3) * normal * s[Direction];
  sum[4] += viscous * friction;
}

/// Renews the nodes of `here` from j on, up to `last`, from their neighbours:
/// those in x and y are `beside`, those in z `over`.
template <int Side, typename T>
[[gnu::always_inline]] inline void
renewNodes(const Ssor::Coefficients &of, const Row &here, const Row &beside,
           const Row &over, int j, int last) {
  const auto weights = [&of](int direction) {
    return Weights{-Side * of.convective, of.viscous, of.diffusive[direction]};
  };
  T b[5], r[5], number;
  for (int m = 0; m < 5; ++m) {
    b[m] = here.load<T>(Ssor::Correction + m, j);
    r[m] = Side < 0 ? b[m] : T{};
  }
  addProduct<2, T>(weights(2), over, j, r);
  addProduct<1, T>(weights(1), beside, j + Side, r);
  addProduct<0, T>(weights(0), beside, j, r);

  // The diagonal block: row 1 has one entry, rows 2 to 4 have two, and row 5
  // is full. Both reciprocals come from one division.
  const T inverse = here.load<T>(Ssor::Inverse, j);
  const T friction = of.friction * inverse;
  const T heat = of.heat * inverse;
  const T both = 1.0 / ((of.diagonal + friction) * (of.diagonal + heat));
  const T by_momentum = both * (of.diagonal + heat);
  const T by_energy = both * (of.diagonal + friction);
  r[0] *= of.by_diagonal;
  r[4] += heat * here.load<T>(Ssor::Energy, j) * r[0];
  T work = {};
  for (int d = 0; d < 3; ++d) {
    const T velocity = here.load<T>(Ssor::Velocity + d, j);
    const T carried = velocity * r[0];
    r[1 + d] = (r[1 + d] + friction * carried) * by_momentum;
    work += velocity * (r[1 + d] - carried);
  }
  r[4] = (r[4] - (friction - heat) * work) * by_energy;

  // Nodes behind the last one are not of the interior.
  for (int lane = 0; lane < int(sizeof(T) / sizeof(double)); ++lane)
    number[lane] = j + lane;
  for (int m = 0; m < 5; ++m) {
    const T renewed = Side < 0 ? r[m] : b[m] + r[m];
    here.store(Ssor::Correction + m, j, T(number <= last ? renewed : T{}));
  }
}
} // namespace

/// Renews diagonal t of plane k from the neighbours on one side: -1 the low
/// one, 1 the high one.
template <int Side> void Ssor::renew(int k, int t) {
  const auto row = [this](int k, int t) {
    return Row{plane(k) + layout[t].offset, layout[t].stride};
  };
  const Row here = row(k, t), beside = row(k, t + Side),
            over = row(k + Side, t);
  const int last = layout.last(t);
  int j = layout.first(t);
  for (; j + HalfLanes <= last; j += cfd::Lanes)
    renewNodes<Side, Vec>(coefficients, here, beside, over, j, last);
  if (j <= last)
    renewNodes<Side, Half>(coefficients, here, beside, over, j, last);
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
  coefficients.by_diagonal = 1 / coefficients.diagonal;
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
