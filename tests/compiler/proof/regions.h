// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What generated regions use: the variables of an enclosing function, their
// addresses as a region captures them, globals, and the call that begins a taskgraph.
#pragma once
#include <cstddef>
#include <cstdint>

struct Object {
  int a, b;
  double d;
  int v[3];
  int *q;
};

struct Variables {
  int n, m, k;
  double x, y;
  int arr[8];
  int *p;
  Object s, t;
  int *pp[4];
};

struct Args {
  int *n, *m, *k;
  double *x, *y;
  int (*arr)[8];
  int **p;
  Object *s, *t;
  int *(*pp)[4];
  std::int64_t size;
};

extern int gn, garr[8], *gp;
extern Object gs;
extern const int gtable[8];

struct Site {
  void *record;
  const char *file, *function;
  std::int32_t line, column;
  std::uint32_t version, reserved;
  void (*recording)(void *args, void *recorder);
  const void *graph;
};

extern "C" {
void __kmpc_ompx_taskgraph(void *loc, int gtid, Site *site, unsigned flags,
                           std::int64_t graphId, void (*region)(Args *),
                           Args *args, std::size_t argsSize);
void use(const void *);
void useNumber(long);
}
void encounters(Args *args);
