// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clause 'graph_reset': an optional logical expression, at most once.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp-simd -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 %s

struct Plain {};
struct Logical { explicit operator bool() const; };

void run(int n, double d, Plain p, Logical l) {
#pragma omp taskgraph graph_reset() // expected-error {{expected expression}}
  ;
#pragma omp taskgraph graph_reset(n // expected-error {{expected ')'}} expected-note {{to match this '('}}
  ;
#pragma omp taskgraph graph_reset graph_reset(n) // expected-error {{directive '#pragma omp taskgraph' cannot contain more than one 'graph_reset' clause}}
  ;
#pragma omp taskgraph graph_reset(unknown) // expected-error {{use of undeclared identifier 'unknown'}}
  ;
#pragma omp taskgraph graph_reset(p) // expected-error {{value of type 'Plain' is not contextually convertible to 'bool'}}
  ;
#pragma omp taskgraph graph_reset
  ;
#pragma omp taskgraph graph_reset graph_id(n)
  ;
#pragma omp taskgraph graph_reset(n > 3)
  ;
#pragma omp taskgraph graph_reset(d)
  ;
#pragma omp taskgraph graph_reset(&n)
  ;
#pragma omp taskgraph graph_reset(l)
  ;
#pragma omp taskloop graph_reset(n) // expected-error {{unexpected OpenMP clause 'graph_reset' in directive '#pragma omp taskloop'}}
  for (int i = 0; i < n; ++i)
    ;
}

template <typename T> void instantiated(T t) {
#pragma omp taskgraph graph_reset(t) // expected-error {{value of type 'Plain' is not contextually convertible to 'bool'}}
  ;
}
void use() {
  instantiated(1);
  instantiated(Plain()); // expected-note {{in instantiation of function template specialization 'instantiated<Plain>' requested here}}
}
