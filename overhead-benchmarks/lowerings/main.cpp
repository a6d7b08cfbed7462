//===- main.cpp - Command line of the lowerings ---------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encounters with one graph, in one region with all threads there: the first,
// which may record it, and later ones. Before the first some plain tasks run,
// and another graph is met, so that threads, their memory and the library's
// code are there in all ways.
//
//===----------------------------------------------------------------------===//

#include "../common/program.h"
#include "../common/team.h"
#include "lowerings.h"

#include <algorithm>

using namespace lowerings;

Cell lowerings::table[Cells];
std::int64_t lowerings::work;

/// The start values.
static std::vector<Cell> started() {
  std::vector<Cell> cells(Cells);
  Cell next = 1;
  for (Cell &cell : cells)
    cell = next = mixed(next, 2);
  return cells;
}

static void measure(const Way &way, int shape, std::int64_t row,
                    bench::Report &report, int iterations) {
  constexpr int WarmUps = 2;
  bench::Laps laps(iterations);
  const Encounter encounter = way.encounters[shape];
  bench::inTeam(
      false, [] {},
      [&] {
        for (int i = 0; i < WarmUps; ++i)
          tasks.encounters[shape](table, row);
        way.encounters[(shape + 1) % ShapeCount](table, row);
        std::copy_n(started().begin(), Cells, table);
        for (int i = 0; i < iterations; ++i) {
          laps.start();
          encounter(table, row);
          laps.stop();
        }
      });
  int index = 0;
  for (const bench::Lap &lap : laps.laps())
    report.samples.push_back(
        {"encounter", index++, lap.seconds, "s", lap.start});
}

static std::string mismatch(int shape, std::int64_t row, int iterations) {
  std::vector<Cell> expected = started();
  for (int i = 0; i < iterations; ++i)
    serial.encounters[shape](expected.data(), row);
  const auto [here, there] =
      std::mismatch(expected.begin(), expected.end(), table);
  if (here == expected.end())
    return "";
  return "cell " + std::to_string(there - table) + " is " +
         std::to_string(*there) + ", the serial variant has " +
         std::to_string(*here);
}

int main(int argc, char **argv) {
  const char *no = bench::taskgraph_unavailable;
  const std::vector<bench::Choice> variants = {
      {"serial", "no tasks at all", nullptr},
      {"tasks", "plain tasks", nullptr},
      {"structure", "a taskgraph whose structure is known, but no address", no},
      {"data", "a taskgraph of which all is known", no},
  };
  const Way *const ways[] = {&serial, &tasks, BENCH_TASKGRAPH_ONLY(&structure),
                             BENCH_TASKGRAPH_ONLY(&data)};

  bench::Options options;
  options.problem = "lowerings";
  options.variant = "tasks";
  options.iterations = 21;
  options.parameters = {
      {"shape", 0, 0, ShapeCount - 1,
       "0 heat, 1 cholesky, 2 stencil, 3 independent, 4 lu, 5 product, 6 fft, "
       "7 tree, 8 pipeline"},
      {"work", 0, 0, 1'000'000, "steps of a task, of about two nanoseconds"},
  };
  bench::parseOptions(
      argc, argv,
      "Graphs of about a thousand tasks, with all that a compiler needs to "
      "build\n"
      "them. An iteration is one encounter; with OMPX_TASKGRAPH_STATIC=off "
      "the\n"
      "first one records the graph.",
      variants, options);
  std::size_t chosen = 0;
  while (options.variant != variants[chosen].name)
    ++chosen;

  bench::Report report;
  report.load_before = bench::loadAverage();
  report.threads = chosen == 0 ? 1 : omp_get_max_threads();
  const int shape = static_cast<int>(options["shape"]);
  work = options["work"];
  report.facts = {{"tasks", double(Shapes[shape].tasks)}};
  const int iterations = static_cast<int>(options.iterations);
  measure(*ways[chosen], shape, Row, report, iterations);
  if (options.corrupt)
    table[Row + 1] ^= 1;
  report.mismatch = mismatch(shape, Row, iterations);
  report.verified = report.mismatch.empty();
  return bench::finishRun(options, report);
}
