// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library is told where a taskgraph and the constructs in its block are,
// without debug info, too. The prefix maps of the command line apply.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s -DFILE=%s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-enable-irbuilder -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -emit-llvm %s -o - | FileCheck %s -DFILE=%s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -fmacro-prefix-map=%S=here -emit-llvm %s -o - | FileCheck %s -DFILE=here/taskgraph_locations_codegen.cpp
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -fdebug-prefix-map=%S=here -debug-info-kind=limited -emit-llvm %s -o - | FileCheck %s -DFILE=here/taskgraph_locations_codegen.cpp
// RUN: %clang -fopenmp -fopenmp-version=60 --target=x86_64-unknown-linux-gnu -ffile-prefix-map=%S=here -S -emit-llvm %s -o - | FileCheck %s -DFILE=here/taskgraph_locations_codegen.cpp
// RUN: %clang -g -fopenmp -fopenmp-version=60 --target=x86_64-unknown-linux-gnu -ffile-prefix-map=%S=here -S -emit-llvm %s -o - | FileCheck %s -DFILE=here/taskgraph_locations_codegen.cpp
// expected-no-diagnostics

namespace n {
// CHECK-DAG: c"[[FILE]]\00"
// CHECK-DAG: c"n::f\00"
// CHECK-DAG: c";[[FILE]];{{(n::)?}}f;[[#@LINE+2]];1;;\00"
void f(int x) {
#pragma omp taskgraph
  {
// CHECK-DAG: c";[[FILE]];{{(n::)?}}f;[[#@LINE+1]];1;;\00"
#pragma omp task depend(in : x)
    ;
// CHECK-DAG: c";[[FILE]];{{(n::)?}}f;[[#@LINE+1]];1;;\00"
#pragma omp taskloop nogroup
    for (int i = 0; i < 9; ++i)
      ;
// CHECK-DAG: c";[[FILE]];{{(n::)?}}f;[[#@LINE+1]];1;;\00"
#pragma omp taskwait depend(in : x)
// CHECK-DAG: c";[[FILE]];{{(n::)?}}f;[[#@LINE+1]];1;;\00"
#pragma omp taskgroup task_reduction(+ : x)
    {
    }
  }
}
} // namespace n
