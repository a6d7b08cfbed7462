// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// omp_pause_resource() takes the threads away, soft or hard; regions go on.
#include "two_regions.h"

int main() {
  for (int round = 0; round < 10; ++round) {
    runTwoRegions("between pauses");
    int status = round % 2 == 0 ? omp_pause_resource_all(omp_pause_hard)
                                : omp_pause_resource(omp_pause_soft,
                                                     omp_get_initial_device());
    CHECK_EQ("the pause", status, 0);
  }
  return check_done();
}
