// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The locks of nodes, openmp/src/schedule/queue_lock.h and lock_set.h, as replays use them:
// a node takes its locks if all are free. If one is not, it gives the others back and is
// queued there, and the same once more; then it takes them in ascending order and keeps
// them. Whoever releases a lock hands it over to the newest waiter and makes that node
// ready. No two nodes have a lock at once, every node runs once, no schedule is stuck,
// every schedule ends.
//
//   tryAcquire()       QueueLock::tryAcquire()
//   acquireOrQueue()   QueueLock::acquireOrQueue()
//   release()          QueueLock::release()
//   acquireAll()       acquireAll()
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
//   TOUCH_QUEUED      acquireAll() writes the state of a node that has been queued
//   ASKS_AGAIN        a node asks again for the lock that it has got by waiting
//   KEEPS_OTHERS      a node keeps locks that it says it has given back
//   FREED_FORGOTTEN   nobody goes on with a node that gets a lock which is given back
//   FOR_EVER          nodes give way to each other without an end
//   DESCENDING        one node takes its locks in descending order
//   RELEASE_BY_STORE  release() looks whether somebody waits, and then stores
//   NOT_HANDED_OVER   release() frees the lock though it returns the last waiter

#define NODES 4
#define LOCKS 2
#define HELD 255

byte lock_state[LOCKS];    // 0: free; HELD; or the newest waiter
byte link[NODES + 1];      // NodeRef::next()
byte progress[NODES + 1];  // LockProgress
byte count[NODES + 1];     // of a node's locks
bool ready[NODES + 1];     // in some deque
byte holder[LOCKS];        // who believes to have it
bool ran[NODES + 1];
byte left = NODES;

#define ALONE(p) ((p) > 1 && (p) % 2 == 0)
#define IN_ORDER(p) ((p) > 1 && (p) % 2 == 1)

// Nodes 1 and 2 take locks 0 and 1, nodes 3 and 4 only the second. A third worker makes of
// two million states 72 million (two minutes, 3.4 GB with -DCOLLAPSE), and finds nothing.
#ifdef DESCENDING
#define LOCK(node, i) ((node) == 1 -> (i) : 1 - (i))
#else
#define LOCK(node, i) ((node) >= 3 -> 1 : (i))
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

// Sets `got`.
inline tryAcquire() {
  atomic {
    if
    :: lock_state[lock] == 0 ->
         lock_state[lock] = HELD;
         got = true
    :: else -> got = false
    fi
  }
}

// Takes locks while they are free; sets `got`, and `taken`, the first that is not.
inline takeFree() {
  got = true;
  taken = 0;
  do
  :: taken == count[node] -> break
  :: taken < count[node] && taken == kept -> taken++
  :: else ->
       lock = LOCK(node, taken);
       tryAcquire();
       if
       :: got -> taken++
       :: else -> break
       fi
  od
}

inline tell() {
  if
  :: waiter != 0 ->
       ready[waiter] = true;
       waiter = 0
  :: else
  fi
}

inline giveBack() {
  i = 0;
  do
  :: i == count[node] -> break
  :: i < count[node] && (i < taken || i == kept) ->
#ifndef KEEPS_OTHERS
       lock = LOCK(node, i);
       release();
#ifdef FREED_FORGOTTEN
       waiter = 0;
#endif
       tell();
#endif
       i++
  :: else -> i++
  od;
  i = 0
}

// Sets `got`: whether the node has all.
inline acquireAll() {
  ordered = IN_ORDER(progress[node]);
#ifdef ASKS_AGAIN
  next = (ordered -> progress[node] / 2 - 1 : 0);
#else
  next = (ordered -> progress[node] / 2 : 0);
#endif
  kept = (ALONE(progress[node]) -> progress[node] / 2 - 1 : count[node]);
  got = true;
  do
  :: ordered -> break
  :: else ->
       takeFree();
       if
       :: got -> break
       :: else
       fi;
       giveBack();
#ifndef FOR_EVER
       ordered = (kept != count[node]);
#endif
       if
       :: !ordered ->
            kept = taken;
            lock = LOCK(node, kept);
#ifdef TOUCH_QUEUED
            acquireOrQueue();
            progress[node] = 2 * kept + 2;
#else
            progress[node] = 2 * kept + 2;
            acquireOrQueue();
#endif
            if
            :: !got -> break
            :: else
            fi
       :: else
       fi
  od;
  do
  :: ordered && next < count[node] ->
       progress[node] = 2 * next + 3;
       lock = LOCK(node, next);
       acquireOrQueue();
       if
       :: got -> next++
       :: else -> break
       fi
  :: else -> break
  od;
  taken = 0;
  kept = 0;
  next = 0;
  ordered = false
}

inline releaseLocks() {
  progress[node] = 0;
  i = 0;
  do
  :: i < count[node] ->
       lock = LOCK(node, i);
       holder[lock] = 0;
       release();
       tell();
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
    count[4] = 1;
    ready[1] = true;
    ready[2] = true;
    ready[3] = true;
    ready[4] = true
  };
  run Worker();
  run Worker()
}

proctype Worker() {
  byte node, lock, expected, waiter, rest, i, taken, kept, next;
  bool got, ordered;
  do
  :: left == 0 -> break
  :: else ->
       if
       :: left == 0
       :: atomic { ready[1] -> ready[1] = false; node = 1 }
       :: atomic { ready[2] -> ready[2] = false; node = 2 }
       :: atomic { ready[3] -> ready[3] = false; node = 3 }
       :: atomic { ready[4] -> ready[4] = false; node = 4 }
       fi;
       if
       :: node != 0 ->
            acquireAll();
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
