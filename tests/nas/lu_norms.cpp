// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NPB takes two norms in the last step of LU, inside the clock. A run that does
// not must not be verified by what the first run has left.

#include "../../nas-benchmarks/lu/lu_kernel.h"

static void run(nas::Lu &lu, bool update_measured, bool rhs_measured) {
  const nas::Blocks blocks(lu.n, 1);
  for (int step = 1; step <= lu.steps; ++step) {
    const bool last = step == lu.steps;
    for (int chunk = 0; chunk < blocks.chunks(); ++chunk)
      lu.forward(blocks.planes(0), blocks.diagonals(chunk));
    for (int chunk = blocks.chunks() - 1; chunk >= 0; --chunk)
      lu.backward(blocks.planes(0), blocks.diagonals(chunk));
    for (int k = 1; k < lu.n - 1; ++k)
      lu.update(k, last && update_measured);
    for (int k = 1; k < lu.n - 1; ++k)
      lu.rhs(k, last && rhs_measured);
  }
}

int main() {
  nas::Lu lu(nas::Settings{'S', 1});
  int wrong = 0;
  const auto expect = [&](bool verified, const char *what) {
    if (nas::mismatchOf(lu.checks()).empty() != verified) {
      std::printf("%s: %s\n", what, verified ? "not verified" : "verified");
      ++wrong;
    }
    lu.reset();
  };
  lu.reset();
  run(lu, true, true);
  lu.takeNorms();
  expect(true, "all norms");
  run(lu, true, true);
  expect(false, "measured, but never added up");
  run(lu, false, true);
  lu.takeNorms();
  expect(false, "without the norm of the update");
  run(lu, true, false);
  lu.takeNorms();
  expect(false, "without the norm of the residual");
  return wrong != 0;
}
