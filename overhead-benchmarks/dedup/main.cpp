//===- main.cpp - Command line of dedup -----------------------------------===//
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

#include "dedup.h"

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "dedup";
  options.iterations = 32;
  options.parameters = {
      {"size", 262144, 1, 1000000000, "bytes in a stream"},
      {"block", 8192, 1, 1000000000, "bytes in a chunk"},
      {"parts", 4, 1, 1000000, "tasks that share the pieces of a chunk"},
  };
  return bench::runProgram<Archiver>(
      argc, argv,
      "An archive without duplicates, a pipeline of chunks and their pieces. "
      "An\n"
      "iteration is one stream.",
      options,
      {{{"serial", "one chunk after the other", nullptr}, runSerial},
       {{"for", "two ordered worksharing loops", nullptr}, runFor},
       {{"tasks", "a fixed number of tasks for each chunk", nullptr}, runTasks},
       {{"tasks-nested", "a task for each piece, made by that of its chunk",
         nullptr},
        runTasksNested},
       {{"taskgraph", "the stream's tasks recorded once and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(runTaskgraph)}});
}
