//===- is_kernel.cpp - The passes of a ranking ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buckets of the middle hold many keys and those of the ends few. So a part of
// the last pass is not a number of buckets but those that begin in its share of
// the keys.
//
//===----------------------------------------------------------------------===//

#include "is_kernel.h"

#include "../common/random.h"

#include <algorithm>

namespace nas {

namespace {

// As many buckets as can be filled at once from one cache, but not so many that
// a bucket of a small class would have no more than a few values: a counter
// that is needed again at once must wait for itself.
constexpr struct {
  char name;
  int log_keys, log_range, log_buckets;
} Classes[] = {{'S', 16, 11, 6},
               {'W', 20, 16, 8},
               {'A', 23, 19, 8},
               {'B', 25, 21, 8},
               {'C', 27, 23, 8}};

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

Is::Is(const Settings &settings) : tasks(settings.tasks) {
  for (const auto &of : Classes)
    if (of.name == settings.size_class) {
      number_of_keys = std::int64_t(1) << of.log_keys;
      range = std::int64_t(1) << of.log_range;
      buckets = 1 << of.log_buckets;
      bucket_shift = of.log_range - of.log_buckets;
    }
  for (const auto &of : TestKeys)
    if (of.name == settings.size_class)
      test_keys.push_back(of.key);
  keys.reset(new Key[number_of_keys]);
  dealt.reset(new Key[number_of_keys]);
  not_larger.reset(new std::int32_t[range]);
  counted.resize(std::max(tasks, omp_get_max_threads()));
}

void Is::reset() {
  // Blocks go to threads as in for.cpp: this is also the first touch.
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
        dealt[i] = 0;
      }
    }
#pragma omp for schedule(static)
    for (std::int64_t value = 0; value < range; ++value)
      not_larger[value] = 0;
  }
  successes = 0;
}

void Is::changeKeys(int number) {
  keys[number] = number;
  keys[number + Rankings] = static_cast<Key>(range - number);
}

void Is::count(int part, int parts) {
  PerBucket here{};
  const std::int64_t end = begin(number_of_keys, part + 1, parts);
  for (std::int64_t i = begin(number_of_keys, part, parts); i < end; ++i)
    ++here[keys[i] >> bucket_shift];
  counted[part] = here;
}

void Is::distribute(int part, int parts) {
  // The keys of this part follow those of earlier buckets, and those of earlier
  // parts in the same bucket. Each part finds that out for itself: it is little
  // work, and one wait less.
  PerBucket all{}, place{};
  for (int other = 0; other < parts; ++other) {
    if (other == part)
      place = all;
    for (int b = 0; b < MaxBuckets; ++b)
      all[b] += counted[other][b];
  }
  std::int32_t earlier = 0;
  for (int b = 0; b < buckets; ++b) {
    place[b] += earlier;
    if (part == 0)
      bucket_begin[b] = earlier;
    earlier += all[b];
  }
  if (part == 0)
    bucket_begin[buckets] = earlier;

  const std::int64_t end = begin(number_of_keys, part + 1, parts);
  for (std::int64_t i = begin(number_of_keys, part, parts); i < end; ++i) {
    const Key key = keys[i];
    dealt[place[key >> bucket_shift]++] = key;
  }
}

void Is::rank(int part, int parts) {
  const std::int32_t *const first = bucket_begin.data();
  const auto bucketAt = [&](int p) {
    return p == parts ? buckets
                      : std::lower_bound(first, first + buckets,
                                         begin(number_of_keys, p, parts)) -
                            first;
  };
  const std::int64_t end = bucketAt(part + 1);
  for (std::int64_t b = bucketAt(part); b < end; ++b) {
    std::int32_t *const low = &not_larger[b << bucket_shift];
    std::int32_t *const high = low + (std::int64_t(1) << bucket_shift);
    std::fill(low, high, 0);
    for (std::int32_t i = bucket_begin[b]; i < bucket_begin[b + 1]; ++i)
      ++not_larger[dealt[i]];
    std::int32_t sum = bucket_begin[b];
    for (std::int32_t *value = low; value < high; ++value)
      *value = sum += *value;
  }
}

void Is::verify(int number) {
  for (const TestKey &test : test_keys) {
    const Key key = keys[test.index];
    if (key > 0 && key < number_of_keys)
      successes += not_larger[key - 1] == test.rank + test.sign * number;
  }
}

std::vector<Check> Is::checks() {
  // All keys are really sorted, by the last ranking, which is used up by that.
  std::fill(&dealt[0], &dealt[number_of_keys], -1);
  bool sorted = true;
  for (std::int64_t i = 0; i < number_of_keys && sorted; ++i) {
    const std::int32_t place = --not_larger[keys[i]];
    sorted = place >= 0 && dealt[place] == -1;
    if (sorted)
      dealt[place] = keys[i];
  }
  sorted = sorted && std::is_sorted(&dealt[0], &dealt[number_of_keys]);
  return {{"number of right ranks (and 1 for the order of all keys)",
           double(successes + sorted), 5 * Rankings + 1, 0}};
}

void Is::corrupt() { not_larger[range / 2] = 0; }

} // namespace nas
