//===- static.cpp - A ranking as a graph that the compiler builds -------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graphs of taskgraph.cpp with constants in place of what is known when the
// program runs: how many parts there are of the keys and, since the class is a
// parameter of a template, of the values. Each part is a task that the block
// makes. The number of the ranking is data that each replay brings anew.
//
//===----------------------------------------------------------------------===//

#include "is_kernel.h"

#include "../common/order.h"

template <char Class> static void rankKeys(nas::Is &is, int rankings) {
  constexpr int Parts = nas::StaticTasks;
  constexpr int ValueParts = nas::Is::valueParts(
      nas::findClass(nas::Is::Classes, Class).range(), Parts);
#pragma omp taskgraph
  for (int part = 0; part < Parts; ++part)
#pragma omp task shared(is) firstprivate(part)
    is.count(part, Parts, 1);
  for (int number = 1; number <= rankings; ++number) {
#pragma omp taskgraph
    {
      for (int part = 0; part < ValueParts; ++part)
#pragma omp task shared(is) firstprivate(part)
        is.accumulate(part, ValueParts);
#pragma omp taskwait NAS_JOIN(1)
      for (int part = 0; part < Parts; ++part)
#pragma omp task shared(is)
      {
        is.finish(part, ValueParts, number);
        if (number < rankings)
          is.count(part, Parts, number + 1);
      }
    }
  }
}

void nas::runStatic(Is &is, Run &run) {
  is.reset();
  withClass(is.size_class, [&](auto of) {
    constexpr char Class = decltype(of)::value;
    if (run.warmUp()) {
#pragma omp parallel
#pragma omp single
      rankKeys<Class>(is, 1);
      is.reset();
    }
    run.start();
#pragma omp parallel
#pragma omp single
    rankKeys<Class>(is, Is::Rankings);
    run.stop();
  });
}
