//===- main.cpp - Nanoseconds per empty task ------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times encounters with a graph of empty tasks, then runs the same variant on
// the same graph with counting tasks, which is where `verified` comes from. A
// fast run that lost a dependence is therefore a failed run.
//
//===----------------------------------------------------------------------===//

#include "../common/program.h"
#include "../common/team.h"
#include "shapes.h"

namespace {

/// How often the checked graph is entered: recorded once, replayed the rest.
constexpr int checked_rounds = 4;
/// Untimed encounters before the samples.
constexpr int warm_up_rounds = 2;
/// Size of upstream's table of graphs unless KMP_MAX_TDGS says otherwise.
constexpr std::int64_t upstream_graphs = 100;

struct Way {
  const char *sample_name;
  bool records_each_time;
  int encounters; ///< Of a sample: with the numbers from 0 on.
  /// Record the graph that is replayed while no other thread takes tasks.
  /// Upstream's recorder loses edges to tasks that finish while it records, and
  /// then waits for ever; its replay can only be measured on a whole graph.
  bool records_alone;
  Encounter measured; ///< Empty tasks.
  Encounter counting;
  Encounter working;
};

void measure(const Way &way, Shape &shape, int iterations, bool asleep,
             bench::Report &report) {
  bench::Laps laps(iterations);
  const Encounter measured = shape.work ? way.working : way.measured;
  const auto nothing = [] {};
  // A region of its own: upstream's recorder follows dependences on ordinary
  // tasks made before it in the same task, and crashes when they are gone.
  if (way.records_each_time)
    bench::inTeam(asleep, nothing, [&] {
      for (int i = 0; i < warm_up_rounds; ++i)
        encounterTasks<Body::Empty>(&shape, 0);
    });
  const auto alone = [&] {
    if (way.records_alone)
      measured(&shape, 0);
  };
  bench::inTeam(asleep, alone, [&] {
    if (!way.records_each_time)
      for (int i = 0; i < warm_up_rounds; ++i)
        measured(&shape, 0);
    for (int i = 0; i < iterations; ++i) {
      laps.start();
      for (int number = 0; number < way.encounters; ++number)
        measured(&shape, way.records_each_time ? i + 1 : number);
      laps.stop();
    }
  });
  int index = 0;
  for (const bench::Lap &lap : laps.laps())
    report.samples.push_back(
        {way.sample_name, index++,
         lap.seconds * 1e9 / way.encounters / double(shape.tasks), "ns/task"});
}

std::string check(const Way &way, Shape &shape, int iterations, bool asleep,
                  bool corrupt) {
  const auto nextRound = [&] {
    const int number = shape.round++;
    way.counting(&shape, way.records_each_time ? iterations + 2 + number
                                               : number % way.encounters);
  };
  const auto alone = [&] {
    if (way.records_alone)
      nextRound();
  };
  bench::inTeam(asleep, alone, [&] {
    while (shape.round < checked_rounds)
      nextRound();
  });
  if (corrupt)
    shape.rounds[0].fetch_add(1, std::memory_order_relaxed);
  return shape.mismatch();
}

/// The encounters of one kind with all three bodies.
#define BENCH_BODIES(encounter)                                                \
  encounter<Body::Empty>, encounter<Body::Counting>, encounter<Body::Working>
#if BENCH_HAVE_TASKGRAPH
#define BENCH_TASKGRAPH_BODIES(encounter) BENCH_BODIES(encounter)
#else
#define BENCH_TASKGRAPH_BODIES(encounter) nullptr, nullptr, nullptr
#endif

} // namespace

int main(int argc, char **argv) {
  const char *no_taskgraph = bench::taskgraph_unavailable;
  const char *no_upstream = upstreamUnavailable();
  const std::vector<bench::Choice> variants = {
      {"tasks", "ordinary tasks", nullptr},
      {"record", "taskgraph, a new graph in new memory each time",
       no_taskgraph},
      {"record-again", "taskgraph, the same graph reset and recorded again",
       no_taskgraph},
      {"record-and-replay",
       "taskgraph, a graph reset, recorded and replayed once; the mean of both",
       no_taskgraph},
      {"refill", "taskgraph, recorded once; its block makes the tasks again",
       no_taskgraph},
      {"replay", "taskgraph, recorded once and replayed", no_taskgraph},
      {"upstream-record", "LLVM's own experiment, recording", no_upstream},
      {"upstream-replay", "LLVM's own experiment, replaying", no_upstream},
  };
  const Way ways[] = {
      {"tasks", false, 1, false, BENCH_BODIES(encounterTasks)},
      {"record", true, 1, false, BENCH_TASKGRAPH_BODIES(encounterTaskgraph)},
      {"record", false, 1, false,
       BENCH_TASKGRAPH_BODIES(encounterResetTaskgraph)},
      {"record-and-replay", false, 2, false,
       BENCH_TASKGRAPH_BODIES(encounterResetTaskgraph)},
      {"refill", false, 1, false,
       BENCH_TASKGRAPH_BODIES(encounterRefilledTaskgraph)},
      {"replay", false, 1, false, BENCH_TASKGRAPH_BODIES(encounterTaskgraph)},
      {"record", true, 1, false, BENCH_BODIES(encounterUpstream)},
      {"replay", false, 1, true, BENCH_BODIES(encounterUpstream)},
  };

  bench::Options options;
  options.problem = "task-overhead";
  options.variant = "tasks";
  options.iterations = 15;
  options.parameters = {
      {"shape", 0, 0, 2, "0 indep, 1 series, 2 stencil"},
      {"tasks", 20000, 1, 100000000, "tasks of the graph"},
      {"width", 64, 1, 1000000, "columns of series and stencil"},
      {"work", 0, 0, std::int64_t(1) << 40,
       "steps that all tasks of an encounter make together, in equal parts; 0: "
       "empty tasks"},
      {"asleep", 0, 0, 1, "1: only one thread of the team takes part"},
  };
  bench::parseOptions(
      argc, argv,
      "Time per task for graphs of empty tasks, and a check that every task\n"
      "of the same graph runs once and after its predecessors. An iteration\n"
      "is one encounter with the graph.",
      variants, options);

  std::size_t chosen = 0;
  while (options.variant != variants[chosen].name)
    ++chosen;
  const Way &way = ways[chosen];
  const char *table = std::getenv("KMP_MAX_TDGS");
  const std::int64_t graphs = table ? std::atoll(table) : upstream_graphs;
  if (options.variant == "upstream-record" &&
      options.iterations + checked_rounds + 2 > graphs)
    bench::usageError(options, "--iterations: upstream's table holds " +
                                   std::to_string(graphs) +
                                   " graphs; set KMP_MAX_TDGS higher");

  bench::Report report;
  report.load_before = bench::loadAverage();
  report.threads = omp_get_max_threads();
  const int iterations = static_cast<int>(options.iterations);
  Shape shape(static_cast<ShapeKind>(options["shape"]), options["tasks"],
              options["width"]);
  shape.work = options["work"] / shape.tasks;
  measure(way, shape, iterations, options["asleep"], report);
  report.mismatch =
      check(way, shape, iterations, options["asleep"], options.corrupt);
  report.verified = report.mismatch.empty();
  return bench::finishRun(options, report);
}
