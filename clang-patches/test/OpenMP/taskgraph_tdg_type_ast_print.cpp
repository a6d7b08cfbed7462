// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clause 'tdg_type' printed, also from templates, nested, and from
// precompiled headers.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -Wno-openmp-taskgraph -fopenmp -fopenmp-version=51 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -Wno-openmp-taskgraph -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -Wno-openmp-taskgraph -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp -fopenmp-version=60 -Wno-openmp-taskgraph -x c++ -std=c++17 -emit-pch -o %t %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -Wno-openmp-taskgraph -std=c++17 -include-pch %t -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp-simd -fopenmp-version=60 -Wno-openmp-taskgraph -x c++ -std=c++17 -emit-pch -o %t %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -Wno-openmp-taskgraph -std=c++17 -include-pch %t -ast-print %s | FileCheck %s
// expected-no-diagnostics

#ifndef HEADER
#define HEADER
template <typename T> void run(T n) {
#pragma omp taskgraph graph_id(n) tdg_type(static)
  {
#pragma omp task
#pragma omp taskgraph tdg_type(dynamic)
    ;
  }
#pragma omp taskgraph
  ;
}
// CHECK-LABEL: template <typename T> void run(T n) {
// CHECK: #pragma omp taskgraph tdg_type(static) graph_id(n){{$}}
// CHECK: #pragma omp taskgraph tdg_type(dynamic){{$}}
// CHECK: #pragma omp taskgraph{{$}}
// CHECK-LABEL: template<> void run<int>(int n) {
// CHECK: #pragma omp taskgraph tdg_type(static) graph_id(n){{$}}
// CHECK: #pragma omp taskgraph tdg_type(dynamic){{$}}
// CHECK: #pragma omp taskgraph{{$}}
void use() { run(3); }
#endif
