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

/// f times the Jacobian of the convective flux in x. With the momenta and the
/// velocities in another order it is that of another direction.
template <typename T>
inline void convectiveJacobian(const Primitive<T> &p, double f, T (&a)[5][5]) {
  constexpr T Zero = {};
  const auto &[u, v, w] = p.velocity;
  const T flow = f * u;
  const T row[5][5] = {{Zero, Zero + f, Zero, Zero, Zero},
                       {(C2 * f) * p.q - u * flow, (2 - C2) * flow,
                        (-C2 * f) * v, (-C2 * f) * w, Zero + C2 * f},
                       {-v * flow, f * v, flow, Zero, Zero},
                       {-w * flow, f * w, Zero, flow, Zero},
                       {(2 * C2 * p.q - C1 * p.e) * flow,
                        f * (C1 * p.e - C2 * p.q) - C2 * u * flow,
                        -C2 * v * flow, -C2 * w * flow, C1 * flow}};
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 5; ++c)
      a[r][c] = row[r][c];
}
/// v times the Jacobian of the viscous terms in x, and d on the diagonal.
template <typename T>
inline void viscousJacobian(const Primitive<T> &p, double v, double d,
                            T (&a)[5][5]) {
  constexpr double Along = 4.0 / 3 * Kappa;
  constexpr T Zero = {};
  const T scale = v * p.inverse;
  const auto &vel = p.velocity;
  const T row[5][5] = {
      {Zero + d, Zero, Zero, Zero, Zero},
      {-Along * scale * vel[0], Along * scale + d, Zero, Zero, Zero},
      {-Kappa * scale * vel[1], Zero, Kappa * scale + d, Zero, Zero},
      {-Kappa * scale * vel[2], Zero, Zero, Kappa * scale + d, Zero},
      {((Kappa - Along) * vel[0] * vel[0] - 2 * (Kappa - G) * p.q - G * p.e) *
           scale,
       (Along - G) * scale * vel[0], (Kappa - G) * scale * vel[1],
       (Kappa - G) * scale * vel[2], G * scale + d}};
  for (int r = 0; r < 5; ++r)
    for (int c = 0; c < 5; ++c)
      a[r][c] = row[r][c];
}
/// Where the latter is not 0.
constexpr bool viscosityCouples(int row, int column) {
  return row == 4 || column == row || (row > 0 && column == 0);
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
