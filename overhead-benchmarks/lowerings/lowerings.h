//===- lowerings.h - Task graphs of constant shape --------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs of well-known algorithms, each in as many ways as a compiler may lower
// a region of tasks: plainly, as a graph whose structure it knows, and as one
// whose data it knows, too. A task changes a cell of a table in a way that any
// other order of the tasks would show, and works as long as it is told.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_LOWERINGS_LOWERINGS_H
#define REPRISE_BENCHMARKS_LOWERINGS_LOWERINGS_H

#include <cstdint>

namespace lowerings {

using Cell = std::uint64_t;

constexpr std::int64_t Edge = 32; ///< Cells along a side, without the margin.
constexpr std::int64_t Row = Edge + 2; ///< From a cell to the one below it.
constexpr std::int64_t Tiles = 16;     ///< Of a factorization, along a side.
constexpr std::int64_t Block = 10;     ///< Of the product, along a side.
constexpr std::int64_t Leaves = 512;   ///< Of the tree.
constexpr std::int64_t Points = 128;   ///< Of the Fourier transform, 2^7.
constexpr std::int64_t Items = 512;    ///< Of the pipeline with two stages.
constexpr std::int64_t Cells = Row * Row;

/// All ways work on this table, but only that of data.cpp knows it.
extern Cell table[Cells];

/// How many more steps a task makes than it must.
extern std::int64_t work;

/// Of any two orders in which a cell meets others, the results differ.
inline Cell mixed(Cell cell, Cell with) {
  return (cell ^ with) * 0x9e3779b97f4a7c15 + 0x7f4a7c15;
}

/// What a task leaves in its cell.
inline Cell worked(Cell cell) {
  for (std::int64_t step = 0; step < work; ++step)
    cell = mixed(cell, Cell(step));
  return cell;
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
    {"lu", Tiles * (Tiles + 1) * (2 * Tiles + 1) / 6},
    {"product", Block * Block * Block},
    {"fft", Points / 2 * 7},
    {"tree", 2 * Leaves - 1},
    {"pipeline", 2 * Items},
};
constexpr int ShapeCount = sizeof Shapes / sizeof *Shapes;

/// In the order of Shapes.
struct Way {
  Encounter encounters[ShapeCount];
};
extern const Way serial, tasks, structure, data;

} // namespace lowerings

#define BENCH_PRAGMA(...) _Pragma(#__VA_ARGS__)

#endif // REPRISE_BENCHMARKS_LOWERINGS_LOWERINGS_H
