//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What is written is read again, and whatever is done to the bytes, what is
// read from them is a graph that a refill may use.

#include "Taskgraph/FakeTask.h"
#include "taskgraph/graph_builder.h"
#include "taskgraph/graph_file.h"
#include "taskgraph/inputs.h"
#include "taskgraph/instance.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace ompx;

namespace {

using Bytes = std::string;

kmp_int32 body(kmp_int32, void *) { return 0; }
kmp_int32 otherBody(kmp_int32, void *) { return 1; }

const std::string Key = "a key, which says whose the graph is";

/// Memory that ends, but for less than 8 bytes, where nobody may read.
class AtTheEnd {
  static constexpr size_t Size = size_t(1) << 20;
  char *memory;

public:
  AtTheEnd() {
    auto page = size_t(sysconf(_SC_PAGESIZE));
    memory =
        static_cast<char *>(mmap(nullptr, Size + page, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory + Size, page, PROT_NONE);
  }
  AtTheEnd(const AtTheEnd &) = delete;
  ~AtTheEnd() { munmap(memory, Size + size_t(sysconf(_SC_PAGESIZE))); }
  const char *put(const Bytes &bytes) {
    char *begin = memory + Size - (bytes.size() + 7) / 8 * 8;
    std::copy(bytes.begin(), bytes.end(), begin);
    return begin;
  }
};

std::unique_ptr<Graph> read(const Bytes &bytes, const char **reason,
                            const std::string &key = Key) {
  static AtTheEnd memory;
  return std::unique_ptr<Graph>(readGraph(memory.put(bytes), bytes.size(),
                                          key.data(), key.size(), reason));
}

Bytes write(const Graph &graph, const char **reason) {
  size_t size = 0;
  char *bytes = writeGraph(graph, Key.data(), Key.size(), &size, reason);
  Bytes written(bytes ? bytes : "", bytes ? size : 0);
  KMP_INTERNAL_FREE(bytes);
  return written;
}

Bytes write(const Graph &graph) {
  const char *reason = "";
  Bytes bytes = write(graph, &reason);
  EXPECT_NE(bytes.size(), 0u) << reason;
  return bytes;
}

Bytes sealed(Bytes bytes) {
  sealGraph(&bytes[0], bytes.size());
  return bytes;
}

/// A block with constructs of every kind, in random order.
class RandomBlock {
  std::mt19937 random;
  GraphBuilder builder{false};
  int depth = 0;

  unsigned below(unsigned limit) { return random() % limit; }

  std::vector<kmp_depend_info_t> dependences() {
    static const kmp_uint8 flags[] = {KMP_DEP_IN,  KMP_DEP_INOUT, KMP_DEP_MTX,
                                      KMP_DEP_SET, KMP_DEP_ALL,   0};
    std::vector<kmp_depend_info_t> deps;
    for (unsigned i = 1 + below(3); i > 0; --i)
      deps.push_back(dependence(kmp_intptr_t(below(6)) * 64,
                                flags[below(20) ? below(4) : 4 + below(2)]));
    return deps;
  }
  void task(NodeKind kind) {
    FakeTask task;
    task.task()->routine = below(3) ? body : otherBody;
    task.taskdata()->td_flags.priority_specified = below(4) == 0;
    task.task()->data2.priority = kmp_int32(below(5));
    if (below(2))
      task.task()->shareds = reinterpret_cast<char *>(task.task() + 1) + 8;
    if (kind == NodeKind::Chunk || below(4) == 0)
      return builder.addTask(kind, task.task(), nullptr, 0, nullptr);
    auto deps = dependences();
    builder.addTask(kind, task.task(), nullptr, kmp_int32(deps.size()),
                    deps.data());
  }
  void taskwait() {
    if (below(3) == 0)
      return builder.addTaskwait(0, nullptr, false);
    auto deps = dependences();
    builder.addTaskwait(kmp_int32(deps.size()), deps.data(), below(2));
  }
  void beginGroup() {
    builder.beginGroup();
    ++depth;
    ompx_taskred_input_t item = {};
    if (below(3) == 0)
      builder.addReductions(1, &item);
  }
  void endGroup() {
    builder.endGroup();
    --depth;
  }

public:
  explicit RandomBlock(unsigned seed) : random(seed) {}

  std::unique_ptr<Graph> graph(unsigned constructs) {
    while (constructs-- > 0)
      switch (below(12)) {
      case 0:
        taskwait();
        break;
      case 1:
        builder.addUndeferred();
        break;
      case 2:
        beginGroup();
        break;
      case 3:
        if (depth > 0)
          endGroup();
        break;
      case 4:
        task(NodeKind::Chunk);
        break;
      default:
        task(NodeKind::Task);
      }
    while (depth > 0)
      endGroup();
    return std::unique_ptr<Graph>(builder.finish(0));
  }
};

class GraphFileTest : public testing::Test {
protected:
  const int max_priority = __kmp_max_task_priority;
  ~GraphFileTest() override { __kmp_max_task_priority = max_priority; }
};

void expectSame(const Graph &a, const Graph &b) {
  ASSERT_EQ(a.node_count, b.node_count);
  EXPECT_EQ(a.type_count, b.type_count);
  ASSERT_EQ(a.group_count, b.group_count);
  EXPECT_EQ(a.lock_count, b.lock_count);
  EXPECT_EQ(a.address_count, b.address_count);
  EXPECT_EQ(a.block_units, b.block_units);
  EXPECT_EQ(a.names_all_memory, b.names_all_memory);
  EXPECT_EQ(a.has_taskwait, b.has_taskwait);
  EXPECT_EQ(a.has_wait, b.has_wait);
  ASSERT_EQ(a.root_count, b.root_count);
  EXPECT_TRUE(std::equal(a.roots, a.roots + a.root_count, b.roots));
  for (kmp_uint32 i = 0; i <= a.node_count; ++i) {
    const Node &one = a.nodes[i], &other = b.nodes[i];
    EXPECT_EQ(one.kind, other.kind);
    EXPECT_EQ(one.first_successor, other.first_successor);
    EXPECT_EQ(one.first_lock, other.first_lock);
    EXPECT_EQ(a.first_dependence[i], b.first_dependence[i]);
    if (i == a.node_count)
      break;
    EXPECT_EQ(one.predecessors, other.predecessors);
    EXPECT_EQ(one.group, other.group);
    EXPECT_EQ(one.block, other.block);
    EXPECT_EQ(one.type, other.type);
    EXPECT_EQ(one.by_priority, other.by_priority);
    if (a.priorities)
      EXPECT_EQ(a.priorities[i], b.priorities[i]);
  }
  const Node &end = a.nodes[a.node_count];
  for (kmp_uint32 e = 0; e < end.first_successor; ++e) {
    EXPECT_EQ(a.successors[e].node(), b.successors[e].node());
    EXPECT_EQ(a.successors[e].onlyPredecessor(),
              b.successors[e].onlyPredecessor());
  }
  EXPECT_TRUE(
      std::equal(a.node_locks, a.node_locks + end.first_lock, b.node_locks));
  EXPECT_TRUE(std::equal(a.dependences,
                         a.dependences + a.first_dependence[a.node_count],
                         b.dependences));
  for (kmp_uint32 g = 0; g < a.group_count; ++g)
    EXPECT_EQ(a.groups[g].parent, b.groups[g].parent);
  for (kmp_uint32 t = 0; t < a.type_count; ++t) {
    EXPECT_EQ(a.types[t].head.routine, b.types[t].head.routine);
    EXPECT_EQ(a.types[t].size, b.types[t].size);
    EXPECT_EQ(a.types[t].shareds, b.types[t].shareds);
    EXPECT_EQ(TaskType::given(a.types[t].flags),
              TaskType::given(b.types[t].flags));
    EXPECT_EQ(a.types[t].flags.native, b.types[t].flags.native);
  }
}

TEST_F(GraphFileTest, WhatIsWrittenIsReadAgain) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    __kmp_max_task_priority = seed % 3 == 0 ? 4 : 0;
    auto graph = RandomBlock(seed).graph(seed % 60);
    const char *reason = "";
    auto again = read(write(*graph), &reason);
    ASSERT_TRUE(again) << "seed " << seed << ": " << reason;
    EXPECT_EQ(again->inputs, nullptr);
    EXPECT_TRUE(again->from_file);
    EXPECT_FALSE(again->lacks_inputs);
    expectSame(*graph, *again);
    if (HasFailure())
      FAIL() << "seed " << seed;
  }
}

TEST_F(GraphFileTest, GraphsThatMayBeReplayedLackTheirInputs) {
  auto graph = RandomBlock(1).graph(10);
  graph->inputs = new Inputs;
  const char *reason = "";
  auto again = read(write(*graph), &reason);
  ASSERT_TRUE(again) << reason;
  EXPECT_TRUE(again->lacks_inputs);
}

TEST_F(GraphFileTest, SavedValuesAreNotForLaterRuns) {
  GraphBuilder builder(false);
  FakeTask task;
  task.task()->routine = body;
  builder.keepImages();
  builder.addTask(NodeKind::Task, task.task(), nullptr, 0, nullptr);
  std::unique_ptr<Graph> graph(builder.finish(0));
  const char *reason = nullptr;
  EXPECT_EQ(write(*graph, &reason), "");
  EXPECT_STREQ(reason, "it has saved values");
}

TEST_F(GraphFileTest, BodiesMustBeInAFile) {
  GraphBuilder builder(false);
  FakeTask task;
  task.task()->routine = reinterpret_cast<kmp_routine_entry_t>(task.task());
  builder.addTask(NodeKind::Task, task.task(), nullptr, 0, nullptr);
  std::unique_ptr<Graph> graph(builder.finish(0));
  const char *reason = nullptr;
  EXPECT_EQ(write(*graph, &reason), "");
  EXPECT_STREQ(reason, "it has tasks of a file without a build id");
}

TEST_F(GraphFileTest, PrioritiesThatAreHeededNowOnlyOrWereOnly) {
  GraphBuilder builder(false);
  FakeTask task;
  task.task()->routine = body;
  task.taskdata()->td_flags.priority_specified = 1;
  builder.addTask(NodeKind::Task, task.task(), nullptr, 0, nullptr);
  std::unique_ptr<Graph> graph(builder.finish(0));
  Bytes bytes = write(*graph);
  const char *reason = "";
  __kmp_max_task_priority = 1;
  EXPECT_FALSE(read(bytes, &reason));
  EXPECT_NE(std::string(reason).find("OMP_MAX_TASK_PRIORITY"),
            std::string::npos);
  __kmp_max_task_priority = 0;
  EXPECT_TRUE(read(bytes, &reason));
}

TEST_F(GraphFileTest, OthersAreToldApart) {
  Bytes bytes = write(*RandomBlock(1).graph(20));
  const char *reason = "";
  EXPECT_FALSE(read(bytes, &reason, Key + "!"));
  EXPECT_STREQ(reason, "it is another program's or construct's");
  EXPECT_FALSE(read(bytes, &reason, "A" + Key.substr(1)));
  EXPECT_STREQ(reason, "it is another program's or construct's");
  EXPECT_FALSE(read("", &reason));
  EXPECT_STREQ(reason, "it is not a graph's");
  Bytes other = bytes;
  ++other[24];
  EXPECT_FALSE(read(sealed(other), &reason));
  EXPECT_STREQ(reason, "it has another form");
}

TEST_F(GraphFileTest, EachBitCounts) {
  Bytes bytes = write(*RandomBlock(2).graph(12));
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    Bytes changed = bytes;
    changed[bit / 8] = char(changed[bit / 8] ^ 1 << bit % 8);
    const char *reason = nullptr;
    EXPECT_FALSE(read(changed, &reason)) << "bit " << bit;
    EXPECT_NE(reason, nullptr);
  }
  for (size_t size = 0; size < bytes.size(); ++size) {
    const char *reason = nullptr;
    EXPECT_FALSE(read(sealed(bytes.substr(0, size)), &reason));
    EXPECT_FALSE(read(sealed(bytes + Bytes(size + 1, '\0')), &reason));
  }
}

/// Whether a refill leaves the node to the ordinary path.
bool isOrdinary(const Graph &graph, kmp_uint32 i) {
  NodeKind kind = graph.nodes[i].kind;
  return kind == NodeKind::Chunk || kind == NodeKind::Undeferred ||
         kind == NodeKind::GroupBegin ||
         (kind == NodeKind::Task &&
          graph.first_dependence[i] == graph.first_dependence[i + 1]);
}

/// Whether the block goes on only when the node has ended.
bool isEnded(const Graph &graph, kmp_uint32 i) {
  const Node &node = graph.nodes[i];
  return node.kind == NodeKind::Undeferred ||
         node.kind == NodeKind::GroupBegin || node.kind == NodeKind::GroupEnd ||
         (node.kind == NodeKind::Wait && !node.isNowait());
}

/// Whether each group has one end, and no node of another stands between its
/// nodes but of those that are in it.
void expectNested(const Graph &graph) {
  ASSERT_EQ(graph.groups[0].parent, 0u);
  for (kmp_uint32 g = 1; g < graph.group_count; ++g)
    ASSERT_LT(graph.groups[g].parent, g);
  std::vector<kmp_uint32> first(graph.group_count, graph.node_count);
  std::vector<kmp_uint32> ends(graph.group_count);
  auto isWithin = [&graph](kmp_uint32 group, kmp_uint32 outer) {
    while (group > outer)
      group = graph.groups[group].parent;
    return group == outer;
  };
  for (kmp_uint32 i = 0; i < graph.node_count; ++i) {
    kmp_uint32 group = graph.nodes[i].group;
    ends[group] += graph.nodes[i].kind == NodeKind::GroupEnd;
    for (kmp_uint32 g = 0; g < graph.group_count; ++g)
      if (isWithin(group, g))
        first[g] = std::min(first[g], i);
  }
  ASSERT_EQ(ends[0], 0u);
  for (kmp_uint32 g = 1; g < graph.group_count; ++g) {
    ASSERT_EQ(ends[g], 1u);
    ASSERT_LE(first[g - 1] * (g > 1), first[g]) << "numbered as they begin";
    bool ended = false;
    for (kmp_uint32 i = first[g]; i < graph.node_count; ++i) {
      const Node &node = graph.nodes[i];
      ASSERT_NE(isWithin(node.group, g), ended);
      ended |= node.group == g && node.kind == NodeKind::GroupEnd;
    }
  }
}

/// Whether everything that a refill and an instance rely on is so.
void expectUsable(const Graph &graph) {
  kmp_uint32 n = graph.node_count, root = 0, blocks = 0;
  std::vector<kmp_uint32> incoming(n);
  for (kmp_uint32 i = 0; i < n; ++i) {
    const Node &node = graph.nodes[i], &after = (&node)[1];
    ASSERT_LT(node.kind, NodeKind::End);
    ASSERT_LE(node.first_successor, after.first_successor);
    ASSERT_LE(node.first_lock, after.first_lock);
    ASSERT_LE(graph.first_dependence[i], graph.first_dependence[i + 1]);
    ASSERT_LT(node.group, graph.group_count);
    ASSERT_EQ(node.predecessors, incoming[i]);
    ASSERT_EQ(node.image, nullptr);
    if (node.predecessors == 0) {
      ASSERT_LT(root, graph.root_count);
      ASSERT_EQ(graph.roots[root], i);
      ++root;
    }
    for (kmp_uint32 e = node.first_successor; e < after.first_successor; ++e) {
      kmp_uint32 target = graph.successors[e].node();
      ASSERT_LT(i, target);
      ASSERT_LT(target, n);
      ++incoming[target];
      ASSERT_EQ(graph.successors[e].onlyPredecessor(),
                graph.nodes[target].predecessors == 1);
      ASSERT_TRUE(isEnded(graph, i) || !isOrdinary(graph, target));
    }
    for (kmp_uint32 l = node.first_lock; l < after.first_lock; ++l) {
      ASSERT_LT(graph.node_locks[l], graph.lock_count);
      ASSERT_TRUE(l == node.first_lock ||
                  graph.node_locks[l - 1] < graph.node_locks[l]);
    }
    for (kmp_uint32 d = graph.first_dependence[i];
         d < graph.first_dependence[i + 1]; ++d)
      ASSERT_TRUE(graph.dependences[d].object() == Dependence::None ||
                  graph.dependences[d].object() < graph.address_count);
    if (!node.isTask())
      continue;
    ASSERT_LT(node.type, graph.type_count);
    const TaskType &type = graph.types[node.type];
    ASSERT_GE(node.block, blocks);
    blocks = node.block + kmp_uint32((type.size + TaskUnit - 1) / TaskUnit);
    ASSERT_GE(type.size, sizeof(kmp_task_t));
    ASSERT_LE(type.shareds, type.size);
    ASSERT_NE(type.head.routine, nullptr);
    ASSERT_EQ(type.flags.tiedness, TASK_TIED);
  }
  ASSERT_EQ(root, graph.root_count);
  ASSERT_EQ(blocks, graph.block_units);
  ASSERT_NO_FATAL_FAILURE(expectNested(graph));
  for (kmp_uint32 o = 1; o < graph.address_count; ++o)
    ASSERT_LT(graph.objects[o - 1], graph.objects[o]);
  if (graph.block_units < 1 << 16)
    if (auto *instance = Instance::create(const_cast<Graph &>(graph)))
      Instance::destroy(instance);
}

/// Bytes that something has been done to.
Bytes damaged(const std::vector<Bytes> &files, std::mt19937 &random) {
  auto below = [&random](size_t limit) { return size_t(random()) % limit; };
  Bytes bytes = files[below(files.size())];
  for (size_t times = 1 + below(3); times > 0 && bytes.size() > 8; --times) {
    size_t at = below(bytes.size());
    size_t word = at / 4 * 4;
    kmp_uint32 value = 0;
    if (word + 4 > bytes.size())
      continue;
    memcpy(&value, &bytes[word], 4);
    switch (below(8)) {
    case 0:
      bytes[at] = char(bytes[at] ^ 1 << below(8));
      continue;
    case 1:
      bytes.resize(at);
      continue;
    case 2: { // goes on as another one
      const Bytes &other = files[below(files.size())];
      bytes = bytes.substr(0, at) + other.substr(std::min(at, other.size()));
      continue;
    }
    case 3:
      bytes.insert(word, bytes.substr(word, 4 * (1 + below(8))));
      continue;
    case 4:
      value = kmp_uint32(below(16));
      break;
    case 5:
      value += below(2) ? 1u : ~0u;
      break;
    case 6:
      value = random();
      break;
    case 7: { // the same as somewhere else
      size_t from = below(bytes.size() - 3) / 4 * 4;
      memcpy(&value, &bytes[from], 4);
      break;
    }
    }
    memcpy(&bytes[word], &value, 4);
  }
  return bytes;
}

TEST_F(GraphFileTest, WhateverIsReadIsAGraph) {
  std::vector<Bytes> files;
  for (unsigned seed = 0; seed < 40; ++seed) {
    __kmp_max_task_priority = seed % 4 == 0 ? 4 : 0;
    files.push_back(write(*RandomBlock(seed).graph(2 + seed / 2)));
  }
  std::mt19937 random(1);
  int read_again = 0, differ = 0;
  for (int i = 0; i < 100000; ++i) {
    Bytes bytes = damaged(files, random);
    // The sum keeps nearly all from being looked at; most have the right one.
    if (i % 8 != 0)
      bytes = sealed(bytes);
    __kmp_max_task_priority = i % 4 == 0 ? 4 : 0;
    const char *reason = nullptr;
    auto graph = read(bytes, &reason);
    ASSERT_EQ(graph == nullptr, reason != nullptr);
    if (!graph)
      continue;
    ++read_again;
    differ += std::find(files.begin(), files.end(), bytes) == files.end();
    expectUsable(*graph);
    if (HasFailure())
      FAIL() << "attempt " << i;
  }
  EXPECT_GT(differ, 1000) << "the checks behind the sum are what is tested";
  EXPECT_LT(read_again, 50000);
}

/// More of something than there is, where the head's numbers do not give it
/// away: nothing behind the file's end may be read.
TEST_F(GraphFileTest, CountsThatAreTooLarge) {
  GraphBuilder builder(false);
  for (kmp_intptr_t object = 1; object <= 4; ++object) {
    FakeTask task;
    task.task()->routine = body;
    kmp_depend_info_t item = dependence(object, KMP_DEP_MTX);
    builder.addTask(NodeKind::Task, task.task(), nullptr, 1, &item);
  }
  std::unique_ptr<Graph> graph(builder.finish(0));
  Bytes bytes = write(*graph);
  const kmp_uint32 many = 1 << 20;
  for (size_t in_head = 32; in_head < 72; in_head += 4)
    for (size_t at = 72; at < bytes.size(); at += 4) {
      Bytes changed = bytes;
      memcpy(&changed[in_head], &many, 4);
      memcpy(&changed[at], &many, 4);
      const char *reason = nullptr;
      if (auto again = read(sealed(changed), &reason))
        expectUsable(*again);
    }
}

} // namespace
