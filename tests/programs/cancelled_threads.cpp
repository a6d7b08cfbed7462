// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of the program with regions and teams of their own are cancelled
// where they wait for nothing of OpenMP, come and go.
#include "two_regions.h"
#include <pthread.h>
#include <unistd.h>

constexpr int Rounds = 10, Threads = 3;
static int done;

static void *body(void *) {
  runTwoRegions("in a thread of the program");
  __atomic_fetch_add(&done, 1, __ATOMIC_RELEASE);
  for (;;)
    pause(); // a cancellation point
}

int main() {
  for (int round = 0; round < Rounds; ++round) {
    pthread_t threads[Threads];
    for (pthread_t &thread : threads)
      pthread_create(&thread, nullptr, body, nullptr);
    while (__atomic_load_n(&done, __ATOMIC_ACQUIRE) != (round + 1) * Threads)
      usleep(100);
    for (pthread_t thread : threads) {
      pthread_cancel(thread);
      pthread_join(thread, nullptr);
    }
    runTwoRegions("in main");
  }
  return check_done();
}
