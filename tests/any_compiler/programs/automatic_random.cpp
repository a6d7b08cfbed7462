// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams of tasks without any region, which the library may refill
// (OMPX_TASKGRAPH_AUTO): random lists of operations on cells, run again and
// again, and changed at times. After each wait the cells are what a serial run
// of the list leaves. No order of two tasks can be lost without a wrong cell.
//
// Arguments: first seed, number of seeds. Prints what the library has counted.
#include "check.h"
#include <atomic>
#include <vector>

namespace {

typedef unsigned long long Word;

enum Kind {
  Update,
  UpdateElsewhere, // by a function that is called
  Prioritised,
  Untied,
  Object,      // the task copies one with a constructor
  Commutative, // mutexinoutset
  Set,         // inoutset
  Undeferred,
  AwaitCell, // taskwait depend, and the maker reads the cell
  Independent,
  Nested, // the task makes a stream of its own
  LastChanging = Nested,
  Everything, // omp_all_memory
  Yield,
  Flag, // the maker spins until a task has set it
  LastUsual = Flag,
  GroupBegin, // what a stream cannot have
  GroupEnd,
  Detached,
  Loop,     // taskloop
  Parallel, // in the maker
  SetIcv,
  KindCount
};

struct Operation {
  Kind kind;
  int out, in1, in2;
  Word value;
};
typedef std::vector<Operation> Operations;

class Random {
  Word state;

public:
  explicit Random(Word seed) : state(seed * 2654435769u + 1) {}
  unsigned below(unsigned bound) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return unsigned((state >> 33) % bound);
  }
};

enum { Cells = 12, ChildCells = 4, Children = 10 };

struct State {
  Word cell[Cells];
  Word count;   // of independent tasks, and what the maker reads
  Word checked; // what the maker has read
};

std::atomic<int> objects{0};

/// Making a copy may need tasks. (A taskwait would wait for the very task whose
/// data are made, in libomp as such.)
void joinWhileCopying(Word value) {
  int done = 0, *to = &done;
  switch (value % 16) {
  case 1: {
#pragma omp taskgroup
    {
#pragma omp task firstprivate(to)
      *to = 1;
    }
    CHECK_EQ("a task of a copy", done, 1);
    break;
  }
  case 2: {
#pragma omp task firstprivate(to) depend(out : *to)
    *to = 1;
#pragma omp taskwait depend(in : done)
    CHECK_EQ("a task of a copy", done, 1);
    break;
  }
  default:
    break;
  }
}

struct Counted {
  Word value;
  explicit Counted(Word v) : value(v) { ++objects; }
  Counted(const Counted &other) : value(other.value) {
    ++objects;
    joinWhileCopying(value);
  }
  ~Counted() { --objects; }
};

inline void update(Word &to, Word a, Word b, Word value) {
  to = to * 31 + a * 7 + b * 3 + value;
}

void addChildren(Word &to, Word value) {
  Word child[ChildCells] = {value, 1, 2, 3};
  for (int i = 0; i < Children; ++i)
    update(child[i % ChildCells], child[(i + 1) % ChildCells], 0, Word(i));
  to = to * 5 + child[0] + child[1] * 3 + child[2] * 7;
}

void serially(const Operations &operations, State &s) {
  for (const Operation &o : operations)
    switch (o.kind) {
    case Update:
    case UpdateElsewhere:
    case Prioritised:
    case Untied:
    case Object:
    case Undeferred:
    case Detached:
    case Flag:
    case Everything:
      update(s.cell[o.out], s.cell[o.in1], s.cell[o.in2], o.value);
      break;
    case Commutative:
    case Set:
      s.cell[o.out] += o.value;
      break;
    case AwaitCell:
      s.checked = s.checked * 3 + s.cell[o.in1];
      break;
    case Independent:
      s.count += o.value;
      break;
    case Loop:
      s.count += 8 * o.value;
      break;
    case Nested:
      addChildren(s.cell[o.out], o.value);
      break;
    case SetIcv:
    case GroupBegin:
    case GroupEnd:
    case Parallel:
    case Yield:
    case KindCount:
      break;
    }
}

__attribute__((noinline)) void makeElsewhere(Word *c, Operation o) {
  Word *out = c + o.out, *in1 = c + o.in1, *in2 = c + o.in2;
#pragma omp task depend(in : *in1, *in2) depend(inout : *out)                  \
    firstprivate(out, in1, in2, o)
  update(*out, *in1, *in2, o.value);
}

void makeChildren(Word &to, Word value) {
  Word child[ChildCells] = {value, 1, 2, 3}, *c = child;
  for (int i = 0; i < Children; ++i) {
    int at = i % ChildCells, from = (i + 1) % ChildCells;
#pragma omp task depend(in : c[from]) depend(inout : c[at])                    \
    firstprivate(c, at, from, i)
    update(c[at], c[from], 0, Word(i));
  }
#pragma omp taskwait
  to = to * 5 + child[0] + child[1] * 3 + child[2] * 7;
}

void make(const Operations &operations, size_t &at, State &state) {
  Word *c = state.cell;
  State *s = &state;
  for (; at < operations.size(); ++at) {
    const Operation o = operations[at];
    switch (o.kind) {
    case Update:
#pragma omp task depend(in : c[o.in1], c[o.in2]) depend(inout : c[o.out])      \
    firstprivate(c, o)
      update(c[o.out], c[o.in1], c[o.in2], o.value);
      break;
    case UpdateElsewhere:
      makeElsewhere(c, o);
      break;
    case Prioritised:
#pragma omp task depend(in : c[o.in1], c[o.in2]) depend(inout : c[o.out])      \
    firstprivate(c, o) priority(int(o.value % 4))
      update(c[o.out], c[o.in1], c[o.in2], o.value);
      break;
    case Untied:
#pragma omp task untied depend(in : c[o.in1], c[o.in2])                        \
    depend(inout : c[o.out]) firstprivate(c, o)
      update(c[o.out], c[o.in1], c[o.in2], o.value);
      break;
    case Object: {
      Counted object(o.value);
#pragma omp task depend(in : c[o.in1], c[o.in2]) depend(inout : c[o.out])      \
    firstprivate(c, o, object)
      update(c[o.out], c[o.in1], c[o.in2], object.value);
      break;
    }
    case Commutative:
#pragma omp task depend(mutexinoutset : c[o.out]) firstprivate(c, o)
    {
      volatile Word *cell = &c[o.out];
      Word before = *cell;
      for (volatile int i = 0; i < 20; i = i + 1)
        ;
      *cell = before + o.value;
    } break;
    case Set:
#ifdef __clang__
#pragma omp task depend(inoutset : c[o.out]) firstprivate(c, o)
    {
#pragma omp atomic
      c[o.out] += o.value;
    }
#else
#pragma omp task depend(mutexinoutset : c[o.out]) firstprivate(c, o)
      c[o.out] += o.value;
#endif
    break;
    case Undeferred:
#pragma omp task depend(in : c[o.in1], c[o.in2]) depend(inout : c[o.out])      \
    firstprivate(c, o) if (false)
      update(c[o.out], c[o.in1], c[o.in2], o.value);
      break;
    case AwaitCell: {
#pragma omp taskwait depend(in : c[o.in1])
      state.checked = state.checked * 3 + c[o.in1];
      break;
    }
    case Independent:
#pragma omp task firstprivate(s, o)
    {
#pragma omp atomic
      s->count += o.value;
    } break;
    case Nested:
#pragma omp task depend(inout : c[o.out]) firstprivate(c, o)
      makeChildren(c[o.out], o.value);
      break;
    case GroupBegin:
      ++at;
#pragma omp taskgroup
      make(operations, at, state);
      break;
    case GroupEnd:
      return;
    case Detached: {
      omp_event_handle_t event;
#pragma omp task depend(in : c[o.in1], c[o.in2]) depend(inout : c[o.out])      \
    firstprivate(c, o) detach(event)
      {
        update(c[o.out], c[o.in1], c[o.in2], o.value);
        omp_fulfill_event(event);
      }
      break;
    }
    case Loop:
#pragma omp taskloop num_tasks(4) nogroup firstprivate(s, o)
      for (int i = 0; i < 8; ++i) {
#pragma omp atomic
        s->count += o.value;
      }
      break;
    case Parallel: {
      int threads = 0;
#pragma omp parallel num_threads(2) reduction(+ : threads)
      threads += 1;
      CHECK(threads == 1 || threads == 2);
      break;
    }
    case Yield: {
#pragma omp taskyield
      break;
    }
    case SetIcv: {
      int wanted = 3 + int(o.value % 3);
      omp_set_num_threads(wanted);
#pragma omp task firstprivate(wanted)
      CHECK_EQ("threads of a task's ICV", omp_get_max_threads(), wanted);
      break;
    }
    case Flag: {
      int set = 0, *flag = &set;
#pragma omp task depend(in : c[o.in1], c[o.in2]) depend(inout : c[o.out])      \
    firstprivate(c, o, flag)
      {
        update(c[o.out], c[o.in1], c[o.in2], o.value);
        __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
      }
      while (omp_get_num_threads() > 1 &&
             !__atomic_load_n(flag, __ATOMIC_ACQUIRE))
        usleep(1);
      if (omp_get_num_threads() == 1) {
#pragma omp taskwait
      }
      break;
    }
    case Everything:
#ifdef __clang__
#pragma omp task depend(inout : omp_all_memory) firstprivate(c, o)
      update(c[o.out], c[o.in1], c[o.in2], o.value);
#else
#pragma omp task depend(inout : c[0], c[1], c[2], c[3], c[4], c[5])            \
    depend(inout : c[6], c[7], c[8], c[9], c[10], c[11]) firstprivate(c, o)
      update(c[o.out], c[o.in1], c[o.in2], o.value);
#endif
      break;
    case KindCount:
      break;
    }
  }
}

Operation draw(Random &random, unsigned usual, bool spins) {
  Operation o;
  o.kind = random.below(100) < usual ? Update
           : random.below(20)        ? Kind(random.below(LastUsual + 1))
                                     : Kind(random.below(KindCount));
  if (o.kind == Flag && !spins)
    o.kind = Update;
  if (o.kind == GroupBegin || o.kind == GroupEnd)
    o.kind = Update; // in pairs, below
  o.out = int(random.below(Cells));
  o.in1 = int(random.below(Cells));
  o.in2 = int(random.below(Cells));
  o.value = random.below(1000);
  return o;
}

/// Changes a list, mostly only what its tasks compute.
void change(Operations &operations, Random &random, bool spins) {
  size_t at = random.below(unsigned(operations.size()));
  Operation &o = operations[at];
  bool usual = o.kind <= LastChanging;
  switch (random.below(12)) {
  case 0:
    if (usual)
      o.in1 = int(random.below(Cells));
    break;
  case 1:
    if (usual)
      o.out = int(random.below(Cells));
    break;
  case 2:
    operations.insert(operations.begin() + long(at), draw(random, 50, spins));
    break;
  case 3:
    if (usual && operations.size() > 2)
      operations.erase(operations.begin() + long(at));
    break;
  case 4:
    if (usual)
      o.kind = Kind(random.below(LastChanging + 1));
    break;
  default:
    o.value += 1;
  }
}

/// How a stream ends.
enum End { Taskwait, Taskgroup, Barrier, Task, EndCount };

struct Trial {
  std::vector<Operations> lists; // that take turns
  State state, expected;

  Trial(Random &random, bool spins) : lists(1 + random.below(3)) {
    memset(&state, 0, sizeof state);
    static const unsigned shares[] = {100, 95, 70};
    unsigned usual = shares[random.below(3)];
    for (Operations &list : lists) {
      unsigned count = 8 + random.below(30);
      for (unsigned i = 0; i < count; ++i)
        list.push_back(draw(random, usual, spins));
      if (random.below(5) == 0) {
        unsigned begin = random.below(count / 2);
        unsigned end = begin + 1 + random.below(count / 2);
        Operation mark = {GroupBegin, 0, 0, 0, 0};
        list.insert(list.begin() + long(begin), mark);
        mark.kind = GroupEnd;
        list.insert(list.begin() + long(end) + 1, mark);
      }
    }
    for (int i = 0; i < Cells; ++i)
      state.cell[i] = Word(i) + 1;
    expected = state;
  }

  void check(int step) {
    for (int i = 0; i < Cells; ++i)
      CHECK_EQ("a cell", state.cell[i], expected.cell[i]);
    CHECK_EQ("the count", state.count, expected.count);
    CHECK_EQ("what the maker reads", state.checked, expected.checked);
    if (!check_failures)
      return;
    printf("step %d, kinds:", step);
    for (const Operation &o : lists[size_t(step) % lists.size()])
      printf(" %d(%d,%d,%d)", o.kind, o.out, o.in1, o.in2);
    puts("");
    exit(1);
  }

  void run(int step, End end) {
    Operations &list = lists[size_t(step) % lists.size()];
    size_t at = 0;
    switch (end) {
    case Taskwait:
    case Barrier: // by the caller
    case EndCount:
      make(list, at, state);
#pragma omp taskwait
      break;
    case Taskgroup:
#pragma omp taskgroup
      make(list, at, state);
      break;
    case Task:
#pragma omp taskgroup
    {
      Operations *operations = &list;
      State *s = &state;
#pragma omp task firstprivate(operations, s)
      {
        size_t first = 0;
        make(*operations, first, *s);
      }
    } break;
    }
    serially(list, expected);
  }
};

enum { Steps = 40 };

/// One maker, which waits.
void oneMaker(Random &random, bool spins) {
  Trial trial(random, spins);
  End end = End(random.below(EndCount));
  if (end == Barrier) {
    for (int step = 0; step < Steps; ++step) {
      Operations &list = trial.lists[size_t(step) % trial.lists.size()];
#pragma omp parallel
      {
#pragma omp single
        {
          size_t at = 0;
          make(list, at, trial.state);
        }
      }
      serially(list, trial.expected);
      trial.check(step);
      if (random.below(4) == 0)
        change(list, random, spins);
    }
    return;
  }
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < Steps; ++step) {
    trial.run(step, end);
    trial.check(step);
    if (random.below(4) == 0)
      change(trial.lists[size_t(step) % trial.lists.size()], random, spins);
  }
}

/// Every thread makes streams of its own.
void allMake(unsigned seed) {
#pragma omp parallel
  {
    // The same lists, or others.
    Random random(seed % 2 ? seed : seed + unsigned(omp_get_thread_num()));
    Trial trial(random, false);
    End end = End(random.below(EndCount));
    for (int step = 0; step < Steps; ++step) {
      trial.run(step, end);
      trial.check(step);
      if (random.below(6) == 0)
        change(trial.lists[size_t(step) % trial.lists.size()], random, false);
    }
  }
}

/// Tasks make streams, at once.
void tasksMake(unsigned seed) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 4; ++round) {
    for (unsigned i = 0; i < 6; ++i) {
#pragma omp task firstprivate(i)
      {
        Random random(seed + i % 2);
        Trial trial(random, false);
        for (int step = 0; step < 8; ++step) {
          trial.run(step, End(step % EndCount));
          trial.check(step);
        }
      }
    }
#pragma omp taskwait
  }
}

} // namespace

int main(int count, char **arguments) {
  setlinebuf(stdout);
  unsigned first = count > 1 ? unsigned(atoi(arguments[1])) : 1;
  unsigned seeds = count > 2 ? unsigned(atoi(arguments[2])) : 20;
  omp_set_max_active_levels(2);
  for (unsigned seed = first; seed < first + seeds && !check_failures; ++seed) {
    if (getenv("SHOW_SEEDS"))
      printf("seed %u\n", seed);
    Random random(seed);
    switch (random.below(4)) {
    case 0:
      allMake(seed);
      break;
    case 1:
      tasksMake(seed);
      break;
    default:
      oneMaker(random, random.below(2) == 0);
    }
    if (check_failures)
      printf("seed %u\n", seed);
  }
  CHECK_EQ("objects that are left", objects.load(), 0);
  ompx_taskgraph_counts_t counts;
  ompx_get_taskgraph_counts(nullptr, 0, &counts);
  printf("recorded %llu refilled %llu diverged %llu plain %llu\n",
         (Word)counts.recorded, (Word)counts.refilled, (Word)counts.diverged,
         (Word)counts.plain);
  return check_done();
}
