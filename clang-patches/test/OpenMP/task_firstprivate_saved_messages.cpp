// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The modifier 'saved' of 'firstprivate': on constructs that generate tasks.

// RUN: %clang_cc1 -verify=expected,ext -fopenmp -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify=expected,ext -fopenmp-simd -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 %s

void work(int);

void run(int n, int m, int saved) {
// ext-warning@+1 {{modifier 'saved' is an OpenMP 6.0 extension}}
#pragma omp task firstprivate(saved : n, m)
  work(n + m);
// ext-warning@+1 {{modifier 'saved' is an OpenMP 6.0 extension}}
#pragma omp task firstprivate(saved : n) firstprivate(m)
  work(n + m);
// ext-warning@+1 {{modifier 'saved' is an OpenMP 6.0 extension}}
#pragma omp taskloop firstprivate(saved : n)
  for (int i = 0; i < 10; ++i)
    work(n);
// ext-warning@+1 {{modifier 'saved' is an OpenMP 6.0 extension}}
#pragma omp target firstprivate(saved : n)
  work(n);
  // The name of a variable, not a modifier.
#pragma omp task firstprivate(saved)
  work(saved);
// ext-warning@+1 {{modifier 'saved' is an OpenMP 6.0 extension}}
#pragma omp task firstprivate(saved : saved)
  work(saved);
// ext-warning@+1 {{modifier 'saved' is an OpenMP 6.0 extension}}
#pragma omp task firstprivate(saved :) // expected-error {{expected expression}}
  work(n);
#pragma omp task firstprivate(kept : n) // expected-error {{use of undeclared identifier 'kept'}}
  work(n);
#pragma omp parallel firstprivate(saved : n) // expected-error {{modifier 'saved' of clause 'firstprivate' is allowed only on constructs that generate tasks, not on '#pragma omp parallel'}}
  work(n);
#pragma omp task private(saved : n) // expected-error {{expected ',' or ')' in 'private' clause}} expected-error {{expected ')'}} expected-note {{to match this '('}}
  work(n);
}
