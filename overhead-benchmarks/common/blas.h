//===- blas.h - OpenBLAS, as tasks call it ----------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler does not see these functions, so the program says that none of
// them waits for a task. What OpenBLAS locks, its buffers, it unlocks before it
// computes.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCH_COMMON_BLAS_H
#define REPRISE_BENCH_COMMON_BLAS_H

#include "assumes.h"

#include <cstddef>
#include <cstdint>

BENCH_BEGIN_ASSUMES(ext_cannot_wait)
#include <cblas.h>

/// LAPACK's factorization of one tile, which OpenBLAS has built in; LAPACKE
/// would be one package and one layer more.
extern "C" void dpotrf_(const char *triangle, const int *rows, double *entries,
                        const int *stride, int *info, std::size_t);
BENCH_END_ASSUMES

#endif // REPRISE_BENCH_COMMON_BLAS_H
