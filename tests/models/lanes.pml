// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two replays, one after the other, of a graph in two lanes,
// openmp/src/taskgraph/run_lane.cpp. Each task runs once in each replay, behind its
// predecessors, whose results it sees; each replay ends, also if the other thread of the
// team goes away.
//
//   queue()       Instance::prepareLanes() and queueRoots()
//   runLane()     Worker::runLane()
//   MAY_GO_ON     Instance::mayGoOn(), Lanes::awaitedBy()
//   Thread        the encountering thread, which waits, and another of the team; both take
//                 lanes from inboxes and deques, and what was set aside once it can go on
//
// Lane 0 has steps 0 to 2, lane 1 steps 3 to 5, and there is a join, which is no step. A
// step of lane 1 comes after the one with the same place in lane 0, the last of lane 0 after
// the first of lane 1. A lane that waits may be set aside at any time; one that does not may
// be given back, since somebody waits for the thread. Memory orders that matter: the store
// of `done` publishes the results of the steps; a relaxed one may become visible first.
//
// Faults:
//   RELAXED_DONE     `done` is visible before the step's results
//   NO_WAIT          a lane does not wait for the other
//   NOT_RESET        a replay begins with the `done` of the one before
//   FROM_THE_START   a lane that was set aside begins anew
//   OWN_ASIDE        only the thread that set a lane aside takes it
//   JOIN_UNCOUNTED   the join does not count as completed

#define END 3 // of a lane's steps
#define NODES 7
mtype = { GONE, INBOX, DEQUE, ASIDE }; // where a lane is; GONE: it runs, or has ended

byte done[2];
bool ran[6], published[6];
mtype where[2] = { GONE, GONE };
byte keeper[2]; // the thread in whose inbox, deque or aside list it is
byte outstanding;
bool over;

#define STEP(lane, at) (3 * (lane) + (at))
#define MAY_GO_ON(lane, at) ((lane) == 1 && done[0] > (at) || (lane) == 0 && ((at) < 2 || done[1] > 0))

inline queue() {
  atomic {
    assert(where[0] == GONE && where[1] == GONE);
    at = 0;
    do
    :: at < 6 -> assert(replay == 0 || ran[at]); ran[at] = false; published[at] = false; at++
    :: else -> break
    od;
#ifndef NOT_RESET
    done[0] = 0;
    done[1] = 0;
#endif
    outstanding = NODES
  };
  keeper[1] = 1;
  where[1] = INBOX;
  keeper[0] = 0;
  where[0] = INBOX
}

inline runLane() {
#ifdef FROM_THE_START
  at = 0;
#else
  at = done[lane];
#endif
  completed = 0;
  do
#ifdef NO_WAIT
  :: true ->
#else
  :: MAY_GO_ON(lane, at) ->
#endif
       assert(!ran[STEP(lane, at)]);
       ran[STEP(lane, at)] = true;
       assert(at == 0 || ran[STEP(lane, at) - 1]);
       assert(lane == 0 || published[STEP(0, at)]);
       assert(lane == 1 || at < 2 || published[3]);
#ifdef RELAXED_DONE
       done[lane] = at + 1;
       published[STEP(lane, at)] = true;
#else
       published[STEP(lane, at)] = true;
       done[lane] = at + 1;
#endif
       at++;
       completed++;
       if
       :: at == END ->
#ifndef JOIN_UNCOUNTED
            completed = completed + (lane == 0 -> 1 : 0);
#endif
            break
       :: at < END
       :: at < END -> keeper[lane] = me; where[lane] = DEQUE; break
       fi
#ifndef NO_WAIT
  :: !MAY_GO_ON(lane, at) -> keeper[lane] = me; where[lane] = ASIDE; break
#endif
  od;
  at = 0;
  atomic {
    assert(outstanding >= completed);
    outstanding = outstanding - completed
  }
}

#ifdef OWN_ASIDE
#define MINE(l) (keeper[l] == me)
#else
#define MINE(l) true
#endif
#define TAKE(l)                                                                        \
  atomic {                                                                             \
    where[l] == INBOX || where[l] == DEQUE || where[l] == ASIDE && MINE(l) && MAY_GO_ON(l, done[l]) -> \
      where[l] = GONE; lane = l                                                        \
  }

active [2] proctype Thread() {
  byte me = _pid;
  byte lane, at, completed, replay;
  if
  :: me == 0 -> queue()
  :: else
  fi;
  do
  :: me == 0 && outstanding == 0 ->
       replay++;
       if
       :: replay == 2 -> over = true; break
       :: else -> queue()
       fi
  :: TAKE(0) -> runLane()
  :: TAKE(1) -> runLane()
  :: me == 1 -> break // it goes away for good
  :: me == 1 && over -> break
  od
}
