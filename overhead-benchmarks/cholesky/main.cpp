//===- main.cpp - Command line of cholesky --------------------------------===//
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

#include "cholesky.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "cholesky";
  options.iterations = 32;
  options.parameters = {
      {"size", 320, 1, 20000, "rows of the matrix, a multiple of the block"},
      {"block", 16, 1, 20000, "rows of a tile"},
  };
  return bench::runProgram<Matrix>(
      argc, argv,
      "Cholesky factorization of a positive definite matrix in square tiles,\n"
      "one task per tile operation. An iteration is one factorization.",
      options,
      {{{"serial", "tile operations one after the other", nullptr}, runSerial},
       {{"for", "worksharing loops inside each step", nullptr}, runFor},
       {{"tasks", "tasks with dependences", nullptr}, runTasks},
       {{"taskgraph", "the factorization recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)},
       {{"taskgraph-calls", "that taskgraph, with tasks made in another file",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraphCalls)}});
}
