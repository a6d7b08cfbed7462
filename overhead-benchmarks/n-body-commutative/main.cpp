//===- main.cpp - Command line of n-body-commutative ----------------------===//
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

#include "n_body_commutative.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "n-body-commutative";
  options.iterations = 32;
  options.parameters = {
      {"size", 512, 1, 10000000, "number of bodies"},
      {"block", 16, 1, 10000000, "bodies in a block"},
  };
  return bench::runProgram<Bodies>(
      argc, argv,
      "Gravity between all pairs of bodies, each pair once, one task per pair "
      "of\n"
      "blocks, in any order. An iteration is one time step.",
      options,
      {{{"serial", "all forces, then all moves", nullptr}, runSerial},
       {{"for", "the rounds of a tournament, a barrier after each", nullptr},
        runFor},
       {{"tasks", "one task per pair of blocks, in any order", nullptr},
        runTasks},
       {{"taskgraph", "the time step recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)}});
}
