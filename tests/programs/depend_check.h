// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the programs of tests/depend share: dependences that a test can take
// away, and observation without synchronisation, so that a missing order shows
// as a wrong value and, under ThreadSanitizer, as a race. C and C++.
#ifndef REPRISE_TESTS_PROGRAMS_DEPEND_CHECK_H
#define REPRISE_TESTS_PROGRAMS_DEPEND_CHECK_H

#include "check.h"
#include <sched.h>

// The program must notice when one of these clauses is missing: a test compiles
// it once more with `-DORDER_1(...)=` and so on.
#ifndef ORDER_1
#define ORDER_1(...) depend(__VA_ARGS__)
#endif
#ifndef ORDER_2
#define ORDER_2(...) depend(__VA_ARGS__)
#endif
#ifndef ORDER_3
#define ORDER_3(...) depend(__VA_ARGS__)
#endif
#ifndef ORDER_4
#define ORDER_4(...) depend(__VA_ARGS__)
#endif
#ifndef ORDER_5
#define ORDER_5(...) depend(__VA_ARGS__)
#endif
#ifndef ORDER_6
#define ORDER_6(...) depend(__VA_ARGS__)
#endif

/// Reads what other tasks write at the same time. Orders nothing.
static inline int seen(const int *counter) {
  return __atomic_load_n(counter, __ATOMIC_RELAXED);
}
static inline int count(int *counter) {
  return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/// Set while the thread creates a task that calls wait_for(). A task may run
/// at once, inside its construct; it must not wait then.
static __thread int creating;

/// Returns when somebody has called raise_flag(); gives the processor away.
static inline void wait_for(const int *flag) {
  while (!seen(flag) && !creating)
    sched_yield();
}
static inline void raise_flag(int *flag) {
  __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
}

/// Long enough that a task which wrongly need not wait has begun meanwhile.
static inline void linger(void) {
  for (int i = 0; i < 4; ++i) {
    spin(1500);
    sched_yield();
  }
}

/// A section that nobody else may be in. The counter is not atomic on purpose.
static inline void alone(volatile int *holders, unsigned amount) {
  int before = *holders;
  *holders = before + 1;
  CHECK_EQ("holders before", before, 0);
  spin(amount);
  CHECK_EQ("holders during", *holders, 1);
  *holders = 0;
}

#ifdef __cplusplus
/// A flag that tells other threads what was written before it was set.
static inline bool is_set(const int &flag) {
  return __atomic_load_n(&flag, __ATOMIC_ACQUIRE);
}
static inline void set(int &flag) {
  __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
}
/// Until the flag is set, but not for long: some schedules never set it, and
/// one thread does not while it waits.
static inline void await(const int &flag) {
  double end = omp_get_wtime() + (omp_get_num_threads() > 1 ? 0.2 : 0);
  while (!is_set(flag) && omp_get_wtime() < end)
    ;
}
#endif

#endif
