// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C: the same call as in C++. The sizes of variable-length arrays are captured
// beside their addresses.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -debug-info-kind=limited -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s --check-prefix SIMD --implicit-check-not=__kmpc
// expected-no-diagnostics

// CHECK-DAG: @.ompx_taskgraph_site = internal global { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr } { ptr null, ptr @{{.+}}, ptr @{{.+}}, i32 [[#@LINE+8]], i32 1, i32 1, i32 0, ptr null, ptr null }

// CHECK-LABEL: define {{.*}}void @vla(
// CHECK: call void @__kmpc_ompx_taskgraph(ptr @{{[0-9]+}}, i32 {{.+}}, ptr @.ompx_taskgraph_site, i32 0, i64 0, ptr @.omp_taskgraph., ptr %{{.+}}, i64 24)
// SIMD-LABEL: define {{.*}}void @vla(
void vla(int n) {
  double a[n];
  a[0] = 0;
#pragma omp taskgraph
  {
// CHECK-LABEL: define internal void @.omp_taskgraph.(
// CHECK: call i32 @__kmpc_omp_task(
#pragma omp task shared(a)
    a[n - 1] += sizeof(a);
  }
}
