// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The locks of nodes, openmp/src/schedule/queue_lock.h, as replays use them: a node takes
// its locks in ascending order and is queued at the first that is taken; whoever releases
// a lock hands it over to the newest waiter and makes that node ready. No two nodes have
// a lock at once, every node runs once, no schedule is stuck, every schedule ends.
//
//   acquireOrQueue()   QueueLock::acquireOrQueue()
//   release()          QueueLock::release()
//   acquireLocks()     Worker::acquireLocks()
//   releaseLocks()     Worker::releaseLocks()
//
// Memory orders that matter: the release of the exchange that queues a waiter, after the
// store of its link; the acquire of the exchanges in release(), before the link is read.
// (Those that only a lock's data need are not seen here.) An exchange that fails for no
// reason would only be repeated.
//
// Faults:
//   RELAXED_QUEUE     the waiter may be seen before its link
//   STALE_EXPECTED    an exchange that failed is repeated with the same expectation
//   TOUCH_QUEUED      acquireLocks() writes the state of a node that has been queued
//   UNCOUNTED         releaseLocks() does not count the lock that a waiter has got
//   DESCENDING        one node takes its locks in descending order
//   RELEASE_BY_STORE  release() looks whether somebody waits, and then stores
//   NOT_HANDED_OVER   release() frees the lock though it returns the last waiter

#define NODES 3
#define LOCKS 2
#define HELD 255

byte lock_state[LOCKS];    // 0: free; HELD; or the newest waiter
byte link[NODES + 1];      // NodeRef::next()
byte locks_held[NODES + 1];
byte count[NODES + 1];     // of a node's locks
bool ready[NODES + 1];     // in some deque
byte holder[LOCKS];        // who believes to have it
bool ran[NODES + 1];
byte left = NODES;

// Nodes 1 and 2 take locks 0 and 1, node 3 only the second.
#ifdef DESCENDING
#define LOCK(node, i) ((node) == 1 -> (i) : 1 - (i))
#else
#define LOCK(node, i) ((node) == 3 -> 1 : (i))
#endif

// Sets `got`.
inline acquireOrQueue() {
  expected = 0;
  do
  :: expected == 0 ->
       atomic {
         if
         :: lock_state[lock] == 0 ->
              lock_state[lock] = HELD;
              got = true;
              break
         :: else ->
#ifndef STALE_EXPECTED
              expected = lock_state[lock]
#endif
         fi
       }
  :: else ->
#ifndef RELAXED_QUEUE
       link[node] = (expected == HELD -> 0 : expected);
#endif
       atomic {
         if
         :: lock_state[lock] == expected ->
              lock_state[lock] = node;
              got = false;
#ifndef RELAXED_QUEUE
              break
#endif
         :: else ->
              expected = lock_state[lock];
              got = true
         fi
       }
#ifdef RELAXED_QUEUE
       if
       :: !got ->
            link[node] = (expected == HELD -> 0 : expected);
            break
       :: else
       fi
#endif
  od;
  expected = 0
}

// Sets `waiter`.
inline release() {
  waiter = 0;
#ifdef RELEASE_BY_STORE
  expected = lock_state[lock];
  if
  :: expected == HELD ->
       lock_state[lock] = 0;
       expected = 0
  :: else
  fi;
#else
  atomic {
    if
    :: lock_state[lock] == HELD -> lock_state[lock] = 0
    :: else -> expected = lock_state[lock]
    fi
  };
#endif
  do
  :: expected == 0 -> break
  :: else ->
#ifdef NOT_HANDED_OVER
       rest = link[expected];
#else
       rest = (link[expected] != 0 -> link[expected] : HELD);
#endif
       atomic {
         if
         :: lock_state[lock] == expected ->
              lock_state[lock] = rest;
              waiter = expected;
              expected = 0
         :: else -> expected = lock_state[lock]
         fi
       }
  od;
  rest = 0
}

// Sets `got`: whether the node has all.
inline acquireLocks() {
  got = true;
  do
  :: locks_held[node] < count[node] ->
       lock = LOCK(node, locks_held[node]);
#ifdef TOUCH_QUEUED
       i = locks_held[node];
#endif
       acquireOrQueue();
#ifdef TOUCH_QUEUED
       locks_held[node] = i;
#endif
       if
       :: got -> locks_held[node]++
       :: else -> break
       fi
  :: else -> break
  od
}

inline releaseLocks() {
  locks_held[node] = 0;
  i = 0;
  do
  :: i < count[node] ->
       lock = LOCK(node, i);
       holder[lock] = 0;
       release();
       if
       :: waiter != 0 ->
#ifndef UNCOUNTED
            locks_held[waiter]++;
#endif
            ready[waiter] = true;
            waiter = 0
       :: else
       fi;
       i++
  :: else -> break
  od;
  i = 0
}

inline enter() {
  d_step {
    assert(!ran[node]);
    ran[node] = true;
    i = 0;
    do
    :: i < count[node] ->
         lock = LOCK(node, i);
         assert(holder[lock] == 0);
         holder[lock] = node;
         i++
    :: else -> break
    od;
    i = 0
  }
}

init {
  d_step {
    count[1] = 2;
    count[2] = 2;
    count[3] = 1;
    ready[1] = true;
    ready[2] = true;
    ready[3] = true
  };
  run Worker();
  run Worker();
  run Worker()
}

proctype Worker() {
  byte node, lock, expected, waiter, rest, i;
  bool got;
  do
  :: left == 0 -> break
  :: else ->
       if
       :: left == 0
       :: atomic { ready[1] -> ready[1] = false; node = 1 }
       :: atomic { ready[2] -> ready[2] = false; node = 2 }
       :: atomic { ready[3] -> ready[3] = false; node = 3 }
       fi;
       if
       :: node != 0 ->
            acquireLocks();
            if
            :: got ->
                 enter();
                 releaseLocks();
                 left--
            :: else
            fi
       :: else
       fi;
       node = 0;
       lock = 0
  od
}
