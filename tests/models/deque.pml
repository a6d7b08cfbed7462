// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The deque of openmp/src/schedule/deque.h: an owner that pushes and pops in any order,
// two thieves. Every element is taken once, by one of them, and with the right value;
// every schedule ends.
//
//   push(), grow(), size()   Deque::push(), grow(), size()
//   pop()                    Deque::pop(); its peek at `top` first is seemsEmpty()
//   Thief                    Deque::steal()
//
// The machine is x86 (TSO): the owner's stores wait in a buffer, in order, until
// StoreBuffer brings them to memory. The owner sees its own (b, a, own[]); thieves see
// memory. A thief stores nothing but with an exchange, so it has no buffer. Memory orders
// that matter: the seq_cst store of bottom before the load of top in pop() (a full fence:
// the buffer is empty); the release stores of bottom in push() and of array in grow();
// the order of the two seq_cst loads in steal(); the acquire load of top in size(), with
// the exchange in steal(), before a slot is written again.
//
// Faults:
//   NO_FENCE         pop() loads top while its store of bottom may be in the buffer
//   RELAXED_PUSH     bottom may be seen before the slot
//   RELAXED_GROW     the array may be seen before its slots
//   BOTTOM_FIRST     steal() loads bottom before top
//   READ_LATE        steal() reads the slot after the exchange
//   LAST_UNSHARED    pop() takes the last element without an exchange
//   GROW_LATE        push() fills one slot more than there are
//   FREE_OUTGROWN    grow() frees the array that it replaces

#define PUSHES 3
#define POPS 2
#define THIEVES 2
#define FIRST_THIEF 2 // its number as a process
#define DEPTH 3 // of the store buffer

// Array 1 has 2 slots, array 2 has 4; array 0 is none.
#define CAPACITY(a) (2 * (a))
#define SLOT(a, i) ((a) == 1 -> (i) % 2 : 2 + (i) % 4)
#define SLOTS 6
#define BOTTOM 6
#define ARRAY 7

byte top;
byte memory[8]; // slots, bottom, array
bool freed[3];
chan buffer = [DEPTH] of { byte, byte }; // where, what
bool owner_ended;
byte thieves = THIEVES;
bool taken[PUSHES + 1];

inline take(element) {
  assert(element != 0 && !taken[element]);
  taken[element] = true
}

inline grow() {
  i = seen_top;
#ifdef RELAXED_GROW
  buffer ! ARRAY, a + 1;
#endif
  do
  :: i < b ->
       own[SLOT(a + 1, i)] = own[SLOT(a, i)];
       buffer ! SLOT(a + 1, i), own[SLOT(a + 1, i)];
       i++
  :: else -> break
  od;
#ifndef RELAXED_GROW
  buffer ! ARRAY, a + 1;
#endif
#ifdef FREE_OUTGROWN
  freed[a] = true;
#endif
  a++;
  i = 0
}

#ifdef GROW_LATE
#define FULL (a == 1 && b - seen_top > CAPACITY(a))
#else
#define FULL (a == 1 && b - seen_top >= CAPACITY(a))
#endif

inline push() {
  if
  :: FULL -> seen_top = top // size()
  :: else
  fi;
  if
  :: a == 0 || FULL -> grow()
  :: else
  fi;
  pushed++;
  own[SLOT(a, b)] = pushed;
#ifdef RELAXED_PUSH
  buffer ! BOTTOM, b + 1;
  buffer ! SLOT(a, b), pushed;
#else
  buffer ! SLOT(a, b), pushed;
  buffer ! BOTTOM, b + 1;
#endif
  b++
}

inline pop() {
  element = 0;
  if
  :: b <= top // seemsEmpty()
  :: else ->
       b--;
       buffer ! BOTTOM, b;
#ifndef NO_FENCE
       empty(buffer);
#endif
       t = top;
       if
       :: t > b ->
            b++;
            buffer ! BOTTOM, b
       :: t < b -> element = own[SLOT(a, b)]
       :: else ->
            element = own[SLOT(a, b)];
#ifndef LAST_UNSHARED
            // A locked exchange empties the buffer, too.
            atomic {
              empty(buffer);
              if
              :: top == t -> top++
              :: else -> element = 0
              fi
            };
#else
            top = t + 1;
#endif
            b++;
            buffer ! BOTTOM, b
       fi
  fi;
  if
  :: element != 0 -> take(element)
  :: else
  fi;
  t = 0;
  element = 0
}

active proctype Owner() {
  byte a, b, seen_top, pushed, popped; // what the owner knows
  byte own[SLOTS];
  byte i, t, element;
  do
  :: pushed < PUSHES -> push()
  :: popped < POPS ->
       pop();
       popped++
  :: break
  od;
  // What no thief took is in the deque.
  thieves == 0 && empty(buffer);
  d_step {
    i = top;
    do
    :: i < b ->
         element = own[SLOT(a, i)];
         take(element);
         i++
    :: else -> break
    od;
    i = 1;
    do
    :: i <= pushed ->
         assert(taken[i]);
         i++
    :: else -> break
    od;
    owner_ended = true
  }
}

active proctype StoreBuffer() {
  byte where, what;
end:
  do
  :: atomic { buffer ? where, what -> memory[where] = what }
  :: owner_ended && empty(buffer) -> break
  od
}

active [THIEVES] proctype Thief() {
  byte t, b, a, element;
  byte left = _pid - FIRST_THIEF + 1; // one tries once, the other twice
  do
  :: left != 0 ->
       left--;
#ifdef BOTTOM_FIRST
       b = memory[BOTTOM];
       t = top;
#else
       t = top;
       b = memory[BOTTOM];
#endif
       if
       :: t >= b
       :: else ->
            a = memory[ARRAY];
            assert(a != 0);
            assert(!freed[a]);
#ifndef READ_LATE
            element = memory[SLOT(a, t)];
#endif
            atomic {
              if
              :: top == t ->
                   top++;
#ifndef READ_LATE
                   take(element)
#endif
              :: else -> t = 255
              fi
            };
#ifdef READ_LATE
            if
            :: t != 255 ->
                 element = memory[SLOT(a, t)];
                 take(element)
            :: else
            fi
#endif
       fi;
       d_step { t = 0; b = 0; a = 0; element = 0 }
  :: else -> break
  od;
  thieves--
}
