// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clause 'replayable': where it may be, and that its argument is a constant
// condition.

// RUN: %clang_cc1 -verify=expected,ext -fopenmp -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify=expected,ext -fopenmp-simd -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 %s

void work();
struct Class {};

void run(int n, int *p) { // expected-note {{declared here}}
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp task replayable
  work();
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp task replayable(1 + 1)
  work();
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp taskloop replayable(false)
  for (int i = 0; i < 9; ++i)
    work();
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp taskwait replayable(true)
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp target replayable
  work();
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp target enter data map(to : p[0 : 4]) replayable
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp target update to(p[0 : 4]) replayable
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp target exit data map(from : p[0 : 4]) replayable

// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp task replayable(true) replayable // expected-error {{directive '#pragma omp task' cannot contain more than one 'replayable' clause}}
  work();
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp task replayable(n > 2) // expected-error {{expression is not an integral constant expression}} expected-note {{function parameter 'n' with unknown value cannot be used in a constant expression}}
  work();
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp task replayable(Class()) // expected-error {{value of type 'Class' is not contextually convertible to 'bool'}}
  work();
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp task replayable() // expected-error {{expected expression}}
  work();
#pragma omp parallel replayable(true) // expected-error {{unexpected OpenMP clause 'replayable' in directive '#pragma omp parallel'}}
  work();
#pragma omp target data map(p[0 : 4]) replayable // expected-error-re {{unexpected OpenMP clause 'replayable' in directive '#pragma omp target{{[ _]}}data'}}
  work();
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph replayable // expected-error {{unexpected OpenMP clause 'replayable' in directive '#pragma omp taskgraph'}}
  work();
}

template <typename T> void dependent(T t) { // expected-note {{declared here}}
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp task replayable(sizeof(T) == 4)
  work();
// ext-warning@+1 {{clause 'replayable' is an OpenMP 6.0 extension}}
#pragma omp task replayable(t) // expected-error {{expression is not an integral constant expression}} expected-note {{function parameter 't' with unknown value cannot be used in a constant expression}}
  work();
}
void use() { dependent(3); } // expected-note {{in instantiation of function template specialization 'dependent<int>' requested here}}
