// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clause 'nogroup' printed with and without argument, also from templates
// and precompiled headers.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -emit-pch -o %t %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -include-pch %t -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp-simd -fopenmp-version=60 -x c++ -std=c++17 -emit-pch -o %t %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 -include-pch %t -ast-print %s | FileCheck %s
// expected-no-diagnostics

#ifndef HEADER
#define HEADER
template <bool B> void run() {
#pragma omp taskgraph nogroup(B)
  ;
#pragma omp taskgraph nogroup
  ;
}
// CHECK: #pragma omp taskgraph nogroup(B){{$}}
// CHECK: #pragma omp taskgraph nogroup{{$}}
// CHECK: #pragma omp taskgraph nogroup(true){{$}}
// CHECK: #pragma omp taskgraph nogroup{{$}}
void use(int n) {
  run<true>();
#pragma omp taskloop nogroup
  for (int i = 0; i < n; ++i)
    ;
}
// CHECK: #pragma omp taskloop nogroup{{$}}
#endif
