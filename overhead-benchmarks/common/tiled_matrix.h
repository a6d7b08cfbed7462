//===- tiled_matrix.h - Square matrix in square tiles --------- -*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The storage of programs whose tasks are LAPACK's kernels on tiles: each tile
// is contiguous and column-major, as LAPACK wants it.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_COMMON_TILED_MATRIX_H
#define REPRISE_BENCHMARKS_COMMON_TILED_MATRIX_H

#include "blas.h"
#include "options.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// How a matrix of `--size` rows is cut by `--block`; ends the program with a
/// message if it does not come out even.
struct Tiling {
  explicit Tiling(const Options &options)
      : size(options["size"]), block(options["block"]), tiles(size / block) {
    if (size % block != 0)
      usageError(options, "--size: " + std::to_string(size) +
                              " is not a multiple of --block " +
                              std::to_string(block));
    // The tasks are the parallelism; threads inside a tile would be too many.
    openblas_set_num_threads(1);
  }

  /// Position of a tile's first element in the storage.
  std::int64_t tileAt(std::int64_t row, std::int64_t column) const {
    return (row * tiles + column) * block * block;
  }
  /// Position of one element in the storage.
  std::int64_t at(std::int64_t row, std::int64_t column) const {
    return tileAt(row / block, column / block) + column % block * block +
           row % block;
  }

  std::int64_t size;  ///< Rows of the matrix.
  std::int64_t block; ///< Rows of a tile.
  std::int64_t tiles; ///< Tiles along one side.
};

/// Largest difference of two vectors, relative to the largest element of
/// `want`.
inline double relativeError(const std::vector<double> &got,
                            const std::vector<double> &want) {
  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < want.size(); ++i) {
    // Not fmax, which would forget a NaN.
    const double here = std::fabs(got[i] - want[i]);
    difference = here > difference || here != here ? here : difference;
    largest = std::fmax(largest, std::fabs(want[i]));
  }
  return difference / largest;
}

} // namespace bench

#endif // REPRISE_BENCHMARKS_COMMON_TILED_MATRIX_H
