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
// CHECK: [[TASK:%.+]] = call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 [[GTID:%.+]], i32 1, i64 40, i64 0, ptr @.omp_task_entry.)
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

// The value of an if clause and the dependences are arguments; there is one
// call, and no other copy of the task's body.
// CHECK-LABEL: define {{.*}}void @_Z7clausesi(
// CHECK-LABEL: define internal void @.omp_taskgraph..
// CHECK: call {{.*}}i1 @_Z4flagv()
// CHECK: [[NOT:%.+]] = xor i1 %{{.+}}, true
// CHECK: [[UNDEFERRED:%.+]] = zext i1 [[NOT]] to i32
// CHECK: call void @__kmpc_taskgraph_task({{.+}}, i32 [[UNDEFERRED]], i32 0, ptr null)
// CHECK-NOT: br
// CHECK: call void @__kmpc_taskgraph_task({{.+}}, i32 1, i32 0, ptr null)
// CHECK: call void @__kmpc_taskgraph_task({{.+}}, i32 0, i32 2, ptr %{{.+}})
// CHECK: br label %iter.cont
// CHECK: call void @__kmpc_taskgraph_task({{.+}}, i32 0, i32 %{{[^,]+}}, ptr %{{.+}})
// CHECK: call void @__kmpc_taskgraph_task({{.+}}, i32 0, i32 1, ptr %{{.+}})
// CHECK-NOT: @__kmpc_omp_task
// CHECK: ret void
void clauses(int n) {
  int a[4], b = 0;
#pragma omp taskgraph
  {
#pragma omp task if (flag())
    use(1);
#pragma omp task if (false)
    use(2);
#pragma omp task depend(in : a[0]) depend(mutexinoutset : b)
    use(3);
#pragma omp task depend(iterator(i = 0 : n), inout : a[i])
    use(4);
#pragma omp task depend(out : omp_all_memory)
    use(5);
  }
}

// A task in the body of a task, or in a lambda, is an ordinary one.
// CHECK-LABEL: define {{.*}}void @_Z8indirectv(
// CHECK-LABEL: define internal void @.omp_taskgraph..
// CHECK: call void @"_ZZ8indirectvENK3$_0clEv"(
// CHECK: call void @__kmpc_taskgraph_task(
// CHECK: ret void
// CHECK-LABEL: define internal void @"_ZZ8indirectvENK3$_0clEv"(
// CHECK-NOT: @__kmpc_taskgraph
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: ret void
// CHECK-LABEL: define internal noundef i32 @.omp_task_entry..
// CHECK-NOT: @__kmpc_taskgraph
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: ret i32 0
void indirect() {
  auto Lambda = [] {
#pragma omp task
    use(6);
  };
#pragma omp taskgraph
  {
    Lambda();
#pragma omp task
    {
#pragma omp task
      use(7);
    }
  }
}

// What a target construct does is not recorded: its block always runs (64).
// CHECK-LABEL: define {{.*}}void @_Z7devicesi(
// CHECK: call void @__kmpc_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 64, i64 0,
// CHECK: call void @__kmpc_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 64, i64 0,
// CHECK: call void @__kmpc_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 0, i64 0,
// CHECK: ret void
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
