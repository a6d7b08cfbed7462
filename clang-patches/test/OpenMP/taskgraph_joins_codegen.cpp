// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// taskwait and taskgroup directly in a region are joins of the recorded graph.
// In the body of a task they are what they are elsewhere.

// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -fopenmp -fopenmp-enable-irbuilder -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

void use(int);
bool flag();

// CHECK-LABEL: define internal void @.omp_taskgraph.(
// CHECK-NOT: @__kmpc_omp_taskwait
// CHECK-NOT: @__kmpc_taskgroup
// CHECK: call void @__kmpc_taskgraph_taskwait(ptr {{.+}}, i32 {{.+}}, i32 0, ptr null, i32 0)
// CHECK: call void @__kmpc_taskgraph_taskwait(ptr {{.+}}, i32 {{.+}}, i32 2, ptr %{{.+}}, i32 0)
// CHECK: call void @__kmpc_taskgraph_taskwait(ptr {{.+}}, i32 {{.+}}, i32 1, ptr %{{.+}}, i32 1)
// CHECK: call void @__kmpc_taskgraph_taskwait(ptr {{.+}}, i32 {{.+}}, i32 1, ptr %{{.+}}, i32 0)
// CHECK: [[FLAG:%.+]] = call {{.*}}i1 @_Z4flagv()
// CHECK: [[NOWAIT:%.+]] = zext i1 [[FLAG]] to i32
// CHECK: call void @__kmpc_taskgraph_taskwait(ptr {{.+}}, i32 {{.+}}, i32 1, ptr %{{.+}}, i32 [[NOWAIT]])
// CHECK: call void @__kmpc_taskgraph_taskgroup(ptr {{.+}}, i32
// CHECK: call void @__kmpc_taskgraph_task(
// CHECK: call void @__kmpc_taskgraph_taskgroup(ptr {{.+}}, i32
// CHECK: call void @__kmpc_taskgraph_task(
// CHECK: call void @__kmpc_taskgraph_taskwait(ptr {{.+}}, i32 {{.+}}, i32 0, ptr null, i32 0)
// CHECK: call void @__kmpc_taskgraph_end_taskgroup(ptr {{.+}}, i32
// CHECK: call void @__kmpc_taskgraph_end_taskgroup(ptr {{.+}}, i32
// CHECK-NOT: @__kmpc_omp_taskwait
// CHECK-NOT: @__kmpc_taskgroup
// CHECK: ret void
void joins(int x, int y) {
#pragma omp taskgraph
  {
#pragma omp taskwait
#pragma omp taskwait depend(in : x) depend(out : y)
#pragma omp taskwait depend(in : x) nowait
#pragma omp taskwait depend(in : x) nowait(false)
#pragma omp taskwait depend(in : x) nowait(flag())
#pragma omp taskgroup
    {
#pragma omp task
      use(1);
#pragma omp taskgroup
      {
#pragma omp task
        use(2);
#pragma omp taskwait
      }
    }
  }
}

// CHECK-LABEL: define {{.*}}void @_Z4bodyv(
// CHECK-LABEL: define internal void @.omp_taskgraph..
// CHECK: call void @__kmpc_taskgraph_task(
// CHECK: ret void
// CHECK-LABEL: define internal noundef i32 @.omp_task_entry..
// CHECK-NOT: @__kmpc_taskgraph
// CHECK: call {{.*}} @__kmpc_taskgroup(
// CHECK: call {{.*}} @__kmpc_omp_task(
// CHECK: call {{.*}} @__kmpc_omp_taskwait(
// CHECK: call {{.*}} @__kmpc_end_taskgroup(
// CHECK-NOT: @__kmpc_taskgraph
// CHECK: ret i32 0
void body() {
#pragma omp taskgraph
#pragma omp task
#pragma omp taskgroup
  {
#pragma omp task
    use(3);
#pragma omp taskwait
  }
}

// After a region everything is as before.
// CHECK-LABEL: define {{.*}}void @_Z5afterv(
// CHECK: call void @__kmpc_taskgraph(
// CHECK: call {{.*}} @__kmpc_omp_taskwait(
// CHECK: call {{.*}} @__kmpc_taskgroup(
// CHECK: call {{.*}} @__kmpc_end_taskgroup(
void after() {
#pragma omp taskgraph
  use(4);
#pragma omp taskwait
#pragma omp taskgroup
  use(5);
}
