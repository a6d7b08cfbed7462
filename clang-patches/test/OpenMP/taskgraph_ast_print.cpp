// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The directive 'taskgraph' is printed as written, in C and C++, in templates,
// and after a round trip through a precompiled header.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -emit-pch -o %t %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -include-pch %t -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp-simd -fopenmp-version=60 -x c++ -std=c++17 -emit-pch -o %t %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 -include-pch %t -ast-print %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp -fopenmp-version=60 -x c -ast-print %s | FileCheck %s --check-prefix=BOTH
// expected-no-diagnostics

#ifndef HEADER
#define HEADER

void work(int);

void plain(int n) {
#pragma omp taskgraph
  work(n);
#pragma omp parallel
#pragma omp single
#pragma omp taskgraph graph_id(n + 1) graph_reset(n > 4) if (taskgraph : n) nogroup
  {
    for (int i = 0; i < 10; ++i) {
#pragma omp task firstprivate(i)
      work(i);
    }
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp taskloop
      for (int i = 0; i < 10; ++i)
        work(i);
    }
  }
}
// BOTH-LABEL: void plain(int n) {
// BOTH-NEXT: #pragma omp taskgraph{{$}}
// BOTH-NEXT: work(n);
// BOTH-NEXT: #pragma omp parallel
// BOTH-NEXT: #pragma omp single
// BOTH-NEXT: #pragma omp taskgraph graph_id(n + 1) graph_reset(n > 4) if(taskgraph: n) nogroup{{$}}
// BOTH-NEXT: {
// BOTH-NEXT: for (int i = 0; i < 10; ++i) {
// BOTH-NEXT: #pragma omp task firstprivate(i)
// BOTH-NEXT: work(i);
// BOTH-NEXT: }
// BOTH-NEXT: #pragma omp taskwait
// BOTH-NEXT: #pragma omp taskgroup
// BOTH-NEXT: {
// BOTH-NEXT: #pragma omp taskloop
// CHECK-LABEL: void plain(int n) {
// CHECK-NEXT: #pragma omp taskgraph{{$}}
// CHECK: #pragma omp taskgraph graph_id(n + 1) graph_reset(n > 4) if(taskgraph: n) nogroup{{$}}

#ifdef __cplusplus
template <typename T, int Id> void instantiated(T n) {
#pragma omp taskgraph graph_id(Id) graph_reset(n) if (n > Id)
  for (T i = 0; i < n; ++i) {
#pragma omp task firstprivate(i)
    work(i);
  }
}
// CHECK-LABEL: template <typename T, int Id> void instantiated(T n) {
// CHECK-NEXT: #pragma omp taskgraph graph_id(Id) graph_reset(n) if(n > Id){{$}}
// CHECK-NEXT: for (T i = 0; i < n; ++i) {
// CHECK-LABEL: template<> void instantiated<int, 7>(int n) {
// CHECK-NEXT: #pragma omp taskgraph graph_id(7) graph_reset(n) if(n > 7){{$}}
// CHECK-NEXT: for (int i = 0; i < n; ++i) {
// CHECK-NEXT: #pragma omp task firstprivate(i)
// CHECK-NEXT: work(i);

void use() { instantiated<int, 7>(3); }

struct Mesh {
  int Size;
  void step() {
#pragma omp taskgraph graph_id(Size)
    {
#pragma omp task
      work(Size);
    }
  }
};
// CHECK-LABEL: struct Mesh {
// CHECK: #pragma omp taskgraph graph_id(this->Size){{$}}
#endif

#endif
