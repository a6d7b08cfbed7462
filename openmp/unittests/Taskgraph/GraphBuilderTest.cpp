//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The graph holds exactly the order that the depend clauses ask for: compared,
// for random programs, with the relation written down from the specification,
// pair by pair. Sizes and growth are counted, not timed.

#include "Taskgraph/FakeTask.h"
#include "taskgraph/graph_builder.h"

#include "gtest/gtest.h"

#include <memory>
#include <random>

using namespace ompx;

namespace {

struct TestTask {
  std::vector<kmp_depend_info_t> deps;
  bool undeferred = false;
};
using Order = std::vector<std::vector<bool>>; // [before][after]

kmp_uint8 typeOf(const TestTask &task, kmp_intptr_t address) {
  kmp_uint8 type = 0;
  for (const kmp_depend_info_t &dep : task.deps)
    if (dep.base_addr == address)
      type = type == 0 || type == dep.flag ? dep.flag : kmp_uint8(3);
  return type == KMP_DEP_OUT ? kmp_uint8(KMP_DEP_INOUT) : type;
}

bool namesAllMemory(const TestTask &task) {
  for (const kmp_depend_info_t &dep : task.deps)
    if (dep.flag == KMP_DEP_ALL)
      return true;
  return false;
}

/// Whether the clauses of a task and a later one order them (OpenMP 6.0, depend
/// clause).
bool conflict(const TestTask &a, const TestTask &b) {
  if (a.deps.empty() || b.deps.empty())
    return false;
  if (namesAllMemory(a) || namesAllMemory(b))
    return true;
  for (const kmp_depend_info_t &dep : a.deps) {
    kmp_uint8 first = typeOf(a, dep.base_addr);
    kmp_uint8 second = typeOf(b, dep.base_addr);
    bool may_overlap = first == second && first != KMP_DEP_INOUT &&
                       // locks are for tasks that the graph runs
                       !(first == KMP_DEP_MTX && b.undeferred);
    if (second != 0 && !may_overlap)
      return true;
  }
  return false;
}

void close(Order &order) {
  size_t n = order.size();
  for (size_t middle = 0; middle < n; ++middle)
    for (size_t before = 0; before < n; ++before)
      if (order[before][middle])
        for (size_t after = 0; after < n; ++after)
          if (order[middle][after])
            order[before][after] = true;
}

Order wanted(const std::vector<TestTask> &tasks) {
  Order order(tasks.size(), std::vector<bool>(tasks.size()));
  for (size_t i = 0; i < tasks.size(); ++i)
    for (size_t j = i + 1; j < tasks.size(); ++j)
      order[i][j] = conflict(tasks[i], tasks[j]) || tasks[i].undeferred;
  close(order);
  return order;
}

std::unique_ptr<Graph> build(const std::vector<TestTask> &tasks) {
  GraphBuilder builder(true);
  for (size_t i = 0; i < tasks.size(); ++i) {
    FakeTask task{kmp_int32(i)};
    // What libomp calls for an undeferred task: a wait for its dependences.
    auto ndeps = kmp_int32(tasks[i].deps.size());
    if (!tasks[i].undeferred) {
      builder.addTask(NodeKind::Task, task.task(), &PlainMaker, ndeps,
                      tasks[i].deps.data());
      continue;
    }
    if (ndeps != 0)
      builder.addTaskwait(ndeps, tasks[i].deps.data(), false);
    builder.addUndeferred();
  }
  return std::unique_ptr<Graph>(builder.finish(0));
}

kmp_uint32 edgeCount(const Graph &graph) {
  return graph.nodes[graph.node_count].first_successor;
}

/// The order among the tasks alone; joins in between only carry it.
Order orderOf(const Graph &graph) {
  Order all(graph.node_count, std::vector<bool>(graph.node_count));
  std::vector<kmp_uint32> incoming(graph.node_count);
  for (kmp_uint32 i = 0; i < graph.node_count; ++i)
    for (kmp_uint32 s = graph.nodes[i].first_successor;
         s < graph.nodes[i + 1].first_successor; ++s) {
      kmp_uint32 target = graph.successors[s].node();
      EXPECT_LT(i, target) << "edges must ascend";
      EXPECT_FALSE(all[i][target]) << "an edge must be there once";
      EXPECT_EQ(graph.successors[s].onlyPredecessor(),
                graph.nodes[target].predecessors == 1);
      all[i][target] = true;
      ++incoming[target];
    }
  kmp_uint32 root = 0;
  for (kmp_uint32 i = 0; i < graph.node_count; ++i) {
    EXPECT_EQ(graph.nodes[i].predecessors, incoming[i]);
    if (incoming[i] == 0) {
      EXPECT_EQ(graph.roots[root], i);
      ++root;
    }
  }
  EXPECT_EQ(graph.root_count, root);
  close(all);
  std::vector<kmp_uint32> tasks;
  for (kmp_uint32 i = 0; i < graph.node_count; ++i)
    if (graph.nodes[i].isTask() || graph.nodes[i].kind == NodeKind::Undeferred)
      tasks.push_back(i);
  Order order(tasks.size(), std::vector<bool>(tasks.size()));
  for (size_t i = 0; i < tasks.size(); ++i)
    for (size_t j = 0; j < tasks.size(); ++j)
      order[i][j] = all[tasks[i]][tasks[j]];
  return order;
}

std::vector<TestTask> randomTasks(unsigned seed) {
  static const kmp_uint8 types[] = {KMP_DEP_IN,    KMP_DEP_IN,  KMP_DEP_OUT,
                                    KMP_DEP_INOUT, KMP_DEP_MTX, KMP_DEP_SET};
  std::mt19937 random(seed);
  std::vector<TestTask> tasks(1 + random() % 60);
  unsigned objects = 1 + random() % 6;
  for (TestTask &task : tasks) {
    for (unsigned i = random() % 4; i > 0; --i)
      task.deps.push_back(
          dependence(64 * (1 + random() % objects), types[random() % 6]));
    if (random() % 40 == 0)
      task.deps.push_back(dependence(0, KMP_DEP_ALL));
    task.undeferred = random() % 40 == 0;
  }
  return tasks;
}

class GraphBuilderTest : public testing::TestWithParam<int> {};

TEST_P(GraphBuilderTest, HasExactlyTheOrderOfTheClauses) {
  for (unsigned seed = GetParam() * 100; seed < GetParam() * 100u + 100;
       ++seed) {
    std::vector<TestTask> tasks = randomTasks(seed);
    std::unique_ptr<Graph> graph = build(tasks);
    ASSERT_TRUE(graph);
    ASSERT_EQ(orderOf(*graph), wanted(tasks)) << "seed " << seed;
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, GraphBuilderTest, testing::Range(0, 10));

TEST(GraphBuilderTest, ADroppedDependenceIsNoticed) {
  std::vector<TestTask> tasks(2);
  tasks[0].deps = tasks[1].deps = {dependence(64, KMP_DEP_INOUT)};
  Order right = wanted(tasks);
  tasks[1].deps.clear();
  EXPECT_NE(orderOf(*build(tasks)), right);
}

TEST(GraphBuilderTest, EmptyRegionGivesAnEmptyGraph) {
  GraphBuilder builder(true);
  std::unique_ptr<Graph> graph(builder.finish(0));
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->node_count, 0u);
  EXPECT_EQ(graph->root_count, 0u);
}

TEST(GraphBuilderTest, DenseLayersHaveLinearlyManyEdges) {
  for (kmp_uint32 width : {10u, 100u, 1000u}) {
    std::vector<TestTask> tasks;
    for (int layer = 0; layer < 4; ++layer)
      for (kmp_uint32 i = 0; i < width; ++i) {
        tasks.emplace_back();
        tasks.back().deps = {
            dependence(64, layer % 2 ? KMP_DEP_SET : KMP_DEP_IN)};
      }
    EXPECT_LE(edgeCount(*build(tasks)), 4 * 3 * width) << width;
  }
}

TEST(GraphBuilderTest, FanOutAndFanInOfManyTasks) {
  constexpr kmp_uint32 Width = 100000;
  std::vector<TestTask> tasks(Width + 2);
  tasks.front().deps = tasks.back().deps = {dependence(64, KMP_DEP_INOUT)};
  for (kmp_uint32 i = 1; i <= Width; ++i)
    tasks[i].deps = {dependence(64, KMP_DEP_IN)};
  std::unique_ptr<Graph> graph = build(tasks);
  EXPECT_EQ(edgeCount(*graph), 2 * Width);
  EXPECT_EQ(graph->nodes[graph->node_count - 1].predecessors, Width);
}

TEST(GraphBuilderTest, TaskwaitComesAfterAllAndBeforeAll) {
  GraphBuilder builder(true);
  FakeTask task;
  for (int i = 0; i < 3; ++i)
    builder.addTask(NodeKind::Task, task.task(), &PlainMaker, 0, nullptr);
  builder.addTaskwait(0, nullptr, false);
  for (int i = 0; i < 2; ++i)
    builder.addTask(NodeKind::Task, task.task(), &PlainMaker, 0, nullptr);
  std::unique_ptr<Graph> graph(builder.finish(0));
  ASSERT_EQ(graph->node_count, 6u);
  EXPECT_EQ(graph->nodes[3].kind, NodeKind::Wait);
  EXPECT_EQ(graph->nodes[3].predecessors, 3u);
  EXPECT_EQ(graph->root_count, 3u);
  EXPECT_TRUE(graph->has_taskwait);
  EXPECT_EQ(graph->nodes[4].predecessors, 1u);
  EXPECT_EQ(graph->nodes[5].predecessors, 1u);
}

TEST(GraphBuilderTest, GroupEndWaitsForItsOwnTasksOnly) {
  GraphBuilder builder(true);
  FakeTask task;
  auto add = [&] {
    builder.addTask(NodeKind::Task, task.task(), &PlainMaker, 0, nullptr);
  };
  add(); // 0: outside
  builder.beginGroup();
  add(); // 1
  builder.beginGroup();
  add();              // 2
  builder.endGroup(); // 3
  builder.endGroup(); // 4
  add();              // 5
  std::unique_ptr<Graph> graph(builder.finish(0));
  ASSERT_EQ(graph->node_count, 6u);
  Order order(6, std::vector<bool>(6));
  for (kmp_uint32 i = 0; i < 6; ++i)
    for (kmp_uint32 s = graph->nodes[i].first_successor;
         s < graph->nodes[i + 1].first_successor; ++s)
      order[i][graph->successors[s].node()] = true;
  close(order);
  EXPECT_TRUE(order[2][3] && order[3][4] && order[1][4] && order[4][5]);
  EXPECT_FALSE(order[0][4] || order[0][5] || order[1][3]);
  EXPECT_EQ(graph->nodes[1].group, 1u);
  EXPECT_EQ(graph->nodes[2].group, 2u);
  EXPECT_EQ(graph->groups[2].parent, 1u);
  EXPECT_EQ(graph->nodes[5].group, 0u);
}

TEST(GraphBuilderTest, CommutativeTasksGetTheirLocksInAscendingOrder) {
  GraphBuilder builder(true);
  FakeTask task;
  kmp_depend_info_t deps[] = {dependence(640, KMP_DEP_MTX),
                              dependence(64, KMP_DEP_MTX),
                              dependence(320, KMP_DEP_IN)};
  kmp_depend_info_t reversed[] = {deps[1], deps[0]};
  builder.addTask(NodeKind::Task, task.task(), &PlainMaker, 3, deps);
  builder.addTask(NodeKind::Task, task.task(), &PlainMaker, 2, reversed);
  std::unique_ptr<Graph> graph(builder.finish(0));
  ASSERT_EQ(graph->nodes[1].first_lock, 2u);
  ASSERT_EQ(graph->nodes[2].first_lock, 4u);
  EXPECT_LT(graph->node_locks[0], graph->node_locks[1]);
  EXPECT_EQ(graph->node_locks[0], graph->node_locks[2]);
  EXPECT_EQ(graph->node_locks[1], graph->node_locks[3]);
  EXPECT_EQ(graph->root_count, 2u);
}

TEST(GraphBuilderTest, KeepsEachItemOfTheClausesInOrder) {
  GraphBuilder builder(false);
  FakeTask task;
  auto add = [&](std::vector<kmp_depend_info_t> deps) {
    builder.addTask(NodeKind::Task, task.task(), nullptr,
                    kmp_int32(deps.size()), deps.data());
  };
  kmp_depend_info_t a_in = dependence(640, KMP_DEP_IN);
  kmp_depend_info_t a_set = dependence(640, KMP_DEP_SET);
  kmp_depend_info_t b_inout = dependence(64, KMP_DEP_INOUT);
  kmp_depend_info_t null = dependence(0, KMP_DEP_INOUT);
  kmp_depend_info_t all = dependence(0, KMP_DEP_ALL);
  for (int i = 0; i < 3; ++i)
    add({a_in, b_inout, null, a_in});
  for (int i = 0; i < 3; ++i)
    add({a_set}); // a join node comes before the second
  add({});
  add({all});
  builder.addTaskwait(1, &b_inout, false);
  std::unique_ptr<Graph> graph(builder.finish(0));
  ASSERT_TRUE(graph);
  using Items = std::vector<Dependence>;
  auto item = [](kmp_uint32 object, const kmp_depend_info_t &of) {
    return Dependence(object, of.flag, isAllMemory(of));
  };
  const Items first = {item(0, a_in), item(1, b_inout),
                       item(Dependence::None, null), item(0, a_in)};
  const Items set = {item(0, a_set)};
  std::vector<Items> wanted = {first,
                               first,
                               first,
                               set,
                               {},
                               set,
                               set,
                               {},
                               {item(Dependence::None, all)},
                               {item(1, b_inout)}};
  ASSERT_EQ(graph->node_count, wanted.size());
  EXPECT_EQ(graph->nodes[4].kind, NodeKind::Join);
  for (kmp_uint32 node = 0; node < graph->node_count; ++node) {
    Items seen(graph->dependences + graph->first_dependence[node],
               graph->dependences + graph->first_dependence[node + 1]);
    EXPECT_TRUE(seen == wanted[node]) << node;
  }
  EXPECT_EQ(graph->objects[0], 640);
  EXPECT_EQ(graph->objects[1], 64);
  EXPECT_EQ(graph->address_count, 2u);
}

/// So many that the notes are in several chunks of memory.
TEST(GraphBuilderTest, LoopsOfTasksLikeTheOneBefore) {
  for (bool images : {false, true}) {
    GraphBuilder builder(images);
    FakeTask task;
    std::vector<std::vector<kmp_intptr_t>> clauses;
    for (size_t count = 0; count < 8; ++count)
      for (int i = 0; i < 100; ++i) {
        std::vector<kmp_depend_info_t> deps;
        clauses.emplace_back();
        for (size_t j = 0; j < count; ++j) {
          clauses.back().push_back(kmp_intptr_t(8 + 8 * (count * 100 + j)));
          deps.push_back(dependence(clauses.back()[j], KMP_DEP_IN));
        }
        builder.addTask(NodeKind::Task, task.task(), &PlainMaker,
                        kmp_int32(count), deps.data());
        ASSERT_EQ(builder.taskCount(), clauses.size());
        ASSERT_EQ(builder.size(), clauses.size());
      }
    builder.addUndeferred();
    EXPECT_EQ(builder.taskCount(), clauses.size());
    EXPECT_EQ(builder.size(), clauses.size() + 1);
    builder.end();
    std::unique_ptr<Graph> graph(builder.finish(0));
    ASSERT_TRUE(graph);
    for (kmp_uint32 node = 0; node < clauses.size(); ++node) {
      std::vector<kmp_intptr_t> seen;
      for (kmp_uint32 i = graph->first_dependence[node];
           i < graph->first_dependence[node + 1]; ++i)
        seen.push_back(graph->objects[graph->dependences[i].object()]);
      EXPECT_EQ(seen, clauses[node]) << node;
      EXPECT_EQ(graph->nodes[node].image != nullptr, images);
    }
  }
}

TEST(GraphBuilderTest, TasksThatDifferInOneThing) {
  GraphBuilder builder(false);
  FakeTask task, shorter, given, other_body;
  shorter.taskdata()->td_size_alloc -= 8;
  given.setGiven(0x8000);
  other_body.task()->routine = [](kmp_int32, void *) { return 0; };
  auto add = [&](FakeTask &of, const ompx_taskgraph_task_t *maker) {
    builder.addTask(NodeKind::Task, of.task(), maker, 0, nullptr);
  };
  for (FakeTask *next : {&shorter, &given, &other_body}) {
    add(task, &PlainMaker);
    add(*next, &PlainMaker);
  }
  add(task, &PlainMaker);
  add(task, nullptr);
  std::unique_ptr<Graph> graph(builder.finish(0));
  ASSERT_TRUE(graph);
  ASSERT_EQ(graph->node_count, 8u);
  for (kmp_uint32 node = 1; node < 8; ++node)
    EXPECT_NE(graph->nodes[node].type, graph->nodes[node - 1].type) << node;
}

TEST(GraphBuilderTest, ImagesAreKeptOnlyWhereTheyAreWanted) {
  GraphBuilder builder(false);
  FakeTask task(7);
  auto add = [&] {
    builder.addTask(NodeKind::Task, task.task(), nullptr, 0, nullptr);
  };
  add();
  builder.keepImages();
  add();
  std::unique_ptr<Graph> graph(builder.finish(0));
  EXPECT_EQ(graph->nodes[0].image, nullptr);
  ASSERT_TRUE(graph->nodes[1].image);
  EXPECT_EQ(*static_cast<kmp_int32 *>(graph->nodes[1].image), 7);
}

TEST(GraphBuilderTest, UndeferredTaskComesAfterAFenceAndBeforeAllThatFollow) {
  GraphBuilder builder(true);
  FakeTask task;
  kmp_depend_info_t dep = dependence(64, KMP_DEP_INOUT);
  auto add = [&](kmp_int32 ndeps) {
    builder.addTask(NodeKind::Task, task.task(), &PlainMaker, ndeps, &dep);
  };
  add(1);                              // 0
  add(0);                              // 1
  builder.addTaskwait(1, &dep, false); // 2
  builder.addUndeferred();             // 3
  add(0);                              // 4
  std::unique_ptr<Graph> graph(builder.finish(0));
  ASSERT_EQ(graph->node_count, 5u);
  EXPECT_EQ(graph->nodes[3].kind, NodeKind::Undeferred);
  EXPECT_EQ(graph->nodes[1].first_successor, graph->nodes[2].first_successor)
      << "nothing waits for the second";
  EXPECT_EQ(graph->nodes[2].predecessors, 1u);
  EXPECT_EQ(graph->nodes[3].predecessors, 1u);
  EXPECT_EQ(graph->nodes[4].predecessors, 1u);
  EXPECT_FALSE(graph->has_taskwait);
  EXPECT_TRUE(graph->has_wait);
}

TEST(GraphBuilderTest, WhatCannotBeInAGraphIsNamed) {
  struct Case {
    void (*change)(kmp_tasking_flags_t &flags);
    const char *word;
  };
  const Case cases[] = {
      {[](kmp_tasking_flags_t &f) { f.detachable = TASK_DETACHABLE; },
       "detachable"},
      {[](kmp_tasking_flags_t &f) { f.proxy = TASK_PROXY; },
       "others complete"}};
  for (const Case &c : cases) {
    GraphBuilder builder(true);
    FakeTask task;
    c.change(task.taskdata()->td_flags);
    builder.addTask(NodeKind::Task, task.task(), &PlainMaker, 0, nullptr);
    builder.refuse("a later reason");
    EXPECT_EQ(builder.finish(0), nullptr);
    ASSERT_TRUE(builder.refused());
    EXPECT_NE(strstr(builder.refused(), c.word), nullptr) << builder.refused();
  }
}

TEST(GraphBuilderTest, TargetTasksAreLeftToLibomp) {
  for (bool target : {false, true}) {
    GraphBuilder builder(true);
    FakeTask task;
    task.taskdata()->td_flags.target = target;
    task.taskdata()->td_flags.tiedness = TASK_UNTIED;
    builder.addTask(NodeKind::Task, task.task(), &PlainMaker, 0, nullptr);
    std::unique_ptr<Graph> graph(builder.finish(0));
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->has_targets, target);
    EXPECT_EQ(graph->types[0].leftToLibomp(), target);
    EXPECT_EQ(graph->types[0].goesOnInParts(), !target);
  }
}

TEST(GraphBuilderTest, EachPieceOfMemoryIsCopiedOnce) {
  static int global;
  static const ompx_taskgraph_field_t first[] = {
      {nullptr, 8, 16, 64, 4, OMPX_FIELD_VALUE},
      {nullptr, 0, 0, 72, 8, 0}, // an address
      {&global, 0, -1, 80, 12, OMPX_FIELD_VALUE}};
  static const ompx_taskgraph_field_t second[] = {
      {&global, 0, -1, 8, 12, OMPX_FIELD_VALUE | OMPX_FIELD_SHAREDS},
      {nullptr, 8, 16, 0, 8, OMPX_FIELD_VALUE}, // larger
      {nullptr, 8, 16, 0, 4, OMPX_FIELD_VALUE}};
  static const ompx_taskgraph_task_t makers[] = {{first, 3, 0}, {second, 3, 0}};
  GraphBuilder builder(true);
  FakeTask task;
  for (int i = 0; i < 4; ++i)
    builder.addTask(NodeKind::Task, task.task(), &makers[i / 2], 0, nullptr);
  std::unique_ptr<Graph> graph(builder.finish(0));
  ASSERT_EQ(graph->type_count, 2u);
  EXPECT_EQ(graph->value_count, 3u);
  EXPECT_EQ(graph->value_bytes, 8u + 16 + 8);
  const ValueField *one = graph->fields[0].values;
  const ValueField *two = graph->fields[1].values;
  EXPECT_EQ(one[0].place, two[2].place);
  EXPECT_EQ(one[1].place, two[0].place);
  EXPECT_NE(one[0].place, two[1].place);
}

TEST(GraphBuilderTest, ConstantTasksAreThereAsAWhole) {
  static const ompx_taskgraph_field_t field = {nullptr, 0, 0, 40, 8, 0};
  static const ompx_taskgraph_task_t with_field = {&field, 1, 0};
  static const ompx_taskgraph_task_t changing = {nullptr, 0,
                                                 OMPX_TASK_CHANGES_DATA};
  auto routine = [](kmp_int32, void *) -> kmp_int32 { return 0; };
  GraphBuilder builder(true);
  const ompx_taskgraph_task_t *makers[] = {&PlainMaker, &with_field, &changing,
                                           nullptr, &PlainMaker};
  for (int i = 0; i < 5; ++i) {
    FakeTask task{10 + i};
    task.task()->routine = routine;
    if (i == 4) // variables of its own, behind 8 bytes of data
      task.task()->shareds = reinterpret_cast<char *>(task.task() + 1) + 8;
    builder.addTask(NodeKind::Task, task.task(), makers[i], 0, nullptr);
  }
  std::unique_ptr<Graph> graph(builder.finish(8));
  ASSERT_TRUE(graph);
  for (int i = 0; i < 5; ++i) {
    const Node &node = graph->nodes[i];
    EXPECT_EQ(node.in_place, i == 0 || i == 4) << i;
    ASSERT_TRUE(node.image);
    EXPECT_EQ(*static_cast<kmp_int32 *>(node.image), 10 + i);
    if (!node.in_place)
      continue;
    auto *task = static_cast<kmp_task_t *>(node.image) - 1;
    EXPECT_EQ(task->routine, graph->types[node.type].head.routine);
    EXPECT_EQ(task->shareds,
              i == 4 ? static_cast<char *>(node.image) + 8 : nullptr);
  }
}

TEST(GraphBuilderTest, ConstantTasksWithoutDataShareAnImage) {
  FakeTask one, other;
  one.task()->routine = [](kmp_int32, void *) -> kmp_int32 { return 1; };
  other.task()->routine = [](kmp_int32, void *) -> kmp_int32 { return 2; };
  GraphBuilder builder(true);
  for (FakeTask *task : {&one, &other, &one}) {
    task->taskdata()->td_size_alloc =
        sizeof(kmp_taskdata_t) + sizeof(kmp_task_t);
    builder.addTask(NodeKind::Task, task->task(), &PlainMaker, 0, nullptr);
  }
  std::unique_ptr<Graph> graph(builder.finish(8));
  ASSERT_TRUE(graph);
  const Node *nodes = graph->nodes;
  EXPECT_EQ(nodes[0].image, nodes[2].image);
  EXPECT_NE(nodes[0].image, nodes[1].image);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(nodes[i].in_place && nodes[i].image);
    auto *task = static_cast<kmp_task_t *>(nodes[i].image) - 1;
    EXPECT_EQ((*task->routine)(0, task), i + 1);
  }
}

} // namespace
