// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No exception leaves a task, so neither entry point of a taskloop throws. A
// function that makes tasks can then be inlined without a landing pad.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -fexceptions -fcxx-exceptions -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

void work(int);

// CHECK-LABEL: define {{.*}}void @_Z5loosev(
// CHECK: call void @__kmpc_taskloop({{.*}}) #[[NOUNWIND:[0-9]+]]
void loose() {
#pragma omp taskloop grainsize(4)
  for (int i = 0; i < 10; ++i)
    work(i);
}

// CHECK-LABEL: define {{.*}}void @_Z6strictv(
// CHECK: call void @__kmpc_taskloop_5({{.*}}) #[[NOUNWIND]]
void strict() {
#pragma omp taskloop grainsize(strict : 4)
  for (int i = 0; i < 10; ++i)
    work(i);
}

// CHECK: attributes #[[NOUNWIND]] = { nounwind }
