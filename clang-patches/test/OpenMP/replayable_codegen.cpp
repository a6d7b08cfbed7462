// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library is told of each construct in a region that is not replayable,
// before the construct. Nothing is said of others, nor outside of a region.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s --implicit-check-not='call void @__kmpc_ompx_taskgraph_plain'
// expected-no-diagnostics

void work();


// CHECK-LABEL: define {{.*}}void @_Z10constructsi(
// CHECK-LABEL: define internal void @.omp_taskgraph.
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: call void @__kmpc_ompx_taskgraph_plain(ptr @{{[0-9]+}}, i32 [[GTID:%.+]])
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 [[GTID]],
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: call void @__kmpc_ompx_taskgraph_plain(ptr @{{[0-9]+}}, i32 [[GTID]])
// CHECK: call ptr @__kmpc_omp_task_alloc(
// CHECK: call void @__kmpc_taskloop(
// CHECK: call void @__kmpc_ompx_taskgraph_plain(ptr @{{[0-9]+}}, i32 [[GTID]])
// CHECK: call void @__kmpc_omp_taskwait_deps_51(
// CHECK: ret void
// The body of a task is no part of the region.
// CHECK: define internal {{.*}}@.omp_task_entry.
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: ret i32 0
void constructs(int n) {
#pragma omp taskgraph
  {
#pragma omp task replayable
    {
#pragma omp task replayable(false)
      work();
    }
#pragma omp task replayable(false)
    work();
#pragma omp taskloop nogroup replayable(1 > 2)
    for (int i = 0; i < 9; ++i)
      work();
#pragma omp taskwait depend(in : n) replayable(false)
#pragma omp taskwait depend(in : n) replayable(true)
  }
}

// CHECK-LABEL: define {{.*}}void @_Z7outsidev(
void outside() {
#pragma omp task replayable(false)
  work();
}

// CHECK: define {{.*}}void @_Z9dependentILb0EEvv.omp_taskgraph.0(
// CHECK: call void @__kmpc_ompx_taskgraph_plain(
// CHECK: ret void
// CHECK: define {{.*}}void @_Z9dependentILb1EEvv.omp_taskgraph.0(
// CHECK: ret void
template <bool B> void dependent() {
#pragma omp taskgraph
#pragma omp task replayable(B)
  work();
}
template void dependent<false>();
template void dependent<true>();
