// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forty random graphs at one site, told apart by graph_id. A node's value mixes
// those of its predecessors, so a lost edge changes a value of the last
// encounter.
#include "check.h"

constexpr int Graphs = 40, MaxNodes = 60, Encounters = 5;
typedef unsigned long long Word;

static int nodes[Graphs], counts[Graphs][MaxNodes];
static int preds[Graphs][MaxNodes][MaxNodes];
static Word value[MaxNodes], expected[MaxNodes], salt;
static Construct region;

static Word mix(Word a, Word b) {
  a = (a ^ b) * 0x9e3779b97f4a7c15ull;
  return a ^ (a >> 29);
}

static Word evaluate(const Word *of, int g, int n) {
  Word w = mix(salt, n);
  for (int p = 0; p < counts[g][n]; ++p)
    w = mix(w, of[preds[g][n][p]]);
  return w;
}

static void build(int g) {
  srand(g + 1);
  nodes[g] = 2 + rand() % (MaxNodes - 2);
  int density = 2 + rand() % 20;
  for (int n = 0; n < nodes[g]; ++n)
    for (int p = 0; p < n; ++p)
      if (rand() % density == 0)
        preds[g][n][counts[g][n]++] = p;
}

static void encounter(int g) {
  MEET(region);
#pragma omp taskgraph graph_id(g)
  {
    for (int n = 0; n < nodes[g]; ++n) {
      int *before = preds[g][n];
#pragma omp task depend(iterator(k = 0 : counts[g][n]), in : value[before[k]]) \
    depend(out : value[n]) firstprivate(g, n)
      {
        spin(n % 7 * 100);
        value[n] = evaluate(value, g, n);
      }
    }
  }
}

int main() {
  for (int g = 0; g < Graphs; ++g)
    build(g);
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    for (int g = 0; g < Graphs; ++g) {
      salt = mix(e, g);
      for (int n = 0; n < nodes[g]; ++n)
        expected[n] = evaluate(expected, g, n);
      encounter(g);
      for (int n = 0; n < nodes[g]; ++n)
        CHECK_EQ("node value", value[n], expected[n]);
    }
  CHECK_USES(region, Used, Graphs);
  return check_done();
}
