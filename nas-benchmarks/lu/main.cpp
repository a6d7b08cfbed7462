//===- main.cpp - Command line of LU --------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the variants; everything else is in common/program.h.
//
//===----------------------------------------------------------------------===//

#include "lu_kernel.h"

int main(int argc, char **argv) {
  return nas::runProgram<nas::Lu>(
      argc, argv,
      "NAS LU: a compressible flow by symmetric successive over-relaxation, "
      "whose sweeps run as waves through the grid.",
      {{{"serial", "one block after the other", nullptr}, nas::runSerial},
       {{"for", "slabs of planes, one for each thread, in a pipeline", nullptr},
        nas::runFor},
       {{"taskloop", "a taskloop over the blocks of each wave front", nullptr},
        nas::runTaskloop},
       {{"taskgraph",
         "blocks that wait for their neighbours, recorded and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(nas::runTaskgraph)}});
}
