// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ordinary programs without any region, whose tasks the library refills if it
// may (OMPX_TASKGRAPH_AUTO=on): results are those of serial code, and counts
// say that it did. Arguments: the program, and "refills" or "plain".
#include "check.h"
#include <ompx_taskgraph.hpp>
#include <vector>

namespace {

ompx_taskgraph_counts_t counts() {
  ompx_taskgraph_counts_t all;
  ompx_get_taskgraph_counts(nullptr, 0, &all);
  return all;
}

bool is_expected; // that the library refills

/// Of so many streams at least so many were refilled, or all were left alone.
void checkRefilled(long streams, long least) {
  ompx_taskgraph_counts_t all = counts();
  printf("%ld streams: %llu recorded, %llu refilled, %llu diverged\n", streams,
         (unsigned long long)all.recorded, (unsigned long long)all.refilled,
         (unsigned long long)all.diverged);
  if (is_expected)
    CHECK((long)all.refilled >= least);
  else
    CHECK_EQ("refilled", all.recorded + all.refilled + all.diverged, 0);
}

void compare(const std::vector<double> &seen,
             const std::vector<double> &expected) {
  for (size_t i = 0; i < seen.size(); ++i)
    CHECK(seen[i] == expected[i]);
}

// A stencil with two buffers that change places.
void heat() {
  enum { Cells = 40, Steps = 100 };
  std::vector<double> a(Cells + 2), b(Cells + 2);
  a[0] = b[0] = 1;
  std::vector<double> serial_a = a, serial_b = b;
  double *x = a.data(), *y = b.data();
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < Steps; ++step) {
    for (int i = 1; i <= Cells; ++i) {
#pragma omp task firstprivate(x, y, i) depend(in : x[i - 1], x[i], x[i + 1])   \
    depend(out : y[i])
      y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3;
    }
#pragma omp taskwait
    std::swap(x, y);
  }
  double *sx = serial_a.data(), *sy = serial_b.data();
  for (int step = 0; step < Steps; ++step, std::swap(sx, sy))
    for (int i = 1; i <= Cells; ++i)
      sy[i] = (sx[i - 1] + sx[i] + sx[i + 1]) / 3;
  compare(a, serial_a);
  compare(b, serial_b);
  checkRefilled(Steps, Steps * 9 / 10);
}

// Chains whose length and values the block decides each time.
void series() {
  enum { Chains = 8, Length = 6, Steps = 100 };
  std::vector<double> sum(Chains), serial(Chains);
  double *s = sum.data();
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < Steps; ++step) {
#pragma omp taskgroup
    for (int k = 0; k < Length; ++k)
      for (int i = 0; i < Chains; ++i) {
        double term = 1.0 / (1 + step * Length + k + i);
#pragma omp task firstprivate(s, i, term) depend(inout : s[i])
        s[i] = s[i] * 0.5 + term;
      }
  }
  for (int step = 0; step < Steps; ++step)
    for (int k = 0; k < Length; ++k)
      for (int i = 0; i < Chains; ++i)
        serial[size_t(i)] =
            serial[size_t(i)] * 0.5 + 1.0 / (1 + step * Length + k + i);
  compare(sum, serial);
  checkRefilled(Steps, Steps * 9 / 10);
}

// Tiles of one number each: four functions, triangular loops. Each matrix is
// other memory than the one before.
enum { Tiles = 8 };

template <typename Make> void factorise(double *m, Make make) {
  for (int k = 0; k < Tiles; ++k) {
    make(0, &m[k * Tiles + k], nullptr, nullptr);
    for (int i = k + 1; i < Tiles; ++i)
      make(1, &m[i * Tiles + k], &m[k * Tiles + k], nullptr);
    for (int i = k + 1; i < Tiles; ++i) {
      for (int j = k + 1; j < i; ++j)
        make(2, &m[i * Tiles + j], &m[i * Tiles + k], &m[j * Tiles + k]);
      make(3, &m[i * Tiles + i], &m[i * Tiles + k], nullptr);
    }
  }
}

void kernel(int what, double *to, const double *a, const double *b) {
  switch (what) {
  case 0:
    *to = *to / 2 + 1;
    break;
  case 1:
    *to /= *a;
    break;
  case 2:
    *to -= *a * *b;
    break;
  default:
    *to -= *a * *a;
  }
}

void makeTask(int what, double *to, double *a, double *b) {
  switch (what) {
  case 0:
#pragma omp task firstprivate(to) depend(inout : *to)
    kernel(0, to, nullptr, nullptr);
    break;
  case 1:
#pragma omp task firstprivate(to, a) depend(inout : *to) depend(in : *a)
    kernel(1, to, a, nullptr);
    break;
  case 2:
#pragma omp task firstprivate(to, a, b) depend(inout : *to) depend(in : *a, *b)
    kernel(2, to, a, b);
    break;
  default:
#pragma omp task firstprivate(to, a) depend(inout : *to) depend(in : *a)
    kernel(3, to, a, nullptr);
  }
}

void cholesky() {
  enum { Matrices = 50 };
  std::vector<std::vector<double>> matrices;
  for (int i = 0; i < Matrices; ++i) {
    matrices.push_back(std::vector<double>(Tiles * Tiles));
    for (int j = 0; j < Tiles * Tiles; ++j)
      matrices.back()[size_t(j)] = 1 + (i + j * 7) % 11;
  }
  std::vector<std::vector<double>> serial = matrices;
#pragma omp parallel
  for (int i = 0; i < Matrices; ++i) {
#pragma omp single
    factorise(matrices[size_t(i)].data(), makeTask);
  }
  for (std::vector<double> &m : serial)
    factorise(m.data(), kernel);
  for (size_t i = 0; i < Matrices; ++i)
    compare(matrices[i], serial[i]);
  checkRefilled(Matrices, Matrices * 9 / 10);
}

__attribute__((noinline)) void makeChain(double *c, int length) {
  for (int i = 1; i < length; ++i) {
#pragma omp task firstprivate(c, i) depend(in : c[i - 1]) depend(inout : c[i])
    c[i] = c[i] * 2 + c[i - 1];
  }
}

void chains(double *c, int length) {
  makeChain(c, length);
#pragma omp taskwait
}

// Streams of one function in turn, each with another number of tasks.
void inTurn() {
  enum { Rounds = 60 };
  static const int lengths[] = {12, 30, 12, 20};
  std::vector<double> c(32, 1e-9), serial = c;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round)
    for (int length : lengths)
      chains(c.data(), length);
  for (int round = 0; round < Rounds; ++round)
    for (int length : lengths)
      for (int i = 1; i < length; ++i)
        serial[size_t(i)] = serial[size_t(i)] * 2 + serial[size_t(i) - 1];
  compare(c, serial);
  checkRefilled(4 * Rounds, 3 * Rounds);
}

// A region's block makes the tasks that are a stream elsewhere.
void regions() {
  enum { Rounds = 60, Length = 16 };
  std::vector<double> c(Length, 1e-9), serial = c;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    chains(c.data(), Length);
    ompx::taskgraph(round % 20, [&] { makeChain(c.data(), Length); });
  }
  for (int round = 0; round < 2 * Rounds; ++round)
    for (size_t i = 1; i < Length; ++i)
      serial[i] = serial[i] * 2 + serial[i - 1];
  compare(c, serial);
  if (is_expected)
    checkRefilled(2 * Rounds, Rounds * 9 / 10 + 40);
}

// Every thread has streams of its own, and so has each of its tasks. How many of
// them are refilled is up to the system: others run plainly while a thread that
// records is not on a core. Behind that, one thread makes them alone.
void ownStreams() {
  enum { Rounds = 40, Length = 16 };
  static double results[64], nested[64];
  static int makers;
  ompx_taskgraph_counts_t before = {};
  std::vector<double> alone(Length + 1, 1e-9);
#pragma omp parallel
  {
    int me = omp_get_thread_num() % 64;
#pragma omp single
    makers = omp_get_num_threads();
    std::vector<double> c(Length + 1, 1e-9);
    for (int round = 0; round < Rounds; ++round)
      chains(c.data(), Length);
    results[me] = c[Length - 1];
    double *out = &nested[me];
    for (int round = 0; round < Rounds; ++round) {
#pragma omp task firstprivate(out)
      {
        std::vector<double> mine(Length + 1, 1e-9);
        chains(mine.data(), Length);
        *out += mine[Length - 1];
      }
#pragma omp taskwait
    }
#pragma omp barrier
#pragma omp single
    {
      before = counts();
      for (int round = 0; round < Rounds; ++round)
        chains(alone.data(), Length);
    }
  }
  std::vector<double> serial(Length + 1, 1e-9), once;
  for (int round = 0; round < Rounds; ++round) {
    for (int i = 1; i < Length; ++i)
      serial[size_t(i)] = serial[size_t(i)] * 2 + serial[size_t(i) - 1];
    if (round == 0)
      once = serial;
  }
  double sum = 0;
  for (int round = 0; round < Rounds; ++round)
    sum += once[Length - 1];
  for (int i = 0; i < makers && i < 64; ++i) {
    CHECK(results[i] == serial[Length - 1]);
    CHECK(nested[i] == sum);
  }
  compare(alone, serial);
  checkRefilled(2 * Rounds * (long)makers + Rounds,
                (long)before.refilled + Rounds * 9 / 10);
}

// The maker waits, without OpenMP, for what a task of the stream does.
void spins() {
  enum { Rounds = 60, Length = 16 };
  std::vector<long> c(Length + 1, 1), serial = c;
  long *cell = c.data();
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    int set = 0, *flag = &set;
    for (int i = 1; i < Length; ++i) {
#pragma omp task firstprivate(cell, i, flag) depend(in : cell[i - 1])          \
    depend(inout : cell[i])
      {
        cell[i] = (cell[i] * 3 + cell[i - 1]) % 1000003;
        if (i == Length / 2)
          __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
      }
      if (i == Length / 2)
        while (omp_get_num_threads() > 1 &&
               !__atomic_load_n(flag, __ATOMIC_ACQUIRE))
          usleep(1);
    }
#pragma omp taskwait
  }
  for (int round = 0; round < Rounds; ++round)
    for (size_t i = 1; i < Length; ++i)
      serial[i] = (serial[i] * 3 + serial[i - 1]) % 1000003;
  for (size_t i = 0; i < Length; ++i)
    CHECK_EQ("a cell", c[i], serial[i]);
  checkRefilled(Rounds, Rounds * 9 / 10);
}

// Tasks without dependences, and streams of too few tasks.
void notWorthIt() {
  long sum = 0, few = 0, *to = &few;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 20; ++i) {
#pragma omp task shared(sum)
      {
#pragma omp atomic
        sum += 1;
      }
    }
#pragma omp taskwait
    for (int i = 0; i < 5; ++i) {
#pragma omp task firstprivate(to) depend(inout : *to)
      *to += 1;
    }
#pragma omp taskwait
  }
  CHECK_EQ("the sum", sum, 1000);
  CHECK_EQ("few tasks", few, 250);
  is_expected = false;
  checkRefilled(100, 0);
}

} // namespace

int main(int count, char **arguments) {
  static const struct {
    const char *name;
    void (*run)();
  } programs[] = {
      {"heat", heat},         {"series", series},
      {"cholesky", cholesky}, {"in-turn", inTurn},
      {"regions", regions},   {"own-streams", ownStreams},
      {"spins", spins},       {"not-worth-it", notWorthIt},
  };
  is_expected = count > 2 && strcmp(arguments[2], "refills") == 0;
  for (const auto &program : programs)
    if (count > 1 && strcmp(arguments[1], program.name) == 0)
      program.run();
  return check_done();
}
