//===- main.cpp - Command line of CG --------------------------------------===//
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

#include "cg_kernel.h"

int main(int argc, char **argv) {
  return nas::runProgram<nas::Cg>(
      argc, argv,
      "NAS CG: an eigenvalue of a random sparse matrix by inverse iteration\n"
      "with conjugate gradients.",
      {{{"serial", "all rows at once", nullptr}, nas::runSerial},
       {{"for", "worksharing loops over parts of the rows", nullptr},
        nas::runFor},
       {{"taskloop", "a taskloop for each of these loops", nullptr},
        nas::runTaskloop},
       {{"taskgraph", "an iteration as a recorded graph of tasks",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(nas::runTaskgraph)},
       {{"taskgraph-static", "an iteration as a graph that the compiler builds",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(nas::runStatic),
        nas::StaticTasks}});
}
