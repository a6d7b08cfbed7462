// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks have what the block computes from values that only an encounter knows:
// floating-point numbers to the last bit, integers that wrap, choices. The
// compiler builds these graphs, with a function that computes the same.
#include "static_tiles.h"

#include <string.h>

enum { Encounters = 24, Words = 16 };
static Construct half_region, single_region, narrow_region, wrap_region,
    stride_region, choice_region, division_region, lanes_region;

static void update(Word *to, Word by) { *to = mix(*to, by); }
static Word bits_of(double number) {
  Word bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

/// Each pair of functions has the same block, with tasks and without.
#define BLOCK_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define TASK(...) BLOCK_PRAGMA(omp task __VA_ARGS__)
#define NO_TASK(...)

static double dt;
#define HALF_A_STEP(TASK)                                                      \
  double h = dt / 2;                                                           \
  for (int i = 0; i < Words; ++i) {                                            \
    double at = i * h + 0.1;                                                   \
    TASK(firstprivate(h, at) depend(inout : w[i % 2]))                         \
    update(&w[i % 2], bits_of(h) ^ bits_of(at));                               \
  }

static float scale;
static int count;
#define SINGLE_AND_DOUBLE(TASK)                                                \
  for (int i = 0; i < Words; ++i) {                                            \
    float part = (scale - 1) / 3 * (float)count;                               \
    double wide = -(double)part + 1.0 / (i + 3);                               \
    double bounded = wide < 0.25 ? 0.25 : wide;                                \
    int whole = (int)(bounded * 1000);                                         \
    TASK(firstprivate(part, wide, bounded, whole) depend(inout : w[i % 3]))    \
    update(&w[i % 3],                                                          \
           bits_of(part) ^ bits_of(wide) ^ bits_of(bounded) ^ (Word)whole);    \
  }

static short narrow;
static signed char small;
#define WIDENED(TASK)                                                          \
  Word wide = (unsigned)narrow;                                                \
  unsigned short cut = (unsigned short)(narrow * 1000 + small);                \
  for (int i = 0; i < Words; ++i) {                                            \
    TASK(firstprivate(wide, cut) depend(inout : w[i % 2]))                     \
    update(&w[i % 2], wide + cut);                                             \
  }

/// An object behind a number that wraps.
static unsigned first;
#define WRAPPING(TASK)                                                         \
  for (unsigned i = 0; i < Words / 2; ++i) {                                   \
    Word *place = w + (first + i * 3) % (Words / 2);                           \
    TASK(depend(inout : *place))                                               \
    update(place, i);                                                          \
  }

/// A leading dimension of 32 bits.
static unsigned rows, tile;
#define STRIDES(TASK)                                                          \
  for (unsigned i = 0; i < 4; ++i)                                             \
    for (unsigned j = 0; j < 2; ++j) {                                         \
      Word *place = w + (i * rows + j * tile);                                 \
      TASK(depend(inout : *place))                                             \
      update(place, i * 10 + j);                                               \
    }

/// Comparisons as numbers: a choice may be a branch, on which no graph is
/// built.
#define CHOICES(TASK)                                                          \
  int least = small + (count < small) * (count - small);                       \
  Word *place = w + (narrow <= 3);                                             \
  for (int i = 0; i < Words; ++i) {                                            \
    int most = least + (count + i > least) * (count + i - least);              \
    _Bool even = (count & 1) == 0;                                             \
    TASK(firstprivate(least, most, even) depend(inout : *place))               \
    update(place, (Word)(least + most) * 2 + even);                            \
  }

#define DIVISIONS(TASK)                                                        \
  for (int i = 0; i < Words; ++i) {                                            \
    int part = (count - 100) / (i + 3), rest = (count * 7 + i) % 5;            \
    unsigned shifted = first >> (i & 7);                                       \
    TASK(firstprivate(part, rest, shifted) depend(inout : w[i]))               \
    update(&w[i], (Word)part * 31 + (Word)rest * 7 + shifted);                 \
  }

/// Vectors, where optimisation makes them.
static double origin[4];
#define LANES(TASK)                                                            \
  double corner[4];                                                            \
  for (int k = 0; k < 4; ++k)                                                  \
    corner[k] = origin[k] * dt + k;                                            \
  for (int i = 0; i < Words; ++i) {                                            \
    TASK(firstprivate(corner) depend(inout : w[i % 4]))                        \
    update(&w[i % 4], bits_of(corner[i % 4]) + bits_of(corner[0]));            \
  }

#define REGION(NAME, region, BLOCK)                                            \
  static void NAME(Word *w) {                                                  \
    meet_at(__FILE_NAME__, __LINE__, &region);                                 \
    BLOCK_PRAGMA(omp taskgraph) { BLOCK(TASK) }                                \
  }                                                                            \
  static void serial_##NAME(Word *w) { BLOCK(NO_TASK) }

REGION(half_a_step, half_region, HALF_A_STEP)
REGION(single_and_double, single_region, SINGLE_AND_DOUBLE)
REGION(widened, narrow_region, WIDENED)
REGION(wrapping, wrap_region, WRAPPING)
REGION(strides, stride_region, STRIDES)
REGION(choices, choice_region, CHOICES)
REGION(divisions, division_region, DIVISIONS)
REGION(lanes, lanes_region, LANES)

static Word memory[64], expected[64];

static void compare(const char *what, void (*region)(Word *),
                    void (*serial)(Word *), int e) {
  fill(expected, 64, e);
  serial(expected);
  fill(memory, 64, e);
  region(memory);
  CHECK_EQ(what, hash_of(memory, 64), hash_of(expected, 64));
}

static void encounter(int e) {
  dt = (e / 2 % 5) * 0.1 - 0.2;
  scale = (float)(e / 3) / 7;
  count = e / 2 * 12345 - 3;
  narrow = (short)(e / 4 % 2 ? -e / 2 : e / 2);
  small = (signed char)(e / 5 * 50);
  first = e / 6 % 2 ? 3 : ~0u - (unsigned)e / 4;
  rows = 4 + (unsigned)e / 3 % 3;
  tile = e / 5 % 2 ? 2 : 1;
  for (int k = 0; k < 4; ++k)
    origin[k] = k - e / 7 * 0.3;
  compare("half a step", half_a_step, serial_half_a_step, e);
  compare("single and double", single_and_double, serial_single_and_double, e);
  compare("widened", widened, serial_widened, e);
  compare("wrapping", wrapping, serial_wrapping, e);
  compare("strides", strides, serial_strides, e);
  compare("choices", choices, serial_choices, e);
  compare("divisions", divisions, serial_divisions, e);
  compare("lanes", lanes, serial_lanes, e);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    encounter(e);
  const Construct *all[] = {&half_region,     &single_region, &narrow_region,
                            &wrap_region,     &stride_region, &choice_region,
                            &division_region, &lanes_region};
  for (unsigned k = 0; k < sizeof all / sizeof *all; ++k)
    CHECK_BUILT(*all[k], -1);
  return check_done();
}
