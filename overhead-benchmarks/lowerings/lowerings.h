//===- lowerings.h - Task graphs of constant shape --------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four graphs whose tasks do almost nothing, each in as many ways as a compiler
// may lower a region of tasks: plainly, as a graph whose structure it knows,
// and as one whose data it knows, too. A task changes a cell of a table in a
// way that any other order of the tasks would show.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_LOWERINGS_LOWERINGS_H
#define REPRISE_BENCHMARKS_LOWERINGS_LOWERINGS_H

#include <cstdint>

namespace lowerings {

using Cell = std::uint64_t;

constexpr std::int64_t Edge = 32; ///< Cells along a side, without the margin.
constexpr std::int64_t Row = Edge + 2; ///< From a cell to the one below it.
constexpr std::int64_t Tiles = 16;     ///< Of the factorization, along a side.
constexpr std::int64_t Cells = Row * Row;

/// All ways work on this table, but only that of data.cpp knows it.
extern Cell table[Cells];

/// Of any two orders in which a cell meets others, the results differ.
inline Cell mixed(Cell cell, Cell with) {
  return (cell ^ with) * 0x9e3779b97f4a7c15 + 0x7f4a7c15;
}

/// An encounter with a graph: `row` cells lie between one and that below it.
using Encounter = void (*)(Cell *cells, std::int64_t row);

struct Shape {
  const char *name;
  std::int64_t tasks;
};
constexpr Shape Shapes[] = {
    {"heat", Edge * Edge},
    {"cholesky", Tiles * (Tiles + 1) * (Tiles + 2) / 6},
    {"stencil", Edge * Edge},
    {"independent", Edge * Edge},
};

/// In the order of Shapes.
struct Way {
  Encounter encounters[4];
};
extern const Way serial, tasks, structure, data;

} // namespace lowerings

#define BENCH_PRAGMA(...) _Pragma(#__VA_ARGS__)

#endif // REPRISE_BENCHMARKS_LOWERINGS_LOWERINGS_H
