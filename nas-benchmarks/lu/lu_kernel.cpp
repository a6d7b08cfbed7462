//===- lu_kernel.cpp - Sizes, planes and verification of LU ---------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state u and its right-hand side stand in lines along x, b of the sweeps
// by diagonals: update() and rhs() are where one becomes the other.
//
//===----------------------------------------------------------------------===//

#include "lu_kernel.h"

#include <algorithm>
#include <limits>

using namespace nas;
using cfd::Vec;

//===-- Sizes -------------------------------------------------------------===//

const Lu::Size &Lu::sizeOf(const Settings &settings) {
  // Name, nodes along an edge, steps and their length; what must come out:
  // residual norms, error norms, surface integral.
  static const Size Sizes[] = {
      {'S',
       12,
       50,
       0.5,
       {1.6196343210976702e-02, 2.1976745164821318e-03, 1.5179927653399185e-03,
        1.5029584435994323e-03, 3.4264073155896461e-02},
       {6.4223319957960924e-04, 8.4144342047347926e-05, 5.8588269616485186e-05,
        5.8474222595157350e-05, 1.3103347914111294e-03},
       7.8418928865937083e+00},
      {'W',
       33,
       300,
       0.0015,
       {0.1236511638192e+02, 0.1317228477799e+01, 0.2550120713095e+01,
        0.2326187750252e+01, 0.2826799444189e+02},
       {0.4867877144216e+00, 0.5064652880982e-01, 0.9281818101960e-01,
        0.8570126542733e-01, 0.1084277417792e+01},
       0.1161399311023e+02},
      {'A',
       64,
       250,
       2.0,
       {7.7902107606689367e+02, 6.3402765259692870e+01, 1.9499249727292479e+02,
        1.7845301160418537e+02, 1.8384760349464247e+03},
       {2.9964085685471943e+01, 2.8194576365003349e+00, 7.3473412698774742e+00,
        6.7139225687777051e+00, 7.0715315688392578e+01},
       2.6030925604886277e+01},
      {'B',
       102,
       250,
       2.0,
       {3.5532672969982736e+03, 2.6214750795310692e+02, 8.8333721850952190e+02,
        7.7812774739425265e+02, 7.3087969592545314e+03},
       {1.1401176380212709e+02, 8.1098963655421574e+00, 2.8480597317698308e+01,
        2.5905394567832939e+01, 2.6054907504857413e+02},
       4.7887162703308227e+01},
      {'C',
       162,
       250,
       2.0,
       {1.03766980323537846e+04, 8.92212458801008552e+02,
        2.56238814582660871e+03, 2.19194343857831427e+03,
        1.78078057261061185e+04},
       {2.15986399716949279e+02, 1.55789559239863600e+01,
        5.41318863077207766e+01, 4.82262643154045421e+01,
        4.55902910043250358e+02},
       6.66404553572181300e+01}};
  return *std::find_if(
      std::begin(Sizes), std::end(Sizes),
      [&](const Size &size) { return size.name == settings.size_class; });
}

double Lu::operations() const {
  const double edge = n;
  return steps *
         (((1984.77 * edge - 10923.3) * edge + 27770.9) * edge - 144010.0);
}

//===-- Blocks ------------------------------------------------------------===//

Blocks::Blocks(int n, int slabs) {
  for (int slab = 0; slab <= slabs; ++slab)
    planes_.push_back(1 + (n - 2) * slab / slabs);

  // Few diagonals, so that those of one plane are still in the cache when the
  // next plane needs them, and a wave gets going fast.
  constexpr int InChunk = 4;
  const int diagonals = 2 * n - 5;
  const int chunks = (diagonals + InChunk - 1) / InChunk;
  // Each the shortest that has its share of the nodes.
  const int nodes = (n - 2) * (n - 2);
  int seen = 0;
  diagonals_.push_back(2);
  for (int t = 2; t < 2 + diagonals; ++t) {
    seen += std::min(t - 1, 2 * n - 3 - t);
    if (seen * chunks >= nodes * static_cast<int>(diagonals_.size()))
      diagonals_.push_back(t + 1);
  }
}

//===-- One step ----------------------------------------------------------===//

/// R reaches two planes far: not beyond the next slab. As many for each thread.
static int slabs(int n, int tasks) {
  const int most = std::min(tasks, (n - 2) / 2);
  const int threads = omp_get_max_threads();
  return most < threads ? most : most / threads * threads;
}

Lu::Lu(const Settings &settings, const Size &size)
    : n(size.n), steps(size.steps), tasks(settings.tasks),
      tagged(n, slabs(n, settings.tasks)), size(size), flow(size.n),
      ssor(size.n, size.dt) {
  for (Measured *measured : {&of_update, &of_residual})
    measured->squares.resize(n);
}

void Lu::reset() {
  flow.reset();
#pragma omp parallel for schedule(static)
  for (int k = 1; k < n - 1; ++k) {
    for (int j = 1; j < n - 1; ++j)
      keepState(k, j);
    rhs(k, false);
  }
  // A run has no norms but those that it takes.
  cfd::Values unknown;
  unknown.fill(std::numeric_limits<double>::quiet_NaN());
  for (Measured *measured : {&of_update, &of_residual}) {
    std::fill(measured->squares.begin(), measured->squares.end(), unknown);
    measured->norms = unknown;
  }
}

/// Hands to the sweeps what they need of u in a line.
void Lu::keepState(int k, int j) {
  constexpr int Kept = Ssor::Fields - Ssor::Inverse;
  double line[Kept][cfd::Flow::MaxPitch];
  for (int i = 0; i < flow.u.pitch(); i += cfd::Lanes) {
    Vec u[5];
    for (int m = 0; m < 5; ++m)
      u[m] = cfd::load(flow.u.row(k, j, m) + i);
    const cfd::Primitive<Vec> state = cfd::primitive(u);
    cfd::store(&line[0][i], state.inverse);
    for (int d = 0; d < 3; ++d)
      cfd::store(&line[Ssor::Velocity - Ssor::Inverse + d][i],
                 state.velocity[d]);
    cfd::store(&line[Ssor::Energy - Ssor::Inverse][i], state.e);
  }
  for (int i = 1; i < n - 1; ++i) {
    double *const node = ssor.node(i, j, k);
    const int stride = ssor.stride(i, j);
    for (int field = 0; field < Kept; ++field)
      node[(Ssor::Inverse + field) * stride] = line[field][i];
  }
}

void Lu::update(int k, bool last) {
  constexpr double Factor = 1 / (Ssor::Omega * (2 - Ssor::Omega));
  for (int j = 1; j < n - 1; ++j) {
    for (int i = 1; i < n - 1; ++i) {
      const double *const node = ssor.node(i, j, k);
      const int stride = ssor.stride(i, j);
      for (int m = 0; m < 5; ++m)
        flow.u.row(k, j, m)[i] += Factor * node[m * stride];
    }
    keepState(k, j);
  }
  if (last)
    of_update.squares[k] = squaredUpdate(k);
}

void Lu::rhs(int k, bool last) {
  flow.rhs(k, size.dt);
  for (int j = 1; j < n - 1; ++j)
    for (int i = 1; i < n - 1; ++i) {
      double *const node = ssor.node(i, j, k);
      const int stride = ssor.stride(i, j);
      for (int m = 0; m < 5; ++m)
        node[m * stride] = flow.b.row(k, j, m)[i];
    }
  if (last)
    of_residual.squares[k] = flow.squaredRhs(k);
}

//===-- Norms -------------------------------------------------------------===//

/// Of the sweeps' correction in the interior of plane k.
cfd::Values Lu::squaredUpdate(int k) {
  cfd::Values sum = {};
  for (int j = 1; j < n - 1; ++j)
    for (int i = 1; i < n - 1; ++i) {
      const double *const node = ssor.node(i, j, k);
      const int stride = ssor.stride(i, j);
      for (int m = 0; m < 5; ++m)
        sum[m] += node[m * stride] * node[m * stride];
    }
  return sum;
}

void Lu::takeNorms() {
  for (Measured *measured : {&of_update, &of_residual}) {
    cfd::Values sum = {};
    for (int k = 1; k < n - 1; ++k)
      for (int m = 0; m < 5; ++m)
        sum[m] += measured->squares[k][m];
    measured->norms = flow.norms(sum);
  }
  // b has the factor dt.
  for (double &norm : of_residual.norms)
    norm /= size.dt;
}

//===-- Verification ------------------------------------------------------===//

/// Of the pressure over the six faces of a box in the interior, by the
/// trapezoidal rule.
double Lu::surfaceIntegral() const {
  const auto pressure = [this](int i, int j, int k) {
    double u[5];
    for (int m = 0; m < 5; ++m)
      u[m] = flow.u.row(k, j, m)[i];
    return cfd::C2 * (u[4] - cfd::primitive(u).q * u[0]);
  };
  // Adds up, over the cells between the bounds, the four corners of each.
  const auto face = [](Range first, Range second, auto value) {
    double sum = 0;
    for (int a = first.begin; a < first.end; ++a)
      for (int b = second.begin; b < second.end; ++b)
        sum += value(a, b) + value(a + 1, b) + value(a, b + 1) +
               value(a + 1, b + 1);
    return sum;
  };
  const Range x = {1, n - 2}, y = {1, n - 3}, z = {2, n - 2};
  double sum = 0;
  for (int k : {z.begin, z.end})
    sum += face(x, y, [&](int i, int j) { return pressure(i, j, k); });
  for (int j : {y.begin, y.end})
    sum += face(x, z, [&](int i, int k) { return pressure(i, j, k); });
  for (int i : {x.begin, x.end})
    sum += face(y, z, [&](int j, int k) { return pressure(i, j, k); });
  return sum * flow.h * flow.h / 4;
}

std::vector<Check> Lu::checks() const {
  std::vector<Check> checks;
  cfd::addChecks(checks, cfd::ResidualNames, of_residual.norms, size.residual);
  cfd::addChecks(checks, cfd::ErrorNames, flow.errorNorms(), size.error);
  checks.push_back(
      {"surface integral", surfaceIntegral(), size.integral, 1e-8});
  // No value of it is published; it must have been taken.
  for (double norm : of_update.norms)
    checks.push_back({"norm of the update, whether it is a number",
                      double(std::isfinite(norm)), 1, 0});
  return checks;
}
