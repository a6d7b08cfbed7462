//===- lines.h - Bundles of lines for the solvers of BT and SP --*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both factor a time step by direction, and solve systems along all lines of
// the grid in x, then in y, then in z. A solver works on eight lines at once,
// with a vector for each component of a node. Lines in y and z lie side by side
// in the vectors of a field; those in x are transposed. Then one solver serves
// all three directions.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_COMMON_LINES_H
#define REPRISE_NAS_COMMON_LINES_H

#include "cfd.h"
#include "octet.h"

#include <algorithm>

namespace nas::cfd {

/// One component of the lines j .. j + 7 in plane k: node i of all of them
/// goes to the vector number i. Beyond the line `last` that one is taken again.
inline void gather(const Field &from, int k, int j, int last, int m,
                   double *to) {
  for (int i = 0; i < from.pitch(); i += Lanes) {
    Vec block[Lanes];
    for (int lane = 0; lane < Lanes; ++lane)
      block[lane] = load(from.row(k, std::min(j + lane, last), m) + i);
    transpose(block);
    for (int lane = 0; lane < Lanes; ++lane)
      store(to + (i + lane) * Lanes, block[lane]);
  }
}

/// The way back.
inline void scatter(const double *from, Field &to, int k, int j, int last,
                    int m) {
  for (int i = 0; i < to.pitch(); i += Lanes) {
    Vec block[Lanes];
    for (int lane = 0; lane < Lanes; ++lane)
      block[lane] = load(from + (i + lane) * Lanes);
    transpose(block);
    for (int lane = 0; lane < Lanes && j + lane <= last; ++lane)
      store(to.row(k, j + lane, m) + i, block[lane]);
  }
}

/// Eight lines of a flow: component m at node l is the vector at
/// u[m] + l * stride, and so for b.
struct Bundle {
  double *u[5];
  double *b[5];
  std::ptrdiff_t stride;

  /// The same lines with the components in another order.
  Bundle ordered(const int (&order)[5]) const {
    Bundle same = *this;
    for (int m = 0; m < 5; ++m) {
      same.u[m] = u[order[m]];
      same.b[m] = b[order[m]];
    }
    return same;
  }
  void loadU(int l, Vec (&to)[5]) const {
    for (int m = 0; m < 5; ++m)
      to[m] = cfd::load(u[m] + l * stride);
  }
  void loadB(int l, Vec (&to)[5]) const {
    for (int m = 0; m < 5; ++m)
      to[m] = cfd::load(b[m] + l * stride);
  }
  void storeB(int l, const Vec (&from)[5]) const {
    for (int m = 0; m < 5; ++m)
      store(b[m] + l * stride, from[m]);
  }
  void addToU(int l, const Vec (&change)[5]) const {
    for (int m = 0; m < 5; ++m) {
      double *at = u[m] + l * stride;
      store(at, cfd::load(at) + change[m]);
    }
  }
};

/// The lines in y at i .. i + 7 in plane k.
inline Bundle linesInY(Flow &flow, int k, int i) {
  Bundle lines = {{}, {}, flow.u.line()};
  for (int m = 0; m < 5; ++m) {
    lines.u[m] = flow.u.row(k, 0, m) + i;
    lines.b[m] = flow.b.row(k, 0, m) + i;
  }
  return lines;
}

/// The lines in z at i .. i + 7 in the slab of this j.
inline Bundle linesInZ(Flow &flow, int j, int i) {
  Bundle lines = {{}, {}, flow.u.plane()};
  for (int m = 0; m < 5; ++m) {
    lines.u[m] = flow.u.row(0, j, m) + i;
    lines.b[m] = flow.b.row(0, j, m) + i;
  }
  return lines;
}

/// Copies of the lines in x at j .. j + 7 in plane k, as far as they are in the
/// interior; b returns to the flow in the end.
class LinesInX {
public:
  LinesInX(Flow &flow, int k, int j) : flow(flow), k(k), j(j) {
    for (int m = 0; m < 5; ++m) {
      gather(flow.u, k, j, flow.n - 2, m, u[m]);
      gather(flow.b, k, j, flow.n - 2, m, b[m]);
      bundle.u[m] = u[m];
      bundle.b[m] = b[m];
    }
  }
  ~LinesInX() {
    for (int m = 0; m < 5; ++m)
      scatter(b[m], flow.b, k, j, flow.n - 2, m);
  }
  LinesInX(const LinesInX &) = delete;
  LinesInX &operator=(const LinesInX &) = delete;

  Bundle bundle = {{}, {}, Lanes};

private:
  Flow &flow;
  const int k, j;
  alignas(64) double u[5][Flow::MaxPitch * Lanes];
  alignas(64) double b[5][Flow::MaxPitch * Lanes];
};

/// A flow of BT or SP, and what is to come out.
class Factored {
public:
  struct Class {
    struct {
      char name;
      int n, steps;
      double dt;
    } size;
    Values residual, error;
  };
  Factored(const Class (&classes)[5], const Settings &settings)
      : tasks(settings.tasks),
        given(*std::find_if(classes, classes + 4,
                            [&](const Class &of) {
                              return of.size.name == settings.size_class;
                            })),
        flow(given.size.n) {}

  void reset() { flow.reset(); }
  std::vector<Check> checks() {
    for (int k = 1; k <= interior(); ++k)
      flow.rhs(k, 1);
    std::vector<Check> checks;
    addChecks(checks, ResidualNames, flow.rhsNorms(), given.residual);
    addChecks(checks, ErrorNames, flow.errorNorms(), given.error);
    return checks;
  }
  void corrupt() {
    for (int i = 1; i <= interior(); ++i)
      flow.u.row(flow.n / 2, flow.n / 2, 0)[i] *= 1.01;
  }

  int steps() const { return given.size.steps; }
  Extent extent() const { return {gridSize(flow.n, flow.n, flow.n), steps()}; }
  /// Planes and slabs are 1 .. interior().
  int interior() const { return flow.n - 2; }
  const int tasks;

protected:
  const Class &given;
  Flow flow;
};

} // namespace nas::cfd

#endif // REPRISE_NAS_COMMON_LINES_H
