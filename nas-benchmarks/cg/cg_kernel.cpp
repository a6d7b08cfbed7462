//===- cg_kernel.cpp - The steps of CG in some rows -----------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shift is so large that the matrix is negative definite: p.q and alpha are
// negative.
//
//===----------------------------------------------------------------------===//

#include "cg_kernel.h"

#include <algorithm>
#include <cmath>

namespace nas {

Cg::Cg(const Settings &settings)
    : Cg(settings, findClass(Classes, settings.size_class)) {}

Cg::Cg(const Settings &settings, const SizeClass &of)
    : size_class(of.name), tasks(settings.tasks),
      matrix(of.size, of.nonzer, of.shift), iterations(of.iterations),
      solver(matrix, tasks, lightParts()), nonzer(of.nonzer), shift(of.shift),
      expected(of.zeta) {
  const Partition parts(matrix, omp_get_max_threads());
  for (Array<double> *vector : {&x, &z, &p, &q, &r})
    *vector = untouched<double>(of.size);
#pragma omp parallel for schedule(static)
  for (int part = 0; part < parts.size(); ++part)
    for (int i = parts[part].first; i < parts[part].last; ++i)
      x[i] = z[i] = p[i] = q[i] = r[i] = 0;
}

void Cg::reset() {
  std::fill_n(z.get(), matrix.size(), 1.0);
  zeta = 0;
}

double Cg::operations() const {
  const double row = nonzer * (nonzer + 1);
  return 2.0 * iterations * matrix.size() * (3 + row + Steps * (5 + row) + 3);
}

double Cg::start(Rows rows, double norm) {
  const double scale = 1 / norm;
  double rr = 0;
#pragma omp simd reduction(+ : rr)
  for (int i = rows.first; i < rows.last; ++i) {
    const double value = z[i] * scale;
    x[i] = r[i] = p[i] = value;
    z[i] = 0;
    rr += value * value;
  }
  return rr;
}

double Cg::multiply(Rows rows) {
  matrix.multiply(rows, p.get(), q.get());
  double pq = 0;
#pragma omp simd reduction(+ : pq)
  for (int i = rows.first; i < rows.last; ++i)
    pq += p[i] * q[i];
  return pq;
}

double Cg::descend(Rows rows, double alpha) {
  double rr = 0;
#pragma omp simd reduction(+ : rr)
  for (int i = rows.first; i < rows.last; ++i) {
    r[i] -= alpha * q[i];
    rr += r[i] * r[i];
  }
  return rr;
}

void Cg::turn(Rows rows, double alpha, double beta) {
#pragma omp simd
  for (int i = rows.first; i < rows.last; ++i) {
    z[i] += alpha * p[i];
    p[i] = r[i] + beta * p[i];
  }
}

Norms Cg::measure(Rows rows) {
  matrix.multiply(rows, z.get(), q.get());
  double residual = 0, xz = 0, zz = 0;
#pragma omp simd reduction(+ : residual, xz, zz)
  for (int i = rows.first; i < rows.last; ++i) {
    const double difference = x[i] - q[i];
    residual += difference * difference;
    xz += x[i] * z[i];
    zz += z[i] * z[i];
  }
  return {residual, xz, zz};
}

double Cg::finish(const Norms &norms) {
  residual = std::sqrt(norms.residual);
  zeta = shift + 1 / norms.xz;
  return std::sqrt(norms.zz);
}

} // namespace nas
