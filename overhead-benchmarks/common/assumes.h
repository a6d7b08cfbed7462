//===- assumes.h - What tasks may rely on in other files --------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Around declarations of functions whose bodies the compiler of a task does not
// see: what it would see there (docs/when-does-it-pay.md).
//
//   BENCH_BEGIN_ASSUMES(no_openmp ext_cannot_wait)
//   void relax(double *row, int n);
//   BENCH_END_ASSUMES
//
// GCC does not know the directive, and stops at its end.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCH_COMMON_ASSUMES_H
#define REPRISE_BENCH_COMMON_ASSUMES_H

#ifdef __clang__
#define BENCH_BEGIN_ASSUMES(CLAUSES)                                           \
  BENCH_ASSUMES_PRAGMA(omp begin assumes CLAUSES)
#define BENCH_END_ASSUMES BENCH_ASSUMES_PRAGMA(omp end assumes)
#define BENCH_ASSUMES_PRAGMA(TEXT) _Pragma(#TEXT)
#else
#define BENCH_BEGIN_ASSUMES(CLAUSES)
#define BENCH_END_ASSUMES
#endif

#endif // REPRISE_BENCH_COMMON_ASSUMES_H
