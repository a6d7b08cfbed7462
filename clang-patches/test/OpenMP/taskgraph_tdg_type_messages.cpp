// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clause 'tdg_type', an extension: 'dynamic' or 'static', at most once;
// whether a graph can be built is not the front end's to say.

// RUN: %clang_cc1 -verify=expected,ext -Wopenmp-extensions -fopenmp -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp-simd -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 %s

void run(int n) {
// ext-warning@+2 {{clause 'tdg_type' on directive 'taskgraph' is a Clang extension}}
// expected-error@+1 {{expected '(' after 'tdg_type'}}
#pragma omp taskgraph tdg_type
  ;
// ext-warning@+2 {{clause 'tdg_type' on directive 'taskgraph' is a Clang extension}}
// expected-error@+1 {{expected 'dynamic' or 'static' in OpenMP clause 'tdg_type'}}
#pragma omp taskgraph tdg_type()
  ;
// ext-warning@+2 {{clause 'tdg_type' on directive 'taskgraph' is a Clang extension}}
// expected-error@+1 {{expected 'dynamic' or 'static' in OpenMP clause 'tdg_type'}}
#pragma omp taskgraph tdg_type(automatic) graph_id(n)
  ;
// ext-warning@+2 {{clause 'tdg_type' on directive 'taskgraph' is a Clang extension}}
// expected-error@+1 {{expected ')'}} expected-note@+1 {{to match this '('}}
#pragma omp taskgraph tdg_type(dynamic
  ;
// ext-warning@+2 2 {{clause 'tdg_type' on directive 'taskgraph' is a Clang extension}}
// expected-error@+1 {{directive '#pragma omp taskgraph' cannot contain more than one 'tdg_type' clause}}
#pragma omp taskgraph tdg_type(dynamic) tdg_type(dynamic)
  ;
// ext-warning@+1 {{clause 'tdg_type' on directive 'taskgraph' is a Clang extension}}
#pragma omp taskgraph tdg_type(dynamic), graph_id(n)
  ;
// ext-warning@+1 {{clause 'tdg_type' on directive 'taskgraph' is a Clang extension}}
#pragma omp taskgraph tdg_type(static) nogroup
  ;
#pragma omp task tdg_type(dynamic) // expected-warning {{extra tokens at the end of '#pragma omp task' are ignored}}
  ;
}

// The outer directive keeps its clause when its tasks hold another taskgraph.
template <typename T> void instantiated(T n) {
// ext-warning@+1 {{clause 'tdg_type' on directive 'taskgraph' is a Clang extension}}
#pragma omp taskgraph tdg_type(dynamic)
  {
#pragma omp task
// ext-warning@+1 {{clause 'tdg_type' on directive 'taskgraph' is a Clang extension}}
#pragma omp taskgraph tdg_type(static)
    ;
  }
}
void use() { instantiated(1); }
