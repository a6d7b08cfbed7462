//===- cg_kernel.h - Conjugate gradients on a random matrix -----*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inverse power iteration: each iteration solves A z = x by 25 steps of
// conjugate gradients, estimates the eigenvalue zeta, and goes on with
// x = z / |z|. The functions here do their part of it in some rows; between
// one and the next, all rows must be done. What they return is to be added up
// over the rows. The update of z waits until p is read anyway.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_CG_KERNEL_H
#define REPRISE_NAS_CG_KERNEL_H

#include "../../overhead-benchmarks/common/assumes.h"
#include "../common/program.h"
#include "cg_matrix.h"

#include <algorithm>
#include <vector>

namespace nas {

/// Scalar products at the end of an iteration.
struct Norms {
  double residual = 0; ///< |x - A z|^2
  double xz = 0, zz = 0;

  Norms &operator+=(const Norms &other) {
    residual += other.residual;
    xz += other.xz;
    zz += other.zz;
    return *this;
  }
};

/// The parts of a sum, each on a cache line of its own. The total does not
/// depend on who made which part, nor when.
template <typename T> class PartialSums {
  struct alignas(64) Part {
    T value;
  };
  std::vector<Part> parts;

public:
  explicit PartialSums(int count) : parts(count) {}
  T &operator[](int part) { return parts[part].value; }
  T total() const {
    T sum{};
    for (const Part &part : parts)
      sum += part.value;
    return sum;
  }
};

class Cg;

/// What the tasks of a graph name in their depend clauses and give to each
/// other. The kernel has it: at other addresses each run would be another
/// graph.
struct Solver {
  Solver(const SparseMatrix &matrix, int parts, int light)
      : parts(parts), light(light), rows(matrix, parts),
        light_rows(matrix, light), pq(parts), rr(light), norms(parts) {}

  void iterate(Cg &cg);

  const int parts, light; ///< light: loops over vectors only
  const Partition rows, light_rows;
  PartialSums<double> pq, rr;
  PartialSums<Norms> norms;
  double norm = 0, rho = 0, alpha = 0, beta = 0;
};

class Cg {
public:
  static constexpr const char *Name = "cg";
  static constexpr const char *Operation = "floating point";
  static constexpr int Steps = 25;

  struct SizeClass {
    char name;
    int size, nonzer, iterations;
    double shift, zeta;
  };
  static constexpr SizeClass Classes[] = {
      {'S', 1400, 7, 15, 10, 8.5971775078648},
      {'W', 7000, 8, 15, 12, 10.362595087124},
      {'A', 14000, 11, 15, 20, 17.130235054029},
      {'B', 75000, 13, 75, 60, 22.712745482631},
      {'C', 150000, 15, 75, 110, 28.973605592845}};

  explicit Cg(const Settings &settings);

  void reset();
  double operations() const;
  Extent extent() const {
    return {std::to_string(matrix.size()), iterations,
            "over vectors only: " + std::to_string(lightParts())};
  }
  std::vector<Check> checks() const {
    return {{"zeta", zeta, expected, 1e-10}};
  }
  void corrupt() { zeta *= 1 + 1e-8; }

  BENCH_BEGIN_ASSUMES(no_openmp ext_cannot_wait)
  /// x = z / norm, and the solver's start: r = p = x, z = 0. Returns r.r.
  double start(Rows rows, double norm);
  /// q = A p. Returns p.q.
  double multiply(Rows rows);
  /// r = r - alpha q. Returns r.r.
  double descend(Rows rows, double alpha);
  /// z = z + alpha p, p = r + beta p.
  void turn(Rows rows, double alpha, double beta);
  Norms measure(Rows rows);
  /// zeta and the residual's norm, from the norms of all rows. Returns |z|.
  double finish(const Norms &norms);
  BENCH_END_ASSUMES

  const char size_class;
  const int tasks;
  const SparseMatrix matrix;
  /// For loops over vectors only: not more parts than are worth a task, but as
  /// many for each thread, unless that leaves next to nothing.
  static constexpr int lightParts(int rows, int tasks, int threads = 1) {
    constexpr int Wanted = 2048, Least = 512;
    const int parts = std::max(rows / Wanted, 1);
    const int balanced = (parts + threads - 1) / threads * threads;
    return std::clamp(rows / balanced < Least ? parts : balanced, 1, tasks);
  }
  int lightParts() const {
    return lightParts(matrix.size(), tasks, omp_get_max_threads());
  }
  int iterations;
  double zeta = 0, residual = 0;
  /// An iteration begins with x = z / norm; the first one with x = z.
  static constexpr double FirstNorm = 1;
  Array<double> x, z, p, q, r;
  Solver solver; ///< of the taskgraph variant

private:
  Cg(const Settings &settings, const SizeClass &of);

  int nonzer;
  double shift, expected;
};

void runSerial(Cg &cg, Run &run);
void runFor(Cg &cg, Run &run);
void runTaskloop(Cg &cg, Run &run);
void runTaskgraph(Cg &cg, Run &run);
void runStatic(Cg &cg, Run &run);

} // namespace nas

#endif // REPRISE_NAS_CG_KERNEL_H
