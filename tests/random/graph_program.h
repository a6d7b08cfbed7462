// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The random programs that graph_interpreter.cpp runs, as data: a list of steps
// made from a seed. What a step computes is the same under every legal order:
// in-out accesses are ordered, mutexinoutset and inoutset ones commute, and a
// step peeks only at results that a join of the block has made final.
#ifndef REPRISE_TESTS_RANDOM_GRAPH_PROGRAM_H
#define REPRISE_TESTS_RANDOM_GRAPH_PROGRAM_H

typedef unsigned long long Word;

inline Word mix(Word a, Word b) {
  a = (a ^ (b + 0x632be59bd9b4e019ull)) * 0x9e3779b97f4a7c15ull;
  return a ^ (a >> 31);
}

constexpr int MaxSteps = 48, MaxObjects = 8, MaxPeeks = 3, Types = 5;

enum Type { In, Out, Inout, Mutexinoutset, Inoutset };
enum class Kind { Task, Fence, Loop, Reduction, Taskwait, TaskwaitDepend };
enum class Nesting { None, Taskwait, Taskgroup, Dependent };

struct Step {
  Kind kind;
  Nesting nesting;
  bool undeferred, by_depobj, joined_loop, opens_group;
  int work;                      // iterations to spin, or of a loop
  int count[Types];              // length of each depend list
  int object[Types][MaxObjects]; // the lists
  bool also_in;                  // the first inout object is named twice
  int peeks, peek[MaxPeeks];
  int group_end; // one past the last step of the group
};

struct Program {
  unsigned seed;
  int size, objects;
  Step steps[MaxSteps];
};

/// A small generator of its own: the same programs with every C library.
class Random {
public:
  explicit Random(unsigned seed) : state(mix(seed, 1)) {}
  int below(int limit) {
    state = mix(state, 2);
    return (int)(state >> 33) % limit;
  }
  bool one_in(int n) { return below(n) == 0; }

private:
  Word state;
};

class Builder {
public:
  explicit Builder(unsigned seed) : random(seed) {
    program.seed = seed;
    program.size = 2 + random.below(MaxSteps - 2);
    program.objects = 1 + random.below(MaxObjects);
    for (int n = 0; n < program.size; ++n)
      add(n);
  }
  Program program = {};

private:
  Random random;
  bool final_result[MaxSteps] = {};
  int group_begin = 0, group_end = 0;

  void add(int n) {
    Step &s = program.steps[n];
    if (n >= group_end && random.one_in(8)) {
      group_begin = n;
      group_end = n + 1 + random.below(program.size - n);
      s.opens_group = true, s.group_end = group_end;
    }
    static const Kind kinds[] = {
        Kind::Task,          Kind::Task, Kind::Task,      Kind::Task,
        Kind::Task,          Kind::Task, Kind::Task,      Kind::Task,
        Kind::Fence,         Kind::Loop, Kind::Reduction, Kind::Taskwait,
        Kind::TaskwaitDepend};
    s.kind = kinds[random.below(sizeof kinds / sizeof *kinds)];
    s.work = 1 + random.below(24);
    s.undeferred = random.one_in(12);
    s.by_depobj = random.one_in(6);
    s.joined_loop = random.one_in(2);
    s.also_in = random.one_in(5);
    s.nesting =
        random.one_in(6) ? (Nesting)(1 + random.below(3)) : Nesting::None;
    if (s.kind == Kind::Task)
      choose_accesses(s);
    if (s.kind == Kind::TaskwaitDepend)
      s.count[Inout] = 1, s.object[Inout][0] = random.below(program.objects);
    choose_peeks(s, n);
    note_joins(s, n);
  }

  void choose_accesses(Step &s) {
    bool used[MaxObjects] = {};
    for (int a = random.below(4); a > 0; --a) {
      int object = random.below(program.objects);
      int type = random.one_in(2) ? In : random.below(Types);
      if (!used[object])
        s.object[type][s.count[type]++] = object;
      used[object] = true;
    }
  }

  void choose_peeks(Step &s, int n) {
    for (int tries = 0; n > 0 && tries < 4 && s.peeks < MaxPeeks; ++tries) {
      int m = random.below(n);
      if (final_result[m])
        s.peek[s.peeks++] = m;
    }
  }

  void note_joins(const Step &s, int n) {
    bool task = s.kind == Kind::Task || s.kind == Kind::Fence;
    if ((task && s.undeferred) || s.kind == Kind::Reduction ||
        (s.kind == Kind::Loop && s.joined_loop))
      final_result[n] = true;
    for (int m = 0; m < n; ++m)
      final_result[m] |= s.kind == Kind::Taskwait ||
                         (s.kind == Kind::TaskwaitDepend &&
                          accesses(program.steps[m], s.object[Inout][0]));
    if (n + 1 == group_end)
      for (int m = group_begin; m <= n; ++m)
        final_result[m] = true;
  }

  static bool accesses(const Step &s, int object) {
    if (s.kind == Kind::Fence)
      return true;
    for (int type = 0; type < Types; ++type)
      for (int k = 0; k < s.count[type]; ++k)
        if (s.kind == Kind::Task && s.object[type][k] == object)
          return true;
    return false;
  }
};

#endif
