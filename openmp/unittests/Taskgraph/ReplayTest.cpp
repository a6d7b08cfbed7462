//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// When a proved region is replayed and what its tasks copy then: a block and
// its recording clone as the compiler would make them, through its calls.

#include "kmp.h"
#include "ompx_taskgraph.h"
#include "support/settings.h"
#include "taskgraph/abi.h"
#include "taskgraph/fusion.h"
#include "taskgraph/graph.h"
#include "taskgraph/instance.h"
#include "taskgraph/record.h"

#include "gtest/gtest.h"

#include <atomic>
#include <functional>
#include <string>

extern "C" {
void __kmpc_ompx_taskgraph(ident_t *loc, kmp_int32 gtid,
                           ompx_taskgraph_site_t *site, kmp_uint32 flags,
                           kmp_int64 graph_id, ompx_region_t region, void *args,
                           size_t args_size);
void __kmpc_ompx_taskgraph_read(void *recorder, kmp_int32 base,
                                const void *address, size_t size);
void __kmpc_ompx_taskgraph_write(void *recorder, kmp_int32 base,
                                 const void *address, size_t size);
void __kmpc_ompx_taskgraph_task(void *recorder, kmp_task_t *task,
                                const ompx_taskgraph_task_t *construct);
}

namespace {

ident_t loc = {0, KMP_IDENT_KMPC, 0, 0, ";file;function;1;1;;"};

/// The variables of an encounter, by reference, and one by value.
struct Args {
  int *count; // how many tasks there are
  int *value; // what they copy
  int *out;   // what they write
  kmp_int64 number;
  int *sum; // what the block changes
};
int global_value = 1000;

/// What a task has: copies and addresses.
struct Data {
  int value, number, global, index;
};
struct Shareds {
  int *out, *value;
};

#define OFFSET(type, member) kmp_uint32(offsetof(type, member))
#define DATA(member) kmp_uint32(sizeof(kmp_task_t) + offsetof(Data, member))
constexpr kmp_int32 CountWord = offsetof(Args, count);
constexpr kmp_int32 ValueWord = offsetof(Args, value);
constexpr kmp_int32 OutWord = offsetof(Args, out);
constexpr kmp_int32 SumWord = offsetof(Args, sum);

const ompx_taskgraph_field_t fields[] = {
    {nullptr, 0, ValueWord, DATA(value), 4, OMPX_FIELD_VALUE},
    {nullptr, offsetof(Args, number), OMPX_BASE_ARGS, DATA(number), 4,
     OMPX_FIELD_VALUE},
    {&global_value, 0, -1, DATA(global), 4, OMPX_FIELD_VALUE},
    {nullptr, 0, OutWord, OFFSET(Shareds, out), 8, OMPX_FIELD_SHAREDS},
    {nullptr, 0, ValueWord, OFFSET(Shareds, value), 8, OMPX_FIELD_SHAREDS}};
const ompx_taskgraph_task_t keeps_data = {fields, 5, 0};
const ompx_taskgraph_task_t changes_data = {fields, 5, OMPX_TASK_CHANGES_DATA};

int body(kmp_int32, void *argument) {
  auto *task = static_cast<kmp_task_t *>(argument);
  auto *data = reinterpret_cast<Data *>(task + 1);
  auto *shareds = static_cast<Shareds *>(task->shareds);
  shareds->out[data->index] = data->value + data->number + data->global;
  return 0;
}

int changingBody(kmp_int32 gtid, void *argument) {
  body(gtid, argument);
  auto *data =
      reinterpret_cast<Data *>(static_cast<kmp_task_t *>(argument) + 1);
  data->value = data->index = -1;
  return 0;
}

/// The last of ten changes the variable that all have copies of.
int writingBody(kmp_int32 gtid, void *argument) {
  auto *task = static_cast<kmp_task_t *>(argument);
  if (reinterpret_cast<Data *>(task + 1)->index == 9)
    *static_cast<Shareds *>(task->shareds)->value = -7;
  return body(gtid, argument);
}

const ompx_taskgraph_task_t without_runtime = {fields, 5,
                                               OMPX_TASK_WITHOUT_RUNTIME};
std::atomic<int> described; // tasks that the library knew to be running

/// Looks at what a body that calls nothing of the library cannot see.
int describedBody(kmp_int32 gtid, void *argument) {
  const kmp_taskdata_t *current = __kmp_threads[gtid]->th.th_current_task;
  if (current->td_flags.tasktype == TASK_EXPLICIT)
    ++described;
  return body(gtid, argument);
}

std::atomic<kmp_uint64> at_least; // cycles

int slowBody(kmp_int32 gtid, void *argument) {
  for (kmp_uint64 begin = KMP_NOW(); KMP_NOW() - begin < at_least;)
    ;
  return body(gtid, argument);
}

/// How the block of a test is made.
struct Kind {
  kmp_routine_entry_t routine = body;
  const ompx_taskgraph_task_t *construct = &keeps_data;
  bool tells_reads = true;
  bool cannot_wait = false;   // none of the tasks
  bool chain = false;         // the tasks depend on what `value` names
  bool changes_count = false; // while it is recorded
  bool sets_sum = false;      // to 0
  bool adds_to_sum = false;   // the number of each task and `unseen`
};
Kind kind;
int blocks_run;
int unseen; // what the block reads without telling

void makeTasks(Args &args, void *recorder) {
  kmp_int32 gtid = __kmpc_global_thread_num(&loc);
  ++blocks_run;
  auto tell = [&] {
    if (recorder && kind.tells_reads)
      __kmpc_ompx_taskgraph_read(recorder, CountWord, args.count, 4);
  };
  tell();
  // Where an object of a dependence is.
  if (recorder && kind.chain)
    __kmpc_ompx_taskgraph_read(recorder, OMPX_BASE_ARGS, &args.value, 8);
  int count = *args.count;
  if (kind.changes_count && recorder) {
    ++*args.count;
    tell();
    --*args.count;
  }
  auto tellSum = [&](bool reads) {
    if (!recorder)
      return;
    if (reads)
      __kmpc_ompx_taskgraph_read(recorder, SumWord, args.sum, 4);
    __kmpc_ompx_taskgraph_write(recorder, SumWord, args.sum, 4);
  };
  if (kind.sets_sum) {
    tellSum(false);
    *args.sum = 0;
  }
  for (int i = 0; i < count; ++i) {
    if (kind.adds_to_sum) {
      tellSum(true);
      *args.sum += i + unseen;
    }
    kmp_task_t *task = __kmpc_omp_task_alloc(
        &loc, gtid, 1 | (kind.cannot_wait ? OMPX_ALLOC_CANNOT_WAIT : 0),
        sizeof(kmp_task_t) + sizeof(Data), sizeof(Shareds), kind.routine);
    Data data = {*args.value, int(args.number), global_value, i};
    Shareds shareds = {args.out, args.value};
    memcpy(static_cast<void *>(task + 1), &data, sizeof(data));
    memcpy(task->shareds, &shareds, sizeof(shareds));
    if (recorder && kind.construct)
      __kmpc_ompx_taskgraph_task(recorder, task, kind.construct);
    if (!kind.chain) {
      __kmpc_omp_task(&loc, gtid, task);
      continue;
    }
    kmp_depend_info_t dep = {};
    dep.base_addr = reinterpret_cast<kmp_intptr_t>(args.value);
    dep.flag = KMP_DEP_INOUT;
    __kmpc_omp_task_with_deps(&loc, gtid, task, 1, &dep, 0, nullptr);
  }
}

const std::function<void()> *of_team;

void region(kmp_int32 *, kmp_int32 *tid, ...) {
  if (*tid == 0)
    (*of_team)();
}

class ReplayTest : public testing::TestWithParam<int> {
  std::string name;
  ompx_taskgraph_site_t site;

  void call(Args &args) {
    __kmpc_ompx_taskgraph(
        &loc, __kmpc_global_thread_num(&loc), &site, 0, 0,
        [](void *a) { makeTasks(*static_cast<Args *>(a), nullptr); }, &args,
        sizeof(args));
  }

protected:
  static constexpr int MostTasks = 40;
  /// Two frames of the encountering function.
  struct Frame {
    int count = 10, value = 0, sum = 0;
    int out[MostTasks];
  } frames[2];

  ReplayTest()
      : name(std::string("replay/") +
             testing::UnitTest::GetInstance()->current_test_info()->name()),
        site{{nullptr},
             name.c_str(),
             "block",
             1,
             1,
             1,
             0,
             [](void *args, void *recorder) {
               makeTasks(*static_cast<Args *>(args), recorder);
             },
             nullptr} {
    kind = Kind();
    unseen = 0;
    ompx::taskgraph_refill = ompx::RefillWhen::Always;
  }
  ~ReplayTest() override { ompx::taskgraph_refill = ompx::RefillWhen::Auto; }

  ompx_taskgraph_counts_t counts() {
    ompx_taskgraph_counts_t found;
    ompx_get_taskgraph_counts(name.c_str(), 0, &found);
    return found;
  }

  /// One encounter in a frame with these values; what it came to.
  std::string encounter(Frame &frame, int value, int number,
                        bool right = true) {
    ompx_taskgraph_counts_t before = counts();
    frame.value = value;
    memset(frame.out, -1, sizeof(frame.out));
    Args args = {&frame.count, &frame.value, frame.out, number, &frame.sum};
    int count = frame.count, blocks = blocks_run;
    call(args);
    if (right)
      for (int i = 0; i < MostTasks; ++i)
        EXPECT_EQ(frame.out[i], i < count ? value + number + global_value : -1);
    ompx_taskgraph_counts_t after = counts();
    bool replayed = after.replayed != before.replayed;
    EXPECT_EQ(blocks_run - blocks, replayed ? 0 : 1);
    return replayed                            ? "replayed"
           : after.recorded != before.recorded ? "recorded"
           : after.refilled != before.refilled ? "refilled"
           : after.diverged != before.diverged ? "diverged"
                                               : "plain";
  }

  /// The graph that a replay in this frame would use.
  ompx::Graph &graphOf(Frame &frame) {
    Args args = {&frame.count, &frame.value, frame.out, 1, &frame.sum};
    ompx::Record *record = ompx::findRecord(&site, 0);
    ompx::Choice choice = record->choose({true, true}, &args);
    EXPECT_EQ(choice.way, ompx::Way::Replay);
    record->release(choice.instance);
    return *choice.instance->graph;
  }

  /// Likewise where the block always runs.
  void encounterChecked(Frame &frame) {
    int blocks = blocks_run;
    Args args = {&frame.count, &frame.value, frame.out, 1, &frame.sum};
    call(args);
    EXPECT_EQ(blocks_run - blocks, 1);
  }

  void inTeam(const std::function<void()> &function) {
    if (GetParam() == 1)
      return function();
    of_team = &function;
    __kmpc_push_num_threads(&loc, __kmpc_global_thread_num(&loc), GetParam());
    __kmpc_fork_call(&loc, 0, region);
  }
};
INSTANTIATE_TEST_SUITE_P(Threads, ReplayTest, testing::Values(1, 4));

TEST_P(ReplayTest, CopiesAreThoseOfTheEncounter) {
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    for (int e = 0; e < 20; ++e) {
      global_value += e % 3;
      EXPECT_EQ(encounter(frames[e % 2], 10 * e, e / 4), "replayed");
    }
    for (int e = 0; e < 10; ++e) // nothing but the variable changes
      EXPECT_EQ(encounter(frames[0], e / 2, 5), "replayed");
  });
}

TEST_P(ReplayTest, InputThatChangesIsRecordedOnce) {
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    frames[0].count = 12;
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    for (int e = 0; e < 10; ++e) {
      frames[e % 2].count = e % 3 ? 12 : 10;
      EXPECT_EQ(encounter(frames[e % 2], e, e), "replayed");
    }
    frames[0].count = 0;
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    EXPECT_EQ(encounter(frames[0], 3, 4), "replayed");
  });
}

TEST_P(ReplayTest, InputThatNeverComesAgainIsRefilled) {
  kind.routine = changingBody;
  kind.construct = &changes_data;
  inTeam([&] {
    for (int e = 0; e < 4; ++e) {
      frames[0].count = 21 + e;
      EXPECT_EQ(encounter(frames[0], e, e), "recorded");
    }
    // Other inputs, yet the tasks of the graph used last, or more than those.
    frames[0].count = 30;
    EXPECT_EQ(encounter(frames[0], 1, 1), "diverged");
    frames[0].count = 24;
    EXPECT_EQ(encounter(frames[0], 1, 1), "replayed");
  });
}

TEST_P(ReplayTest, IsOnlyRefilledWhereThatSavesFindingEdges) {
  ompx::taskgraph_refill = ompx::RefillWhen::Auto;
  kind.construct = nullptr;
  kind.chain = true;
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    EXPECT_EQ(encounter(frames[0], 1, 2),
              GetParam() == 1 ? "plain" : "refilled");
  });
  kind.chain = false;
  frames[0].count = 20;
  inTeam([&] {
    for (int e = 0; e < 4; ++e)
      encounter(frames[0], 1, 2);
    EXPECT_EQ(encounter(frames[0], 1, 2), "plain");
  });
}

TEST_P(ReplayTest, RunningTaskIsKnownWhereTheBodyMayAsk) {
  kind.routine = describedBody;
  for (const ompx_taskgraph_task_t *construct :
       {&keeps_data, &without_runtime}) {
    kind.construct = construct;
    inTeam([&] {
      frames[0].count = frames[1].count = construct == &keeps_data ? 10 : 20;
      EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
      described = 0;
      for (int e = 0; e < 5; ++e)
        EXPECT_EQ(encounter(frames[e / 3], e / 2, e), "replayed");
      EXPECT_EQ(described, construct == &keeps_data ? 50 : 0);
    });
  }
}

TEST_P(ReplayTest, ReplaysThatHaveBecomeSlowBeginATrial) {
  if (GetParam() == 1)
    return; // there is one way only
  kind.routine = slowBody;
  kind.cannot_wait = true;
  at_least = 0;
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    EXPECT_EQ(encounter(frames[0], 1, 2), "replayed");
    ompx::Graph &graph = graphOf(frames[0]);
    ompx::WayTrial &trial = graph.trial;
    // As if these replays had been, of which those with fused tasks are faster.
    ompx::WayTrial::Way way;
    for (kmp_uint32 replay = 0;
         replay < ompx::TrialSchedule::FirstTrial + ompx::WayTrial::TrialLength;
         ++replay) {
      way = trial.choose(graph, kmp_uint32(GetParam()));
      if (way.time)
        trial.took(way, way.fusion ? 40000 : 50000);
    }
    EXPECT_TRUE(way.fusion && way.is_kept);
    at_least = 100000;
    for (kmp_uint32 e = 0; e < ompx::TrialSchedule::InARow; ++e)
      EXPECT_EQ(encounter(frames[0], 1, 2), "replayed");
    for (kmp_uint32 replay = 0; replay < ompx::WayTrial::TurnLength; ++replay) {
      way = trial.choose(graph, kmp_uint32(GetParam()));
      EXPECT_FALSE(way.is_kept);
      EXPECT_EQ(!way.time, replay == 0);
    }
  });
}

TEST_P(ReplayTest, DataThatABodyChangesAreMadeAnew) {
  kind.routine = changingBody;
  kind.construct = &changes_data;
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    for (int e = 0; e < 10; ++e)
      EXPECT_EQ(encounter(frames[0], e / 5, 3), "replayed");
  });
}

TEST_P(ReplayTest, CopiesAreMadeBeforeATaskChangesTheVariable) {
  kind.routine = writingBody;
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    for (int e = 0; e < 10; ++e) {
      EXPECT_EQ(encounter(frames[e % 2], e, 2), "replayed");
      EXPECT_EQ(frames[e % 2].value, -7);
    }
  });
}

TEST_P(ReplayTest, ObjectOfADependenceThatIsElsewhere) {
  kind.chain = true;
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    EXPECT_EQ(encounter(frames[0], 3, 4), "replayed");
    EXPECT_EQ(encounter(frames[1], 5, 6), "recorded");
    for (int e = 0; e < 10; ++e)
      EXPECT_EQ(encounter(frames[e % 2], e, e), "replayed");
  });
}

TEST_P(ReplayTest, InputThatATaskChangesMeanwhileIsRefilled) {
  kind.changes_count = true;
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    for (int e = 0; e < 5; ++e)
      EXPECT_EQ(encounter(frames[e % 2], e, e), "refilled");
  });
}

TEST_P(ReplayTest, TaskThatIsNotDescribedIsRefilled) {
  kind.construct = nullptr;
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    for (int e = 0; e < 5; ++e)
      EXPECT_EQ(encounter(frames[e % 2], e, e), "refilled");
  });
}

/// The sum of the numbers of the tasks.
int sumOf(int count) { return count * (count - 1) / 2; }

TEST_P(ReplayTest, WhatTheBlockSetsIsSetByAReplay) {
  kind.sets_sum = kind.adds_to_sum = true;
  inTeam([&] {
    for (int e = 0; e < 12; ++e) {
      Frame &frame = frames[e % 2];
      frame.sum = -e; // the block does not see it
      frame.count = e % 3 ? 12 : 10;
      EXPECT_EQ(encounter(frame, e, e), e < 2 ? "recorded" : "replayed");
      EXPECT_EQ(frame.sum, sumOf(frame.count));
    }
  });
}

TEST_P(ReplayTest, WhatTheBlockAddsToIsAnInputToo) {
  kind.adds_to_sum = true;
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    EXPECT_EQ(frames[0].sum, 45);
    EXPECT_EQ(encounter(frames[1], 1, 2), "replayed");
    EXPECT_EQ(frames[1].sum, 45);
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    EXPECT_EQ(frames[0].sum, 90);
    EXPECT_EQ(encounter(frames[1], 1, 2), "replayed");
    EXPECT_EQ(frames[1].sum, 90);
    for (int e = 3; e < 7; ++e)
      EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    EXPECT_EQ(encounter(frames[0], 1, 2), "refilled");
    EXPECT_EQ(frames[0].sum, 7 * 45);
  });
}

TEST_P(ReplayTest, WhatTheBlockChangesIsComparedEvenWhereValuesAreTrusted) {
  kind.adds_to_sum = true;
  ompx::TaskgraphMode before = ompx::taskgraph_mode;
  ompx::taskgraph_mode = ompx::TaskgraphMode::Trust;
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    EXPECT_EQ(frames[0].sum, 90);
  });
  ompx::taskgraph_mode = before;
}

/// What a library that compares says of encounters.
class CheckTest : public ReplayTest {
  ompx::TaskgraphMode before = ompx::taskgraph_mode;

protected:
  CheckTest() { ompx::taskgraph_mode = ompx::TaskgraphMode::Check; }
  ~CheckTest() override { ompx::taskgraph_mode = before; }

  std::string said(const std::function<void()> &function) {
    testing::internal::CaptureStderr();
    function();
    return testing::internal::GetCapturedStderr();
  }
};
INSTANTIATE_TEST_SUITE_P(Threads, CheckTest, testing::Values(1, 4));

TEST_P(CheckTest, AnotherValueInAVariable) {
  kind.sets_sum = kind.adds_to_sum = true;
  inTeam([&] {
    EXPECT_EQ(said([&] {
                encounterChecked(frames[0]);
                encounterChecked(frames[0]);
              }),
              "");
    EXPECT_EQ(frames[0].sum, 45);
    unseen = 3;
    EXPECT_NE(said([&] {
                encounterChecked(frames[0]);
              }).find("the block leaves another value in a variable"),
              std::string::npos);
    EXPECT_EQ(frames[0].sum, 75);
    kind.adds_to_sum = false; // the same place
    EXPECT_NE(said([&] {
                encounterChecked(frames[0]);
              }).find("the block leaves another value in a variable"),
              std::string::npos);
    kind.sets_sum = false;
    EXPECT_NE(said([&] {
                encounterChecked(frames[0]);
              }).find("the block leaves another value in a variable"),
              std::string::npos);
    kind.sets_sum = kind.adds_to_sum = true;
    unseen = 0;
    EXPECT_EQ(said([&] { encounterChecked(frames[0]); }), "");
  });
}

TEST_P(ReplayTest, TrustedBlockIsReplayedWhateverItWouldRead) {
  ompx::TaskgraphMode before = ompx::taskgraph_mode;
  ompx::taskgraph_mode = ompx::TaskgraphMode::Trust;
  inTeam([&] {
    EXPECT_EQ(encounter(frames[0], 1, 2), "recorded");
    EXPECT_EQ(encounter(frames[1], 3, 4), "replayed");
    frames[0].count = 12;
    EXPECT_EQ(encounter(frames[0], 1, 2, false), "replayed");
    EXPECT_EQ(frames[0].out[9], 3 + global_value);
    EXPECT_EQ(frames[0].out[10], -1) << "a task that was not recorded";
  });
  ompx::taskgraph_mode = before;
}

} // namespace
