//===- serial.cpp - The graphs without tasks ------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the results of all other ways are compared with.
//
//===----------------------------------------------------------------------===//

#include "lowerings.h"

#define BENCH_WAY serial
#define BENCH_REGION
#define BENCH_TASK(...)
#define BENCH_END
#define BENCH_TABLE cells
#define BENCH_ROW row
#include "shapes.inc"
