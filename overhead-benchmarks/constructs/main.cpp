//===- main.cpp - Overhead of each tasking construct ----------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times, per portion and thread, of each way to have the portions done; the
// variant `reference` has no tasks. scripts/reprise.sh overhead subtracts it.
// Each thread has the same number of portions: where one thread makes all
// tasks, it makes as many for each thread of the team.
//
//===----------------------------------------------------------------------===//

#include "../common/program.h"
#include "constructs.h"

namespace {

template <typename Make> void byEachThread(Work &work, const Make &make) {
  for (std::int64_t i = 0; i < work.portions; ++i)
    make(i);
}

template <typename Make> void byOneThread(Work &work, const Make &make) {
  if (omp_get_thread_num() == 0)
    for (std::int64_t i = 0; i < work.all(); ++i)
      make(i);
}

void reference(Work &work) {
  byEachThread(work, [&](std::int64_t) { work.portion(); });
}

void tasksOfEachThread(Work &work) {
  byEachThread(work, [&](std::int64_t) {
#pragma omp task shared(work)
    work.portion();
  });
}

void undeferred(Work &work) {
  byEachThread(work, [&](std::int64_t) {
#pragma omp task shared(work) if (false)
    work.portion();
  });
}

void withTaskwait(Work &work) {
  byEachThread(work, [&](std::int64_t) {
#pragma omp task shared(work)
    work.portion();
#pragma omp taskwait
  });
}

void withTaskgroup(Work &work) {
  byEachThread(work, [&](std::int64_t) {
#pragma omp taskgroup
    {
#pragma omp task shared(work)
      work.portion();
    }
  });
}

void tasksOfOneThread(Work &work) {
  byOneThread(work, [&](std::int64_t) {
#pragma omp task shared(work)
    work.portion();
  });
}

void dependIn(Work &work) {
  char *object = work.object(0);
  byOneThread(work, [&](std::int64_t) {
#pragma omp task shared(work) depend(in : *object)
    work.portion();
  });
}

void dependInout(Work &work) {
  byOneThread(work, [&](std::int64_t task) {
    char *object = work.object(task);
#pragma omp task shared(work) depend(inout : *object)
    work.portion();
  });
}

void encounter(Way way, Work &work, bench::Laps *laps) {
#pragma omp barrier
  if (laps && omp_get_thread_num() == 0)
    laps->start();
#pragma omp barrier
  way(work);
#pragma omp barrier // all tasks have ended behind it
  if (laps && omp_get_thread_num() == 0)
    laps->stop();
}

} // namespace

int main(int argc, char **argv) {
  const struct {
    bench::Choice choice;
    Way way;
  } all[] = {
      {{"reference", "a loop in each thread, without tasks", nullptr},
       reference},
      {{"tasks", "each thread makes tasks", nullptr}, tasksOfEachThread},
      {{"tasks-if-false", "each thread makes tasks that are not deferred",
        nullptr},
       undeferred},
      {{"taskwait", "each thread waits for each task", nullptr}, withTaskwait},
      {{"taskgroup", "each thread puts each task into a group", nullptr},
       withTaskgroup},
      {{"tasks-of-one", "one thread makes tasks for all", nullptr},
       tasksOfOneThread},
      {{"depend-in", "tasks-of-one with a dependence on one object", nullptr},
       dependIn},
      {{"depend-inout", "tasks-of-one in 64 chains", nullptr}, dependInout},
      {{"replay", "a replay of tasks-of-one", bench::taskgraph_unavailable},
       BENCH_TASKGRAPH_ONLY(replayIndependent)},
      {{"replay-inout", "a replay of depend-inout",
        bench::taskgraph_unavailable},
       BENCH_TASKGRAPH_ONLY(replayChains)},
  };
  bench::Options options;
  options.problem = "constructs";
  options.variant = "reference";
  options.iterations = 20;
  options.parameters = {
      {"portions", 4000, 1, 100000000, "portions of work for each thread"},
      {"length", 100, 0, 1000000000, "steps of a portion"},
  };
  std::vector<bench::Choice> choices;
  for (const auto &entry : all)
    choices.push_back(entry.choice);
  bench::parseOptions(argc, argv,
                      "Time of tasking constructs per portion of work and "
                      "thread, in the manner of\nEPCC's micro-benchmarks. An "
                      "iteration is one outer repetition.",
                      choices, options);
  Way way = nullptr;
  for (const auto &entry : all)
    if (options.variant == entry.choice.name)
      way = entry.way;

  bench::Report report;
  report.load_before = bench::loadAverage();
  report.threads = omp_get_max_threads();
  report.grain = options["length"];
  Work work{options["portions"], options["length"], report.threads};
  bench::Laps laps(static_cast<int>(options.iterations));
  constexpr int warm_up_rounds = 2; // the first records
#pragma omp parallel
  {
    for (int i = 0; i < warm_up_rounds; ++i)
      encounter(way, work, nullptr);
    for (int i = 0; i < laps.iterations(); ++i)
      encounter(way, work, &laps);
  }
  // Once more, counted; a replay has other tasks than those recorded if one is
  // missing.
  work.counts = true;
#pragma omp parallel
  encounter(way, work, nullptr);
  const std::int64_t done = work.done.load() - (options.corrupt ? 1 : 0);
  if (done != work.all())
    report.mismatch = std::to_string(done) + " portions were done, not " +
                      std::to_string(work.all());
  report.verified = report.mismatch.empty();
  int index = 0;
  for (const bench::Lap &lap : laps.laps())
    report.samples.push_back({options.variant, index++,
                              lap.seconds * 1e9 / double(work.portions),
                              "ns/task", lap.start});
  return bench::finishRun(options, report);
}
