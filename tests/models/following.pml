// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replays that follow one another, openmp/src/taskgraph/following.cpp: the next one begins
// while the one before runs, and its tasks come after that one's by crossing edges. Three
// replays by two instances and two workers. Every node runs once in each replay, after
// those of the replay before that it accesses an object with; every schedule ends.
//
//   encounter    chooseAndRun(): Record::choose(), replay(), follow()
//   endSource()  Worker::endSource()
//   letGo()      Worker::letGo(), Worker::report(), Worker::finish()
//
// Nodes 0 and 1 of the next replay come after nodes 0 and 1, and after 1. Node 2 has no
// such edges. Memory orders that matter: the exchanges of `crossed` publish `following` and
// the counts to the worker, and what the task wrote to the next replay; the report's
// decrement publishes all to whoever ends the replay.
//
// Faults:
//   NOT_KEPT         the replay before may end while the next one is linked to it
//   MARKED_PLAINLY   `crossed` is read and then written, without an exchange
//   COUNTED_LATE     the counts are set when the first source is marked
//   FOLLOWING_LATE   likewise the next replay
//   REPORTED_FIRST   a node is reported before its crossing edges are looked at
//   NOT_CLEARED      `crossed` is as the use before has left it

#define NODES 3
#define REPLAYS 3
#define NONE 2

mtype = { running, completed, followed };

bool queued[2 * NODES];
mtype crossed[2 * NODES];
byte pending[2 * NODES];
byte outstanding[2];
byte following[2];
bool listed[2];  // in the record's list
bool idle[2];
byte replay_of[2];
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

// Counts a target of the next replay down.
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
  :: source == 1 ->
       countDown(instance, 0);
       countDown(instance, 1)
  :: else
  fi
}

inline mark(instance, node, how, old) {
#ifdef MARKED_PLAINLY
  old = crossed[AT(instance, node)];
  crossed[AT(instance, node)] = how;
#else
  d_step {
    old = crossed[AT(instance, node)];
    crossed[AT(instance, node)] = how
  }
#endif
}

inline endSource(instance, node) {
  if
  :: node < 2 ->
       mark(instance, node, completed, was);
       if
       :: was == followed ->
            to = following[instance];
            assert(to != NONE);
            countTargets(to, node)
       :: else
       fi
  :: else
  fi
}

active proctype encounter() {
  byte number = 0, now, last = NONE, before, source;
  bool is_last;
  mtype was;
  d_step {
    idle[0] = true;
    idle[1] = true;
    following[0] = NONE;
    following[1] = NONE
  }
  do
  :: number == REPLAYS -> break
  :: else ->
       number++;
       // Record::choose()
       atomic {
         idle[0] || idle[1];
         if
         :: idle[0] -> now = 0
         :: else -> now = 1
         fi;
         idle[now] = false;
         before = NONE;
         if
         :: last != NONE && listed[last] && outstanding[last] > 0 ->
              before = last;
#ifndef NOT_KEPT
              outstanding[last]++
#endif
         :: else
         fi
       }
       if
       :: before == NONE -> !listed[0] && !listed[1] // waitForReplays()
       :: else
       fi;
       // beginInstance(), mayBeFollowed(): nobody else has the instance
       d_step {
         outstanding[now] = NODES;
         replay_of[now] = number;
         listed[now] = true;
         following[now] = NONE;
#ifndef NOT_CLEARED
         crossed[AT(now, 0)] = running;
         crossed[AT(now, 1)] = running
#endif
       }
       if
       :: before == NONE ->
            queued[AT(now, 0)] = true;
            queued[AT(now, 1)] = true
       :: else ->
#ifndef COUNTED_LATE
            d_step {
              pending[AT(now, 0)] = 2;
              pending[AT(now, 1)] = 1
            }
#endif
#ifndef FOLLOWING_LATE
            following[before] = now;
#endif
            source = 0;
            do
            :: source == 2 -> break
            :: else ->
                 assert(!idle[before]); // else another encounter may have it
                 mark(before, source, followed, was);
#ifdef COUNTED_LATE
                 if
                 :: source == 0 ->
                      pending[AT(now, 0)] = 2;
                      pending[AT(now, 1)] = 1
                 :: else
                 fi;
#endif
#ifdef FOLLOWING_LATE
                 following[before] = now;
#endif
                 if
                 :: was == completed -> countTargets(now, source)
                 :: else
                 fi;
                 source++
            od
       fi;
       queued[AT(now, 2)] = true;
       if
       :: before != NONE ->
#ifdef NOT_KEPT
            skip
#else
            letGo(before)
#endif
       :: else
       fi;
       last = now
  od;
  !listed[0] && !listed[1];
  assert(done[0] == REPLAYS && done[1] == REPLAYS && done[2] == REPLAYS);
  finished = true
}

active [2] proctype worker() {
  byte instance, node, to;
  bool is_last;
  mtype was;
  do
  :: atomic {
       queued[0] || queued[1] || queued[2] || queued[3] || queued[4] || queued[5] ->
       if
       :: queued[0] -> instance = 0; node = 0
       :: queued[1] -> instance = 0; node = 1
       :: queued[2] -> instance = 0; node = 2
       :: queued[3] -> instance = 1; node = 0
       :: queued[4] -> instance = 1; node = 1
       :: queued[5] -> instance = 1; node = 2
       fi;
       queued[AT(instance, node)] = false;
       // The task begins.
       if
       :: node == 0 -> assert(done[0] == replay_of[instance] - 1 &&
                              done[1] >= replay_of[instance] - 1)
       :: node == 1 -> assert(done[1] == replay_of[instance] - 1)
       :: else
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
