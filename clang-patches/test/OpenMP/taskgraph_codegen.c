// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C: the same calls as in C++, and variable-length arrays, whose addresses and
// sizes come from the current encounter.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -debug-info-kind=limited -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s --check-prefix SIMD --implicit-check-not=__kmpc
// expected-no-diagnostics

// CHECK-DAG: @.ompx_taskgraph_site = internal global { ptr, ptr, ptr, i32, i32 } { ptr null, ptr @{{.+}}, ptr @{{.+}}, i32 [[#@LINE+9]], i32 1 }
// CHECK-DAG: @.ompx_taskgraph_task = internal constant { ptr, i32, i32 } { ptr [[REFRESH:@.omp_task_refresh.[.0-9]*]], i32 1, i32 [[#@LINE+12]] }

// CHECK-LABEL: define {{.*}}void @vla(
// CHECK: call void @__kmpc_taskgraph(ptr @{{[0-9]+}}, i32 {{.+}}, ptr @.ompx_taskgraph_site, i32 0, i64 0, ptr @.omp_taskgraph., ptr %{{.+}}, i64 24)
// SIMD-LABEL: define {{.*}}void @vla(
void vla(int n) {
  double a[n];
  a[0] = 0;
#pragma omp taskgraph
  {
// CHECK-LABEL: define internal void @.omp_taskgraph.(
// CHECK: call void @__kmpc_taskgraph_task(
#pragma omp task shared(a)
    a[n - 1] += sizeof(a);
  }
}

// The size of the array and the address of its current elements.
// CHECK: define internal void [[REFRESH]](ptr noundef %0, ptr noundef %1, ptr noundef %2)
// CHECK: [[ARGS:%.+]] = load ptr, ptr %.addr2
// CHECK: [[SIZEFIELD:%.+]] = getelementptr inbounds nuw %struct.anon, ptr [[ARGS]], i32 0, i32 [[#]]
// CHECK: [[SIZE:%.+]] = load i64, ptr [[SIZEFIELD]]
// CHECK: store i64 [[SIZE]], ptr
// CHECK: ret void
