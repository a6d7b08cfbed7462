// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// taskloop directly in a region: the arguments of __kmpc_taskloop_5 and the
// descriptor; without nogroup a group of the recorded graph around it. The thunk
// copies bounds, step and what follows them from the recorded task.

// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

bool flag();

// CHECK-DAG: @.ompx_taskgraph_task = internal constant { ptr, i32, i32 } { ptr @.omp_task_refresh., i32 1, i32 [[#@LINE+21]] }
// CHECK-DAG: @.ompx_taskgraph_task.{{[0-9]+}} = internal constant { ptr, i32, i32 } { ptr @.omp_task_refresh..{{[0-9]+}}, i32 0, i32 [[#@LINE+23]] }

// CHECK-LABEL: define internal void @.omp_taskgraph.(
// CHECK-NOT: taskgroup
// CHECK: [[TASK:%.+]] = call ptr @__kmpc_omp_task_alloc(
// CHECK: call void @__kmpc_taskgraph_taskloop(ptr {{.+}}, i32 {{.+}}, ptr [[TASK]], ptr @.ompx_taskgraph_task, i32 1, ptr %{{.+}}, ptr %{{.+}}, i64 %{{.+}}, i32 1, i32 0, i64 0, i32 0, ptr null)
// CHECK: call void @__kmpc_taskgraph_taskgroup(
// CHECK: call {{.*}}i1 @_Z4flagv()
// CHECK: [[IF:%.+]] = sext i1 %{{.+}} to i32
// CHECK: call void @__kmpc_taskgraph_taskloop(ptr {{.+}}, i32 {{.+}}, ptr %{{.+}}, ptr @.ompx_taskgraph_task.{{[0-9]+}}, i32 [[IF]], ptr %{{.+}}, ptr %{{.+}}, i64 %{{.+}}, i32 1, i32 1, i64 4, i32 1, ptr @.omp_task_dup.)
// CHECK: call void @__kmpc_taskgraph_end_taskgroup(
// CHECK: call void @__kmpc_taskgraph_taskgroup(
// CHECK: call void @__kmpc_taskgraph_taskloop(ptr {{.+}}, i32 {{.+}}, ptr %{{.+}}, ptr @.ompx_taskgraph_task.{{[0-9]+}}, i32 1, ptr %{{.+}}, ptr %{{.+}}, i64 %{{.+}}, i32 1, i32 2, i64 8, i32 0, ptr null)
// CHECK: call void @__kmpc_taskgraph_end_taskgroup(
// CHECK-NOT: @__kmpc_taskloop
// CHECK: ret void
void loops(int n, double *a) {
  int last;
#pragma omp taskgraph
  {
#pragma omp taskloop nogroup firstprivate(a)
    for (int i = 0; i < n; ++i)
      a[i] = 1;
#pragma omp taskloop grainsize(strict : 4) if (flag()) lastprivate(last) shared(a)
    for (int i = 0; i < 9; ++i)
      last = a[i];
#pragma omp taskloop simd num_tasks(8) collapse(2) shared(a)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        a[i] += j;
  }
}

// CHECK-LABEL: define internal void @.omp_task_refresh.(
// CHECK: [[DST:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t_with_privates, ptr [[TO:%.+]], i32 0, i32 0
// CHECK: [[SRC:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t_with_privates, ptr [[FROM:%.+]], i32 0, i32 0
// CHECK: [[LBS:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t, ptr [[SRC]], i32 0, i32 5
// CHECK: [[LB:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t, ptr [[DST]], i32 0, i32 5
// CHECK: [[V:%.+]] = load i64, ptr [[LBS]]
// CHECK: store i64 [[V]], ptr [[LB]]
// CHECK: [[UB:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t, ptr [[DST]], i32 0, i32 6
// CHECK: store i64 %{{.+}}, ptr [[UB]]
// CHECK: [[ST:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t, ptr [[DST]], i32 0, i32 7
// CHECK: store i64 %{{.+}}, ptr [[ST]]
// CHECK: [[LI:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t, ptr [[DST]], i32 0, i32 8
// CHECK: store i32 %{{.+}}, ptr [[LI]]
// CHECK: [[RED:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t, ptr [[DST]], i32 0, i32 9
// CHECK: store ptr %{{.+}}, ptr [[RED]]
// CHECK: ret void
