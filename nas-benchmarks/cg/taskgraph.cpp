//===- taskgraph.cpp - An iteration as a recorded graph -------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The untimed iteration records all steps of one iteration as one graph; each
// timed iteration replays it. A taskloop would end with a join; here
// dependences order the tasks, and the scalars between two loops are tasks,
// too, which add up the parts: a join that does the work that has to be done
// there.
//
//===----------------------------------------------------------------------===//

#include "cg_kernel.h"

#include "../common/order.h"

void nas::Solver::iterate(Cg &cg) {
  // What a task that needs all of a vector depends on.
  double *const p = cg.p.get();
#pragma omp taskgraph
  {
    for (int part = 0; part < light; ++part) {
      double *mine = p + light_rows[part].first;
#pragma omp task NAS_ORDER(1, out : rr[part], *mine) shared(cg)                \
    firstprivate(part)
      rr[part] = cg.start(light_rows[part], norm);
    }
    for (int step = 0; step < cg.Steps; ++step) {
      for (int part = 0; part < parts; ++part)
#pragma omp task NAS_ORDER(2, iterator(int k = 0 : light),                     \
                               in : p[light_rows[k].first])                    \
    NAS_ORDER(3, out : pq[part]) shared(cg) firstprivate(part)
        pq[part] = cg.multiply(rows[part]);
#pragma omp task NAS_ORDER(4, iterator(int k = 0 : parts), in : pq[k])         \
    NAS_ORDER(5, out : alpha)
      {
        rho = rr.total();
        alpha = rho / pq.total();
      }
      for (int part = 0; part < light; ++part)
#pragma omp task NAS_ORDER(6, in : alpha) NAS_ORDER(7, out : rr[part])         \
    shared(cg) firstprivate(part)
        rr[part] = cg.descend(light_rows[part], alpha);
#pragma omp task NAS_ORDER(8, iterator(int k = 0 : light), in : rr[k])         \
    NAS_ORDER(9, out : beta)
      beta = rr.total() / rho;
      for (int part = 0; part < light; ++part) {
        double *mine = p + light_rows[part].first;
#pragma omp task NAS_ORDER(10, in : beta) NAS_ORDER(11, out : *mine)           \
    shared(cg) firstprivate(part)
        cg.turn(light_rows[part], alpha, beta);
      }
    }
    for (int part = 0; part < parts; ++part)
#pragma omp task NAS_ORDER(12, iterator(int k = 0 : light),                    \
                               in : p[light_rows[k].first])                    \
    NAS_ORDER(13, out : norms[part]) shared(cg) firstprivate(part)
      norms[part] = cg.measure(rows[part]);
#pragma omp task NAS_ORDER(14, iterator(int k = 0 : parts), in : norms[k])     \
    shared(cg)
    norm = cg.finish(norms.total());
  }
}

static void iterate(nas::Cg &cg, int iterations) {
  cg.solver.norm = nas::Cg::FirstNorm;
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < iterations; ++iteration)
    cg.solver.iterate(cg);
}

void nas::runTaskgraph(Cg &cg, Run &run) {
  cg.reset();
  if (run.warmUp()) {
    iterate(cg, 1);
    cg.reset();
  }
  run.start();
  iterate(cg, cg.iterations);
  run.stop();
}
