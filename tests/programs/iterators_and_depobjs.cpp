// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependences by iterator and by depobj. The depobj is updated, destroyed and
// its memory overwritten after every encounter: the recorded edges stay.
#include "check.h"

constexpr int Cells = 10, Encounters = 30;
static int cells[Cells], through_depobj;
static Construct region;

static void encounter(omp_depend_t *object, int *first, int last) {
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < last; ++i) {
#pragma omp task depend(out : first[i])
      spin(200 * i), first[i] = i + 1;
    }
    // Reversed, strided and nested iterators over what was written.
#pragma omp task depend(iterator(k = last - 1 : -1 : -1), in : first[k])       \
    depend(depobj : *object)
    {
      through_depobj = 0;
      for (int i = 0; i < last; ++i)
        through_depobj += first[i];
    }
#pragma omp task depend(depobj : *object)
    {
      CHECK_EQ("second depobj user", through_depobj, Cells * (Cells + 1) / 2);
      through_depobj = -1;
    }
#pragma omp task depend(iterator(i = 0 : 2, j = 0 : Cells / 2),                \
                            inout : cells[i * Cells / 2 + j])
    for (int i = 0; i < Cells; ++i)
      cells[i] = -cells[i];
#pragma omp task depend(iterator(unsigned char k = 0 : Cells : 3),             \
                            in : cells[k])
    CHECK_EQ("after the nested iterator", cells[0] + cells[3] + cells[9], -15);
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    omp_depend_t object;
#pragma omp depobj(object) depend(inout : through_depobj)
    memset(cells, 0, sizeof cells);
    encounter(&object, cells, Cells);
    CHECK_EQ("end", through_depobj, -1);
#pragma omp depobj(object) update(in)
#pragma omp depobj(object) destroy
    memset(&object, 0xee, sizeof object);
    clobber_stack();
  }
  CHECK_USES(region, Refilled, 1);
  return check_done();
}
