//===- is_kernel.h - Ranking of integers by counting -----------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IS ranks keys whose distribution is bell-shaped: for every value it finds the
// number of keys that are not larger. The keys are first dealt into buckets by
// their leading bits, so that the counters of a bucket fit the first cache and
// each belongs to one thread.
//
// A ranking has three passes, each over as many parts as the caller likes:
//
//   count        how many keys of a part belong to each bucket
//   distribute   the keys of a part to their places in the buckets
//   rank         the values of some buckets
//
// What a part counts is kept under the part's number and not with the thread
// that counted. So nothing depends on who runs what: a pass only needs the one
// before to be complete.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_IS_KERNEL_H
#define REPRISE_NAS_IS_KERNEL_H

#include "../common/program.h"

#include <array>
#include <cstdint>
#include <memory>

namespace nas {

/// A key whose rank is known: in ranking t it is `rank + sign * t`.
struct TestKey {
  std::int64_t index;
  std::int64_t rank;
  int sign;
};

class Is {
public:
  static constexpr const char *Name = "is";
  static constexpr const char *Operation = "keys ranked";
  static constexpr int Rankings = 10;

  explicit Is(const Settings &settings);

  void reset();
  double operations() const { return double(Rankings) * number_of_keys; }
  std::vector<Check> checks();
  void corrupt();

  /// Ranking `number` (from 1) begins with two changed keys, ...
  void changeKeys(int number);
  /// ... consists of these passes, each for all of the `parts`, ...
  void count(int part, int parts);
  void distribute(int part, int parts);
  void rank(int part, int parts);
  /// ... and ends with a look at the ranks of five keys.
  void verify(int number);

  const int tasks;

private:
  using Key = std::int32_t;
  static constexpr int MaxBuckets = 256;
  using PerBucket = std::array<std::int32_t, MaxBuckets>;
  /// Where a part begins, of that many items in all.
  static std::int64_t begin(std::int64_t items, int part, int parts) {
    return items * part / parts;
  }

  std::vector<TestKey> test_keys;
  std::int64_t number_of_keys, range;
  int buckets, bucket_shift;
  // Not vectors: threads touch first what they work on.
  std::unique_ptr<Key[]> keys, dealt;         ///< dealt: ordered by bucket
  std::unique_ptr<std::int32_t[]> not_larger; ///< by value: keys up to it
  std::vector<PerBucket> counted;             ///< by part
  std::array<std::int32_t, MaxBuckets + 1> bucket_begin;
  int successes = 0;
};

void runSerial(Is &is, Run &run);
void runFor(Is &is, Run &run);
void runTaskloop(Is &is, Run &run);
void runTaskgraph(Is &is, Run &run);

} // namespace nas

#endif // REPRISE_NAS_IS_KERNEL_H
