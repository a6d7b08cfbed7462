// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that makes tasks with dependences faster than anybody runs them runs
// ready ones itself, one for each that it makes, so that their number has a
// limit. The other threads are kept busy. With the argument "off" there is no
// limit.
#include "depend_check.h"
#include <algorithm>
#include <cstring>
#include <vector>

constexpr int Chains = 64, Length = 100;

int main(int argc, char **argv) {
  const char *wanted = argc < 2 ? "on" : argv[1];
  std::vector<int> value(Chains), ended(1);
  int busy = 0, done = 0, threads = 1, most = 0;
#pragma omp parallel
#pragma omp single
  {
    threads = omp_get_num_threads();
    // One task for each of the other threads, which must not be this one.
    for (int t = 1; t < threads; ++t) {
#pragma omp task shared(busy, done)
      {
        __atomic_fetch_add(&busy, 1, __ATOMIC_RELAXED);
        while (!seen(&done))
          sched_yield();
      }
    }
    while (seen(&busy) < threads - 1)
      sched_yield();
    for (int i = 0; i < Chains * Length; ++i) {
      int *chain = &value[i % Chains], *end = ended.data(), round = i / Chains;
#pragma omp task firstprivate(chain, end, round) ORDER_1(inout : *chain)
      {
        CHECK_EQ("tasks of the chain before", *chain, round);
        *chain = round + 1;
        ++*end; // by this thread only
      }
      most = std::max(most, i + 1 - ended[0]);
    }
    raise_flag(&done);
  }
  for (int of : value)
    CHECK_EQ("length of a chain", of, Length);
  // Each thread's share, and the task that is made just then.
  if (threads > 1 && strcmp(wanted, "any") != 0)
    CHECK_EQ("limited", most <= 256 * threads + 1, strcmp(wanted, "on") == 0);
  return check_done();
}
