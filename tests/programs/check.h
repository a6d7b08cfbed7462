// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every test program shares: checks that survive NDEBUG and print what
// they saw, the library's counts by which a replay is told from a plain run,
// and stack games that keep stale pointers from hitting by luck. C and C++.
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

/// A taskgraph construct, and how often the program has met it.
typedef struct Construct {
  const char *file;
  int line;
  long met;
} Construct;

/// Any thread.
static inline void meet_at(const char *file, int line, Construct *construct) {
  __atomic_store_n(&construct->file, file, __ATOMIC_RELAXED);
  __atomic_store_n(&construct->line, line, __ATOMIC_RELAXED);
  __atomic_fetch_add(&construct->met, 1, __ATOMIC_RELAXED);
}
/// Stands in the line before the construct's.
#define MEET(construct) meet_at(__FILE_NAME__, __LINE__ + 1, &(construct))

#if __has_include(<ompx_taskgraph.h>)
#include <ompx_taskgraph.h>

/// Whether the compiler that made this program has proved which blocks need not
/// run again; the tests define it (support.py).
#ifndef PROVED
#define PROVED 0
#endif

/// What the library has made of a construct's encounters.
static inline ompx_taskgraph_counts_t counts_of(const Construct *construct) {
  ompx_taskgraph_counts_t counts = {0, 0, 0, 0, 0};
  if (construct->met)
    ompx_get_taskgraph_counts(construct->file, construct->line, &counts);
  return counts;
}

enum Uses {
  Replayed, // where blocks are proved; else replayed or refilled
  Refilled,
  Used, // replayed or refilled
  Plain
};

/// Whether a region is recorded although the compiler can build its graph.
static inline int records_graphs(void) {
  const char *value = getenv("OMPX_TASKGRAPH_STATIC");
  return !runs_plainly() && (!PROVED || (value && strcmp(value, "off") == 0));
}

/// Whether regions run plainly in place of refills that save nothing.
static inline int refills_where_it_saves(void) {
  const char *value = getenv("OMPX_TASKGRAPH_REFILL");
  return !value || strcmp(value, "always") != 0;
}

/// Every encounter of the construct has come to something; at most `records`
/// have recorded, none if the compiler has built the graph, and all others were
/// Uses of that, or plain where a refill may save nothing. A negative
/// `records`: some were, while others may have recorded or run plainly.
static inline void check_uses_at(const char *file, int line,
                                 const Construct *construct, enum Uses uses,
                                 long records) {
  ompx_taskgraph_counts_t seen = counts_of(construct);
  long again = (long)(seen.replayed + seen.refilled);
  long recorded = (long)seen.recorded, plain = (long)seen.plain;
  check_eq_at(file, line, "encounters that the library has counted",
              again + recorded + (long)seen.diverged + plain, construct->met);
  if (runs_plainly() || uses == Plain) {
    check_eq_at(file, line, "plain", plain, construct->met);
    return;
  }
  check_eq_at(file, line, "diverged", (long)seen.diverged, 0);
  if (uses == Replayed && PROVED)
    check_eq_at(file, line, "refilled", (long)seen.refilled, 0);
  if (uses == Refilled)
    check_eq_at(file, line, "replayed", (long)seen.replayed, 0);
  if (refills_where_it_saves() && !(uses == Replayed && PROVED))
    return;
  if (records < 0) {
    check_eq_at(file, line, "graphs are used again", again > 0, 1);
    return;
  }
  check_eq_at(file, line, "plain", plain, 0);
  if (recorded > records)
    check_eq_at(file, line, "recorded", recorded, records);
}
#define CHECK_USES(construct, uses, records)                                   \
  check_uses_at(__FILE_NAME__, __LINE__, &(construct), uses, records)

/// The same of a region whose graph the compiler builds: all encounters replay
/// it. `records` is for a run in which graphs are recorded.
static inline void check_built_at(const char *file, int line,
                                  const Construct *construct, long records) {
  check_uses_at(file, line, construct, Replayed, records);
  if (!runs_plainly() && !records_graphs())
    check_eq_at(file, line, "replayed", (long)counts_of(construct).replayed,
                construct->met);
}
#define CHECK_BUILT(construct, records)                                        \
  check_built_at(__FILE_NAME__, __LINE__, &(construct), records)

/// The same where tasks from before the region, with dependences, may still
/// run: a block that is not proved runs plainly then.
#define CHECK_USES_BESIDE_TASKS(construct, uses, records)                      \
  do {                                                                         \
    if (PROVED)                                                                \
      CHECK_USES(construct, uses, records);                                    \
    else                                                                       \
      CHECK_COUNTED(construct);                                                \
  } while (0)

/// Every encounter has come to something, whatever it is.
#define CHECK_COUNTED(construct)                                               \
  do {                                                                         \
    ompx_taskgraph_counts_t n = counts_of(&(construct));                       \
    CHECK_EQ("encounters that the library has counted",                        \
             n.recorded + n.replayed + n.refilled + n.diverged + n.plain,      \
             (construct).met);                                                 \
    if (runs_plainly())                                                        \
      CHECK_EQ("plain", n.plain, (construct).met);                             \
  } while (0)
#endif

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
