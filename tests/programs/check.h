// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every test program shares: checks that survive NDEBUG and print what
// they saw, the count of block executions by which a replay is told from a
// plain run, and stack games that keep stale pointers from hitting by luck. C
// and C++.
#ifndef REPRISE_TESTS_PROGRAMS_CHECK_H
#define REPRISE_TESTS_PROGRAMS_CHECK_H

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static int check_failures;
static int check_total;

/// Any thread. Prints the first failures only: a broken replay fails thousands.
static inline void check_eq_at(const char *file, int line, const char *what,
                               long long seen, long long expected) {
  __atomic_fetch_add(&check_total, 1, __ATOMIC_RELAXED);
  if (seen == expected)
    return;
  if (__atomic_fetch_add(&check_failures, 1, __ATOMIC_RELAXED) < 10)
    printf("%s:%d: %s: saw %lld, expected %lld\n", file, line, what, seen,
           expected);
}
#define CHECK_EQ(what, seen, expected)                                         \
  check_eq_at(__FILE_NAME__, __LINE__, what, (long long)(seen),                \
              (long long)(expected))
#define CHECK(condition) CHECK_EQ(#condition, !!(condition), 1)

/// Whether regions run as ordinary tasks for the whole run, so that the block
/// must run at every encounter.
static inline int runs_plainly(void) {
  const char *value = getenv("OMPX_TASKGRAPH");
  if (!value)
    return 0;
  value += strspn(value, " ");
  return !strncasecmp(value, "off", 3) && !value[3 + strspn(value + 3, " ")];
}

/// Counts a block execution. Called in the block, never in a task.
static inline void count_block(long *counter) {
  __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/// `blocks` executions were seen for `encounters` encounters of which `records`
/// (re)recorded. A negative `records` asks only that some encounter replayed.
static inline void check_blocks_at(const char *file, int line, long blocks,
                                   long encounters, long records) {
  if (runs_plainly())
    check_eq_at(file, line, "blocks run with OMPX_TASKGRAPH=off", blocks,
                encounters);
  else if (records >= 0)
    check_eq_at(file, line, "blocks run", blocks, records);
  else
    check_eq_at(file, line, "fewer blocks than encounters", blocks < encounters,
                1);
}
#define CHECK_BLOCKS(blocks, encounters, records)                              \
  check_blocks_at(__FILE_NAME__, __LINE__, blocks, encounters, records)

/// The last line of every program; its value is the exit status.
static inline int check_done(void) {
  printf("%d checks, %d failed\n", check_total, check_failures);
  return check_failures || !check_total;
}

/// Overwrites the frames that returned calls left below the stack pointer.
static inline __attribute__((noinline)) void clobber_stack(void) {
  volatile unsigned char junk[32768];
  for (size_t i = 0; i < sizeof junk; ++i)
    junk[i] = 0xa5;
}

/// Calls `function` with its frame about 176 * depth bytes further down, and
/// clobbers the abandoned frames afterwards.
static inline __attribute__((noinline)) void
at_depth_c(int depth, void (*function)(void *), void *argument) {
  volatile unsigned char pad[128];
  pad[0] = (unsigned char)depth;
  if (depth > 0)
    at_depth_c(depth - 1, function, argument);
  else
    function(argument);
  pad[127] = pad[0];
  clobber_stack();
}

/// A short, variable amount of work that the compiler keeps: opens races.
static inline void spin(unsigned amount) {
  for (volatile unsigned i = 0; i < amount; ++i)
    ;
}

#ifdef __cplusplus
/// at_depth_c() for a callable object.
template <class Function> static void at_depth(int depth, Function function) {
  at_depth_c(
      depth, [](void *f) { (*static_cast<Function *>(f))(); }, &function);
}
#endif

#endif
