// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that combines is told the sizes of the items after all it does
// while it waits: the tasks are waited for in a group of their own.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

// CHECK-LABEL: define {{.*}}void @_Z5groupi(
// CHECK: call void @__kmpc_taskgroup(
// CHECK: call ptr @__kmpc_taskred_init(
// CHECK: call void @__kmpc_taskgroup(
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: store i32 1, ptr %n.addr
// CHECK: call void @__kmpc_end_taskgroup(
// CHECK: store i64 %{{.+}}, ptr @reduction_size.
// CHECK: call void @__kmpc_end_taskgroup(
// CHECK: ret void
void group(int n) {
  int a[n];
#pragma omp taskgroup task_reduction(+ : a[0 : n])
  {
#pragma omp task in_reduction(+ : a[0 : n])
    ++a[n - 1];
    n = 1;
  }
}

// CHECK-LABEL: define {{.*}}void @_Z4loopi(
// CHECK: call void @__kmpc_taskgroup(
// CHECK: call ptr @__kmpc_taskred_init(
// CHECK: call void @__kmpc_taskgroup(
// CHECK: call void @__kmpc_taskloop(
// CHECK: call void @__kmpc_end_taskgroup(
// CHECK: store i64 %{{.+}}, ptr @reduction_size.
// CHECK: call void @__kmpc_end_taskgroup(
// CHECK: ret void
void loop(int n) {
  int a[n];
#pragma omp taskloop reduction(+ : a)
  for (int i = 0; i < 10; ++i)
    ++a[0];
}

// Constant sizes are in the functions that combine.
// CHECK-LABEL: define {{.*}}void @_Z8constantv(
// CHECK: call void @__kmpc_taskgroup(
// CHECK: call ptr @__kmpc_taskred_init(
// CHECK-NOT: call void @__kmpc_taskgroup(
// CHECK: call i32 @__kmpc_omp_task(
// CHECK-NOT: reduction_size
// CHECK: call void @__kmpc_end_taskgroup(
// CHECK-NEXT: ret void
void constant() {
  int a[3];
#pragma omp taskgroup task_reduction(+ : a)
#pragma omp task in_reduction(+ : a)
  ++a[0];
}
