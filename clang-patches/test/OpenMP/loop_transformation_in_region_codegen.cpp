// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A transformed loop belongs to the region around it: what the region captures,
// its body reaches, and constructs in it are constructs of the region.

// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

void use(int &);

// Outside of any region there is none to be asked.
// CHECK-LABEL: define {{.*}}void @_Z6orphanRii(
// CHECK: call void @__kmpc_critical(
// CHECK: call i32 @__kmpc_omp_task(
void orphan(int &x, int n) {
#pragma omp tile sizes(4)
  for (int i = 0; i < n; ++i) {
#pragma omp critical
    use(x);
#pragma omp task
    use(x);
  }
}

// CHECK-LABEL: define internal void @_Z8parallelRii.omp_outlined(
// CHECK: call ptr @__kmpc_omp_task_alloc(
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: ret void
void parallel(int &x, int n) {
#pragma omp parallel
  {
#pragma omp tile sizes(4)
    for (int i = 0; i < n; ++i) {
#pragma omp task
      use(x);
    }
  }
}

// CHECK-LABEL: define internal void @.omp_taskgraph.(
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: call void @_Z3useRi(
// CHECK: ret void
void region(int &x, int n) {
#pragma omp taskgraph
  {
#pragma omp tile sizes(4)
    for (int i = 0; i < n; ++i) {
#pragma omp task
      use(x);
    }
#pragma omp reverse
    for (int i = 0; i < n; ++i) {
#pragma omp task
      use(x);
    }
#pragma omp unroll partial(2)
    for (int i = 0; i < n; ++i) {
#pragma omp task
      use(x);
    }
#pragma omp stripe sizes(2)
    for (int i = 0; i < n; ++i)
      use(x);
#pragma omp fuse
    {
      for (int i = 0; i < n; ++i)
        use(x);
      for (int i = 0; i < n; ++i)
        use(x);
    }
#pragma omp interchange
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        use(x);
  }
}
