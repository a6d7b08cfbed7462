// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Templates, an inline function in two translation units, and a lambda called
// from two places: a record for each emitted construct, never mixed.
#include "instantiations.h"

constexpr int Encounters = 20;

template <class T> struct Region {
  static inline Construct function, method;
};

template <class T, int N> static void fill(T *array, T value) {
  MEET(Region<T[N]>::function);
#pragma omp taskgraph
  {
    for (int i = 0; i < N; ++i) {
#pragma omp task
      array[i] = value + i;
    }
  }
}

template <class T> struct Holder {
  T value;
  void advance() {
    MEET(Region<T>::method);
#pragma omp taskgraph
    {
#pragma omp task
      value += sizeof(T);
    }
  }
};

template <class T, int N> static void check_fill(T value) {
  T array[N];
  fill<T, N>(array, value);
  for (int i = 0; i < N; ++i)
    CHECK_EQ("template", 2 * array[i], 2 * (value + i));
}

int main() {
  static Construct lambda_region;
  auto twice = [](int &x) {
    MEET(lambda_region);
#pragma omp taskgraph
    {
#pragma omp task shared(x)
      x *= 2;
    }
  };
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    check_fill<int, 3>(e);
    check_fill<double, 3>(e + 0.5);
    check_fill<int, 7>(-e);
    Holder<char> small = {0};
    Holder<long> big = {0};
    small.advance(), big.advance();
    CHECK_EQ("method, char", small.value, 1);
    CHECK_EQ("method, long", big.value, 8);
    int here[5], there[9], x = e, y = 3;
    fill_inline(here, 5, e), fill_from_other_unit(there, 9, -e);
    for (int i = 0; i < 9; ++i)
      CHECK_EQ("inline", i < 5 ? here[i] : there[i] + 2 * e, e + i);
    twice(x), twice(y), twice(x);
    CHECK_EQ("lambda", x, 4 * e);
    CHECK_EQ("lambda elsewhere", y, 6);
  }
  // The instantiations stand in one line and are counted together.
  Construct function = Region<int[3]>::function;
  function.met +=
      Region<double[3]>::function.met + Region<int[7]>::function.met;
  CHECK_USES(function, Replayed, 3);
  Construct method = Region<char>::method;
  method.met += Region<long>::method.met;
  CHECK_USES(method, Replayed, 2);
  ompx_taskgraph_counts_t counts;
  CHECK_EQ("constructs of three instantiations",
           ompx_get_taskgraph_counts(function.file, function.line, &counts), 3);
  CHECK_EQ("constructs of two instantiations",
           ompx_get_taskgraph_counts(method.file, method.line, &counts), 2);
  CHECK_EQ("constructs of an inline function",
           ompx_get_taskgraph_counts(inline_region.file, inline_region.line,
                                     &counts),
           1);
  CHECK_USES(inline_region, Replayed, 2);
  CHECK_USES(lambda_region, Replayed, 1);
  return check_done();
}
