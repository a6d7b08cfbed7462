//===- cfd.h - What BT, SP and LU share ------------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compressible viscous flow in a cube, marched towards a known steady state:
// grid, exact solution, start values, the discrete operator R with its forcing,
// norms, and the Jacobians of its parts.
//
// Memory: of a field's five components at the nodes (i, j, k), those of one
// line in x stand together, component after component, padded to whole vectors:
// row(k, j, m)[i]. All work is done on vectors along x. Nodes in the padding
// hold a gas at rest, so that arithmetic on them stays finite, and like those
// on the boundary they never change.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_COMMON_CFD_H
#define REPRISE_NAS_COMMON_CFD_H

#include "program.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

namespace nas::cfd {

//===-- Vectors -----------------------------------------------------------===//

constexpr int Lanes = 8;
typedef double Vec __attribute__((vector_size(Lanes * sizeof(double))));

/// Unaligned.
inline Vec load(const double *from) {
  Vec value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void store(double *to, Vec value) {
  std::memcpy(to, &value, sizeof value);
}

//===-- Constants ---------------------------------------------------------===//

constexpr double C1 = 1.4;    ///< ratio of specific heats
constexpr double C2 = 0.4;    ///< C1 - 1
constexpr double Kappa = 0.1; ///< viscosity
constexpr double C1C5 = 1.96; ///< heat conduction over viscosity
constexpr double G = C1C5 * Kappa;
constexpr double Fourth = 0.25; ///< of the fourth differences

/// Of the second differences, by direction (x, y, z); equal for all components.
constexpr double Diffusion[3] = {0.75, 0.75, 1.0};

/// Density, three momenta, energy.
using Values = std::array<double, 5>;

Values exactSolution(double xi, double eta, double zeta);

//===-- A node ------------------------------------------------------------===//

/// What the operator and its Jacobians are made of; T: double or Vec.
template <typename T> struct Primitive {
  T inverse; ///< 1 / density
  T velocity[3];
  T q; ///< half the velocity squared
  T e; ///< energy / density
};

template <typename T> inline Primitive<T> primitive(const T (&u)[5]) {
  Primitive<T> p;
  p.inverse = 1.0 / u[0];
  for (int d = 0; d < 3; ++d)
    p.velocity[d] = u[1 + d] * p.inverse;
  p.q = 0.5 * (p.velocity[0] * p.velocity[0] + p.velocity[1] * p.velocity[1] +
               p.velocity[2] * p.velocity[2]);
  p.e = u[4] * p.inverse;
  return p;
}

/// Whether the Jacobians of a direction couple two components.
constexpr bool couples(int direction, int row, int column) {
  const int along = 1 + direction;
  return row == 4 || row == along || column == row || column == along ||
         (column == 0 && row > 0);
}

/// a = v V + d I with the Jacobian V of the viscous terms of one direction.
template <int Direction, typename T>
inline void viscousJacobian(const Primitive<T> &p, double v, double d,
                            T (&a)[5][5]) {
  const T scale = v * p.inverse;
  for (T(&row)[5] : a)
    for (T &entry : row)
      entry = T{};
  a[0][0] += d;
  T last = -G * p.e;
  for (int r = 0; r < 3; ++r) {
    const double k = r == Direction ? 4.0 / 3 * Kappa : Kappa;
    const T &velocity = p.velocity[r];
    a[1 + r][0] = -(k * scale) * velocity;
    a[1 + r][1 + r] = k * scale + d;
    a[4][1 + r] = (k - G) * scale * velocity;
    last -= (k - G) * velocity * velocity;
  }
  a[4][0] = last * scale;
  a[4][4] = G * scale + d;
}

/// a = f F + v V + d I with the Jacobian F of the convective flux, too.
template <int Direction, typename T>
inline void jacobian(const Primitive<T> &p, double f, double v, double d,
                     T (&a)[5][5]) {
  viscousJacobian<Direction>(p, v, d, a);
  constexpr int Along = 1 + Direction;
  const T normal = f * p.velocity[Direction];
  a[0][Along] += f;
  for (int r = 0; r < 3; ++r) {
    a[1 + r][0] -= p.velocity[r] * normal;
    a[1 + r][Along] += f * p.velocity[r];
    a[1 + r][1 + r] += normal;
    a[Along][1 + r] -= (f * C2) * p.velocity[r];
    a[4][1 + r] -= C2 * p.velocity[r] * normal;
  }
  a[Along][0] += (f * C2) * p.q;
  a[Along][4] += f * C2;
  a[4][0] += (2 * C2 * p.q - C1 * p.e) * normal;
  a[4][Along] += f * (C1 * p.e - C2 * p.q);
  a[4][4] += C1 * normal;
}

//===-- The grid and the fields on it -------------------------------------===//

/// Five values at each node of an n x n x n grid. Not touched when made.
class Field {
public:
  explicit Field(int n)
      : pitch_((n + Lanes - 1) / Lanes * Lanes),
        line_(static_cast<std::ptrdiff_t>(5) * pitch_),
        // Neighbours in z must not fall into one set of a cache.
        plane_(n * line_ + 9 * Lanes),
        memory(static_cast<double *>(::operator new[](
            n * plane_ * sizeof(double), std::align_val_t(64)))) {}

  double *row(int k, int j, int m) {
    return memory.get() + k * plane_ + j * line_ + m * pitch();
  }
  const double *row(int k, int j, int m) const {
    return memory.get() + k * plane_ + j * line_ + m * pitch();
  }
  /// Nodes in a row with padding: whole vectors, aligned.
  int pitch() const { return pitch_; }
  /// From a row to the same one of j + 1, and of k + 1.
  std::ptrdiff_t line() const { return line_; }
  std::ptrdiff_t plane() const { return plane_; }
  /// Sets all of plane k, with padding.
  void clear(int k) { std::memset(row(k, 0, 0), 0, plane_ * sizeof(double)); }

private:
  struct Free {
    void operator()(double *memory) const {
      ::operator delete[](memory, std::align_val_t(64));
    }
  };
  int pitch_;
  std::ptrdiff_t line_, plane_;
  std::unique_ptr<double[], Free> memory;
};

/// The flow and its right-hand side b. Interior nodes are 1 .. n - 2.
class Flow {
public:
  static constexpr int MaxPitch = 168; ///< n up to class C

  /// Makes the forcing. Planes are touched by the threads that a static
  /// schedule over the interior planes gives them.
  explicit Flow(int n);

  /// The start values: u. b and forcing keep what they are.
  void reset();

  /// b = scale (F + R(u)) in the interior of plane k, 0 <= k < n. b is 0 on the
  /// boundary and in the padding already, and stays so. Reads u in the planes
  /// k - 2 .. k + 2.
  void rhs(int k, double scale);

  /// Sums over the interior of plane k: of b squared, and of the error of u.
  Values squaredRhs(int k) const;
  Values squaredError(int k) const;

  /// The root of such a sum over all planes, for each node of the interior.
  Values norms(Values sum) const;
  /// Of b as it is, and of u.
  Values rhsNorms() const;
  Values errorNorms() const;

  const int n;
  const double h; ///< from node to node
  Field u, b;

private:
  Field forcing;
  /// What second and fourth differences of u take from neighbours, by
  /// direction, offset + 2, and position along the direction.
  double stencil[3][5][MaxPitch] = {};
};

/// Compares five norms; `what` names each.
void addChecks(std::vector<Check> &checks, const char *const (&what)[5],
               const Values &values, const Values &references);
constexpr const char *ResidualNames[5] = {
    "residual norm of density", "residual norm of momentum in x",
    "residual norm of momentum in y", "residual norm of momentum in z",
    "residual norm of energy"};
constexpr const char *ErrorNames[5] = {
    "error norm of density", "error norm of momentum in x",
    "error norm of momentum in y", "error norm of momentum in z",
    "error norm of energy"};

} // namespace nas::cfd

#endif // REPRISE_NAS_COMMON_CFD_H
