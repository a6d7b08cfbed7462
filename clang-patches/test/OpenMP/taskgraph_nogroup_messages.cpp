// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clause 'nogroup' on 'taskgraph', with the optional argument of
// OpenMP 6.0.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp-simd -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 %s

struct Plain {};

void run(int n, Plain p) {
#pragma omp taskgraph nogroup nogroup // expected-error {{directive '#pragma omp taskgraph' cannot contain more than one 'nogroup' clause}}
  ;
#pragma omp taskgraph nogroup() // expected-error {{expected expression}}
  ;
#pragma omp taskgraph nogroup(p) // expected-error {{value of type 'Plain' is not contextually convertible to 'bool'}}
  ;
#pragma omp taskgraph nogroup
  ;
#pragma omp taskgraph nogroup(true)
  ;
#pragma omp taskgraph nogroup(n > 2), graph_id(n)
  ;
}

template <typename T> void instantiated(T t) {
#pragma omp taskgraph nogroup(t) // expected-error {{value of type 'Plain' is not contextually convertible to 'bool'}}
  ;
}
void use() {
  instantiated(1);
  instantiated(Plain()); // expected-note {{in instantiation of function template specialization 'instantiated<Plain>' requested here}}
}
