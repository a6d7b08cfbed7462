// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The directive in every place where a statement may be: each is accepted
// without a diagnostic and compiled to code.

// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -triple x86_64-unknown-linux-gnu -std=c++20 -fcxx-exceptions -fexceptions -fopenmp -fopenmp-version=60 -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -triple x86_64-unknown-linux-gnu -std=c++20 -fcxx-exceptions -fexceptions -fopenmp -fopenmp-version=60 -O1 -debug-info-kind=limited -emit-llvm %s -o - | FileCheck %s --check-prefix=OPT
// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -triple x86_64-unknown-linux-gnu -std=c++20 -fcxx-exceptions -fexceptions -fopenmp-simd -fopenmp-version=60 -emit-llvm %s -o - | FileCheck %s --check-prefix=SIMD
// RUN: %clang_cc1 -Wno-openmp-taskgraph -triple x86_64-unknown-linux-gnu -std=c++20 -fcxx-exceptions -fexceptions -fopenmp -fopenmp-version=60 -x c++ -emit-pch -o %t %s
// RUN: %clang_cc1 -verify -Wno-openmp-taskgraph -triple x86_64-unknown-linux-gnu -std=c++20 -fcxx-exceptions -fexceptions -fopenmp -fopenmp-version=60 -include-pch %t -emit-llvm %s -o - | FileCheck %s
// expected-no-diagnostics
// SIMD-NOT: __kmpc

#ifndef HEADER
#define HEADER
void work(int);

struct Value {
  int Member;
  Value();
  Value(const Value &);
  ~Value();
};

template <typename T> struct Solver {
  T Shared;
  int Size;
  void run() {
    auto Closure = [this](auto Argument) {
#pragma omp taskgraph graph_id(Size) if (Argument > 2)
      {
#pragma omp task
        {
          Shared = Argument;
          work(Size);
        }
#pragma omp task firstprivate(Size)
        work(Size);
      }
    };
    Closure(3);
    Closure(4L);
  }
};

template <typename... Types> void pack(Types... Values) {
#pragma omp taskgraph graph_id(sizeof...(Values))
  {
#pragma omp task
    (work(Values), ...);
  }
}

// In the initializer of a variable with static storage.
int Global = [] {
  int Local = 0;
#pragma omp taskgraph
  {
#pragma omp task firstprivate(saved : Local)
    work(Local);
  }
  return Local;
}();

// Attributes, sequences and metadirectives.
void syntax(int n) {
  [[omp::directive(taskgraph graph_id(n))]] {
    [[omp::directive(task)]] work(n);
  }
  [[omp::sequence(directive(parallel), directive(taskgraph))]] work(n);
#pragma omp metadirective when(user = {condition(true)} : taskgraph graph_id(n) nogroup) otherwise(parallel)
  {
#pragma omp task
    work(n);
  }
  if (n)
#pragma omp taskgraph
    work(n);
  else
#pragma omp taskgraph
    work(-n);
}

// Exceptions do not leave the region.
void exceptions(Value v, Value &r) {
  try {
#pragma omp taskgraph
    {
      Value Local;
#pragma omp task firstprivate(v, Local)
      work(v.Member + Local.Member);
#pragma omp taskloop firstprivate(r) nogroup
      for (int i = 0; i < 4; ++i)
        work(r.Member);
      if (v.Member)
        throw 1;
    }
  } catch (...) {
  }
}

thread_local int ThreadLocal;
static int Static;
void storage(int n, int &Reference) {
  static int Kept;
#pragma omp parallel firstprivate(n)
#pragma omp single
#pragma omp taskgraph nogroup(n > 2) nowait
  {
#pragma omp task firstprivate(Static)
    {
      work(n + Kept + Static + ThreadLocal + Reference);
#pragma omp taskgraph
      {
#pragma omp task
        work(n);
      }
    }
#pragma omp taskgroup task_reduction(+ : n)
    {
#pragma omp task in_reduction(+ : n)
      n += 1;
    }
  }
}

void use() {
  Solver<int>{}.run();
  Solver<double>{}.run();
  pack(1, 2L, 3);
}
#endif

// CHECK-DAG: define {{.*}} @_Z6syntaxi(
// CHECK-DAG: define {{.*}} @_Z10exceptions5ValueRS_(
// CHECK-DAG: define {{.*}} @_Z7storageiRi(
// CHECK-DAG: call void @__kmpc_ompx_taskgraph(
// OPT: call void @__kmpc_ompx_taskgraph(
