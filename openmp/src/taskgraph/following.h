//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Replays that nobody waits for, one after the other: the next one begins while
// those before run, of the same graph or of others. Its tasks come after those
// that their dependences name (crossing.h), so that the iterations of a solver
// of one or more regions form one pipeline.
//
// A replay has edges from each one before that has not ended, in whatever order
// they end. Edges from an older one are left out where younger ones imply them.

#ifndef OMPX_TASKGRAPH_FOLLOWING_H
#define OMPX_TASKGRAPH_FOLLOWING_H

#include "taskgraph/crossing.h"
#include "taskgraph/replay.h"

namespace ompx {

/// The replays that one follows. They do not end before follow() lets them go.
class Links {
public:
  static constexpr kmp_uint32 Most = Instance::MostFollowers;

  /// Of the replay that an encounter begins with `next`. Returns whether it may
  /// begin now. If not, it has to wait for all of them and there are no links;
  /// edges that were missing are made, for the next time. beside_tasks:
  /// ordinary tasks may be unfinished on which its tasks depend. Cost:
  /// O(replays * (replays + crossings) * forms), and now and then that of
  /// Crossing::make().
  bool find(const Encounter &encounter, Instance &next, bool beside_tasks);
  bool isEmpty() const { return count == 0; }

  struct Link {
    Instance *before;
    const Crossing *crossing; // with edges; null in find(): unknown
  };
  const Link *begin() const { return links; }
  const Link *end() const { return links + count; }

private:
  kmp_uint32 count = 0;
  Link links[Most];
};

/// The replays of a task that were looked at, the youngest first.
class Younger {
  kmp_uint32 count = 0;
  const Instance *replays[Links::Most];

public:
  void add(const Instance &replay) { replays[count++] = &replay; }
  /// Whether `next` comes after an older replay, `before`, if it comes after
  /// these: one of them, A, has next's tasks and objects, and A itself or a
  /// younger one, B, has those of `before`. Where a task of `before` and one of
  /// `next` access an object in a way that orders them, so do the first and the
  /// second one's like in A, that one and the first one's like in B, and this
  /// one and the second. Cost: O(replays * forms).
  bool imply(const Instance &before, const Instance &next) const;
};

/// Of an instance that is bound to a replay that nobody waits for: whether
/// later ones may follow it. To be asked before a node runs. Cost: O(nodes)
/// bytes to copy.
bool mayBeFollowed(Instance &instance);

/// Queues a replay's nodes as far as they need not wait for those of others,
/// and lets those go. Cost: O(roots), and O(sources + targets + edges) of each
/// link.
void follow(const Encounter &encounter, const Links &links, Instance &instance,
            TeamQueues &queues);

} // namespace ompx

#endif // OMPX_TASKGRAPH_FOLLOWING_H
