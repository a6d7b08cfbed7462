// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library copies the variables that a task of a region has as
// firstprivate(saved: ...): on replay it leaves there what was recorded. Others,
// and tasks elsewhere, copy as ever.

// RUN: %clang_cc1 -verify=expected,cpp -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s --check-prefixes CHECK,CPP --implicit-check-not='call void @__kmpc_ompx_taskgraph_saved'
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -x c -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s --implicit-check-not='call void @__kmpc_ompx_taskgraph_saved'

typedef struct {
  int a, b[2];
} Pod;
void use(int);

// CHECK-LABEL: define {{.*}}void @{{.*}}scalars
// CHECK-LABEL: define internal void @.omp_taskgraph.
// CHECK: [[TASK:%.+]] = call ptr @__kmpc_omp_task_alloc(
// CHECK: [[PRIVATES:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t_with_privates, ptr [[TASK]], i32 0, i32 1
// CHECK: [[A:%.+]] = getelementptr inbounds nuw %struct..kmp_privates.t, ptr [[PRIVATES]], i32 0, i32 0
// CHECK: [[AREF:%.+]] = load ptr, ptr
// CHECK: call void @__kmpc_ompx_taskgraph_saved(ptr captures(none) [[A]], ptr readonly captures(none) [[AREF]], i64 4) [[ATTRIBUTES:#[0-9]+]]
// CHECK: call void @__kmpc_ompx_taskgraph_saved(ptr captures(none) %{{.+}}, ptr readonly captures(none) %{{.+}}, i64 12)
// CHECK: call void @__kmpc_ompx_taskgraph_saved(ptr captures(none) %{{.+}}, ptr readonly captures(none) %{{.+}}, i64 12)
// CHECK: store i32
// CHECK: call i32 @__kmpc_omp_task(
// CHECK: call void @__kmpc_ompx_taskgraph_saved(ptr captures(none) %{{.+}}, ptr readonly captures(none) %{{.+}}, i64 4)
// CHECK: call void @__kmpc_taskloop(
// CHECK: ret void
void scalars(int a, int b, Pod p) {
  int arr[3] = {0};
#pragma omp taskgraph
  {
#pragma omp task firstprivate(saved : a, p, arr) firstprivate(b)
    use(a + b + p.b[1] + arr[2]);
#pragma omp taskloop nogroup firstprivate(saved : a)
    for (int i = 0; i < 9; ++i)
      use(a);
  }
#pragma omp task firstprivate(saved : a)
  use(a);
}

#ifdef __cplusplus
// Objects that bytes do not copy are copied by their constructors.
struct Class {
  Class();
  Class(const Class &);
  ~Class();
  int v;
};
// CPP-LABEL: define {{.*}}void @_Z7classesv(
// CPP: define internal void @.omp_taskgraph.
// CPP: call void @_ZN5ClassC1ERKS_(
// CPP: ret void
void classes() {
  Class c;
#pragma omp taskgraph
#pragma omp task firstprivate(saved : c) // cpp-warning {{modifier 'saved' has no effect on 'c', because its type 'Class' is not trivially copyable; each execution of the task copies the variable as it is then}}
  use(c.v);
#pragma omp task firstprivate(saved : c)
  use(c.v);
}
template <typename T> void dependent(T t) {
#pragma omp taskgraph
#pragma omp task firstprivate(saved : t) // cpp-warning {{modifier 'saved' has no effect on 't', because its type 'Class' is not trivially copyable}}
  use(t.v);
}
struct Trivial {
  int v;
};
// CPP: define {{.*}}void @_Z9dependentI7TrivialEvT_.omp_taskgraph.0(
// CPP: call void @__kmpc_ompx_taskgraph_saved(
void instances() {
  dependent(Trivial());
  dependent(Class()); // cpp-note {{in instantiation of function template specialization 'dependent<Class>' requested here}}
}
#else
// expected-no-diagnostics
#endif

// CHECK: attributes [[ATTRIBUTES]] = { {{(nounwind )?}}willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
