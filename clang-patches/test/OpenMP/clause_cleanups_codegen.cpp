// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The temporaries in the argument of a clause die with it, in the instantiation
// of a template, too.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

struct Temporary {
  Temporary(int);
  ~Temporary();
  int id();
  explicit operator bool();
};
void use(int);

// CHECK-LABEL: define {{.*}}void @_Z7clausesIiEvT_(
// CHECK: call {{.*}}i32 @_ZN9Temporary2idEv(
// CHECK-NEXT: call void @_ZN9TemporaryD1Ev(
// CHECK: call {{.*}}i1 @_ZN9TemporarycvbEv(
// CHECK-NEXT: call void @_ZN9TemporaryD1Ev(
// CHECK: call {{.*}}i1 @_ZN9TemporarycvbEv(
// CHECK-NEXT: call void @_ZN9TemporaryD1Ev(
// CHECK: call {{.*}}i1 @_ZN9TemporarycvbEv(
// CHECK-NEXT: call void @_ZN9TemporaryD1Ev(
// CHECK: call {{.*}}i1 @_ZN9TemporarycvbEv(
// CHECK-NEXT: call void @_ZN9TemporaryD1Ev(
// CHECK: call void @__kmpc_ompx_taskgraph(
// CHECK: call {{.*}}i1 @_ZN9TemporarycvbEv(
// CHECK-NEXT: call void @_ZN9TemporaryD1Ev(
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: ret void
template <typename T> void clauses(T n) {
#pragma omp taskgraph graph_id(Temporary(n).id()) graph_reset(bool(Temporary(n))) nogroup(bool(Temporary(n))) nowait(bool(Temporary(n))) if(bool(Temporary(n)))
  use(n);
#pragma omp task if (bool(Temporary(n)))
  use(n);
}
template void clauses(int);
