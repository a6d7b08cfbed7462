// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors and warnings of the directive 'taskgraph' itself.

// RUN: %clang_cc1 -verify=expected,ext -fopenmp -fopenmp-version=51 -std=c++17 -ferror-limit 100 %s
// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 -ferror-limit 100 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -ferror-limit 100 %s
// RUN: %clang_cc1 -verify=expected,ext -fopenmp-simd -fopenmp-version=51 -std=c++17 -ferror-limit 100 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 -ferror-limit 100 %s

void work();

#pragma omp taskgraph // expected-error {{unexpected OpenMP directive '#pragma omp taskgraph'}}

struct S {
#pragma omp taskgraph // expected-error {{unexpected OpenMP directive '#pragma omp taskgraph'}}
};

void syntax(int n) {
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
  work();
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
  ;
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph unknown // expected-warning {{extra tokens at the end of '#pragma omp taskgraph' are ignored}}
  { work(); }
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph untied // expected-error {{unexpected OpenMP clause 'untied' in directive '#pragma omp taskgraph'}}
  { work(); }
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph firstprivate(n), nogroup // expected-error {{unexpected OpenMP clause 'firstprivate' in directive '#pragma omp taskgraph'}}
  { work(); }
  if (n)
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
    work();
  {
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
  } // expected-error {{expected statement}}
}

int structured_block(int n) {
  goto inside; // expected-error {{use of undeclared label 'inside'}}
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
  {
  inside:
    work();
  }
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
  {
    if (n)
      goto outside; // expected-error {{use of undeclared label 'outside'}}
  }
outside:
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
  {
    if (n)
      return 1; // expected-error {{cannot return from OpenMP region}}
  }
  for (int i = 0; i < n; ++i) {
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
    {
      if (i == 3)
        break; // expected-error {{'break' statement not in loop or switch statement}}
      if (i == 4)
        continue; // expected-error {{'continue' statement not in loop statement}}
    }
  }
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
  for (int i = 0; i < n; ++i) {
    if (i == 3)
      continue;
    if (i == 4)
      break;
  }
  return 0;
}

void default_none(int n) {
  int a = 0;
#pragma omp parallel default(none) // expected-note {{explicit data sharing attribute requested here}}
  {
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
    {
#pragma omp task
      ++a; // expected-error {{variable 'a' must have explicitly specified data sharing attributes}}
    }
  }
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
  {
#pragma omp task default(none) // expected-note {{explicit data sharing attribute requested here}}
    ++n; // expected-error {{variable 'n' must have explicitly specified data sharing attributes}}
#pragma omp task default(none) shared(a)
    ++a;
#pragma omp task default(firstprivate)
    ++a;
#pragma omp task default(shared)
    ++a;
  }
}

template <typename T> T instantiated(T n) {
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
  {
    if (n)
      return n; // expected-error {{cannot return from OpenMP region}}
  }
// ext-warning@+1 {{directive 'taskgraph' is an OpenMP 6.0 extension}}
#pragma omp taskgraph
  for (T i = 0; i < n; ++i) {
#pragma omp task
    work();
  }
  return n;
}

int use() { return instantiated(3); }
