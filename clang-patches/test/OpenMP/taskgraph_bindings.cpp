// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The block may use structured bindings of the enclosing function. Tasks cannot,
// as nowhere in Clang.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -DERRORS -fsyntax-only %s
// RUN: %clang_cc1 -verify=none -fopenmp -fopenmp-version=60 -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -verify=none -fopenmp -fopenmp-version=60 -std=c++17 -triple x86_64-unknown-linux-gnu -debug-info-kind=limited -emit-llvm %s -o - | FileCheck %s
// none-no-diagnostics

namespace std {
template <typename T> struct tuple_size;
template <int I, typename T> struct tuple_element;
} // namespace std
struct Pair {
  int a, b;
};
struct Tuple {
  template <int I> int &get();
};
template <> struct std::tuple_size<Tuple> { static constexpr int value = 2; };
template <int I> struct std::tuple_element<I, Tuple> { using type = int; };
void use(int);

// By value: the region has the address of the pair.
// CHECK-LABEL: define {{.*}}void @_Z8by_value4Pair(
// CHECK: call void @__kmpc_ompx_taskgraph({{.*}}, i64 8)
// CHECK: define internal void @.omp_taskgraph.{{.*}}(ptr noalias noundef %__context)
// CHECK: [[CONTEXT:%.+]] = load ptr, ptr %__context.addr
// CHECK: [[FIELD:%.+]] = getelementptr inbounds nuw %struct.anon{{.*}}, ptr [[CONTEXT]], i32 0, i32 0
// CHECK: [[PAIR:%.+]] = load ptr, ptr [[FIELD]]
// CHECK: [[B:%.+]] = getelementptr inbounds nuw %struct.Pair, ptr [[PAIR]], i32 0, i32 1
// CHECK: load i32, ptr [[B]]
// CHECK: ret void
void by_value(Pair p) {
  auto [x, y] = p;
#pragma omp taskgraph
  {
    int copy = y;
#pragma omp task firstprivate(copy)
    use(copy);
  }
}

// CHECK-LABEL: define {{.*}}void @_Z12by_referenceR4Pair(
// CHECK: define internal void @.omp_taskgraph.
// CHECK: [[FIELD:%.+]] = getelementptr inbounds nuw %struct.anon{{.*}}, ptr %{{.+}}, i32 0, i32 0
// CHECK: [[PAIR:%.+]] = load ptr, ptr [[FIELD]]
// CHECK: store ptr [[PAIR]], ptr [[REFERENCE:%.+]], align
// CHECK: load ptr, ptr [[REFERENCE]]
// CHECK: [[B:%.+]] = getelementptr inbounds nuw %struct.Pair, ptr %{{.+}}, i32 0, i32 1
// CHECK: store i32 3, ptr [[B]]
// CHECK: ret void
void by_reference(Pair &p) {
  auto &[x, y] = p;
#pragma omp taskgraph
#pragma omp taskgroup
  y = 3;
}

// CHECK-LABEL: define {{.*}}void @_Z10tuple_like5Tuple(
// CHECK: define internal void @_Z10tuple_like5Tuple.omp_outlined{{[a-z_]*}}(
// CHECK: call void @__kmpc_ompx_taskgraph({{.*}}, i64 16)
// CHECK: define internal void @.omp_taskgraph.
// CHECK: [[FIELD:%.+]] = getelementptr inbounds nuw %struct.anon{{.*}}, ptr %{{.+}}, i32 0, i32 0
// CHECK: [[X:%.+]] = load ptr, ptr [[FIELD]]
// CHECK: store ptr [[X]], ptr [[REFERENCE:%.+]], align
// CHECK: [[X:%.+]] = load ptr, ptr [[REFERENCE]]
// CHECK: load i32, ptr [[X]]
// CHECK: call void @_Z3usei(
// CHECK: ret void
void tuple_like(Tuple t) {
  auto [x, y] = t;
#pragma omp parallel
#pragma omp taskgraph
  use(x + y);
}

// CHECK-LABEL: define {{.*}}void @_Z8instanceI4PairEvT_.omp_taskgraph.0(
// CHECK: call void @_Z3usei(
template <typename T> void instance(T t) {
  const auto &[x, y] = t;
#pragma omp taskgraph
  for (int i = x; i < y; ++i)
    use(i);
}
template void instance(Pair);

#ifdef ERRORS
void errors(Pair p) {
  auto [x, y] = p; // expected-note 2 {{declared here}}
#pragma omp taskgraph
  {
#pragma omp task
    use(x); // expected-error {{capturing a structured binding is not yet supported in OpenMP}}
    auto closure = [&] {
      use(y); // expected-error {{capturing a structured binding is not yet supported in OpenMP}}
    };
  }
}
#endif
