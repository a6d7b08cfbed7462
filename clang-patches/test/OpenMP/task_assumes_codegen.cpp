// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that lies in another file may be said to wait for no other thread,
// by a pragma or by an attribute. Tasks that call such functions alone are
// marked.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -triple x86_64-unknown-linux-gnu -O1 -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

#pragma omp begin assumes ext_cannot_wait
void computes(int);
#pragma omp end assumes
[[omp::assume("ompx_cannot_wait")]] void computes_too(int);
void unknown(int);

struct Kernel {
#pragma omp begin assumes ext_cannot_wait no_openmp
  void step(int);
#pragma omp end assumes
  void check(int);
};

// CHECK-LABEL: define {{.*}}void @_Z5tasksR6Kernel(
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 {{.+}}, i32 32769,
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 {{.+}}, i32 32769,
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 {{.+}}, i32 32769,
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 {{.+}}, i32 1,
// CHECK: call ptr @__kmpc_omp_task_alloc(ptr {{.+}}, i32 {{.+}}, i32 1,
// CHECK: ret void
void tasks(Kernel &kernel) {
#pragma omp task
  computes(1);
#pragma omp task
  computes_too(2);
#pragma omp task
  kernel.step(3);
#pragma omp task
  kernel.check(4);
#pragma omp task
  unknown(5);
}
