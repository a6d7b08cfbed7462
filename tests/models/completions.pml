// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completed children that a thread has not reported to their parent,
// openmp/src/schedule/completions.h. A wait for children or for a taskgroup ends when all
// of them have, and no other time; it does end; no counter is used when what has it may be
// gone. What a thread has not reported while it runs a task, nobody waits for but those who
// wait for this task, too.
//
//   report()          reportCompletions()
//   completeChild()   completeChild()
//   countChild()      countChild()
//   Thread            CompletionCounting: its constructor where a thread begins to wait,
//                     its destructor where it ends, next() before a task is run or when
//                     none is found, ran() behind it
//
// Two threads. The implicit task of thread 0 makes tasks 1, 2 in a taskgroup for which it
// waits, and 3, and waits; that of thread 1 makes task 5 and waits. Task 3 makes task 4 and
// waits for it, and its thread runs nothing but that meanwhile. A task is queued or, as by
// a throttled maker, run at once. Memory orders that matter: libomp's atomic operations are
// sequentially consistent; two of them in a row are two steps.
//
// Faults:
//   TOLD_KEPT           report() does not forget what it has reported
//   GROUPS_MIXED        completeChild() notes one of another group with the others
//   GROUP_REPLACED      countChild() lets a child take the place of one of another group
//   PARENT_REPLACED     likewise of another parent
//   QUEUED_UNCOUNTED    a child is queued before it is counted
//   NEXT_UNTOLD         next() does not report before another parent's task is run
//   IDLE_UNTOLD         nor when there is none to run
//   ENTER_UNTOLD        the constructor does not report
//   LEAVE_UNTOLD        the destructor does not report

#define TASKS 6 // from 1 on
#define EXPLICIT 2 // task 3, as a parent; 0 and 1 are the threads' implicit tasks

byte parent_of[TASKS] = { 9, 0, 0, 0, EXPLICIT, 1 };
bool in_group[TASKS] = { 0, 0, 1, 0, 0, 0 };
byte children[3]; // td_incomplete_child_tasks
byte group_count;
bool queued[TASKS];
bool waited[2]; // the implicit tasks have ended

bool made[TASKS];
bool done[TASKS];
bool group_alive;

inline subtract(parent, number, group) {
  atomic {
    assert(children[parent] >= number);
    children[parent] = children[parent] - number
  };
  if
  :: group ->
       atomic {
         assert(group_alive && group_count >= number);
         group_count = group_count - number
       }
  :: else
  fi
}

inline report() {
  if
  :: count != 0 ->
       subtract(parent, count, group);
#ifndef TOLD_KEPT
       count = 0
#endif
  :: else
  fi
}

#define OTHERS (parent != parent_of[task] || group != in_group[task])

// `task` has been run, within `resumed`.
inline completeChild(resumed) {
  if
  :: parent_of[task] == EXPLICIT || !(counts || parent_of[task] == resumed) ->
       subtract(parent_of[task], 1, in_group[task])
  :: else ->
       if
#ifdef GROUPS_MIXED
       :: count != 0 && parent != parent_of[task] -> report()
#else
       :: count != 0 && OTHERS -> report()
#endif
       :: else
       fi;
       d_step {
         parent = parent_of[task];
         group = in_group[task];
         count++
       }
  fi
}

inline countChild() {
  if
#ifdef GROUP_REPLACED
  :: count != 0 && parent == me -> count--
#else
  :: count != 0 && parent == me && group == in_group[child] -> count--
#endif
  :: else ->
       children[me]++;
       if
       :: in_group[child] -> group_count++
       :: else
       fi
  fi
}

inline makeChild() {
  made[child] = true;
#ifdef QUEUED_UNCOUNTED
  if
  :: queued[child] = true
  :: true -> task = child
  fi;
  countChild()
#else
  countChild();
  if
  :: queued[child] = true
  :: true -> task = child
  fi
#endif
}

// Task 3 makes task 4, whose counters nobody else counts for, and waits for it in a loop
// of its own.
inline bodyOfThree() {
  made[4] = true;
#ifdef PARENT_REPLACED
  if
  :: count != 0 && group == in_group[4] -> count--
  :: else -> children[EXPLICIT]++
  fi;
#else
  children[EXPLICIT]++;
#endif
  if
  :: queued[4] = true
  :: done[4] = true;
     subtract(EXPLICIT, 1, false)
  fi;
  if
  :: children[EXPLICIT] == 0
  :: else ->
#ifndef ENTER_UNTOLD
       report();
#endif
       assert(count == 0);
       if
       :: atomic { queued[4] -> queued[4] = false };
          done[4] = true;
          subtract(EXPLICIT, 1, false)
       :: children[EXPLICIT] == 0
       fi
  fi;
  assert(done[4])
}

// next(), the task, completeChild(), ran(). The task is taken, or was just made.
inline runTask() {
  if
  :: !at_once && count != 0 && OTHERS ->
#ifndef NEXT_UNTOLD
       report()
#else
       skip
#endif
  :: else
  fi;
  assert(made[task] && !done[task]);
  assert(count == 0 || parent == me || parent == parent_of[task] && group == in_group[task]);
  if
  :: task == 3 -> bodyOfThree()
  :: else
  fi;
  done[task] = true;
  completeChild(me);
  if
  :: !at_once && count != 0 && parent == me &&
     (children[me] == count || group && group_count == count) -> report()
  :: else
  fi;
  at_once = false;
  task = 0
}

inline enter() {
#ifndef ENTER_UNTOLD
  report();
#endif
  counts = true
}

inline leave() {
#ifndef LEAVE_UNTOLD
  report();
#endif
  counts = false
}

#define TAKE(t) atomic { counts && queued[t] -> queued[t] = false; task = t }

mtype = { MAKE, GROUP_END, WAIT, BARRIER };

#define OVER                                                                          \
  (phase == GROUP_END && group_count == 0 || phase == WAIT && children[me] == 0 ||    \
   phase == BARRIER && waited[0] && waited[1])

active [2] proctype Thread() {
  byte me = _pid;
  byte task;
  byte child = (_pid == 0 -> 1 : 5); // that it makes next
  byte count, parent;                // th_ompx_completions
  bool group, counts;
  bool at_once; // the task runs where it was made
  mtype phase = MAKE;
  do
  :: if
     :: phase == MAKE ->
          assert(count == 0 || parent == me);
          if
          :: child == 2 -> group_alive = true
          :: else
          fi;
          makeChild();
          at_once = task != 0;
          phase = (child == 1 -> MAKE : (child == 2 -> GROUP_END : WAIT));
          child++
     :: phase != MAKE && !counts && !OVER -> enter()
     :: phase != MAKE && OVER ->
          if
          :: counts -> leave()
          :: else
          fi;
          if
          :: phase == GROUP_END ->
               assert(done[2]);
               group_alive = false;
               phase = MAKE
          :: phase == WAIT ->
               assert(me == 0 -> done[1] && done[2] && done[3] : done[5]);
               waited[me] = true;
               phase = BARRIER
          :: phase == BARRIER -> break
          fi
     :: TAKE(1)
     :: TAKE(2)
     :: TAKE(3)
     :: TAKE(4)
     :: TAKE(5)
#ifndef IDLE_UNTOLD
     :: counts && count != 0 -> report() // next(NULL)
#endif
     fi;
     if
     :: task != 0 -> runTask()
     :: else
     fi
  od;
  assert(count == 0)
}
