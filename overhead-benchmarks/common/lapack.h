//===- lapack.h - LAPACK's routines for tiles -------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As blas.h: none of them waits for a task.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCH_COMMON_LAPACK_H
#define REPRISE_BENCH_COMMON_LAPACK_H

#include "assumes.h"

#include <complex>
#include <cstdarg>
#include <cstdlib>

BENCH_BEGIN_ASSUMES(ext_cannot_wait)
#include <lapacke.h>
BENCH_END_ASSUMES

#endif // REPRISE_BENCH_COMMON_LAPACK_H
