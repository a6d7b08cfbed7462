//===- main.cpp - Command line of axpy ------------------------------------===//
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

#include "axpy.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "axpy";
  options.iterations = 100;
  options.parameters = {
      {"size", 262144, 1, 1000000000, "length of the vectors"},
      {"block", 512, 1, 1000000000, "elements updated by one task"},
  };
  return bench::runProgram<Vectors>(
      argc, argv,
      "y = a*x + y on vectors cut into blocks, one task per block. An\n"
      "iteration is one update with its own factor.",
      options,
      {{{"serial", "block after block", nullptr}, runSerial},
       {{"for", "one worksharing loop over the blocks", nullptr}, runFor},
       {{"tasks", "one task per block", nullptr}, runTasks},
       {{"taskgraph", "the update recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)}});
}
