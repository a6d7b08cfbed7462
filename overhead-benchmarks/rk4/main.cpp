//===- main.cpp - Command line of rk4 -------------------------------------===//
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

#include "rk4.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "rk4";
  options.iterations = 32;
  options.parameters = {
      {"size", 256, 1, 20000, "points along one side of the sea"},
      {"block", 16, 1, 20000, "points along one side of a block"},
      {"steps", 2, 1, 1000, "time steps in an iteration"},
  };
  return bench::runProgram<Sea>(
      argc, argv,
      "Waves on shallow water by fourth-order Runge-Kutta, one task per block\n"
      "and stage. An iteration is a number of time steps.",
      options,
      {{{"serial", "stage by stage", nullptr}, runSerial},
       {{"for", "one worksharing loop per stage", nullptr}, runFor},
       {{"tasks", "one task per block and stage", nullptr}, runTasks},
       {{"taskgraph", "the steps recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)}});
}
