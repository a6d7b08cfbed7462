// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The directive 'taskgraph' survives being imported from a module.

// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang_cc1 -std=c++17 -fopenmp -fopenmp-version=60 -fmodules -fno-implicit-modules -x c++ -fmodule-name=taskgraph -emit-module %S/Inputs/taskgraph_modules/module.modulemap -o %t/taskgraph.pcm
// RUN: %clang_cc1 -std=c++17 -fopenmp -fopenmp-version=60 -fmodules -fno-implicit-modules -fmodule-file=%t/taskgraph.pcm -I %S/Inputs/taskgraph_modules -ast-dump-all %s | FileCheck %s

#include "taskgraph.h"

void use() {
  instantiated(3);
  plain(4);
}

// CHECK: FunctionDecl {{.*}} instantiated 'void (T)'
// CHECK: OMPTaskgraphDirective {{.*}} tdg_type dynamic
// CHECK: FunctionDecl {{.*}} instantiated 'void (int)' implicit_instantiation
// CHECK: OMPTaskgraphDirective {{.*}} tdg_type dynamic
// CHECK-NEXT: OMPGraph_idClause
// CHECK: OMPGraph_resetClause
// CHECK-NEXT: OMPNogroupClause
// CHECK-NEXT: ImplicitCastExpr
// CHECK: OMPNowaitClause
// CHECK: OMPTaskDirective
// CHECK-NEXT: OMPFirstprivateClause {{.*}} saved
// CHECK: FunctionDecl {{.*}} plain 'void (int)'
// CHECK: OMPTaskgraphDirective
// CHECK-NEXT: OMPGraph_resetClause
// CHECK-NEXT: ImplicitCastExpr
// CHECK: OMPIfClause
