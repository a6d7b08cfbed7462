// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The AST of 'taskgraph': its clauses, and a captured statement with the
// variables of the enclosing function, also those that a task inside copies.

// RUN: %clang_cc1 -fopenmp -fopenmp-version=60 -std=c++17 -ast-dump %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp-simd -fopenmp-version=60 -std=c++17 -ast-dump %s | FileCheck %s
// RUN: %clang_cc1 -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 -ast-dump %s | FileCheck %s
// RUN: %clang_cc1 -fopenmp -fopenmp-version=60 -std=c++17 -emit-pch -o %t %s
// RUN: %clang_cc1 -fopenmp -fopenmp-version=60 -x c++ -std=c++17 -include-pch %t -ast-dump-all /dev/null | FileCheck %s

void work(int, int);

void clauses(int id, bool reset) {
#pragma omp taskgraph graph_id(id) graph_reset(reset) if (id) nogroup(reset) nowait tdg_type(dynamic)
  ;
}
// CHECK-LABEL: FunctionDecl {{.*}} clauses 'void (int, bool)'
// CHECK: OMPTaskgraphDirective {{.*}} tdg_type dynamic
// CHECK-NEXT: OMPGraph_idClause {{.*}}
// CHECK-NEXT: ImplicitCastExpr {{.*}} 'int' <LValueToRValue>
// CHECK-NEXT: DeclRefExpr {{.*}} 'id' 'int'
// CHECK-NEXT: OMPGraph_resetClause {{.*}}
// CHECK-NEXT: ImplicitCastExpr {{.*}} 'bool' <LValueToRValue>
// CHECK-NEXT: DeclRefExpr {{.*}} 'reset' 'bool'
// CHECK-NEXT: OMPIfClause
// CHECK: OMPNogroupClause
// CHECK-NEXT: ImplicitCastExpr {{.*}} 'bool' <LValueToRValue>
// CHECK-NEXT: DeclRefExpr {{.*}} 'reset' 'bool'
// CHECK-NEXT: OMPNowaitClause
// CHECK-NEXT: CapturedStmt
// CHECK-NEXT: CapturedDecl {{.*}} nothrow
// CHECK-NEXT: NullStmt

void without_clauses() {
#pragma omp taskgraph graph_reset
  ;
}
// CHECK-LABEL: FunctionDecl {{.*}} without_clauses 'void ()'
// CHECK: OMPTaskgraphDirective
// CHECK-NOT: tdg_type
// CHECK: OMPGraph_resetClause
// CHECK-NEXT: CapturedStmt

void captures(int copied, int shared, int written) {
#pragma omp taskgraph
  {
#pragma omp task firstprivate(copied) shared(shared)
    work(copied, shared);
    written = 1;
  }
}
// CHECK-LABEL: FunctionDecl {{.*}} captures 'void (int, int, int)'
// CHECK: OMPTaskgraphDirective
// CHECK-NEXT: CapturedStmt
// CHECK: OMPTaskDirective
// CHECK: |-DeclRefExpr {{.*}} 'copied' 'int'{{$}}
// CHECK-NEXT: |-DeclRefExpr {{.*}} 'shared' 'int'{{$}}
// CHECK-NEXT: `-DeclRefExpr {{.*}} 'written' 'int'{{$}}
