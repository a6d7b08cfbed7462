//===- static.cpp - A graph of batches that the compiler builds ---------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number of tasks is a constant, and so is how many batches a task has,
// since the class is a parameter of a template. So the compiler knows the
// graph, and nothing is recorded. The library adds up a reduction when it runs;
// here each task leaves what it found in a place of its own.
//
//===----------------------------------------------------------------------===//

#include "ep_kernel.h"

namespace {

struct alignas(64) Part {
  nas::Deviates found;
};

} // namespace

/// Counts the batches, or (`dry`) only runs the tasks that would.
template <char Class>
static nas::Deviates countBatches(const nas::Ep &ep, bool dry) {
  constexpr std::int64_t Batches =
      nas::findClass(nas::Ep::Classes, Class).batches();
  constexpr std::int64_t Share = Batches / nas::StaticTasks;
  static_assert(Share * nas::StaticTasks == Batches);
  static Part parts[nas::StaticTasks];
#pragma omp parallel
#pragma omp single
#pragma omp taskgraph
  for (int part = 0; part < nas::StaticTasks; ++part)
#pragma omp task shared(ep) firstprivate(part, dry)
  {
    nas::Deviates found;
    for (std::int64_t number = part * Share; number < (part + 1) * Share;
         ++number)
      if (!dry)
        found += ep.batch(number);
    parts[part].found = found;
  }
  nas::Deviates found;
  for (const Part &part : parts)
    found += part.found;
  return found;
}

void nas::runStatic(Ep &ep, Run &run) {
  withClass(ep.size_class, [&](auto of) {
    constexpr char Class = decltype(of)::value;
    if (run.warmUp())
      countBatches<Class>(ep, true);
    ep.reset();
    run.start();
    ep.found = countBatches<Class>(ep, false);
    run.stop();
  });
}
