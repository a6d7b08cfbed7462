// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A depend clause with an iterator needs an array for each task. Where its size is
// known, the compiler builds the graph.

// RUN: %clang_cc1 -verify -O1 -fopenmp -fopenmp-version=60 -triple x86_64-unknown-linux-gnu -Rpass=taskgraph -Rpass-missed=taskgraph -emit-llvm -o /dev/null %s

void known(char *a) {
#pragma omp taskgraph // expected-remark {{taskgraph is built by the compiler: 6 nodes, 5 edges, }}
  {
    for (int i = 0; i < 4; ++i)
#pragma omp task depend(out : a[i])
      a[i] = i;
#pragma omp task depend(iterator(int k = 0 : 4), inout : a[k])
    a[0] = a[3];
#pragma omp task depend(iterator(int k = 0 : 2), in : a[k])
    a[1] = a[0];
  }
}

void unknown(char *a, int n) {
#pragma omp taskgraph // expected-remark {{taskgraph is replayed without its block}}
#pragma omp task depend(iterator(int k = 0 : n), inout : a[k]) // expected-remark {{an array of the block has a size that is known only at run time}}
  a[0] = a[3];
}
