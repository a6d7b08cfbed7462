//===- line_solver.h - Block-tridiagonal systems side by side ---*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block Thomas algorithm, for a bundle of eight lines at once: each entry
// of a block is a vector with an element for each line.
//
// Turning the grid changes nothing but the names of the momenta. So all lines
// are solved as lines in x, with the momentum along the line as the first.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_BT_LINE_SOLVER_H
#define REPRISE_NAS_BT_LINE_SOLVER_H

#include "../common/lines.h"

namespace nas::bt {

using cfd::Vec;
using Block = Vec[5][5];
using Column = Vec[5];

/// The components in the order of a line in x, y and z.
constexpr int Order[3][5] = {{0, 1, 2, 3, 4}, {0, 2, 3, 1, 4}, {0, 3, 1, 2, 4}};

/// Of one direction.
struct Coefficients {
  double convection; ///< dt / (2 h)
  double viscosity;  ///< dt / h^2
  double diffusion;  ///< dt / h^2 times the coefficient of second differences
};

/// The convective Jacobian of a node plus (Sign 1) or minus (Sign -1) the
/// viscous one. The sum, negated, is its block in the row of the node behind
/// it, the difference that in the row of the node before it.
template <int Sign>
inline void couplingOf(const cfd::Primitive<Vec> &node, const Coefficients &of,
                       Block &a) {
  Block f, v;
  cfd::convectiveJacobian(node, of.convection, f);
  cfd::viscousJacobian(node, of.viscosity, of.diffusion, v);
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 5; ++c)
      a[r][c] =
          cfd::viscosityCouples(r, c) ? f[r][c] + Sign * v[r][c] : f[r][c];
}

/// y += a x with such a block: only rows 1 and 4 are full.
inline void addProduct(const Block &a, const Column &x, Column &y) {
  for (int r : {1, 4})
    for (int c = 0; c < 5; ++c)
      y[r] += a[r][c] * x[c];
  for (int r : {0, 2, 3}) {
    y[r] += a[r][1] * x[1];
    y[r] += a[r][r] * x[r];
    if (r > 0)
      y[r] += a[r][0] * x[0];
  }
}

/// Into a lower and an upper factor, in place, with the inverse of the pivots
/// on the diagonal.
inline void factor(Block &a) {
  for (int p = 0; p < 5; ++p) {
    a[p][p] = 1.0 / a[p][p];
    for (int r = p + 1; r < 5; ++r) {
      a[r][p] *= a[p][p];
      for (int c = p + 1; c < 5; ++c)
        a[r][c] -= a[r][p] * a[p][c];
    }
  }
}

/// x = a^-1 x with the factors of a. x is 0 before row `first`.
inline void solve(const Block &a, Column &x, int first = 0) {
  for (int r = first + 1; r < 5; ++r)
    for (int c = first; c < r; ++c)
      x[r] -= a[r][c] * x[c];
  for (int r = 4; r >= 0; --r) {
    for (int c = r + 1; c < 5; ++c)
      x[r] -= a[r][c] * x[c];
    x[r] *= a[r][r];
  }
}

/// Solves for the nodes 1 .. n - 2, whose neighbours at the ends stay 0, and
/// gives each solution to finish(l, x), from the last node to the first.
template <typename Function>
inline void solveLines(const cfd::Bundle &lines, int n, const Coefficients &of,
                       Function finish) {
  const auto nodeAt = [&](int l) {
    Column u;
    lines.loadU(l, u);
    return cfd::primitive(u);
  };
  // The upper blocks after elimination, by column.
  Vec upper[cfd::Flow::MaxPitch][5][5];
  Column x = {};
  for (Column &column : upper[0])
    for (Vec &entry : column)
      entry = Vec{};

  auto before = nodeAt(0), node = nodeAt(1);
  for (int l = 1; l < n - 1; ++l) {
    const auto after = nodeAt(l + 1);
    Block low, own, high;
    couplingOf<1>(before, of, low);
    cfd::viscousJacobian(node, 2 * of.viscosity, 1 + 2 * of.diffusion, own);
    for (int c = 0; c < 5; ++c) {
      Column column;
      for (int r = 0; r < 5; ++r)
        column[r] = own[r][c];
      addProduct(low, upper[l - 1][c], column);
      for (int r = 0; r < 5; ++r)
        own[r][c] = column[r];
    }
    factor(own);

    Column b;
    lines.loadB(l, b);
    addProduct(low, x, b);
    solve(own, b);
    lines.storeB(l, b);
    for (int m = 0; m < 5; ++m)
      x[m] = b[m];

    couplingOf<-1>(after, of, high);
    // The first row is 0 in the last three columns.
#pragma GCC unroll 5
    for (int c = 0; c < 5; ++c) {
      Column column;
      for (int r = 0; r < 5; ++r)
        column[r] = high[r][c];
      solve(own, column, c < 2 ? 0 : 1);
      for (int r = 0; r < 5; ++r)
        upper[l][c][r] = column[r];
    }
    before = node;
    node = after;
  }

  finish(n - 2, x);
  for (int l = n - 3; l > 0; --l) {
    Column b;
    lines.loadB(l, b);
    for (int c = 0; c < 5; ++c)
      for (int r = 0; r < 5; ++r)
        b[r] -= upper[l][c][r] * x[c];
    for (int m = 0; m < 5; ++m)
      x[m] = b[m];
    finish(l, x);
  }
}

} // namespace nas::bt

#endif // REPRISE_NAS_BT_LINE_SOLVER_H
