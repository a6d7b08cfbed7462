//===- main.cpp - Command line of sparse-lu -------------------------------===//
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

#include "sparse_lu.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "sparse-lu";
  options.iterations = 32;
  options.parameters = {
      {"size", 480, 1, 20000, "rows of the matrix, a multiple of the block"},
      {"block", 16, 1, 20000, "rows of a block"},
      {"density", 5, 0, 100, "percent of the blocks that are not empty"},
  };
  return bench::runProgram<SparseMatrix>(
      argc, argv,
      "LU factorization of a matrix with empty blocks, one task per operation\n"
      "on a block. An iteration is one factorization.",
      options,
      {{{"serial", "block operations one after the other", nullptr}, runSerial},
       {{"for", "worksharing loops inside each step", nullptr}, runFor},
       {{"tasks", "tasks with dependences", nullptr}, runTasks},
       {{"taskgraph", "the factorization recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)}});
}
