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

/// Times in seconds.
struct Lap {
  double start; ///< On the steady clock, since whenever that began.
  double seconds;
};

/// Used by one thread at a time.
class Laps {
public:
  explicit Laps(int iterations) : iterations_(iterations) {
    // Growing during a measurement would put an allocation into a lap.
    laps_.reserve(iterations);
  }

  int iterations() const { return iterations_; }
  void start() { started_ = Clock::now(); }
  void stop() {
    const auto stopped = Clock::now();
    laps_.push_back({inSeconds(started_.time_since_epoch()),
                     inSeconds(stopped - started_)});
  }
  /// For a variant whose iterations overlap: one sample, the mean of them all.
  void stopAll() {
    stop();
    laps_.back().seconds /= iterations_;
  }
  const std::vector<Lap> &laps() const { return laps_; }

private:
  using Clock = std::chrono::steady_clock;
  static double inSeconds(std::chrono::duration<double> time) {
    return time.count();
  }

  int iterations_;
  Clock::time_point started_;
  std::vector<Lap> laps_;
};

} // namespace bench

#endif // REPRISE_BENCHMARKS_COMMON_LAPS_H
