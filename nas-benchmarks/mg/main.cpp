//===- main.cpp - Command line of MG --------------------------------------===//
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

#include "mg_kernel.h"

int main(int argc, char **argv) {
  return nas::runProgram<nas::Mg>(
      argc, argv,
      "NAS MG: multigrid V-cycles for a Poisson problem on a periodic cube.",
      {{{"serial", "one plane after the other", nullptr}, nas::runSerial},
       {{"for", "a worksharing loop for each step", nullptr}, nas::runFor},
       {{"taskloop", "a taskloop for each step", nullptr}, nas::runTaskloop},
       {{"taskgraph", "a V-cycle as two graphs, recorded and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(nas::runTaskgraph)}});
}
