//===- main.cpp - Command line of IS --------------------------------------===//
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

#include "is_kernel.h"

int main(int argc, char **argv) {
  return nas::runProgram<nas::Is>(
      argc, argv, "NAS IS: ranking of integer keys by counting, ten times.",
      {{{"serial", "one ranking after the other", nullptr}, nas::runSerial},
       {{"for", "two worksharing loops for each ranking", nullptr},
        nas::runFor},
       {{"taskloop", "two taskloops for each ranking", nullptr},
        nas::runTaskloop},
       {{"taskgraph", "a ranking as one graph, recorded and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(nas::runTaskgraph)},
       {{"taskgraph-static", "a ranking as a graph that the compiler builds",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(nas::runStatic),
        nas::StaticTasks}});
}
