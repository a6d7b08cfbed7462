// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels on tiles of words, in place of those of linear algebra: what each
// leaves depends on everything that it read, so that a lost order shows. C and
// C++.
#ifndef REPRISE_TESTS_PROGRAMS_STATIC_TILES_H
#define REPRISE_TESTS_PROGRAMS_STATIC_TILES_H

#include "check.h"

typedef unsigned long Word;

static inline Word mix(Word a, Word b) {
  a = (a ^ (b + 0x632be59bd9b4e019u)) * 0x9e3779b97f4a7c15u;
  return a ^ (a >> 29);
}

static inline void change_tile(Word *a, long size) {
  for (long i = 0; i < size; ++i)
    a[i] = mix(a[i], a[(i + 1) % size]);
}
static inline void change_by(const Word *a, Word *b, long size) {
  for (long i = 0; i < size; ++i)
    b[i] = mix(b[i], a[size - 1 - i]);
}
static inline void change_by_both(const Word *a, const Word *b, Word *c,
                                  long size) {
  for (long i = 0; i < size; ++i)
    c[i] = mix(c[i], mix(a[i], b[size - 1 - i]));
}

/// What the words become, if they begin with other values each time.
static inline void fill(Word *words, int count, int seed) {
  for (int i = 0; i < count; ++i)
    words[i] = mix((Word)seed, (Word)i);
}

static inline Word hash_of(const Word *words, int count) {
  Word hash = 1;
  for (int i = 0; i < count; ++i)
    hash = mix(hash, words[i]);
  return hash;
}

#endif
