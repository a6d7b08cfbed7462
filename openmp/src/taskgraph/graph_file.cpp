//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The form of the file, writing and checking; see graph_file.h.

#include "taskgraph/graph_file.h"
#include "depend/access.h"
#include "shared/bottleneck.h"
#include "shared/hash.h"
#include "support/loaded_object.h"

#include <new>
#include <type_traits>

namespace ompx {

namespace {

constexpr kmp_uint32 Version = 1;
constexpr char Magic[8] = {'O', 'M', 'P', 'X', 'T', 'D', 'G', '\n'};

const char *const no_memory = "there is no memory for it";
const char *const damaged = "it is damaged";

enum HeadFlags : kmp_uint32 {
  LacksInputs = 1,     // it may be replayed once its inputs are known
  HeedsPriorities = 2, // tasks were told apart by priority
  HasPriorities = 4    // ... and some have one
};

struct Head {
  char magic[8];
  kmp_uint64 checksum; // of all that follows
  kmp_uint64 file_size;
  kmp_uint32 version;
  kmp_uint32 flags;
  kmp_uint32 key_size;
  kmp_uint32 build_ids;
  kmp_uint32 types;
  kmp_uint32 nodes;
  kmp_uint32 groups;
  kmp_uint32 edges;
  kmp_uint32 locks;
  kmp_uint32 dependences;
  kmp_uint32 objects;
  kmp_uint32 reserved;
};
constexpr size_t SealedFrom = offsetof(Head, checksum) + sizeof(kmp_uint64);

struct FileType {
  kmp_uint64 offset; // of the body
  kmp_uint32 build_id;
  kmp_uint32 size;
  kmp_uint32 shareds;
  kmp_uint32 flags;
};

struct FileNode {
  kmp_uint32 kind : 8;
  kmp_uint32 type : 24;
  kmp_uint32 group;
  kmp_uint32 successors; // numbers of ...
  kmp_uint32 locks;
  kmp_uint32 dependences;
};

/// Where the parts of a file are; each begins at a multiple of 8.
struct Layout {
  kmp_uint64 end = sizeof(Head);
  kmp_uint64 key, build_ids, types, nodes, priorities, groups, edges, locks,
      dependences;

  explicit Layout(const Head &head)
      : key(add(head.key_size, 1)),
        build_ids(add(head.build_ids, sizeof(BuildId))),
        types(add(head.types, sizeof(FileType))),
        nodes(add(head.nodes, sizeof(FileNode))),
        priorities(add(head.flags & HasPriorities ? head.nodes : 0,
                       sizeof(kmp_int32))),
        groups(add(head.groups, sizeof(kmp_uint32))),
        edges(add(head.edges, sizeof(kmp_uint32))),
        locks(add(head.locks, sizeof(kmp_uint32))),
        dependences(add(head.dependences, sizeof(Dependence))) {}

private:
  kmp_uint64 add(kmp_uint32 count, size_t size) {
    kmp_uint64 begin = end;
    end += (kmp_uint64(count) * size + 7) & ~kmp_uint64(7);
    return begin;
  }
};
static_assert(sizeof(Head) % 8 == 0, "parts begin at multiples of 8");

/// What a task's flags are in the file: those of the compiler, and whether
/// GCC's code made it.
kmp_uint32 keptFlags(const kmp_tasking_flags_t &flags) {
  kmp_tasking_flags_t kept = {};
  kept.native = flags.native;
  kmp_uint32 word;
  memcpy(&word, &kept, sizeof(word));
  return word | TaskType::given(flags);
}

bool takeFlags(kmp_uint32 word, kmp_tasking_flags_t *flags) {
  memcpy(static_cast<void *>(flags), &word, sizeof(word));
  return keptFlags(*flags) == word && flags->tiedness == TASK_TIED &&
         flags->proxy != TASK_PROXY && flags->detachable != TASK_DETACHABLE;
}

/// Whether a refill leaves the node to the ordinary path, and relies on
/// everything before it having been waited for; see Refill::completeHere().
bool isOrdinaryInRefill(const FileNode &node) {
  switch (NodeKind(node.kind)) {
  case NodeKind::Task:
    return node.dependences == 0;
  case NodeKind::Chunk:
  case NodeKind::Undeferred:
  case NodeKind::GroupBegin:
    return true;
  default:
    return false;
  }
}

/// Whether the block goes on behind the node only when that has completed.
bool isFence(const FileNode &node) {
  switch (NodeKind(node.kind)) {
  case NodeKind::Undeferred:
  case NodeKind::GroupBegin:
  case NodeKind::GroupEnd:
    return true;
  case NodeKind::Wait:
    return node.type == 0;
  default:
    return false;
  }
}

class Reader {
  const Head &head;
  const BuildId *build_ids;
  const FileType *types;
  const FileNode *nodes;
  const kmp_int32 *priorities;
  const kmp_uint32 *groups;
  const kmp_uint32 *edges;
  const kmp_uint32 *locks;
  const kmp_uint32 *dependences;
  Graph &graph;

  template <typename T> T *array(size_t count) {
    return static_cast<T *>(graph.memory.allocate(count * sizeof(T)));
  }

public:
  Reader(const char *bytes, const Layout &layout, Graph &into)
      : head(*reinterpret_cast<const Head *>(bytes)), graph(into) {
    auto at = [bytes](kmp_uint64 place, auto *&part) {
      part = reinterpret_cast<std::decay_t<decltype(part)>>(bytes + place);
    };
    at(layout.build_ids, build_ids);
    at(layout.types, types);
    at(layout.nodes, nodes);
    at(layout.priorities, priorities);
    at(layout.groups, groups);
    at(layout.edges, edges);
    at(layout.locks, locks);
    at(layout.dependences, dependences);
  }

  /// Null, or why the graph is of no use.
  const char *read();

private:
  bool allocate();
  const char *readTypes();
  bool readNodes();
  bool readNode(kmp_uint32 number);
  bool readEdges();
  bool readGroups();
  bool readLocks(kmp_uint32 number, kmp_uint32 first);
  bool readDependences(kmp_uint32 number, kmp_uint32 first);
  const char *readPriorities();
  void makeAddresses();
};

const char *Reader::read() {
  if (head.nodes > Graph::MaxNodes || head.types >= Graph::MaxTypes ||
      head.groups == 0 || head.objects >= Dependence::None)
    return damaged;
  if (!allocate())
    return no_memory;
  if (const char *reason = readTypes())
    return reason;
  if (!readNodes() || !readEdges() || !readGroups())
    return damaged;
  if (const char *reason = readPriorities())
    return reason;
  makeAddresses();
  graph.from_file = true;
  graph.lacks_inputs = head.flags & LacksInputs;
  return nullptr;
}

bool Reader::allocate() {
  graph.node_count = head.nodes;
  graph.type_count = head.types;
  graph.group_count = head.groups;
  graph.address_count = head.objects;
  graph.lock_count = head.locks ? head.objects : 0;
  graph.nodes = static_cast<Node *>(
      allocateAligned((size_t(head.nodes) + 1) * sizeof(Node)));
  graph.types = array<TaskType>(head.types);
  graph.fields = array<TypeFields>(head.types);
  graph.successors = array<Successor>(head.edges);
  graph.roots = array<kmp_uint32>(head.nodes);
  graph.node_locks = array<kmp_uint32>(head.locks);
  graph.groups = array<Group>(head.groups);
  graph.objects = array<kmp_intptr_t>(head.objects);
  graph.first_dependence = array<kmp_uint32>(size_t(head.nodes) + 1);
  graph.dependences = array<Dependence>(head.dependences);
  graph.values = array<Value>(0);
  if (head.flags & HasPriorities)
    graph.priorities = static_cast<kmp_int32 *>(
        allocateAligned((size_t(head.nodes) + 1) * sizeof(kmp_int32)));
  return graph.nodes && graph.types && graph.fields && graph.successors &&
         graph.roots && graph.node_locks && graph.groups && graph.objects &&
         graph.first_dependence && graph.dependences && graph.values &&
         !(head.flags & HasPriorities) == !graph.priorities;
}

const char *Reader::readTypes() {
  for (kmp_uint32 t = 0; t < head.types; ++t) {
    const FileType &from = types[t];
    kmp_tasking_flags_t flags = {};
    memset(static_cast<void *>(&graph.fields[t]), 0, sizeof(TypeFields));
    if (from.build_id >= head.build_ids || from.size < sizeof(kmp_task_t) ||
        from.size > TaskType::MaxSize || from.shareds > from.size ||
        (from.shareds != 0 && from.shareds < sizeof(kmp_task_t)) ||
        !takeFlags(from.flags, &flags))
      return damaged;
    const BuildId &id = build_ids[from.build_id];
    if (id.size == 0 || id.size > BuildId::MaxSize)
      return damaged;
    auto entry =
        reinterpret_cast<kmp_routine_entry_t>(codeAt({id, from.offset}));
    if (!entry)
      return "it has tasks of another build, or of a library that is not "
             "loaded";
    ::new (&graph.types[t])
        TaskType(entry, from.shareds, from.size, flags, nullptr);
  }
  return nullptr;
}

bool Reader::readNodes() {
  kmp_uint64 successors = 0, node_locks = 0, items = 0;
  for (kmp_uint32 i = 0; i < head.nodes; ++i) {
    const FileNode &from = nodes[i];
    graph.nodes[i].first_successor = kmp_uint32(successors);
    graph.nodes[i].first_lock = kmp_uint32(node_locks);
    graph.first_dependence[i] = kmp_uint32(items);
    successors += from.successors;
    node_locks += from.locks;
    items += from.dependences;
    if (node_locks > head.locks || items > head.dependences || !readNode(i))
      return false;
  }
  Node &end = graph.nodes[head.nodes];
  memset(static_cast<void *>(&end), 0, sizeof(end));
  end.kind = NodeKind::End;
  end.first_successor = head.edges;
  end.first_lock = head.locks;
  graph.first_dependence[head.nodes] = head.dependences;
  return successors == head.edges && node_locks == head.locks &&
         items == head.dependences;
}

bool Reader::readNode(kmp_uint32 number) {
  const FileNode &from = nodes[number];
  Node &node = graph.nodes[number];
  NodeKind kind = NodeKind(from.kind);
  bool is_task = kind == NodeKind::Task || kind == NodeKind::Chunk;
  bool is_wait = kind == NodeKind::Wait;
  if (kind >= NodeKind::End || from.group >= head.groups ||
      from.type >= (is_task   ? head.types
                    : is_wait ? 1 + kmp_uint32(from.dependences != 0)
                              : 1) ||
      (from.locks != 0 && kind != NodeKind::Task) ||
      (from.dependences != 0 && kind != NodeKind::Task && !is_wait))
    return false;
  node.predecessors = 0;
  node.group = from.group;
  node.block = 0;
  node.type = from.type;
  node.bottleneck = 0;
  node.no_runtime = 0;
  node.in_place = 0;
  node.by_priority = 0;
  node.kind = kind;
  node.image = nullptr;
  graph.has_wait |= isFence(from);
  graph.has_taskwait |= is_wait && from.dependences == 0;
  return readLocks(number, node.first_lock) &&
         readDependences(number, graph.first_dependence[number]) &&
         (!is_task ||
          graph.types[node.type].placeTask(graph.block_units, node.block));
}

/// Ascending, so that no two nodes wait for each other.
bool Reader::readLocks(kmp_uint32 number, kmp_uint32 first) {
  for (kmp_uint32 i = 0; i < nodes[number].locks; ++i) {
    kmp_uint32 lock = locks[first + i];
    if (lock >= head.objects || (i != 0 && lock <= locks[first + i - 1]))
      return false;
    graph.node_locks[first + i] = lock;
  }
  return true;
}

bool Reader::readDependences(kmp_uint32 number, kmp_uint32 first) {
  for (kmp_uint32 i = first; i < first + nodes[number].dependences; ++i) {
    Dependence item;
    memcpy(static_cast<void *>(&item), &dependences[i], sizeof(item));
    if (item.object() >= head.objects && item.object() != Dependence::None)
      return false;
    graph.names_all_memory |= (item.flags() & KMP_DEP_ALL) != 0;
    graph.dependences[i] = item;
  }
  return true;
}

/// Each leads to a higher number, and none is there twice, so every node
/// becomes ready.
bool Reader::readEdges() {
  for (kmp_uint32 i = 0; i < head.nodes; ++i) {
    kmp_uint32 least = i + 1, end = graph.nodes[i + 1].first_successor;
    for (kmp_uint32 e = graph.nodes[i].first_successor; e < end; ++e) {
      kmp_uint32 target = edges[e];
      if (target < least || target >= head.nodes ||
          (isOrdinaryInRefill(nodes[target]) && !isFence(nodes[i])))
        return false;
      least = target + 1;
      ++graph.nodes[target].predecessors;
    }
  }
  for (kmp_uint32 e = 0; e < head.edges; ++e)
    graph.successors[e] =
        Successor(edges[e], graph.nodes[edges[e]].predecessors == 1);
  for (kmp_uint32 i = 0; i < head.nodes; ++i)
    if (graph.nodes[i].predecessors == 0)
      graph.roots[graph.root_count++] = i;
  return markBottlenecks<Vector>(graph.nodes, head.nodes, graph.successors);
}

/// Groups are nested, and numbered in the order of their begin; each ends once.
/// The block is in the group of a node when it makes that.
bool Reader::readGroups() {
  for (kmp_uint32 g = 0; g < head.groups; ++g)
    graph.groups[g] = {groups[g], 0, nullptr};
  kmp_uint32 begun = 0, inside = 0;
  for (kmp_uint32 i = 0; i < head.nodes; ++i) {
    kmp_uint32 group = nodes[i].group;
    while (inside != group && begun + 1 < head.groups &&
           groups[begun + 1] == inside)
      inside = ++begun;
    if (inside != group)
      return false;
    if (NodeKind(nodes[i].kind) == NodeKind::GroupEnd) {
      if (group == 0)
        return false;
      inside = groups[group];
    }
  }
  return inside == 0 && begun + 1 == head.groups && groups[0] == 0;
}

const char *Reader::readPriorities() {
  bool heeds = __kmp_max_task_priority > 0;
  for (kmp_uint32 t = 0; t < head.types; ++t)
    if (graph.types[t].flags.priority_specified &&
        heeds != bool(head.flags & HeedsPriorities))
      return "OMP_MAX_TASK_PRIORITY made a difference that it does not make "
             "now";
  if (!graph.priorities)
    return nullptr;
  for (kmp_uint32 i = 0; i < head.nodes; ++i) {
    graph.priorities[i] = priorities[i];
    graph.nodes[i].by_priority = 1;
  }
  return nullptr;
}

/// A refill gives each object the address that it has now. Until then they have
/// different ones that no program has.
void Reader::makeAddresses() {
  for (kmp_uint32 i = 0; i < head.objects; ++i)
    graph.objects[i] =
        kmp_intptr_t(~(~kmp_uintptr_t(0) >> 1)) + kmp_intptr_t(i);
}

/// The number of the build id in the list, which has room for all types'.
kmp_uint32 numberOf(const BuildId &id, BuildId *ids, kmp_uint32 *count) {
  for (kmp_uint32 i = 0; i < *count; ++i)
    if (ids[i] == id)
      return i;
  ids[*count] = id;
  return (*count)++;
}

/// What the graph's types are in the file, and their build ids; null, and the
/// reason, if one cannot be there.
const char *describeTypes(const Graph &graph, FileType *types, BuildId *ids,
                          kmp_uint32 *id_count) {
  *id_count = 0;
  for (kmp_uint32 t = 0; t < graph.type_count; ++t) {
    const TaskType &type = graph.types[t];
    PlaceInObject place;
    if (!findPlace(reinterpret_cast<const void *>(type.head.routine), &place))
      return "it has tasks of a file without a build id";
    types[t] = {place.offset, numberOf(place.id, ids, id_count), type.size,
                type.shareds, keptFlags(type.flags)};
  }
  return nullptr;
}

Head headOf(const Graph &graph, size_t key_size, kmp_uint32 build_ids) {
  Head head = {};
  memcpy(head.magic, Magic, sizeof(Magic));
  const Node &end = graph.nodes[graph.node_count];
  head.version = Version;
  head.flags = (graph.inputs ? LacksInputs : 0) |
               (__kmp_max_task_priority > 0 ? HeedsPriorities : 0) |
               (graph.priorities ? HasPriorities : 0);
  head.key_size = kmp_uint32(key_size);
  head.build_ids = build_ids;
  head.types = graph.type_count;
  head.nodes = graph.node_count;
  head.groups = graph.group_count;
  head.edges = end.first_successor;
  head.locks = end.first_lock;
  head.dependences = graph.first_dependence[graph.node_count];
  head.objects = graph.address_count;
  return head;
}

void writeNodes(const Graph &graph, FileNode *to) {
  for (kmp_uint32 i = 0; i < graph.node_count; ++i) {
    const Node &node = graph.nodes[i], &after = graph.nodes[i + 1];
    to[i].kind = kmp_uint32(node.kind);
    to[i].type = node.type;
    to[i].group = node.group;
    to[i].successors = after.first_successor - node.first_successor;
    to[i].locks = after.first_lock - node.first_lock;
    to[i].dependences =
        graph.first_dependence[i + 1] - graph.first_dependence[i];
  }
}

void copy(char *to, const void *from, size_t count, size_t size) {
  if (count != 0)
    memcpy(to, from, count * size);
}

} // namespace

kmp_uint64 checksumOf(const char *bytes, size_t size) {
  kmp_uint64 sum = size, word;
  const char *whole = bytes + size / 8 * 8;
  for (; bytes != whole; bytes += 8) {
    memcpy(&word, bytes, 8);
    sum = mixed(sum, word);
  }
  word = 0;
  memcpy(&word, bytes, size % 8);
  sum = mixed(sum, word);
  return sum;
}

void sealGraph(char *bytes, size_t size) {
  if (size < sizeof(Head))
    return;
  kmp_uint64 sum = checksumOf(bytes + SealedFrom, size - SealedFrom);
  memcpy(bytes + offsetof(Head, checksum), &sum, sizeof(sum));
}

char *writeGraph(const Graph &graph, const char *key, size_t key_size,
                 size_t *size, const char **reason) {
  *reason = "it has saved values";
  if (graph.keeps_values)
    return nullptr;
  *reason = "it has target tasks";
  if (graph.has_targets)
    return nullptr;
  size_t for_types = graph.type_count * (sizeof(FileType) + sizeof(BuildId));
  char *described = static_cast<char *>(KMP_INTERNAL_MALLOC(for_types + 1));
  *reason = no_memory;
  if (!described)
    return nullptr;
  auto *types = reinterpret_cast<FileType *>(described);
  auto *ids = reinterpret_cast<BuildId *>(types + graph.type_count);
  kmp_uint32 id_count;
  char *bytes = nullptr;
  if (const char *obstacle = describeTypes(graph, types, ids, &id_count)) {
    *reason = obstacle;
  } else {
    Head head = headOf(graph, key_size, id_count);
    Layout layout(head);
    head.file_size = layout.end;
    bytes = static_cast<char *>(KMP_INTERNAL_CALLOC(layout.end, 1));
    if (bytes) {
      copy(bytes, &head, 1, sizeof(head));
      copy(bytes + layout.key, key, key_size, 1);
      copy(bytes + layout.build_ids, ids, id_count, sizeof(BuildId));
      copy(bytes + layout.types, types, head.types, sizeof(FileType));
      writeNodes(graph, reinterpret_cast<FileNode *>(bytes + layout.nodes));
      if (graph.priorities)
        copy(bytes + layout.priorities, graph.priorities, head.nodes,
             sizeof(kmp_int32));
      for (kmp_uint32 g = 0; g < head.groups; ++g)
        copy(bytes + layout.groups + g * sizeof(kmp_uint32),
             &graph.groups[g].parent, 1, sizeof(kmp_uint32));
      for (kmp_uint32 e = 0; e < head.edges; ++e) {
        kmp_uint32 target = graph.successors[e].node();
        copy(bytes + layout.edges + e * sizeof(target), &target, 1,
             sizeof(target));
      }
      copy(bytes + layout.locks, graph.node_locks, head.locks,
           sizeof(kmp_uint32));
      copy(bytes + layout.dependences, graph.dependences, head.dependences,
           sizeof(Dependence));
      *size = layout.end;
      sealGraph(bytes, *size);
    }
  }
  KMP_INTERNAL_FREE(described);
  return bytes;
}

Graph *readGraph(const char *bytes, size_t size, const char *key,
                 size_t key_size, const char **reason) {
  const auto &head = *reinterpret_cast<const Head *>(bytes);
  if (size < sizeof(Head) || memcmp(head.magic, Magic, sizeof(Magic)) != 0) {
    *reason = "it is not a graph's";
    return nullptr;
  }
  if (head.version != Version) {
    *reason = "it has another form";
    return nullptr;
  }
  Layout layout(head);
  *reason = damaged;
  if (head.file_size != size || layout.end != size ||
      checksumOf(bytes + SealedFrom, size - SealedFrom) != head.checksum)
    return nullptr;
  if (head.key_size != key_size ||
      memcmp(bytes + layout.key, key, key_size) != 0) {
    *reason = "it is another program's or construct's";
    return nullptr;
  }
  Graph *graph = new Graph;
  *reason = graph ? Reader(bytes, layout, *graph).read() : no_memory;
  if (*reason) {
    delete graph;
    return nullptr;
  }
  return graph;
}

} // namespace ompx
