//===- main.cpp - Command line of FT --------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the variants; everything else is in common/program.h.
//
//===----------------------------------------------------------------------===//

#include "ft_kernel.h"

int main(int argc, char **argv) {
  return nas::runProgram<nas::Ft>(
      argc, argv,
      "NAS FT: the heat equation on a periodic box, by three-dimensional\n"
      "Fourier transforms. Each of these is a loop over slabs and one over "
      "planes.",
      {{{"serial", "one slab, one plane after the other", nullptr},
        nas::runSerial},
       {{"for", "worksharing loops in one parallel region", nullptr},
        nas::runFor},
       {{"taskloop", "taskloops made by one thread", nullptr},
        nas::runTaskloop},
       {{"taskgraph", "the taskloops of a step, recorded and replayed",
         bench::taskgraph_unavailable},
        BENCH_TASKGRAPH_ONLY(nas::runTaskgraph)}});
}
