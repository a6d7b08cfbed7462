//===- program.h - Frame of a NAS kernel ------------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all kernels do around their mathematics: parse, run the chosen variant
// as often as asked, verify each run by the published values, report. A kernel,
// whose sizes come from the class, offers
//
//   static constexpr const char *Name, *Operation;   for the report
//   explicit Kernel(const nas::Settings &)     untimed: memory, first touch
//   void reset()                    the start values, before each run (untimed)
//   double operations() const       of one run, for Mop/s
//   Extent extent() const           of the class, for the report
//   std::vector<nas::Check> checks()   of the last run's results (untimed)
//   void corrupt()                  spoil a result (tests of the verification)
//
// and each variant is a function that makes one run:
//
//   void runFor(Kernel &kernel, nas::Run &run) {
//     if (run.warmUp())     // only before the first run, unless --warm-up 0
//       ... one untimed iteration, as NPB's timing rules say ...
//     kernel.reset();
//     run.start();
//     ... the timed region ...
//     run.stop();
//   }
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_COMMON_PROGRAM_H
#define REPRISE_NAS_COMMON_PROGRAM_H

#include "../../overhead-benchmarks/common/laps.h"
#include "../../overhead-benchmarks/common/program.h"

#include <cmath>
#include <cstdio>
#include <type_traits>

namespace nas {

/// What a kernel is made for.
struct Settings {
  char size_class; ///< 'S', 'W', 'A', 'B' or 'C'
  int tasks;       ///< how many tasks a loop becomes (num_tasks)
};

/// What a class means for a kernel.
struct Extent {
  std::string size; ///< in the kernel's own unit: rows, points, numbers
  int iterations;   ///< of a run; 0: it has none
  /// Which loops become fewer tasks than others, and how many.
  std::string fewer_tasks = {};
};

/// The size of a grid.
inline std::string gridSize(int x, int y, int z) {
  return std::to_string(x) + "x" + std::to_string(y) + "x" + std::to_string(z);
}

/// How many tasks a loop becomes in variants that know it when they are
/// compiled.
inline constexpr int StaticTasks = 16;

/// Of a kernel's classes the one with this name.
template <typename SizeClass, std::size_t Count>
constexpr const SizeClass &findClass(const SizeClass (&classes)[Count],
                                     char name) {
  const SizeClass *of = classes;
  while (of->name != name)
    ++of;
  return *of;
}

/// Calls the function with the class as a constant: with
/// std::integral_constant<char, 'S'>() or that of another class.
template <typename Function>
void withClass(char size_class, const Function &function) {
  switch (size_class) {
  case 'S':
    return function(std::integral_constant<char, 'S'>());
  case 'W':
    return function(std::integral_constant<char, 'W'>());
  case 'A':
    return function(std::integral_constant<char, 'A'>());
  case 'B':
    return function(std::integral_constant<char, 'B'>());
  case 'C':
    return function(std::integral_constant<char, 'C'>());
  }
}

/// One value and what it must be. Relative, and exact with tolerance 0.
struct Check {
  const char *what;
  double value;
  double reference;
  double tolerance;

  double error() const {
    return reference == 0 ? std::fabs(value)
                          : std::fabs((value - reference) / reference);
  }
  /// False for a NaN, too.
  bool passes() const { return error() <= tolerance; }
};

/// The stopwatch of a variant.
class Run {
  bench::Laps &laps;
  const bool warm_up;

public:
  Run(bench::Laps &laps, bool warm_up) : laps(laps), warm_up(warm_up) {}
  /// Whether an untimed iteration is to come first: it touches memory, and
  /// records a taskgraph.
  bool warmUp() const { return warm_up; }
  void start() { laps.start(); }
  void stop() { laps.stop(); }
};

template <typename Kernel> struct Variant {
  bench::Choice choice;
  /// Makes one run. Null when unavailable.
  void (*run)(Kernel &kernel, Run &run);
  /// As many tasks as a loop always becomes; 0: as --num-tasks says.
  int tasks = 0;
};

/// Says which values are wrong; empty when all are right.
inline std::string mismatchOf(const std::vector<Check> &checks) {
  for (const Check &check : checks) {
    if (check.passes())
      continue;
    char text[200];
    std::snprintf(text, sizeof text,
                  "%s is %.15g, the reference %.15g: relative error %.3g, "
                  "at most %.3g is allowed",
                  check.what, check.value, check.reference, check.error(),
                  check.tolerance);
    return text;
  }
  return checks.empty() ? "nothing was verified" : "";
}

/// One run, as users of NPB know it.
template <typename Kernel>
void printRun(const Kernel &kernel, const char *size_class, int threads,
              double seconds, bool verified) {
  const Extent extent = kernel.extent();
  const double rate = kernel.operations() / seconds * 1e-6;
  std::string name = Kernel::Name;
  for (char &letter : name)
    letter = static_cast<char>(letter - 'a' + 'A');
  std::printf("\n %s Benchmark Completed.\n", name.c_str());
  const auto line = [](const char *what, const std::string &value) {
    std::printf(" %-15s = %24s\n", what, value.c_str());
  };
  const auto number = [](double value, int digits) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return std::string(text);
  };
  line("Class", size_class);
  line("Size", extent.size);
  line("Iterations", std::to_string(extent.iterations));
  line("Time in seconds", number(seconds, 6));
  line("Total threads", std::to_string(threads));
  line("Mop/s total", number(rate, 2));
  line("Mop/s/thread", number(rate / threads, 2));
  line("Operation type", Kernel::Operation);
  line("Verification", verified ? "SUCCESSFUL" : "UNSUCCESSFUL");
}

/// The serial variant must be the first.
template <typename Kernel>
int runProgram(int argc, char **argv, const char *summary,
               const std::vector<Variant<Kernel>> &variants) {
  bench::Options options;
  options.problem = Kernel::Name;
  options.iterations = 1;
  options.classes = "SWABC";
  options.size_class = "S";
  options.parameters = {
      {"num-tasks", 0, 0, 1 << 20,
       "tasks that a loop becomes; 0: four for each thread"},
      {"warm-up", 1, 0, 1,
       "0: no untimed iteration before the first run, so that recording a "
       "taskgraph is timed"},
  };
  std::vector<bench::Choice> choices;
  for (const Variant<Kernel> &variant : variants)
    choices.push_back(variant.choice);
  bench::parseOptions(argc, argv, summary, choices, options);
  const Variant<Kernel> *chosen = &variants[0];
  for (const Variant<Kernel> &variant : variants)
    if (options.variant == variant.choice.name)
      chosen = &variant;

  bench::Report report;
  report.load_before = bench::loadAverage();
  report.threads = chosen == &variants[0] ? 1 : omp_get_max_threads();
  int tasks = static_cast<int>(options["num-tasks"]);
  if (chosen->tasks && tasks && tasks != chosen->tasks)
    bench::usageError(options, "--num-tasks: a loop of " + options.variant +
                                   " always becomes " +
                                   std::to_string(chosen->tasks) + " tasks");
  if (tasks == 0)
    tasks = chosen->tasks ? chosen->tasks : 4 * report.threads;
  report.grain = tasks;

  Kernel kernel(Settings{options.size_class[0], tasks});
  bench::Laps laps(static_cast<int>(options.iterations));
  for (int i = 0; i < laps.iterations() && report.mismatch.empty(); ++i) {
    Run run(laps, i == 0 && options["warm-up"]);
    chosen->run(kernel, run);
    if (options.corrupt)
      kernel.corrupt();
    report.mismatch = mismatchOf(kernel.checks());
    printRun(kernel, options.size_class.c_str(), report.threads,
             laps.laps().back().seconds, report.mismatch.empty());
  }
  report.verified = report.mismatch.empty();
  int index = 0;
  for (const auto &[start, seconds] : laps.laps()) {
    report.samples.push_back({"run", index, seconds, "s", start});
    report.samples.push_back({Kernel::Operation, index,
                              kernel.operations() / seconds * 1e-6, "Mop/s"});
    ++index;
  }
  const std::string fewer = kernel.extent().fewer_tasks;
  std::printf("NAS %s class %s, %d tasks for each loop%s\n", Kernel::Name,
              options.size_class.c_str(), tasks,
              fewer.empty() ? "" : (" (" + fewer + ")").c_str());
  return bench::finishRun(options, report);
}

} // namespace nas

#endif // REPRISE_NAS_COMMON_PROGRAM_H
