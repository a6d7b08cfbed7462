//===- main.cpp - Command line of tiled-lu --------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the parameters and the table of variants; everything else is in
// common/program.h.
//
//===----------------------------------------------------------------------===//

#include "tiled_lu.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "tiled-lu";
  options.iterations = 32;
  options.parameters = {
      {"size", 320, 1, 20000, "rows of the matrix, a multiple of the block"},
      {"block", 16, 1, 20000, "rows of a tile"},
  };
  return bench::runProgram<LuMatrix>(
      argc, argv,
      "LU factorization with partial pivoting, one task per panel, column or\n"
      "tile. An iteration is one factorization.",
      options,
      {{{"serial", "panel by panel", nullptr}, runSerial},
       {{"for", "a worksharing loop inside each step", nullptr}, runFor},
       {{"tasks", "tasks with dependences", nullptr}, runTasks},
       {{"taskgraph", "the factorization recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)},
       {{"taskgraph-calls", "that taskgraph, with tasks made in another file",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraphCalls)}});
}
