// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// taskloop reduction: one, two and eight items, a user-defined one whose
// initializer reads omp_orig, array sections, and a loop that uses the result
// of the one before. The result lands in the variable of the current frame.
#include "check.h"

constexpr int N = 120, Encounters = 25;
static Construct region;

struct Extent {
  int low, high, scale;
};
static void join(Extent &to, const Extent &from) {
  if (from.low < to.low)
    to.low = from.low;
  if (from.high > to.high)
    to.high = from.high;
}
#pragma omp declare reduction(extent:Extent : join(omp_out, omp_in))           \
    initializer(omp_priv = Extent{1000000, -1000000, omp_orig.scale})

static __attribute__((noinline)) void encounter(int e) {
  int sum = e, product = 1, largest = -1, bins[5] = {e, 0, 0, 0, 0};
  long s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
  int from_first = 0;
  Extent extent = {1000000, -1000000, e};
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp taskloop reduction(+ : sum) grainsize(5)
    for (int i = 0; i < N; ++i)
      sum += i;
#pragma omp taskloop reduction(* : product) reduction(max : largest)
    for (int i = 0; i < N; ++i) {
      product *= i % 40 == 1 ? 3 : 1;
      largest = i > largest ? i : largest;
    }
#pragma omp taskloop reduction(+ : s0, s1, s2, s3, s4, s5, s6, s7) num_tasks(9)
    for (int i = 0; i < N; ++i)
      s0 += i, ++s1, ++s2, ++s3, ++s4, ++s5, ++s6, s7 += 2;
#pragma omp taskloop reduction(+ : bins[0 : 5])
    for (int i = 0; i < N; ++i)
      bins[i % 5] += i;
#pragma omp taskloop reduction(extent : extent) shared(e)
    for (int i = 0; i < N; ++i) {
      CHECK_EQ("omp_orig in the initializer", extent.scale, e);
      Extent one = {e - i, e + i, 0};
      join(extent, one);
    }
#pragma omp taskloop reduction(+ : from_first) shared(sum)
    for (int i = 0; i < N; ++i)
      from_first += sum;
  }
  CHECK_EQ("sum", sum, e + N * (N - 1) / 2);
  CHECK_EQ("product", product, 27);
  CHECK_EQ("max", largest, N - 1);
  CHECK_EQ("first of eight", s0, N * (N - 1) / 2);
  CHECK_EQ("middle of eight", s1 + s2 + s3 + s4 + s5 + s6, 6 * N + 21);
  CHECK_EQ("last of eight", s7, 2 * N + 7);
  for (int b = 0, expected; b < 5; ++b) {
    expected = b == 0 ? e : 0;
    for (int i = b; i < N; i += 5)
      expected += i;
    CHECK_EQ("array section", bins[b], expected);
  }
  CHECK_EQ("user-defined, low", extent.low, e - N + 1);
  CHECK_EQ("user-defined, high", extent.high, e + N - 1);
  CHECK_EQ("result used by the next loop", from_first, N * sum);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth(e % 13, [=] { encounter(e); });
  CHECK_USES(region, Used, Encounters - 1);
  return check_done();
}
