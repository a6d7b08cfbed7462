// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A taskgraph in a lambda whose captures, by value and by reference, differ
// from one lambda object to the next; and one in a generic lambda.
#include "check.h"

constexpr int Encounters = 40;
static Construct value_region, reference_region, generic_region[2];

static auto make_by_value(int offset, int *out) {
  return [offset, out] {
    MEET(value_region);
#pragma omp taskgraph
    {
#pragma omp task
      *out = offset;
#pragma omp task depend(inout : out[1])
      out[1] = offset + 1;
#pragma omp task depend(inout : out[1])
      out[1] *= 2;
    }
  };
}

static __attribute__((noinline)) void by_reference(int e) {
  int local = e, result = -1;
  auto work = [&] {
    MEET(reference_region);
#pragma omp taskgraph
    {
#pragma omp task shared(result, local)
      result = local * 3;
    }
  };
  work();
  CHECK_EQ("captured by reference", result, 3 * e);
  local = e + 1;
  work();
  CHECK_EQ("the same object again", result, 3 * e + 3);
}

static void encounter(int e) {
  int out[2] = {-1, -1};
  make_by_value(e, out)();
  CHECK_EQ("captured by value", out[0], e);
  CHECK_EQ("chain through a capture", out[1], 2 * (e + 1));
  by_reference(e);
  auto generic = [e](auto &target) {
    target = 0;
    MEET(generic_region[sizeof target == sizeof(double)]);
#pragma omp taskgraph
    {
#pragma omp task shared(target)
      target = e + (sizeof target == sizeof(double) ? 0.5 : 0);
    }
  };
  int whole;
  double half;
  generic(whole), generic(half);
  CHECK_EQ("generic lambda, int", whole, e);
  CHECK_EQ("generic lambda, double", 2 * half, 2 * e + 1);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth(e * 5 % 19, [=] { encounter(e); });
  // Where the dependent cell is, the block decides upon.
  CHECK_USES(value_region, Used, Encounters - 1);
  CHECK_USES(reference_region, Replayed, 1);
  generic_region[0].met += generic_region[1].met; // in one line
  CHECK_USES(generic_region[0], Replayed, 2);
  return check_done();
}
