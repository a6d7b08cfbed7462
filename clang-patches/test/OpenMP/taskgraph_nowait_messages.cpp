// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clause 'nowait' on 'taskgraph', an extension, silent unless asked for.

// RUN: %clang_cc1 -verify=expected,ext -Wopenmp-extensions -fopenmp -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp-simd -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 %s

struct Plain {};

void run(int n, Plain p) {
// ext-warning@+2 2 {{clause 'nowait' on directive 'taskgraph' is a Clang extension}}
// expected-error@+1 {{directive '#pragma omp taskgraph' cannot contain more than one 'nowait' clause}}
#pragma omp taskgraph nowait nowait
  ;
// ext-warning@+2 {{clause 'nowait' on directive 'taskgraph' is a Clang extension}}
// expected-error@+1 {{expected expression}}
#pragma omp taskgraph nowait()
  ;
// ext-warning@+2 {{clause 'nowait' on directive 'taskgraph' is a Clang extension}}
// expected-error@+1 {{value of type 'Plain' is not contextually convertible to 'bool'}}
#pragma omp taskgraph nowait(p)
  ;
// ext-warning@+1 {{clause 'nowait' on directive 'taskgraph' is a Clang extension}}
#pragma omp taskgraph nowait
  ;
// ext-warning@+1 {{clause 'nowait' on directive 'taskgraph' is a Clang extension}}
#pragma omp taskgraph graph_id(n) nowait(n > 2)
  ;
#pragma omp task nowait // expected-error {{unexpected OpenMP clause 'nowait' in directive '#pragma omp task'}}
  ;
}
