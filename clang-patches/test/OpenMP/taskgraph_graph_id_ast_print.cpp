// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clause 'graph_id' printed, also from templates and precompiled headers.

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
template <typename T> void run(T n) {
#pragma omp taskgraph graph_id(n * sizeof(T))
  ;
}
// CHECK: #pragma omp taskgraph graph_id(n * sizeof(T)){{$}}
// CHECK: #pragma omp taskgraph graph_id(n * sizeof(long)){{$}}
void use(int n) {
  run(4L);
#pragma omp taskgraph graph_id(n)
  ;
}
// CHECK: #pragma omp taskgraph graph_id(n){{$}}
#endif
