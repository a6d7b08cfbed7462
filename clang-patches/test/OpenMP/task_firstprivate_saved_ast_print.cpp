// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The modifier 'saved' of 'firstprivate' printed and dumped, also from
// templates and precompiled headers.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -emit-pch -o %t %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -include-pch %t -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp-simd -fopenmp-version=60 -x c++ -std=c++17 -emit-pch -o %t %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 -include-pch %t -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp -fopenmp-version=60 -std=c++17 -ast-dump %s | FileCheck %s --check-prefix=DUMP
// expected-no-diagnostics

#ifndef HEADER
#define HEADER
void work(int);
template <typename T> void run(T n, T m) {
#pragma omp task firstprivate(saved: n) firstprivate(m)
  work(n + m);
#pragma omp taskloop firstprivate(saved: n, m)
  for (int i = 0; i < 10; ++i)
    work(n + m);
}
// CHECK-LABEL: template <typename T> void run(T n, T m) {
// CHECK: #pragma omp task firstprivate(saved: n) firstprivate(m){{$}}
// CHECK: #pragma omp taskloop firstprivate(saved: n,m){{$}}
// CHECK-LABEL: template<> void run<int>(int n, int m) {
// CHECK: #pragma omp task firstprivate(saved: n) firstprivate(m){{$}}
// CHECK: #pragma omp taskloop firstprivate(saved: n,m){{$}}
// DUMP: run 'void (int, int)' implicit_instantiation
// DUMP: OMPTaskDirective
// DUMP-NEXT: OMPFirstprivateClause {{.*}}> saved{{$}}
// DUMP: OMPFirstprivateClause {{.*}}>{{$}}
void use() { run(3, 4); }
#endif
