// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An untied task is a switch over its parts. Nothing but its private data
// reaches the next part; the verifier sees a value that is used in another part
// than the one which computes it.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

void use(int &);

// No part ends in a construct inside the task: two parts, the second after the
// taskyield.
// CHECK-LABEL: define {{.*}}void @_Z6groupsRi(
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 {{.+}}, i32 0,
// CHECK: define internal {{.*}}@.omp_task_entry.
// CHECK: switch i32
// CHECK-NEXT: i32 0, label
// CHECK-NEXT: i32 1, label
// CHECK-NEXT: i32 2, label
// CHECK-NEXT: ]
// CHECK: call void @__kmpc_taskgroup(
// CHECK-NOT: br label %return
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: call i32 @__kmpc_omp_taskwait(
// CHECK: call void @__kmpc_end_taskgroup(
// CHECK: call i32 @__kmpc_omp_taskyield(
// CHECK: ret i32 0
void groups(int &x) {
#pragma omp task untied shared(x)
  {
#pragma omp taskgroup
    {
      int local = 1;
#pragma omp task shared(local)
      use(local);
#pragma omp taskwait
      use(local);
      use(x);
    }
#pragma omp taskyield
    use(x);
  }
}

// The counters of a transformed loop are private data of the task: two for the
// tiles, the loop variable, and the bound.
// CHECK-LABEL: define {{.*}}void @_Z5tiledRii(
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 {{.+}}, i32 0,
// CHECK: define internal void @.omp_task_privates_map.{{.*}}(ptr {{.+}}, ptr {{.+}}, ptr {{.+}}, ptr {{.+}}
// CHECK: define internal {{.*}}@.omp_task_entry.
// CHECK-NOT: %{{.*}}.iv{{.*}} = alloca
// CHECK: ret i32 0
void tiled(int &x, int n) {
#pragma omp task untied shared(x)
  {
#pragma omp tile sizes(4)
    for (int i = 0; i < n; ++i) {
#pragma omp task shared(x)
      use(x);
    }
#pragma omp unroll partial(2)
    for (int i = 0; i < n; ++i) {
#pragma omp taskyield
      use(x);
    }
  }
}
