/*===----------------------------------------------------------------------===*\
|*
|* Part of the Reprise project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE in the project's root for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/
/* What a program may ask of its taskgraph constructs. */

#ifndef OMPX_TASKGRAPH_H
#define OMPX_TASKGRAPH_H

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
 * Thread-safe; an encounter under way may be counted or not. Cost: O(constructs).
 */
int ompx_get_taskgraph_counts(const char *file, int line,
                              ompx_taskgraph_counts_t *counts);

#ifdef __cplusplus
}
#endif

#endif /* OMPX_TASKGRAPH_H */
