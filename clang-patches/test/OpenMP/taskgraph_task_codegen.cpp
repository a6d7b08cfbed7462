// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks directly in a region: the call that takes the place of all that a task
// construct calls elsewhere, and the descriptor with its thunk, its flags (1:
// refresh always, 2: not trivially copyable, 4: not replayable) and its line.

// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --check-prefix SITE < %t.ll
// RUN: FileCheck %s < %t.ll
// expected-no-diagnostics

void use(int);
void change(int &);
bool flag();

// A task that sees nothing needs no thunk.
// SITE-DAG: @.ompx_taskgraph_task = internal constant { ptr, i32, i32 } { ptr null, i32 0, i32 [[#@LINE+8]] }, align 8
// CHECK-LABEL: define {{.*}}void @_Z5emptyv(
// CHECK-LABEL: define internal void @.omp_taskgraph.(
// CHECK: [[TASK:%.+]] = call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 [[GTID:%.+]], i32 1, i64 40, i64 {{[01]}}, ptr @.omp_task_entry.)
// CHECK: call void @__kmpc_taskgraph_task(ptr {{.+}}, i32 [[GTID]], ptr [[TASK]], ptr @.ompx_taskgraph_task, i32 0, i32 0, ptr null)
// CHECK-NEXT: ret void
void empty() {
#pragma omp taskgraph
#pragma omp task
  use(0);
}

// A shared variable is looked up in the arguments, as often as they change.
// SITE-DAG: @.ompx_taskgraph_task.{{[0-9]+}} = internal constant { ptr, i32, i32 } { ptr @.omp_task_refresh., i32 0, i32 [[#@LINE+12]] }, align 8
// CHECK-LABEL: define internal void @.omp_task_refresh.(ptr noundef %0, ptr noundef %1, ptr noundef %2)
// CHECK: [[ARGS:%.+]] = load ptr, ptr %.addr2
// CHECK: [[DST:%.+]] = load ptr, ptr %.addr,
// CHECK: [[SHAREDS:%.+]] = load ptr, ptr %{{.+}}
// CHECK: [[FIELD:%.+]] = getelementptr inbounds nuw %struct.anon{{.*}}, ptr [[ARGS]], i32 0, i32 0
// CHECK: [[X:%.+]] = load ptr, ptr [[FIELD]]
// CHECK: store ptr [[X]], ptr
// CHECK: ret void
void shared() {
  int x = 0;
#pragma omp taskgraph
#pragma omp task shared(x)
  x += 1;
}

// A firstprivate variable that the block leaves alone has its current value.
// SITE-DAG: @.ompx_taskgraph_task.{{[0-9]+}} = internal constant { ptr, i32, i32 } { ptr [[CURRENT:@.omp_task_refresh.[.0-9]+]], i32 1, i32 [[#@LINE+10]] }, align 8
// SITE: define internal void [[CURRENT]](ptr
// SITE: [[ARGS:%.+]] = load ptr, ptr %.addr2
// SITE: [[FIELD:%.+]] = getelementptr inbounds nuw %struct.anon{{.*}}, ptr [[ARGS]], i32 0, i32 0
// SITE: [[A:%.+]] = load ptr, ptr [[FIELD]]
// SITE: [[V:%.+]] = load i32, ptr [[A]]
// SITE: store i32 [[V]], ptr
// SITE: ret void
void current(int a) {
#pragma omp taskgraph
#pragma omp task firstprivate(a)
  use(a);
}
