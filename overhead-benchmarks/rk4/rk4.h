//===- rk4.h - Shallow water, fourth-order Runge-Kutta ----------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Waves on a rotating shallow sea that is periodic in both directions. With the
// depth h and the transports U = h*u and V = h*v,
//
//   h_t + U_x + V_y = 0
//   U_t + (U*U/h + g*h*h/2)_x + (U*V/h)_y = +f*V
//   V_t + (U*V/h)_x + (V*V/h + g*h*h/2)_y = -f*U
//
// are discretised by central differences and stepped by the classical
// Runge-Kutta method of fourth order. The sea is cut into square blocks; each
// of the four stages of a step needs the stage before on a block and on its
// four neighbours, but no barrier: a block may be stages ahead of a distant
// one. The application is that of the SuperGlue paper (Tillenius, 2015,
// section 6.2), with a stencil in place of its sparse matrices.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_RK4_H
#define REPRISE_BENCHMARKS_RK4_H

#include "../common/program.h"

#include <algorithm>
#include <array>
#include <complex>
#include <random>

struct Sea {
  static constexpr int stages = 4;

  explicit Sea(const bench::Options &options)
      : steps(options["steps"]),
        blocks((options["size"] - 1) / options["block"] + 1),
        size(options["size"]), block(std::min(options["block"], size)),
        width(size + 2),
        time_step(std::min(0.5 / static_cast<double>(size), 0.05)),
        spacing((width * width + 511) / 512 * 512 + 40),
        planes((states + 1) * 3 * spacing), tags(states * blocks * blocks) {
    raiseHumps(options.seed);
    for (std::int64_t row = 0; row < blocks; ++row)
      for (std::int64_t column = 0; column < blocks; ++column)
        mirrorEdges(water(0), row, column);
    before = sums();
  }

  /// One stage of a step on one block.
  BENCH_KERNEL void advance(int stage, std::int64_t row, std::int64_t column) {
    switch (stage) {
    case 0:
      return advance<0>(row, column);
    case 1:
      return advance<1>(row, column);
    case 2:
      return advance<2>(row, column);
    default:
      return advance<3>(row, column);
    }
  }

  /// What the depend clauses name: the state that a stage reads, and the one
  /// that it makes, on one block. The sea has no edge: rows and columns wrap.
  char *readBy(int stage, std::int64_t row, std::int64_t column) {
    return tag(reads[stage], row, column);
  }
  char *madeBy(int stage, std::int64_t row, std::int64_t column) {
    return tag(makes[stage], row, column);
  }

  void prepare(int) {}
  void finish(int) { steps_done += steps; }
  void corrupt() { planes[width + 1] += 1e-9; }
  std::string mismatch(const Sea &reference) const {
    const std::string wrong = reference.implausible();
    return wrong.empty()
               ? bench::compareArrays("state", planes, reference.planes)
               : "the serial variant itself is wrong: " + wrong;
  }
  std::int64_t grain() const { return block * block; }

  std::int64_t steps;  ///< Time steps in an iteration.
  std::int64_t blocks; ///< Blocks along one side.

private:
  static constexpr double gravity = 1, coriolis = 4;

  /// The quantities in one state, row by row with a frame of one point, which
  /// repeats the opposite edge.
  struct Water {
    double *depth, *eastward, *northward;
  };
  struct Sums {
    double depth, eastward, northward, energy;
  };

  // Besides these there is `total`, the weighted sum over the stages of a step.
  static constexpr int states = 3, total = 3;
  // State 0 is the sea at the beginning of a step; stages use 1 and 2 in turn,
  // and the last one makes state 0 anew, which nobody reads any more then.
  static constexpr std::array<int, stages> reads = {0, 1, 2, 1};
  static constexpr std::array<int, stages> makes = {1, 2, 1, 0};
  static constexpr std::array<double, stages> weight = {1. / 6, 1. / 3, 1. / 3,
                                                        1. / 6};
  static constexpr std::array<double, stages> ahead = {0.5, 0.5, 1, 0};

  std::int64_t size;  ///< Points along one side.
  std::int64_t block; ///< Points along one side of a block.
  std::int64_t width; ///< size plus the frame.
  double time_step;
  /// From one plane to the next. Planes at equal places in their pages would be
  /// in each other's way in the cache; these are 320 bytes further each.
  std::int64_t spacing;
  std::vector<double> planes; ///< Each quantity in each state.
  std::vector<char> tags;
  Sums before; ///< When the computation began.
  std::int64_t steps_done = 0;

  Water water(int state) {
    double *first = &planes[3 * state * spacing];
    return {first, first + spacing, first + 2 * spacing};
  }

  char *tag(int state, std::int64_t row, std::int64_t column) {
    row = (row + blocks) % blocks;
    column = (column + blocks) % blocks;
    return &tags[(state * blocks + row) * blocks + column];
  }

  template <int stage> void advance(std::int64_t row, std::int64_t column) {
    const Water in = water(reads[stage]), start = water(0);
    const Water out = water(makes[stage]), sum = water(total);
    const double *h = in.depth, *u = in.eastward, *v = in.northward;
    const double *h0 = start.depth, *u0 = start.eastward, *v0 = start.northward;
    double *h1 = out.depth, *u1 = out.eastward, *v1 = out.northward;
    double *ht = sum.depth, *ut = sum.eastward, *vt = sum.northward;
    const double step = time_step;
    const double half_per_spacing = 0.5 * static_cast<double>(size);
    const std::int64_t row_end = std::min((row + 1) * block, size);
    const std::int64_t begin = column * block + 1;
    const std::int64_t end = std::min((column + 1) * block, size) + 1;
    for (std::int64_t i = row * block + 1; i <= row_end; ++i) {
      const std::int64_t here = i * width, above = here - width,
                         below = here + width;
#pragma omp simd
      for (std::int64_t j = begin; j < end; ++j) {
        const std::int64_t c = here + j, w = c - 1, e = c + 1, n = above + j,
                           s = below + j;
        const double ue = u[e] / h[e], uw = u[w] / h[w];
        const double vn = v[n] / h[n], vs = v[s] / h[s];
        const double pe = 0.5 * gravity * h[e] * h[e],
                     pw = 0.5 * gravity * h[w] * h[w];
        const double pn = 0.5 * gravity * h[n] * h[n],
                     ps = 0.5 * gravity * h[s] * h[s];
        const double h_rate = -half_per_spacing * (u[e] - u[w] + v[n] - v[s]);
        const double u_rate =
            coriolis * v[c] -
            half_per_spacing *
                ((u[e] * ue + pe) - (u[w] * uw + pw) + u[n] * vn - u[s] * vs);
        const double v_rate =
            -coriolis * u[c] -
            half_per_spacing *
                (v[e] * ue - v[w] * uw + (v[n] * vn + pn) - (v[s] * vs + ps));
        const double share = weight[stage] * step, far = ahead[stage] * step;
        const double h_sum = (stage == 0 ? h0[c] : ht[c]) + share * h_rate;
        const double u_sum = (stage == 0 ? u0[c] : ut[c]) + share * u_rate;
        const double v_sum = (stage == 0 ? v0[c] : vt[c]) + share * v_rate;
        if constexpr (stage == stages - 1) {
          h1[c] = h_sum;
          u1[c] = u_sum;
          v1[c] = v_sum;
        } else {
          ht[c] = h_sum;
          ut[c] = u_sum;
          vt[c] = v_sum;
          h1[c] = h0[c] + far * h_rate;
          u1[c] = u0[c] + far * u_rate;
          v1[c] = v0[c] + far * v_rate;
        }
      }
    }
    mirrorEdges(water(makes[stage]), row, column);
  }

  /// Repeats what a block has at an edge of the arrays in the frame at the
  /// other side. It is read by those who depend on this block.
  void mirrorEdges(const Water &state, std::int64_t row, std::int64_t column) {
    const std::int64_t row_begin = row * block + 1;
    const std::int64_t row_end = std::min((row + 1) * block, size) + 1;
    const std::int64_t begin = column * block + 1;
    const std::int64_t end = std::min((column + 1) * block, size) + 1;
    for (double *point : {state.depth, state.eastward, state.northward}) {
      for (std::int64_t i = row_begin; i < row_end; ++i) {
        if (column == 0)
          point[i * width + size + 1] = point[i * width + 1];
        if (column == blocks - 1)
          point[i * width] = point[i * width + size];
      }
      if (row == 0)
        std::copy(point + width + begin, point + width + end,
                  point + (size + 1) * width + begin);
      if (row == blocks - 1)
        std::copy(point + size * width + begin, point + size * width + end,
                  point + begin);
    }
  }

  /// A sea of depth 1 that flows, with some smooth humps.
  void raiseHumps(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> part(0.0, 1.0);
    const Water now = water(0);
    std::fill_n(now.depth, width * width, 1.0);
    for (int hump = 0; hump < 6; ++hump) {
      const double x = part(random), y = part(random);
      const double height = 0.01 + 0.02 * part(random);
      const double pi = std::acos(-1.0);
      for (std::int64_t i = 1; i <= size; ++i)
        for (std::int64_t j = 1; j <= size; ++j) {
          const double dy = std::sin(pi * (static_cast<double>(i) / size - y));
          const double dx = std::sin(pi * (static_cast<double>(j) / size - x));
          now.depth[i * width + j] +=
              height * std::exp(-20 * (dx * dx + dy * dy));
        }
    }
    for (std::int64_t i = 0; i < width * width; ++i) {
      now.eastward[i] = 0.1 * now.depth[i];
      now.northward[i] = -0.05 * now.depth[i];
    }
  }

  Sums sums() const {
    Sums sums{};
    for (std::int64_t i = 1; i <= size; ++i)
      for (std::int64_t j = 1; j <= size; ++j) {
        const std::int64_t c = i * width + j;
        const double h = planes[c], u = planes[spacing + c],
                     v = planes[2 * spacing + c];
        sums.depth += h;
        sums.eastward += u;
        sums.northward += v;
        sums.energy += 0.5 * (u * u + v * v) / h + 0.5 * gravity * h * h;
      }
    return sums;
  }

  /// What must hold exactly but for rounding: no water is lost, and as all
  /// differences of fluxes cancel, the total transport only turns: each step
  /// multiplies eastward + i*northward by the method's polynomial at
  /// -i*coriolis*time_step. Energy is kept as well as the differences allow.
  std::string implausible() const {
    const Sums after = sums();
    const std::complex<double> z(0, -coriolis * time_step);
    const std::complex<double> turn =
        1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)));
    const std::complex<double> flow =
        std::complex<double>(before.eastward, before.northward) *
        std::pow(turn, static_cast<double>(steps_done));
    const double flow_error =
        std::abs(flow - std::complex<double>(after.eastward, after.northward));
    const auto differs = [](const char *what, double got, double want) {
      return std::string(what) + " is " + std::to_string(got) +
             " and should be " + std::to_string(want);
    };
    if (!(std::fabs(after.depth - before.depth) < 1e-11 * before.depth))
      return differs("the amount of water", after.depth, before.depth);
    if (!(flow_error < 1e-11 * before.depth))
      return differs("the error of the transport", flow_error, 0);
    if (!(std::fabs(after.energy - before.energy) < 1e-3 * before.energy))
      return differs("the energy", after.energy, before.energy);
    return "";
  }
};

void runSerial(Sea &sea, bench::Laps &laps);
void runFor(Sea &sea, bench::Laps &laps);
void runTasks(Sea &sea, bench::Laps &laps);
void runTaskgraph(Sea &sea, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_RK4_H
