//===- cfd.cpp - Operator, start values and norms of BT, SP and LU --------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plane of the right-hand side depends on nothing but u: velocities and
// pressures are made again where they are needed, which costs less than storing
// them, and spares a pass over all planes with a join behind it.
//
//===----------------------------------------------------------------------===//

#include "cfd.h"

#include <algorithm>
#include <cmath>

namespace nas::cfd {

//===-- Exact solution and start values -----------------------------------===//

Values exactSolution(double xi, double eta, double zeta) {
  // By component: the constant, then xi, eta, zeta in powers 1 to 4.
  static constexpr double Coefficients[5][13] = {
      {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
      {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
      {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
      {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
      {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2}};
  const double x[3] = {xi, eta, zeta};
  Values values;
  for (int m = 0; m < 5; ++m) {
    const double (&c)[13] = Coefficients[m];
    values[m] = c[0];
    for (int d = 0; d < 3; ++d)
      values[m] +=
          x[d] *
          (c[1 + d] + x[d] * (c[4 + d] + x[d] * (c[7 + d] + x[d] * c[10 + d])));
  }
  return values;
}

/// Blended from the exact values on the six faces.
static Values startValues(double xi, double eta, double zeta) {
  const Values x0 = exactSolution(0, eta, zeta);
  const Values x1 = exactSolution(1, eta, zeta);
  const Values y0 = exactSolution(xi, 0, zeta);
  const Values y1 = exactSolution(xi, 1, zeta);
  const Values z0 = exactSolution(xi, eta, 0);
  const Values z1 = exactSolution(xi, eta, 1);
  Values values;
  for (int m = 0; m < 5; ++m) {
    const double p = (1 - xi) * x0[m] + xi * x1[m];
    const double q = (1 - eta) * y0[m] + eta * y1[m];
    const double r = (1 - zeta) * z0[m] + zeta * z1[m];
    values[m] = p + q + r - p * q - q * r - p * r + p * q * r;
  }
  return values;
}

//===-- The right-hand side -----------------------------------------------===//

namespace {

/// Lanes nodes, and what the fluxes through them are made of.
struct Nodes {
  Vec u[5];
  Vec velocity[3];
  Vec pressure;
  Vec enthalpy; ///< energy and pressure
  Vec heat;     ///< what conduction and shear smooth in the energy, but for
                ///< the square of the velocity along the direction
};

/// The same of a line in x, kept while its neighbours in y are worked on. u
/// itself stays where it is.
class Line {
public:
  void make(const Field &field, int k, int j) {
    u = field.row(k, j, 0);
    pitch = field.pitch();
    for (double (&row)[Pad + Flow::MaxPitch + Pad] : kept)
      row[Pad - 1] = row[Pad + pitch] = 0;
    for (int i = 0; i < pitch; i += Lanes) {
      const Nodes nodes = derive(u + i, pitch);
      for (int d = 0; d < 3; ++d)
        store(&kept[d][Pad + i], nodes.velocity[d]);
      store(&kept[3][Pad + i], nodes.pressure);
      store(&kept[4][Pad + i], nodes.enthalpy);
      store(&kept[5][Pad + i], nodes.heat);
    }
  }
  Nodes at(int i) const {
    Nodes nodes;
    for (int m = 0; m < 5; ++m)
      nodes.u[m] = load(u + m * pitch + i);
    for (int d = 0; d < 3; ++d)
      nodes.velocity[d] = load(&kept[d][Pad + i]);
    nodes.pressure = load(&kept[3][Pad + i]);
    nodes.enthalpy = load(&kept[4][Pad + i]);
    nodes.heat = load(&kept[5][Pad + i]);
    return nodes;
  }
  static Nodes derive(const double *u, int pitch) {
    Nodes nodes;
    for (int m = 0; m < 5; ++m)
      nodes.u[m] = load(u + m * pitch);
    const Primitive<Vec> p = primitive(nodes.u);
    for (int d = 0; d < 3; ++d)
      nodes.velocity[d] = p.velocity[d];
    nodes.pressure = C2 * (nodes.u[4] - p.q * nodes.u[0]);
    nodes.enthalpy = nodes.u[4] + nodes.pressure;
    nodes.heat = C1C5 * p.e + (1 - C1C5) * p.q;
    return nodes;
  }

private:
  static constexpr int Pad = Lanes; // the neighbours of both ends exist
  const double *u = nullptr;
  int pitch = 0;
  double kept[6][Pad + Flow::MaxPitch + Pad];
};

/// The terms that are not linear in u, summed over the directions.
class Fluxes {
public:
  explicit Fluxes(const Nodes &mid) {
    for (int d = 0; d < 3; ++d) {
      smooth[d] = -2 * (1 + 1 + Along) * mid.velocity[d];
      squares -= 2.0 * mid.velocity[d] * mid.velocity[d];
    }
    smooth[3] = -6.0 * mid.heat;
  }

  /// The neighbours in one direction.
  template <int Direction> void add(const Nodes &low, const Nodes &high) {
    const Vec below = low.velocity[Direction], above = high.velocity[Direction];
    convection[0] += high.u[1 + Direction] - low.u[1 + Direction];
    for (int d = 0; d < 3; ++d) {
      convection[1 + d] += high.u[1 + d] * above;
      convection[1 + d] -= low.u[1 + d] * below;
      smooth[d] +=
          (d == Direction ? Along : 1.0) * (high.velocity[d] + low.velocity[d]);
    }
    convection[1 + Direction] += high.pressure - low.pressure;
    convection[4] += high.enthalpy * above;
    convection[4] -= low.enthalpy * below;
    smooth[3] += high.heat + low.heat;
    squares += above * above;
    squares += below * below;
  }

  /// With the factors of the differences.
  void addTo(Vec (&r)[5], double h) const {
    const double viscous = Kappa / (h * h);
    for (int m = 0; m < 5; ++m)
      r[m] -= 1 / (2 * h) * convection[m];
    for (int d = 0; d < 3; ++d)
      r[1 + d] += viscous * smooth[d];
    r[4] += viscous * smooth[3] + viscous / 6 * squares;
  }

private:
  static constexpr double Along = 4.0 / 3;
  Vec convection[5] = {}, smooth[4], squares = {};
};

} // namespace

void Flow::rhs(int k, double scale) {
  typedef long long Positions __attribute__((vector_size(sizeof(Vec))));
  constexpr Positions Ascending = {0, 1, 2, 3, 4, 5, 6, 7};
  if (k < 1 || k > n - 2)
    return;

  const int pitch = u.pitch();
  Line lines[3];
  lines[0].make(u, k, 0);
  lines[1].make(u, k, 1);
  for (int j = 1; j < n - 1; ++j) {
    const Line &before = lines[(j - 1) % 3], &line = lines[j % 3];
    Line &after = lines[(j + 1) % 3];
    after.make(u, k, j + 1);

    // Where a weight is 0, any line that exists will do.
    const double *x = u.row(k, j, 0), *y[5], *z[5];
    for (int o = 0; o < 5; ++o) {
      y[o] = u.row(k, std::clamp(j + o - 2, 0, n - 1), 0);
      z[o] = u.row(std::clamp(k + o - 2, 0, n - 1), j, 0);
    }
    for (int i = 0; i < pitch; i += Lanes) {
      const Nodes mid = line.at(i);
      Fluxes fluxes(mid);
      fluxes.add<0>(line.at(i - 1), line.at(i + 1));
      fluxes.add<1>(before.at(i), after.at(i));
      fluxes.add<2>(Line::derive(z[1] + i, pitch),
                    Line::derive(z[3] + i, pitch));

      Vec r[5];
      const Vec middle =
          load(&stencil[0][2][i]) + (stencil[1][2][j] + stencil[2][2][k]);
      for (int m = 0; m < 5; ++m) {
        const std::ptrdiff_t at = m * pitch + i;
        r[m] = load(forcing.row(k, j, m) + i) + middle * mid.u[m];
        for (int o : {0, 1, 3, 4}) {
          r[m] += load(&stencil[0][o][i]) * load(x + at + o - 2);
          r[m] += stencil[1][o][j] * load(y[o] + at);
          r[m] += stencil[2][o][k] * load(z[o] + at);
        }
      }
      fluxes.addTo(r, h);

      const Positions position = Ascending + i;
      const Positions inside = (position > 0) & (position < n - 1);
      for (int m = 0; m < 5; ++m)
        store(b.row(k, j, m) + i, inside ? scale * r[m] : Vec{});
    }
  }
}

//===-- The flow ----------------------------------------------------------===//

/// Sets plane k of a field to value(i, j), and its padding to a gas at rest.
template <typename Function>
static void fill(Field &field, int n, int k, Function value) {
  constexpr Values Rest = {1, 0, 0, 0, 1};
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < field.pitch(); ++i) {
      const Values at = i < n ? value(i, j) : Rest;
      for (int m = 0; m < 5; ++m)
        field.row(k, j, m)[i] = at[m];
    }
}

/// A worksharing loop over all planes in which a thread gets those interior
/// ones that a static schedule over the interior planes gives it.
template <typename Function> static void forPlanes(int n, Function work) {
#pragma omp parallel for schedule(static)
  for (int k = 1; k < n - 1; ++k) {
    if (k == 1)
      work(0);
    work(k);
    if (k == n - 2)
      work(n - 1);
  }
}

Flow::Flow(int n) : n(n), h(1.0 / (n - 1)), u(n), b(n), forcing(n) {
  constexpr double FourthDifference[5] = {1, -4, 6, -4, 1};
  for (int d = 0; d < 3; ++d)
    for (int l = 1; l < n - 1; ++l) {
      for (int o = 0; o < 5; ++o)
        if (l + o - 2 > 0 && l + o - 2 < n - 1)
          stencil[d][o][l] = -Fourth * FourthDifference[o];
      if (l == 1 || l == n - 2)
        stencil[d][2][l] = -Fourth * 5;
      const double second = Diffusion[d] / (h * h);
      stencil[d][1][l] += second;
      stencil[d][2][l] -= 2 * second;
      stencil[d][3][l] += second;
    }

  forPlanes(n, [this](int k) {
    fill(u, this->n, k,
         [&](int i, int j) { return exactSolution(i * h, j * h, k * h); });
    b.clear(k);
    forcing.clear(k);
  });
  forPlanes(n, [this](int k) { rhs(k, -1); });
  std::swap(b, forcing);
  reset();
}

void Flow::reset() {
  forPlanes(n, [this](int k) {
    const auto inside = [this](int l) { return l > 0 && l < n - 1; };
    fill(u, n, k, [&](int i, int j) {
      return (inside(i) && inside(j) && inside(k)
                  ? startValues
                  : exactSolution)(i * h, j * h, k * h);
    });
  });
}

//===-- Norms -------------------------------------------------------------===//

Values Flow::squaredRhs(int k) const {
  Values sum = {};
  for (int j = 1; j < n - 1; ++j)
    for (int m = 0; m < 5; ++m) {
      const double *row = b.row(k, j, m);
      double of_row = 0;
#pragma omp simd reduction(+ : of_row)
      for (int i = 1; i < n - 1; ++i)
        of_row += row[i] * row[i];
      sum[m] += of_row;
    }
  return sum;
}

Values Flow::squaredError(int k) const {
  Values sum = {};
  for (int j = 1; j < n - 1; ++j)
    for (int i = 1; i < n - 1; ++i) {
      const Values exact = exactSolution(i * h, j * h, k * h);
      for (int m = 0; m < 5; ++m) {
        const double error = u.row(k, j, m)[i] - exact[m];
        sum[m] += error * error;
      }
    }
  return sum;
}

Values Flow::norms(Values sum) const {
  const double points = std::pow(n - 2, 3);
  for (double &of : sum)
    of = std::sqrt(of / points);
  return sum;
}

Values Flow::rhsNorms() const {
  Values sum = {};
  for (int k = 1; k < n - 1; ++k) {
    const Values of = squaredRhs(k);
    for (int m = 0; m < 5; ++m)
      sum[m] += of[m];
  }
  return norms(sum);
}

Values Flow::errorNorms() const {
  Values sum = {};
  for (int k = 1; k < n - 1; ++k) {
    const Values of = squaredError(k);
    for (int m = 0; m < 5; ++m)
      sum[m] += of[m];
  }
  return norms(sum);
}

void addChecks(std::vector<Check> &checks, const char *const (&what)[5],
               const Values &values, const Values &references) {
  for (int m = 0; m < 5; ++m)
    checks.push_back({what[m], values[m], references[m], 1e-8});
}

} // namespace nas::cfd
