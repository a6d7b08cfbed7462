// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenMP's task scheduling constraint: a thread that is suspended in tied tasks
// begins no tied task but descendants of them all. Each task looks which one
// its thread is suspended in. Leaves yield while their siblings are in their
// thread's queue; others wait for children that other threads have taken.
#include "check.h"

namespace {

enum { Levels = 4, Children = 5, Rounds = 10 };

struct Task {
  const Task *parent;
};

/// The innermost tied task of the thread that has begun and not ended.
thread_local const Task *begun;
long yielded, counted;

bool isDescendant(const Task *task, const Task *of) {
  while (task && task != of)
    task = task->parent;
  return task == of;
}

/// The body of a task; its children end before it.
void run(const Task *parent, int level, int salt) {
  Task self = {parent};
  const Task *below = begun;
  CHECK_EQ("a descendant of what its thread is suspended in",
           isDescendant(&self, below), 1);
  begun = &self;
  __atomic_fetch_add(&counted, 1, __ATOMIC_RELAXED);
  if (level == Levels) {
    if (salt % 3 == 0)
      spin(300);
#pragma omp taskyield
    __atomic_fetch_add(&yielded, 1, __ATOMIC_RELAXED);
  } else {
    for (int i = 0; i < Children; ++i) {
      const Task *of = &self;
#pragma omp task firstprivate(of, level, salt, i) if (salt % 4 != 3 || i % 2)
      run(of, level + 1, salt + i);
    }
#pragma omp taskyield
#pragma omp taskwait
  }
  CHECK_EQ("tied tasks stay on their thread", begun == &self, 1);
  begun = below;
}

} // namespace

int main() {
  long tasks = 0, of_level = 1;
  for (int level = 1; level <= Levels; ++level)
    tasks += of_level *= Children;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    yielded = counted = 0;
    for (int i = 0; i < Children; ++i) {
#pragma omp task firstprivate(round, i)
      run(nullptr, 1, round + i);
    }
#pragma omp taskwait
    CHECK_EQ("tasks", counted, tasks);
    CHECK_EQ("leaves", yielded, of_level);
  }
  return check_done();
}
