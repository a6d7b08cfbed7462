//===- taskloop.cpp - A taskloop for each loop ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of for.cpp in num_tasks tasks. Loops over vectors only have fewer
// parts, and so fewer tasks: in small classes a task would take longer to make
// than to run. One thread makes all tasks and knows the scalars.
//
//===----------------------------------------------------------------------===//

#include "cg_kernel.h"

static void iterate(nas::Cg &cg, int iterations) {
  const int light = cg.lightParts();
  const nas::Partition rows(cg.matrix, cg.tasks), light_rows(cg.matrix, light);
  nas::PartialSums<double> pq(cg.tasks), rr(light);
  nas::PartialSums<nas::Norms> norms(cg.tasks);
#pragma omp parallel
#pragma omp single
  {
    double norm = cg.FirstNorm;
    for (int iteration = 0; iteration < iterations; ++iteration) {
#pragma omp taskloop num_tasks(light) default(shared)
      for (int part = 0; part < light; ++part)
        rr[part] = cg.start(light_rows[part], norm);
      double rho = rr.total();
      for (int step = 0; step < cg.Steps; ++step) {
#pragma omp taskloop num_tasks(cg.tasks) default(shared)
        for (int part = 0; part < cg.tasks; ++part)
          pq[part] = cg.multiply(rows[part]);
        const double alpha = rho / pq.total();
#pragma omp taskloop num_tasks(light) default(shared)
        for (int part = 0; part < light; ++part)
          rr[part] = cg.descend(light_rows[part], alpha);
        const double next = rr.total();
        const double beta = next / rho;
        rho = next;
#pragma omp taskloop num_tasks(light) default(shared)
        for (int part = 0; part < light; ++part)
          cg.turn(light_rows[part], alpha, beta);
      }
#pragma omp taskloop num_tasks(cg.tasks) default(shared)
      for (int part = 0; part < cg.tasks; ++part)
        norms[part] = cg.measure(rows[part]);
      norm = cg.finish(norms.total());
    }
  }
}

void nas::runTaskloop(Cg &cg, Run &run) {
  cg.reset();
  if (run.warmUp()) {
    iterate(cg, 1);
    cg.reset();
  }
  run.start();
  iterate(cg, cg.iterations);
  run.stop();
}
