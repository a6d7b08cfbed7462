// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the programs of generate_program.py share, in C and C++: words, a hash
// in which the order counts, a class that notices missing copies, and the check
// of each encounter's results against those of the serial run.
#ifndef REPRISE_TESTS_RANDOM_RANDOM_PROGRAM_H
#define REPRISE_TESTS_RANDOM_RANDOM_PROGRAM_H

#include <alloca.h>
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned long long Word;
typedef bool Flag;

static inline Word mix(Word a, Word b) {
  a = (a ^ (b + 0x632be59bd9b4e019ull)) * 0x9e3779b97f4a7c15ull;
  return a ^ (a >> 31);
}

/// A short, variable amount of work that the compiler keeps: opens races.
static inline void pause_for(unsigned amount) {
  for (volatile unsigned i = 0; i < amount; ++i)
    ;
}

/// place op= value, with some work in the middle: who does not exclude others
/// undoes what they do meanwhile.
static inline void update_slowly(volatile Word *place, char op, Word value,
                                 unsigned amount) {
  Word old = *place;
  pause_for(amount);
  *place = op == '+' ? old + value : old ^ value;
}

/// Moves the frames of functions that the caller calls further down.
#define DEEPEN(amount)                                                         \
  (*(volatile char *)alloca(16 + 176 * (size_t)(amount)) = 0)

/// Overwrites the frames that returned calls left below the stack pointer.
static __attribute__((noinline)) void clobber_stack(void) {
  volatile unsigned char junk[16384];
  for (size_t i = 0; i < sizeof junk; ++i)
    junk[i] = 0xa5;
}

static int encounters_wrong;

/// Compares the hashes of all global variables after an encounter.
static inline void check_encounter(int e, int count, const char *const *names,
                                   const Word *seen, const Word *expected) {
  int wrong = 0;
  for (int k = 0; k < count; ++k)
    if (seen[k] != expected[k] && encounters_wrong < 3)
      printf("%s %s", wrong++ ? "," : "wrong:", names[k]);
    else
      wrong += seen[k] != expected[k];
  if (wrong && encounters_wrong++ < 3)
    printf(" after encounter %d\n", e);
}

/// As in ompx_taskgraph.h of a library that counts: how often the encounters
/// recorded, replayed, refilled, diverged from a graph, and ran plainly.
#ifdef __cplusplus
extern "C"
#endif
    __attribute__((weak)) int ompx_get_taskgraph_counts(const char *file,
                                                        int line, void *counts);

static inline void print_counts(void) {
  unsigned long long counts[5];
  if (!ompx_get_taskgraph_counts)
    return;
  ompx_get_taskgraph_counts(NULL, 0, counts);
  printf("counts:");
  for (int k = 0; k < 5; ++k)
    printf(" %llu", counts[k]);
  printf("\n");
}

/// The last line of every program; its value is the exit status.
static inline int program_done(int encounters) {
  print_counts();
  printf("%d of %d encounters wrong\n", encounters_wrong, encounters);
  return encounters_wrong != 0;
}

#ifdef __cplusplus
/// A word in a class with a life of its own: a copy made as bytes, a copy of
/// what is gone and a second destruction all change what is computed.
class Tracked {
public:
  Tracked(Word value = 0) : value(value), self(this) {}
  Tracked(const Tracked &other) : value(other), self(this) {}
  ~Tracked() { value = *this ^ 0xdead, self = nullptr; }
  Tracked &operator=(const Tracked &other) {
    value = other;
    return *this;
  }
  operator Word() const { return self == this ? value : value ^ 0xbad; }

private:
  Word value;
  const Tracked *volatile self;
};
#endif

#endif
