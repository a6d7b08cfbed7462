//===- is_kernel.cpp - The passes of a ranking ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The keys are not dealt into buckets first: up to class A the counters that
// are in use fit the second cache, and then that would only be more work.
//
//===----------------------------------------------------------------------===//

#include "is_kernel.h"

#include "../common/random.h"

#include <algorithm>

namespace nas {

namespace {

constexpr struct {
  char name;
  TestKey key;
} TestKeys[] = {
    {'S', {48427, 0, 1}},
    {'S', {17148, 18, 1}},
    {'S', {23627, 346, 1}},
    {'S', {62548, 64917, -1}},
    {'S', {4431, 65463, -1}},
    {'W', {357773, 1247, 1}},
    {'W', {934767, 11696, 1}},
    {'W', {875723, 1039987, -1}},
    {'W', {898999, 1043896, -1}},
    {'W', {404505, 1048018, -1}},
    {'A', {2112377, 103, 1}},
    {'A', {662041, 17522, 1}},
    {'A', {5336171, 123927, 1}},
    {'A', {3642833, 8288933, -1}},
    {'A', {4250760, 8388265, -1}},
    {'B', {41869, 33422937, -1}},
    {'B', {812306, 10244, 1}},
    {'B', {5102857, 59149, 1}},
    {'B', {18232239, 33135281, -1}},
    {'B', {26860214, 99, 1}},
    {'C', {44172927, 61147, 1}},
    {'C', {72999161, 882988, 1}},
    {'C', {74326391, 266290, 1}},
    {'C', {129606274, 133997595, -1}},
    {'C', {21736814, 133525895, -1}},
};

} // namespace

Is::Is(const Settings &settings)
    : size_class(settings.size_class),
      tasks(std::min(settings.tasks, MaxParts)) {
  const SizeClass &found = findClass(Classes, size_class);
  number_of_keys = std::int64_t(1) << found.log_keys;
  range = found.range();
  for (const auto &of : TestKeys)
    if (of.name == size_class)
      test_keys.push_back(of.key);
  keys.reset(new Key[number_of_keys]);
  not_larger.reset(new Counter[range]);
  for (int thread = 0; thread < omp_get_max_threads(); ++thread)
    histograms.emplace_back(new Counter[range]);
  keys_of_part.resize(std::max(tasks, omp_get_max_threads()));
}

void Is::reset() {
  // Keys and values go to threads as in for.cpp: this is also the first touch.
  constexpr std::int64_t Block = 1 << 12;
  const double quarter = range / 4;
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (std::int64_t block = 0; block < number_of_keys / Block; ++block) {
      Random random(314159265);
      random.skip(4 * Block * block);
      for (std::int64_t i = block * Block; i < (block + 1) * Block; ++i) {
        double sum = random.next();
        for (int more = 0; more < 3; ++more)
          sum += random.next();
        keys[i] = static_cast<Key>(quarter * sum);
      }
    }
#pragma omp for schedule(static) nowait
    for (std::int64_t value = 0; value < range; ++value)
      not_larger[value] = 0;
    std::fill_n(histograms[omp_get_thread_num()].get(), range, 0);
  }
  successes = 0;
}

void Is::count(int part, int parts, int number) {
  if (part == 0) {
    keys[number] = number;
    keys[number + Rankings] = static_cast<Key>(range - number);
  }
  Counter *const histogram = histograms[omp_get_thread_num()].get();
  const std::int64_t end = begin(number_of_keys, part + 1, parts);
  for (std::int64_t i = begin(number_of_keys, part, parts); i < end; ++i)
    ++histogram[keys[i]];
}

void Is::accumulate(int part, int value_parts) {
  const std::int64_t low = begin(range, part, value_parts);
  const std::int64_t values = begin(range, part + 1, value_parts) - low;
  Counter *const here = &not_larger[low];
  std::fill_n(here, values, 0);
  // Histograms are left empty for the next ranking.
  for (int thread = 0; thread < omp_get_num_threads(); ++thread) {
    Counter *const histogram = &histograms[thread][low];
#pragma omp simd
    for (std::int64_t i = 0; i < values; ++i) {
      here[i] += histogram[i];
      histogram[i] = 0;
    }
  }
  Counter sum = 0;
  for (std::int64_t i = 0; i < values; ++i)
    here[i] = sum += here[i];
  keys_of_part[part] = sum;
}

void Is::finish(int part, int value_parts, int number) {
  if (part >= value_parts)
    return;
  Counter lower = 0;
  for (int before = 0; before < part; ++before)
    lower += keys_of_part[before];
  const std::int64_t low = begin(range, part, value_parts);
  const std::int64_t high = begin(range, part + 1, value_parts);
#pragma omp simd
  for (std::int64_t value = low; value < high; ++value)
    not_larger[value] += lower;

  for (const TestKey &test : test_keys) {
    const Key key = keys[test.index];
    // As many keys are smaller as are not larger than the value below.
    if (key > 0 && key < number_of_keys && key > low && key <= high &&
        not_larger[key - 1] == test.rank + test.sign * number) {
#pragma omp atomic
      ++successes;
    }
  }
}

std::vector<Check> Is::checks() {
  // All keys are really sorted, by the last ranking, which is used up by that.
  std::vector<Key> sorted(number_of_keys, -1);
  bool all_placed = true;
  for (std::int64_t i = 0; i < number_of_keys && all_placed; ++i) {
    const Counter place = --not_larger[keys[i]];
    all_placed = place >= 0 && place < number_of_keys && sorted[place] == -1;
    if (all_placed)
      sorted[place] = keys[i];
  }
  const bool in_order =
      all_placed && std::is_sorted(sorted.begin(), sorted.end());
  return {{"number of right ranks (and 1 for the order of all keys)",
           double(successes + in_order), 5 * Rankings + 1, 0}};
}

void Is::corrupt() { not_larger[range / 2] = 0; }

} // namespace nas
