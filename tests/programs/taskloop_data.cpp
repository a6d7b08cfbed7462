// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data of taskloops of recorded regions: lastprivate of frame variables,
// objects that are firstprivate or private per chunk, bounds that are pointers,
// and reductions over references, objects and run-time sections.
#include "check.h"

constexpr int N = 40, Encounters = 20;
static Construct region;
static int alive;

struct Object {
  long value;
  Object() : value(11) { __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED); }
  explicit Object(long v) : value(v) {
    __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED);
  }
  Object(const Object &o) : value(o.value) {
    __atomic_fetch_add(&alive, 1, __ATOMIC_RELAXED);
  }
  Object &operator=(const Object &o) {
    value = o.value;
    return *this;
  }
  Object &operator+=(const Object &o) {
    value += o.value;
    return *this;
  }
  ~Object() { __atomic_fetch_sub(&alive, 1, __ATOMIC_RELAXED); }
};
#pragma omp declare reduction(+ : Object : omp_out += omp_in)                  \
    initializer(omp_priv = Object(0))

struct Host {
  __attribute__((noinline)) void encounter(int e, long &reference, int length) {
    Object first, last, scratch, total;
    long sections[8] = {}, hits = 0;
    int begin[N], *end = begin + N;
    first.value = e;
    total.value = e;
    MEET(region);
#pragma omp taskgraph
    {
#pragma omp taskloop firstprivate(first) lastprivate(last) grainsize(7)
      for (int i = 0; i < N; ++i) {
        CHECK_EQ("firstprivate object", first.value, e);
        last.value = first.value + i;
      }
#pragma omp taskloop private(scratch) num_tasks(3) shared(hits)
      for (int i = 0; i < 9; ++i) {
        if (i % 3 == 0)
          CHECK_EQ("private object is new", scratch.value, 11);
        scratch.value = -1;
        __atomic_fetch_add(&hits, 1, __ATOMIC_RELAXED);
      }
#pragma omp taskloop grainsize(3) shared(begin, end)
      for (int *p = begin; p < end; ++p)
        *p = e;
#pragma omp taskloop reduction(+ : reference, total)                           \
    reduction(+ : sections[0 : length])
      for (int i = 0; i < N; ++i) {
        Object one;
        one.value = i;
        reference += 2, total += one;
        sections[i % length] += i;
      }
    }
    CHECK_EQ("lastprivate object", last.value, e + N - 1);
    CHECK_EQ("private iterations", hits, 9);
    CHECK_EQ("reference", reference, e + 2 * N);
    CHECK_EQ("object", total.value, e + N * (N - 1) / 2);
    long sum = 0;
    for (long s : sections)
      sum += s;
    CHECK_EQ("section of run-time length", sum, N * (N - 1) / 2);
    CHECK_EQ("loop over pointers of this frame", begin[0] + begin[N - 1],
             2 * e);
  }
};

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    long reference = e;
    at_depth(e * 3 % 11, [&] { Host().encounter(e, reference, 4); });
  }
  CHECK_EQ("objects alive", alive, 0);
  CHECK_USES(region, Refilled, 1);
  return check_done();
}
