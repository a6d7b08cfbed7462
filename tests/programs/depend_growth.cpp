// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The three-generation shape, for counting instructions under callgrind: one
// task, then N of one type, then N of another, on one object. One thread of two
// creates and runs all, while the other sleeps in the system, so that the count
// is the work and not the waiting. Usage: depend_growth [TYPE,TYPE]... N...,
// one dump of the counters for each N and each pair of types, named "TYPE TYPE
// N"; for +N, with the first pair only. Without pairs: those that the test
// needs.
#include "depend_counted.h"
#include <vector>

enum Type { In, Inout, Mutexinoutset, Inoutset, Types };
static const char *const names[Types] = {"in", "inout", "mutexinoutset",
                                         "inoutset"};
struct Pair {
  Type first, second;
};
// A task of each generation may have to wait for a whole generation.
static const std::vector<Pair> usual = {{In, Mutexinoutset},
                                        {Mutexinoutset, In},
                                        {Inoutset, In},
                                        {In, Inoutset},
                                        {In, Inout}};
static char object;
static int ran;

static void make(Type type, int number) {
  for (int i = 0; i < number; ++i) {
    switch (type) {
    case In:
#pragma omp task depend(in : object)
      ++ran;
      break;
    case Inout:
#pragma omp task depend(inout : object)
      ++ran;
      break;
    case Mutexinoutset:
#pragma omp task depend(mutexinoutset : object)
      ++ran;
      break;
    default:
#pragma omp task depend(inoutset : object)
      ++ran;
    }
  }
}

static void generations(Pair types, int number) {
  ran = 0;
  make(Inout, 1);
  make(types.first, number);
  make(types.second, number);
#pragma omp taskwait
  CHECK_EQ("tasks", ran, 2 * number + 1);
}

static Type type_named(const char *name, size_t length) {
  for (int type = 0; type < Types; ++type)
    if (strlen(names[type]) == length && !strncmp(names[type], name, length))
      return (Type)type;
  fprintf(stderr, "no type: %s\n", name);
  exit(1);
}

int main(int argc, char **argv) {
  std::vector<Pair> pairs;
  std::vector<const char *> numbers;
  for (int a = 1; a < argc; ++a)
    if (const char *comma = strchr(argv[a], ','))
      pairs.push_back({type_named(argv[a], comma - argv[a]),
                       type_named(comma + 1, strlen(comma + 1))});
    else
      numbers.push_back(argv[a]);
  if (pairs.empty())
    pairs = usual;
  while_the_other_sleeps([&] {
    for (const Pair &types : pairs)
      for (const char *asked : numbers) {
        int number = atoi(asked);
        if (*asked == '+' && &types != &pairs[0])
          continue;
        char name[80];
        snprintf(name, sizeof name, "%s %s %d", names[types.first],
                 names[types.second], number);
        count(name, [&] { generations(types, number); });
      }
  });
  return check_done();
}
