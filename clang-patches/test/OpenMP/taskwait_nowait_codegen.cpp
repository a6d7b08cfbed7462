// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The argument of 'nowait' on 'taskwait' counts; without one it means true.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

bool flag();

// CHECK-LABEL: define {{.*}}void @_Z5waitsi(
// CHECK: call void @__kmpc_omp_taskwait_deps_51(ptr {{.+}}, i32 {{.+}}, i32 1, ptr %{{.+}}, i32 0, ptr null, i32 0)
// CHECK: call void @__kmpc_omp_taskwait_deps_51(ptr {{.+}}, i32 {{.+}}, i32 1, ptr %{{.+}}, i32 0, ptr null, i32 1)
// CHECK: call void @__kmpc_omp_taskwait_deps_51(ptr {{.+}}, i32 {{.+}}, i32 1, ptr %{{.+}}, i32 0, ptr null, i32 0)
// CHECK: [[FLAG:%.+]] = call {{.*}}i1 @_Z4flagv()
// CHECK: [[NOWAIT:%.+]] = zext i1 [[FLAG]] to i32
// CHECK: call void @__kmpc_omp_taskwait_deps_51(ptr {{.+}}, i32 {{.+}}, i32 1, ptr %{{.+}}, i32 0, ptr null, i32 [[NOWAIT]])
void waits(int x) {
#pragma omp taskwait depend(in : x)
#pragma omp taskwait depend(in : x) nowait
#pragma omp taskwait depend(in : x) nowait(false)
#pragma omp taskwait depend(in : x) nowait(flag())
}
