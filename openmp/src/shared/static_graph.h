//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A task dependency graph as the compiler emits it: constants that the library
// uses in place. docs/entry-points.md explains every member.
//
// Whatever the graph needs of an encounter is a *symbol*: a word that the block
// would read, the address of a variable, what is computed of such. Addresses
// and data are sums of symbols, *forms*, plus a constant. So one graph holds
// for all values of the symbols, as long as no two objects that it takes for
// different ones have the same address: that is what the *ranges* are compared
// for.

#ifndef OMPX_SHARED_STATIC_GRAPH_H
#define OMPX_SHARED_STATIC_GRAPH_H

#include "shared/node.h"

struct ompx_taskgraph_task_t;

namespace ompx {

/// Of a form, which is the sum of its terms, modulo 2^64.
struct StaticTerm {
  int64_t factor;
  uint64_t symbol;
};

/// A form plus an offset.
struct StaticAddress {
  int64_t offset;
  uint64_t form;
};

/// The addresses of all objects of one form lie from `first` to `last`.
struct StaticRange {
  int64_t first, last;
  uint64_t form;
};

/// A part of a task's data that is an address plus constant: `size` bytes, at
/// `to` from the kmp_task_t.
struct StaticPatch {
  int64_t offset;
  uint32_t form;
  uint32_t size;
  uint64_t to;
};

/// What a construct passed to __kmpc_omp_task_alloc.
struct StaticType {
  const void *entry;
  const ompx_taskgraph_task_t *construct;
  uint64_t size;
  uint64_t shareds_size;
  uint32_t flags;
  uint32_t reserved;
};

enum StaticGraphFlag : uint32_t {
  StaticAllMemory = 1, // a task depends on omp_all_memory
  StaticTaskwait = 2,  // as Graph::has_taskwait
  StaticWait = 4       // as Graph::has_wait
};

struct StaticGraph {
  static constexpr uint32_t Version = 4;

  uint32_t version;
  uint32_t flags;       // StaticGraphFlag
  uint32_t block_units; // the end of the tasks' places, see Node::block
  uint32_t node_count;
  uint32_t root_count;
  uint32_t object_count;
  uint32_t lock_count; // entries of node_locks
  uint32_t type_count;
  uint32_t group_count;
  uint32_t symbol_count;
  uint32_t form_count;
  uint32_t range_count; // 0: no two objects can be the same
  uint32_t args_size;
  uint32_t reserved;
  const Node *nodes; // and the End
  const Successor *successors;
  const uint32_t *roots;
  const uint32_t *node_locks;
  const uint32_t *group_parents;
  const uint32_t *first_dependence; // node_count + 1
  const Dependence *dependences;
  const StaticAddress *objects;
  const StaticType *types;
  const int32_t *priorities; // null without
  /// Gives each symbol its value at an encounter; returns whether one had
  /// another. Reads and computes what the block would. Null without symbols.
  uint32_t (*take)(const void *args, uint64_t *symbols);
  const uint32_t *first_term; // form_count + 1; form 0 has none
  const StaticTerm *terms;
  const StaticRange *ranges;
  const uint32_t *first_patch; // node_count + 1; null without
  const StaticPatch *patches;
};

} // namespace ompx

#endif // OMPX_SHARED_STATIC_GRAPH_H
