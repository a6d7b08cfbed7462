//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Graphs that a compiler built: what the library makes of the constants, and
// when they are not the graph of an encounter.

#include "taskgraph/inputs.h"
#include "taskgraph/instance.h"
#include "taskgraph/static_load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>

using namespace ompx;

namespace {

/// A block that gets the addresses of two pointers and of a length, and makes
/// two tasks: depend(out: a[n * n]) and depend(in: a[n * n], b[-1]).
struct Block {
  const char **a, **b;
  const int *n;
};

/// What the compiler makes for it. Symbols: args, &a, a, &b, b, &n, n, n * n.
uint32_t take(const void *args, uint64_t *symbols) {
  auto *block = static_cast<const Block *>(args);
  auto word = [](const void *address) {
    return uint64_t(reinterpret_cast<uintptr_t>(address));
  };
  const uint64_t now[] = {
      word(block),         word(block->a),
      word(*block->a),     word(block->b),
      word(*block->b),     word(block->n),
      uint64_t(*block->n), uint64_t(*block->n) * uint64_t(*block->n)};
  bool same = std::equal(std::begin(now), std::end(now), symbols);
  std::copy(std::begin(now), std::end(now), symbols);
  return !same;
}

// Forms: 0: none, 1: args, 2: &a, 3: &b, 4: &n, 5: a + 8 n * n, 6: b
const StaticTerm terms[] = {{1, 0}, {1, 1}, {1, 3}, {1, 5},
                            {1, 2}, {8, 7}, {1, 4}};
const kmp_uint32 first_term[] = {0, 0, 1, 2, 3, 4, 6, 7};
const StaticAddress objects[] = {{0, 5}, {-8, 6}};
const StaticRange ranges[] = {{0, 0, 5}, {-8, -8, 6}};
const StaticPatch patches[] = {{16, 5, 8, sizeof(kmp_task_t)}};
const kmp_uint32 first_patch[] = {0, 0, 1};
const StaticType types[] = {
    {nullptr, nullptr, sizeof(kmp_task_t) + 12, 8, TASK_TIED, 0}};
const Successor successors[] = {Successor(1, true)};
const kmp_uint32 roots[] = {0};
const kmp_uint32 group_parents[] = {0};
const Dependence dependences[] = {Dependence(0, DependOut, false),
                                  Dependence(0, DependIn, false),
                                  Dependence(1, DependIn, false)};
const kmp_uint32 first_dependence[] = {0, 1, 3};
long image[2] = {7, 8};

class StaticLoadTest : public testing::Test {
protected:
  Node nodes[3] = {};
  StaticGraph compiled = {};
  const char *memory = reinterpret_cast<const char *>(0x10000);
  const char *a = memory, *b = memory + 4096;
  int n = -3;
  Block args = {&a, &b, &n};
  std::unique_ptr<Graph> graph;

  StaticLoadTest() {
    for (kmp_uint32 i = 0; i < 3; ++i) {
      nodes[i].first_successor = i > 0;
      nodes[i].predecessors = i == 1;
      nodes[i].image = i < 2 ? image : nullptr;
      nodes[i].kind = i < 2 ? NodeKind::Task : NodeKind::End;
      if (i < 2)
        placeTask(compiled.block_units, nodes[i].block, sizeof(kmp_task_t) + 16,
                  sizeof(kmp_task_t) + 24);
    }
    compiled.version = StaticGraph::Version;
    compiled.node_count = 2;
    compiled.root_count = 1;
    compiled.object_count = 2;
    compiled.type_count = 1;
    compiled.group_count = 1;
    compiled.symbol_count = 8;
    compiled.form_count = 7;
    compiled.range_count = 2;
    compiled.args_size = sizeof(args);
    compiled.nodes = nodes;
    compiled.successors = successors;
    compiled.roots = roots;
    compiled.group_parents = group_parents;
    compiled.first_dependence = first_dependence;
    compiled.dependences = dependences;
    compiled.objects = objects;
    compiled.types = types;
    compiled.take = take;
    compiled.first_term = first_term;
    compiled.terms = terms;
    compiled.ranges = ranges;
    compiled.first_patch = first_patch;
    compiled.patches = patches;
  }
  bool load() {
    graph.reset(loadStatic(compiled));
    return graph != nullptr;
  }
};

} // namespace

TEST_F(StaticLoadTest, ArraysStayWhereTheyAre) {
  ASSERT_TRUE(load());
  EXPECT_EQ(graph->nodes, nodes);
  EXPECT_EQ(graph->successors, successors);
  EXPECT_EQ(graph->block_units, compiled.block_units);
  EXPECT_EQ(graph->types[0].size, sizeof(kmp_task_t) + 24);
  EXPECT_EQ(graph->types[0].shareds, sizeof(kmp_task_t) + 16);
}

TEST_F(StaticLoadTest, TasksLieWhereTheLibraryWouldPutThem) {
  ASSERT_TRUE(load());
  kmp_uint32 end = 0;
  for (kmp_uint32 i = 0; i < graph->node_count; ++i) {
    kmp_uint32 place;
    ASSERT_TRUE(graph->types[0].placeTask(end, place));
    EXPECT_EQ(nodes[i].block, place);
  }
  EXPECT_EQ(graph->block_units, end);
}

TEST_F(StaticLoadTest, AnotherVersionIsNotUsed) {
  compiled.version = StaticGraph::Version + 1;
  EXPECT_FALSE(load());
}

TEST_F(StaticLoadTest, DataComeFromTheEncounter) {
  ASSERT_TRUE(load());
  Instance *instance = Instance::create(*graph);
  ASSERT_TRUE(instance);
  EXPECT_TRUE(instance->takeSymbolsAndForms(&args));
  EXPECT_FALSE(instance->takeSymbolsAndForms(&args));
  instance->fill(nodes[0], instance->block(nodes[0]));
  instance->fill(nodes[1], instance->block(nodes[1]));
  auto data = [&](int node) {
    return *reinterpret_cast<kmp_uintptr_t *>(instance->block(nodes[node]) + 1);
  };
  EXPECT_EQ(data(0), 7u) << "it has no patch";
  EXPECT_EQ(data(1), kmp_uintptr_t(a) + 8 * 9 + 16);
  n = 5;
  EXPECT_TRUE(instance->takeSymbolsAndForms(&args));
  instance->fillAddresses(nodes[1], instance->block(nodes[1]));
  EXPECT_EQ(data(1), kmp_uintptr_t(a) + 8 * 25 + 16);
  Instance::destroy(instance);
}

TEST_F(StaticLoadTest, FitsWhereNoTwoObjectsAreOne) {
  ASSERT_TRUE(load());
  EXPECT_TRUE(fits(*graph, &args));
  b = a + 8 * 9 + 8; // b[-1] is a[n * n]
  EXPECT_FALSE(fits(*graph, &args));
  EXPECT_FALSE(fits(*graph, &args)) << "nothing has changed";
  n = 4;
  EXPECT_TRUE(fits(*graph, &args));
  b = a; // the other way round
  EXPECT_TRUE(fits(*graph, &args));
}

TEST_F(StaticLoadTest, AddressesThatOrderNothingDoNotFit) {
  ASSERT_TRUE(load());
  b = reinterpret_cast<const char *>(8); // b[-1] is at 0
  EXPECT_FALSE(fits(*graph, &args));
  b = reinterpret_cast<const char *>(7); // at -1, which means all memory
  EXPECT_FALSE(fits(*graph, &args));
}

TEST_F(StaticLoadTest, AddressesOfTheEncounter) {
  ASSERT_TRUE(load());
  b = memory - 100;
  kmp_intptr_t *addresses = staticAddresses(compiled, &args);
  ASSERT_TRUE(addresses);
  EXPECT_EQ(addresses[0], kmp_intptr_t(a) + 72);
  EXPECT_EQ(addresses[1], kmp_intptr_t(b) - 8);
  KMP_INTERNAL_FREE(addresses);
}

TEST_F(StaticLoadTest, PrioritiesWhereTheLibraryHeedsThem) {
  const kmp_int32 priorities[] = {3, 1};
  compiled.priorities = priorities;
  ASSERT_TRUE(load());
  EXPECT_FALSE(graph->priorities);
  int before = __kmp_max_task_priority;
  __kmp_max_task_priority = 5;
  ASSERT_TRUE(load());
  __kmp_max_task_priority = before;
  ASSERT_TRUE(graph->priorities);
  EXPECT_EQ(graph->priorities[0], 3);
  EXPECT_TRUE(graph->nodes[0].by_priority);
  EXPECT_FALSE(nodes[0].by_priority) << "a constant";
}
