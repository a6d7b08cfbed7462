// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks that wait at an object until its version is theirs, under the tracker `versions`,
// openmp/src/depend/versions_scheme.h. Each is woken, once and not before its version is
// there, although a release takes the object's lock only if the flag is set and it brings
// the version `due` or a later one.
//
//   Parker     VersionsScheme::advance() and park(), of one task after the other
//   Releaser   VersionsScheme::release() and wake()
//
// Three tasks come to the object: that of the last version first, so that the others are
// late. Three threads release one access each: that of an earlier task, of the task of the
// first version, of that of the second. Memory orders that matter: `word` has version
// and flag and changes in one step; `due` is stored and loaded relaxed, so a releaser may
// read what it was when the flag was last set before its release (`published`), or any
// later value: the model has the oldest and the newest.
//
// Faults:
//   DUE_AFTER_FLAG    park() stores `due` when it has set the flag
//   DUE_UNPUBLISHED   park() does not set the flag again when it lowers `due`
//   DUE_NOT_LOWERED   a task that comes late leaves `due` as it is
//   LATE_NOT_DUE      wake() leaves the last version as `due`, not the next
//   READ_BEFORE_FLAG  park() looks at the version before it sets the flag, not then
//   FLAG_KEPT_OFF     wake() clears the flag although tasks are parked

#define TASKS 3

byte version;
bool flag;
byte due, published;
bool locked;
bool parked[TASKS + 1]; // by required version
byte woken[TASKS + 1];
byte ended; // processes

inline lock() { atomic { !locked; locked = true } }
inline unlock() { locked = false }

inline wake_up(required) {
  assert(version >= required);
  woken[required]++
}

inline set_flag() {
  atomic { flag = true; published = due; seen = version }
}

active proctype Parker() {
  byte required, seen;
  bool was_set;
  byte number = 0;
  do
  :: number < TASKS ->
     required = (number == 0 -> TASKS : number); // 3, 1, 2
     if
     :: version >= required -> wake_up(required)
     :: else ->
        lock();
        atomic { seen = version; was_set = flag }
        if
        :: !was_set || required < due ->
#if defined(DUE_AFTER_FLAG)
           set_flag();
           due = required
#elif defined(DUE_UNPUBLISHED)
           due = required;
           if
           :: was_set
           :: else -> set_flag()
           fi
#elif defined(DUE_NOT_LOWERED)
           if
           :: was_set
           :: else -> due = required
           fi;
           set_flag()
#elif defined(READ_BEFORE_FLAG)
           due = required;
           atomic { flag = true; published = due }
#else
           due = required;
           set_flag()
#endif
        :: else
        fi;
        if
        :: seen >= required -> wake_up(required)
        :: else -> parked[required] = true
        fi;
        unlock()
     fi;
     number++
  :: else -> break
  od;
  ended++
}

inline next_due() {
  if
#ifdef LATE_NOT_DUE
  :: parked[3] -> due = 3
#else
  :: parked[1] -> due = 1
#endif
#ifndef LATE_NOT_DUE
  :: !parked[1] && parked[2] -> due = 2
  :: !parked[1] && !parked[2] && parked[3] -> due = 3
#endif
  :: else -> flag = false
  fi;
#ifdef FLAG_KEPT_OFF
  flag = false
#endif
}

active [TASKS] proctype Releaser() {
  byte brought, read, seen;
  bool saw;
  byte required = 1;
  _pid == 1 || woken[_pid - 1]; // Parker is process 0
  atomic { version++; brought = version; saw = flag; read = published }
  if
  :: saw ->
     if
     :: true // the oldest
     :: true -> read = due
     fi;
     if
     :: brought >= read ->
        lock();
        seen = version;
        do
        :: required <= TASKS ->
           if
           :: parked[required] && seen >= required ->
              parked[required] = false;
              wake_up(required)
           :: else
           fi;
           required++
        :: else -> break
        od;
        atomic { next_due() }
        unlock()
     :: else
     fi
  :: else
  fi;
  ended++
}

active proctype Check() {
  ended == TASKS + 1;
  assert(woken[1] == 1 && woken[2] == 1 && woken[3] == 1)
}
