//===- static.cpp - An iteration as a graph that the compiler builds ----===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tasks of taskgraph.cpp, in numbers that are constants: the class is a
// parameter of a template. Nothing that a task depends on is found in memory
// either. All tasks of a loop follow all of the one before, so that one object
// is enough: loops that write what the next one reads depend on it as a set of
// tasks (inoutset), the scalars between two loops as its only writer.
//
//===----------------------------------------------------------------------===//

#include "cg_kernel.h"

#include "../common/order.h"

static constexpr int Parts = nas::StaticTasks;
template <char Class>
static constexpr int Light =
    nas::Cg::lightParts(nas::findClass(nas::Cg::Classes, Class).size, Parts);

template <char Class> static void iterateOnce(nas::Cg &cg, nas::Solver &of) {
  // Their order is that of the phases.
  static char phase;
#pragma omp taskgraph
  {
    for (int part = 0; part < Light<Class>; ++part)
#pragma omp task NAS_ORDER(1, inoutset : phase) shared(cg, of)                 \
    firstprivate(part)
      of.rr[part] = cg.start(of.light_rows[part], of.norm);
    for (int step = 0; step < nas::Cg::Steps; ++step) {
      for (int part = 0; part < Parts; ++part)
#pragma omp task NAS_ORDER(2, in : phase) shared(cg, of) firstprivate(part)
        of.pq[part] = cg.multiply(of.rows[part]);
#pragma omp task NAS_ORDER(3, inout : phase) shared(of)
      {
        of.rho = of.rr.total();
        of.alpha = of.rho / of.pq.total();
      }
      for (int part = 0; part < Light<Class>; ++part)
#pragma omp task NAS_ORDER(4, in : phase) shared(cg, of) firstprivate(part)
        of.rr[part] = cg.descend(of.light_rows[part], of.alpha);
#pragma omp task NAS_ORDER(5, inout : phase) shared(of)
      of.beta = of.rr.total() / of.rho;
      for (int part = 0; part < Light<Class>; ++part)
#pragma omp task NAS_ORDER(6, inoutset : phase) shared(cg, of)                 \
    firstprivate(part)
        cg.turn(of.light_rows[part], of.alpha, of.beta);
    }
    for (int part = 0; part < Parts; ++part)
#pragma omp task NAS_ORDER(7, in : phase) shared(cg, of) firstprivate(part)
      of.norms[part] = cg.measure(of.rows[part]);
#pragma omp task NAS_ORDER(8, inout : phase) shared(cg, of)
    of.norm = cg.finish(of.norms.total());
  }
}

template <char Class>
static void iterate(nas::Cg &cg, nas::Solver &solver, int iterations) {
  solver.norm = nas::Cg::FirstNorm;
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < iterations; ++iteration)
    iterateOnce<Class>(cg, solver);
}

void nas::runStatic(Cg &cg, Run &run) {
  cg.reset();
  withClass(cg.size_class, [&](auto of) {
    constexpr char Class = decltype(of)::value;
    nas::Solver solver(cg.matrix, Parts, Light<Class>);
    if (run.warmUp()) {
      iterate<Class>(cg, solver, 1);
      cg.reset();
    }
    run.start();
    iterate<Class>(cg, solver, cg.iterations);
    run.stop();
  });
}
