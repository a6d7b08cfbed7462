//===- team.h - A team in which one thread makes tasks ----------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A team of one runs its tasks at once and skips their dependences, so what
// one thread pays for deferred tasks can only be seen in a larger team whose
// other threads are kept out of the way: blocked outside the runtime.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_COMMON_TEAM_H
#define REPRISE_BENCHMARKS_COMMON_TEAM_H

#include <functional>
#include <omp.h>
#include <semaphore.h>

namespace bench {

/// Thread 0 of a team does `alone` while the others block outside the runtime,
/// and then `work`, for which they are released to take tasks as usual. If
/// `asleep` they stay blocked: then every instruction counted belongs to the
/// one thread that makes, defers and runs all tasks, and a count can be
/// repeated.
inline void inTeam(bool asleep, const std::function<void()> &alone,
                   const std::function<void()> &work) {
  sem_t released;
  sem_init(&released, 0, 0);
#pragma omp parallel
  {
    const auto release_others = [&] {
      for (int i = 1; i < omp_get_num_threads(); ++i)
        sem_post(&released);
    };
    if (omp_get_thread_num() == 0) {
      alone();
      if (!asleep)
        release_others();
      work();
      if (asleep)
        release_others();
    } else {
      while (sem_wait(&released) != 0)
        continue;
    }
  }
  sem_destroy(&released);
}

} // namespace bench

#endif // REPRISE_BENCHMARKS_COMMON_TEAM_H
