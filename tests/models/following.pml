// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replays that follow others, openmp/src/taskgraph/following.cpp: the next one begins
// while those before run, and its tasks come after theirs by crossing edges. Four replays by
// three instances and two workers, each after all of those before that run. Every node runs
// once in each replay, after those of the replays before that it accesses an object with;
// every schedule ends.
//
//   encounter    chooseAndRun(): Links::find(), replay(), follow()
//   endSource()  Worker::endSource()
//   letGo()      Worker::letGo(), Worker::report(), Worker::finish()
//
// Nodes 0 and 1 of a replay come after nodes 0 and 1, and after 1, of each before. Memory
// orders that matter: the exchanges of `crossed` publish the followers and the counts to the
// worker, and what the task wrote to the next replay; the report's decrement publishes all to
// whoever ends the replay.
//
// Faults:
//   NOT_KEPT         the replay before may end while the next one is linked to it
//   MARKED_PLAINLY   `crossed` is read and then written, without an exchange
//   COUNTED_LATE     the counts are set link by link
//   FOLLOWER_LATE    a follower is entered when the first source is marked
//   ONE_FOLLOWER     the second follower takes the place of the first
//   REPORTED_FIRST   a node is reported before its crossing edges are looked at
//   NOT_CLEARED      `crossed` is as the use before has left it

#define NODES 2
#define INSTANCES 3
#define REPLAYS 4
#define NONE 3
#define COMPLETED 4

bool queued[INSTANCES * NODES];
byte crossed[INSTANCES * NODES]; // COMPLETED, and a bit for each follower
byte pending[INSTANCES * NODES];
byte outstanding[INSTANCES];
byte follower[INSTANCES * 2];
byte followers[INSTANCES];
bool listed[INSTANCES]; // in Unattended
bool idle[INSTANCES];
byte replay_of[INSTANCES];
byte done[NODES]; // in how many replays the node has run
bool finished;

#define AT(instance, node) ((instance) * NODES + (node))

inline letGo(instance) {
  d_step {
    outstanding[instance]--;
    is_last = outstanding[instance] == 0
  }
  if
  :: is_last ->
       atomic {
         listed[instance] = false;
         idle[instance] = true
       }
  :: else
  fi
}

// Counts a target of a later replay down.
inline countDown(instance, node) {
  atomic {
    assert(pending[AT(instance, node)] > 0);
    pending[AT(instance, node)]--;
    if
    :: pending[AT(instance, node)] == 0 -> queued[AT(instance, node)] = true
    :: else
    fi
  }
}

inline countTargets(instance, source) {
  if
  :: source == 0 -> countDown(instance, 0)
  :: else ->
       countDown(instance, 0);
       countDown(instance, 1)
  fi
}

inline mark(instance, node, how, old) {
#ifdef MARKED_PLAINLY
  old = crossed[AT(instance, node)];
  crossed[AT(instance, node)] = old | how;
#else
  d_step {
    old = crossed[AT(instance, node)];
    crossed[AT(instance, node)] = old | how
  }
#endif
}

inline endSource(instance, node) {
  mark(instance, node, COMPLETED, was);
  slot = 0;
  do
  :: slot == 2 -> break
  :: else ->
       if
       :: was & (1 << slot) ->
            to = follower[instance * 2 + slot];
            assert(to != NONE);
            countTargets(to, node)
       :: else
       fi;
       slot++
  od;
  skip;
  d_step { slot = 0; was = 0; to = 0 } // fewer states
}

// The nodes of `now` wait for as many more as this replay has edges to them.
inline addCounts(now) {
  pending[AT(now, 0)] = pending[AT(now, 0)] + 2;
  pending[AT(now, 1)] = pending[AT(now, 1)] + 1
}

inline enter(before, now) {
  follower[before * 2 + place] = now
}

inline linkTo(before, now) {
#ifdef COUNTED_LATE
  d_step { addCounts(now) };
#endif
#ifdef ONE_FOLLOWER
  place = 0;
#else
  place = followers[before];
#endif
  followers[before]++;
#ifndef FOLLOWER_LATE
  enter(before, now);
#endif
  source = 0;
  do
  :: source == NODES -> break
  :: else ->
       assert(!idle[before]); // else another encounter may have it
       mark(before, source, 1 << place, was);
#ifdef FOLLOWER_LATE
       enter(before, now);
#endif
       if
       :: was & COMPLETED -> countTargets(now, source)
       :: else
       fi;
       source++
  od;
  skip;
  d_step { source = 0; was = 0; place = 0 };
#ifndef NOT_KEPT
  letGo(before)
#endif
}

active proctype encounter() {
  byte number = 0, now, i, source, place, was;
  bool link[INSTANCES];
  bool is_last;
  d_step {
    idle[0] = true;
    idle[1] = true;
    idle[2] = true
  }
  do
  :: number == REPLAYS -> break
  :: else ->
       number++;
       // Record::choose(), and Links::find() under the list's lock
       atomic {
         idle[0] || idle[1] || idle[2];
         if
         :: idle[0] -> now = 0
         :: else ->
              if
              :: idle[1] -> now = 1
              :: else -> now = 2
              fi
         fi;
         idle[now] = false;
         i = 0;
         do
         :: i == INSTANCES -> break
         :: else ->
              link[i] = i != now && listed[i] && outstanding[i] > 0;
#ifndef NOT_KEPT
              if
              :: link[i] -> outstanding[i]++
              :: else
              fi;
#endif
              i++
         od
       }
       // beginInstance(), mayBeFollowed(): nobody else has the instance
       d_step {
         outstanding[now] = NODES;
         replay_of[now] = number;
         listed[now] = true;
         followers[now] = 0;
         follower[now * 2] = NONE;
         follower[now * 2 + 1] = NONE;
         pending[AT(now, 0)] = 0;
         pending[AT(now, 1)] = 0;
#ifndef NOT_CLEARED
         crossed[AT(now, 0)] = 0;
         crossed[AT(now, 1)] = 0;
#endif
         i = 0;
         do
         :: i == INSTANCES -> break
         :: else ->
#ifndef COUNTED_LATE
              if
              :: link[i] -> addCounts(now)
              :: else
              fi;
#endif
              i++
         od
       }
       if
       :: !link[0] && !link[1] && !link[2] ->
            queued[AT(now, 0)] = true;
            queued[AT(now, 1)] = true
       :: else
       fi;
       i = 0;
       do
       :: i == INSTANCES -> break
       :: else ->
            if
            :: link[i] ->
                 linkTo(i, now);
                 link[i] = false
            :: else
            fi;
            i++
       od
  od;
  !listed[0] && !listed[1] && !listed[2];
  assert(done[0] == REPLAYS && done[1] == REPLAYS);
  finished = true
}

active [2] proctype worker() {
  byte instance, node, to, slot, was;
  bool is_last;
  do
  :: atomic {
       queued[0] || queued[1] || queued[2] || queued[3] || queued[4] || queued[5] ->
       if
       :: queued[0] -> instance = 0; node = 0
       :: queued[1] -> instance = 0; node = 1
       :: queued[2] -> instance = 1; node = 0
       :: queued[3] -> instance = 1; node = 1
       :: queued[4] -> instance = 2; node = 0
       :: queued[5] -> instance = 2; node = 1
       fi;
       queued[AT(instance, node)] = false;
       // The task begins.
       if
       :: node == 0 -> assert(done[0] == replay_of[instance] - 1 &&
                              done[1] >= replay_of[instance] - 1)
       :: else -> assert(done[1] == replay_of[instance] - 1)
       fi
     }
     done[node]++;
#ifdef REPORTED_FIRST
     letGo(instance);
     endSource(instance, node)
#else
     endSource(instance, node);
     letGo(instance)
#endif
  :: finished -> break
  od
}
