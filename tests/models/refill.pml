// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two refills of one instance, openmp/src/taskgraph/refill.cpp, instance.h, worker.{h,cpp}:
// one of two threads, the maker, runs the block, makes the nodes one after the other, and
// runs some; the other runs those that are ready. The block may end at any node (it
// diverges), and the region wait for its tasks or not. Every node that was made runs once,
// after it was made and after its predecessors, under a descriptor that is bound to this
// refill; the block goes on behind a wait when what it waits for has ended; the refill ends
// once, when all has; the next finds the counters as new. No schedule is stuck.
//
//   countDown()      Worker::countDown(), Instance::countDown(), countEarly()
//   runNode()        Worker::runSpecial(), endWait(), runChain()
//   report()         Worker::report(), finish(); `bound` is Descriptor::bound_to
//   countMade()      Instance::countMade()
//   Thread           Refill::make(), makeAndWait(), completeHere(), completeNode(),
//                    diverge(), finish(); endInstance()
//
// The graph: tasks 0 and 1 are roots, task 2 comes after both, 3 is a wait for it, behind
// which 4 is left to the ordinary path, or a task as 5 is, which comes after 4. `pending`
// is one higher than in the code, where it ends at -1. Memory orders that matter: the
// acq_rel of the fetch_sub of `pending` and `outstanding`, the release with which endWait()
// tells the block. `counted` and `made` have none: they are the maker's.
//
// Faults:
//   NOT_MADE         the last predecessor starts a node that was not made
//   EARLY_ANYBODY    another thread than the maker counts in `counted`, too
//   EARLY_MADE       the maker counts in `counted` for nodes that were made
//   COUNTED_KEPT     countMade() leaves `counted` to the next refill
//   AWAITED_LATE     makeAndWait() makes the node and then says that it waits
//   AWAITED_FIRST    endWait() tells the block before it has counted
//   NOT_KEPT         `outstanding` does not count the block
//   SPOILED_USED     an instance whose refill has diverged is used again
//   STAYS_BOUND      report() leaves the maker's descriptor bound though nobody waits

#define NODES 6
#define REFILLS 2
#define WAIT_NODE 3

byte predecessors[NODES] = { 0, 0, 2, 1, 1, 1 };
byte pending[NODES] = { 1, 1, 3, 2, 2, 2 };
byte counted[NODES];
byte made;
byte maker;
byte outstanding;
byte awaited;
byte ordinary = NODES; // node 4, if it is left to the ordinary path
byte group_count;
bool attended;
bool ready[NODES]; // in some deque or inbox
bool idle = true;  // the instance
byte refills;
bool diverged;
bool ended; // all of it

// What is right, unknown to the code.
byte replay;     // 0: none uses the instance
byte issued;     // nodes that may run
bool ran[NODES]; // or were completed by the block
bool block_runs;

#define SUCCESSOR(of_node) ((of_node) <= 1 -> 2 : (of_node) + 1)

// Sets `is_ready`.
inline countDown(n, by) {
  atomic {
    assert(during == replay);
    pending[n] = pending[n] - (by);
#ifdef NOT_MADE
    is_ready = pending[n] <= 1
#else
    is_ready = pending[n] == 0
#endif
  };
  if
  :: is_ready -> pending[n] = predecessors[n] + 1
  :: else
  fi
}

inline countEarly(n) {
  early = counted[n];
  counted[n] = early + 1;
  early = 0
}

// Sets `is_ready`.
inline countMade(n) {
  issued = n + 1;
  early = (predecessors[n] != 0 -> counted[n] : 0);
#ifndef COUNTED_KEPT
  counted[n] = 0;
#endif
  if
  :: early == predecessors[n] -> is_ready = true
  :: else -> countDown(n, 1 + early)
  fi;
  early = 0
}

#ifdef EARLY_ANYBODY
#define EARLY(n) ((n) >= made)
#elif defined EARLY_MADE
#define EARLY(n) (me == maker)
#else
#define EARLY(n) (me == maker && (n) >= made)
#endif

inline tellBlock() {
  if
  :: node == WAIT_NODE && awaited == node + 1 -> awaited = 0
  :: else
  fi
}

// Runs a node, and those that it makes ready.
inline runNode() {
  do
  :: node == NODES -> break
  :: else ->
       d_step {
         during = replay;
         assert(replay != 0 && issued > node && !ran[node]);
         assert(node != 2 || ran[0] && ran[1]);
         assert(node <= 2 || ran[node - 1]);
         ran[node] = true;
         completed++;
         if
         :: node == WAIT_NODE // is no task
         :: node != WAIT_NODE && bound == 0 -> bound = replay // Descriptor::bind()
         :: else -> assert(bound == replay)
         fi
       };
#ifdef AWAITED_FIRST
       tellBlock();
#endif
       if
       :: node == NODES - 1
       :: node < NODES - 1 ->
            next = SUCCESSOR(node);
            if
            :: EARLY(next) -> countEarly(next)
            :: else -> countDown(next, 1)
            fi
       fi;
#ifndef AWAITED_FIRST
       tellBlock();
#endif
       node = NODES;
       if
       :: is_ready -> node = next
       :: is_ready -> ready[next] = true // given back, or as if somebody waited for it
       :: else
       fi;
       is_ready = false;
       next = 0
  od
}

inline release() {
  d_step {
    assert(during == replay && !block_runs && (diverged || made == NODES));
    i = 0;
    do
    :: i < NODES ->
         assert(ran[i] == (i < made));
         ran[i] = false;
         i++
    :: else -> break
    od;
    i = 0;
    issued = 0;
    replay = 0;
#ifdef SPOILED_USED
    idle = true;
    diverged = false;
    ended = refills == REFILLS
#else
    idle = !diverged;
    ended = diverged || refills == REFILLS
#endif
  }
}

inline report(count) {
  atomic {
    assert(during == replay && outstanding >= count);
    outstanding = outstanding - (count);
    is_ready = outstanding == 0
  };
  if
  :: is_ready && attended -> group_count--
  :: is_ready && !attended -> release()
  :: else
  fi;
  is_ready = false
}

#ifdef NOT_KEPT
#define KEPT 0
#else
#define KEPT 1
#endif

inline beginRefill() {
  atomic {
    maker = me;
    outer_bound = bound;
    bound = 0;
    refills++;
    replay = refills;
    during = replay;
    made = 0;
    outstanding = NODES + KEPT;
    group_count = 1;
    block_runs = true;
    if
    :: refills == 1 -> ordinary = 4
    :: true
    fi;
    if
    :: attended = true
    :: attended = false
    fi;
    wait = attended;
    phase = MAKE
  }
}

inline makeNext() {
  if
  :: made != WAIT_NODE && made != ordinary ->
       made++;
       phase = COUNT
  :: made == WAIT_NODE ->
#ifndef AWAITED_LATE
       awaited = made + 1;
#endif
       countMade(WAIT_NODE);
#ifdef AWAITED_LATE
       awaited = made + 1;
#endif
       made++;
       if
       :: is_ready ->
            awaited = 0;
            completeNode()
       :: else -> phase = WAIT
       fi;
       is_ready = false
  :: made == ordinary ->
       countMade(ordinary);
       assert(is_ready);
       is_ready = false;
       made++;
       completeNode()
  :: true ->
       diverged = true;
       phase = DIVERGED
  fi
}

// It has been made.
inline completeNode() {
  d_step {
    assert(!ran[made - 1] && ran[made - 2]);
    ran[made - 1] = true
  };
  countEarly(made);
  here++
}

inline leave() {
  bound = outer_bound;
  outer_bound = 0;
  phase = END
}

inline endRefill() {
  block_runs = false;
#ifdef NOT_KEPT
  if
  :: made < NODES || here != 0 -> report(NODES - made + here)
  :: else
  fi;
#else
  report(NODES - made + 1 + here);
#endif
  here = 0;
  if
  :: wait -> phase = JOIN
  :: else -> leave()
  fi
}

#define TAKE(n) atomic { ready[n] -> ready[n] = false; node = n }

mtype = { MAKE, COUNT, WAIT, DIVERGED, JOIN, END };

active [2] proctype Thread() {
  byte node = NODES;
  byte next, completed, early, i;
  byte during; // the replay of what it does
  byte here;   // nodes that the maker has completed without a report
  bool is_ready, at_once, wait;
  byte me = _pid;
  // The replay that the worker's descriptor is bound to; that of a refill has its own,
  // and the one around it stays as it is.
  byte bound, outer_bound;
  mtype phase = END;
  do
  :: if
     :: ended && phase == END -> break
     :: TAKE(0)
     :: TAKE(1)
     :: TAKE(2)
     :: TAKE(3)
     :: TAKE(4)
     :: TAKE(5)
     :: atomic { phase == END && idle && refills < REFILLS -> idle = false }; beginRefill()
     :: phase == MAKE && made < NODES -> makeNext()
     :: phase == COUNT ->
          countMade(made - 1);
          phase = MAKE;
          if
          :: is_ready -> ready[made - 1] = true
          :: is_ready ->
               node = made - 1;
               at_once = true
          :: else
          fi;
          is_ready = false
     :: phase == WAIT && awaited == 0 -> phase = MAKE
     :: phase == DIVERGED && outstanding <= NODES - made + KEPT + here -> endRefill()
     :: phase == MAKE && made == NODES -> endRefill()
     :: phase == JOIN && group_count == 0 ->
          release();
          leave()
     fi;
     if
     :: node != NODES ->
          runNode();
          if
          :: at_once ->
               here = here + completed;
               at_once = false
          :: else ->
               if
#ifdef STAYS_BOUND
               :: me == maker
#else
               :: me == maker && attended
#endif
               :: else -> bound = 0
               fi;
               report(completed)
          fi;
          completed = 0
     :: else
     fi
  od
}
