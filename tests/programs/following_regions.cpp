// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replays with nogroup of several regions in turn, as the parts of a solver's
// iteration: each begins while those before run, and its tasks come after
// theirs as if all had been made one by one. Regions share all, some or no
// objects, the same or others in each iteration; what one shares with the last
// but one, the one between may not touch.
#include "check.h"
#include <utility>
#include <vector>

namespace {

typedef unsigned Cell;
enum { Cells = 8, Fields = 4, Steps = 40 };

Cell mixed(Cell sum, Cell with) { return (sum ^ with) * 2654435761u + 1; }

/// Opens races: some tasks take longer, other ones in each step.
void dawdle(Cell salt, int i) {
  if ((salt * 7 + Cell(i)) % 5 == 0)
    spin(800);
}

Construct update_region, move_region, edge_region, alone_region, sum_region,
    look_region, sets_region, locked_region, waited_region, reset_region;

// Each with the tasks' code as a lambda, for the serial run, too. A phase of
// the test has constructs of its own.

/// Each cell after its neighbours.
template <bool Tasks> void update(Cell *a, Cell *, Cell salt, int id) {
  auto one = [](Cell *c, Cell salt, int i) {
    dawdle(salt, i);
    *c = mixed(mixed(mixed(*c, c[-1]), c[1]), salt);
  };
  if (!Tasks) {
    for (int i = 1; i + 1 < Cells; ++i)
      one(&a[i], salt, i);
    return;
  }
  MEET(update_region);
#pragma omp taskgraph nogroup graph_id(id)
  for (int i = 1; i + 1 < Cells; ++i) {
#pragma omp task firstprivate(a, i, salt) depend(inout : a[i])                 \
    depend(in : a[i - 1], a[i + 1])
    one(&a[i], salt, i);
  }
}

/// From one array to another.
template <bool Tasks> void move(Cell *a, Cell *b, Cell salt, int id) {
  auto one = [](const Cell *from, Cell *to, Cell salt, int i) {
    dawdle(salt + 3, i);
    *to = mixed(mixed(*to, *from), salt);
  };
  if (!Tasks) {
    for (int i = 0; i < Cells; ++i)
      one(&a[i], &b[(i + 1) % Cells], salt, i);
    return;
  }
  MEET(move_region);
#pragma omp taskgraph nogroup graph_id(id)
  for (int i = 0; i < Cells; ++i) {
    Cell *from = &a[i], *to = &b[(i + 1) % Cells];
#pragma omp task firstprivate(from, to, i, salt) depend(in : *from)            \
    depend(out : *to)
    one(from, to, salt, i);
  }
}

/// Only the ends.
template <bool Tasks> void edge(Cell *a, Cell *b, Cell salt, int id) {
  auto one = [](Cell *c, const Cell *d, Cell salt, int i) {
    dawdle(salt + 1, i);
    *c = mixed(mixed(*c, *d), salt);
  };
  if (!Tasks) {
    one(&a[0], &b[Cells - 1], salt, 0);
    one(&a[Cells - 1], &a[0], salt, 1);
    return;
  }
  MEET(edge_region);
#pragma omp taskgraph nogroup graph_id(id)
  {
#pragma omp task firstprivate(a, b, salt) depend(inout : a[0])                 \
    depend(in : b[Cells - 1])
    one(&a[0], &b[Cells - 1], salt, 0);
#pragma omp task firstprivate(a, salt) depend(inout : a[Cells - 1])            \
    depend(in : a[0])
    one(&a[Cells - 1], &a[0], salt, 1);
  }
}

/// Tasks of an object that no other region touches, and one of none.
template <bool Tasks> void alone(Cell *, Cell *b, Cell salt, int id) {
  auto one = [](Cell *c, Cell salt) {
    spin(500);
    *c = mixed(*c, salt);
  };
  if (!Tasks)
    return one(&b[Cells], salt);
  MEET(alone_region);
#pragma omp taskgraph nogroup graph_id(id)
  {
#pragma omp task firstprivate(b, salt) depend(inout : b[Cells])
    one(&b[Cells], salt);
#pragma omp task
    spin(500);
  }
}

/// Many readers, which change nothing that others read, and a writer.
template <bool Tasks> void sum(Cell *a, Cell *, Cell salt, int id) {
  auto one = [](const Cell *c, Cell *to, Cell salt, int i) {
    dawdle(salt + 2, i);
    *to = mixed(mixed(*to, *c), salt);
  };
  auto last = [](Cell *a, Cell salt) { a[3] = mixed(a[3], salt); };
  if (!Tasks) {
    for (int i = 0; i < 4; ++i)
      one(&a[3], &a[Cells + 1 + i], salt, i);
    return last(a, salt);
  }
  MEET(sum_region);
#pragma omp taskgraph nogroup graph_id(id)
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task firstprivate(a, i, salt) depend(in : a[3])                    \
    depend(inout : a[Cells + 1 + i])
      one(&a[3], &a[Cells + 1 + i], salt, i);
    }
#pragma omp task firstprivate(a, salt) depend(out : a[3])
    last(a, salt);
  }
}

/// Nothing but readers of what other regions write.
template <bool Tasks> void look(Cell *a, Cell *b, Cell salt, int id) {
  auto one = [](const Cell *c, Cell *to, Cell salt, int i) {
    dawdle(salt + 4, i);
    *to = mixed(mixed(*to, c[i]), salt);
  };
  if (!Tasks) {
    for (int i = 0; i < 2; ++i)
      one(&a[2 + i], &b[Cells + 5 + i], salt, i);
    return;
  }
  MEET(look_region);
#pragma omp taskgraph nogroup graph_id(id)
  for (int i = 0; i < 2; ++i) {
    const Cell *from = &a[2 + i];
    Cell *to = &b[Cells + 5 + i];
#pragma omp task firstprivate(from, to, i, salt) depend(in : from[i])          \
    depend(inout : *to)
    one(from, to, salt, i);
  }
}

/// What makes joins between regions: these wait for one another.
template <bool Tasks> void sets(Cell *a, Cell *, Cell salt, int id) {
  auto add = [](Cell *c, Cell what) {
    __atomic_fetch_add(c, what, __ATOMIC_RELAXED);
  };
  if (!Tasks) {
    for (Cell i = 0; i < 4; ++i)
      add(&a[3], salt * i);
    return;
  }
  MEET(sets_region);
#pragma omp taskgraph nogroup graph_id(id)
  for (Cell i = 0; i < 4; ++i) {
#pragma omp task firstprivate(a, i, salt) depend(inoutset : a[3])
    add(&a[3], salt * i);
  }
}

/// Tasks that exclude each other: no replay of them overlaps with others.
template <bool Tasks> void locked(Cell *a, Cell *, Cell salt, int id) {
  if (!Tasks) {
    a[4] += salt * 3;
    return;
  }
  MEET(locked_region);
#pragma omp taskgraph nogroup graph_id(id)
  for (Cell i = 0; i < 3; ++i) {
#pragma omp task firstprivate(a, i, salt) depend(mutexinoutset : a[4])
    a[4] += salt;
  }
}

/// With a group, which comes after those without and ends before the next.
template <bool Tasks> void waited(Cell *a, Cell *b, Cell salt, int id) {
  auto one = [](Cell *c, const Cell *d, Cell salt) {
    *c = mixed(mixed(*c, *d), salt);
  };
  if (!Tasks)
    return one(&a[5], &b[5], salt);
  MEET(waited_region);
#pragma omp taskgraph graph_id(id)
#pragma omp task firstprivate(a, b, salt) depend(inout : a[5]) depend(in : b[5])
  one(&a[5], &b[5], salt);
}

/// Whose graph goes now and then, while others follow it.
template <bool Tasks> void reset(Cell *a, Cell *b, Cell salt, int id) {
  auto one = [](Cell *c, const Cell *d, Cell salt, int i) {
    dawdle(salt, i);
    *c = mixed(mixed(*c, *d), salt);
  };
  if (!Tasks) {
    for (int i = 0; i < 3; ++i)
      one(&a[2 * i], &b[i], salt, i);
    return;
  }
  MEET(reset_region);
#pragma omp taskgraph nogroup graph_id(id) graph_reset(salt % 8 == 5)
  for (int i = 0; i < 3; ++i) {
#pragma omp task firstprivate(a, b, i, salt) depend(inout : a[2 * i])          \
    depend(in : b[i])
    one(&a[2 * i], &b[i], salt, i);
  }
}

typedef void Step(Cell *, Cell *, Cell, int);
struct Kind {
  Step *tasks, *serial;
};
Kind kindOf(char name) {
#define KIND(region)                                                           \
  {                                                                            \
    region<true>, region<false>                                                \
  }
  switch (name) {
  case 'U':
    return KIND(update);
  case 'M':
    return KIND(move);
  case 'E':
    return KIND(edge);
  case 'A':
    return KIND(alone);
  case 'S':
    return KIND(sum);
  case 'L':
    return KIND(look);
  case 'I':
    return KIND(sets);
  case 'X':
    return KIND(locked);
  case 'W':
    return KIND(waited);
  default:
    return KIND(reset);
  }
#undef KIND
}

int nextId() {
  static int last;
  return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

/// Arrays that the tasks change, and what the serial run makes of them.
struct State {
  enum { Size = Cells + 8 };
  std::vector<Cell> cells, expected;
  const int id;
  State() : cells(Fields * Size), expected(Fields * Size), id(nextId()) {
    for (size_t i = 0; i < cells.size(); ++i)
      cells[i] = expected[i] = Cell(i) * 77;
  }
  void meet(const Kind &kind, int one, int other, Cell salt) {
    kind.tasks(&cells[size_t(one) * Size], &cells[size_t(other) * Size], salt,
               id);
    kind.serial(&expected[size_t(one) * Size], &expected[size_t(other) * Size],
                salt, id);
  }
  void check(const char *what) const {
    int wrong = 0;
    for (size_t i = 0; i < cells.size(); ++i)
      wrong += cells[i] != expected[i];
    CHECK_EQ(what, wrong, 0);
  }
};

/// The regions of an iteration, by name.
const char *const iterations[] = {
    "UM",  "UE",  "UA",  "UUM",  "UAE",   "UEM",   "SL",
    "LS",  "ULS", "LLS", "UMES", "AUAMA", "UIML",  "UXEM",
    "UWM", "RU",  "RME", "SSL",  "ML",    "MLMLS", "UMESLRA"};

/// The same arrays in each iteration, two that take turns, or three.
void inTurn(const char *names, int arrays) {
  State state;
  for (int s = 0; s < Steps; ++s)
    for (const char *name = names; *name; ++name)
      state.meet(kindOf(*name), arrays == 1 ? 0 : s % arrays,
                 arrays == 1 ? 1 : (s + 1) % arrays, Cell(s));
#pragma omp taskwait
  state.check(names);
}

/// Ordinary tasks and waits in between, which know what replays access.
void between(const char *names) {
  State state;
  Cell *c = state.cells.data(), *serial = state.expected.data();
  for (int s = 0; s < Steps; ++s)
    for (const char *name = names; *name; ++name) {
      state.meet(kindOf(*name), 0, 1, Cell(s));
      int what = (s * 5 + int(name - names)) % 17;
      if (what == 3) {
#pragma omp task firstprivate(c, s) depend(inout : c[0], c[3])
        {
          spin(2000);
          c[3] = mixed(c[0] = mixed(c[0], c[3]), Cell(s));
        }
        serial[3] = mixed(serial[0] = mixed(serial[0], serial[3]), Cell(s));
      } else if (what == 6) { // that only some of the regions depend on
#pragma omp task firstprivate(c, s) depend(inout : c[State::Size + 2])
        {
          spin(60000);
          c[State::Size + 2] = mixed(c[State::Size + 2], Cell(s));
        }
        serial[State::Size + 2] = mixed(serial[State::Size + 2], Cell(s));
      } else if (what == 9) {
#pragma omp taskwait depend(in : c[3])
        CHECK_EQ("behind taskwait depend", c[3], serial[3]);
      } else if (what == 12) {
#pragma omp task
        spin(3000);
      } else if (what == 15) {
#pragma omp taskwait
        state.check("in the middle");
      }
    }
#pragma omp taskwait
  state.check(names);
}

/// Any regions of any arrays.
void atRandom(unsigned seed) {
  State state;
  unsigned random = seed * 2654435761u + 12345;
  auto draw = [&random](unsigned below) {
    random = random * 1664525u + 1013904223u;
    return (random >> 16) % below;
  };
  // With few regions and arrays what comes again is known.
  unsigned arrays = 2 + seed % 3, kinds = 4 + seed * 3 % 13;
  for (int s = 0; s < 4 * Steps; ++s) {
    unsigned one = draw(arrays), other = (one + 1 + draw(arrays - 1)) % arrays;
    state.meet(kindOf("UMESALUMEASLIXWR"[draw(kinds)]), int(one), int(other),
               Cell(s));
  }
#pragma omp taskwait
  state.check("at random");
}

/// Whether a counter, which another thread counts up, exceeds a number in time.
bool exceeds(const int &counter, int number) {
  for (double end = omp_get_wtime() + 20; omp_get_wtime() < end;)
    if (__atomic_load_n(&counter, __ATOMIC_ACQUIRE) > number)
      return true;
  return false;
}

Construct first_region, middle_region, last_region;

/// A task of the first region waits for one of the last, which only comes if
/// both overlap. Another one of the last depends on it, and must not come
/// early; the region between does not touch what they share. In the first
/// rounds replays find out that they might overlap: the task is there until the
/// next one is met.
void regionsMeet(bool expected) {
  enum { Rounds = 8, Learning = 6 };
  static int early, late, own, seen, begun, met, in_order;
#pragma omp parallel
#pragma omp single
  for (int r = 0; r < Rounds; ++r) {
    bool waits = omp_get_num_threads() > 1 && expected;
    MEET(first_region);
#pragma omp taskgraph nogroup
    {
#pragma omp task depend(inout : early)
      ++early;
#pragma omp task depend(inout : late) firstprivate(r, waits)
      {
        if (waits && r < Learning)
          usleep(100000); // long enough for the next encounters to find it
        else if (waits)
          met += exceeds(begun, r);
        late = r + 1;
      }
    }
    MEET(middle_region);
#pragma omp taskgraph nogroup
#pragma omp task depend(inout : own) depend(in : early) firstprivate(r, waits)
    {
      own += early;
      if (waits && r < Learning)
        usleep(100000);
    }
    MEET(last_region);
#pragma omp taskgraph nogroup
    {
#pragma omp task depend(inout : early)
      __atomic_fetch_add(&begun, 1, __ATOMIC_RELEASE);
#pragma omp task depend(in : late) depend(inout : seen) firstprivate(r)
      {
        in_order += late == r + 1;
        ++seen;
      }
    }
#pragma omp taskwait
  }
  CHECK_EQ("dependent tasks in order", in_order, Rounds);
  CHECK_EQ("tasks of others before", own, Rounds * (Rounds + 1) / 2);
  if (expected)
    CHECK_EQ("regions that met", met, Rounds - Learning);
}

/// Whether regions are replayed, and not only compared.
bool replays() {
  const char *value = getenv("OMPX_TASKGRAPH");
  return PROVED && (!value || strcmp(value, "on") == 0);
}

} // namespace

int main() {
#pragma omp parallel
#pragma omp single
  {
    for (const char *names : iterations)
      for (int arrays = 1; arrays <= 3; ++arrays)
        inTurn(names, arrays);
    for (const char *names : iterations)
      between(names);
    for (unsigned seed = 0; seed < 10; ++seed)
      atRandom(seed);
  }
#pragma omp parallel
  for (unsigned i = 0; i < 4; ++i)
    inTurn(iterations[(i * 5 + unsigned(omp_get_thread_num())) % 16], 2);
#pragma omp parallel
#pragma omp single
  for (unsigned t = 0; t < 6; ++t) {
#pragma omp task
    {
      inTurn(iterations[t * 3], 1);
      atRandom(t);
    }
  }
  regionsMeet(replays() && omp_get_max_threads() > 1);
  for (const Construct *each :
       {&update_region, &move_region, &sum_region, &look_region, &reset_region})
    CHECK_COUNTED(*each);
  Uses uses = records_graphs() ? Used : Replayed;
  CHECK_USES(first_region, uses, -1);
  CHECK_USES(last_region, uses, -1);
  return check_done();
}
