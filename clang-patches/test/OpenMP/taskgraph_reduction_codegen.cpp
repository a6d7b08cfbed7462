// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions in a region: no task keeps the descriptor of a group, which is
// another one when the task runs again.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

// CHECK-LABEL: define {{.*}}void @_Z10reductionsi(
// CHECK-LABEL: define internal void @.omp_taskgraph.
// CHECK: call void @__kmpc_taskgroup(
// CHECK: call ptr @__kmpc_taskred_init(i32 {{.+}}, i32 1, ptr %{{.+}})
// CHECK: [[TASK:%.+]] = call ptr @__kmpc_omp_task_alloc(
// CHECK: [[FIELD:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t, ptr %{{.+}}, i32 0, i32 9
// CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 [[FIELD]], i8 0, i64 8, i1 false)
// CHECK: call void @__kmpc_taskloop(
// CHECK: call void @__kmpc_end_taskgroup(
// CHECK: call void @__kmpc_taskgroup(
// CHECK: call ptr @__kmpc_taskred_init(i32 {{.+}}, i32 1, ptr %{{.+}})
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: call void @__kmpc_end_taskgroup(
// CHECK: ret void
void reductions(int n) {
  int sum = 0;
#pragma omp taskgraph
  {
#pragma omp taskloop reduction(+ : sum) shared(n)
    for (int i = 0; i < 10; ++i)
      sum += i;
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp task in_reduction(+ : sum)
      sum += 1;
    }
  }
}

// CHECK: define internal {{.*}}@.omp_task_entry.
// CHECK: call ptr @__kmpc_task_reduction_get_th_data(i32 %{{.+}}, ptr null, ptr %{{.+}})
// CHECK: define internal {{.*}}@.omp_task_entry.
// CHECK: call ptr @__kmpc_task_reduction_get_th_data(i32 %{{.+}}, ptr null, ptr %{{.+}})

// Outside the descriptor is passed on.
// CHECK-LABEL: define {{.*}}void @_Z7outsidev(
// CHECK: call ptr @__kmpc_taskred_init(
// CHECK: define internal noundef i32 @.omp_task_entry.
// CHECK-NOT: @__kmpc_task_reduction_get_th_data(i32 %{{.+}}, ptr null
// CHECK: call ptr @__kmpc_task_reduction_get_th_data(i32 %{{.+}}, ptr %{{.+}}, ptr %{{.+}})
void outside() {
  int sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
#pragma omp task in_reduction(+ : sum)
  sum += 1;
}
