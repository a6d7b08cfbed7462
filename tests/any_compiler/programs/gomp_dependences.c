/* Part of the Reprise project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Dependences as GCC 13 and later pass them, which this calls as they do:
 * inoutset, omp_all_memory, and all types as depend objects. Plainly and in
 * regions. */
#include "check.h"
#include <ompx_taskgraph.h>
#include <stdbool.h>
#include <stdint.h>

void GOMP_task(void (*body)(void *), void *data, void (*copy)(void *, void *),
               long size, long alignment, bool deferred, unsigned flags,
               void **depend, int priority, void *detach);

void GOMP_taskwait_depend_nowait(void **depend);

enum { In = 1, Out, InOut, MutexInOutSet, InOutSet, Depends = 8, Rounds = 20 };

static int objects[2], cells[1], counted, running, most, holders, sum, last;

static void make(void (*body)(void *), void *data, void **depend) {
  GOMP_task(body, &data, NULL, sizeof data, sizeof data, true, Depends, depend,
            0, NULL);
}

/* `type` of `object`, in the long form: no plain items, one depend object. */
static void make_with(void (*body)(void *), void *object, uintptr_t type) {
  void *depobj[2] = {object, (void *)type};
  void *depend[6] = {(void *)0, (void *)1, (void *)0,
                     (void *)0, (void *)0, depobj};
  make(body, object, depend);
}

static void set_body(void *data) {
  (void)data;
  int now = __atomic_add_fetch(&running, 1, __ATOMIC_SEQ_CST);
  /* A while for another task of the set to begin. */
  double end = omp_get_wtime() + 0.01;
  while (now < 2 && omp_get_num_threads() > 1 && omp_get_wtime() < end)
    now = __atomic_load_n(&running, __ATOMIC_SEQ_CST);
  if (now > __atomic_load_n(&most, __ATOMIC_SEQ_CST))
    __atomic_store_n(&most, now, __ATOMIC_SEQ_CST);
  __atomic_sub_fetch(&running, 1, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&sum, 1, __ATOMIC_SEQ_CST);
}
static void after_set(void *data) {
  (void)data;
  CHECK_EQ("all of the set", sum, 4);
  last = 1;
}
static void mutex_body(void *data) {
  (void)data;
  CHECK_EQ("alone", __atomic_add_fetch(&holders, 1, __ATOMIC_SEQ_CST), 1);
  spin(500);
  __atomic_sub_fetch(&holders, 1, __ATOMIC_SEQ_CST);
}
static void write_first(void *data) {
  (void)data;
  spin(2000);
  objects[0] = 1;
}
static void write_second(void *data) {
  (void)data;
  spin(1000);
  objects[1] = 2;
}
static void all_body(void *data) {
  (void)data;
  CHECK_EQ("before all memory", objects[0] + objects[1], 3);
  spin(1000);
  objects[0] = 10;
}
static void behind_all(void *data) {
  (void)data;
  CHECK_EQ("behind all memory", objects[0], 10);
}

static void count_up(void *data) {
  (void)data;
  spin(3000);
  __atomic_add_fetch(&counted, 1, __ATOMIC_SEQ_CST);
}
static void all_counted(void *data) {
  (void)data;
  CHECK_EQ("behind both", __atomic_load_n(&counted, __ATOMIC_SEQ_CST), 2);
}

static void block(void *argument) {
  (void)argument;
  counted = 0;
  sum = last = 0;
  for (int i = 0; i < 4; ++i)
    make_with(set_body, &objects[0], InOutSet);
  make_with(after_set, &objects[0], In);
  for (int i = 0; i < 4; ++i)
    make_with(mutex_body, &objects[1], MutexInOutSet);
  make_with(write_first, &objects[0], Out);
  make_with(write_second, &objects[1], InOut);
  /* The short form: the number of items, and how many of them are written. */
  void *all[3] = {(void *)1, (void *)1, NULL};
  make(all_body, NULL, all);
  make_with(behind_all, &objects[1], In);
  /* What comes behind a wait that nobody waits at comes behind what it names.
   */
  make_with(count_up, &objects[1], InOut);
  make_with(count_up, &cells[0], InOut);
  void *wait[4] = {(void *)2, (void *)2, &objects[1], &cells[0]};
  GOMP_taskwait_depend_nowait(wait);
  make_with(all_counted, &cells[0], In);
}

int main(void) {
  static ompx_taskgraph_site site = OMPX_TASKGRAPH_SITE;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    objects[0] = objects[1] = 0;
    if (round < 4)
#pragma omp taskgroup
      block(NULL);
    else
      ompx_taskgraph(&site, 0, 0, block, NULL);
    CHECK_EQ("behind the set", last, 1);
  }
  /* With more threads than processors a set may run one by one for a while. */
  if (omp_get_max_threads() > 1)
    CHECK_EQ("tasks of a set run at once", most > 1, 1);
  ompx_taskgraph_counts_t counts;
  ompx_get_taskgraph_site_counts(&site, &counts);
  CHECK_EQ("refilled", counts.refilled, runs_plainly() ? 0 : Rounds - 5);
  return check_done();
}
