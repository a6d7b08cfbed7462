/*===----------------------------------------------------------------------===*\
|*
|* Part of the Reprise project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE in the project's root for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/* What a program may ask of its taskgraph constructs, and taskgraph regions of
 * programs whose compiler has no such construct; docs/any-compiler.md is their
 * guide. All of it is in Reprise's libomp only: with another one a program that
 * calls any of it does not link, see OMPX_TASKGRAPH_OPTIONAL. */

#ifndef OMPX_TASKGRAPH_H
#define OMPX_TASKGRAPH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the encounters of a construct came to, by number. */
typedef struct ompx_taskgraph_counts_t {
  uint64_t recorded; /* the block ran as ordinary tasks and was recorded */
  uint64_t replayed; /* the recorded tasks ran, the block did not */
  uint64_t refilled; /* the block ran and made the recorded tasks again */
  uint64_t diverged; /* likewise at first, then it made other tasks */
  uint64_t plain;    /* the block ran as ordinary tasks */
} ompx_taskgraph_counts_t;

/* Sums up the counts of the taskgraph constructs met so far.
 *   file    end of the source file's name; NULL for any
 *   line    where the construct begins; 0 for any
 *   counts  receives the sums
 * Returns the number of constructs that they are of, 0 if none was met.
 * Thread-safe; an encounter under way may be counted or not. Cost:
 * O(constructs).
 */
int ompx_get_taskgraph_counts(const char *file, int line,
                              ompx_taskgraph_counts_t *counts);

/* One for each place that calls ompx_taskgraph(), with static storage: what the
 * library has recorded hangs off it. OMPX_TASKGRAPH_SITE is its initial value.
 * Nothing in it may be changed after the first call. */
typedef struct ompx_taskgraph_site {
  void *record;         /* NULL; the library's */
  const char *file;     /* a name for messages, or NULL; likewise `function` */
  const char *function; /* and `line`, 0 if unknown */
  int32_t line;
  int32_t column;
  uint32_t version;                  /* 1 */
  uint32_t reserved;                 /* 0 */
  void (*recording)(void *, void *); /* NULL; a compiler's, likewise `graph` */
  const void *graph;
} ompx_taskgraph_site;

#define OMPX_TASKGRAPH_SITE                                                    \
  {NULL, __FILE__, NULL, __LINE__, 0, 1, 0, NULL, NULL}

/* Flags of a call; their sum. */
enum ompx_taskgraph_flag {
  ompx_taskgraph_flag_none = 0,
  ompx_taskgraph_flag_reset = 2,   /* forget what was recorded; graph_reset */
  ompx_taskgraph_flag_nogroup = 4, /* do not wait for the tasks; nogroup */
  ompx_taskgraph_flag_nowait = 8,  /* nor for the call before; extension */
  ompx_taskgraph_flag_plain = 16   /* neither record nor refill; if(false) */
};

/* A taskgraph region: calls block(argument), here and at once, and returns when
 * all tasks that it has made, and their descendants, have ended. It does what
 *
 *   #pragma omp taskgroup
 *   block(argument);
 *
 * does. The first call for a site and graph_id records the tasks with their
 * dependences; later ones use them again, which spares their allocation and the
 * search for their predecessors. The block runs at every call, so that
 * everything in it is as fresh as without the library, and it may make other
 * tasks each time: from there on they are ordinary ones. Its tasks may be made
 * by any compiler's code and in any function that it calls.
 *
 *   site      the calling place
 *   flags     of ompx_taskgraph_flag. With nogroup or nowait the tasks may
 * still run when the call returns graph_id  tells apart what one place makes, 0
 * if there is only one thing block     must return: to leave it by an exception
 * or longjmp is undefined argument  passed to the block
 *
 * Thread-safe, also for one site. Cost: see docs/entry-points.md. */
void ompx_taskgraph(ompx_taskgraph_site *site, unsigned flags, int64_t graph_id,
                    void (*block)(void *), void *argument);

/* The counts of one site, as of ompx_get_taskgraph_counts(). Returns 1, or 0 if
 * it was not met. Cost: O(1). */
int ompx_get_taskgraph_site_counts(const ompx_taskgraph_site *site,
                                   ompx_taskgraph_counts_t *counts);

/* With OMPX_TASKGRAPH_OPTIONAL defined, a program links and runs with another
 * libomp or with libgomp, too: OMPX_TASKGRAPH_REGION() and ompx::taskgraph()
 * then run their block in a taskgroup. The other functions are null there. */
#ifdef OMPX_TASKGRAPH_OPTIONAL
#pragma weak ompx_taskgraph
#pragma weak ompx_get_taskgraph_counts
#pragma weak ompx_get_taskgraph_site_counts

static inline void ompx_taskgraph_or_plain(ompx_taskgraph_site *site,
                                           unsigned flags, int64_t graph_id,
                                           void (*block)(void *),
                                           void *argument) {
  if (ompx_taskgraph) {
    ompx_taskgraph(site, flags, graph_id, block, argument);
  } else if (flags &
             (ompx_taskgraph_flag_nogroup | ompx_taskgraph_flag_nowait)) {
    block(argument);
  } else {
#ifdef _OPENMP
#pragma omp taskgroup
#endif
    block(argument);
  }
}
#else
#define ompx_taskgraph_or_plain ompx_taskgraph
#endif

/* ompx_taskgraph() with a site of its own: a statement. */
#define OMPX_TASKGRAPH_REGION(flags, graph_id, block, argument)                \
  do {                                                                         \
    static ompx_taskgraph_site ompx_site = OMPX_TASKGRAPH_SITE;                \
    ompx_taskgraph_or_plain(&ompx_site, flags, graph_id, block, argument);     \
  } while (0)

#ifdef __cplusplus
}
#endif

#endif /* OMPX_TASKGRAPH_H */
