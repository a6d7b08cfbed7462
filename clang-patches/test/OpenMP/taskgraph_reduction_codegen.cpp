// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions in a region: the items come with a thunk that finds them for a
// later encounter, and no task keeps the descriptor of a group that is gone.

// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -O1 -disable-llvm-passes -emit-llvm %s -o - | FileCheck %s --check-prefix MEMBER
// expected-no-diagnostics

// CHECK-LABEL: define internal void @.omp_taskgraph.(
// CHECK-NOT: @__kmpc_taskred_init
// CHECK: call void @__kmpc_taskgraph_taskgroup(
// CHECK: [[TG:%.+]] = call ptr @__kmpc_taskgraph_taskred_init(ptr {{.+}}, i32 {{.+}}, i32 2, ptr %{{.+}}, ptr @.omp_taskred_refresh.)
// CHECK: call void @__kmpc_taskgraph_taskgroup(
// CHECK: call void @__kmpc_taskgraph_taskloop(
// CHECK: call void @__kmpc_taskgraph_end_taskgroup(
// The encountering thread combines, so it has to know the size, too.
// CHECK: store i64 %{{.+}}, ptr @reduction_size.
// CHECK: call void @__kmpc_taskgraph_end_taskgroup(
// CHECK: call void @__kmpc_taskgraph_taskgroup(
// CHECK: call ptr @__kmpc_taskgraph_taskred_init(ptr {{.+}}, i32 {{.+}}, i32 1, ptr %{{.+}}, ptr @.omp_taskred_refresh..{{[0-9]+}})
// CHECK: call void @__kmpc_taskgraph_task(
// CHECK: call void @__kmpc_taskgraph_end_taskgroup(
// A region's own variable cannot be found again: no thunk.
// CHECK: call ptr @__kmpc_taskgraph_taskred_init(ptr {{.+}}, i32 {{.+}}, i32 1, ptr %{{.+}}, ptr null)
// CHECK: ret void

// Address, original and size are those of the current encounter.
// CHECK-LABEL: define internal void @.omp_taskred_refresh.(ptr noundef %0, ptr noundef %1)
// CHECK: [[ITEM:%.+]] = getelementptr %struct.kmp_taskred_input_t, ptr %{{.+}}, i64 0
// CHECK: [[SUM:%.+]] = load ptr, ptr
// CHECK: [[F:%.+]] = getelementptr inbounds nuw %struct.kmp_taskred_input_t, ptr [[ITEM]], i32 0, i32 0
// CHECK: store ptr [[SUM]], ptr [[F]]
// CHECK: [[F:%.+]] = getelementptr inbounds nuw %struct.kmp_taskred_input_t, ptr [[ITEM]], i32 0, i32 1
// CHECK: store ptr [[SUM]], ptr [[F]]
// CHECK: [[F:%.+]] = getelementptr inbounds nuw %struct.kmp_taskred_input_t, ptr [[ITEM]], i32 0, i32 2
// CHECK: store i64 4, ptr [[F]]
// CHECK: getelementptr %struct.kmp_taskred_input_t, ptr %{{.+}}, i64 1
// CHECK: ret void
void reductions(int n, int *a) {
  int sum = 0;
#pragma omp taskgraph
  {
#pragma omp taskloop reduction(+ : sum, a[0 : n]) shared(n)
    for (int i = 0; i < 10; ++i) {
      sum += i;
      a[i % n] += i;
    }
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp task in_reduction(+ : sum)
      sum += 1;
    }
    int local = 0;
#pragma omp taskgroup task_reduction(+ : local)
    {
    }
  }
}

// CHECK: define internal {{.*}}@.omp_task_entry.
// CHECK: call ptr @__kmpc_task_reduction_get_th_data(i32 %{{.+}}, ptr null, ptr %{{.+}})

// The same in the body of a task; outside the descriptor is passed on.
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

// A member is found through `this` of the current encounter.
struct S {
  int m;
  // MEMBER-LABEL: define {{.*}}void @_ZN1S6methodEv(
  // MEMBER: define internal void @.omp_taskred_refresh.{{[.0-9]*}}(
  // MEMBER: [[ARGS:%.+]] = load ptr, ptr %.addr1
  // MEMBER: [[FIELD:%.+]] = getelementptr inbounds nuw %struct.anon{{.*}}, ptr [[ARGS]], i32 0, i32 0
  // MEMBER: [[THIS:%.+]] = load ptr, ptr [[FIELD]]
  // MEMBER: call void @llvm.lifetime.start.p0(ptr [[REF:%[a-z]+]])
  // MEMBER: [[M:%.+]] = getelementptr inbounds nuw %struct.S, ptr [[THIS]], i32 0, i32 0
  // MEMBER: store ptr [[M]], ptr [[REF]]
  // MEMBER: call void @llvm.lifetime.end.p0(ptr [[REF]])
  // MEMBER: ret void
  void method() {
#pragma omp taskgraph
#pragma omp taskgroup task_reduction(+ : m)
    {
    }
  }
};
void callMethod(S &s) { s.method(); }
