// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Untied tasks with sizes that are known only at run time.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

void use(int *);

// The size of a variably modified type is known only in one part, so that the
// task has no more: it is tied.
// CHECK-LABEL: define {{.*}}void @sized(
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 {{.+}}, i32 1,
// CHECK: define internal {{.*}}@.omp_task_entry.
// CHECK-NOT: switch
// CHECK: ret i32 0
void sized(int *p, int n) {
#pragma omp task untied
  {
    int m = n + 1;
    int(*rows)[m] = (int(*)[m])p;
#pragma omp taskyield
    use(rows[1]);
  }
}

// CHECK-LABEL: define {{.*}}void @named(
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 {{.+}}, i32 1,
void named(int *p, int n) {
#pragma omp task untied
  {
    typedef int Row[n];
#pragma omp taskyield
    use(((Row *)p)[1]);
  }
}

// A size from outside is known in all parts.
// CHECK-LABEL: define {{.*}}void @captured(
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 {{.+}}, i32 0,
void captured(int n) {
  int a[n][n];
#pragma omp task untied shared(a)
  {
    use(a[1]);
#pragma omp taskyield
    use(a[2]);
  }
}
