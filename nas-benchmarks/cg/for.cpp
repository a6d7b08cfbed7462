//===- for.cpp - Worksharing loops over parts of the rows -----------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One parallel region around all iterations, and one part for each thread, so
// that a thread works on the same rows all the time. The barrier at the end of
// a loop is the only one: every thread adds up the partial sums for itself, in
// the same order, and so all have the same scalars.
//
//===----------------------------------------------------------------------===//

#include "cg_kernel.h"

static void iterate(nas::Cg &cg, int iterations) {
  const int threads = omp_get_max_threads();
  const nas::Partition rows(cg.matrix, threads);
  nas::PartialSums<double> pq(threads), rr(threads);
  nas::PartialSums<nas::Norms> norms(threads);
#pragma omp parallel
  {
    double norm = cg.FirstNorm;
    for (int iteration = 0; iteration < iterations; ++iteration) {
#pragma omp for schedule(static)
      for (int part = 0; part < threads; ++part)
        rr[part] = cg.start(rows[part], norm);
      double rho = rr.total();
      for (int step = 0; step < cg.Steps; ++step) {
#pragma omp for schedule(static)
        for (int part = 0; part < threads; ++part)
          pq[part] = cg.multiply(rows[part]);
        const double alpha = rho / pq.total();
#pragma omp for schedule(static)
        for (int part = 0; part < threads; ++part)
          rr[part] = cg.descend(rows[part], alpha);
        const double next = rr.total();
        const double beta = next / rho;
        rho = next;
#pragma omp for schedule(static)
        for (int part = 0; part < threads; ++part)
          cg.turn(rows[part], alpha, beta);
      }
#pragma omp for schedule(static)
      for (int part = 0; part < threads; ++part)
        norms[part] = cg.measure(rows[part]);
      const nas::Norms total = norms.total();
      norm = std::sqrt(total.zz);
#pragma omp single nowait
      cg.finish(total);
    }
  }
}

void nas::runFor(Cg &cg, Run &run) {
  cg.reset();
  if (run.warmUp()) {
    iterate(cg, 1);
    cg.reset();
  }
  run.start();
  iterate(cg, cg.iterations);
  run.stop();
}
