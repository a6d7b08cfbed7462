//===- sp_kernel.cpp - The two halves of a time step of SP ----------------===//
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

#include "sp_kernel.h"

#include "line_solver.h"

namespace nas {

using cfd::Lanes;

static constexpr cfd::Factored::Class Classes[] = {
    {{'S', 12, 100, 0.015},
     {2.7470315451339479e-02, 1.0360746705285417e-02, 1.6235745065095532e-02,
      1.5840557224455615e-02, 3.4849040609362460e-02},
     {2.7289258557377227e-05, 1.0364446640837285e-05, 1.6154798287166471e-05,
      1.5750704994480102e-05, 3.4177666183390531e-05}},
    {{'W', 36, 400, 0.0015},
     {0.1893253733584e-02, 0.1717075447775e-03, 0.2778153350936e-03,
      0.2887475409984e-03, 0.3143611161242e-02},
     {0.7542088599534e-04, 0.6512852253086e-05, 0.1049092285688e-04,
      0.1128838671535e-04, 0.1212845639773e-03}},
    {{'A', 64, 400, 0.0015},
     {2.4799822399300195, 1.1276337964368832, 1.5028977888770491,
      1.4217816211695179, 2.1292113035138280},
     {1.0900140297820550e-04, 3.7343951769282091e-05, 5.0092785406541633e-05,
      4.7671093939528255e-05, 1.3621613399213001e-04}},
    {{'B', 102, 400, 0.001},
     {0.6903293579998e+02, 0.3095134488084e+02, 0.4103336647017e+02,
      0.3864769009604e+02, 0.5643482272596e+02},
     {0.9810006190188e-02, 0.1022827905670e-02, 0.1720597911692e-02,
      0.1694479428231e-02, 0.1847456263981e-01}},
    {{'C', 162, 400, 0.00067},
     {0.5881691581829e+03, 0.2454417603569e+03, 0.3293829191851e+03,
      0.3081924971891e+03, 0.4597223799176e+03},
     {0.2598120500183e+00, 0.2590888922315e-01, 0.5132886416320e-01,
      0.4806073419454e-01, 0.5483377491301e+00}},
};

Sp::Sp(const Settings &settings) : Factored(Classes, settings) {}

double Sp::operations() const {
  const double n = flow.n;
  return given.size.steps *
         (n * (n * (881.174 * n - 4683.91) + 11484.5) - 19272.4);
}

static sp::Coefficients coefficients(int direction, double h, double dt) {
  return {dt / (2 * h), dt / (h * h), cfd::Diffusion[direction],
          dt * cfd::Fourth};
}

void Sp::plane(int k) {
  flow.rhs(k, given.size.dt);

  const auto as_they_are = [](const sp::Node &, sp::Column &) {};
  const auto x = coefficients(0, flow.h, given.size.dt);
  for (int j = 1; j <= interior(); j += Lanes) {
    const cfd::LinesInX lines(flow, k, j);
    sp::solveLines<0>(lines.bundle, flow.n, x, sp::toX,
                      [&](int l, const sp::Column &b) {
                        sp::Column changed;
                        sp::fromXToY(b, changed);
                        lines.bundle.storeB(l, changed);
                      });
  }

  const auto y = coefficients(1, flow.h, given.size.dt);
  for (int i = 0; i < flow.u.pitch(); i += Lanes) {
    const cfd::Bundle lines = linesInY(flow, k, i);
    sp::solveLines<1>(lines, flow.n, y, as_they_are,
                      [&](int l, const sp::Column &b) {
                        sp::Column changed;
                        sp::fromYToZ(b, changed);
                        lines.storeB(l, changed);
                      });
  }
}

void Sp::slab(int j) {
  const auto as_they_are = [](const sp::Node &, sp::Column &) {};
  const auto z = coefficients(2, flow.h, given.size.dt);
  for (int i = 0; i < flow.u.pitch(); i += Lanes) {
    const cfd::Bundle lines = linesInZ(flow, j, i);
    sp::solveLines<2>(lines, flow.n, z, as_they_are,
                      [&](int l, const sp::Column &b) {
                        sp::Column u, change;
                        lines.loadU(l, u);
                        sp::fromZ(sp::Node(u), b, change);
                        lines.addToU(l, change);
                      });
  }
}

} // namespace nas
