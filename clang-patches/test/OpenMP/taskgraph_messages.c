// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The directive 'taskgraph' and its clauses in C.

// RUN: %clang_cc1 -verify=expected,ext -fopenmp -fopenmp-version=51 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 %s
// RUN: %clang_cc1 -verify=expected,ext -fopenmp-simd -fopenmp-version=51 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 %s

void work(int *, int);
struct pair { int a, b; };

int taskgraph(int n, double *x, struct pair p) {
  int a[10];
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph graph_id(n) graph_reset(n > 3) if (x) nogroup
  {
    for (int i = 0; i < 10; ++i) {
#pragma omp task depend(inout : a[i])
      work(a, i);
    }
  }
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph graph_id(p) // expected-error {{expression must have integral or unscoped enumeration type, not 'struct pair'}}
  work(a, 0);
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph graph_reset(p) // expected-error {{statement requires expression of scalar type ('struct pair' invalid)}}
  work(a, 0);
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph if (p) // expected-error {{statement requires expression of scalar type ('struct pair' invalid)}}
  work(a, 0);
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
  {
    if (n)
      return 1; // expected-error {{cannot return from OpenMP region}}
#pragma omp barrier // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
  }
  return 0;
}
