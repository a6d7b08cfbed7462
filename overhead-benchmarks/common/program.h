//===- program.h - Frame of a demonstration program -------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all demonstration programs do around their mathematics: parse, run the
// chosen variant, run the serial variant on a second copy of the same input,
// compare, report. A `Problem` offers
//
//   Problem(const Options &)           the input, the same for the same seed
//   void prepare(int iteration)        untimed, before each iteration
//   void finish(int iteration)         untimed, after each iteration
//   void corrupt()                     spoil the result (tests)
//   std::string mismatch(const Problem &reference) const
//   std::int64_t grain() const         work of one task
//
// The kernels of a problem are never inlined: every variant then runs the same
// instructions on the data in the same order, so results must agree bit for
// bit, and no variant wins because the compiler saw more of it.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_COMMON_PROGRAM_H
#define REPRISE_BENCHMARKS_COMMON_PROGRAM_H

#include "laps.h"
#include "options.h"
#include "report.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <omp.h>
#include <string>
#include <vector>

#define BENCH_KERNEL __attribute__((noinline))

namespace bench {

#if BENCH_HAVE_TASKGRAPH
inline constexpr const char *taskgraph_unavailable = nullptr;
#define BENCH_TASKGRAPH_ONLY(function) function
#else
inline constexpr const char *taskgraph_unavailable =
    "the compiler of this build has no '#pragma omp taskgraph'";
#define BENCH_TASKGRAPH_ONLY(function) nullptr
#endif

template <typename Problem> struct Variant {
  Choice choice;
  /// Runs all iterations, one lap each. Null when unavailable.
  void (*run)(Problem &problem, Laps &laps);
};

/// Compares two arrays bit for bit; says where they differ first.
inline std::string compareArrays(const char *what,
                                 const std::vector<double> &got,
                                 const std::vector<double> &expected) {
  if (got.size() != expected.size())
    return std::string(what) + " has " + std::to_string(got.size()) +
           " elements, the serial variant " + std::to_string(expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::memcmp(&got[i], &expected[i], sizeof(double)) == 0)
      continue;
    char text[160];
    std::snprintf(text, sizeof text,
                  "%s[%zu] is %.17g, the serial variant has %.17g", what, i,
                  got[i], expected[i]);
    return text;
  }
  return "";
}

/// The first variant must be the serial one.
template <typename Problem>
int runProgram(int argc, char **argv, const char *summary, Options options,
               const std::vector<Variant<Problem>> &variants) {
  std::vector<Choice> choices;
  for (const Variant<Problem> &variant : variants)
    choices.push_back(variant.choice);
  parseOptions(argc, argv, summary, choices, options);

  const Variant<Problem> *chosen = &variants[0];
  for (const Variant<Problem> &variant : variants)
    if (options.variant == variant.choice.name)
      chosen = &variant;

  Report report;
  report.load_before = loadAverage();
  report.threads = chosen == &variants[0] ? 1 : omp_get_max_threads();

  Problem problem(options);
  report.grain = problem.grain();
  Laps laps(static_cast<int>(options.iterations));
  chosen->run(problem, laps);
  int index = 0;
  for (const Lap &lap : laps.laps())
    report.samples.push_back(
        {"iteration", index++, lap.seconds, "s", lap.start});

  Problem reference(options);
  Laps untimed(static_cast<int>(options.iterations));
  variants[0].run(reference, untimed);
  if (options.corrupt)
    problem.corrupt();
  report.mismatch = problem.mismatch(reference);
  report.verified = report.mismatch.empty();
  return finishRun(options, report);
}

} // namespace bench

#endif // REPRISE_BENCHMARKS_COMMON_PROGRAM_H
