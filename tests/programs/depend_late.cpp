// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// N tasks that come to an object late, because they wait for others before, and
// in no order; N more that were made later wait there already. What a task
// costs, as depend_growth.cpp counts it. Usage: depend_late BITS..., one dump
// of the counters for each, named "late late N", with N = 2^BITS.
#include "depend_counted.h"
#include <vector>

static std::vector<char> gates;
static char common;
static int ran;

/// The bits of a number in reverse: any two neighbours are far apart.
static unsigned reversed(unsigned number, unsigned bits) {
  unsigned result = 0;
  for (unsigned i = 0; i < bits; ++i)
    result |= (number >> i & 1) << (bits - 1 - i);
  return result;
}

static void late(unsigned bits) {
  unsigned number = 1u << bits;
  ran = 0;
  gates.assign(number, 0);
  // One thread runs what it made last first: the gates open in this order.
  for (unsigned i = 0; i < number; ++i) {
    char *gate = &gates[reversed(i, bits)];
#pragma omp task depend(out : *gate)
    *gate = 1;
  }
#pragma omp task depend(inout : common)
  ++ran;
  for (unsigned i = 0; i < number; ++i) {
    char *gate = &gates[i];
#pragma omp task depend(in : *gate) depend(inout : common)
    CHECK_EQ("order", ran, int(i) + 1), ++ran;
  }
  for (unsigned i = 0; i < number; ++i) {
#pragma omp task depend(inout : common)
    CHECK_EQ("order", ran, int(number + i) + 1), ++ran;
  }
#pragma omp taskwait
  CHECK_EQ("tasks", ran, 2 * int(number) + 1);
}

int main(int argc, char **argv) {
  while_the_other_sleeps([&] {
    for (int a = 1; a < argc; ++a) {
      unsigned bits = unsigned(atoi(argv[a]));
      char name[80];
      snprintf(name, sizeof name, "late late %u", 1u << bits);
      count(name, [=] { late(bits); });
    }
  });
  return check_done();
}
