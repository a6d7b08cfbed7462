// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and destructors of static objects, functions at exit and of the
// file's end meet regions, as main() does.
#include "two_regions.h"

/// Ends the process with a failure that no later code can hide.
static void run(const char *when) {
  runTwoRegions(when);
  if (check_failures == 0)
    return;
  fflush(stdout);
  _exit(1);
}

struct Object {
  Object() { run("in a constructor"); }
  ~Object() { run("in a destructor"); }
};
static Object object;

__attribute__((destructor)) static void atTheEnd() { run("at the end"); }

int main() {
  atexit([] { run("at exit"); });
  run("in main");
  return check_done();
}
