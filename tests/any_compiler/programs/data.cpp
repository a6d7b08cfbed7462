// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tasks of regions have as firstprivate: structures of several alignments
// and sizes, objects of classes, captures of lambdas. Each task finds the
// values of its own encounter, at an address that fits.
#include "check.h"
#include <atomic>
#include <cstdint>
#include <ompx_taskgraph.hpp>
#include <vector>

constexpr int Rounds = 9;
int order; // what tasks depend on that come one after the other

template <unsigned Alignment, unsigned Size> struct alignas(Alignment) Aligned {
  unsigned char bytes[Size];
  void fill(int seed) {
    for (unsigned i = 0; i < Size; ++i)
      bytes[i] = (unsigned char)(seed * 7 + i);
  }
  void check(int seed) const {
    // Hidden, or the compiler takes the alignment for granted.
    std::uintptr_t address = reinterpret_cast<std::uintptr_t>(this);
    __asm__("" : "+r"(address));
    CHECK_EQ("alignment", address % Alignment, 0);
    for (unsigned i = 0; i < Size; ++i)
      CHECK_EQ("bytes", bytes[i], (unsigned char)(seed * 7 + i));
  }
};

template <unsigned Alignment, unsigned Size> static void aligned() {
  for (int round = 0; round < Rounds; ++round) {
    std::atomic<int> ran{0};
    int expected = 0;
    ompx::taskgraph(1, [&] {
      for (int i = 0; i < 6; ++i) {
        Aligned<Alignment, Size> value;
        value.fill(round + i);
        char other = (char)i;
#pragma omp task firstprivate(value, other, i, round) depend(inout : order)    \
    shared(ran)
        {
          value.check(round + i);
          CHECK_EQ("beside it", other, i);
          value.fill(0);
          ++ran;
        }
        ++expected;
      }
    });
    CHECK_EQ("tasks", ran, expected);
    ran = 0;
    ompx::taskgraph([&] {
      Aligned<Alignment, Size> value;
      int seed = round; // Clang 22 crashes where a taskloop copies a capture
      value.fill(seed);
#pragma omp taskloop firstprivate(value, seed) grainsize(1) shared(ran)
      for (int i = 0; i < 5; ++i) {
        value.check(seed);
        value.fill(seed + 100);
        ++ran;
      }
    });
    CHECK_EQ("chunks", ran, 5);
  }
}

static std::atomic<int> alive;

/// A class that must be copied and destroyed by its own functions.
class Object {
  const Object *self = this;
  std::vector<int> numbers;

public:
  explicit Object(int seed) : numbers(10, seed) { ++alive; }
  Object(const Object &other) : numbers(other.numbers) {
    CHECK_EQ("what is copied", other.self == &other, 1);
    ++alive;
  }
  Object &operator=(const Object &) = delete;
  ~Object() {
    self = nullptr;
    --alive;
  }
  void check(int seed) const {
    CHECK_EQ("object's place", self == this, 1);
    CHECK_EQ("its numbers", numbers.size(), 10);
    for (int number : numbers)
      CHECK_EQ("its numbers", number, seed);
  }
  void change() { numbers.assign(3, -1); }
};

static void objects() {
  for (int round = 0; round < Rounds; ++round) {
    ompx::taskgraph([&] {
      for (int i = 0; i < 4; ++i) {
        Object object(round * i);
#pragma omp task firstprivate(object, i, round) depend(inout : order)
        {
          object.check(round * i);
          object.change();
        }
#pragma omp task firstprivate(object, i, round)
        object.check(round * i);
#pragma omp task firstprivate(object, i, round) if (0)
        object.check(round * i);
      }
    });
    CHECK_EQ("alive", alive, 0);
    ompx::taskgraph([&] {
      int seed = round;
      Object object(seed);
      Aligned<64, 64> value;
      value.fill(seed);
#pragma omp taskloop firstprivate(object, value, seed) num_tasks(5)
      for (int i = 20; i > 0; i -= 2) {
        object.check(seed);
        value.check(seed);
      }
    });
    CHECK_EQ("alive behind a taskloop", alive, 0);
  }
}

/// Large data, and none at all.
static void sizes() {
  static int cell;
  for (int round = 0; round < Rounds; ++round) {
    cell = 0;
    ompx::taskgraph([] {
#pragma omp task depend(inout : cell)
      ++cell;
#pragma omp task depend(inout : cell)
      cell *= 5;
    });
    CHECK_EQ("no data", cell, 5);
    ompx::taskgraph([&] {
      Aligned<16, 4096> large;
      large.fill(round);
      for (int i = 0; i < 3; ++i)
#pragma omp task firstprivate(large, round) depend(inout : cell)
        large.check(round);
    });
  }
}

/// One place for each instantiation, and for each lambda.
template <class Number> static Number sum(int count) {
  Number total = 0, *t = &total;
  ompx::taskgraph([&] {
    for (int i = 0; i < count; ++i) {
#pragma omp task depend(inout : *t) firstprivate(t, i)
      *t += Number(i) / 2;
    }
  });
  return total;
}

static void places() {
  ompx_taskgraph_counts_t counts;
  int line = 0;
  for (int round = 0; round < Rounds; ++round) {
    CHECK_EQ("int", sum<int>(10), 20);
    CHECK_EQ("double", sum<double>(10) * 2, 45);
    int x = 0, *p = &x;
    line = __LINE__ + 1;
    ompx::taskgraph(round % 2, round == 4 ? ompx_taskgraph_flag_reset : 0, [&] {
#pragma omp task depend(inout : *p) firstprivate(p)
      ++*p;
    });
    CHECK_EQ("here", x, 1);
  }
  CHECK_EQ("here", ompx_get_taskgraph_counts("data.cpp", line, &counts), 1);
  bool plainly = runs_plainly();
  CHECK_EQ("recorded", counts.recorded, plainly ? 0 : 3);
  CHECK_EQ("refilled", counts.refilled, plainly ? 0 : Rounds - 3);
  CHECK_EQ("plain", counts.plain, plainly ? Rounds : 0);
}

int main() {
#pragma omp parallel
#pragma omp single
  {
    aligned<1, 3>();
    aligned<2, 6>();
    aligned<8, 8>();
    aligned<16, 48>();
    aligned<32, 32>();
    aligned<64, 192>();
#ifndef __clang__ // whose code leaves a task's place to libomp
    aligned<128, 128>();
#endif
    objects();
    sizes();
    places();
  }
  return check_done();
}
