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

/// What the three parts of a block are multiplied with.
struct Weights {
  double convective, viscous, diffusive;
};

/// Adds (convective F + viscous V + diffusive I) b of the nodes from j on.
template <int Direction>
[[gnu::always_inline]] inline void
addProduct(const Weights &weights, const Row &row, int j, Vec (&sum)[5]) {
  using cfd::Kappa, cfd::C2, cfd::G;
  Vec b[5], velocity[3], s[3];
  for (int m = 0; m < 5; ++m)
    b[m] = cfd::load(row.at(Ssor::Correction + m, j));
  for (int d = 0; d < 3; ++d) {
    velocity[d] = cfd::load(row.at(Ssor::Velocity + d, j));
    s[d] = b[1 + d] - velocity[d] * b[0];
  }
  const Vec energy = cfd::load(row.at(Ssor::Energy, j));
  const Vec s_energy = b[4] - energy * b[0];
  const Vec work = velocity[0] * s[0] + velocity[1] * s[1] + velocity[2] * s[2];
  const Vec inner =
      energy - 0.5 * (velocity[0] * velocity[0] + velocity[1] * velocity[1] +
                      velocity[2] * velocity[2]);

  const Vec normal = velocity[Direction];
  const Vec carried = weights.convective * normal + weights.diffusive;
  const Vec s_normal = weights.convective * s[Direction];
  const Vec pressure =
      (weights.convective * C2) * (s_energy - work + inner * b[0]);
  const Vec viscous = weights.viscous * cfd::load(row.at(Ssor::Inverse, j));
  sum[0] += weights.convective * b[1 + Direction] + weights.diffusive * b[0];
  for (int d = 0; d < 3; ++d)
    sum[1 + d] +=
        carried * b[1 + d] + s_normal * velocity[d] + (Kappa * viscous) * s[d];
  sum[1 + Direction] += pressure + (Kappa / 3 * viscous) * s[Direction];
  sum[4] += carried * b[4] + normal * pressure +
            s_normal * (energy + C2 * inner) +
            viscous * ((Kappa - G) * work + G * s_energy +
                       Kappa / 3 * (normal * s[Direction]));
}

/// A few planes at once, each a diagonal behind the one before: they do not
/// depend on each other then, and one's latency hides behind the others.
template <typename Function>
void sweep(int planes, int diagonals, Function renew) {
  constexpr int Together = 4;
  for (int begin = 0; begin < planes; begin += Together) {
    const int count = std::min(Together, planes - begin);
    for (int step = 0; step < diagonals + count - 1; ++step)
      for (int p = std::max(0, step - diagonals + 1);
           p <= std::min(count - 1, step); ++p)
        renew(begin + p, step - p);
  }
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
  const double h = 1.0 / (n - 1), t1 = 1 / (h * h), t2 = 1 / (2 * h);
  const double convective = -Side * Omega * dt * t2;
  const double viscous = Omega * dt * t1;
  const auto weights = [=](int direction) {
    return Weights{convective, viscous, viscous * cfd::Diffusion[direction]};
  };
  // The diagonal block has `diagonal` in all rows, more in 2 to 4 and in 5.
  const double diagonal =
      1 +
      2 * dt * t1 * (cfd::Diffusion[0] + cfd::Diffusion[1] + cfd::Diffusion[2]);
  const double by_diagonal = 1 / diagonal;
  const double momentum = 2 * dt * t1 * (10.0 / 3) * cfd::Kappa;
  const double heat = 2 * dt * t1 * 3 * cfd::G;

  const int last = layout.last(t);
  for (int j = layout.first(t); j <= last; j += cfd::Lanes) {
    Vec r[5] = {}, b[5];
    addProduct<2>(weights(2), over, j, r);
    addProduct<1>(weights(1), beside, j + Side, r);
    addProduct<0>(weights(0), beside, j, r);
    for (int m = 0; m < 5; ++m) {
      b[m] = cfd::load(here.at(Correction + m, j));
      if (Side < 0)
        r[m] += b[m];
    }

    const Vec inverse = cfd::load(here.at(Inverse, j));
    const Vec second = diagonal + momentum * inverse;
    const Vec fifth = diagonal + heat * inverse;
    const Vec both = 1.0 / (second * fifth);
    r[0] *= by_diagonal;
    Vec work = {};
    for (int d = 0; d < 3; ++d) {
      const Vec velocity = cfd::load(here.at(Velocity + d, j));
      const Vec carried = velocity * r[0];
      r[1 + d] = (r[1 + d] + (momentum * inverse) * carried) * (both * fifth);
      work += velocity * (r[1 + d] - carried);
    }
    r[4] = (r[4] - ((momentum - heat) * inverse) * work +
            (heat * inverse) * cfd::load(here.at(Energy, j)) * r[0]) *
           (both * second);

    // Nodes behind the last one are not of the interior.
    for (int m = 0; m < 5; ++m) {
      const Vec renewed = Side < 0 ? r[m] : b[m] + r[m];
      cfd::store(here.at(Correction + m, j),
                 Vec(LaneNumbers + j <= last ? renewed : Vec{}));
    }
  }
}

Ssor::Ssor(int n, double dt)
    : n(n), dt(dt), layout(n, Fields),
      memory(static_cast<double *>(::operator new[](
          sizeof(double) * n * layout.size(), std::align_val_t(64)))) {
#pragma omp parallel for schedule(static)
  for (int k = 0; k < n; ++k)
    std::fill_n(plane(k), layout.size(), 0.0);
}

void Ssor::forward(Range planes, Range diagonals) {
  sweep(planes.size(), diagonals.size(), [=](int plane, int diagonal) {
    renew<-1>(planes.begin + plane, diagonals.begin + diagonal);
  });
}

void Ssor::backward(Range planes, Range diagonals) {
  sweep(planes.size(), diagonals.size(), [=](int plane, int diagonal) {
    renew<1>(planes.end - 1 - plane, diagonals.end - 1 - diagonal);
  });
}
