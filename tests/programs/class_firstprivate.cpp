// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Firstprivate objects with copy constructor, destructor and a pointer to
// themselves, of the enclosing frame and of the block: every copy is
// constructed by the class, sees its own address and is destroyed once.
#include "check.h"

constexpr int Tasks = 6, Encounters = 25;
static Construct region;
static int constructed, destroyed;

class Selfish {
public:
  int value;
  explicit Selfish(int value) : value(value), self(this) { count(constructed); }
  Selfish(const Selfish &other) : value(other.value), self(this) {
    CHECK_EQ("copied from a living object", other.alive(), 1);
    count(constructed);
  }
  ~Selfish() {
    CHECK_EQ("destroyed while alive", alive(), 1);
    self = nullptr;
    count(destroyed);
  }
  bool alive() const { return self == this; }

private:
  const Selfish *self;
  static void count(int &counter) {
    __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
  }
};

static __attribute__((noinline)) void encounter(int e) {
  Selfish outer(e);
  int sums[Tasks];
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Tasks; ++i) {
      Selfish local(100 * i);
#pragma omp task firstprivate(outer, local) shared(sums)
      {
        CHECK_EQ("copy of the outer object", outer.alive(), 1);
        CHECK_EQ("copy of the block's object", local.alive(), 1);
        sums[i] = outer.value + local.value;
        local.value = -1; // must not reach the next encounter
      }
    }
  }
  for (int i = 0; i < Tasks; ++i)
    CHECK_EQ("values", sums[i], e + 100 * i);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth(e % 7, [=] { encounter(e); });
  CHECK_USES(region, Refilled, 1);
  CHECK_EQ("living objects", constructed - destroyed, 0);
  CHECK_EQ("two copies for each task", constructed,
           Encounters * (1 + 3 * Tasks));
  return check_done();
}
