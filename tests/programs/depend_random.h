// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The random programs that depend_random.cpp runs, as data made from a seed:
// tasks with accesses to objects, children, joins. And the order that the
// accesses promise, checked on the times at which the tasks ran.
#ifndef REPRISE_TESTS_PROGRAMS_DEPEND_RANDOM_H
#define REPRISE_TESTS_PROGRAMS_DEPEND_RANDOM_H

#include <algorithm>
#include <memory>
#include <vector>

typedef unsigned long long Word;

inline Word mix(Word a, Word b) {
  a = (a ^ (b + 0x632be59bd9b4e019ull)) * 0x9e3779b97f4a7c15ull;
  return a ^ (a >> 31);
}

/// A small generator of its own: the same programs with every C library.
class Random {
public:
  explicit Random(Word seed) : state(mix(seed, 1)) {}
  int below(int limit) {
    state = mix(state, 2);
    return (int)((state >> 33) % limit);
  }
  bool one_in(int n) { return below(n) == 0; }

private:
  Word state;
};

enum Type { In, Out, Inout, Mutexinoutset, Inoutset, Types };

/// Fence: a task with omp_all_memory. The last three are no tasks of ours.
enum class Kind { Task, Fence, Taskwait, TaskwaitDepend, TaskwaitNowait };
/// How the program asks for a task.
enum class Way { Clauses, Untied, Detached, Depobjs, Call };
/// What stands behind the children.
enum class Join { None, Taskwait, Taskgroup };

struct Access {
  int object;
  Type type;
};

struct Program;

struct Step {
  Kind kind = Kind::Task;
  Way way = Way::Clauses;
  bool undeferred = false, dropped = false;
  int work = 0, priority = 0;
  std::vector<Access> named;     // as the program says it, with repetitions
  std::vector<int> list[Types];  // the same, by type
  std::vector<Access> effective; // what it means: one for each object
  std::unique_ptr<Program> children;
  Join join = Join::None;
};

struct Program {
  int objects = 0;
  std::vector<Step> steps;
};

class Builder {
public:
  /// With `orphans`, a task may end before its children.
  Builder(Word seed, bool orphans) : random(seed), orphans(orphans) {}

  std::unique_ptr<Program> build(int level = 0) {
    auto program = std::make_unique<Program>();
    program->objects =
        random.one_in(10) ? 40 + random.below(160) : 1 + random.below(8);
    int size = level == 0 ? 4 + random.below(45) : 1 + random.below(8);
    favourite = random.below(Types);
    for (int n = 0; n < size; ++n)
      program->steps.push_back(step(program->objects, level));
    return program;
  }

private:
  Random random;
  bool orphans;
  int favourite = 0;

  Step step(int objects, int level) {
    Step s;
    int kind = random.below(32);
    s.kind = kind < 2    ? Kind::Fence
             : kind == 2 ? Kind::Taskwait
             : kind == 3 ? Kind::TaskwaitDepend
             : kind == 4 ? Kind::TaskwaitNowait
                         : Kind::Task;
    s.way = (Way)random.below(5);
    s.undeferred = random.one_in(12);
    s.priority = random.below(4);
    s.work = random.one_in(24) ? 15000 : random.below(700);
    if (random.one_in(6)) // wide generations need a run of one type
      favourite = random.below(Types);
    if (s.kind != Kind::Taskwait)
      choose_accesses(s, objects);
    bool is_task = s.kind == Kind::Task || s.kind == Kind::Fence;
    if (is_task && level < 2 && random.one_in(8)) {
      int outer = favourite;
      s.join = (Join)random.below(3);
      if (s.join == Join::None && !orphans)
        s.join = Join::Taskgroup;
      s.children = build(level + 1);
      favourite = outer;
    }
    return s;
  }

  void choose_accesses(Step &s, int objects) {
    bool wait =
        s.kind == Kind::TaskwaitDepend || s.kind == Kind::TaskwaitNowait;
    int number = random.one_in(20) ? objects : random.below(5) + wait;
    for (int a = 0; a < number; ++a) {
      int type = random.one_in(2) ? favourite : random.below(Types);
      if (wait && type == Mutexinoutset) // not allowed there
        type = Inout;
      Access access = {random.below(objects), (Type)type};
      s.named.push_back(access);
      if (random.one_in(8)) {
        if (random.one_in(2))
          access.type = random.one_in(2) ? In : Inoutset;
        s.named.push_back(access);
      }
    }
    for (const Access &access : s.named)
      s.list[access.type].push_back(access.object);
    if (s.kind == Kind::Fence) {
      for (int o = 0; o < objects; ++o)
        s.effective.push_back({o, Inout});
      return;
    }
    for (const Access &access : s.named) {
      auto same = std::find_if(
          s.effective.begin(), s.effective.end(),
          [&](const Access &other) { return other.object == access.object; });
      if (same == s.effective.end())
        s.effective.push_back(access);
      else if (same->type != access.type)
        same->type = Inout;
    }
  }
};

/// When a task ran; 0 is never.
struct Trace {
  int times = 0;
  long start = 0, end = 0;
};

/// The order that a list of accesses promises, replayed over the traces.
/// Generations of one object must not overlap; nor two mutexinoutset tasks.
class OrderCheck {
public:
  /// Calls complain(step, what, seen, expected) for each violation.
  template <class Complain>
  static void check(const Program &program, const std::vector<Trace> &traces,
                    Complain complain) {
    std::vector<Object> objects(program.objects);
    for (size_t n = 0; n < program.steps.size(); ++n) {
      const Step &s = program.steps[n];
      Trace trace = traces[n];
      long required = 0;
      for (const Access &access : s.effective)
        required =
            std::max(required, objects[access.object].enter(access.type));
      if (s.kind == Kind::TaskwaitNowait) // runs as soon as it may
        trace.start = required + 1, trace.end = required;
      if (!s.effective.empty() && trace.start <= required)
        complain(n, "started before a predecessor ended", trace.start,
                 required);
      for (const Access &access : s.effective) {
        Object &object = objects[access.object];
        object.current = std::max(object.current, trace.end);
        if (access.type != Mutexinoutset)
          continue;
        for (const Trace &member : object.members)
          if (member.start < trace.end && trace.start < member.end)
            complain(n, "overlaps one of its set", trace.start, member.end);
        object.members.push_back(trace);
      }
    }
  }

private:
  struct Object {
    long before = 0,
         current = 0; // last end in earlier generations, in this one
    Type type = Types;
    std::vector<Trace> members;

    long enter(Type next) {
      if (next != type || next == Out || next == Inout) {
        before = std::max(before, current), current = 0;
        type = next;
        members.clear();
      }
      return before;
    }
  };
};

#endif
