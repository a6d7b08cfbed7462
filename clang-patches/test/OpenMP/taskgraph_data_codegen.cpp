// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which tasks of a region need a thunk, and with which flags: 1: before every
// execution, 2: only the thunk may copy, 4: not replayable. No thunk means that
// the data of the task are the same in every encounter.

// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -fexceptions -fcxx-exceptions -triple x86_64-unknown-linux-gnu -emit-llvm %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck %s --check-prefix CLASS < %t.ll
// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -debug-info-kind=limited -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics

void use(int);
void change(int &);

struct Pod {
  int a, b[2];
  int get() const;
  void set();
};
struct Class {
  Class();
  Class(const Class &);
  ~Class();
  int v;
};
struct Defaults {
  int v = 3;
};
int global;

void scalars(int a, int b, int &r, Pod p, const int k) {
  int arr[3] = {};
#pragma omp taskgraph
  {
// CHECK-DAG: { ptr null, i32 0, i32 [[#@LINE+1]] }
#pragma omp task shared(global)
    ++global;
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(a, r, arr, p, k)
    use(a + r + arr[1] + p.b[0] + k);
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(global)
    use(global);
// CHECK-DAG: { ptr null, i32 0, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(saved : a, r, arr, p)
    use(a + r + arr[a] + p.b[p.a]);
    // A body that changes its copies needs them anew each time.
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(saved : a)
    a++;
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(saved : arr)
    change(arr[1]);
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(saved : p)
    p.set();
// CHECK-DAG: { ptr null, i32 0, i32 [[#@LINE+1]] }
#pragma omp task private(a, p)
    a = p.a = 1;
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 0, i32 [[#@LINE+1]] }
#pragma omp task shared(b) private(a)
    a = ++b;
  }
}

// A variable that the block writes, or declares, has its recorded value.
void recorded(int off) {
#pragma omp taskgraph
  for (int i = 0; i < 4; ++i) {
    int l = i;
// CHECK-DAG: { ptr null, i32 0, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(off, i, l)
    use(off + i + l);
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(i)
    use(--i);
    // It does not exist on replay.
// CHECK-DAG: { ptr null, i32 4, i32 [[#@LINE+1]] }
#pragma omp task shared(l)
    l = 1;
    off += i;
  }
}

void classes(Class c) {
  Defaults d;
#pragma omp taskgraph
  {
// CHECK-DAG: { ptr [[CURRENT:@.omp_task_refresh.[.0-9]*]], i32 3, i32 [[#@LINE+2]] }
// CLASS-DAG: { ptr [[CURRENT:@.omp_task_refresh.[.0-9]*]], i32 3, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(c)
    use(c.v);
// CLASS-DAG: { ptr [[SAVED:@.omp_task_refresh.[.0-9]*]], i32 3, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(saved : c)
    use(c.v);
// CLASS-DAG: { ptr [[PRIVATE:@.omp_task_refresh.[.0-9]*]], i32 3, i32 [[#@LINE+1]] }
#pragma omp task private(c)
    use(c.v);
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task private(d)
    use(d.v);
  }
}

// CLASS: define internal void [[CURRENT]](ptr {{.*}}%0, ptr {{.*}}%1, ptr {{.*}}%2) {{.*}}personality
// CLASS: [[ARGS:%.+]] = load ptr, ptr %.addr2
// CLASS: [[DST:%.+]] = load ptr, ptr %.addr,
// CLASS: [[PRIVS:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t_with_privates{{.*}}, ptr [[DST]], i32 0, i32 1
// CLASS: [[TO:%.+]] = getelementptr inbounds nuw %struct..kmp_privates.t{{.*}}, ptr [[PRIVS]], i32 0, i32 0
// CLASS: [[FIELD:%.+]] = getelementptr inbounds nuw %struct.anon{{.*}}, ptr [[ARGS]], i32 0, i32 0
// CLASS: [[FROM:%.+]] = load ptr, ptr [[FIELD]]
// CLASS: invoke void @_ZN5ClassC1ERKS_(ptr {{.*}}[[TO]], ptr {{.*}}[[FROM]])
// CLASS: ret void
// CLASS: call void @__clang_call_terminate(

// CLASS: define internal void [[SAVED]](ptr
// CLASS: [[DST:%.+]] = load ptr, ptr %.addr,
// CLASS: [[SRC:%.+]] = load ptr, ptr %.addr1,
// CLASS: [[TOS:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t_with_privates{{.*}}, ptr [[DST]], i32 0, i32 1
// CLASS: [[FROMS:%.+]] = getelementptr inbounds nuw %struct.kmp_task_t_with_privates{{.*}}, ptr [[SRC]], i32 0, i32 1
// CLASS: [[TO:%.+]] = getelementptr inbounds nuw %struct..kmp_privates.t{{.*}}, ptr [[TOS]], i32 0, i32 0
// CLASS: [[FROM:%.+]] = getelementptr inbounds nuw %struct..kmp_privates.t{{.*}}, ptr [[FROMS]], i32 0, i32 0
// CLASS: invoke void @_ZN5ClassC1ERKS_(ptr {{.*}}[[TO]], ptr {{.*}}[[FROM]])

// CLASS: define internal void [[PRIVATE]](ptr
// CLASS: invoke void @_ZN5ClassC1Ev(

struct Members {
  int m, n;
  Class c;
  void method(int a) {
#pragma omp taskgraph
    {
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 0, i32 [[#@LINE+1]] }
#pragma omp task
      m += n;
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(n)
      use(n);
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 3, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(c)
      use(c.v);
    }
  }
};
void callMethod(Members &m) { m.method(1); }

// Each instantiation has its own.
template <typename T> void instantiated(T t) {
#pragma omp taskgraph
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+2]] }
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 3, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(t)
  use(t.v);
}
template void instantiated(Defaults);
template void instantiated(Class);

// A copy is made when a task is made, on replay when it starts. That is another
// value if a later task may change the variable and nothing waits in between:
// such a region is not replayed (4).
void changedByTasks(int a, int b, int c, int d, int e, int f, int g, int h,
                    bool cond) {
#pragma omp taskgraph
  {
    // A later task writes it.
// CHECK-DAG: { ptr null, i32 4, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(a)
    use(a);
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 0, i32 [[#@LINE+1]] }
#pragma omp task shared(a)
    a = 1;
    // An earlier one does, or one behind a taskwait.
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 0, i32 [[#@LINE+1]] }
#pragma omp task shared(b)
    b = 1;
#pragma omp taskwait
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(b)
    use(b);
#pragma omp taskwait
#pragma omp task shared(b)
    change(b);
    // The taskwait may be left out.
// CHECK-DAG: { ptr null, i32 4, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(c)
    use(c);
    if (cond) {
#pragma omp taskwait
    }
#pragma omp task shared(c)
    c = 1;
    // The next iteration writes it, behind the taskgroup or not.
    for (int i = 0; i < 3; ++i) {
#pragma omp task shared(d, e)
      d = e = i;
#pragma omp taskwait
#pragma omp taskgroup
      {
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(d)
        use(d);
      }
// CHECK-DAG: { ptr null, i32 4, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(e)
      use(e);
    }
    // A taskloop waits for its tasks unless it has nogroup.
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp taskloop firstprivate(f)
    for (int i = 0; i < 3; ++i)
      use(f);
// CHECK-DAG: { ptr null, i32 4, i32 [[#@LINE+1]] }
#pragma omp taskloop nogroup firstprivate(f)
    for (int i = 0; i < 3; ++i)
      use(f);
#pragma omp task shared(f)
    f = 1;
    // The task that writes it depends on the one that copies it, or does not.
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(h) depend(in : h)
    use(h);
// CHECK-DAG: { ptr null, i32 4, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(h) depend(in : g)
    use(h);
#pragma omp task shared(h) depend(out : h)
    h = 1;
// CHECK-DAG: { ptr null, i32 4, i32 [[#@LINE+1]] }
#pragma omp taskloop firstprivate(g) lastprivate(g)
    for (int i = 0; i < 3; ++i)
      g += i;
  }
}

// What is only used as a constant is not changed, but for mutable members.
struct Counter {
  mutable int calls;
  int get() const;
};
int read(const int &);
void constants(Pod p, Counter c, int i) {
#pragma omp taskgraph
  {
// CHECK-DAG: { ptr null, i32 0, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(saved : p, i)
    use(p.get() + read(i));
// CHECK-DAG: { ptr @.omp_task_refresh.{{[.0-9]*}}, i32 1, i32 [[#@LINE+1]] }
#pragma omp task firstprivate(saved : c)
    use(c.get());
  }
}
