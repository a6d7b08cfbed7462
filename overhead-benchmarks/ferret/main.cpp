//===- main.cpp - Command line of ferret ----------------------------------===//
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

#include "ferret.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "ferret";
  options.iterations = 32;
  options.parameters = {
      {"size", 64, 1, 1000000, "pictures in a batch"},
      {"block", 1, 1, 1000000, "pictures in an item of the pipeline"},
      {"slots", 16, 1, 1000000, "items that may be under way"},
      {"entries", 256, 1, 1000000, "pictures in the index"},
  };
  return bench::runProgram<Pipeline>(
      argc, argv,
      "Search for similar pictures, a pipeline of five stages, one task per "
      "stage\n"
      "and item. An iteration is one batch of queries.",
      options,
      {{{"serial", "one item after the other", nullptr}, runSerial},
       {{"for", "slots filled, then an ordered worksharing loop", nullptr},
        runFor},
       {{"tasks", "tasks with dependences on slots, input and output", nullptr},
        runTasks},
       {{"taskgraph", "the batch recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)}});
}
