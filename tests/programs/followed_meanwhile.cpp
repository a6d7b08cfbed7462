// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two teams replay the same two regions. One makes the edges from the first to
// the second while a replay of the other team, from before, still runs: it does
// not tell which of their sources have completed, and what comes next in that
// team has to wait for it.
#include "check.h"

namespace {

enum { Rounds = 3, Teams = 2 };

Construct first_region, second_region;

// Only named in depend clauses: what tasks change is their team's.
char written_object, read_object;

/// A team's, in a round.
struct Own {
  int milliseconds; // that a task of the first region takes at least
  int *until;       // and until this is set
  int ended, in_order;
};

void sleep(int milliseconds) { usleep(useconds_t(milliseconds) * 1000); }
void set(int &flag) { __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); }
int isSet(const int &flag) { return __atomic_load_n(&flag, __ATOMIC_ACQUIRE); }

/// Or too long has passed.
void waitFor(const int &flag) {
  for (double end = omp_get_wtime() + 20; !isSet(flag);)
    if (omp_get_wtime() < end)
      sleep(1);
    else
      break;
}

void read(Own *own) {
  // The thread that encounters the regions must go on.
  if (own->until && omp_get_thread_num() != 0)
    waitFor(*own->until);
  sleep(own->milliseconds);
  set(own->ended);
}

void first(Own *own, int id) {
  MEET(first_region);
#pragma omp taskgraph nogroup graph_id(id)
  {
#pragma omp task depend(inout : written_object) firstprivate(own)
    sleep(own->milliseconds);
#pragma omp task depend(in : read_object) firstprivate(own)
    read(own);
  }
}

void second(Own *own, int id) {
  MEET(second_region);
#pragma omp taskgraph nogroup graph_id(id)
#pragma omp task depend(inout : read_object) firstprivate(own)
  own->in_order += isSet(own->ended);
}

/// While a replay of the first region runs, the second one is met.
void meetBoth(int id, int milliseconds) {
  Own own = {milliseconds, nullptr, 0, 0};
  first(&own, id);
  second(&own, id);
#pragma omp taskwait
  CHECK_EQ("the second after the first", own.in_order, 1);
}

/// Replays that do not overlap, and then some of the first region that do: they
/// come to know the edges between themselves, to the task that writes.
void learnOne(int id) {
  for (int i = 0; i < 3; ++i) {
    Own own = {0, nullptr, 0, 0};
    first(&own, id);
#pragma omp taskwait
    second(&own, id);
#pragma omp taskwait
    CHECK_EQ("behind a wait", own.in_order, 1);
  }
  Own one = {50, nullptr, 0, 0}, other = one;
  first(&one, id);
  first(&other, id);
#pragma omp taskwait
  CHECK_EQ("both ended", isSet(one.ended) + isSet(other.ended), 2);
}

} // namespace

int main() {
  static int begun[Rounds], known[Rounds];
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(Teams)
  for (int id = 0; id < Rounds; ++id) {
    int team = omp_get_thread_num();
    if (team == 0) {
#pragma omp parallel num_threads(2)
#pragma omp master
      learnOne(id);
    }
#pragma omp barrier
    if (team == 0) {
      if (omp_get_num_threads() == Teams)
        waitFor(begun[id]);
#pragma omp parallel num_threads(2)
#pragma omp master
      meetBoth(id, 100);
      set(known[id]);
    } else {
#pragma omp parallel num_threads(2)
#pragma omp master
      {
        bool waits = omp_get_num_threads() > 1;
        Own own = {50, waits ? &known[id] : nullptr, 0, 0};
        first(&own, id);
        set(begun[id]);
        waitFor(known[id]);
        second(&own, id);
#pragma omp taskwait
        CHECK_EQ("the second after the first", own.in_order, 1);
      }
    }
  }
  CHECK_COUNTED(first_region);
  CHECK_USES(second_region, records_graphs() ? Used : Replayed, -1);
  return check_done();
}
