//===- main.cpp - Command line of tiled-qr --------------------------------===//
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

#include "tiled_qr.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "tiled-qr";
  options.iterations = 32;
  options.parameters = {
      {"size", 256, 1, 20000, "rows of the matrix, a multiple of the block"},
      {"block", 16, 1, 20000, "rows of a tile"},
      {"panel", 16, 1, 20000, "columns of a tile factorized together"},
      {"parts", 3, 1, 3, "names of a tile in depend clauses, 1 or 3"},
  };
  return bench::runProgram<QrMatrix>(
      argc, argv,
      "QR factorization of a matrix in square tiles, one task per tile\n"
      "operation. An iteration is one factorization.",
      options,
      {{{"serial", "tile operations one after the other", nullptr}, runSerial},
       {{"for", "a worksharing loop inside each step", nullptr}, runFor},
       {{"tasks", "tasks with dependences", nullptr}, runTasks},
       {{"taskgraph", "the factorization recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)},
       {{"taskgraph-calls", "that taskgraph, with tasks made in another file",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraphCalls)}});
}
