//===- main.cpp - Command line of black-scholes ---------------------------===//
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

#include "black_scholes.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "black-scholes";
  options.iterations = 64;
  options.parameters = {
      {"size", 20000, 1, 100000000, "options"},
      {"block", 50, 1, 100000000, "options priced by one task"},
  };
  return bench::runProgram<Market>(
      argc, argv,
      "Prices of calls and puts by the formula of Black and Scholes, one task\n"
      "per block of options. An iteration prices all at one market level.",
      options,
      {{{"serial", "blocks one after the other", nullptr}, runSerial},
       {{"for", "one worksharing loop", nullptr}, runFor},
       {{"tasks", "independent tasks", nullptr}, runTasks},
       {{"taskgraph", "the tasks recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)}});
}
