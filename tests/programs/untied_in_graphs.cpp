// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Untied tasks in a region: of one part and of many, with children, waits,
// groups, variables that live from part to part, beside tied tasks, and
// undeferred where the recording had deferred them. The regions are refilled.
#include "check.h"

#include <initializer_list>

enum { Encounters = 12, Cells = 24 };
static long cells[Cells], expected[Cells];

static long mixed(long a, long b) { return (a ^ b) * 1000003 + 17; }

static Construct parts_region, chain_region, group_region, undeferred_region,
    nested_region;

/// Makes children between its own steps; what it has computed is kept.
static void many_parts(long *c, int e) {
  MEET(parts_region);
#pragma omp taskgraph
  for (int i = 0; i < Cells; i += 4) {
#pragma omp task untied depend(inout : c[i]) firstprivate(i, e)
    {
      long kept = mixed(c[i], e);
      for (int k = 1; k < 4; ++k) {
#pragma omp task firstprivate(k, kept) shared(c)
        c[i + k] = mixed(c[i + k], kept + k);
#pragma omp taskwait
        kept = mixed(kept, c[i + k]);
      }
      c[i] = kept;
    }
  }
}
static void serial_parts(long *c, int e) {
  for (int i = 0; i < Cells; i += 4) {
    long kept = mixed(c[i], e);
    for (int k = 1; k < 4; ++k) {
      c[i + k] = mixed(c[i + k], kept + k);
      kept = mixed(kept, c[i + k]);
    }
    c[i] = kept;
  }
}

/// Tied and untied tasks take turns.
static void chain(long *c, int e) {
  MEET(chain_region);
#pragma omp taskgraph
  for (int i = 1; i < Cells; ++i) {
#pragma omp task untied depend(in : c[i - 1]) depend(inout : c[i])             \
    firstprivate(i, e)
    c[i] = mixed(c[i], c[i - 1] + e);
#pragma omp task depend(inout : c[i]) firstprivate(i)
    c[i] = mixed(c[i], i);
  }
}
static void serial_chain(long *c, int e) {
  for (int i = 1; i < Cells; ++i) {
    c[i] = mixed(c[i], c[i - 1] + e);
    c[i] = mixed(c[i], i);
  }
}

static void groups(long *c, int e) {
  MEET(group_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Cells; i += 2) {
#pragma omp task untied depend(inout : c[i]) firstprivate(i, e)
      {
#pragma omp taskgroup
        {
#pragma omp task untied shared(c) firstprivate(i, e)
          c[i + 1] = mixed(c[i + 1], e);
        }
        c[i] = mixed(c[i], c[i + 1]);
      }
    }
#pragma omp taskwait
#pragma omp task untied
    c[0] = mixed(c[0], c[Cells - 1]);
  }
}
static void serial_groups(long *c, int e) {
  for (int i = 0; i < Cells; i += 2) {
    c[i + 1] = mixed(c[i + 1], e);
    c[i] = mixed(c[i], c[i + 1]);
  }
  c[0] = mixed(c[0], c[Cells - 1]);
}

/// The encountering task runs some of them itself, others from one encounter to
/// the next.
static void undeferred(long *c, int e) {
  MEET(undeferred_region);
#pragma omp taskgraph
  for (int i = 0; i < Cells; ++i) {
#pragma omp task untied if ((i + e / 3) % 4) depend(inout : c[i % 3])          \
    firstprivate(i)
    {
      long before = c[i % 3];
#pragma omp task shared(before)
      before = mixed(before, i);
#pragma omp taskwait
      c[i % 3] = before;
    }
  }
}
static void serial_undeferred(long *c, int) {
  for (int i = 0; i < Cells; ++i)
    c[i % 3] = mixed(c[i % 3], i);
}

/// An untied task meets a region of its own.
static void inner(long *c) {
#pragma omp taskgraph
  for (int i = 0; i < 3; ++i) {
#pragma omp task untied depend(inout : c[0]) firstprivate(i)
    {
      long before = c[0];
#pragma omp task shared(before)
      before = mixed(before, i);
#pragma omp taskwait
      c[0] = before;
    }
  }
}
static void nested(long *c, int) {
  MEET(nested_region);
#pragma omp taskgraph
  for (int i = 0; i < 4; ++i) {
#pragma omp task untied depend(inout : c[i]) firstprivate(i)
    {
      inner(&c[i]);
      c[i] = mixed(c[i], 5);
    }
  }
}
static void serial_nested(long *c, int) {
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 3; ++k)
      c[i] = mixed(c[i], k);
    c[i] = mixed(c[i], 5);
  }
}

static void compare(const char *what, void (*region)(long *, int),
                    void (*serial)(long *, int), int e) {
  for (int i = 0; i < Cells; ++i)
    cells[i] = expected[i] = mixed(i, e);
  region(cells, e);
  serial(expected, e);
  CHECK_EQ(what, memcmp(cells, expected, sizeof cells), 0);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    compare("many parts", many_parts, serial_parts, e);
    compare("chain", chain, serial_chain, e);
    compare("groups", groups, serial_groups, e);
    compare("undeferred", undeferred, serial_undeferred, e);
    compare("nested", nested, serial_nested, e);
  }
  for (const Construct *of :
       {&parts_region, &chain_region, &group_region, &nested_region})
    CHECK_USES(*of, Refilled, 1);
  CHECK_COUNTED(undeferred_region);
  return check_done();
}
