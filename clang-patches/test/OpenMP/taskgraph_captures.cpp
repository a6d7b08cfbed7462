// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The region captures the variables of the enclosing function by reference,
// whatever the tasks in it do with them: a replay binds them to the frame of
// the current encounter. The last argument of the call is the size of one
// address per variable.

// RUN: %clang_cc1 -triple x86_64-unknown-linux-gnu -fopenmp -fopenmp-version=60 -Wno-openmp-taskgraph -std=c++17 -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-unknown-linux-gnu -fopenmp -fopenmp-version=51 -Wno-openmp-60-extensions -Wno-openmp-taskgraph -std=c++17 -emit-llvm %s -o - | FileCheck %s

void work(int, int);
int global;

// CHECK-LABEL: define {{.*}} @_Z4usesiii(
// CHECK: call void @__kmpc_ompx_taskgraph({{.*}}, i64 24)
void uses(int a, int b, int c) {
#pragma omp taskgraph
  {
    a = 1;
#pragma omp task shared(b)
    b = 2;
#pragma omp task firstprivate(c)
    work(c, global);
  }
}

// CHECK-LABEL: define {{.*}} @_Z15default_clausesii(
// CHECK: call void @__kmpc_ompx_taskgraph({{.*}}, i64 16)
void default_clauses(int a, int b) {
#pragma omp taskgraph
  {
#pragma omp task default(firstprivate)
    work(a, 0);
#pragma omp task default(none) firstprivate(b)
    work(b, 0);
  }
}

// CHECK-LABEL: define {{.*}} @_Z8privatesii(
// CHECK: call void @__kmpc_ompx_taskgraph({{.*}}, i64 8)
void privates(int a, int b) {
#pragma omp taskgraph
  {
#pragma omp task private(a)
    a = 1;
#pragma omp taskloop nogroup firstprivate(b)
    for (int i = 0; i < 4; ++i)
      work(b, i);
  }
}
