//===- bt_kernel.cpp - The two halves of a time step of BT ----------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a plane and a slab do, in bundles of lines, and the published values.
//
//===----------------------------------------------------------------------===//

#include "bt_kernel.h"

#include "line_solver.h"

namespace nas {

using cfd::Lanes;

static constexpr cfd::Factored::Class Classes[] = {
    {{'S', 12, 60, 0.010},
     {1.7034283709541311e-01, 1.2975252070034097e-02, 3.2527926989486055e-02,
      2.6436421275166801e-02, 1.9211784131744430e-01},
     {4.9976913345811579e-04, 4.5195666782961927e-05, 7.3973765172921357e-05,
      7.3821238632439731e-05, 8.9269630987491446e-04}},
    {{'W', 24, 200, 0.0008},
     {0.1125590409344e+03, 0.1180007595731e+02, 0.2710329767846e+02,
      0.2469174937669e+02, 0.2638427874317e+03},
     {0.4419655736008e+01, 0.4638531260002e+00, 0.1011551749967e+01,
      0.9235878729944e+00, 0.1018045837718e+02}},
    {{'A', 64, 200, 0.0008},
     {1.0806346714637264e+02, 1.1319730901220813e+01, 2.5974354511582465e+01,
      2.3665622544678910e+01, 2.5278963211748344e+02},
     {4.2348416040525025e+00, 4.4390282496995698e-01, 9.6692480136345650e-01,
      8.8302063039765474e-01, 9.7379901770829278e+00}},
    {{'B', 102, 200, 0.0003},
     {1.4233597229287254e+03, 9.9330522590150238e+01, 3.5646025644535285e+02,
      3.2485447959084092e+02, 3.2707541254659363e+03},
     {5.2969847140936856e+01, 4.4632896115670668e+00, 1.3122573342210174e+01,
      1.2006925323559144e+01, 1.2459576151035986e+02}},
    {{'C', 162, 200, 0.0001},
     {0.62398116551764615e+04, 0.50793239190423964e+03, 0.15423530093013596e+04,
      0.13302387929291190e+04, 0.11604087428436455e+05},
     {0.16462008369091265e+03, 0.11497107903824313e+02, 0.41207446207461508e+02,
      0.37087651059694167e+02, 0.36211053051841265e+03}},
};

Bt::Bt(const Settings &settings) : Factored(Classes, settings) {}

double Bt::operations() const {
  const double n = flow.n;
  return given.size.steps * n * (n * (3478.8 * n - 17655.7) + 28023.7);
}

static bt::Coefficients coefficients(int direction, double h, double dt) {
  return {dt / (2 * h), dt / (h * h), dt / (h * h) * cfd::Diffusion[direction]};
}

void Bt::plane(int k) {
  flow.rhs(k, given.size.dt);

  const auto x = coefficients(0, flow.h, given.size.dt);
  for (int j = 1; j <= interior(); j += Lanes) {
    const cfd::LinesInX lines(flow, k, j);
    bt::solveLines(lines.bundle, flow.n, x, [&](int l, const bt::Column &b) {
      lines.bundle.storeB(l, b);
    });
  }

  const auto y = coefficients(1, flow.h, given.size.dt);
  for (int i = 0; i < flow.u.pitch(); i += Lanes) {
    const cfd::Bundle lines = linesInY(flow, k, i).ordered(bt::Order[1]);
    bt::solveLines(lines, flow.n, y,
                   [&](int l, const bt::Column &b) { lines.storeB(l, b); });
  }
}

void Bt::slab(int j) {
  const auto z = coefficients(2, flow.h, given.size.dt);
  for (int i = 0; i < flow.u.pitch(); i += Lanes) {
    const cfd::Bundle lines = linesInZ(flow, j, i).ordered(bt::Order[2]);
    bt::solveLines(lines, flow.n, z,
                   [&](int l, const bt::Column &b) { lines.addToU(l, b); });
  }
}

} // namespace nas
