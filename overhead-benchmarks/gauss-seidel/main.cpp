//===- main.cpp - Command line of gauss-seidel ----------------------------===//
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

#include "gauss_seidel.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "gauss-seidel";
  options.iterations = 32;
  options.parameters = {
      {"size", 512, 1, 20000, "inner points along one side of the plate"},
      {"block", 16, 1, 20000, "points along one side of a block"},
  };
  return bench::runProgram<Plate>(
      argc, argv,
      "Gauss-Seidel heat diffusion on a square plate, one task per block. An\n"
      "iteration is one sweep over the plate.",
      options,
      {{{"serial", "blocks row by row", nullptr}, runSerial},
       {{"for", "one worksharing loop per diagonal", nullptr}, runFor},
       {{"tasks", "tasks with dependences, a wait per sweep", nullptr},
        runTasks},
       {{"tasks-overlapping", "tasks of all sweeps, one wait at the end",
         nullptr},
        runTasksOverlapping},
       {{"taskgraph", "the sweep recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)}});
}
