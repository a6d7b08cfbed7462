//===- line_solver.h - Penta-diagonal systems side by side ------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gaussian elimination without pivoting, for a bundle of eight lines at once.
// A line has three matrices, one for each characteristic speed: that of the
// flow (three variables), and those of sound with and against it.
//
// What the rows next to the ends would take from nodes outside of 1 .. n - 2 is
// multiplied with 0, so that only their diagonal differs from that of others.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_SP_LINE_SOLVER_H
#define REPRISE_NAS_SP_LINE_SOLVER_H

#include "../common/lines.h"

#include <cmath>

namespace nas::sp {

using cfd::Vec;
using Column = Vec[5];

inline Vec squareRoot(Vec of) {
  Vec root;
  for (int lane = 0; lane < cfd::Lanes; ++lane)
    root[lane] = std::sqrt(of[lane]);
  return root;
}

/// Density, velocities and the like, and the speed of sound.
struct Node : cfd::Primitive<Vec> {
  explicit Node(const Column &u)
      : cfd::Primitive<Vec>(cfd::primitive(u)), density(u[0]),
        sound(squareRoot(cfd::C1 * cfd::C2 * (e - q))) {}
  Vec density, sound;
};

/// Of one direction.
struct Coefficients {
  double convection; ///< dt / (2 h)
  double viscosity;  ///< dt / h^2
  double diffusion;  ///< of second differences
  double fourth;     ///< dt times that of fourth differences
};

/// One matrix: the two last rows after elimination and normalisation.
struct Matrix {
  /// x_l + next x_(l+1) + second x_(l+2) = ...
  struct Row {
    Vec next = {}, second = {};
  };
  Row before, last;
};

/// What a node contributes to the rows of its neighbours.
struct Contribution {
  Vec convection, diffusion, sound;
};

/// Solves for the nodes 1 .. n - 2, whose neighbours at the ends stay 0.
/// start(node, x) changes b into the characteristic variables of the direction,
/// finish(l, x) gets each solution, from the last node to the first.
template <int Direction, typename Start, typename Finish>
inline void solveLines(const cfd::Bundle &lines, int n, const Coefficients &of,
                       Start start, Finish finish) {
  const auto nodeAt = [&lines](int l) {
    Column u;
    lines.loadU(l, u);
    return Node(u);
  };
  // The coefficient of second differences is that of the energy: with equal
  // diffusion for all components, heat conduction has always the largest.
  const auto contribution = [&of](const Node &node) {
    return Contribution{of.convection * node.velocity[Direction],
                        of.viscosity * (of.diffusion + cfd::G * node.inverse),
                        of.convection * node.sound};
  };
  /// Which matrix a variable has, and the sign of sound in it.
  constexpr int MatrixOf[5] = {0, 0, 0, 1, 2};
  constexpr double Sign[3] = {0, 1, -1};
  const double z = of.fourth;

  Vec next[cfd::Flow::MaxPitch][3], second[cfd::Flow::MaxPitch][3];
  Matrix matrices[3];
  Column x = {}, x_before = {};

  Node node = nodeAt(1);
  Contribution low = contribution(nodeAt(0)), mid = contribution(node);
  for (int l = 1; l < n - 1; ++l) {
    const Node after = nodeAt(l + 1);
    const Contribution high = contribution(after);
    const double diagonal = 1 + (l == 1 || l == n - 2 ? 5 : 6) * z;
    Column b;
    lines.loadB(l, b);
    start(node, b);

    Vec pivot[3], left[3];
    for (int s = 0; s < 3; ++s) {
      const auto &[before, last] = matrices[s];
      left[s] = -low.convection - low.diffusion - Sign[s] * low.sound - 4 * z -
                z * before.next;
      pivot[s] = 1.0 / (diagonal + 2 * mid.diffusion - z * before.second -
                        left[s] * last.next);
      const Vec right = high.convection - high.diffusion +
                        Sign[s] * high.sound - 4 * z - left[s] * last.second;
      matrices[s] = {last, {right * pivot[s], z * pivot[s]}};
      next[l][s] = matrices[s].last.next;
      second[l][s] = matrices[s].last.second;
    }
    for (int m = 0; m < 5; ++m) {
      const int s = MatrixOf[m];
      b[m] = (b[m] - z * x_before[m] - left[s] * x[m]) * pivot[s];
      x_before[m] = x[m];
      x[m] = b[m];
    }
    lines.storeB(l, x);
    low = mid;
    mid = high;
    node = after;
  }

  Column x_after = {};
  finish(n - 2, x);
  for (int l = n - 3; l > 0; --l) {
    Column b;
    lines.loadB(l, b);
    for (int m = 0; m < 5; ++m) {
      const int s = MatrixOf[m];
      b[m] -= next[l][s] * x[m] + second[l][s] * x_after[m];
      x_after[m] = x[m];
      x[m] = b[m];
    }
    finish(l, x);
  }
}

//===-- Changes of variables ----------------------------------------------===//

constexpr double RootHalf = 0.70710678118654752440; ///< the root of 1/2

/// To the characteristic variables of x.
inline void toX(const Node &node, Column &r) {
  using namespace cfd;
  const auto &[u, v, w] = node.velocity;
  const Vec p = C2 / (node.sound * node.sound) *
                (node.q * r[0] - u * r[1] - v * r[2] - w * r[3] + r[4]);
  const Vec m = RootHalf * node.inverse * (u * r[0] - r[1]);
  const Vec s = RootHalf * node.inverse * node.sound * p;
  const Vec second = node.inverse * (r[3] - w * r[0]);
  const Vec third = node.inverse * (v * r[0] - r[2]);
  r[0] -= p;
  r[1] = second;
  r[2] = third;
  r[3] = s - m;
  r[4] = s + m;
}

/// From those of x to those of y.
inline void fromXToY(const Column &r, Column &to) {
  const Vec difference = RootHalf * (r[3] - r[4]), sum = 0.5 * (r[3] + r[4]);
  to[0] = -r[1];
  to[1] = r[0];
  to[2] = difference;
  to[3] = sum - RootHalf * r[2];
  to[4] = sum + RootHalf * r[2];
}

/// From those of y to those of z.
inline void fromYToZ(const Column &r, Column &to) {
  const Vec difference = RootHalf * (r[3] - r[4]), sum = 0.5 * (r[3] + r[4]);
  to[0] = difference;
  to[1] = -r[2];
  to[2] = r[1];
  to[3] = sum - RootHalf * r[0];
  to[4] = sum + RootHalf * r[0];
}

/// From those of z to the changes of u.
inline void fromZ(const Node &node, const Column &r, Column &to) {
  using namespace cfd;
  const auto &[u, v, w] = node.velocity;
  const Vec p = RootHalf * node.density / node.sound * (r[3] + r[4]);
  const Vec m = r[2] + p;
  const Vec s = RootHalf * node.density * (r[3] - r[4]);
  to[0] = m;
  to[1] = u * m - node.density * r[1];
  to[2] = v * m + node.density * r[0];
  to[3] = w * m + s;
  to[4] = node.density * (v * r[0] - u * r[1]) + node.q * m +
          1 / C2 * node.sound * node.sound * p + w * s;
}

} // namespace nas::sp

#endif // REPRISE_NAS_SP_LINE_SOLVER_H
