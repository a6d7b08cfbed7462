// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tool as a library, for any program (OMP_TOOL_LIBRARIES). Where an event
// is not well-formed the program ends with status 3.
#include "tool_events.h"

[[gnu::constructor]] static void begin() {
  tool_end = [] {
    check_all_ended();
    if (check_failures == 0)
      return;
    printf("the tool: %d checks, %d failed\n", check_total, check_failures);
    fflush(stdout);
    _exit(3);
  };
}
