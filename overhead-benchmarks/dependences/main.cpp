//===- main.cpp - Cost of dependences, for one task library ---------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times encounters with a graph of empty or busy tasks, and before and after
// that runs the same graph with tasks that check their order, so that what was
// timed is known to be right. The micro-benchmarks are those of Vandierendonck
// 2013, section 5, and Tillenius 2015, sections 5 and 7.
//
//===----------------------------------------------------------------------===//

#include "../common/laps.h"
#include "../common/options.h"
#include "../common/report.h"
#include "grid.h"
#include "model.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

using namespace dependences;

namespace {

/// A lap of fewer tasks would measure the clock; a check of fewer is luck.
constexpr std::int64_t tasks_of_a_lap = 2000;
constexpr std::int64_t tasks_of_a_check = 400;
/// A graph with more uses than this does not fit into the memory of many.
constexpr std::int64_t most_uses = 50000000;

std::vector<bench::Choice> shapeChoices() {
  static const char *const help[] = {
      "N tasks that use the same A objects (or none)",
      "the same, but each is waited for before the next is made",
      "a blocking task and N tasks behind it, all on the same A objects",
      "one object: one inout, N in, N of the access type",
      "task i is inout, or in, on object i mod W",
      "task i reads three of the row before and writes its own",
      "matrix product of N x N tiles, k innermost",
      "matrix product of N x N tiles, k outermost",
      "factorization of N x N tiles",
      "N rows of W tasks without dependences",
      "the same; a task waits for the one above it",
      "for three above",
      "for two above, as in a Fourier transform of W values",
      "rows of 1, 2, 4, ..., W, ..., 4, 2, 1, ... tasks, that fan out and in",
      "for some of five above, by a hash of the place",
      "for all above, or for the nearest 16"};
  std::vector<bench::Choice> choices;
  for (int shape = 0; shape < shape_count; ++shape)
    choices.push_back({shape_names[shape], help[shape], nullptr});
  return choices;
}

/// OMP_NUM_THREADS counts for every library, so that one setting serves all.
int threadsWanted() {
  const char *text = std::getenv("OMP_NUM_THREADS");
  const int wanted = text ? std::atoi(text) : 0;
  return wanted > 0 ? wanted
                    : std::max(1u, std::thread::hardware_concurrency());
}

Plan planOf(const bench::Options &options) {
  Plan plan;
  for (int shape = 0; shape < shape_count; ++shape)
    if (options.variant == shape_names[shape])
      plan.shape = static_cast<Shape>(shape);
  plan.access = static_cast<Access>(options["access"]);
  plan.tasks = options["tasks"];
  plan.arguments = plan.access == Access::None && plan.shape != Shape::Slow
                       ? 0
                       : options["arguments"];
  plan.width = options["width"];
  plan.cycles = options["cycles"];
  return plan;
}

/// Tasks and uses grow with the third power of a matrix.
bool isTooLarge(const Plan &plan) {
  const double n = double(plan.tasks);
  switch (plan.shape) {
  case Shape::MatmulIjk:
  case Shape::MatmulKij:
    return 3 * n * n * n > most_uses;
  case Shape::Cholesky:
    return n * n * n / 2 > most_uses;
  case Shape::GridAll:
    return n * double(plan.width) * 16 > most_uses;
  default:
    if (isGrid(plan.shape))
      return n * double(plan.width) * 6 > most_uses;
    return n * double(std::max<std::int64_t>(plan.arguments, 4)) > most_uses;
  }
}

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = model::program;
  options.variant = "flat";
  options.iterations = 5;
  options.parameters = {
      {"access", 3, 0, 5,
       "0 none, 1 in, 2 out, 3 inout, 4 mutexinoutset, 5 inoutset"},
      {"tasks", 1000, 1, 10000000,
       "N: tasks, or tiles in a row of a matrix, or rows of a grid"},
      {"arguments", 1, 1, most_arguments, "A: objects that a task uses"},
      {"width", 64, 1, 1000000, "W: columns of series, stencil and grids"},
      {"cycles", 0, 0, 1000000000, "how long each task is busy"},
      {"asleep", 0, 0, 1, "1: only the thread that makes tasks runs them"},
      {"steps", 0, 0, 1000000000, "of the kernel of a grid's task"},
      {"grains", 1, 1, 30, "samples in turn: all steps, half of them, ..."},
      {"warm-up", 0, 0, 1000000,
       "encounters with each grain before the first sample"},
      {"rerun", 0, 0, 3,
       "1: the graph is built once and run each time; 2: its block runs, too; "
       "3: there are no tasks"},
      {"batch", 0, 0, 1000000, "encounters per sample; 0: enough for a clock"},
      {"milliseconds", 0, 0, 1000000, "no new sample after this; 0: no limit"},
  };
  bench::parseOptions(
      argc, argv,
      "Time per task of graphs whose tasks do nothing, or are busy for a\n"
      "number of cycles, and a check that every task of the same graph runs\n"
      "once and after its predecessors. A sample is the mean of a batch.",
      shapeChoices(), options);
  const Plan plan = planOf(options);
  if (isTooLarge(plan))
    bench::usageError(options, "--tasks: the graph is too large");

  bench::Report report;
  report.load_before = bench::loadAverage();
  report.library_symbol = model::library_symbol;
  const Setting setting{threadsWanted(), options["asleep"] != 0,
                        static_cast<int>(options["rerun"])};
  Graph graph(plan);
  const std::string misfit = model::misfit(graph, setting);
  if (!misfit.empty())
    bench::usageError(options, "does not fit: " + misfit);
  report.grain = plan.cycles;
  report.facts = {{"cycles_per_ns", cyclesPerNanosecond()},
                  {"tasks", double(graph.taskCount())}};

  const std::int64_t count = graph.taskCount();
  // The values of a grid are checked after each encounter.
  const std::int64_t batch = isGrid(plan.shape) ? 1
                             : options["batch"]
                                 ? options["batch"]
                                 : (tasks_of_a_lap + count - 1) / count;
  const std::int64_t steps = options["steps"], grains = options["grains"];
  bench::Laps laps(static_cast<int>(options.iterations * grains));
  int rounds = 0;
  const auto check = [&] {
    for (std::int64_t tasks = 0; tasks < tasks_of_a_check; tasks += count) {
      graph.beginRound();
      graph.beginValues();
      model::encounter(graph, true);
      graph.checkValues();
      ++rounds;
    }
  };
  report.threads = model::inTeam(setting, graph, [&] {
    check();
    graph.beginValues();
    model::encounter(graph, false);
    graph.checkValues();
    for (std::int64_t grain = 0; grain < grains; ++grain) {
      graph.steps = steps >> grain;
      for (std::int64_t i = 0; i < options["warm-up"]; ++i) {
        graph.beginValues();
        model::encounter(graph, false);
        graph.checkValues();
      }
    }
    const auto begin = std::chrono::steady_clock::now();
    const std::chrono::milliseconds limit(options["milliseconds"]);
    for (std::int64_t i = 0; i < options.iterations; ++i) {
      if (i > 0 && limit.count() > 0 &&
          std::chrono::steady_clock::now() - begin > limit)
        break;
      for (std::int64_t grain = 0; grain < grains; ++grain) {
        graph.steps = steps >> grain;
        graph.beginValues();
        laps.start();
        for (std::int64_t encounter = 0; encounter < batch; ++encounter)
          model::encounter(graph, false);
        laps.stop();
        graph.checkValues();
      }
    }
    check();
  });
  int index = 0;
  for (const bench::Lap &lap : laps.laps())
    report.samples.push_back({options.variant, index++,
                              lap.seconds * 1e9 / double(count * batch),
                              "ns/task"});
  if (options.corrupt)
    graph.corrupt();
  report.mismatch = graph.mismatch(rounds);
  report.verified = report.mismatch.empty();
  return bench::finishRun(options, report);
}
