// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether graphs are built at compile time: what the driver passes on, and what
// the compiler says where one cannot be built that was asked for.

// RUN: %clang -### -fopenmp -fopenmp-taskgraph-static=required -fopenmp-taskgraph-dump=graphs -c %s 2>&1 | FileCheck %s --check-prefix=PASSED
// RUN: %clang -### -fopenmp -c %s 2>&1 | FileCheck %s --check-prefix=DEFAULT
// RUN: not %clang -### -fopenmp -fopenmp-taskgraph-static=often -c %s 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: %clang -fopenmp -fopenmp-version=60 -O2 -S -emit-llvm -o %t.on.ll %s 2>&1 | FileCheck %s --check-prefix=ASKED
// RUN: FileCheck %s --check-prefix=ON < %t.on.ll
// RUN: %clang -fopenmp -fopenmp-version=60 -O2 -fopenmp-taskgraph-static=off -S -emit-llvm -o - %s 2>/dev/null | FileCheck %s --check-prefix=OFF
// RUN: not %clang -fopenmp -fopenmp-version=60 -O2 -fopenmp-taskgraph-static=required -c -o %t.o %s 2>&1 | FileCheck %s --check-prefix=REQUIRED
// RUN: %clang -fopenmp -fopenmp-version=60 -O0 -c -o %t.o %s 2>&1 | FileCheck %s --check-prefix=O0

// PASSED: "-mllvm" "-taskgraph-static=required" "-mllvm" "-taskgraph-dump=graphs"
// DEFAULT-NOT: -taskgraph-
// VALUE: error: invalid value 'often' in '-fopenmp-taskgraph-static=', expected one of: on, off, required

// ASKED: warning: {{.*}}the graph of the taskgraph at {{.*}}taskgraph_static_driver.c:[[#@LINE+22]]:1 cannot be built at compile time: the condition of a branch or loop is known only at run time
// ASKED-NOT: warning:
// REQUIRED-DAG: error: {{.*}}:[[#@LINE+20]]:1 cannot be built at compile time: the condition
// REQUIRED-DAG: error: {{.*}}:[[#@LINE+26]]:1 cannot be built at compile time: the condition
// REQUIRED-NOT: error:
// O0-DAG: warning: {{.*}}:[[#@LINE+10]]:1 cannot be built at compile time: it is compiled without optimisation
// O0-DAG: warning: {{.*}}:[[#@LINE+16]]:1 cannot be built at compile time: it is compiled without optimisation
// O0-NOT: warning:
// ON-COUNT-1: @.taskgraph.static.graph{{.*}} = private
// ON-NOT: @.taskgraph.static.graph{{.*}} = private
// OFF-NOT: .taskgraph.static

int x[4];

void asked(void) {
#pragma omp taskgraph tdg_type(static)
  for (int i = 0; i < 4; i++)
#pragma omp task depend(inout : x[i])
    x[i]++;
}

void asked_in_vain(int n) {
#pragma omp taskgraph tdg_type(static)
  for (int i = 0; i < n; i++)
#pragma omp task depend(inout : x[i])
    x[i]++;
}

void not_asked(int n) {
#pragma omp taskgraph
  for (int i = 0; i < n; i++)
#pragma omp task depend(inout : x[i])
    x[i]++;
}

void forbidden(void) {
#pragma omp taskgraph tdg_type(dynamic)
  for (int i = 0; i < 4; i++)
#pragma omp task depend(inout : x[i])
    x[i]++;
}
