// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The construct itself: one mutable descriptor for each emitted construct, the
// outlined region, and the arguments of the one call that stands for it all.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-pch -o %t %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -include-pch %t -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s --check-prefix SIMD --implicit-check-not=__kmpc --implicit-check-not=taskgraph_site
// expected-no-diagnostics

#ifndef HEADER
#define HEADER

int id();
bool flag();
void work(int &);

// The record is the library's; file, function, line and column say where; then
// the version of this layout, nothing, and room for what a compiler may add: a
// clone of the block for recording and a graph.
// CHECK-DAG: [[FILE:@.+]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"{{.*}}taskgraph_codegen.cpp\00"
// CHECK-DAG: [[PLAIN:@.+]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"plain\00"
// CHECK-DAG: @.ompx_taskgraph_site = internal global { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr } { ptr null, ptr [[FILE]], ptr [[PLAIN]], i32 [[#@LINE+7]], i32 1, i32 1, i32 0, ptr null, ptr null }, align 8

// CHECK-LABEL: define {{.*}}void @_Z5plainRi(
// CHECK: [[GTID:%.+]] = call i32 @__kmpc_global_thread_num(
// CHECK: call void @__kmpc_ompx_taskgraph(ptr @{{[0-9]+}}, i32 [[GTID]], ptr @.ompx_taskgraph_site, i32 0, i64 0, ptr @.omp_taskgraph., ptr %{{.+}}, i64 8) [[CALL:#[0-9]+]]
// CHECK-NEXT: ret void
void plain(int &x) {
#pragma omp taskgraph
  work(x);
}

// The region takes the captured variables and lets no exception out.
// CHECK-LABEL: define internal void @.omp_taskgraph.(ptr
// CHECK-SAME: [[NOUNWIND:#[0-9]+]]
// CHECK: call void @_Z4workRi(
// SIMD-LABEL: define {{.*}}void @_Z5plainRi(
// SIMD: call void @_Z4workRi(

// Without captured variables there is nothing to compare.
// CHECK-LABEL: define {{.*}}void @_Z10no_capturev(
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, ptr %{{.+}}, i64 0)
void no_capture() {
#pragma omp taskgraph
  {
  }
}

// Constant clauses are constant bits: graph_id 1, graph_reset 2, nogroup 4,
// nowait 8, if(false) 16.
// CHECK-LABEL: define {{.*}}void @_Z9constantsRi(
void constants(int &x) {
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 2, i64 0,
#pragma omp taskgraph graph_reset
  work(x);
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 4, i64 0,
#pragma omp taskgraph nogroup
  work(x);
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 8, i64 0,
#pragma omp taskgraph nowait
  work(x);
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 16, i64 0,
#pragma omp taskgraph if(false)
  work(x);
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 0, i64 0,
#pragma omp taskgraph if(true) graph_reset(false) nogroup(false)
  work(x);
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 0, i64 0,
#pragma omp taskgraph nowait(0)
  work(x);
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 8, i64 0,
#pragma omp taskgraph nowait(true)
  work(x);
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 7, i64 -3,
#pragma omp taskgraph graph_id(-3) graph_reset(true) nogroup(true)
  work(x);
// CHECK: ret void
}

// Others are evaluated once for each encounter.
// CHECK-LABEL: define {{.*}}void @_Z8computedRi(
// CHECK: [[ID:%.+]] = call {{.*}}i32 @_Z2idv()
// CHECK: [[ID64:%.+]] = sext i32 [[ID]] to i64
// CHECK: call {{.*}}i1 @_Z4flagv()
// CHECK: [[RESET:%.+]] = select i1 %{{.+}}, i32 2, i32 0
// CHECK: call {{.*}}i1 @_Z4flagv()
// CHECK: [[NOGROUP:%.+]] = select i1 %{{.+}}, i32 4, i32 0
// CHECK: [[OR:%.+]] = or i32 [[RESET]], [[NOGROUP]]
// CHECK: call {{.*}}i1 @_Z4flagv()
// CHECK: [[NOWAIT:%.+]] = select i1 %{{.+}}, i32 8, i32 0
// CHECK: [[OR2:%.+]] = or i32 [[OR]], [[NOWAIT]]
// CHECK: call {{.*}}i1 @_Z4flagv()
// CHECK: [[IF:%.+]] = select i1 %{{.+}}, i32 0, i32 16
// CHECK: [[OR3:%.+]] = or i32 [[OR2]], [[IF]]
// CHECK: [[FLAGS:%.+]] = or i32 [[OR3]], 1
// CHECK-NOT: @_Z2idv
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 [[FLAGS]], i64 [[ID64]],
void computed(int &x) {
#pragma omp taskgraph graph_id(id()) graph_reset(flag()) nogroup(flag()) nowait(flag()) if(flag())
  work(x);
}

enum class E : unsigned char { A = 200 };

// The id keeps its value whatever its type.
// CHECK-LABEL: define {{.*}}void @_Z3ids
void ids(int &x, unsigned u, bool b, char c, unsigned long long l, E e) {
// CHECK: zext i32 %{{.+}} to i64
// CHECK: call void @__kmpc_ompx_taskgraph(
#pragma omp taskgraph graph_id(u)
  work(x);
// CHECK: zext i1 %{{.+}} to i64
// CHECK: call void @__kmpc_ompx_taskgraph(
#pragma omp taskgraph graph_id(b)
  work(x);
// CHECK: sext i8 %{{.+}} to i64
// CHECK: call void @__kmpc_ompx_taskgraph(
#pragma omp taskgraph graph_id(c)
  work(x);
// CHECK-NOT: {{sext|zext|trunc}}
// CHECK: call void @__kmpc_ompx_taskgraph(
#pragma omp taskgraph graph_id(l)
  work(x);
// CHECK: zext i8 %{{.+}} to i64
// CHECK: call void @__kmpc_ompx_taskgraph(
#pragma omp taskgraph graph_id(static_cast<unsigned char>(e))
  work(x);
// CHECK: ret void
}

// So they are with the argument of an instantiation.
// CHECK-LABEL: define {{.*}}void @_Z9dependentRi(
// CHECK-LABEL: define {{.*}}void @_Z14dependentFlagsILb0EEvRi(
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 16, i64 0,
// CHECK-LABEL: define {{.*}}void @_Z14dependentFlagsILb1EEvRi(
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr {{.+}}, i32 14, i64 0,
template <bool B> void dependentFlags(int &x) {
#pragma omp taskgraph graph_reset(B) nogroup(B) nowait(B) if(B)
  work(x);
}
void dependent(int &x) {
  dependentFlags<false>(x);
  dependentFlags<true>(x);
}

// One construct, one descriptor for each instantiation.
template <typename T> void instantiated(T &x) {
#pragma omp taskgraph
  x += 1;
}

// CHECK-LABEL: define {{.*}}void @_Z9instancesRiRd(
// CHECK-LABEL: define {{.*}}void @_Z12instantiatedIiEvRT_(
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr @_Z12instantiatedIiEvRT_.ompx_taskgraph_site.0, i32 0,
// CHECK-LABEL: define {{.*}}void @_Z12instantiatedIdEvRT_(
// CHECK: call void @__kmpc_ompx_taskgraph(ptr {{.+}}, i32 {{.+}}, ptr @_Z12instantiatedIdEvRT_.ompx_taskgraph_site.0, i32 0,
void instances(int &x, double &y) {
  instantiated(x);
  instantiated(y);
}

// The argument block holds addresses of variables, `this` and array sizes.
struct S {
  int m;
  // CHECK-LABEL: define {{.*}}void @_ZN1S6methodEi(
  // CHECK: [[THIS:%.+]] = load ptr, ptr %this.addr
  // CHECK: [[F0:%.+]] = getelementptr inbounds nuw %struct.anon{{.*}}, ptr [[ARGS:%.+]], i32 0, i32 0
  // CHECK: store ptr [[THIS]], ptr [[F0]]
  // CHECK: [[F1:%.+]] = getelementptr inbounds nuw %struct.anon{{.*}}, ptr [[ARGS]], i32 0, i32 1
  // CHECK: store ptr %n.addr, ptr [[F1]]
  // CHECK: call void @__kmpc_ompx_taskgraph({{.+}}, ptr @_ZN1S6methodEi.omp_taskgraph.0, ptr [[ARGS]], i64 16)
  void method(int n) {
#pragma omp taskgraph
    work(m += n);
  }
};
void callMethod(S &s) { s.method(1); }

// No exception leaves a block. So the call never becomes an invoke, when it is
// inlined, which has none of the call's metadata.
// CHECK-DAG: attributes [[CALL]] = { nounwind }
// CHECK-DAG: attributes [[NOUNWIND]] = { {{.*}}nounwind{{.*}} }
#endif
