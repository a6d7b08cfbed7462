// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What may be encountered directly in a taskgraph region, and where a
// taskgraph may be.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -ferror-limit 100 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -ferror-limit 100 %s
// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp-simd -fopenmp-version=51 -ferror-limit 100 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -ferror-limit 100 %s
// RUN: %clang_cc1 -verify=expected,ext -pedantic -fopenmp -fopenmp-version=60 -ferror-limit 100 %s

typedef void *omp_depend_t;
void work();

// What generates tasks, and what is gone before the program runs.
void allowed(int n, int *p) {
  omp_depend_t d;
#pragma omp depobj(d) depend(inout : p[0])
#pragma omp taskgraph
  {
#pragma omp task
    work();
#pragma omp taskloop nogroup
    for (int i = 0; i < n; ++i)
      work();
#pragma omp taskloop simd nogroup
    for (int i = 0; i < n; ++i)
      ++p[i];
#pragma omp taskwait depend(in : p[0])
#pragma omp task depend(depobj : d)
    work();
#pragma omp target
    work();
#pragma omp target parallel for
    for (int i = 0; i < n; ++i)
      ++p[i];
#pragma omp target enter data map(to : p[0 : 4])
#pragma omp target update to(p[0 : 4])
#pragma omp target exit data map(from : p[0 : 4])
#pragma omp target data map(p[0 : 4])
    {
#pragma omp target
      work();
    }
#pragma omp unroll partial(2)
    for (int i = 0; i < n; ++i) {
#pragma omp task
      work();
    }
#pragma omp tile sizes(2)
    for (int i = 0; i < n; ++i) {
#pragma omp task
      work();
    }
#pragma omp nothing
  }
}

// Joins, and constructs that make no tasks and meet no other threads, are
// accepted, too.
void extensions(int n, int *p) {
  int x = 0;
  omp_depend_t d;
#pragma omp taskgraph
  {
#pragma omp taskwait // ext-warning {{construct 'taskwait' in the region of 'taskgraph' is a Clang extension}}
#pragma omp taskgroup // ext-warning {{construct 'taskgroup' in the region of 'taskgraph' is a Clang extension}}
    {
#pragma omp task
      work();
#pragma omp taskwait // ext-warning {{construct 'taskwait' in the region of 'taskgraph' is a Clang extension}}
    }
#pragma omp depobj(d) depend(inout : p[0]) // ext-warning {{construct 'depobj' in the region of 'taskgraph' is a Clang extension}}
#pragma omp atomic // ext-warning {{construct 'atomic' in the region of 'taskgraph' is a Clang extension}}
    ++x;
#pragma omp atomic capture // ext-warning {{construct 'atomic' in the region of 'taskgraph' is a Clang extension}}
    n = x++;
#pragma omp critical // ext-warning {{construct 'critical' in the region of 'taskgraph' is a Clang extension}}
    {
#pragma omp atomic // ext-warning {{construct 'atomic' in the region of 'taskgraph' is a Clang extension}}
      ++x;
#pragma omp critical(other) // ext-warning {{construct 'critical' in the region of 'taskgraph' is a Clang extension}}
      work();
#pragma omp unroll
      for (int i = 0; i < n; ++i)
        work();
    }
#pragma omp simd // ext-warning {{construct 'simd' in the region of 'taskgraph' is a Clang extension}}
    for (int i = 0; i < n; ++i) {
#pragma omp ordered simd
      ++p[i];
    }
#pragma omp assume holds(x > 0)
    {
#pragma omp task
      work();
    }
#pragma omp flush // ext-warning {{construct 'flush' in the region of 'taskgraph' is a Clang extension}}
#pragma omp error at(execution) severity(warning) message("m") // ext-warning {{construct 'error' in the region of 'taskgraph' is a Clang extension}}
  }
}

// The block of such a construct belongs to the region.
void in_critical(int n, int *p) {
#pragma omp taskgraph
#pragma omp critical // ext-warning {{construct 'critical' in the region of 'taskgraph' is a Clang extension}}
  {
#pragma omp task
    work();
#pragma omp taskloop nogroup
    for (int i = 0; i < n; ++i)
      work();
#pragma omp taskwait // ext-warning {{construct 'taskwait' in the region of 'taskgraph' is a Clang extension}}
#pragma omp target
    work();
#pragma omp taskgroup // ext-warning {{construct 'taskgroup' in the region of 'taskgraph' is a Clang extension}}
    work();
#pragma omp tile sizes(2)
    for (int i = 0; i < n; ++i) {
#pragma omp task
      work();
    }
#pragma omp single // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    work();
  }
// A taskgraph can be in one.
#pragma omp critical
  {
#pragma omp task
    work();
#pragma omp taskgraph
    {
#pragma omp task
      {
#pragma omp critical
        {
#pragma omp task
          work();
        }
      }
    }
  }
}

// Everything else meets other threads, or is bound to a team.
void prohibited(int n) {
#pragma omp taskgraph
  {
#pragma omp parallel // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    work();
#pragma omp parallel for // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    for (int i = 0; i < n; ++i)
      work();
#pragma omp for // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    for (int i = 0; i < n; ++i)
      work();
#pragma omp sections // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    { work(); }
#pragma omp single // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    work();
#pragma omp scope // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    work();
#pragma omp masked // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    work();
#pragma omp master // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    work();
#pragma omp masked taskloop // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    for (int i = 0; i < n; ++i)
      work();
#pragma omp ordered // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    work();
#pragma omp loop bind(thread) // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    for (int i = 0; i < n; ++i)
      work();
#pragma omp teams // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    work();
#pragma omp barrier // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
#pragma omp taskyield // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
#pragma omp cancel taskgroup // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
#pragma omp cancellation point taskgroup // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
#pragma omp taskgraph // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    work();
  }
}

void seen_through(int n) {
#pragma omp taskgraph
#pragma omp taskgroup // ext-warning {{construct 'taskgroup' in the region of 'taskgraph' is a Clang extension}}
  {
#pragma omp single // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    work();
#pragma omp taskgroup // ext-warning {{construct 'taskgroup' in the region of 'taskgraph' is a Clang extension}}
    {
#pragma omp taskgraph // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
      work();
    }
  }
#pragma omp taskgraph
#pragma omp target data map(n)
  {
#pragma omp barrier // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
  }
}

// Bodies of tasks are not part of the region, nor are those of lambdas.
void not_part_of_the_region(int n) {
#pragma omp taskgraph
  {
#pragma omp task
    {
#pragma omp parallel for
      for (int i = 0; i < n; ++i)
        work();
#pragma omp critical
      work();
#pragma omp cancel taskgroup
#pragma omp taskgraph
      {
#pragma omp task
        work();
#pragma omp barrier // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
      }
    }
    auto Closure = [] {
#pragma omp parallel
      work();
    };
    Closure();
  }
}

void where_a_taskgraph_may_be(int n) {
#pragma omp parallel
#pragma omp single
#pragma omp taskgraph
  work();
#pragma omp parallel
#pragma omp masked
#pragma omp taskgraph
  work();
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp taskgraph
    work();
  }
#pragma omp sections
  {
#pragma omp section
#pragma omp taskgraph
    work();
  }
#pragma omp critical
#pragma omp taskgraph
  work();
#pragma omp task
#pragma omp taskgraph
  work();
#pragma omp taskgroup
#pragma omp taskgraph
  work();
#pragma omp target
#pragma omp taskgraph
  work();
#pragma omp simd
  for (int i = 0; i < n; ++i) {
#pragma omp taskgraph // expected-error {{OpenMP constructs may not be nested inside a simd region except for ordered simd, simd, scan, or atomic directive}}
    work();
  }
}

template <typename T> void instantiated(T n) {
#pragma omp taskgraph
  {
#pragma omp taskwait // ext-warning {{construct 'taskwait' in the region of 'taskgraph' is a Clang extension}}
#pragma omp atomic // ext-warning {{construct 'atomic' in the region of 'taskgraph' is a Clang extension}}
    ++n;
#pragma omp single // expected-error {{region cannot be closely nested inside 'taskgraph' region}}
    work();
  }
}
void use() { instantiated(1); }
