//===- main.cpp - Command line of hog -------------------------------------===//
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

#include "hog.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "hog";
  options.iterations = 16;
  options.parameters = {
      {"size", 1080, 1, 20000, "rows of the image, which is 16:9"},
      {"block", 4, 1, 2500, "cells of 8x8 pixels along one side of a tile"},
  };
  return bench::runProgram<Features>(
      argc, argv,
      "Histograms of oriented gradients of an image, one task per stage and\n"
      "tile. An iteration is one frame.",
      options,
      {{{"serial", "tile by tile", nullptr}, runSerial},
       {{"for", "two worksharing loops", nullptr}, runFor},
       {{"tasks", "tasks with dependences between the stages", nullptr},
        runTasks},
       {{"taskgraph", "the three stages recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)}});
}
