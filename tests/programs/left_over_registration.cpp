// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process that was killed while libomp started leaves an empty file in shared
// memory; a later one with the same number must start all the same.
#include "check.h"

#include <fcntl.h>
#include <sys/mman.h>

int main() {
  char name[64];
  snprintf(name, sizeof(name), "/__KMP_REGISTERED_LIB_%d_%d", int(getpid()),
           int(getuid()));
  int file = shm_open(name, O_CREAT | O_RDWR, 0600);
  CHECK_EQ("shared memory is there", file >= 0, true);
  close(file);
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads++;
  CHECK_EQ("threads", threads, omp_get_max_threads());
  return check_done();
}
