//===- order.h - Orders of a graph that a test can take away ----*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What orders the tasks of a taskgraph variant is numbered, file by file:
//
//   #pragma omp task NAS_ORDER(1, in : x) NAS_ORDER(2, out : y)
//                    depend(in : x)       depend(out : y)
//   #pragma omp taskloop NAS_JOIN(3)      ends with a join
//   #pragma omp taskwait NAS_JOIN(4)      is one
//
// A test compiles the file once for each number without that order, and the
// verification must notice. Compiled with -DNAS_LOST_1=, the first clause is
// not there; with -DNAS_LOST_3=,nogroup the taskloop has no join.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_COMMON_ORDER_H
#define REPRISE_NAS_COMMON_ORDER_H

#define NAS_ORDER(NUMBER, ...)                                                 \
  NAS_SECOND(NAS_LOST_##NUMBER, depend(__VA_ARGS__), )
#define NAS_JOIN(NUMBER) NAS_SECOND(NAS_LOST_##NUMBER, , )

// The name of a lost order is a comma and what stands there instead; so that
// becomes the second argument. Two macros: the name is expanded between them.
#define NAS_SECOND(...) NAS_SECOND_OF(__VA_ARGS__)
#define NAS_SECOND_OF(FIRST, SECOND, ...) SECOND

#endif // REPRISE_NAS_COMMON_ORDER_H
