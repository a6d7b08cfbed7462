//===- adi.h - The variants of BT and SP ------------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both make implicit time steps in alternating directions (ADI), as two loops:
// one over planes of constant k, and then one over slabs of constant j. Each
// slab crosses all planes, and the other way round, so that the barrier or join
// behind both loops of a step is needed. A kernel offers, beside what
// common/program.h asks for,
//
//   int steps() const      of a run
//   int interior() const   planes and slabs are 1 .. interior()
//   void plane(int k)
//   void slab(int j)       after all planes
//   const int tasks        how many tasks a loop becomes
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_COMMON_ADI_H
#define REPRISE_NAS_COMMON_ADI_H

#include "order.h"
#include "program.h"

namespace nas::adi {

template <typename Kernel> void serial(Kernel &kernel, int steps) {
  for (int step = 0; step < steps; ++step) {
    for (int k = 1; k <= kernel.interior(); ++k)
      kernel.plane(k);
    for (int j = 1; j <= kernel.interior(); ++j)
      kernel.slab(j);
  }
}

/// One parallel region around all time steps.
template <typename Kernel> void worksharing(Kernel &kernel, int steps) {
#pragma omp parallel
  for (int step = 0; step < steps; ++step) {
#pragma omp for schedule(static)
    for (int k = 1; k <= kernel.interior(); ++k)
      kernel.plane(k);
#pragma omp for schedule(static)
    for (int j = 1; j <= kernel.interior(); ++j)
      kernel.slab(j);
  }
}

template <typename Kernel> void taskloop(Kernel &kernel, int steps) {
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < steps; ++step) {
#pragma omp taskloop num_tasks(kernel.tasks)
    for (int k = 1; k <= kernel.interior(); ++k)
      kernel.plane(k);
#pragma omp taskloop num_tasks(kernel.tasks)
    for (int j = 1; j <= kernel.interior(); ++j)
      kernel.slab(j);
  }
}

#if BENCH_HAVE_TASKGRAPH
/// The taskloops, recorded once. The first one's taskgroup stands between them
/// in the graph; at the end of the second that of the region itself is enough.
template <typename Kernel> void taskgraph(Kernel &kernel, int steps) {
  // Variables of its own, so that no task can change what the block reads.
  const int tasks = kernel.tasks, interior = kernel.interior();
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < steps; ++step) {
#pragma omp taskgraph
    {
#pragma omp taskloop num_tasks(tasks) NAS_JOIN(1)
      for (int k = 1; k <= interior; ++k)
        kernel.plane(k);
#pragma omp taskloop num_tasks(tasks) nogroup
      for (int j = 1; j <= interior; ++j)
        kernel.slab(j);
    }
  }
}
#endif

/// One run, by one of the functions above.
template <typename Kernel, void (*March)(Kernel &, int)>
void run(Kernel &kernel, Run &run) {
  if (run.warmUp())
    March(kernel, 1);
  kernel.reset();
  run.start();
  March(kernel, kernel.steps());
  run.stop();
}

/// What main() of such a kernel does.
template <typename Kernel>
int runProgram(int argc, char **argv, const char *summary) {
  return nas::runProgram<Kernel>(
      argc, argv, summary,
      {{{"serial", "one plane after the other", nullptr},
        run<Kernel, serial<Kernel>>},
       {{"for", "worksharing loops over planes and slabs", nullptr},
        run<Kernel, worksharing<Kernel>>},
       {{"taskloop", "taskloops over planes and slabs", nullptr},
        run<Kernel, taskloop<Kernel>>},
       {{"taskgraph", "those taskloops, recorded and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY((run<Kernel, taskgraph<Kernel>>))}});
}

} // namespace nas::adi

#endif // REPRISE_NAS_COMMON_ADI_H
