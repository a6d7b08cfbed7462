//===- recursive.h - Ways of running a recursion with tasks -----*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The recursions are written once, as templates over the way of running them:
// without tasks, with tied or with untied tasks, and with one of four answers
// to tasks that become too small. `BENCH_TASK` has the pragma of each way. A
// problem is what common/program.h says, and
//
//   template <class How> void run()    one timed iteration, all tasks done
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_RECURSIVE_RECURSIVE_H
#define REPRISE_BENCHMARKS_RECURSIVE_RECURSIVE_H

#include "../common/fingerprint.h"
#include "../common/program.h"

namespace bench {

/// What becomes of a task at the depth of the cutoff.
enum class Cut {
  Never,  ///< It is like any other.
  If,     ///< Those that it makes have an `if` clause that is false.
  Final,  ///< It is final: those that it makes are included.
  Manual, ///< It goes on without tasks.
};

struct Serial {
  static constexpr bool makes_tasks = false;
  static constexpr bool untied = false;
  static constexpr Cut cut = Cut::Never;
};

template <bool IsUntied, Cut Where> struct Tasks {
  static constexpr bool makes_tasks = true;
  static constexpr bool untied = IsUntied;
  static constexpr Cut cut = Where;
};

/// Whether the task at hand has to go on without tasks.
template <class How>
constexpr bool goesOnSerially(std::int64_t depth, std::int64_t cutoff) {
  return How::cut == Cut::Manual && depth >= cutoff;
}

#define BENCH_PRAGMA(...) _Pragma(#__VA_ARGS__)

/// The last arguments are a statement, which becomes a task in the way `how`,
/// inside a template over `how`. `depth` is that of the new task; `cutoff` has
/// to be in scope. `clauses` are those that all ways have.
#define BENCH_TASK(how, depth, clauses, ...)                                   \
  do {                                                                         \
    if constexpr (!how::makes_tasks) {                                         \
      __VA_ARGS__;                                                             \
    } else if constexpr (how::cut == bench::Cut::If && how::untied) {          \
      BENCH_PRAGMA(omp task untied if ((depth) <= cutoff) clauses) {           \
        __VA_ARGS__;                                                           \
      }                                                                        \
    } else if constexpr (how::cut == bench::Cut::If) {                         \
      BENCH_PRAGMA(omp task if ((depth) <= cutoff) clauses) { __VA_ARGS__; }   \
    } else if constexpr (how::cut == bench::Cut::Final && how::untied) {       \
      BENCH_PRAGMA(omp task untied final((depth) >= cutoff)                    \
                       mergeable clauses) {                                    \
        __VA_ARGS__;                                                           \
      }                                                                        \
    } else if constexpr (how::cut == bench::Cut::Final) {                      \
      BENCH_PRAGMA(omp task final((depth) >= cutoff) mergeable clauses) {      \
        __VA_ARGS__;                                                           \
      }                                                                        \
    } else if constexpr (how::untied) {                                        \
      BENCH_PRAGMA(omp task untied clauses) { __VA_ARGS__; }                   \
    } else {                                                                   \
      BENCH_PRAGMA(omp task clauses) { __VA_ARGS__; }                          \
    }                                                                          \
  } while (false)

/// Waits for the tasks that the function or task at hand has made.
#define BENCH_WAIT(how)                                                        \
  do {                                                                         \
    if constexpr (how::makes_tasks) {                                          \
      BENCH_PRAGMA(omp taskwait)                                               \
    }                                                                          \
  } while (false)

template <class Problem, class How>
void runRecursion(Problem &problem, Laps &laps) {
  const auto iterate = [&] {
    for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
      problem.prepare(iteration);
      laps.start();
      problem.template run<How>();
      laps.stop();
      problem.finish(iteration);
    }
  };
  if constexpr (How::makes_tasks) {
#pragma omp parallel
#pragma omp single
    iterate();
  } else {
    iterate();
  }
}

/// `runProgram` with all variants of a recursion.
template <class Problem>
int runRecursiveProgram(int argc, char **argv, const char *summary,
                        const Options &options) {
  return runProgram<Problem>(
      argc, argv, summary, options,
      {{{"serial", "the recursion without tasks", nullptr},
        runRecursion<Problem, Serial>},
       {{"tied", "a task for each branch", nullptr},
        runRecursion<Problem, Tasks<false, Cut::Never>>},
       {{"untied", "an untied task for each branch", nullptr},
        runRecursion<Problem, Tasks<true, Cut::Never>>},
       {{"tied-if", "an if clause cuts off", nullptr},
        runRecursion<Problem, Tasks<false, Cut::If>>},
       {{"tied-final", "a final clause cuts off", nullptr},
        runRecursion<Problem, Tasks<false, Cut::Final>>},
       {{"tied-manual", "a function without tasks cuts off", nullptr},
        runRecursion<Problem, Tasks<false, Cut::Manual>>},
       {{"untied-if", "untied tasks, an if clause cuts off", nullptr},
        runRecursion<Problem, Tasks<true, Cut::If>>},
       {{"untied-final", "untied tasks, a final clause cuts off", nullptr},
        runRecursion<Problem, Tasks<true, Cut::Final>>},
       {{"untied-manual", "untied tasks, a function without tasks cuts off",
         nullptr},
        runRecursion<Problem, Tasks<true, Cut::Manual>>}});
}

} // namespace bench

#endif // REPRISE_BENCHMARKS_RECURSIVE_RECURSIVE_H
