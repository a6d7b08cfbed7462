//===- grid.h - Who waits for whom in a grid of tasks -----------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The patterns of Task Bench [Slaughter 2020, section II], defined anew: a grid
// of rows of tasks, each of which waits for tasks of the row before. All is
// arithmetic on row and column, so that a compiler sees that a block that makes
// such tasks reads nothing.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_DEPENDENCES_GRID_H
#define REPRISE_BENCHMARKS_DEPENDENCES_GRID_H

#include "graph.h"

#include <algorithm>

namespace dependences {

/// GridAll joins no more columns than this.
constexpr int most_predecessors = 16;

/// How often the width of a tree doubles until it is W or just below.
constexpr int levelsOf(std::int64_t width) {
  int levels = 0;
  while ((std::int64_t(2) << levels) <= width)
    ++levels;
  return levels;
}

/// Where a row is in the doublings of a tree, and the halvings after them.
constexpr std::int64_t phaseOf(int levels, std::int64_t row) {
  return levels == 0 ? 0 : row % (2 * levels);
}

/// Tasks in a row.
constexpr std::int64_t widthOf(Shape shape, std::int64_t width,
                               std::int64_t row) {
  if (shape != Shape::GridTree)
    return width;
  const int levels = levelsOf(width);
  const std::int64_t phase = phaseOf(levels, row);
  return std::int64_t(1) << (phase <= levels ? phase : 2 * levels - phase);
}

/// Number of the first task of a row.
constexpr std::int64_t firstOfRow(Shape shape, std::int64_t width,
                                  std::int64_t row) {
  if (shape != Shape::GridTree)
    return row * width;
  std::int64_t first = 0;
  for (std::int64_t before = 0; before < row; ++before)
    first += widthOf(shape, width, before);
  return first;
}

/// One of two, decided by the place.
constexpr bool isChosen(std::int64_t row, std::int64_t from, std::int64_t to) {
  std::uint64_t hash = std::uint64_t(row * 65536 + from * 256 + to) + 1;
  hash *= 0x9e3779b97f4a7c15u;
  hash ^= hash >> 29;
  hash *= 0xbf58476d1ce4e5b9u;
  return hash >> 63;
}

/// The columns of the row before that a task waits for, ascending; how many.
constexpr int predecessorsOf(Shape shape, std::int64_t width, std::int64_t row,
                             std::int64_t column,
                             std::int64_t (&columns)[most_predecessors]) {
  int count = 0;
  if (row == 0 || shape == Shape::GridTrivial)
    return count;
  const std::int64_t last = width - 1;
  switch (shape) {
  case Shape::GridChains:
    columns[count++] = column;
    break;
  case Shape::GridStencil:
    for (std::int64_t near = std::max<std::int64_t>(column - 1, 0);
         near <= std::min(column + 1, last); ++near)
      columns[count++] = near;
    break;
  case Shape::GridFft: {
    const int levels = levelsOf(width);
    const std::int64_t partner =
        levels == 0 ? column : column ^ (std::int64_t(1) << (row - 1) % levels);
    columns[count++] = std::min(column, partner);
    if (partner != column && partner < width)
      columns[count++] = std::max(column, partner);
    else
      columns[0] = column;
    break;
  }
  case Shape::GridTree: {
    const int levels = levelsOf(width);
    const std::int64_t phase = phaseOf(levels, row);
    if (levels == 0) {
      columns[count++] = 0;
    } else if (phase >= 1 && phase <= levels) {
      columns[count++] = column / 2;
    } else {
      columns[count++] = 2 * column;
      columns[count++] = 2 * column + 1;
    }
    break;
  }
  case Shape::GridRandom:
    for (std::int64_t near = std::max<std::int64_t>(column - 2, 0);
         near <= std::min(column + 2, last); ++near)
      if (isChosen(row, near, column))
        columns[count++] = near;
    break;
  default: { // GridAll
    const std::int64_t joined =
        std::min<std::int64_t>(width, most_predecessors);
    const std::int64_t first =
        std::clamp<std::int64_t>(column - joined / 2, 0, width - joined);
    for (std::int64_t near = first; near < first + joined; ++near)
      columns[count++] = near;
  }
  }
  return count;
}

} // namespace dependences

#endif // REPRISE_BENCHMARKS_DEPENDENCES_GRID_H
