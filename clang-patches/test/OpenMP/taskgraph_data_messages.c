// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warnings about variables that a replay cannot see as the block would, in C.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 %s

struct point { int x, y; };
int work(int, struct point *);
void address(int *);

void written(int n, struct point p, struct point q, int *a) {
  int offset = 0, i, copied = 1;
#pragma omp taskgraph
  for (i = 0; i < n; i++) { // expected-note {{'i' may be changed here}}
    int local = i;          // expected-note {{'local' declared here}}
    p = q;                  // expected-note {{'p' may be changed here}}
#pragma omp task firstprivate(offset, i, p, q, copied, local) depend(out : a[i]) // expected-warning {{value of 'offset' recorded}} expected-warning {{value of 'i' recorded}} expected-warning {{value of 'p' recorded}}
    work(offset + i + copied + local, &p);
    offset = offset + q.x; // expected-note {{'offset' may be changed here}}
#pragma omp task shared(local)
    local++; // expected-warning {{task shares 'local', which is declared in the 'taskgraph' region; the region is executed at every encounter and never replayed}}
    a[copied] = 3;
  }
#pragma omp taskgraph
  {
    address(&n); // expected-note {{'n' may be changed here}}
#pragma omp task
    work(n, 0); // expected-warning {{value of 'n' recorded}}
  }
}
