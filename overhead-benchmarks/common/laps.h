//===- laps.h - Time of each iteration --------------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stopwatch that keeps every lap: summaries are made later from raw samples,
// so that the first iteration (which records a task graph) is never averaged
// with the others (which replay it).
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_COMMON_LAPS_H
#define REPRISE_BENCHMARKS_COMMON_LAPS_H

#include <chrono>
#include <vector>

namespace bench {

/// Used by one thread, the one that makes the tasks.
class Laps {
public:
  explicit Laps(int iterations) : iterations_(iterations) {
    // Growing during a measurement would put an allocation into a lap.
    seconds_.reserve(iterations);
  }

  int iterations() const { return iterations_; }
  void start() { started_ = std::chrono::steady_clock::now(); }
  void stop() {
    const std::chrono::duration<double> lap =
        std::chrono::steady_clock::now() - started_;
    seconds_.push_back(lap.count());
  }
  /// For a variant whose iterations overlap: one sample, the mean of them all.
  void stopAll() {
    stop();
    seconds_.back() /= iterations_;
  }
  const std::vector<double> &seconds() const { return seconds_; }

private:
  int iterations_;
  std::chrono::steady_clock::time_point started_;
  std::vector<double> seconds_;
};

} // namespace bench

#endif // REPRISE_BENCHMARKS_COMMON_LAPS_H
