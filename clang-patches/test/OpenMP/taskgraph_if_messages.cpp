// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clause 'if' on 'taskgraph': at most once, with or without the name of
// the directive.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp-simd -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 %s

struct Plain {};

void run(int n, Plain p) {
#pragma omp taskgraph if // expected-error {{expected '(' after 'if'}}
  ;
#pragma omp taskgraph if () // expected-error {{expected expression}}
  ;
#pragma omp taskgraph if (p) // expected-error {{value of type 'Plain' is not contextually convertible to 'bool'}}
  ;
#pragma omp taskgraph if (n) if (n > 1) // expected-error {{directive '#pragma omp taskgraph' cannot contain more than one 'if' clause}}
  ;
#pragma omp taskgraph if (task : n) // expected-error {{directive name modifier 'task' is not allowed for '#pragma omp taskgraph'}}
  ;
#pragma omp taskgraph if (n)
  ;
#pragma omp taskgraph if (taskgraph : n > 2)
  ;
}

template <typename T> void instantiated(T t) {
#pragma omp taskgraph if (t) // expected-error {{value of type 'Plain' is not contextually convertible to 'bool'}}
  ;
}
void use() {
  instantiated(1);
  instantiated(Plain()); // expected-note {{in instantiation of function template specialization 'instantiated<Plain>' requested here}}
}
