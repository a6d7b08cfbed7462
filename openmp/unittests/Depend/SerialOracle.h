//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What tasks made at random must wait for, worked out from the rules alone: an
// access waits for all accesses of older generations of its object.

#ifndef OMPX_UNITTESTS_SERIALORACLE_H
#define OMPX_UNITTESTS_SERIALORACLE_H

#include "Depend/TrackerDriver.h"

#include <map>
#include <random>

struct RandomTask {
  std::vector<NamedAccess> accesses; // may name an object twice
  bool all = false;                  // omp_all_memory instead
};

inline std::vector<RandomTask> randomTasks(unsigned seed, int count,
                                           int objects, bool with_all) {
  std::mt19937 random(seed);
  auto below = [&random](int n) { return int(random() % unsigned(n)); };
  // Some runs with few writers, so that generations become large.
  int writers = below(3) ? 100 : 10;
  std::vector<RandomTask> tasks(count);
  ompx::AccessType usual = ompx::AccessType::Input;
  for (RandomTask &task : tasks) {
    if (with_all && below(40) == 0) {
      task.all = true;
      continue;
    }
    if (below(8) == 0)
      usual = ompx::AccessType(below(6));
    for (int i = below(4) + 1; i > 0; --i)
      task.accesses.push_back({below(objects), below(100) < writers
                                                   ? ompx::AccessType(below(6))
                                                   : usual});
  }
  return tasks;
}

class SerialOracle {
public:
  /// One generation of accesses to one version of an object.
  struct Generation {
    ompx::AccessType type;
    int size = 0;
    int unfinished = 0;
    int before = -1; // number of the generation before it, or -1
    int version = 0; // of the object; no two objects share one
  };
  std::vector<Generation> generations;
  std::vector<std::vector<int>> of_task; // each task's generations
  int versions = 0;

  explicit SerialOracle(const std::vector<RandomTask> &tasks) {
    for (const RandomTask &task : tasks)
      add(task);
  }

  /// Whether everything has ended that a task must come after.
  bool ready(int task) const {
    for (int g : of_task[task])
      for (int before = generations[g].before; before >= 0;
           before = generations[before].before)
        if (generations[before].unfinished)
          return false;
    return true;
  }
  void start(int task) {
    for (int g : of_task[task])
      ++generations[g].unfinished;
  }
  void end(int task) {
    for (int g : of_task[task])
      --generations[g].unfinished;
  }

private:
  static constexpr int AllMemory = -1;
  std::map<int, int> youngest; // generation of each object

  void add(const RandomTask &task) {
    std::map<int, ompx::AccessType> types;
    for (const NamedAccess &access : task.accesses) {
      auto at = types.emplace(access.object, access.type).first;
      if (at->second != access.type)
        at->second = ompx::AccessType::InOut;
    }
    types[AllMemory] =
        task.all ? ompx::AccessType::InOut : ompx::AccessType::Concurrent;
    of_task.emplace_back();
    for (auto [object, type] : types) {
      auto at = youngest.emplace(object, -1).first;
      int before = at->second;
      if (type == ompx::AccessType::Output)
        before = -1; // a new version
      bool shares =
          type != ompx::AccessType::Output && type != ompx::AccessType::InOut;
      if (!(before >= 0 && shares && generations[before].type == type)) {
        at->second = int(generations.size());
        int version = before < 0 ? versions++ : generations[before].version;
        generations.push_back({type, 0, 0, before, version});
      }
      ++generations[at->second].size;
      of_task.back().push_back(at->second);
    }
  }
};

#endif // OMPX_UNITTESTS_SERIALORACLE_H
