/* Part of the Reprise project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Regions of the C interface, compiled by any compiler: shapes of graphs, ways
 * to make tasks and to wait for them, ids and flags. Each is compared with
 * serial code, and with what the library has counted. */
#include "check.h"
#include <stdint.h>

enum { Cells = 40, Rounds = 12 };
typedef uint64_t Cell;

/* What a region works on; the buffers take turns, so that objects have other
 * addresses each time. */
typedef struct Work {
  Cell *cells;
  int round;
} Work;

/* In another order the result would be another. */
static void mix(Cell *to, Cell from, Cell salt) {
  spin((unsigned)salt % 64);
  *to = *to * UINT64_C(6364136223846793005) + from * 31 + salt;
}

/* Cells that depend on their left neighbours, several times. */
static void series_tasks(void *argument) {
  Work *w = argument;
  Cell *c = w->cells;
  int round = w->round;
  for (int step = 0; step < 4; ++step)
    for (int i = 1; i < Cells; ++i) {
#pragma omp task depend(in : c[i - 1]) depend(inout : c[i])                    \
    firstprivate(c, i, round)
      mix(&c[i], c[i - 1], (Cell)(round + i));
    }
}
static void series_serial(Work *w) {
  for (int step = 0; step < 4; ++step)
    for (int i = 1; i < Cells; ++i)
      mix(&w->cells[i], w->cells[i - 1], (Cell)(w->round + i));
}

/* A stencil of three points, from one half of the cells to the other. */
enum { Half = Cells / 2 };
static void stencil_point(const Cell *from, Cell *to, int i, int round) {
  mix(&to[i], from[(i + Half - 1) % Half] ^ from[i] * 3 ^ from[(i + 1) % Half],
      (Cell)(i * round));
}
static void stencil_tasks(void *argument) {
  Work *w = argument;
  int round = w->round;
  for (int step = 0; step < 6; ++step) {
    Cell *from = w->cells + step % 2 * Half,
         *to = w->cells + Half - step % 2 * Half;
    for (int i = 0; i < Half; ++i) {
      int left = (i + Half - 1) % Half, right = (i + 1) % Half;
#pragma omp task depend(in : from[left], from[i], from[right])                 \
    depend(inout : to[i]) firstprivate(from, to, i, round)
      stencil_point(from, to, i, round);
    }
  }
}
static void stencil_serial(Work *w) {
  for (int step = 0; step < 6; ++step)
    for (int i = 0; i < Half; ++i)
      stencil_point(w->cells + step % 2 * Half,
                    w->cells + Half - step % 2 * Half, i, w->round);
}

/* A random graph, the same in each round. */
static unsigned random_next(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 16;
}
static void random_tasks(void *argument) {
  Work *w = argument;
  Cell *c = w->cells;
  int round = w->round;
  unsigned state = 5;
  for (int i = 0; i < 150; ++i) {
    unsigned a = random_next(&state) % Cells, b = random_next(&state) % Cells,
             d = random_next(&state) % Cells;
    if (i % 7 == 0) {
#pragma omp task depend(out : c[d]) firstprivate(c, d, round)
      c[d] = (Cell)round, mix(&c[d], d, 2);
    } else if (i % 3 == 0) {
#pragma omp task depend(inout : c[d]) firstprivate(c, d, i)
      mix(&c[d], 0, (Cell)i);
    } else if (a != d && b != d) {
#pragma omp task depend(in : c[a], c[b]) depend(inout : c[d])                  \
    firstprivate(c, a, b, d)
      mix(&c[d], c[a] + 3 * c[b], 7);
    }
  }
}
static void random_serial(Work *w) {
  Cell *c = w->cells;
  unsigned state = 5;
  for (int i = 0; i < 150; ++i) {
    unsigned a = random_next(&state) % Cells, b = random_next(&state) % Cells,
             d = random_next(&state) % Cells;
    if (i % 7 == 0)
      c[d] = (Cell)w->round, mix(&c[d], d, 2);
    else if (i % 3 == 0)
      mix(&c[d], 0, (Cell)i);
    else if (a != d && b != d)
      mix(&c[d], c[a] + 3 * c[b], 7);
  }
}

/* Taskloops of three kinds, with and without a group of their own. */
static void taskloop_tasks(void *argument) {
  Work *w = argument;
  Cell *c = w->cells;
  int round = w->round;
#pragma omp taskloop grainsize(3) firstprivate(c, round)
  for (int i = 0; i < Cells; ++i)
    mix(&c[i], (Cell)i, (Cell)round);
#pragma omp taskloop num_tasks(5) firstprivate(c, round)
  for (long i = Cells - 1; i >= 1; i -= 2)
    mix(&c[i], (Cell)i, (Cell)round);
#pragma omp taskloop nogroup grainsize(7) firstprivate(c)
  for (unsigned long long i = 0; i < Cells / 2; ++i)
    mix(&c[i], i, 3);
#pragma omp task firstprivate(c, round) depend(inout : c[Cells - 1])
  mix(&c[Cells - 1], 1, (Cell)round);
}
static void taskloop_serial(Work *w) {
  Cell *c = w->cells, round = (Cell)w->round;
  for (int i = 0; i < Cells; ++i)
    mix(&c[i], (Cell)i, round);
  for (long i = Cells - 1; i >= 1; i -= 2)
    mix(&c[i], (Cell)i, round);
  for (Cell i = 0; i < Cells / 2; ++i)
    mix(&c[i], i, 3);
  mix(&c[Cells - 1], 1, round);
}

/* Undeferred tasks, with and without dependences, between deferred ones; the
 * block itself works on memory. */
static void undeferred_tasks(void *argument) {
  Work *w = argument;
  Cell *c = w->cells;
  int round = w->round;
  for (int i = 0; i + 1 < Cells; i += 2) {
#pragma omp task depend(inout : c[i]) firstprivate(c, i, round)
    mix(&c[i], 4, (Cell)round);
#pragma omp task if (0) depend(in : c[i]) depend(inout : c[i + 1])             \
    firstprivate(c, i)
    mix(&c[i + 1], c[i], 6);
#pragma omp task if (0) shared(w) firstprivate(c)
    mix(&c[1], c[1], (Cell)w->round);
    mix(&c[1], 2, 2);
#pragma omp task depend(in : c[i + 1]) depend(inout : c[i]) firstprivate(c, i)
    mix(&c[i], c[i + 1], 8);
#pragma omp taskwait
  }
}
static void undeferred_serial(Work *w) {
  Cell *c = w->cells, round = (Cell)w->round;
  for (int i = 0; i + 1 < Cells; i += 2) {
    mix(&c[i], 4, round);
    mix(&c[i + 1], c[i], 6);
    mix(&c[1], c[1], round);
    mix(&c[1], 2, 2);
    mix(&c[i], c[i + 1], 8);
  }
}

/* Joins of every kind, and tasks that make tasks. */
static void joins_tasks(void *argument) {
  Work *w = argument;
  Cell *c = w->cells, *first = c, *last = &c[Cells - 1];
  int round = w->round;
#pragma omp taskgroup
  {
    for (int i = 0; i < 8; ++i) {
#pragma omp task firstprivate(c, i, round) depend(inout : c[i])
      {
#pragma omp task firstprivate(c, i)
        mix(&c[i], 1, 50);
#pragma omp taskwait
        mix(&c[i], 2, (Cell)round);
      }
    }
#pragma omp taskgroup
    {
#pragma omp task firstprivate(last, round)
      mix(last, 6, (Cell)round);
    }
    mix(last, 3, 1);
  }
  mix(last, *first, 9);
#pragma omp task depend(out : *first) firstprivate(first)
  mix(first, 4, 60);
#pragma omp task depend(inout : c[1]) firstprivate(c)
  mix(&c[1], 4, 20);
#pragma omp taskwait depend(in : *first)
  mix(last, *first, 5);
#pragma omp taskwait
  mix(last, c[1], 6);
  for (int i = 2; i < Cells - 1; ++i) {
#pragma omp task firstprivate(c, i) final(i > 20) mergeable
    mix(&c[i], (Cell)i, 3);
  }
}
static void joins_serial(Work *w) {
  Cell *c = w->cells, *first = c, *last = &c[Cells - 1];
  for (int i = 0; i < 8; ++i) {
    mix(&c[i], 1, 50);
    mix(&c[i], 2, (Cell)w->round);
  }
  mix(last, 6, (Cell)w->round);
  mix(last, 3, 1);
  mix(last, *first, 9);
  mix(first, 4, 60);
  mix(&c[1], 4, 20);
  mix(last, *first, 5);
  mix(last, c[1], 6);
  for (int i = 2; i < Cells - 1; ++i)
    mix(&c[i], (Cell)i, 3);
}

/* Tasks that take part in a reduction, of a group of the block and of one
 * around the region. */
static Cell sum, sum_around;
static void add(const Cell *c, int i, Cell *to) { *to += c[i] * (Cell)(i + 1); }
static void reductions_tasks(void *argument) {
  Work *w = argument;
  Cell *c = w->cells;
#pragma omp taskgroup task_reduction(+ : sum)
  {
    for (int i = 0; i < Cells; ++i) {
#pragma omp task in_reduction(+ : sum, sum_around) depend(inout : c[i])        \
    firstprivate(c, i)
      {
        add(c, i, &sum);
        add(c, i, &sum_around);
        mix(&c[i], 1, 2);
      }
    }
  }
  c[0] = sum;
}
static ompx_taskgraph_site reductions_site = OMPX_TASKGRAPH_SITE;
static void around_tasks(Work *w) {
#pragma omp taskgroup task_reduction(+ : sum_around)
  ompx_taskgraph(&reductions_site, 0, 0, reductions_tasks, w);
  w->cells[1] ^= sum_around;
}
static void around_serial(Work *w) {
  static Cell serial_sum, serial_around;
  for (int i = 0; i < Cells; ++i) {
    add(w->cells, i, &serial_sum);
    add(w->cells, i, &serial_around);
    mix(&w->cells[i], 1, 2);
  }
  w->cells[0] = serial_sum;
  w->cells[1] ^= serial_around;
}

/* Untied tasks are in no graph. */
static void untied_tasks(void *argument) {
  Work *w = argument;
  Cell *c = w->cells;
  for (int i = 1; i < Cells; ++i) {
#pragma omp task untied firstprivate(c, i) depend(inout : c[i])                \
    depend(in : c[i - 1])
    mix(&c[i], c[i - 1], 3);
  }
}
static void untied_serial(Work *w) {
  for (int i = 1; i < Cells; ++i)
    mix(&w->cells[i], w->cells[i - 1], 3);
}

/* Other kinds of dependences, and priorities. Tasks of a set come in any order,
 * so what they do commutes. */
static void kinds_tasks(void *argument) {
  Work *w = argument;
  Cell *c = w->cells;
  int round = w->round;
  omp_depend_t object;
#pragma omp depobj(object) depend(inout : c[3])
  for (int i = 0; i < 10; ++i) {
#pragma omp task depend(mutexinoutset : c[0], c[1]) firstprivate(c, i, round)  \
    priority(i)
    c[0] += (Cell)(i * round), c[1] ^= (Cell)i << i;
  }
#pragma omp task depend(in : c[0], c[1]) depend(out : c[2]) firstprivate(c)
  c[2] = c[0] * 3 + c[1];
#pragma omp task depend(depobj : object) depend(in : c[2]) firstprivate(c)
  mix(&c[3], c[2], 1);
#pragma omp task depend(iterator(k = 2 : Cells), inout : c[k]) firstprivate(c)
  for (int i = 2; i < Cells; ++i)
    mix(&c[i], c[i - 1], 2);
#pragma omp depobj(object) destroy
}
static void kinds_serial(Work *w) {
  Cell *c = w->cells;
  for (int i = 0; i < 10; ++i)
    c[0] += (Cell)(i * w->round), c[1] ^= (Cell)i << i;
  c[2] = c[0] * 3 + c[1];
  mix(&c[3], c[2], 1);
  for (int i = 2; i < Cells; ++i)
    mix(&c[i], c[i - 1], 2);
}

/* Other tasks in some rounds: the graph does not fit. */
static void changing_tasks(void *argument) {
  Work *w = argument;
  Cell *c = w->cells;
  int round = w->round, step = round % 4 == 3 ? 2 : 1;
  for (int i = step; i < Cells; ++i) {
#pragma omp task depend(in : c[i - step]) depend(inout : c[i])                 \
    firstprivate(c, i, step) if (round % 4 != 2 || i != 20)
    mix(&c[i], c[i - step], 12);
  }
}
static void changing_serial(Work *w) {
  int step = w->round % 4 == 3 ? 2 : 1;
  for (int i = step; i < Cells; ++i)
    mix(&w->cells[i], w->cells[i - step], 12);
}

typedef struct Buffers {
  Cell tasks[2][Cells], serial[2][Cells];
} Buffers;

static void begin(Buffers *b) {
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < Cells; ++i)
      b->tasks[k][i] = b->serial[k][i] = (Cell)(i * 7 + k);
}

static void compare(const Buffers *b, const char *name) {
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < Cells; ++i)
      CHECK_EQ(name, b->tasks[k][i], b->serial[k][i]);
}

static void reductions(void) {
  Buffers buffers;
  begin(&buffers);
  for (int round = 0; round < Rounds; ++round) {
    Work mine = {buffers.tasks[round % 2], round};
    Work oracle = {buffers.serial[round % 2], round};
    around_tasks(&mine);
    around_serial(&oracle);
    compare(&buffers, "reductions");
  }
}

/* The same block and site, in all rounds. */
static void rounds(const char *name, ompx_taskgraph_site *site,
                   void (*tasks)(void *), void (*serial)(Work *)) {
  Buffers buffers;
  begin(&buffers);
  for (int round = 0; round < Rounds; ++round) {
    Work mine = {buffers.tasks[round % 2], round};
    Work oracle = {buffers.serial[round % 2], round};
    ompx_taskgraph(site, 0, 0, tasks, &mine);
    serial(&oracle);
    compare(&buffers, name);
  }
}

static void counted(const char *name, const ompx_taskgraph_site *site,
                    int recorded, int refilled, int plain) {
  ompx_taskgraph_counts_t counts;
  CHECK_EQ(name, ompx_get_taskgraph_site_counts(site, &counts), 1);
  if (runs_plainly()) {
    plain += recorded + refilled;
    recorded = refilled = 0;
  }
  CHECK_EQ(name, counts.recorded, recorded);
  CHECK_EQ(name, counts.refilled, refilled);
  CHECK_EQ(name, counts.plain, plain);
  CHECK_EQ(name, counts.replayed, 0);
  CHECK_EQ(name, counts.diverged, 0);
}

typedef struct Shape {
  const char *name;
  void (*tasks)(void *);
  void (*serial)(Work *);
  int repeats; /* the same tasks each time */
} Shape;
static const Shape shapes[] = {
    {"series", series_tasks, series_serial, 1},
    {"stencil", stencil_tasks, stencil_serial, 1},
    {"random", random_tasks, random_serial, 1},
    {"taskloop", taskloop_tasks, taskloop_serial, 1},
    {"undeferred", undeferred_tasks, undeferred_serial, 1},
    {"joins", joins_tasks, joins_serial, 1},
    {"untied", untied_tasks, untied_serial, 0},
    {"kinds", kinds_tasks, kinds_serial, 1},
    {"changing", changing_tasks, changing_serial, 0},
};
enum { Shapes = sizeof shapes / sizeof *shapes };
#define EMPTY OMPX_TASKGRAPH_SITE
static ompx_taskgraph_site sites[Shapes] = {EMPTY, EMPTY, EMPTY, EMPTY, EMPTY,
                                            EMPTY, EMPTY, EMPTY, EMPTY};

static void all_shapes(void) {
  for (int s = 0; s < Shapes; ++s) {
    rounds(shapes[s].name, &sites[s], shapes[s].tasks, shapes[s].serial);
    if (shapes[s].repeats)
      counted(shapes[s].name, &sites[s], 1, Rounds - 1, 0);
  }
}

/* A place that makes one of two graphs, told apart by graph_id; in each third
 * encounter it forgets, in each fourth it is told to run plainly. */
static void ids_and_flags(void) {
  static ompx_taskgraph_site site = OMPX_TASKGRAPH_SITE;
  int known[2] = {0, 0}, recorded = 0, refilled = 0, plain = 0;
  Buffers buffers;
  begin(&buffers);
  for (int round = 0; round < 2 * Rounds; ++round) {
    int id = round % 2;
    Work mine = {buffers.tasks[id], round},
         oracle = {buffers.serial[id], round};
    unsigned flags = 0;
    if (round % 8 >= 6) {
      flags = ompx_taskgraph_flag_plain;
      ++plain;
    } else {
      if (round == 3 || round == 10) {
        flags = ompx_taskgraph_flag_reset;
        known[id] = 0;
      }
      known[id] ? ++refilled : ++recorded;
      known[id] = 1;
    }
    ompx_taskgraph(&site, flags, id ? INT64_MIN : 0,
                   id ? series_tasks : stencil_tasks, &mine);
    (id ? series_serial : stencil_serial)(&oracle);
    compare(&buffers, "ids and flags");
  }
  counted("ids and flags", &site, recorded, refilled, plain);
}

/* Without a group the caller waits by itself. What comes next has dependences
 * on what is still running. */
static void unattended(unsigned flags) {
  static ompx_taskgraph_site site = OMPX_TASKGRAPH_SITE;
  Buffers buffers;
  begin(&buffers);
  Cell *c = buffers.tasks[0];
  Work mine = {c, 5}, oracle = {buffers.serial[0], 5};
  for (int round = 0; round < Rounds; ++round) {
    ompx_taskgraph(&site, flags, flags, series_tasks, &mine);
    series_serial(&oracle);
#pragma omp task depend(inout : c[Cells - 1]) firstprivate(c)
    mix(&c[Cells - 1], 5, 11);
    mix(&oracle.cells[Cells - 1], 5, 11);
    if (round % 3 == 2) {
#pragma omp taskwait
      compare(&buffers, "without a group");
    }
  }
#pragma omp taskwait
}

/* The place of the macro. */
static void macro(void) {
  int line = 0;
  Buffers buffers;
  begin(&buffers);
  for (int round = 0; round < Rounds; ++round) {
    Work mine = {buffers.tasks[0], round}, oracle = {buffers.serial[0], round};
    line = __LINE__ + 1;
    OMPX_TASKGRAPH_REGION(0, 0, series_tasks, &mine);
    series_serial(&oracle);
    compare(&buffers, "macro");
  }
  ompx_taskgraph_counts_t counts;
  CHECK_EQ("macro's place",
           ompx_get_taskgraph_counts("shapes.c", line, &counts), 1);
  CHECK_EQ("macro", counts.recorded + counts.refilled + counts.plain, Rounds);
}

/* A region in the block of another is part of that. */
static void outer_tasks(void *argument) {
  static ompx_taskgraph_site site = OMPX_TASKGRAPH_SITE;
  ompx_taskgraph_counts_t counts;
  ompx_taskgraph(&site, 0, 0, series_tasks, argument);
  if (!runs_plainly())
    CHECK_EQ("inner", ompx_get_taskgraph_site_counts(&site, &counts), 0);
  stencil_tasks(argument);
}
static void outer_serial(Work *w) {
  series_serial(w);
  stencil_serial(w);
}

int main(void) {
  static ompx_taskgraph_site outer = OMPX_TASKGRAPH_SITE,
                             unnamed = {NULL, NULL, NULL, 0,   0,
                                        1,    0,    NULL, NULL},
                             common = OMPX_TASKGRAPH_SITE;
#pragma omp parallel
#pragma omp single
  {
    all_shapes();
    ids_and_flags();
    unattended(ompx_taskgraph_flag_nogroup);
    unattended(ompx_taskgraph_flag_nowait);
    macro();
    reductions();
    counted("reductions", &reductions_site, 1, Rounds - 1, 0);
    rounds("outer", &outer, outer_tasks, outer_serial);
    counted("outer", &outer, 1, Rounds - 1, 0);
  }
  /* Outside all parallel regions. */
  rounds("outside", &unnamed, random_tasks, random_serial);
  counted("outside", &unnamed, 1, Rounds - 1, 0);
  /* All threads at one place. */
#pragma omp parallel
  rounds("at once", &common, stencil_tasks, stencil_serial);
  return check_done();
}
