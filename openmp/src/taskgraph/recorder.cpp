//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What can be recorded and what cannot; see recorder.h.

#include "taskgraph/recorder.h"
#include "support/settings.h"

namespace ompx {

Recorder::Recorder(void *region_args, size_t size, bool proved, const Graph *of)
    : Watcher(false, false, of || taskgraph_mode == TaskgraphMode::Check),
      builder(proved), args(region_args), args_size(size),
      inputs(proved ? new Inputs : nullptr), saved(of) {}

Recorder::Recorder()
    : Watcher(false, true, taskgraph_mode == TaskgraphMode::Check),
      builder(false), args(nullptr), args_size(0), inputs(nullptr),
      saved(nullptr) {}

void Recorder::undeferred() {
  --to_issue;
  cannotReplay();
  builder.addUndeferred();
}

void Recorder::chunk(const kmp_task_t *task, void *caller) {
  if (runs_chunks) {
    cannotReplay();
    builder.addUndeferred();
    return;
  }
  builder.addTask(NodeKind::Chunk, task, maker, 0, nullptr, caller);
}

void Recorder::noteRead(kmp_int32 base, const void *address, size_t size) {
  // Not so if it was changed by a task before the block ended.
  auto note = [&](const void *part, size_t part_size) {
    return inputs->add(base, part, part_size, args) == Inputs::Added::Yes;
  };
  if (outputs ? !outputs->forEachOtherPart(address, size, args, note)
              : !note(address, size))
    cannotReplay();
}

void Recorder::write(kmp_int32 base, const void *address, size_t size) {
  if (!inputs)
    return;
  if (!outputs)
    outputs = new Outputs;
  if (!outputs || !outputs->add(base, address, size, args))
    cannotReplay();
}

/// The node of the other graph, or its End, that stands where the next will.
kmp_uint32 Recorder::placeInSaved() {
  auto skipJoins = [this] {
    while (saved->nodes[saved_at].kind == NodeKind::Join)
      ++saved_at;
  };
  skipJoins();
  for (; saved_steps < builder.size() && saved_at < saved->node_count;
       ++saved_steps) {
    ++saved_at;
    skipJoins();
  }
  return saved_at;
}

bool Recorder::takeSaved(void *copy, size_t size) {
  if (!saved || !fresh)
    return false;
  const Node &node = saved->nodes[placeInSaved()];
  if (!node.isTask() || !node.image)
    return false;
  const TaskType &type = saved->types[node.type];
  size_t offset = size_t(static_cast<char *>(copy) -
                         reinterpret_cast<const char *>(fresh + 1));
  if (type.head.routine != fresh->routine || offset >= type.dataSize() ||
      size > type.dataSize() - offset)
    return false;
  memcpy(copy, static_cast<const char *>(node.image) + offset, size);
  return true;
}

void Recorder::end() {
  builder.end();
  if (!builder.makersAreKnown())
    cannotReplay();
  // More values to compare than tasks to make: making them costs as much.
  reads_too_much = inputs && inputs->count() > 64 + builder.size();
  if (reads_too_much)
    cannotReplay();
  if (to_issue != kmp_int64(builder.taskCount()))
    builder.refuse("the region makes tasks by a construct that a graph cannot "
                   "have");
  if (outputs)
    outputs->take(args);
}

Graph *Recorder::finish(const char **reason) {
  Graph *graph = builder.finish(args_size);
  if (graph) {
    graph->inputs = inputs;
    graph->outputs = outputs;
    inputs = nullptr;
    outputs = nullptr;
  }
  *reason = builder.refused();
  return graph;
}

} // namespace ompx
