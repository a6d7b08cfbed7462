//===- fibonacci.cpp - Two branches and an addition -----------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The recursion that computes a Fibonacci number the slow way: almost nothing
// but tasks, each of which waits for two others.
//
//===----------------------------------------------------------------------===//

#include "recursive.h"

#include <array>

namespace {

class Fibonacci {
public:
  explicit Fibonacci(const bench::Options &options)
      : size(options["size"]), cutoff(options["cutoff"]) {}

  template <class How> void run() { number = sum<How>(size, 0); }

  void prepare(int) {}
  void finish(int) {
    results.begin();
    results.mix(std::array{number});
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Fibonacci &reference) const {
    if (reference.number != byIteration())
      return "the serial variant itself is wrong: " +
             std::to_string(reference.number);
    return results.mismatch("the number is", reference.results);
  }
  std::int64_t grain() const { return 1; }

private:
  std::int64_t size, cutoff, number = 0;
  bench::Fingerprints results;

  template <class How> std::int64_t sum(std::int64_t n, std::int64_t depth) {
    if (bench::goesOnSerially<How>(depth, cutoff))
      return sum<bench::Serial>(n, depth);
    if (n < 2)
      return n;
    std::int64_t left, right;
    BENCH_TASK(How, depth + 1, shared(left), left = sum<How>(n - 1, depth + 1));
    BENCH_TASK(How, depth + 1, shared(right),
               right = sum<How>(n - 2, depth + 1));
    BENCH_WAIT(How);
    return left + right;
  }

  std::int64_t byIteration() const {
    std::int64_t current = 0, next = 1;
    for (std::int64_t i = 0; i < size; ++i) {
      current += next;
      std::swap(current, next);
    }
    return current;
  }
};

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "fibonacci";
  options.iterations = 5;
  options.parameters = {
      {"size", 23, 0, 50, "which Fibonacci number"},
      {"cutoff", 8, 0, 100, "depth from which tasks make no others"},
  };
  return bench::runRecursiveProgram<Fibonacci>(
      argc, argv,
      "A Fibonacci number by recursion, tasks with nothing to do but to wait\n"
      "for two others. An iteration computes the number once.",
      options);
}
