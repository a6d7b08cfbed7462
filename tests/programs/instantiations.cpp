// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Templates, an inline function in two translation units, and a lambda called
// from two places: a record for each emitted construct, never mixed.
#include "instantiations.h"

constexpr int Encounters = 20;

template <class T> struct Blocks {
  static inline long function, method;
};

template <class T, int N> static void fill(T *array, T value) {
#pragma omp taskgraph
  {
    count_block(&Blocks<T[N]>::function);
    for (int i = 0; i < N; ++i) {
#pragma omp task
      array[i] = value + i;
    }
  }
}

template <class T> struct Holder {
  T value;
  void advance() {
#pragma omp taskgraph
    {
      count_block(&Blocks<T>::method);
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
  long lambda_blocks = 0, *counter = &lambda_blocks;
  auto twice = [counter](int &x) {
#pragma omp taskgraph
    {
      count_block(counter);
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
  CHECK_BLOCKS(Blocks<int[3]>::function, Encounters, 1);
  CHECK_BLOCKS(Blocks<double[3]>::function, Encounters, 1);
  CHECK_BLOCKS(Blocks<int[7]>::function, Encounters, 1);
  CHECK_BLOCKS(Blocks<char>::method, Encounters, 1);
  CHECK_BLOCKS(Blocks<long>::method, Encounters, 1);
  CHECK_BLOCKS(inline_blocks, 2 * Encounters, 2);
  CHECK_BLOCKS(lambda_blocks, 3 * Encounters, 1);
  return check_done();
}
