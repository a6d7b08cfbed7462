// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Structured bindings of the enclosing function in the block: of structures,
// arrays and what is like a tuple, by value and by reference, read and changed.
#include "check.h"
#include <array>
#include <tuple>
#include <utility>

struct Range {
  int first, last;
};
constexpr int Encounters = 40;
static int cells[16];

static void fill(int first, int last, int with) {
  for (int i = first; i < last; ++i) {
    CHECK_EQ("cell", cells[i], with);
    cells[i] = 0;
  }
}

[[gnu::noinline]] static void values(Range range, int e) {
  auto [first, last] = range;
  auto [bonus, twice] = std::make_pair(e, 2 * e);
#pragma omp taskgraph
  for (int i = first; i < last; ++i) {
    int sum = bonus + twice;
#pragma omp task depend(inout : cells[i])
    cells[i] += sum;
  }
  fill(first, last, 3 * e);
}

[[gnu::noinline]] static void references(const Range &range,
                                         std::pair<int, int> &pair) {
  const auto &[first, last] = range;
  auto &[bonus, twice] = pair;
#pragma omp taskgraph
  for (int i = first; i < last; ++i) {
    int sum = bonus + twice;
#pragma omp task depend(inout : cells[i])
    cells[i] += sum;
  }
  fill(first, last, pair.first + pair.second);
}

[[gnu::noinline]] static void tuples(std::tuple<int, int, int> tuple) {
  auto &&[first, last, with] = std::move(tuple);
#pragma omp taskgraph
  for (int i = first; i < last; ++i) {
    int value = with;
#pragma omp task depend(inout : cells[i])
    cells[i] += value;
  }
  fill(first, last, with);
}

[[gnu::noinline]] static void arrays(const std::array<int, 2> &like_tuple,
                                     int (&array)[2]) {
  auto &[first, last] = array;
  auto [bonus, twice] = like_tuple;
#pragma omp taskgraph
  for (int i = first; i < last; ++i) {
    int sum = bonus + twice;
#pragma omp task depend(inout : cells[i])
    cells[i] += sum;
  }
  fill(first, last, like_tuple[0] + like_tuple[1]);
}

[[gnu::noinline]] static void changes(Range &range, std::pair<int, int> &pair) {
  auto &[first, last] = range;
  auto &[made, sum] = pair;
#pragma omp taskgraph
  while (first < last) {
    int i = first++;
    sum += i;
#pragma omp task depend(inout : cells[i])
    cells[i] += 5;
    ++made;
  }
}

static void encounter(int e) {
  int first = e / 4 % 5, last = first + e / 3 % 8;
  values({first, last}, e);
  std::pair<int, int> pair(e, e / 2);
  references({first, last}, pair);
  tuples({first, last, e + 7});
  int range[2] = {first, last};
  arrays({e, 3}, range);
  Range left = {first, last};
  pair = {0, 0};
  changes(left, pair);
  CHECK_EQ("first", left.first, last);
  CHECK_EQ("made", pair.first, last - first);
  CHECK_EQ("sum", pair.second, (first + last - 1) * (last - first) / 2);
  fill(first, last, 5);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    encounter(e);
  return check_done();
}
