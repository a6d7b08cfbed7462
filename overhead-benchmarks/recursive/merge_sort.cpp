//===- merge_sort.cpp - Halves sorted and merged by tasks -----------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts the halves of an array and merges them. A merge is a recursion too: the
// middle of the longer part and its place in the shorter one divide it in two.
//
//===----------------------------------------------------------------------===//

#include "recursive.h"

#include <algorithm>
#include <random>

namespace {

class Sorter {
public:
  explicit Sorter(const bench::Options &options)
      : block(options["block"]), cutoff(options["cutoff"]),
        input(options["size"]), spare(input.size()) {
    std::mt19937_64 random(options.seed);
    // Many keys are equal: a quarter as many values as keys.
    std::uniform_int_distribution<Key> key(0, Key(input.size() / 4));
    for (Key &entry : input)
      entry = key(random);
  }

  template <class How> void run() {
    sort<How>(keys.data(), spare.data(), input.size(), false, 0);
  }

  void prepare(int) { keys = input; }
  void finish(int) {
    results.begin();
    results.mix(keys);
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Sorter &reference) const {
    if (!reference.isSortedInput())
      return "the serial variant itself is wrong";
    return results.mismatch("the order is", reference.results);
  }
  std::int64_t grain() const { return block; }

private:
  using Key = std::int64_t;

  std::int64_t block, cutoff;
  std::vector<Key> input, keys, spare;
  bench::Fingerprints results;

  BENCH_KERNEL static void sortBlock(Key *from, std::int64_t count) {
    std::sort(from, from + count);
  }
  BENCH_KERNEL static void mergeBlocks(const Key *left, std::int64_t lefts,
                                       const Key *right, std::int64_t rights,
                                       Key *into) {
    std::merge(left, left + lefts, right, right + rights, into);
  }

  /// Sorts `count` keys of `from`; leaves them there or in `other`.
  template <class How>
  void sort(Key *from, Key *other, std::int64_t count, bool into_other,
            std::int64_t depth) {
    if (bench::goesOnSerially<How>(depth, cutoff))
      return sort<bench::Serial>(from, other, count, into_other, depth);
    if (count <= block) {
      sortBlock(from, count);
      if (into_other)
        std::copy(from, from + count, other);
      return;
    }
    const std::int64_t half = count / 2;
    BENCH_TASK(How, depth + 1, ,
               sort<How>(from, other, half, !into_other, depth + 1));
    BENCH_TASK(How, depth + 1, ,
               sort<How>(from + half, other + half, count - half, !into_other,
                         depth + 1));
    BENCH_WAIT(How);
    const Key *halves = into_other ? from : other;
    merge<How>(halves, half, halves + half, count - half,
               into_other ? other : from, depth);
  }

  template <class How>
  void merge(const Key *left, std::int64_t lefts, const Key *right,
             std::int64_t rights, Key *into, std::int64_t depth) {
    if (bench::goesOnSerially<How>(depth, cutoff))
      return merge<bench::Serial>(left, lefts, right, rights, into, depth);
    if (lefts + rights <= block)
      return mergeBlocks(left, lefts, right, rights, into);
    if (lefts < rights) {
      std::swap(left, right);
      std::swap(lefts, rights);
    }
    const std::int64_t middle = lefts / 2;
    const std::int64_t place =
        std::lower_bound(right, right + rights, left[middle]) - right;
    BENCH_TASK(How, depth + 1, ,
               merge<How>(left, middle, right, place, into, depth + 1));
    BENCH_TASK(How, depth + 1, ,
               merge<How>(left + middle, lefts - middle, right + place,
                          rights - place, into + middle + place, depth + 1));
    BENCH_WAIT(How);
  }

  /// The keys are in order, and their sums are those of the input.
  bool isSortedInput() const {
    std::uint64_t sum = 0, squares = 0;
    for (const Key key : input) {
      sum -= key;
      squares -= std::uint64_t(key) * key;
    }
    for (const Key key : keys) {
      sum += key;
      squares += std::uint64_t(key) * key;
    }
    return sum == 0 && squares == 0 && std::is_sorted(keys.begin(), keys.end());
  }
};

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "merge-sort";
  options.iterations = 5;
  options.parameters = {
      {"size", 200000, 1, 1000000000, "keys"},
      {"block", 64, 2, 1000000000, "keys that are sorted or merged at once"},
      {"cutoff", 6, 0, 100, "depth from which tasks make no others"},
  };
  return bench::runRecursiveProgram<Sorter>(
      argc, argv,
      "Merge sort, tasks for the halves of each sort and of each merge. An\n"
      "iteration sorts the same keys.",
      options);
}
