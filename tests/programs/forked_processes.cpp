// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process is forked after graphs were recorded: child, grandchild and parent
// go on with regions, and a child that only executes another program is well.
#include "two_regions.h"
#include <sys/wait.h>

static void joined(pid_t child, const char *what) {
  int status = -1;
  waitpid(child, &status, 0);
  CHECK_EQ(what, status, 0);
}

int main() {
  runTwoRegions("before");
  for (int round = 0; round < 3; ++round) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      runTwoRegions("in the child");
      fflush(stdout);
      pid_t grandchild = fork();
      if (grandchild == 0) {
        runTwoRegions("in the grandchild");
        return check_done();
      }
      joined(grandchild, "the grandchild's status");
      return check_done();
    }
    joined(child, "the child's status");
    pid_t other = fork();
    if (other == 0) {
      execlp("true", "true", (char *)nullptr);
      _exit(127);
    }
    joined(other, "the other program's status");
    runTwoRegions("in the parent, afterwards");
  }
  return check_done();
}
