//===- mg_kernel.cpp - The passes of a V-cycle ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every stencil is applied in the same way. For a point of a row, let p be its
// own value and n and d the sums of the four nearest and of the four diagonal
// points across the row. Then the result is
//
//   centre p + face n + edge d                       from the point itself,
//   face p + edge n + corner d                       from either neighbour,
//
// and the two lines of sums, which stay in the first cache, are used once for
// the middle and once for each side. Zero coefficients cost nothing here: the
// time goes into loading the nine rows.
//
//===----------------------------------------------------------------------===//

#include "mg_kernel.h"

#include "../common/random.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace nas {

namespace {

constexpr Stencil Operator{-8.0 / 3, 0, 1.0 / 6, 1.0 / 12};
constexpr Stencil SmootherA{-3.0 / 8, 1.0 / 32, -1.0 / 64, 0};
constexpr Stencil SmootherB{-3.0 / 17, 1.0 / 33, -1.0 / 61, 0};
constexpr Stencil Restriction{1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16};

constexpr struct {
  char name;
  int level, cycles;
  Stencil smoother;
  double norm;
} Classes[] = {{'S', 5, 4, SmootherA, 0.5307707005734e-04},
               {'W', 7, 4, SmootherA, 0.6467329375339e-05},
               {'A', 8, 4, SmootherA, 0.2433365309069e-05},
               {'B', 8, 20, SmootherB, 0.1800564401355e-05},
               {'C', 9, 20, SmootherB, 0.5706732285740e-06}};

/// The ten points with the largest numbers.
class Largest {
public:
  struct Point {
    double number;
    int z, y, x;
  };
  void offer(const Point &point) {
    if (!(point.number > points.back().number))
      return;
    const auto place = std::upper_bound(
        points.begin(), points.end(), point,
        [](const Point &a, const Point &b) { return a.number > b.number; });
    std::move_backward(place, points.end() - 1, points.end());
    *place = point;
  }
  Largest() { points.fill({-2, 0, 0, 0}); } // below all numbers
  std::array<Point, 10> points;
};

} // namespace

Mg::Mg(const Settings &settings) : tasks(settings.tasks) {
  for (const auto &of : Classes)
    if (of.name == settings.size_class) {
      finest = of.level;
      cycles = of.cycles;
      smoother = of.smoother;
      expected = of.norm;
    }
  for (int level = 0; level <= finest; ++level) {
    u.emplace_back(level);
    r.emplace_back(level);
  }
  v = std::make_unique<Grid>(finest);
  measures.resize(v->edge);
  placeCharges();

  const auto step = [](Pass pass, int level) {
    return Step{pass, level, 1 << level};
  };
  beginning = {step(Pass::Residual, finest), step(Pass::Measure, finest)};
  for (int level = finest - 1; level >= CoarsestShared; --level)
    down.push_back(step(Pass::Restrict, level));
  for (int level = CoarsestShared + 1; level <= finest; ++level)
    for (Pass pass : {Pass::Prolongate, Pass::Residual, Pass::Smooth})
      up.push_back(step(pass, level));
  up.push_back(step(Pass::Residual, finest));
  end = {step(Pass::Measure, finest)};
  tags.resize(up.size() * tasks); // no list is longer
}

double Mg::operations() const {
  const double edge = v->edge;
  return 58 * cycles * edge * edge * edge;
}

void Mg::reset() {
  // Planes go to threads as in for.cpp: this is also the first touch.
  for (int level = 1; level <= finest; ++level) {
#pragma omp parallel for schedule(static)
    for (int z = 0; z < u[level].edge; ++z) {
      u[level].clearPlane(z);
      r[level].clearPlane(z);
      if (level == finest)
        v->clearPlane(z);
    }
  }
  for (const Charge &charge : charges)
    v->row(charge.z, charge.y)[charge.x] = charge.value;
  // Else a run that measures nothing has the norm of the run before.
  constexpr double Unknown = std::numeric_limits<double>::quiet_NaN();
  std::fill(measures.begin(), measures.end(), Measure{Unknown, Unknown});
  norm = largest = Unknown;
}

void Mg::placeCharges() {
  Largest largest_numbers, smallest_numbers; // the latter with signs turned
  const int edge = v->edge;
#pragma omp parallel for schedule(static)
  for (int z = 0; z < edge; ++z) {
    Largest largest_here, smallest_here;
    Random random(314159265);
    random.skip(static_cast<std::uint64_t>(z) * edge * edge);
    for (int y = 0; y < edge; ++y)
      for (int x = 0; x < edge; ++x) {
        const double number = random.next();
        largest_here.offer({number, z, y, x});
        smallest_here.offer({-number, z, y, x});
      }
#pragma omp critical(charges)
    for (int i = 0; i < 10; ++i) {
      largest_numbers.offer(largest_here.points[i]);
      smallest_numbers.offer(smallest_here.points[i]);
    }
  }
  for (const Largest::Point &point : largest_numbers.points)
    charges.push_back({point.z, point.y, point.x, 1});
  for (const Largest::Point &point : smallest_numbers.points)
    charges.push_back({point.z, point.y, point.x, -1});
}

void Mg::perform(const Step &step, int z) {
  switch (step.pass) {
  case Pass::Restrict:
    return restrictPlane(step.level, z);
  case Pass::Prolongate:
    return prolongatePlane(step.level, z);
  case Pass::Residual:
    return residualPlane(step.level, z);
  case Pass::Smooth:
    return smoothPlane(step.level, z);
  case Pass::Measure:
    return measurePlane(z);
  }
}

void Mg::gather(const Stencil &stencil, const Grid &grid, int z, int y,
                Line &line) {
  const double *own = grid.row(z, y);
  const double *left = grid.row(z, y - 1), *right = grid.row(z, y + 1);
  const double *below = grid.row(z - 1, y), *above = grid.row(z + 1, y);
  const double *below_left = grid.row(z - 1, y - 1);
  const double *below_right = grid.row(z - 1, y + 1);
  const double *above_left = grid.row(z + 1, y - 1);
  const double *above_right = grid.row(z + 1, y + 1);
  const double centre = stencil.centre, face = stencil.face;
  const double edge = stencil.edge, corner = stencil.corner;
  double *middle = line.middle, *side = line.side();
  const int points = grid.edge;
#pragma omp simd
  for (int x = 0; x < points; ++x) {
    const double nearest = (left[x] + right[x]) + (below[x] + above[x]);
    const double diagonal =
        (below_left[x] + below_right[x]) + (above_left[x] + above_right[x]);
    middle[x] = centre * own[x] + face * nearest + edge * diagonal;
    side[x] = face * own[x] + edge * nearest + corner * diagonal;
  }
  side[-1] = side[points - 1];
  side[points] = side[0];
}

void Mg::residualPlane(int level, int z) {
  const Grid &from = level == finest ? *v : r[level];
  const int points = r[level].edge;
  Line line;
  const double *middle = line.middle, *side = line.side();
  for (int y = 0; y < points; ++y) {
    gather(Operator, u[level], z, y, line);
    const double *source = from.row(z, y);
    double *residual = r[level].row(z, y);
#pragma omp simd
    for (int x = 0; x < points; ++x)
      residual[x] = source[x] - (middle[x] + (side[x - 1] + side[x + 1]));
  }
}

void Mg::smoothPlane(int level, int z) {
  const int points = u[level].edge;
  Line line;
  const double *middle = line.middle, *side = line.side();
  for (int y = 0; y < points; ++y) {
    gather(smoother, r[level], z, y, line);
    double *solution = u[level].row(z, y);
#pragma omp simd
    for (int x = 0; x < points; ++x)
      solution[x] += middle[x] + (side[x - 1] + side[x + 1]);
  }
}

// Counted from 1, as the definition does, coarse point j lies on fine point 2j;
// counted from 0, as here, coarse point i lies on fine point 2i + 1.

void Mg::restrictPlane(int level, int z) {
  const Grid &fine = r[level + 1];
  const int points = r[level].edge;
  Line line;
  const double *middle = line.middle, *side = line.side();
  for (int y = 0; y < points; ++y) {
    gather(Restriction, fine, 2 * z + 1, 2 * y + 1, line);
    double *coarse = r[level].row(z, y);
#pragma omp simd
    for (int x = 0; x < points; ++x)
      coarse[x] = middle[2 * x + 1] + (side[2 * x] + side[2 * x + 2]);
  }
}

void Mg::prolongatePlane(int level, int z) {
  const Grid &coarse = u[level - 1];
  const int points = coarse.edge;
  const bool add = level == finest;
  Line line;
  double *mean = line.side();
  for (int y = 0; y < 2 * points; ++y) {
    // An odd fine number is on the coarse one (z / 2), an even one between that
    // and the one before.
    const double *a = coarse.row((z - 1) >> 1, (y - 1) >> 1);
    const double *b = coarse.row((z - 1) >> 1, y >> 1);
    const double *c = coarse.row(z >> 1, (y - 1) >> 1);
    const double *d = coarse.row(z >> 1, y >> 1);
#pragma omp simd
    for (int x = 0; x < points; ++x)
      mean[x] = 0.25 * ((a[x] + b[x]) + (c[x] + d[x]));
    mean[-1] = mean[points - 1];
    double *fine = u[level].row(z, y);
    if (add) {
#pragma omp simd
      for (int x = 0; x < points; ++x) {
        fine[2 * x] += 0.5 * (mean[x - 1] + mean[x]);
        fine[2 * x + 1] += mean[x];
      }
    } else {
#pragma omp simd
      for (int x = 0; x < points; ++x) {
        fine[2 * x] = 0.5 * (mean[x - 1] + mean[x]);
        fine[2 * x + 1] = mean[x];
      }
    }
  }
}

void Mg::solveCoarsest() {
  const auto all = [&](Pass pass, int level) {
    for (int z = 0; z < 1 << level; ++z)
      perform({pass, level, 1 << level}, z);
  };
  for (int level = CoarsestShared - 1; level >= 1; --level)
    all(Pass::Restrict, level);
  u[1].clearPlane(0);
  u[1].clearPlane(1);
  all(Pass::Smooth, 1);
  for (int level = 2; level <= CoarsestShared; ++level) {
    all(Pass::Prolongate, level);
    all(Pass::Residual, level);
    all(Pass::Smooth, level);
  }
}

void Mg::measurePlane(int z) {
  constexpr int Lanes = 8; // divides every finest edge
  const Grid &grid = r[finest];
  double squares[Lanes] = {}, maximum[Lanes] = {};
  for (int y = 0; y < grid.edge; ++y) {
    const double *residual = grid.row(z, y);
    for (int x = 0; x < grid.edge; x += Lanes) {
#pragma omp simd
      for (int lane = 0; lane < Lanes; ++lane) {
        const double value = residual[x + lane];
        squares[lane] += value * value;
        maximum[lane] = std::max(maximum[lane], std::fabs(value));
      }
    }
  }
  measures[z] = {std::accumulate(squares, squares + Lanes, 0.0),
                *std::max_element(maximum, maximum + Lanes)};
}

void Mg::takeNorm() {
  double squares = 0;
  largest = 0;
  for (const Measure &plane : measures) {
    squares += plane.squares;
    largest = std::max(largest, plane.largest);
  }
  const double edge = v->edge;
  norm = std::sqrt(squares / (edge * edge * edge));
}

} // namespace nas
