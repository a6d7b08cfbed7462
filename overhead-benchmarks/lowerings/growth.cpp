//===- growth.cpp - A graph as large as one likes -------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only compiled, to see how the time for that grows: a stencil of BENCH_STEPS
// lines of a hundred tasks, whose structure the compiler knows.
//
//===----------------------------------------------------------------------===//

#include <cstdint>

void makeStencil(std::uint64_t *cells, std::int64_t row) {
  constexpr std::int64_t Width = 100;
#pragma omp taskgraph
  for (std::int64_t step = 0; step < BENCH_STEPS; ++step)
    for (std::int64_t j = 1; j <= Width; ++j) {
      std::uint64_t *own = cells + step % 2 * row + j;
      std::uint64_t *other = cells + (1 - step % 2) * row + j;
#pragma omp task depend(in : other[-1], other[0], other[1]) depend(out : *own)
      *own = other[-1] + other[0] + other[1];
    }
}
