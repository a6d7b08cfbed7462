// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clauses of OpenMP 6.0 that are known by name and not implemented are errors,
// and the parser goes on behind them.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=51 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 %s

void work(int);

void clauses(int n) {
#pragma omp task graph_id(n) // expected-error {{unexpected OpenMP clause 'graph_id' in directive '#pragma omp task'}}
  work(n);
#pragma omp task graph_reset(true), shared(unknown) // expected-error {{unexpected OpenMP clause 'graph_reset' in directive '#pragma omp task'}} expected-error {{use of undeclared identifier 'unknown'}}
  work(n);
#pragma omp task transparent(0) // expected-error {{unexpected OpenMP clause 'transparent' in directive '#pragma omp task'}}
  work(n);
#pragma omp taskloop graph_id(n), nogroup // expected-error {{unexpected OpenMP clause 'graph_id' in directive '#pragma omp taskloop'}}
  for (int i = 0; i < n; ++i)
    work(i);
#pragma omp taskwait transparent(n) // expected-error {{unexpected OpenMP clause 'transparent' in directive '#pragma omp taskwait'}}
}
