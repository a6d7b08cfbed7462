// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clause 'replayable' printed with and without argument, also from templates
// and precompiled headers.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -emit-pch -o %t %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -include-pch %t -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -ast-dump %s | FileCheck %s --check-prefix DUMP
// expected-no-diagnostics

#ifndef HEADER
#define HEADER
template <int N> void run(int *p) {
#pragma omp task replayable(N > 2)
  ;
#pragma omp task replayable
  ;
#pragma omp taskloop nogroup replayable(false)
  for (int i = 0; i < N; ++i)
    ;
#pragma omp taskwait depend(in : p[0]) replayable(true)
#pragma omp target enter data map(to : p[0 : 4]) replayable(N == 3)
}
// CHECK: #pragma omp task replayable(N > 2){{$}}
// CHECK: #pragma omp task replayable{{$}}
// CHECK: #pragma omp taskloop nogroup replayable(false){{$}}
// CHECK: #pragma omp taskwait depend(in : p[0]) replayable(true){{$}}
// CHECK: #pragma omp target enter data map(to: p[0:4]) replayable(N == 3){{$}}
// CHECK: #pragma omp task replayable(3 > 2){{$}}
// CHECK: #pragma omp task replayable{{$}}
// CHECK: #pragma omp taskloop nogroup replayable(false){{$}}
// CHECK: #pragma omp taskwait depend(in : p[0]) replayable(true){{$}}
// CHECK: #pragma omp target enter data map(to: p[0:4]) replayable(3 == 3){{$}}
// DUMP: OMPTaskDirective
// DUMP-NEXT: OMPReplayableClause
// DUMP-NEXT: BinaryOperator {{.*}} 'bool' '>'
void use(int *p) { run<3>(p); }
#endif
