//===- main.cpp - Command line of SP --------------------------------------===//
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

#include "sp_kernel.h"

int main(int argc, char **argv) {
  return nas::runProgram<nas::Sp>(
      argc, argv,
      "NAS SP: implicit time steps of a flow, by penta-diagonal systems "
      "along all lines.",
      {{{"serial", "one plane after the other", nullptr}, nas::runSerial},
       {{"for", "worksharing loops over planes and slabs", nullptr},
        nas::runFor},
       {{"taskloop", "taskloops over planes and slabs", nullptr},
        nas::runTaskloop},
       {{"taskgraph", "those taskloops, recorded and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(nas::runTaskgraph)}});
}
