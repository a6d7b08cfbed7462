// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replays with instances that are used again: openmp/src/taskgraph/instance.h, record.cpp,
// replay.cpp, worker.{h,cpp}. One thread comes to the construct again and again and waits
// for a replay (plain) or does not (nogroup, where replays overlap); two workers run the
// nodes. Every node of a replay runs once and after its predecessors; a replay ends once,
// when all have; from then on nobody touches the instance for this replay; the next one
// finds its counters as new. No schedule is stuck.
//
//   countDown()       Worker::countDownInReplay(), Instance::pending
//   runNode()         Worker::run(), follow(), runChain()
//   report()          Worker::report(), Instance::outstanding
//   finish()          Worker::finish()
//   endRunning()      Record::startRunning(), endRunning(), running()
//   release()         Record::release()
//   Encounter         Record::choose(), bind(), beginInstance(), queueRoots(), endInstance()
//
// What is done under the record's lock is one step. The graph: 0 and 1 are roots, 2 comes
// after both, 3 after 0 alone. Memory orders that matter: the acq_rel of both fetch_sub.
// That which sets `pending` back is relaxed: the store may stay in the worker's buffer
// (`unstored`) until an atomic operation of the worker follows, and report() is one.
//
// Faults:
//   RELAXED_REPORT      report() lets the store of `pending` stay in the buffer
//   NO_RESET            nobody sets `pending` back
//   COUNT_PLAIN         countDown() loads and then stores
//   REPORT_FIRST        a node is reported before its successors are counted down
//   NOT_ON_SWITCH       a worker goes to another instance's node without a report
//   IDLE_UNREPORTED     a worker that finds nothing does not report
//   TOUCH_AFTER_REPORT  report() looks at the instance behind the fetch_sub
//   TOUCH_AFTER_SEND    so does replay() when all roots are sent, and nobody waits
//   RELEASE_FIRST       finish() releases the instance before endRunning()

#define NODES 4
#define INSTANCES 2
#define REPLAYS 2
#define ITEM(i, node) ((i) * NODES + (node))

byte pending[INSTANCES];     // of node 2
byte outstanding[INSTANCES];
byte group_count[INSTANCES];
bool attended[INSTANCES];    // no `record`
byte link[INSTANCES];        // 1 + Instance::next, for these two lists:
byte idle;
byte running_list;
byte made;                   // instances
bool ready[INSTANCES * NODES]; // in some deque or inbox
byte ended;                  // replays

// What is right, unknown to the code.
byte replay_of[INSTANCES];   // 0: none
bool ran[INSTANCES * NODES];
byte runs[REPLAYS + 1];      // of nodes of a replay

// The worker's instance is that of its replay, still.
#define touch(i, replay) assert(replay_of[i] == replay)

inline drain() {
  if
  :: unstored != 0 -> atomic { pending[unstored - 1] = 2; unstored = 0 }
  :: else
  fi
}

inline endRunning(i, replay) {
  atomic {
    touch(i, replay);
    if
    :: running_list == i + 1 -> running_list = link[i]
    :: else ->
         assert(link[1 - i] == i + 1);
         link[1 - i] = link[i]
    fi;
    link[i] = 0
  }
}

inline release(i, replay) {
  d_step {
    touch(i, replay);
    assert(ran[ITEM(i, 0)] && ran[ITEM(i, 1)] && ran[ITEM(i, 2)] && ran[ITEM(i, 3)]);
    ran[ITEM(i, 0)] = false;
    ran[ITEM(i, 1)] = false;
    ran[ITEM(i, 2)] = false;
    ran[ITEM(i, 3)] = false;
    replay_of[i] = 0;
    link[i] = idle;
    idle = i + 1
  }
}

inline finish() {
  if
  :: attended[instance] ->
       atomic {
         touch(instance, replay);
         group_count[instance]--
       }
  :: else ->
#ifndef RELEASE_FIRST
       endRunning(instance, replay);
       release(instance, replay);
#else
       release(instance, replay);
       endRunning(instance, replay);
#endif
       ended++
  fi
}

inline report() {
  if
  :: completed != 0 ->
#ifndef RELAXED_REPORT
       drain();
#endif
       atomic {
         touch(instance, replay);
         assert(outstanding[instance] >= completed);
         outstanding[instance] = outstanding[instance] - completed;
         completed = 0;
         last = outstanding[instance] == 0
       };
#ifdef RELAXED_REPORT
       drain();
#endif
#ifdef TOUCH_AFTER_REPORT
       touch(instance, replay);
#endif
       if
       :: last -> finish()
       :: else
       fi;
       last = false
  :: else
  fi
}

// Sets `next` to node 2 if it is ready now.
inline countDown() {
  drain();
#ifdef COUNT_PLAIN
  left = pending[from];
  pending[from] = left - 1;
  left--;
#else
  atomic {
    touch(from, replay);
    pending[from]--;
    left = pending[from]
  };
#endif
  if
  :: left == 0 ->
#ifndef NO_RESET
       if
       :: pending[from] = 2
       :: unstored = from + 1
       fi;
#endif
       next = 2
  :: else -> left = 0
  fi
}

// Runs a node and those that it makes ready, or leaves them to anybody.
inline runNode() {
  do
  :: node == NODES -> break
  :: else ->
       if
       :: instance != from ->
#ifndef NOT_ON_SWITCH
            report();
#endif
            instance = from
       :: else
       fi;
       d_step {
         replay = replay_of[from];
         assert(replay != 0 && !ran[ITEM(from, node)]);
         assert(node != 2 || ran[ITEM(from, 0)] && ran[ITEM(from, 1)]);
         assert(node != 3 || ran[ITEM(from, 0)]);
         ran[ITEM(from, node)] = true;
         runs[replay]++;
         completed++;
         next = NODES
       };
#ifdef REPORT_FIRST
       report();
#endif
       if
       :: node <= 1 -> countDown()
       :: else
       fi;
       if
       :: node == 0 ->
            if
            :: next == NODES -> next = 3
            :: else ->
                 atomic {
                   touch(from, replay);
                   ready[ITEM(from, 3)] = true
                 }
            fi
       :: else
       fi;
       node = NODES;
       if
       :: next != NODES ->
            if
            :: node = next
            :: next == 2 -> ready[ITEM(from, 2)] = true // as if somebody waited for it
            fi
       :: else
       fi;
       next = NODES
  od;
  from = 0
}

#define TAKE(i, n)                                                                    \
  atomic { ready[ITEM(i, n)] -> ready[ITEM(i, n)] = false; from = i; node = n }

active [2] proctype Worker() {
  byte instance, replay, completed; // of what is not reported
  byte from, left, unstored;
  byte node = NODES;
  byte next = NODES;
  bool last;
  do
  :: ended == REPLAYS -> break
  :: else ->
       if
       :: ended == REPLAYS
#ifndef IDLE_UNREPORTED
       :: completed != 0 -> report()
#endif
       :: TAKE(0, 0)
       :: TAKE(0, 1)
       :: TAKE(0, 2)
       :: TAKE(0, 3)
       :: TAKE(1, 0)
       :: TAKE(1, 1)
       :: TAKE(1, 2)
       :: TAKE(1, 3)
       fi;
       runNode();
       if
       :: completed == 0 -> d_step { instance = 0; replay = 0 } // neither means anything
       :: else
       fi
  od
}

active proctype Encounter() {
  byte number, i;
  bool wait;
  do
  :: number == REPLAYS -> break
  :: else ->
       number++;
       // Nobody else has the instance before its roots are sent.
       atomic {
         idle != 0 || made < INSTANCES;
         if
         :: idle != 0 ->
              i = idle - 1;
              idle = link[i];
              link[i] = 0
         :: else ->
              i = made;
              made++;
              pending[i] = 2
         fi;
         assert(replay_of[i] == 0);
         replay_of[i] = number;
         outstanding[i] = NODES;
         group_count[i] = 1;
         if
         :: attended[i] = true
         :: attended[i] = false;
            link[i] = running_list;
            running_list = i + 1
         fi;
         wait = attended[i]
       };
       ready[ITEM(i, 1)] = true;
       ready[ITEM(i, 0)] = true;
       if
       :: wait ->
            group_count[i] == 0;
            assert(runs[number] == NODES);
            release(i, number);
            ended++
       :: else ->
#ifdef TOUCH_AFTER_SEND
            touch(i, number);
#endif
            if
            :: running_list == 0 -> // waitForReplays()
                 assert(runs[number] == NODES)
            :: true
            fi
       fi
  od
}
