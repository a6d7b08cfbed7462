// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The descriptor of a construct in an inline function is one in all translation
// units, as a static variable there is. The block goes with it, so that both
// come from the same unit. Their number is the construct's place in the text.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++20 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s --implicit-check-not=VirtualC1Ei.ompx --implicit-check-not=6methodEi.ompx
// RUN: %clang_cc1 -verify -DOTHER_UNIT -fopenmp -fopenmp-version=60 -std=c++20 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s --check-prefix OTHER
// expected-no-diagnostics

void use(int);

// CHECK-DAG: [[TWO:\$_Z3twoi.ompx_taskgraph_site.1]] = comdat any
// CHECK-DAG: @_Z3twoi.ompx_taskgraph_site.0 = linkonce_odr global {{.*}}, comdat, align 8
// CHECK-DAG: @_Z3twoi.ompx_taskgraph_site.1 = linkonce_odr global {{.*}}, comdat, align 8
// CHECK-DAG: define linkonce_odr void @_Z3twoi.omp_taskgraph.1({{.*}}) {{.*}}comdat([[TWO]])
// CHECK-DAG: call void @__kmpc_ompx_taskgraph({{.*}}, ptr @_Z3twoi.ompx_taskgraph_site.0, {{.*}}, ptr @_Z3twoi.omp_taskgraph.0,
// CHECK-DAG: call void @__kmpc_ompx_taskgraph({{.*}}, ptr @_Z3twoi.ompx_taskgraph_site.1, {{.*}}, ptr @_Z3twoi.omp_taskgraph.1,
// OTHER-NOT: ompx_taskgraph_site.0 =
// OTHER-DAG: call void @__kmpc_ompx_taskgraph({{.*}}, ptr @_Z3twoi.ompx_taskgraph_site.1, {{.*}}, ptr @_Z3twoi.omp_taskgraph.1,
#ifdef OTHER_UNIT
#define EMITTED 0
#else
#define EMITTED 1
#endif
inline void two(int n) {
  if (EMITTED) {
#pragma omp taskgraph
    use(n);
  }
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgraph
    use(-n);
  }
}

#ifndef OTHER_UNIT
// CHECK-DAG: @_ZN6hidden5innerEi.ompx_taskgraph_site.0 = linkonce_odr hidden global
namespace hidden __attribute__((visibility("hidden"))) {
inline void inner(int n) {
#pragma omp taskgraph
  use(n);
}
} // namespace hidden

// What is emitted in any case is needed by others only if they inline it.
template <typename T> void explicitly(T n) {
#pragma omp taskgraph
  use(n);
}
// CHECK-DAG: @_Z10explicitlyIiEvT_.ompx_taskgraph_site.0 = linkonce_odr global
template void explicitly(int);

// Both constructors of a class with a virtual base have one descriptor.
struct Base {};
struct Virtual : virtual Base {
  // CHECK-DAG: @_ZN7VirtualC2Ei.ompx_taskgraph_site.0 = linkonce_odr global
  Virtual(int n) {
#pragma omp taskgraph
    use(n);
  }
};
struct Derived : Virtual {
  Derived() : Virtual(1) {}
};

// A lambda is a function of its own.
// CHECK-DAG: @_ZZ7closureiENKUlvE_clEv.ompx_taskgraph_site.0 = linkonce_odr global
// CHECK-DAG: @_Z7closurei.ompx_taskgraph_site.0 = linkonce_odr global
inline void closure(int n) {
  [n] {
#pragma omp taskgraph
    use(n);
  }();
#pragma omp taskgraph
  use(n);
}

// CHECK-DAG: @.ompx_taskgraph_site = internal global
// CHECK-DAG: define internal void @.omp_taskgraph.
static void internal(int n) {
#pragma omp taskgraph
  use(n);
}
// CHECK-DAG: @.ompx_taskgraph_site.{{[0-9]+}} = internal global
void external(int n) {
#pragma omp taskgraph
  use(n);
}
namespace {
struct Unnamed {
  void method(int n) {
#pragma omp taskgraph
    use(n);
  }
};
} // namespace
#endif

void user(int n) {
  two(n);
#ifndef OTHER_UNIT
  hidden::inner(n);
  Virtual complete(n);
  Derived derived;
  closure(n);
  internal(n);
  Unnamed().method(n);
#endif
}
