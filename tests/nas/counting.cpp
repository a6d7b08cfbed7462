// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints, for a node and a step, the operations that NPB counts and those that
// the serial run of a kernel executes: test_operations.py compiles this with
// the kernel's name and vectors that count.

#include HEADER

#include "../common/adi.h"

#include <cmath>

int main(int, char **arguments) {
  KERNEL kernel(nas::Settings{arguments[1][0], 1});
  bench::Laps laps(1);
  nas::Run run(laps, false);
  RUN(kernel, run);
  const double executed = double(operations);

  const nas::Extent extent = kernel.extent();
  const double nodes = std::pow(std::stod(extent.size), 3) * extent.iterations;
  const std::string mismatch = nas::mismatchOf(kernel.checks());
  std::printf("%.0f %.0f\n%s\n", kernel.operations() / nodes, executed / nodes,
              mismatch.c_str());
  return !mismatch.empty();
}
