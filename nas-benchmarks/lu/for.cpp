//===- for.cpp - Slabs of planes in a pipeline ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each thread has a slab of planes for good. In a sweep it follows the thread
// before it (in the backward sweep, the one behind it) chunk by chunk; for the
// rest of a step only neighbours meet. All of that is said by one counter for
// each thread, how many of its stages are done: there is no barrier at all.
//
// Stages of a step: each chunk of the forward sweep, each of the backward one,
// the update. The right-hand side is nothing that others wait for.
//
//===----------------------------------------------------------------------===//

#include "lu_kernel.h"

#include <algorithm>
#include <thread>

using nas::Lu;

namespace {
/// How far a thread has come, on a cache line of its own.
class alignas(64) Progress {
public:
  /// Caller: the owner.
  void advance() {
    const std::int64_t next = done + 1;
#pragma omp atomic write release
    done = next;
  }
  /// Caller: any thread. What the owner did before is then to be seen.
  void await(std::int64_t stages) const {
    for (int looks = 0;; ++looks) {
      std::int64_t seen;
#pragma omp atomic read acquire
      seen = done;
      if (seen >= stages)
        return;
      // More threads than processors: let the one awaited run.
      if (looks > 500)
        std::this_thread::yield();
    }
  }

private:
  std::int64_t done = 0;
};
} // namespace

static void march(Lu &lu, int steps) {
  // A slab has a plane at least.
  const int threads = std::min(omp_get_max_threads(), lu.n - 2);
  std::vector<Progress> progress(threads);
#pragma omp parallel num_threads(threads)
  {
    const int self = omp_get_thread_num(), team = omp_get_num_threads();
    const nas::Blocks blocks(lu.n, team);
    const nas::Range planes = blocks.planes(self);
    const int chunks = blocks.chunks();
    const auto await = [&](int thread, std::int64_t stages) {
      if (thread >= 0 && thread < team)
        progress[thread].await(stages);
    };
    std::int64_t done = 0;
    const auto advance = [&] {
      ++done;
      progress[self].advance();
    };

    for (int step = 0; step < steps; ++step) {
      const bool last = step == steps - 1;
      for (int chunk = 0; chunk < chunks; ++chunk) {
        await(self - 1, done + 1);
        lu.forward(planes, blocks.diagonals(chunk));
        advance();
      }
      for (int chunk = chunks - 1; chunk >= 0; --chunk) {
        await(self + 1, done + 1);
        lu.backward(planes, blocks.diagonals(chunk));
        advance();
      }
      await(self - 1, done);
      for (int k = planes.begin; k < planes.end; ++k)
        lu.update(k, last);
      advance();
      // R reaches two planes far, and a slab may have one.
      for (int distance : {-2, -1, 1, 2})
        await(self + distance, done);
      for (int k = planes.begin; k < planes.end; ++k)
        lu.rhs(k, last);
    }
  }
}

void nas::runFor(Lu &lu, Run &run) {
  if (run.warmUp())
    march(lu, 1);
  lu.reset();
  run.start();
  march(lu, lu.steps);
  lu.takeNorms();
  run.stop();
}
