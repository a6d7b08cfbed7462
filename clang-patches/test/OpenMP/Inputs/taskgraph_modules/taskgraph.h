// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A template and a function with a taskgraph of every clause.

void work(int);

template <typename T> void instantiated(T n) {
#pragma omp taskgraph graph_id(n) graph_reset nogroup(n) nowait tdg_type(dynamic)
  {
#pragma omp task firstprivate(saved: n)
    work(n);
  }
}

inline void plain(int n) {
#pragma omp taskgraph graph_reset(n) if (n)
  work(n);
}
