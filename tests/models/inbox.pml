// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inboxes, openmp/src/taskgraph/team_queues.{h,cpp}, and lists of nodes set aside,
// openmp/src/schedule/stealing_queue.h (ready tasks have these, too): whoever has nodes
// for a thread links them in; the thread itself or a thief takes all at once.
// Both lists use the node's one link, and a node that has run is sent again while other
// threads still look at what they took. Every node is run as often as it was sent, by a
// thread that may run it; every schedule ends.
//
//   sendLinked()   WorkerQueue::sendLinked(), also send()
//   takeSent()     WorkerQueue::takeSent(), and what Worker::takeSent() does with it
//   setAside()     StealingQueue::setAside()
//   takeAside()    StealingQueue::takeAside()
//
// The deques are modelled in deque.pml; here a pushed node is just one that any worker may
// take. Memory orders that matter: the release of the exchange in sendLinked(), after the
// store of the link; the acquire of the exchange in takeSent(), before the link is read.
// What is read without an order is read in a step of its own, and only ever a hint or
// compared again. An exchange that fails for no reason would only be repeated.
//
// Faults:
//   RELAXED_SEND     the node may be seen in the inbox before its link
//   LINK_ONCE        an exchange that is repeated does not link the node anew
//   STALE_NEWEST     an exchange that failed is repeated with the same expectation
//   TAKE_ONE         takeSent() takes the newest alone, with an exchange for its link
//   TAKE_BY_STORE    takeSent() reads the inbox and then empties it
//   LINK_LATE        the link is read when the node has been queued
//   ASIDE_UNLOCKED   no lock for the nodes that are set aside

#define NODES 3
// Worker 0 may not run node 2, worker 1 not node 3.
#define ALLOWED(worker, node) ((worker) + 2 != (node))

byte inbox;            // newest node, or 0
byte aside;            // likewise
byte link[NODES + 1];  // NodeRef::next()
bool aside_lock;
bool queued[NODES + 1];   // in some deque
bool waiting[NODES + 1];  // sent and not run
bool set_aside[NODES + 1]; // what `aside` should have
byte again[NODES + 1];    // how often it will be sent again
byte left = 5;            // runs

inline sendLinked(first, last) {
  newest = inbox;
#ifdef LINK_ONCE
  link[last] = newest;
#endif
  do
  ::
#if !defined LINK_ONCE && !defined RELAXED_SEND
     link[last] = newest;
#endif
     atomic {
       if
       :: inbox == newest ->
            inbox = first;
            break
       :: else ->
#ifndef STALE_NEWEST
            newest = inbox
#endif
       fi
     }
  od;
#ifdef RELAXED_SEND
  link[last] = newest;
#endif
  newest = 0
}

inline execute(node) {
  d_step {
    assert(waiting[node] && ALLOWED(me, node));
    waiting[node] = false;
    left--
  };
  if
  :: again[node] != 0 ->
       d_step {
         again[node]--;
         waiting[node] = true
       };
       sendLinked(node, node)
  :: else
  fi
}

inline lock() {
#ifndef ASIDE_UNLOCKED
  atomic { !aside_lock -> aside_lock = true }
#else
  skip
#endif
}

inline setAside() {
  lock();
  link[item] = aside;
  aside = item;
  set_aside[item] = true;
  aside_lock = false
}

inline takeSent() {
  if
  :: inbox == 0
  :: else ->
#ifdef TAKE_ONE
       word = inbox;
       after = link[word];
       atomic {
         if
         :: word != 0 && inbox == word ->
              inbox = after;
              link[word] = 0
         :: else -> word = 0
         fi;
         after = 0
       };
#elif defined TAKE_BY_STORE
       word = inbox;
       inbox = 0;
#else
       atomic {
         word = inbox;
         inbox = 0
       };
#endif
       do
       :: word == 0 -> break
       :: else ->
            item = word;
#ifndef LINK_LATE
            word = link[item];
#endif
            if
            :: !ALLOWED(me, item) -> setAside()
            :: ALLOWED(me, item) && mine == 0 -> mine = item
            :: else -> queued[item] = true
            fi;
#ifdef LINK_LATE
            word = link[item];
#endif
            item = 0
       od
  fi
}

inline takeAside() {
  if
  :: aside == 0
  :: else ->
       lock();
       word = aside;
       do
       :: word == 0 -> break
       :: else ->
            after = link[word];
            if
            :: ALLOWED(me, word) ->
                 if
                 :: before == 0 -> aside = after
                 :: else -> link[before] = after
                 fi;
                 set_aside[word] = false;
                 break
            :: else
            fi;
            before = word;
            word = after
       od;
       aside_lock = false;
       before = 0;
       after = 0;
       mine = word;
       word = 0
  fi
}

// Sends the nodes first: one, and two that are linked.
active proctype Distributor() {
  byte newest, last;
  byte first = 3;
  d_step {
    again[1] = 1;
    again[2] = 1;
    waiting[1] = true;
    waiting[2] = true;
    waiting[3] = true;
    link[1] = 2;
    last = 3
  };
  do
  :: sendLinked(first, last);
     if
     :: first == 3 ->
          first = 1;
          last = 2
     :: else -> break
     fi
  od
}

active [2] proctype Worker() {
  byte newest, mine, before, word, item, after;
  byte me = _pid - 1;
  do
  :: left == 0 -> break
  :: else ->
       if
       :: left == 0
       :: atomic { queued[1] -> queued[1] = false; mine = 1 }
       :: atomic { queued[3 - me] -> queued[3 - me] = false; mine = 3 - me }
       :: inbox != 0 -> takeSent()
       :: set_aside[3 - me] -> takeAside() // it waits for more than the hint
       fi;
       if
       :: mine != 0 ->
            execute(mine);
            mine = 0
       :: else
       fi
  od
}
