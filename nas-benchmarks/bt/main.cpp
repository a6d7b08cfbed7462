//===- main.cpp - Command line of BT --------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variants are in common/adi.h, everything else in common/program.h.
//
//===----------------------------------------------------------------------===//

#include "bt_kernel.h"

#include "../common/adi.h"

int main(int argc, char **argv) {
  return nas::adi::runProgram<nas::Bt>(
      argc, argv,
      "NAS BT: implicit time steps of a flow, by block-tridiagonal systems "
      "along all lines.");
}
