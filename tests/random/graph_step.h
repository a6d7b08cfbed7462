// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One step of a random program as OpenMP constructs. Included by
// graph_interpreter.cpp in the block of its taskgraph, inside a taskgroup
// there, and in a function that the block calls. Uses `n` and the frame's
// `run`, `salt`, `current`, `sum`.
{
  const Step &s = program.steps[n];
  Word *cells = run.cells;
  Word local = local_value(n);
  int lengths[Types];
  for (int type = 0; type < Types; ++type)
    lengths[type] = n == dropped ? 0 : s.count[type];
  int repeated = s.also_in && lengths[Inout] > 0;
  switch (s.kind) {
  case Kind::Task:
    if (s.by_depobj && lengths[Inout] > 0) {
#pragma omp task shared(run, salt) firstprivate(n, local, current)             \
    priority(s.work % 4) depend(depobj : run.depobjs[s.object[Inout][0]])      \
    depend(iterator(k = 1 : lengths[Inout]),                                   \
               inout : cells[s.object[Inout][k]])                              \
    depend(iterator(k = 0 : lengths[In]), in : cells[s.object[In][k]])         \
    depend(iterator(k = 0 : lengths[Out]), out : cells[s.object[Out][k]])      \
    depend(iterator(k = 0 : lengths[Mutexinoutset]),                           \
               mutexinoutset : cells[s.object[Mutexinoutset][k]])              \
    depend(iterator(k = 0 : lengths[Inoutset]),                                \
               inoutset : cells[s.object[Inoutset][k]]) if (!s.undeferred)
      execute(n, run, salt, local, current);
    } else {
#pragma omp task shared(run, salt) firstprivate(n, local, current) depend(     \
        iterator(k = 0 : lengths[Inout]), inout : cells[s.object[Inout][k]])   \
    depend(iterator(k = 0 : repeated), in : cells[s.object[Inout][k]])         \
    depend(iterator(k = 0 : lengths[In]), in : cells[s.object[In][k]])         \
    depend(iterator(k = 0 : lengths[Out]), out : cells[s.object[Out][k]])      \
    depend(iterator(k = 0 : lengths[Mutexinoutset]),                           \
               mutexinoutset : cells[s.object[Mutexinoutset][k]])              \
    depend(iterator(k = 0 : lengths[Inoutset]),                                \
               inoutset : cells[s.object[Inoutset][k]]) if (!s.undeferred)
      execute(n, run, salt, local, current);
    }
    break;
  case Kind::Fence:
#pragma omp task shared(run, salt) firstprivate(n, local, current)             \
    depend(inout : omp_all_memory) if (!s.undeferred)
    execute(n, run, salt, local, current);
    break;
  case Kind::Loop:
    if (s.joined_loop) {
#pragma omp taskloop shared(run, salt) firstprivate(n, local) grainsize(3)
      for (int i = 0; i < s.work; ++i)
        loop_iteration(n, run, mix(salt, local), i);
    } else {
#pragma omp taskloop shared(run, salt) firstprivate(n, local) num_tasks(4)     \
    nogroup priority(s.work % 3)
      for (int i = 0; i < s.work; ++i)
        loop_iteration(n, run, mix(salt, local), i);
    }
    break;
  case Kind::Reduction:
#pragma omp taskloop shared(run, salt) firstprivate(n, local) grainsize(2)     \
    reduction(+ : sum)
    for (int i = 0; i < s.work; ++i) {
      loop_iteration(n, run, mix(salt, local), i);
      sum += mix(salt, local + i);
    }
    break;
  case Kind::Taskwait: {
#pragma omp taskwait
  } break;
  case Kind::TaskwaitDepend: {
#pragma omp taskwait depend(inout : cells[s.object[Inout][0]])
  } break;
  }
}
