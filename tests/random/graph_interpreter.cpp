// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds random task graphs from seeds at run time, meets each several times as
// a taskgraph at changing stack depth, and compares with a serial run of the
// same steps. The steps of every second seed are made in a called function.
// Usage: graph_interpreter FIRST COUNT [drop | mixed]; with "drop" one task of
// each program leaves out its dependences, which has to be noticed in some of
// them; with "mixed" two programs take turns with one graph_id, so that what
// was recorded is not what is made.
#include "check.h"
#include "graph_program.h"

static Program program;
static int dropped = -1;
static bool mixed;
static Construct region;
static int complaints;

/// The data of one encounter; lives in its frame.
struct Run {
  Word cells[MaxObjects], results[MaxSteps], sum;
  int holder[MaxObjects], times[MaxSteps];
  omp_depend_t depobjs[MaxObjects];
};

static void complain(const char *what, int n, Word seen, Word wanted) {
  __atomic_fetch_add(&check_failures, 1, __ATOMIC_RELAXED);
  if (__atomic_fetch_add(&complaints, 1, __ATOMIC_RELAXED) < 3)
    printf("seed %u: step %d: %s: saw %llx, expected %llx\n", program.seed, n,
           what, seen, wanted);
}

/// What a block local of step n holds: the same at each encounter.
static Word local_value(int n) { return mix(program.seed, n); }

/// A family of dependent children, joined as the step says. `serially` computes
/// the same without tasks.
static Word family(const Step &step, Word start, bool serially) {
  Word cell = start, side[3] = {};
  int children = 2 + step.work % 4;
  if (serially) {
    for (int c = 0; c < children; ++c)
      cell = mix(cell, c), side[c % 3] += mix(cell, c);
    return cell ^ side[0] ^ side[1] ^ side[2];
  }
#pragma omp taskgroup
  {
    for (int c = 0; c < children; ++c) {
#pragma omp task shared(cell) depend(inout : cell) firstprivate(c)
      cell = mix(cell, c);
#pragma omp task shared(cell, side) depend(in : cell)                          \
    depend(inout : side[c % 3]) firstprivate(c)
      side[c % 3] += mix(cell, c);
    }
    if (step.nesting == Nesting::Taskwait) {
#pragma omp taskwait
    } else if (step.nesting == Nesting::Dependent) {
#pragma omp taskwait depend(in : cell, side[0], side[1], side[2])
    }
  }
  return cell ^ side[0] ^ side[1] ^ side[2];
}

static void hold(int n, Run &run, int object, Word value, int work) {
  volatile int &holder = run.holder[object];
  if (holder != 0)
    complain("object held by", n, holder - 1, n);
  holder = n + 1;
  run.cells[object] += value;
  spin(work * 10);
  if (holder != n + 1)
    complain("object taken while held, by", n, holder - 1, n);
  holder = 0;
}

static void execute(int n, Run &run, Word salt, Word local, Word current,
                    bool serially = false) {
  static const Type reads[] = {In, Inout}, writes[] = {Out, Inout};
  const Step &s = program.steps[n];
  Word value = mix(mix(salt, local), current);
  for (int type : reads)
    for (int k = 0; k < s.count[type]; ++k)
      value = mix(value, run.cells[s.object[type][k]]);
  for (int p = 0; p < s.peeks; ++p)
    value = mix(value, run.results[s.peek[p]]);
  if (s.nesting != Nesting::None)
    value = family(s, value, serially);
  if (!serially)
    spin(s.work * 30);
  for (int type : writes)
    for (int k = 0; k < s.count[type]; ++k)
      run.cells[s.object[type][k]] = mix(value, k);
  for (int k = 0; k < s.count[Mutexinoutset]; ++k)
    hold(n, run, s.object[Mutexinoutset][k], value, serially ? 0 : s.work);
  for (int k = 0; k < s.count[Inoutset]; ++k)
    __atomic_fetch_add(&run.cells[s.object[Inoutset][k]], value,
                       __ATOMIC_RELAXED);
  if (s.kind == Kind::Fence)
    for (int o = 0; o < program.objects; ++o)
      run.cells[o] = mix(run.cells[o], value);
  run.results[n] = value;
  __atomic_fetch_add(&run.times[n], 1, __ATOMIC_RELAXED);
}

static void loop_iteration(int n, Run &run, Word salt, int i) {
  __atomic_fetch_add(&run.results[n], mix(salt, i), __ATOMIC_RELAXED);
  __atomic_fetch_add(&run.times[n], 1, __ATOMIC_RELAXED);
}

static void run_serially(Run &run, Word salt, Word current) {
  for (int n = 0; n < program.size; ++n) {
    const Step &s = program.steps[n];
    Word local = local_value(n);
    if (s.kind == Kind::Task || s.kind == Kind::Fence)
      execute(n, run, salt, local, current, true);
    if (s.kind == Kind::Loop || s.kind == Kind::Reduction)
      for (int i = 0; i < s.work; ++i) {
        loop_iteration(n, run, mix(salt, local), i);
        run.sum += s.kind == Kind::Reduction ? mix(salt, local + i) : 0;
      }
  }
}

static __attribute__((noinline)) void make_step(int n, Run &run, Word &salt,
                                                Word current, Word &sum) {
#include "graph_step.h"
}

static __attribute__((noinline)) void run_as_taskgraph(Run &run, Word salt,
                                                       Word current) {
  Word sum = 0;
  unsigned id = mixed ? program.seed / 2 : program.seed;
  MEET(region);
#pragma omp taskgraph graph_id(id)
  {
    for (int n = 0; n < program.size; ++n) {
      if (program.seed % 2) {
        if (program.steps[n].opens_group) {
#pragma omp taskgroup
          for (int end = program.steps[n].group_end; n < end; ++n)
            make_step(n, run, salt, current, sum);
          --n;
        } else {
          make_step(n, run, salt, current, sum);
        }
        continue;
      }
      if (program.steps[n].opens_group) {
#pragma omp taskgroup
        for (int end = program.steps[n].group_end; n < end; ++n) {
#include "graph_step.h"
        }
        --n;
      } else {
#include "graph_step.h"
      }
    }
  }
  run.sum = sum;
}

static __attribute__((noinline)) void encounter(int e) {
  Word salt = mix(e, program.seed), current = mix(salt, 17);
  Run run = {}, expected = {};
  for (int o = 0; o < program.objects; ++o) {
    omp_depend_t &object = run.depobjs[o];
#pragma omp depobj(object) depend(inout : run.cells[o])
  }
  run_serially(expected, salt, current);
  run_as_taskgraph(run, salt, current);
  for (int n = 0; n < program.size; ++n) {
    if (run.times[n] != expected.times[n])
      complain("times run", n, run.times[n], expected.times[n]);
    else if (run.results[n] != expected.results[n])
      complain("result", n, run.results[n], expected.results[n]);
  }
  for (int o = 0; o < program.objects; ++o)
    if (run.cells[o] != expected.cells[o])
      complain("object at the end", o, run.cells[o], expected.cells[o]);
  if (run.sum != expected.sum)
    complain("reduction", -1, run.sum, expected.sum);
}

/// The last task that has a predecessor among the steps before it.
static int task_to_drop() {
  for (int n = program.size - 1; n > 0; --n)
    if (program.steps[n].kind == Kind::Task && program.steps[n].count[In] > 0)
      return n;
  return -1;
}

static void meet(int encounters, int first) {
  for (int e = first; e < first + encounters; ++e)
    at_depth((e + program.seed) * 5 % 13, [=] { encounter(e); });
}

/// Both programs in turn, seldom one twice.
static void meet_in_turn(unsigned seed, int encounters) {
  const Program both[] = {Builder(seed).program, Builder(seed + 1).program};
  for (int e = 0; e < encounters; ++e) {
    program = both[e % 5 / 2 % 2];
    at_depth((e + seed) * 5 % 13, [=] { encounter(e); });
  }
}

int main(int argc, char **argv) {
  unsigned first = argc > 1 ? atoi(argv[1]) : 1;
  int count = argc > 2 ? atoi(argv[2]) : 1, wrong = 0;
  bool drops = argc > 3 && !strcmp(argv[3], "drop");
  mixed = argc > 3 && !strcmp(argv[3], "mixed");
  first = mixed ? first / 2 * 2 : first;
  for (unsigned seed = first; seed < first + count; seed += 1 + mixed) {
    program = Builder(seed).program;
    dropped = drops ? task_to_drop() : -1;
    int failures_before = check_failures;
    complaints = 0;
    constexpr int Encounters = 4;
    if (mixed) {
#pragma omp parallel
#pragma omp single
      meet_in_turn(seed, 3 * Encounters);
    } else {
#pragma omp parallel
#pragma omp single
      meet(Encounters, 0);
      if (seed % 8 == 0) {
#pragma omp parallel num_threads(1 + seed / 8 % 5)
#pragma omp single
        meet(Encounters, Encounters);
      }
    }
    if (check_failures > failures_before) {
      ++wrong;
      printf("seed %u is wrong; again: %s %u 1 %s\n", seed, argv[0], seed,
             argc > 3 ? argv[3] : "");
    }
  }
  if (mixed)
    CHECK_COUNTED(region);
  else
    CHECK_USES(region, Used, count * 3L);
  printf("%d of %d programs wrong\n", wrong, count);
  return wrong != 0 || (!drops && check_failures);
}
