// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A debugger that stops in the block sees the variables around it. They are
// reached through the argument block; a reference and `this` are what is in it.

// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -triple x86_64-unknown-linux-gnu -debug-info-kind=limited -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -triple x86_64-unknown-linux-gnu -debug-info-kind=limited -O1 -disable-llvm-passes -emit-llvm %s -o - | FileCheck %s --check-prefix OPT
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -triple x86_64-unknown-linux-gnu -debug-info-kind=line-tables-only -emit-llvm %s -o - | FileCheck %s --check-prefix LINES
// expected-no-diagnostics

void use(int);

struct S {
  int m;
  void method(int a, int &r);
};

// CHECK-LABEL: define internal void @.omp_taskgraph.
// CHECK: #dbg_declare(ptr %__context.addr, [[THIS:![0-9]+]], !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 0),
// CHECK: #dbg_declare(ptr %__context.addr, [[A:![0-9]+]], !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 8, DW_OP_deref),
// CHECK: #dbg_declare(ptr %__context.addr, [[R:![0-9]+]], !DIExpression(DW_OP_deref, DW_OP_plus_uconst, 16),
// CHECK: call void @_Z3usei(
// OPT-LABEL: define internal void @.omp_taskgraph.
// OPT: [[CONTEXT:%.+]] = load ptr, ptr %__context.addr
// OPT: #dbg_declare(ptr [[CONTEXT]], {{.*}}, !DIExpression(DW_OP_plus_uconst, 0),
// OPT: #dbg_declare(ptr [[CONTEXT]], {{.*}}, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_deref),
// OPT: #dbg_declare(ptr [[CONTEXT]], {{.*}}, !DIExpression(DW_OP_plus_uconst, 16),
// LINES-NOT: #dbg_declare
void S::method(int a, int &r) {
  __attribute__((nodebug)) int hidden = 0;
#pragma omp taskgraph
  use(m + a + r + hidden);
}

// CHECK-DAG: [[THIS]] = !DILocalVariable(name: "this", scope: {{![0-9]+}}, type: {{.*}}, flags: DIFlagArtificial | DIFlagObjectPointer)
// CHECK-DAG: [[A]] = !DILocalVariable(name: "a", scope: {{![0-9]+}},
// CHECK-DAG: [[R]] = !DILocalVariable(name: "r", scope: {{![0-9]+}},
