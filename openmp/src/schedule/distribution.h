//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Distribution of nodes that become ready at the same time to the threads of a
// team.

#ifndef OMPX_SCHEDULE_DISTRIBUTION_H
#define OMPX_SCHEDULE_DISTRIBUTION_H

#include "schedule/placement.h"
#include "support/settings.h"

namespace ompx {

/// By position in the list of nodes. The same part of two lists goes to the
/// same thread, as with two loops of a static schedule, so that each thread
/// finds in its cache what it used before.
class Distribution {
  const kmp_uint32 count, team, nearest;
  const bool in_turn = taskgraph_roots == ReadyTogether::RoundRobin;
  const PlaceOrder &order;

public:
  Distribution(kmp_uint32 nodes, const PlaceOrder &threads, kmp_int32 by)
      : count(nodes), team(threads.count()),
        // Fewer nodes than threads stay near the thread that made them ready.
        nearest(nodes < team ? threads.rankOf(by) : 0), order(threads) {}
  /// Whether nodes are distributed at all.
  static bool wanted() {
    return taskgraph_roots != ReadyTogether::Encountering;
  }
  kmp_uint32 parts() const { return count < team ? count : team; }
  kmp_int32 threadOfPart(kmp_uint32 part) const {
    return order.thread((nearest + part) % team);
  }
  kmp_int32 threadOf(kmp_uint32 position) const {
    kmp_uint32 part =
        in_turn ? position % team
                : kmp_uint32((kmp_uint64(position) * parts() + parts() - 1) /
                             count);
    return threadOfPart(part);
  }
  /// A part has the positions from begin() on, stride() apart, below end().
  kmp_uint32 stride() const { return in_turn ? team : 1; }
  kmp_uint32 begin(kmp_uint32 part) const {
    return in_turn ? part : kmp_uint32(kmp_uint64(part) * count / parts());
  }
  kmp_uint32 end(kmp_uint32 part) const {
    return in_turn ? count : begin(part + 1);
  }
};

} // namespace ompx

#endif // OMPX_SCHEDULE_DISTRIBUTION_H
