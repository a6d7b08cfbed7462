//===- main.cpp - Command line of EP --------------------------------------===//
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

#include "ep_kernel.h"

int main(int argc, char **argv) {
  return nas::runProgram<nas::Ep>(
      argc, argv,
      "NAS EP: Gaussian deviates by rejection, in batches that are "
      "independent.",
      {{{"serial", "one batch after the other", nullptr}, nas::runSerial},
       {{"for", "a worksharing loop over the batches", nullptr}, nas::runFor},
       {{"taskloop", "a taskloop over the batches", nullptr}, nas::runTaskloop},
       {{"taskgraph", "that taskloop, recorded and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(nas::runTaskgraph)},
       {{"taskgraph-static", "tasks whose graph the compiler builds",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(nas::runStatic),
        nas::StaticTasks}});
}
