// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Root threads that come and go, while the threads of the pool serve one after
// the other. A root's tasks are in its own memory, which goes with it: what a
// pool thread has freed of it must have been given back by then.
#include "depend_check.h"
#include <pthread.h>

constexpr int Rounds = 40, Roots = 3, Tasks = 40, Pieces = 50;

/// Takes what memory the system has got back, and writes to it.
static void write_free_memory() {
  void *pieces[Pieces];
  for (int i = 0; i < Pieces; ++i)
    memset(pieces[i] = malloc(3000 + 100 * i), 0xa5, 3000 + 100 * i);
  for (void *piece : pieces)
    free(piece);
}

static void *root_thread(void *) {
  int ran = 0, value = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(ran)
    spin(1000), count(&ran);
#pragma omp task ORDER_1(inout : value) shared(value)
    CHECK_EQ("in turn", value, i), spin(100), value = i + 1;
  }
  CHECK_EQ("independent tasks of a root", ran, Tasks);
  CHECK_EQ("chain of a root", value, Tasks);
  write_free_memory();
  return nullptr;
}

int main() {
  for (int round = 0; round < Rounds; ++round) {
    pthread_t threads[Roots];
    for (auto &thread : threads)
      pthread_create(&thread, nullptr, root_thread, nullptr);
    for (auto &thread : threads)
      pthread_join(thread, nullptr);
  }
  return check_done();
}
