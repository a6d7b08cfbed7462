//===- constructs.h - What the tasking constructs are timed with -*- C++ -*-==//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A portion of work that takes a while, and ways to have it done by tasks, in
// the manner of EPCC's micro-benchmarks: what a way takes longer than a loop
// that does the same portions without any task is its overhead.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_CONSTRUCTS_CONSTRUCTS_H
#define REPRISE_BENCHMARKS_CONSTRUCTS_CONSTRUCTS_H

#include <atomic>
#include <cstdint>
#include <omp.h>
#include <vector>

struct Work {
  std::int64_t portions; ///< of a thread
  std::int64_t length;   ///< steps of a portion
  int threads;
  bool counts = false; ///< whether each portion is counted: to check, untimed
  std::vector<char> objects = std::vector<char>(Objects); ///< to depend on
  std::atomic<std::int64_t> done{0};

  static constexpr int Objects = 64;
  std::int64_t all() const { return portions * threads; }
  char *object(std::int64_t task) { return &objects[task % Objects]; }

  /// One portion: steps that the compiler cannot leave out.
  void portion() {
    for (std::int64_t i = 0; i < length; ++i)
      asm volatile("" : "+r"(i));
    if (counts)
      done.fetch_add(1, std::memory_order_relaxed);
  }
};

/// Every thread of a team calls it; a barrier comes before and behind.
using Way = void (*)(Work &work);

void replayIndependent(Work &work);
void replayChains(Work &work);

#endif // REPRISE_BENCHMARKS_CONSTRUCTS_CONSTRUCTS_H
