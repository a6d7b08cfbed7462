//===- is_kernel.h - Ranking of integers by counting -----------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IS ranks keys whose distribution is bell-shaped: for every value it finds the
// number of keys that are not larger. A ranking has three passes, each in as
// many parts as the caller likes:
//
//   count       how often each value occurs among some of the keys
//   accumulate  some of the values, counted from the first of them on
//   finish      the same values, counted from the lowest of all on
//
// Whoever counts uses the histogram of the thread that runs it. Histograms are
// only ever added up, so it does not matter who counts which keys: a pass needs
// no schedule, only that the one before is complete. And since `finish` leaves
// keys and histograms alone, the next ranking may be counted meanwhile.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_IS_KERNEL_H
#define REPRISE_NAS_IS_KERNEL_H

#include "../../overhead-benchmarks/common/assumes.h"
#include "../common/program.h"

#include <algorithm>
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
  /// The keys that change must be in the first part, in class S, too.
  static constexpr int MaxParts = 2048;

  struct SizeClass {
    char name;
    int log_keys, log_range;

    constexpr std::int64_t range() const {
      return std::int64_t(1) << log_range;
    }
  };
  static constexpr SizeClass Classes[] = {{'S', 16, 11},
                                          {'W', 20, 16},
                                          {'A', 23, 19},
                                          {'B', 25, 21},
                                          {'C', 27, 23}};

  explicit Is(const Settings &settings);

  void reset();
  double operations() const { return double(Rankings) * number_of_keys; }
  Extent extent() const {
    return {std::to_string(number_of_keys), Rankings,
            "over values: " + std::to_string(valueParts(tasks))};
  }
  std::vector<Check> checks();
  void corrupt();

  BENCH_BEGIN_ASSUMES(ext_cannot_wait)
  /// Ranking `number` (from 1) begins with two changed keys: the first part
  /// changes them.
  void count(int part, int parts, int number);
  BENCH_END_ASSUMES
  /// The values have fewer parts than the keys if a part would be less work
  /// than handing it to a thread.
  static constexpr int valueParts(std::int64_t range, int parts) {
    return std::clamp(static_cast<int>(range / 1024), 1, parts);
  }
  int valueParts(int parts) const { return valueParts(range, parts); }
  BENCH_BEGIN_ASSUMES(ext_cannot_wait)
  void accumulate(int part, int value_parts);
  /// Also looks at those of the five test keys whose ranks are now known.
  /// There is nothing to do for parts after the last.
  void finish(int part, int value_parts, int number);
  BENCH_END_ASSUMES

  const char size_class;
  const int tasks;

private:
  using Key = std::int32_t;
  using Counter = std::int32_t;

  /// Where a part begins, of that many items in all.
  static std::int64_t begin(std::int64_t items, int part, int parts) {
    return items * part / parts;
  }

  std::int64_t number_of_keys, range;
  std::vector<TestKey> test_keys;
  // Not vectors: threads touch first what they work on.
  std::unique_ptr<Key[]> keys;
  std::unique_ptr<Counter[]> not_larger; ///< by value: keys up to it
  std::vector<std::unique_ptr<Counter[]>> histograms; ///< by thread
  std::vector<Counter> keys_of_part;                  ///< of `accumulate`
  int successes = 0;
};

void runSerial(Is &is, Run &run);
void runFor(Is &is, Run &run);
void runTaskloop(Is &is, Run &run);
void runTaskgraph(Is &is, Run &run);
void runStatic(Is &is, Run &run);

} // namespace nas

#endif // REPRISE_NAS_IS_KERNEL_H
