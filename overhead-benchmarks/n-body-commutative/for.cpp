//===- for.cpp - The rounds of a tournament -------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Without locks, no block may be in two pairs at a time. So the pairs are
// played like the games of a tournament: in each round every block meets one
// other, and after all rounds everybody has met everybody (the circle method).
// A barrier stands between two rounds.
//
//===----------------------------------------------------------------------===//

#include "n_body_commutative.h"

#include "../common/for_laps.h"

void runFor(Bodies &bodies, bench::Laps &laps) {
  const std::int64_t blocks = bodies.blocks;
  // With an odd number of blocks, who would meet the last one has a rest.
  const std::int64_t players = blocks + blocks % 2, rounds = players - 1;
  bench::forLaps(bodies, laps, [&](int) {
#pragma omp for schedule(static)
    for (std::int64_t alone = 0; alone < blocks; ++alone)
      bodies.attract(alone, alone);
    // The last player stays; the others turn by one place in each round.
    for (std::int64_t round = 0; round < rounds; ++round)
#pragma omp for schedule(static)
      for (std::int64_t game = 0; game < players / 2; ++game) {
        const std::int64_t one = (round + game) % rounds;
        const std::int64_t other =
            game == 0 ? rounds : (round + rounds - game) % rounds;
        if (other < blocks)
          bodies.attract(std::min(one, other), std::max(one, other));
      }
#pragma omp for schedule(static)
    for (std::int64_t moved = 0; moved < blocks; ++moved)
      bodies.move(moved);
  });
}
