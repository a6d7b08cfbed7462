// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions of so little work that the thread which meets them may run their
// replays alone: one task, a chain, loops, groups with reductions, tasks that
// make tasks. One thread meets them, and then all threads at once, each with
// data of its own.
#include "check.h"

constexpr int Encounters = 100, Chunk = 4;
typedef unsigned long long Word;

struct Data {
  Word one, chain[3], parts[Chunk], sum, reduced, made[Chunk];
};
static Construct lone, chain, loops, groups, makers;

static inline Word mix(Word a, Word b) {
  a = (a ^ b) * 0x9e3779b97f4a7c15ull;
  return a ^ (a >> 29);
}

static void meetLone(Data *d, Word salt) {
  MEET(lone);
#pragma omp taskgraph
#pragma omp task firstprivate(d, salt)
  d->one = mix(d->one, salt);
}

static void meetChain(Data *d, Word salt) {
  MEET(chain);
#pragma omp taskgraph
  {
#pragma omp task firstprivate(d, salt) depend(out : d -> chain[0])
    d->chain[0] = mix(salt, 1);
#pragma omp task firstprivate(d) depend(in : d -> chain[0])                    \
    depend(out : d->chain[1])
    d->chain[1] = mix(d->chain[0], d->chain[1]);
#pragma omp task firstprivate(d) depend(in : d -> chain[0])                    \
    depend(out : d->chain[2])
    d->chain[2] = mix(d->chain[0], 2);
#pragma omp task firstprivate(d) depend(inout : d -> chain[1], d->chain[2])
    d->chain[1] += d->chain[2];
  }
}

static void meetLoops(Data *d, Word salt) {
  MEET(loops);
#pragma omp taskgraph
  {
#pragma omp taskloop num_tasks(Chunk) firstprivate(d, salt)
    for (int i = 0; i < Chunk; ++i)
      d->parts[i] = mix(d->parts[i], salt + i);
#pragma omp taskloop num_tasks(2) firstprivate(d) nogroup
    for (int i = 0; i < Chunk; ++i)
      d->parts[i] += i;
#pragma omp taskwait
#pragma omp task firstprivate(d)
    {
      Word sum = 0;
      for (Word part : d->parts)
        sum += part;
      d->sum = sum;
    }
  }
}

static void meetGroups(Data *d, Word salt) {
  Word *reduced = &d->reduced;
  *reduced = salt;
  MEET(groups);
#pragma omp taskgraph
#pragma omp taskgroup task_reduction(+ : reduced[0 : 1])
  {
#pragma omp task in_reduction(+ : reduced[0 : 1]) firstprivate(d)
    reduced[0] += d->one;
#pragma omp task in_reduction(+ : reduced[0 : 1]) firstprivate(d)
    reduced[0] += d->chain[1];
  }
}

static void meetMakers(Data *d, Word salt) {
  MEET(makers);
#pragma omp taskgraph
  for (int i = 0; i < Chunk; i += 2) {
#pragma omp task firstprivate(d, salt, i)
    {
#pragma omp task firstprivate(d, salt, i)
      d->made[i] = mix(d->made[i], salt);
#pragma omp task firstprivate(d, salt, i)
      d->made[i + 1] = mix(d->made[i + 1], salt);
    }
  }
}

static void compute(Data *d, Word salt) {
  d->one = mix(d->one, salt);
  d->chain[0] = mix(salt, 1);
  d->chain[2] = mix(d->chain[0], 2);
  d->chain[1] = mix(d->chain[0], d->chain[1]) + d->chain[2];
  d->sum = 0;
  for (int i = 0; i < Chunk; ++i) {
    d->parts[i] = mix(d->parts[i], salt + i) + i;
    d->sum += d->parts[i];
    d->made[i] = mix(d->made[i], salt);
  }
  d->reduced = salt + d->one + d->chain[1];
}

static void meetAll(int number) {
  Data data = {}, expected = {};
  data.one = expected.one = number;
  for (int e = 0; e < Encounters; ++e) {
    const Word salt = mix(number, e);
    meetLone(&data, salt);
    meetChain(&data, salt);
    meetLoops(&data, salt);
    meetGroups(&data, salt);
    meetMakers(&data, salt);
    compute(&expected, salt);
    CHECK_EQ("differences", memcmp(&data, &expected, sizeof(data)) != 0, 0);
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  meetAll(0);
  const Construct *const all[] = {&lone, &chain, &loops, &groups, &makers};
  for (const Construct *each : all)
    CHECK_USES(*each, Replayed, 1);
#pragma omp parallel
#pragma omp single
  for (int i = 1; i <= 2 * omp_get_num_threads(); ++i)
#pragma omp task firstprivate(i)
    meetAll(i);
  for (const Construct *each : all)
    CHECK_USES(*each, Used, -1);
  return check_done();
}
