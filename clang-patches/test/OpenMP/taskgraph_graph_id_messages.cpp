// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clause 'graph_id': one integer expression, at most once.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp-simd -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 %s

enum Color { Red };
enum class Scoped { Red };
struct Convertible { operator int() const; };
struct Explicit { explicit operator int() const; }; // expected-note {{conversion to integral type 'int'}}
struct Incomplete; // expected-note {{forward declaration of 'Incomplete'}}

void run(int n, bool b, double d, Color c, Scoped s, Convertible v, Explicit e, Incomplete &i) {
#pragma omp taskgraph graph_id // expected-error {{expected '(' after 'graph_id'}}
  ;
#pragma omp taskgraph graph_id() // expected-error {{expected expression}}
  ;
#pragma omp taskgraph graph_id(n // expected-error {{expected ')'}} expected-note {{to match this '('}}
  ;
#pragma omp taskgraph graph_id(n, n) // expected-error {{expected ')'}} expected-note {{to match this '('}}
  ;
#pragma omp taskgraph graph_id(n) graph_id(n) // expected-error {{directive '#pragma omp taskgraph' cannot contain more than one 'graph_id' clause}}
  ;
#pragma omp taskgraph graph_id(unknown) // expected-error {{use of undeclared identifier 'unknown'}}
  ;
#pragma omp taskgraph graph_id(d) // expected-error {{expression must have integral or unscoped enumeration type, not 'double'}}
  ;
#pragma omp taskgraph graph_id(&n) // expected-error {{expression must have integral or unscoped enumeration type, not 'int *'}}
  ;
#pragma omp taskgraph graph_id(s) // expected-error {{expression must have integral or unscoped enumeration type, not 'Scoped'}}
  ;
#pragma omp taskgraph graph_id(e) // expected-error {{expression requires explicit conversion from 'Explicit' to 'int'}}
  ;
#pragma omp taskgraph graph_id(i) // expected-error {{expression has incomplete class type 'Incomplete'}}
  ;
#pragma omp taskgraph graph_id(n)
  ;
#pragma omp taskgraph graph_id(b ? 1 : n + 4L)
  ;
#pragma omp taskgraph graph_id(c)
  ;
#pragma omp taskgraph graph_id(v)
  ;
#pragma omp task graph_id(n) // expected-error {{unexpected OpenMP clause 'graph_id' in directive '#pragma omp task'}}
  ;
}

template <typename T> void instantiated(T t) {
#pragma omp taskgraph graph_id(t) // expected-error {{expression must have integral or unscoped enumeration type, not 'double'}}
  ;
}
void use() {
  instantiated(1L);
  instantiated(1.0); // expected-note {{in instantiation of function template specialization 'instantiated<double>' requested here}}
}
