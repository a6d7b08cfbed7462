//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What a refill takes for the recorded graph and what it does not, through the
// calls that a compiled program makes. In each case all tasks run once, with
// their own data, in the order of their dependences.

#include "kmp.h"
#include "ompx_taskgraph.h"
#include "support/settings.h"
#include "taskgraph/abi.h"

#include "gtest/gtest.h"

#include <atomic>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

extern "C" void __kmpc_ompx_taskgraph(ident_t *loc, kmp_int32 gtid,
                                      ompx_taskgraph_site_t *site,
                                      kmp_uint32 flags, kmp_int64 graph_id,
                                      ompx_region_t region, void *args,
                                      size_t args_size);

namespace {

ident_t loc = {0, KMP_IDENT_KMPC, 0, 0, ";file;function;1;1;;"};

struct Item {
  int object; // 0: a null item; All: omp_all_memory
  kmp_uint8 flag;
};
constexpr int All = -1;

kmp_depend_info_t dependence(Item item) {
  kmp_depend_info_t dep = {};
  dep.base_addr = item.object == All ? 0 : item.object * 64;
  dep.flag = item.object == All ? kmp_uint8(KMP_DEP_ALL) : item.flag;
  return dep;
}

/// What the block of an encounter did and when.
struct Execution {
  struct Task {
    std::vector<Item> items;
    std::atomic<int> begin{0}, end{0};
    std::atomic<int> runs{0};
  };
  static constexpr int MaxTasks = 200;
  Task tasks[MaxTasks];
  int made = 0;
  std::atomic<int> clock{0};
};

struct Data { // behind a task's kmp_task_t
  Execution *run;
  kmp_int64 number;
};

kmp_int32 body(kmp_int32, void *task) {
  Data data;
  memcpy(&data, static_cast<kmp_task_t *>(task) + 1, sizeof(data));
  Execution::Task &mine = data.run->tasks[data.number];
  mine.begin = ++data.run->clock;
  ++mine.runs;
  mine.end = ++data.run->clock;
  return 0;
}
kmp_int32 otherBody(kmp_int32 gtid, void *task) {
  return body(gtid, task) + 0 * gtid;
}

/// How a task is made, but for its dependences.
struct Kind {
  kmp_routine_entry_t routine = body;
  kmp_int32 flags = 1; // tied
  size_t extra = 0;    // bytes of data that the task does not use
  size_t shareds = 0;
};

/// Makes a task of the block that runs.
void make(Execution &run, std::vector<Item> items, Kind kind = Kind()) {
  kmp_int32 gtid = __kmpc_global_thread_num(&loc);
  kmp_task_t *task = __kmpc_omp_task_alloc(
      &loc, gtid, kind.flags, sizeof(kmp_task_t) + sizeof(Data) + kind.extra,
      kind.shareds, kind.routine);
  Data data = {&run, run.made};
  memcpy(static_cast<void *>(task + 1), &data, sizeof(data));
  run.tasks[run.made++].items = items;
  std::vector<kmp_depend_info_t> deps;
  for (Item item : items)
    deps.push_back(dependence(item));
  if (deps.empty())
    __kmpc_omp_task(&loc, gtid, task);
  else
    __kmpc_omp_task_with_deps(&loc, gtid, task, kmp_int32(deps.size()),
                              deps.data(), 0, nullptr);
}

bool conflict(const Execution::Task &a, const Execution::Task &b) {
  for (Item x : a.items)
    for (Item y : b.items) {
      if (x.object == 0 || y.object == 0)
        continue;
      if (x.object == All || y.object == All)
        return true;
      bool share = x.flag == y.flag && x.flag != KMP_DEP_INOUT;
      if (x.object == y.object && !share)
        return true;
    }
  return false;
}

using Block = std::function<void(Execution &)>;

const std::function<void()> *of_team; // what inTeam() runs

void region(kmp_int32 *, kmp_int32 *tid, ...) {
  if (*tid == 0)
    (*of_team)();
}

/// Runs a function on one thread of a team.
void inTeam(int threads, const std::function<void()> &function) {
  if (threads == 1)
    return function();
  of_team = &function;
  __kmpc_push_num_threads(&loc, __kmpc_global_thread_num(&loc), threads);
  __kmpc_fork_call(&loc, 0, region);
}

/// Threads, and whether the block makes tasks ahead.
using Parameter = std::tuple<int, ompx::RefillAhead>;

class RefillTest : public testing::TestWithParam<Parameter> {
protected:
  static int threads() { return std::get<0>(GetParam()); }
  std::string name;
  ompx_taskgraph_site_t site;

  RefillTest()
      : name(std::string("refill/") +
             testing::UnitTest::GetInstance()->current_test_info()->name()),
        site{{nullptr}, name.c_str(), "block", 1, 1, 1, 0, nullptr, nullptr} {
    ompx::taskgraph_ahead = std::get<1>(GetParam());
    ompx::taskgraph_refill = ompx::RefillWhen::Always;
  }
  ~RefillTest() override {
    ompx::taskgraph_ahead = ompx::RefillAhead::Auto;
    ompx::taskgraph_refill = ompx::RefillWhen::Auto;
  }

  ompx_taskgraph_counts_t counts() {
    ompx_taskgraph_counts_t found;
    ompx_get_taskgraph_counts(site.file, 0, &found);
    return found;
  }

  /// One encounter; what it came to.
  std::string encounter(const Block &block) {
    ompx_taskgraph_counts_t before = counts();
    Execution run;
    struct Args {
      const Block *block;
      Execution *run;
    } args = {&block, &run};
    __kmpc_ompx_taskgraph(
        &loc, __kmpc_global_thread_num(&loc), &site, 0, 0,
        [](void *a) {
          auto *with = static_cast<Args *>(a);
          (*with->block)(*with->run);
        },
        &args, sizeof(args));
    for (int i = 0; i < run.made; ++i) {
      EXPECT_EQ(run.tasks[i].runs, 1) << "task " << i;
      for (int j = 0; j < i; ++j)
        if (conflict(run.tasks[j], run.tasks[i]))
          EXPECT_LT(run.tasks[j].end, run.tasks[i].begin) << j << ", " << i;
    }
    ompx_taskgraph_counts_t after = counts();
    if (after.recorded != before.recorded)
      return "recorded";
    if (after.refilled != before.refilled)
      return "refilled";
    if (after.diverged != before.diverged)
      return "diverged";
    return after.plain != before.plain ? "plain" : "nothing";
  }

  /// Records `first`, then meets `second` and `first` again.
  void compare(const Block &first, const Block &second, const char *expected) {
    inTeam(threads(), [&] {
      EXPECT_EQ(encounter(first), "recorded");
      EXPECT_EQ(encounter(first), "refilled");
      EXPECT_EQ(encounter(second), expected);
      // A graph that the block left early is recorded anew.
      std::string then = encounter(first);
      if (expected == std::string("refilled"))
        EXPECT_EQ(then, "refilled");
      encounter(second);
      encounter(first);
    });
  }
  /// Of tasks that each have these items.
  void compare(std::vector<std::vector<Item>> first,
               std::vector<std::vector<Item>> second, const char *expected) {
    auto block = [](std::vector<std::vector<Item>> tasks) {
      return [tasks](Execution &run) {
        for (const std::vector<Item> &items : tasks)
          make(run, items);
      };
    };
    compare(block(first), block(second), expected);
  }
  void compareKinds(Kind first, Kind second, const char *expected) {
    compare([=](Execution &run) { make(run, {}, first); },
            [=](Execution &run) { make(run, {}, second); }, expected);
  }
};
INSTANTIATE_TEST_SUITE_P(Threads, RefillTest,
                         testing::Values(Parameter(1, ompx::RefillAhead::On),
                                         Parameter(4, ompx::RefillAhead::On),
                                         Parameter(4, ompx::RefillAhead::Off)));

constexpr kmp_uint8 In = KMP_DEP_IN, InOut = KMP_DEP_INOUT, Set = KMP_DEP_SET;

TEST_P(RefillTest, SameObjects) {
  compare({{{1, InOut}}, {{2, In}, {1, In}}, {{1, InOut}, {2, InOut}}},
          {{{1, InOut}}, {{2, In}, {1, In}}, {{1, InOut}, {2, InOut}}},
          "refilled");
}

TEST_P(RefillTest, OtherObjects) {
  compare({{{1, InOut}}, {{1, In}, {2, InOut}}, {{2, In}}},
          {{{5, InOut}}, {{5, In}, {6, InOut}}, {{6, In}}}, "refilled");
}

TEST_P(RefillTest, SomeOtherObjects) {
  compare({{{1, InOut}, {2, InOut}}, {{1, In}, {3, InOut}}, {{3, In}}},
          {{{1, InOut}, {9, InOut}}, {{1, In}, {3, InOut}}, {{3, In}}},
          "refilled");
}

TEST_P(RefillTest, SwappedObjects) {
  compare({{{1, InOut}}, {{2, InOut}}, {{1, In}}, {{2, In}}},
          {{{2, InOut}}, {{1, InOut}}, {{2, In}}, {{1, In}}}, "refilled");
}

TEST_P(RefillTest, RotatedObjects) {
  compare({{{1, InOut}}, {{2, InOut}}, {{3, InOut}}, {{1, In}, {3, In}}},
          {{{2, InOut}}, {{3, InOut}}, {{1, InOut}}, {{2, In}, {1, In}}},
          "refilled");
}

TEST_P(RefillTest, TwoObjectsBecomeOne) {
  compare({{{1, InOut}}, {{2, InOut}}}, {{{1, InOut}}, {{1, InOut}}},
          "diverged");
}

TEST_P(RefillTest, TwoOtherObjectsBecomeOne) {
  compare({{{1, InOut}}, {{2, InOut}}}, {{{3, InOut}}, {{3, InOut}}},
          "diverged");
}

TEST_P(RefillTest, OneObjectBecomesTwo) {
  compare({{{1, InOut}}, {{1, InOut}}}, {{{1, InOut}}, {{2, InOut}}},
          "diverged");
}

TEST_P(RefillTest, LaterObjectBecomesAnEarlierOne) {
  compare({{{1, InOut}}, {{2, InOut}}, {{3, InOut}}},
          {{{1, InOut}}, {{2, InOut}}, {{1, InOut}}}, "diverged");
}

TEST_P(RefillTest, EarlierObjectBecomesALaterOneThatStays) {
  compare({{{1, InOut}}, {{2, InOut}}, {{3, InOut}}},
          {{{3, InOut}}, {{2, InOut}}, {{3, InOut}}}, "diverged");
}

TEST_P(RefillTest, ObjectsOfTheRefillBeforeAreNotMistakenForTheRecordedOnes) {
  auto block = [](int a, int b) {
    return [=](Execution &run) {
      make(run, {{a, InOut}});
      make(run, {{b, InOut}});
      make(run, {{a, In}, {b, In}});
    };
  };
  inTeam(threads(), [&] {
    EXPECT_EQ(encounter(block(1, 2)), "recorded");
    EXPECT_EQ(encounter(block(2, 3)), "refilled");
    EXPECT_EQ(encounter(block(3, 4)), "refilled");
    EXPECT_EQ(encounter(block(1, 2)), "refilled");
    EXPECT_EQ(encounter(block(2, 1)), "refilled");
    EXPECT_EQ(encounter(block(1, 1)), "diverged");
  });
}

TEST_P(RefillTest, ManyObjects) {
  auto block = [](int first, int step) {
    return [=](Execution &run) {
      for (int i = 0; i < 150; ++i)
        make(run, {{first + step * i, InOut}, {first + step * (i / 2), In}});
    };
  };
  compare(block(1, 1), block(1000, 3), "refilled");
}

TEST_P(RefillTest, ItemTwiceInOneClause) {
  compare({{{1, In}, {1, InOut}}, {{1, In}}},
          {{{2, In}, {2, InOut}}, {{2, In}}}, "refilled");
}

TEST_P(RefillTest, ItemTwiceBecomesTwo) {
  compare({{{1, In}, {1, InOut}}, {{1, In}}},
          {{{1, In}, {2, InOut}}, {{1, In}}}, "diverged");
}

TEST_P(RefillTest, AllMemory) {
  compare({{{1, InOut}}, {{All, 0}}, {{1, InOut}}},
          {{{2, InOut}}, {{All, 0}}, {{2, InOut}}}, "refilled");
}

TEST_P(RefillTest, AllMemoryBecomesAnObject) {
  compare({{{1, InOut}}, {{All, 0}}}, {{{1, InOut}}, {{1, InOut}}}, "diverged");
}

TEST_P(RefillTest, ObjectBecomesAllMemory) {
  compare({{{1, InOut}}, {{1, InOut}}}, {{{1, InOut}}, {{All, 0}}}, "diverged");
}

TEST_P(RefillTest, NullItem) {
  compare({{{0, InOut}, {1, InOut}}, {{0, InOut}}},
          {{{0, InOut}, {2, InOut}}, {{0, InOut}}}, "refilled");
}

TEST_P(RefillTest, NullItemBecomesAnObject) {
  compare({{{1, InOut}}, {{0, InOut}}}, {{{1, InOut}}, {{1, InOut}}},
          "diverged");
}

TEST_P(RefillTest, ObjectBecomesANullItem) {
  compare({{{1, InOut}}, {{1, InOut}}}, {{{1, InOut}}, {{0, InOut}}},
          "diverged");
}

TEST_P(RefillTest, OtherDependenceType) {
  compare({{{1, InOut}}, {{1, In}}, {{1, In}}},
          {{{1, InOut}}, {{1, In}}, {{1, Set}}}, "diverged");
}

TEST_P(RefillTest, OtherNumberOfDependences) {
  compare({{{1, InOut}, {2, InOut}}, {{2, InOut}}},
          {{{1, InOut}}, {{2, InOut}}}, "diverged");
}

TEST_P(RefillTest, DependencesWhereNoneWere) {
  compare({{}, {}}, {{{1, InOut}}, {{1, InOut}}}, "diverged");
}

TEST_P(RefillTest, NoDependencesWhereSomeWere) {
  compare({{{1, InOut}}, {{1, InOut}}}, {{}, {}}, "diverged");
}

TEST_P(RefillTest, FewerTasks) {
  compare({{{1, InOut}}, {{1, InOut}}, {{1, InOut}}},
          {{{1, InOut}}, {{1, InOut}}}, "diverged");
}

TEST_P(RefillTest, NoTasks) { compare({{{1, InOut}}}, {}, "diverged"); }

TEST_P(RefillTest, MoreTasks) {
  compare({{{1, InOut}}, {{1, InOut}}},
          {{{1, InOut}}, {{1, InOut}}, {{1, InOut}}, {{1, InOut}}}, "diverged");
}

TEST_P(RefillTest, TasksAfterADivergenceKeepTheirOrder) {
  std::vector<std::vector<Item>> chain(50, {{1, InOut}}), other = chain;
  other[25] = {{1, InOut}, {2, In}};
  compare(chain, other, "diverged");
}

TEST_P(RefillTest, OtherBody) { compareKinds({body}, {otherBody}, "diverged"); }
TEST_P(RefillTest, OtherSize) {
  compareKinds({body, 1, 0}, {body, 1, 64}, "diverged");
}
TEST_P(RefillTest, SharedsWhereNoneWere) {
  compareKinds({body, 1, 8, 0}, {body, 1, 0, 8}, "diverged");
}
TEST_P(RefillTest, SameShareds) {
  compareKinds({body, 1, 8, 24}, {body, 1, 8, 24}, "refilled");
}
/// As tasks that GCC compiled: their data is aligned within what is allocated.
TEST_P(RefillTest, DataAlignedInTheShareds) {
  static constexpr size_t Alignment = 1024, Size = 1024;
  auto block = [](Execution &run) {
    kmp_int32 gtid = __kmpc_global_thread_num(&loc);
    for (int i = 0; i < 20; ++i) {
      kmp_task_t *task = __kmpc_omp_task_alloc(
          &loc, gtid, 1, sizeof(kmp_task_t) + sizeof(Data) + 64 * (i % 3),
          Size + Alignment - 1, body);
      auto at = reinterpret_cast<kmp_uintptr_t>(task->shareds);
      at = (at + Alignment - 1) & ~(Alignment - 1);
      task->shareds = reinterpret_cast<void *>(at);
      const kmp_taskdata_t *td = KMP_TASK_TO_TASKDATA(task);
      EXPECT_LE(at + Size,
                reinterpret_cast<kmp_uintptr_t>(td) + td->td_size_alloc);
      memset(task->shareds, i, Size);
      Data data = {&run, run.made++};
      memcpy(static_cast<void *>(task + 1), &data, sizeof(data));
      __kmpc_omp_task(&loc, gtid, task);
    }
  };
  compare(block, block, "refilled");
}

TEST_P(RefillTest, FinalTask) {
  compareKinds({body, 1}, {body, 1 | 2}, "diverged");
}
TEST_P(RefillTest, UntiedTask) {
  compareKinds({body, 1}, {body, 0}, "diverged");
}

TEST_P(RefillTest, TaskwaitWhereThereWasNone) {
  compare(
      [](Execution &run) {
        make(run, {{1, InOut}});
        make(run, {{2, InOut}});
      },
      [](Execution &run) {
        make(run, {{1, InOut}});
        __kmpc_omp_taskwait(&loc, __kmpc_global_thread_num(&loc));
        EXPECT_EQ(run.tasks[0].runs, 1);
        make(run, {{2, InOut}});
      },
      "diverged");
}

TEST_P(RefillTest, Taskwait) {
  auto block = [](Execution &run) {
    for (int i = 0; i < 20; ++i)
      make(run, {{i % 3 + 1, InOut}});
    __kmpc_omp_taskwait(&loc, __kmpc_global_thread_num(&loc));
    for (int i = 0; i < 20; ++i)
      EXPECT_EQ(run.tasks[i].runs, 1);
    make(run, {{2, InOut}});
  };
  compare(block, block, "refilled");
}

TEST_P(RefillTest, GroupInPlaceOfNone) {
  auto block = [](bool group) {
    return [group](Execution &run) {
      kmp_int32 gtid = __kmpc_global_thread_num(&loc);
      make(run, {{1, InOut}});
      if (group)
        __kmpc_taskgroup(&loc, gtid);
      make(run, {{2, InOut}});
      if (group) {
        __kmpc_end_taskgroup(&loc, gtid);
        EXPECT_EQ(run.tasks[1].runs, 1);
      }
    };
  };
  compare(block(false), block(true), "diverged");
}

TEST_P(RefillTest, TaskInAGroupThatBeganLater) {
  auto block = [](bool inside) {
    return [inside](Execution &run) {
      kmp_int32 gtid = __kmpc_global_thread_num(&loc);
      if (!inside)
        make(run, {{1, InOut}});
      __kmpc_taskgroup(&loc, gtid);
      if (inside)
        make(run, {{1, InOut}});
      make(run, {{2, InOut}});
      __kmpc_end_taskgroup(&loc, gtid);
      EXPECT_EQ(run.tasks[1].runs, 1);
      if (inside)
        EXPECT_EQ(run.tasks[0].runs, 1);
    };
  };
  compare(block(false), block(true), "diverged");
}

TEST_P(RefillTest, NestedGroups) {
  auto block = [](Execution &run) {
    kmp_int32 gtid = __kmpc_global_thread_num(&loc);
    make(run, {{1, InOut}});
    __kmpc_taskgroup(&loc, gtid);
    make(run, {{1, InOut}});
    __kmpc_taskgroup(&loc, gtid);
    make(run, {{2, InOut}});
    __kmpc_end_taskgroup(&loc, gtid);
    EXPECT_EQ(run.tasks[2].runs, 1);
    make(run, {{3, InOut}});
    __kmpc_end_taskgroup(&loc, gtid);
    EXPECT_EQ(run.tasks[0].runs, 1) << "the group's first task depends on it";
    EXPECT_EQ(run.tasks[1].runs, 1);
    EXPECT_EQ(run.tasks[3].runs, 1);
  };
  compare(block, block, "refilled");
}

/// Blocks of random tasks; the second is the first with other objects, which
/// fits if no two become one, or with a change somewhere.
TEST_P(RefillTest, RandomBlocks) {
  static const kmp_uint8 flags[] = {In, In, InOut, InOut, KMP_DEP_MTX, Set};
  std::mt19937 engine{unsigned(threads())};
  using Tasks = std::vector<std::vector<Item>>;
  auto block = [](const Tasks &tasks) {
    return [&tasks](Execution &run) {
      for (const std::vector<Item> &items : tasks)
        make(run, items);
    };
  };
  int whole = 0, broken = 0;
  for (int round = 0; round < 60; ++round) {
    int objects = 1 + int(engine() % 8);
    Tasks tasks(1 + engine() % 60);
    for (std::vector<Item> &items : tasks)
      for (unsigned i = engine() % 4; i > 0; --i) {
        kmp_uint8 flag = flags[engine() % 6];
        int object = engine() % 30 == 0 ? All : int(engine() % objects) + 1;
        items.push_back({object, flag});
      }
    inTeam(threads(), [&] {
      std::string site_name = name + std::to_string(round);
      site.record = nullptr;
      site.file = site_name.c_str();
      EXPECT_EQ(encounter(block(tasks)), "recorded");
      for (int again = 0; again < 6; ++again) {
        std::vector<int> names(objects + 1);
        std::iota(names.begin(), names.end(), 1 + int(engine() % 4));
        std::shuffle(names.begin(), names.end(), engine);
        bool broken_now = again % 2;
        Tasks renamed = tasks;
        for (std::vector<Item> &items : renamed)
          for (Item &item : items)
            if (item.object != All)
              item.object = names[item.object];
        if (broken_now)
          for (unsigned i = 1 + engine() % 3; i > 0; --i) {
            std::vector<Item> &items = renamed[engine() % renamed.size()];
            if (!items.empty())
              items[engine() % items.size()] = {int(engine() % objects) + 1,
                                                flags[engine() % 6]};
          }
        std::string came_to = encounter(block(renamed));
        whole += came_to == "refilled";
        broken += came_to == "diverged";
        if (!broken_now)
          EXPECT_NE(came_to, "diverged") << "round " << round;
      }
    });
  }
  EXPECT_GT(whole, 60);
  EXPECT_GT(broken, 30);
}

} // namespace
