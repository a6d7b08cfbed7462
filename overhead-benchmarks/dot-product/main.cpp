//===- main.cpp - Command line of dot-product -----------------------------===//
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

#include "dot_product.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "dot-product";
  options.iterations = 100;
  options.parameters = {
      {"size", 262144, 1, 1000000000, "length of the vectors"},
      {"block", 512, 1, 1000000000, "length of the longest block"},
  };
  return bench::runProgram<DotProduct>(
      argc, argv,
      "Dot product of two vectors in blocks of different lengths, one task\n"
      "per block. An iteration is one dot product.",
      options,
      {{{"serial", "block after block", nullptr}, runSerial},
       {{"for", "one worksharing loop over the blocks", nullptr}, runFor},
       {{"tasks", "one task per block", nullptr}, runTasks},
       {{"taskgraph", "the blocks recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)}});
}
