// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random task graphs against a serial oracle, from seeds, at run time: every
// access type by clause, iterator, depobj and by calling the runtime as the
// compiler does; omp_all_memory, repeated objects, undeferred, untied, detached
// and prioritised tasks, taskwait depend, children on the same addresses.
// Checked are values, and the times at which tasks ran. Usage: depend_random
// FIRST COUNT [drop|orphans]; with "drop" one task of each program has no
// dependences; with "orphans" tasks may end before their children.
#include "depend_random.h"
#include "depend_check.h"
#include <stdint.h>

constexpr int MaxObjects = 200, MaxStride = 64;
static char tokens[MaxObjects * MaxStride]; // only their addresses are used
static int stride, complaints;
static unsigned current_seed;
static long now = 1;

static long tick() { return __atomic_fetch_add(&now, 1, __ATOMIC_RELAXED); }

/// The data of one execution of a program, made before it begins.
struct Run {
  Run(const Program &program, Word salt)
      : program(program), salt(salt), cells(program.objects),
        results(program.steps.size()), traces(program.steps.size()),
        children(program.steps.size()) {
    for (size_t n = 0; n < program.steps.size(); ++n)
      if (program.steps[n].children)
        children[n] =
            std::make_unique<Run>(*program.steps[n].children, mix(salt, n));
  }
  const Program &program;
  Word salt;
  std::vector<Word> cells, results;
  std::vector<Trace> traces;
  std::vector<std::unique_ptr<Run>> children;
};

static void complain(size_t n, const char *what, Word seen, Word wanted) {
  __atomic_fetch_add(&check_failures, 1, __ATOMIC_RELAXED);
  if (__atomic_fetch_add(&complaints, 1, __ATOMIC_RELAXED) < 4)
    printf("seed %u: step %zu: %s: %llx, %llx\n", current_seed, n, what, seen,
           wanted);
}

static void issue(Run &run);
static void execute_serially(Run &run);

/// The end of the body or the event of a detached task, whichever is later.
static void note_end(Trace &trace) {
  long time = tick(), old = __atomic_load_n(&trace.end, __ATOMIC_RELAXED);
  while (old < time &&
         !__atomic_compare_exchange_n(&trace.end, &old, time, false,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

static bool has_ended(const Trace &trace) {
  return __atomic_load_n(&trace.end, __ATOMIC_RELAXED) != 0;
}

static void execute(Run &run, size_t n, bool serially = false) {
  const Step &s = run.program.steps[n];
  Trace &trace = run.traces[n];
  __atomic_fetch_add(&trace.times, 1, __ATOMIC_RELAXED);
  trace.start = tick();
  Word value = mix(run.salt, n);
  for (const Access &access : s.effective)
    if (access.type == In || access.type == Inout)
      value = mix(value, run.cells[access.object]);
  if (s.children) {
    Run &inner = *run.children[n];
    if (serially) {
      execute_serially(inner);
    } else if (s.join == Join::Taskgroup) {
#pragma omp taskgroup
      issue(inner);
    } else {
      issue(inner);
      if (s.join == Join::Taskwait) {
#pragma omp taskwait
      }
    }
  }
  if (!serially)
    spin(s.work);
  for (const Access &access : s.effective) {
    Word &cell = run.cells[access.object];
    if (access.type == Out || access.type == Inout)
      cell = mix(value, access.object);
    else if (access.type == Mutexinoutset)
      cell += value;
    else if (access.type == Inoutset)
      __atomic_fetch_add(&cell, value, __ATOMIC_RELAXED);
  }
  run.results[n] = value;
  note_end(trace);
}

static void execute_serially(Run &run) {
  for (size_t n = 0; n < run.program.steps.size(); ++n)
    if (run.program.steps[n].kind <= Kind::Fence)
      execute(run, n, true);
}

// What the compiler would make of a task construct, for lists of accesses in
// any order and for both arguments that hold them.
extern "C" {
struct Dependence {
  intptr_t address;
  size_t length;
  unsigned char flags;
};
struct Task {
  void *shareds;
  int (*routine)(int, Task *);
  int part;
  void *data1, *data2;
};
int __kmpc_global_thread_num(void *);
Task *__kmpc_omp_task_alloc(void *, int, int, size_t, size_t,
                            int (*)(int, Task *));
int __kmpc_omp_task_with_deps(void *, int, Task *, int, Dependence *, int,
                              Dependence *);
}
struct Shareds {
  Run *run;
  size_t n;
};

static int execute_called(int, Task *task) {
  Shareds *shareds = static_cast<Shareds *>(task->shareds);
  execute(*shareds->run, shareds->n);
  return 0;
}

static void issue_by_call(Run &run, size_t n, bool keep) {
  static const unsigned char flags[Types] = {1, 3, 3, 4, 8};
  const Step &s = run.program.steps[n];
  int thread = __kmpc_global_thread_num(nullptr);
  Task *task = __kmpc_omp_task_alloc(nullptr, thread, 1, sizeof(Task),
                                     sizeof(Shareds), execute_called);
  *static_cast<Shareds *>(task->shareds) = {&run, n};
  std::vector<Dependence> aliased, distinct;
  for (const Access &access : s.named) {
    Dependence d = {(intptr_t)&tokens[access.object * stride], 1,
                    flags[access.type]};
    size_t uses =
        std::count_if(s.named.begin(), s.named.end(), [&](const Access &other) {
          return other.object == access.object;
        });
    bool alone = uses == 1 && access.type != Mutexinoutset && access.object % 2;
    (alone ? distinct : aliased).push_back(d);
  }
  if (s.kind == Kind::Fence) // either form of omp_all_memory
    aliased.push_back(n % 2 ? Dependence{0, 0, 0x80} : Dependence{-1, 0, 3});
  if (!keep)
    aliased.clear(), distinct.clear();
  __kmpc_omp_task_with_deps(nullptr, thread, task, (int)aliased.size(),
                            aliased.data(), (int)distinct.size(),
                            distinct.data());
}

#define OBJECT(type, k) tokens[s.list[type][k] * stride]
#define LISTS                                                                  \
  depend(iterator(k = 0 : length[In]), in : OBJECT(In, k))                     \
      depend(iterator(k = 0 : length[Out]), out : OBJECT(Out, k))              \
          depend(iterator(k = 0 : length[Inout]), inout : OBJECT(Inout, k))    \
              depend(iterator(k = 0 : length[Inoutset]),                       \
                     inoutset : OBJECT(Inoutset, k))
#define ALL_LISTS                                                              \
  LISTS depend(iterator(k = 0 : length[Mutexinoutset]),                        \
               mutexinoutset : OBJECT(Mutexinoutset, k))

static void issue_by_depobjs(Run &run, size_t n, bool keep) {
  const Step &s = run.program.steps[n];
  omp_depend_t objects[Types];
  const bool use[Types] = {
      keep && !s.list[In].empty(), keep && !s.list[Out].empty(),
      keep && !s.list[Inout].empty(), keep && !s.list[Mutexinoutset].empty(),
      keep && !s.list[Inoutset].empty()};
  char nobody[Types]; // stands in where a list is empty
  for (int type = 0; type < Types; ++type) {
    omp_depend_t &object = objects[type];
    int length = use[type] ? (int)s.list[type].size() : 1;
    const int *list = use[type] ? s.list[type].data() : nullptr;
    char *from = use[type] ? tokens : nobody;
    int only = use[type] ? 0 : type;
#define LISTED from[list ? list[k] * stride : only]
    if (type == In) {
#pragma omp depobj(object) depend(iterator(k = 0 : length), in : LISTED)
    } else if (type == Out) {
#pragma omp depobj(object) depend(iterator(k = 0 : length), out : LISTED)
    } else if (type == Inout) {
#pragma omp depobj(object) depend(iterator(k = 0 : length), inout : LISTED)
    } else if (type == Mutexinoutset) {
#pragma omp depobj(object)                                                     \
    depend(iterator(k = 0 : length), mutexinoutset : LISTED)
    } else {
#pragma omp depobj(object) depend(iterator(k = 0 : length), inoutset : LISTED)
    }
  }
#pragma omp task shared(run) depend(depobj : objects[0], objects[1])           \
    depend(depobj : objects[2], objects[3], objects[4]) priority(s.priority)
  execute(run, n);
  for (omp_depend_t &object : objects) {
#pragma omp depobj(object) destroy
  }
}

/// A detached task; its event is fulfilled by another one, early or late.
static void issue_detached(Run &run, size_t n, const int (&length)[Types]) {
  const Step &s = run.program.steps[n];
  omp_event_handle_t event = {};
#pragma omp task detach(event) shared(run) ALL_LISTS
  execute(run, n);
#pragma omp task shared(run) firstprivate(event)
  {
    spin(run.program.steps[n].work);
    note_end(run.traces[n]);
    omp_fulfill_event(event);
  }
}

static void issue_task(Run &run, size_t n, const int (&length)[Types]) {
  const Step &s = run.program.steps[n];
  if (s.kind == Kind::Fence && s.way != Way::Call) {
    if (s.dropped) {
#pragma omp task shared(run)
      execute(run, n);
    } else {
#pragma omp task shared(run) if (!s.undeferred) depend(inout : omp_all_memory) \
    LISTS
      execute(run, n);
    }
  } else if (s.way == Way::Call) {
    issue_by_call(run, n, !s.dropped);
    return;
  } else if (s.way == Way::Depobjs) {
    issue_by_depobjs(run, n, !s.dropped);
    return;
  } else if (s.way == Way::Detached) {
    issue_detached(run, n, length);
    return;
  } else if (s.way == Way::Untied) {
    // libomp does not survive an untied task with if(0).
#pragma omp task untied shared(run) ALL_LISTS
    execute(run, n);
    return;
  } else {
#pragma omp task shared(run) if (!s.undeferred) priority(s.priority) ALL_LISTS
    execute(run, n);
  }
  if (s.undeferred && !s.dropped && !has_ended(run.traces[n]))
    complain(n, "undeferred, but not over", 0, 1);
}

/// Creates the tasks of a program as children of the calling task.
static void issue(Run &run) {
  for (size_t n = 0; n < run.program.steps.size(); ++n) {
    const Step &s = run.program.steps[n];
    int length[Types];
    for (int type = 0; type < Types; ++type)
      length[type] = s.dropped ? 0 : (int)s.list[type].size();
    if (s.kind == Kind::Task || s.kind == Kind::Fence) {
      issue_task(run, n, length);
    } else if (s.kind == Kind::Taskwait) {
#pragma omp taskwait
      for (size_t m = 0; m < n; ++m)
        if (run.program.steps[m].kind <= Kind::Fence &&
            !has_ended(run.traces[m]))
          complain(m, "not over after taskwait", 0, 1);
    } else if (s.kind == Kind::TaskwaitDepend) {
#pragma omp taskwait LISTS
      run.traces[n].start = tick();
      note_end(run.traces[n]);
    } else {
#pragma omp taskwait LISTS nowait
    }
  }
}

static void compare(const Run &run, const Run &expected) {
  for (size_t n = 0; n < run.program.steps.size(); ++n) {
    if (run.program.steps[n].kind > Kind::Fence)
      continue;
    if (run.traces[n].times != 1)
      complain(n, "times run", run.traces[n].times, 1);
    else if (run.results[n] != expected.results[n])
      complain(n, "result", run.results[n], expected.results[n]);
    if (run.children[n])
      compare(*run.children[n], *expected.children[n]);
  }
  for (int o = 0; o < run.program.objects; ++o)
    if (run.cells[o] != expected.cells[o])
      complain(o, "object at the end", run.cells[o], expected.cells[o]);
  OrderCheck::check(run.program, run.traces, complain);
}

/// Takes the dependences of the last task that has a predecessor.
static void drop_one(Program &program) {
  for (size_t n = program.steps.size() - 1; n > 0; --n)
    if (program.steps[n].kind == Kind::Task &&
        !program.steps[n].list[In].empty()) {
      program.steps[n].dropped = true;
      return;
    }
}

/// One seed: a program for one thread of the team, or one for each.
static void test(unsigned seed, bool drop, bool orphans) {
  static const int strides[] = {1, 4, 8, 64};
  stride = strides[seed % 4];
  int programs = seed % 3 == 0 ? omp_get_max_threads() : 1;
  std::vector<std::unique_ptr<Program>> made;
  std::vector<std::unique_ptr<Run>> runs, expected;
  for (int p = 0; p < programs; ++p) {
    made.push_back(Builder(mix(seed, p), orphans).build());
    if (drop)
      drop_one(*made[p]);
    runs.push_back(std::make_unique<Run>(*made[p], seed));
    expected.push_back(std::make_unique<Run>(*made[p], seed));
    execute_serially(*expected[p]);
  }
#pragma omp parallel num_threads(omp_get_max_threads())
  if (omp_get_thread_num() < programs) {
    // A region's end alone is not sure to wait for children of ended parents in
    // libomp; a group waits for all descendants.
#pragma omp taskgroup
    issue(*runs[omp_get_thread_num()]);
  }
  for (int p = 0; p < programs; ++p)
    compare(*runs[p], *expected[p]);
}

int main(int argc, char **argv) {
  unsigned first = argc > 1 ? atoi(argv[1]) : 1;
  int total = argc > 2 ? atoi(argv[2]) : 100, wrong = 0;
  bool drop = argc > 3 && !strcmp(argv[3], "drop");
  bool orphans = argc > 3 && !strcmp(argv[3], "orphans");
  for (unsigned seed = first; seed < first + total; ++seed) {
    int before = check_failures;
    current_seed = seed, complaints = 0;
    test(seed, drop, orphans);
    if (check_failures > before) {
      ++wrong;
      printf("seed %u is wrong; again: %s %u 1%s\n", seed, argv[0], seed,
             drop      ? " drop"
             : orphans ? " orphans"
                       : "");
      fflush(stdout);
    }
  }
  printf("%d of %d programs wrong\n", wrong, total);
  return wrong != 0;
}
