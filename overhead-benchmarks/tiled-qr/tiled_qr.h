//===- tiled_qr.h - QR factorization in tiles ----------------- -*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A = Q * R in square tiles (Buttari, Langou, Kurzak and Dongarra, "A class of
// parallel tiled linear algebra algorithms for multicore architectures", 2009),
// with LAPACK's kernels for tiles. In step k the diagonal tile is factorized;
// then each tile below is eliminated against the triangle R of that tile, one
// after the other, and both rows of tiles change on the right.
//
// The parts of a tile: the reflectors of the diagonal tile fill its part below
// the diagonal, R the rest. The row of tiles to the right needs only the lower
// part, while the eliminations go on changing the diagonal and the upper part.
// Whoever names the three parts in its depend clauses lets both happen at once
// (Vandierendonck, Tzenakis and Nikolopoulos: Swan's dependences on parts).
// With `--parts 1`, all parts of a tile go by one name.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_TILED_QR_H
#define REPRISE_BENCHMARKS_TILED_QR_H

#include "../common/fingerprint.h"
#include "../common/lapack.h"
#include "../common/program.h"
#include "../common/tiled_matrix.h"

#include <algorithm>
#include <random>

struct QrMatrix : bench::Tiling {
  explicit QrMatrix(const bench::Options &options)
      : Tiling(options), panel(std::min(options["panel"], block)),
        named_parts(options["parts"]), input(size * size),
        reflectors(tiles * tiles * panel * block) {
    if (named_parts == 2)
      bench::usageError(options, "--parts: 2 is neither 1 nor 3");
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> entry(-1.0, 1.0);
    for (double &value : input)
      value = entry(random);
    factors = input;
  }

  double *tile(std::int64_t row, std::int64_t column) {
    return &factors[tileAt(row, column)];
  }
  /// The small triangular factors T of a tile's reflectors I - V * T * V^T.
  double *triangles(std::int64_t row, std::int64_t column) {
    return &reflectors[(row * tiles + column) * panel * block];
  }

  /// What the depend clauses name: the three parts of a tile, each by its first
  /// element, or all by that of the diagonal. A tile off the diagonal is always
  /// used as a whole, and goes by its diagonal alone.
  struct Parts {
    double *lower, *diagonal, *upper;
  };
  Parts parts(std::int64_t row, std::int64_t column) {
    double *first = tile(row, column);
    if (named_parts == 1 || row != column || block == 1)
      return {first, first, first};
    return {first + 1, first, first + block};
  }
  /// The same as a list, for those who use the whole tile.
  struct Names {
    double *name[3];
    int count;
  };
  Names allParts(std::int64_t row, std::int64_t column) {
    const Parts part = parts(row, column);
    return {{part.diagonal, part.lower, part.upper},
            part.lower == part.diagonal ? 1 : 3};
  }

  // Each allocates its thread's workspace, which is a call of unknown code.
  BENCH_BEGIN_ASSUMES(ext_cannot_wait)
  /// QR of a diagonal tile.
  BENCH_KERNEL void geqrt(double *diagonal, double *t) {
    LAPACKE_dgeqrt_work(LAPACK_COL_MAJOR, rows(), rows(), width(), diagonal,
                        rows(), t, width(), workspace());
  }
  /// Reflectors of a diagonal tile on a tile to its right.
  BENCH_KERNEL void gemqrt(const double *lower, const double *t,
                           double *right) {
    LAPACKE_dgemqrt_work(LAPACK_COL_MAJOR, 'L', 'T', rows(), rows(), rows(),
                         width(), lower, rows(), t, width(), right, rows(),
                         workspace());
  }
  /// QR of the triangle of a diagonal tile on top of a whole tile.
  BENCH_KERNEL void tpqrt(double *upper, double *below, double *t) {
    LAPACKE_dtpqrt_work(LAPACK_COL_MAJOR, rows(), rows(), 0, width(), upper,
                        rows(), below, rows(), t, width(), workspace());
  }
  /// Reflectors of such a pair on the pair of tiles to its right.
  BENCH_KERNEL void tpmqrt(const double *below, const double *t, double *above,
                           double *target) {
    LAPACKE_dtpmqrt_work(LAPACK_COL_MAJOR, 'L', 'T', rows(), rows(), rows(), 0,
                         width(), below, rows(), t, width(), above, rows(),
                         target, rows(), workspace());
  }
  BENCH_END_ASSUMES

  /// Every iteration factorizes the same matrix from the start.
  void prepare(int) { factors = input; }
  void finish(int) {
    results.begin();
    results.mix(factors);
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const QrMatrix &reference) const {
    const double error = reference.residual();
    if (!(error < 1e-12))
      return "the serial variant itself is wrong: residual " +
             std::to_string(error);
    return results.mismatch("the factors are", reference.results);
  }
  std::int64_t grain() const { return block * block * block; }

private:
  std::int64_t panel;       ///< Columns of a tile whose reflectors are joined.
  std::int64_t named_parts; ///< 3, or 1: the whole tile.
  std::vector<double> input, factors, reflectors;
  bench::Fingerprints results;

  int rows() const { return static_cast<int>(block); }
  int width() const { return static_cast<int>(panel); }

  /// Scratch memory of the calling thread.
  double *workspace() const {
    thread_local std::vector<double> memory;
    memory.resize(panel * block);
    return memory.data();
  }

  /// Q is orthogonal, so that R^T * R = A^T * A: the relative error of the
  /// first against the second, both times a vector of ones.
  double residual() const {
    std::vector<double> image(size, 0.0), half(size, 0.0);
    std::vector<double> want(size, 0.0), got(size, 0.0);
    for (std::int64_t column = 0; column < size; ++column)
      for (std::int64_t row = 0; row < size; ++row) {
        image[row] += input[at(row, column)];
        if (row <= column)
          half[row] += factors[at(row, column)];
      }
    for (std::int64_t column = 0; column < size; ++column)
      for (std::int64_t row = 0; row < size; ++row) {
        want[column] += input[at(row, column)] * image[row];
        if (row <= column)
          got[column] += factors[at(row, column)] * half[row];
      }
    return bench::relativeError(got, want);
  }
};

void runSerial(QrMatrix &matrix, bench::Laps &laps);
void runFor(QrMatrix &matrix, bench::Laps &laps);
void runTasks(QrMatrix &matrix, bench::Laps &laps);
void runTaskgraph(QrMatrix &matrix, bench::Laps &laps);
void runTaskgraphCalls(QrMatrix &matrix, bench::Laps &laps);

// Each makes the task that runs a kernel (tile_tasks.cpp).
void geqrtTask(QrMatrix &matrix, const QrMatrix::Parts &part, double *corner,
               double *reflectors);
void gemqrtTask(QrMatrix &matrix, const QrMatrix::Parts &part, double *corner,
                double *reflectors, double *right);
void tpqrtTask(QrMatrix &matrix, const QrMatrix::Parts &part, double *corner,
               double *below, double *pairs);
void tpmqrtTask(QrMatrix &matrix, const QrMatrix::Names &whole, double *below,
                double *pairs, double *above, double *target);

#endif // REPRISE_BENCHMARKS_TILED_QR_H
