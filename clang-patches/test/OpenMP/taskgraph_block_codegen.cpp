// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The block of a region is ordinary OpenMP code: its constructs call what they
// call elsewhere, and the library watches.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s --implicit-check-not=__kmpc_taskgraph
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s --check-prefix DEVICE
// RUN: %clang_cc1 -verify -DIRBUILDER -fopenmp -fopenmp-enable-irbuilder -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s --check-prefix IRB
// expected-no-diagnostics

void use(int);
bool flag();

// A task that shares nothing has no block of shared variables.
// CHECK-LABEL: define {{.*}}void @_Z5emptyv(
// CHECK: call void @__kmpc_ompx_taskgraph(
// CHECK-LABEL: define internal void @.omp_taskgraph.
// CHECK: [[TASK:%.+]] = call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 [[GTID:%.+]], i32 1, i64 40, i64 0, ptr @.omp_task_entry.)
// CHECK: call i32 @__kmpc_omp_task(ptr {{.+}}, i32 [[GTID]], ptr [[TASK]])
// CHECK: ret void
void empty() {
#pragma omp taskgraph
#pragma omp task
  use(0);
}

// CHECK-LABEL: define {{.*}}void @_Z5tasksi(
// CHECK-LABEL: define internal void @.omp_taskgraph.
// CHECK: call {{.*}}i1 @_Z4flagv()
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: call void @__kmpc_omp_task_begin_if0(
// CHECK: call void @__kmpc_omp_task_complete_if0(
// CHECK: call i32 @__kmpc_omp_task_with_deps({{.+}}, i32 2, ptr %{{.+}}, i32 0, ptr null)
// CHECK: br label %iter.cont
// CHECK: call i32 @__kmpc_omp_task_with_deps({{.+}}, i32 %{{[^,]+}}, ptr %{{.+}}, i32 0, ptr null)
// CHECK: call i32 @__kmpc_omp_task_with_deps({{.+}}, i32 1, ptr %{{.+}}, i32 0, ptr null)
// CHECK: ret void
void tasks(int n) {
  int a[4], b = 0;
#pragma omp taskgraph
  {
#pragma omp task if (flag())
    use(1);
#pragma omp task depend(in : a[0]) depend(mutexinoutset : b)
    use(2);
#pragma omp task depend(iterator(i = 0 : n), inout : a[i])
    use(3);
#pragma omp task depend(out : omp_all_memory)
    use(4);
  }
}

// CHECK-LABEL: define {{.*}}void @_Z5loopsiPd(
// CHECK-LABEL: define internal void @.omp_taskgraph.
// CHECK: call void @__kmpc_taskloop(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 1, ptr {{.+}}, ptr {{.+}}, i64 {{.+}}, i32 1, i32 0, i64 0, ptr null)
// CHECK: call void @__kmpc_taskgroup(
// CHECK: call void @__kmpc_taskloop_5(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 1, ptr {{.+}}, ptr {{.+}}, i64 {{.+}}, i32 1, i32 1, i64 4, i32 1, ptr @.omp_task_dup.)
// CHECK: call void @__kmpc_end_taskgroup(
// CHECK: ret void
void loops(int n, double *a) {
  int last;
#pragma omp taskgraph
  {
#pragma omp taskloop nogroup firstprivate(a)
    for (int i = 0; i < n; ++i)
      a[i] = 1;
#pragma omp taskloop grainsize(strict : 4) lastprivate(last) shared(a)
    for (int i = 0; i < 9; ++i)
      last = a[i];
  }
}

// CHECK-LABEL: define {{.*}}void @_Z5joinsii(
// CHECK-LABEL: define internal void @.omp_taskgraph.
// CHECK: call i32 @__kmpc_omp_taskwait(
// CHECK: call void @__kmpc_omp_taskwait_deps_51(ptr {{.+}}, i32 {{.+}}, i32 2, ptr %{{.+}}, i32 0, ptr null, i32 0)
// CHECK: [[FLAG:%.+]] = call {{.*}}i1 @_Z4flagv()
// CHECK: [[NOWAIT:%.+]] = zext i1 [[FLAG]] to i32
// CHECK: call void @__kmpc_omp_taskwait_deps_51(ptr {{.+}}, i32 {{.+}}, i32 1, ptr %{{.+}}, i32 0, ptr null, i32 [[NOWAIT]])
// CHECK: call void @__kmpc_taskgroup(
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: call void @__kmpc_end_taskgroup(
// CHECK: ret void
// IRB-LABEL: define {{.*}}void @_Z5joinsii(
// IRB-LABEL: define internal void @.omp_taskgraph.
// IRB: call i32 @__kmpc_omp_taskwait(
// IRB: call void @__kmpc_taskgroup(
// IRB: call i32 @__kmpc_omp_task(
// IRB: call void @__kmpc_end_taskgroup(
void joins(int x, int y) {
#pragma omp taskgraph
  {
#pragma omp taskwait
#pragma omp taskwait depend(in : x) depend(out : y)
#pragma omp taskwait depend(in : x) nowait(flag())
#pragma omp taskgroup
    {
#pragma omp task
      use(1);
    }
  }
}

#ifndef IRBUILDER
// What a target construct does on a device is not recorded: the block always
// runs (64). Without one, target tasks are tasks of the host.
// CHECK-LABEL: define {{.*}}void @_Z7devicesi(
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 0, i64 0,
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 0, i64 0,
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 0, i64 0,
// CHECK: ret void
// DEVICE-LABEL: define {{.*}}void @_Z7devicesi(
// DEVICE: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 64, i64 0,
// DEVICE: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 64, i64 0,
// DEVICE: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 0, i64 0,
// DEVICE: ret void
void devices(int x) {
#pragma omp taskgraph
  {
    if (x)
#pragma omp target map(tofrom : x)
      x++;
  }
#pragma omp taskgraph
#pragma omp taskgroup
#pragma omp target data map(tofrom : x)
#pragma omp task shared(x)
  x++;
#pragma omp taskgraph
#pragma omp task shared(x)
#pragma omp target map(tofrom : x)
  x++;
}
#endif
