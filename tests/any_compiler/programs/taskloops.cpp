// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Taskloops of any compiler: every iteration runs once, whatever the type, the
// direction and the stride of the loop are, and however it is divided. Regions
// and ordinary code.
#include "check.h"
#include <atomic>
#include <ompx_taskgraph.hpp>

#ifdef __clang__ // makes one with chunks of a given size go round 2^32 times
constexpr bool LoopsMayBeEmpty = false;
#else
constexpr bool LoopsMayBeEmpty = true;
#endif
constexpr int Room = 100, Guard = 8, Rounds = 4;
static std::atomic<int> hits[Room + 2 * Guard];

static void hit(long long i) { ++hits[i + Guard]; }

/// Compares with the loop `for (i = first; i != behind; i += stride)`.
static void compare(const char *name, long long first, long long count,
                    long long stride) {
  for (int i = -Guard; i < Room + Guard; ++i) {
    long long way = i - first;
    bool meant = way % stride == 0 && way / stride >= 0 && way / stride < count;
    CHECK_EQ(name, hits[i + Guard], meant);
    hits[i + Guard] = 0;
  }
}

/// The forms of the construct.
#define FORM(number, clauses, loop)                                            \
  case number:                                                                 \
    _Pragma(clauses) loop hit((long long)i);                                   \
    break;
enum { Forms = 6 };
#define FORMS(loop)                                                            \
  switch (form) {                                                              \
    FORM(0, "omp taskloop", loop)                                              \
    FORM(1, "omp taskloop grainsize(3)", loop)                                 \
    FORM(2, "omp taskloop num_tasks(5)", loop)                                 \
    FORM(3, "omp taskloop nogroup grainsize(1)", loop)                         \
    FORM(4, "omp taskloop if(0) num_tasks(3)", loop)                           \
    FORM(5, "omp taskloop num_tasks(200)", loop)                               \
  }

template <class Int, int Stride>
static void up(int form, long long first, long long end) {
  Int from = Int(first), to = Int(end);
  FORMS(for (Int i = from; i < to; i += Stride))
}
template <class Int, int Stride>
static void down(int form, long long first, long long end) {
  Int from = Int(first), to = Int(end);
  FORMS(for (Int i = from; i > to; i -= Stride))
}

template <class Int, int Stride> static void directions() {
  const struct {
    long long first, end;
  } ranges[] = {{0, 0}, {0, 1}, {5, 30}, {0, Room}, {10, 3}, {9, 10 + Stride}};
  for (int form = 0; form < Forms; ++form)
    for (auto range : ranges) {
      long long room = range.end - range.first;
      long long count = room > 0 ? (room + Stride - 1) / Stride : 0;
      if (count == 0 && !LoopsMayBeEmpty)
        continue;
      for (int round = 0; round < Rounds; ++round) {
        ompx::taskgraph(form,
                        [&] { up<Int, Stride>(form, range.first, range.end); });
        compare("up", range.first, count, Stride);
        // From the last iteration to the first.
        long long last = range.first + (count - 1) * Stride;
        long long before = count ? range.first - 1 : last;
        if (range.first >= Stride) { // else an unsigned loop does not end
          ompx::taskgraph(form, [&] { down<Int, Stride>(form, last, before); });
          compare("down", range.first, count, Stride);
        }
      }
    }
}

/// Clang 22 compiles it wrongly where `sum` is the capture of a lambda.
static void add_up(long &sum) {
#pragma omp taskloop reduction(+ : sum) num_tasks(6)
  for (int i = 40; i > 0; --i)
    sum += i;
}

static void nested() {
  for (int round = 0; round < Rounds; ++round) {
    ompx::taskgraph([&] {
#pragma omp taskloop collapse(2) grainsize(4)
      for (int i = 0; i < 9; ++i)
        for (int j = 10; j > 0; --j)
          hit(i * 10 + j - 1);
    });
    compare("collapsed", 0, 90, 1);
    int last = -1;
    ompx::taskgraph([&] {
#pragma omp taskloop lastprivate(last) num_tasks(4)
      for (int i = 0; i < 50; i += 3)
        last = i;
    });
    CHECK_EQ("lastprivate", last, 48);
    long sum = 7;
    ompx::taskgraph([&] { add_up(sum); });
    CHECK_EQ("reduction", sum, 7 + 820);
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  {
    directions<int, 1>();
    directions<int, 3>();
    directions<long, 2>();
    directions<unsigned, 1>();
    directions<unsigned, 7>();
    directions<unsigned long long, 1>();
    directions<unsigned long long, 2>();
    directions<short, 5>();
    nested();
  }
  return check_done();
}
