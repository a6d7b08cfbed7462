//===- main.cpp - Command line of matrix-inverse --------------------------===//
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

#include "matrix_inverse.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "matrix-inverse";
  options.iterations = 32;
  options.parameters = {
      {"size", 256, 1, 20000, "rows of the matrix, a multiple of the block"},
      {"block", 16, 1, 20000, "rows of a tile"},
  };
  return bench::runProgram<DefiniteMatrix>(
      argc, argv,
      "Inverse of a positive definite matrix in square tiles, one task per "
      "tile\n"
      "operation. An iteration is one inversion.",
      options,
      {{{"serial", "phase after phase", nullptr}, runSerial},
       {{"for", "worksharing loops inside each step", nullptr}, runFor},
       {{"tasks", "tasks with dependences, no waits between the phases",
         nullptr},
        runTasks},
       {{"taskgraph", "the three phases recorded as one graph and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)}});
}
