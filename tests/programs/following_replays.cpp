// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replays with nogroup of one region, one after the other: each begins while
// those before run, and its tasks come after theirs as if all had been made one
// by one. Also between regions, ordinary tasks and other arrays, by several
// encountering tasks at once.
#include "check.h"
#include <vector>

namespace {

typedef unsigned Cell;
enum { Side = 6, Cells = (Side + 2) * (Side + 2), Steps = 30 };
Construct sweep_region, lines_region, sets_region, unordered_region,
    met_region;

Cell mixed(Cell sum, Cell with) { return (sum ^ with) * 2654435761u + 1; }

/// What orders the tasks of a wavefront: each needs two new neighbours and two
/// old ones.
template <bool Tasks> void sweep(Cell *a, Cell salt) {
  enum { Row = Side + 2 };
  auto update = [](Cell *c, Cell salt) {
    *c = mixed(mixed(mixed(mixed(mixed(*c, c[-1]), c[-Row]), c[1]), c[Row]),
               salt);
  };
  if (!Tasks) {
    for (int i = 1; i <= Side; ++i)
      for (int j = 1; j <= Side; ++j)
        update(&a[i * Row + j], salt);
    return;
  }
  MEET(sweep_region);
#pragma omp taskgraph nogroup
  for (int i = 1; i <= Side; ++i)
    for (int j = 1; j <= Side; ++j) {
      Cell *c = &a[i * Row + j];
#pragma omp task firstprivate(c, salt) depend(inout : *c)                      \
    depend(in : c[-1], c[1], c[-Row], c[Row])
      update(c, salt);
    }
}

/// Readers of one cell, a set of writers that add, and one that changes all.
template <bool Tasks> void sets(Cell *a, Cell salt) {
  enum { Readers = 5, Adders = 4 };
  auto add = [](Cell *sum, Cell what) {
    __atomic_fetch_add(sum, what, __ATOMIC_RELAXED);
  };
  if (!Tasks) {
    a[0] = mixed(a[0], a[20] + salt);
    for (int i = 0; i < Readers; ++i)
      a[1 + i] = mixed(a[1 + i], a[0]);
    for (Cell i = 0; i < Adders; ++i)
      a[20] += i * salt;
    return;
  }
  MEET(sets_region);
#pragma omp taskgraph nogroup
  {
#pragma omp task firstprivate(a, salt) depend(inout : a[0]) depend(in : a[20])
    a[0] = mixed(a[0], a[20] + salt);
    for (int i = 0; i < Readers; ++i) {
#pragma omp task firstprivate(a, i) depend(in : a[0]) depend(inout : a[1 + i])
      a[1 + i] = mixed(a[1 + i], a[0]);
    }
    for (Cell i = 0; i < Adders; ++i) {
#pragma omp task firstprivate(a, i, salt) depend(inoutset : a[20])
      add(&a[20], i * salt);
    }
  }
}

/// Chains of their own, in an order that is none of the cells': replays overlap
/// as far as they may.
template <bool Tasks> void lines(Cell *a, Cell salt) {
  enum { Lines = 4, Length = 5 };
  if (!Tasks) {
    for (int k = 0; k < Length; ++k)
      for (int i = 0; i < Lines; ++i)
        a[i] = mixed(a[i], salt + Cell(k));
    return;
  }
  MEET(lines_region);
#pragma omp taskgraph nogroup
  for (int k = 0; k < Length; ++k)
    for (int i = 0; i < Lines; ++i) {
#pragma omp task firstprivate(a, i, k, salt) depend(inout : a[i])
      {
        if (i == 0)
          spin(300);
        a[i] = mixed(a[i], salt + Cell(k));
      }
    }
}

/// One in three is in no order with those before, and changes nothing; the next
/// one is in order with all of them.
template <bool Tasks> void unordered(Cell *a, Cell salt) {
  bool changes = salt % 3 != 1;
  auto update = [](Cell *c, Cell salt, bool changes) {
    if (changes) {
      spin(2000);
      *c = mixed(*c, salt);
    }
  };
  if (!Tasks)
    return update(a, salt, changes);
  MEET(unordered_region);
#pragma omp taskgraph nogroup nowait(!changes)
#pragma omp task firstprivate(a, salt, changes) depend(inout : a[0])
  update(a, salt, changes);
}

typedef void Step(Cell *, Cell);
struct Kind {
  Step *tasks, *serial;
};
const Kind kinds[] = {{sweep<true>, sweep<false>},
                      {sets<true>, sets<false>},
                      {lines<true>, lines<false>},
                      {unordered<true>, unordered<false>}};

struct Field {
  std::vector<Cell> cells, expected;
  Field() : cells(Cells), expected(Cells) {
    for (int i = 0; i < Cells; ++i)
      cells[size_t(i)] = expected[size_t(i)] = Cell(i) * 77;
  }
  Cell *data() { return cells.data(); }
  Cell *serial() { return expected.data(); }
  void check(const char *what) const {
    int wrong = 0;
    for (size_t i = 0; i < Cells; ++i)
      wrong += cells[i] != expected[i];
    CHECK_EQ(what, wrong, 0);
  }
};

void oneAfterTheOther(const Kind &kind, Cell steps, Field &field) {
  for (Cell s = 0; s < steps; ++s) {
    kind.tasks(field.data(), s);
    kind.serial(field.serial(), s);
  }
#pragma omp taskwait
  field.check("one after the other");
}

/// Other regions, ordinary tasks, other arrays and waits in between.
void between(Cell steps) {
  Field field, other;
  for (Cell s = 0; s < steps; ++s) {
    const Kind &kind = kinds[s / 5 % 4];
    bool elsewhere = s % 7 == 3;
    Field &now = elsewhere ? other : field;
    kind.tasks(now.data(), s);
    kind.serial(now.serial(), s);
    if (s % 11 == 4) {
      Cell *c = field.data();
#pragma omp task firstprivate(c, s) depend(inout : c[0], c[20])
      c[0] = mixed(c[0], s);
      field.serial()[0] = mixed(field.serial()[0], s);
    }
    if (s % 13 == 6) {
#pragma omp taskwait
      field.check("in the middle");
    }
  }
#pragma omp taskwait
  field.check("with others in between");
  other.check("the other array");
}

/// Whether a counter, which another thread counts up, exceeds a number in time.
bool exceeds(const int &counter, int number) {
  for (double end = omp_get_wtime() + 20; omp_get_wtime() < end;)
    if (__atomic_load_n(&counter, __ATOMIC_ACQUIRE) > number)
      return true;
  return false;
}

/// A task of one replay waits for one of the next, which only comes if replays
/// overlap. The first ones find out that they might: they run when the next is
/// met.
void replaysMeet() {
  enum { Encounters = 5, First = 4 };
  static int early, late, begun, arrived, met;
#pragma omp parallel
#pragma omp single
  for (int s = 0; s < Encounters; ++s) {
    __atomic_store_n(&arrived, s, __ATOMIC_RELEASE);
    MEET(met_region);
#pragma omp taskgraph nogroup
    {
#pragma omp task depend(inout : early)
      __atomic_fetch_add(&begun, 1, __ATOMIC_RELEASE);
#pragma omp task depend(inout : late) firstprivate(s)
      if (omp_get_num_threads() > 1 && s < First - 1) {
        exceeds(arrived, s);
        usleep(150000); // long enough for the next encounter to find it
      } else if (omp_get_num_threads() > 1 && s + 1 < Encounters) {
        met += exceeds(begun, s + 1);
      }
    }
  }
  CHECK_EQ("replays that met", met, Encounters - First);
}

/// Whether regions are replayed, and not only compared.
bool replays() {
  const char *value = getenv("OMPX_TASKGRAPH");
  return PROVED && (!value || strcmp(value, "on") == 0);
}

} // namespace

int main() {
  for (const Kind &kind : kinds) {
#pragma omp parallel
#pragma omp single
    {
      Field field;
      oneAfterTheOther(kind, Steps, field);
#pragma omp taskgroup
      {
        kind.tasks(field.data(), 5);
        kind.tasks(field.data(), 6);
      }
      kind.serial(field.serial(), 5);
      kind.serial(field.serial(), 6);
      field.check("a taskgroup around them");
    }
#pragma omp parallel
    {
      Field field;
      oneAfterTheOther(kind, Steps, field);
    }
  }
#pragma omp parallel
#pragma omp single
  {
    between(200);
    for (int t = 0; t < 6; ++t) {
#pragma omp task
      between(60);
    }
  }
  if (replays() && omp_get_max_threads() > 1)
    replaysMeet();
  // A recorded graph is of one array.
  Uses uses = records_graphs() ? Used : Replayed;
  CHECK_USES(sweep_region, uses, -1);
  CHECK_USES(sets_region, uses, -1);
  CHECK_USES(lines_region, uses, -1);
  return check_done();
}
