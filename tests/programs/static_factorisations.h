// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cholesky, LU and matrix product on Tiles x Tiles tiles, as regions and
// serially. Included once for each kind of matrix, with these defined:
// NAME(f), PARAMETERS, ARGUMENTS, TILE(i, j), TASK_SIZE.

static void NAME(cholesky)(PARAMETERS) {
  MEET(cholesky_region);
#pragma omp taskgraph
  {
    for (int k = 0; k < Tiles; ++k) {
#pragma omp task depend(inout : TILE(k, k)[0])
      change_tile(TILE(k, k), TASK_SIZE);
      for (int i = k + 1; i < Tiles; ++i) {
#pragma omp task depend(in : TILE(k, k)[0]) depend(inout : TILE(i, k)[0])
        change_by(TILE(k, k), TILE(i, k), TASK_SIZE);
      }
      for (int i = k + 1; i < Tiles; ++i) {
        for (int j = k + 1; j < i; ++j) {
#pragma omp task depend(in : TILE(i, k)[0], TILE(j, k)[0])                     \
    depend(inout : TILE(i, j)[0])
          change_by_both(TILE(i, k), TILE(j, k), TILE(i, j), TASK_SIZE);
        }
#pragma omp task depend(in : TILE(i, k)[0]) depend(inout : TILE(i, i)[0])
        change_by(TILE(i, k), TILE(i, i), TASK_SIZE);
      }
    }
  }
}

static void NAME(serial_cholesky)(PARAMETERS) {
  for (int k = 0; k < Tiles; ++k) {
    change_tile(TILE(k, k), TASK_SIZE);
    for (int i = k + 1; i < Tiles; ++i)
      change_by(TILE(k, k), TILE(i, k), TASK_SIZE);
    for (int i = k + 1; i < Tiles; ++i) {
      for (int j = k + 1; j < i; ++j)
        change_by_both(TILE(i, k), TILE(j, k), TILE(i, j), TASK_SIZE);
      change_by(TILE(i, k), TILE(i, i), TASK_SIZE);
    }
  }
}

static void NAME(lu)(PARAMETERS) {
  MEET(lu_region);
#pragma omp taskgraph
  {
    for (int k = 0; k < Tiles; ++k) {
#pragma omp task depend(inout : TILE(k, k)[0])
      change_tile(TILE(k, k), TASK_SIZE);
      for (int i = k + 1; i < Tiles; ++i) {
#pragma omp task depend(in : TILE(k, k)[0]) depend(inout : TILE(k, i)[0])
        change_by(TILE(k, k), TILE(k, i), TASK_SIZE);
#pragma omp task depend(in : TILE(k, k)[0]) depend(inout : TILE(i, k)[0])
        change_by(TILE(k, k), TILE(i, k), TASK_SIZE);
      }
      for (int i = k + 1; i < Tiles; ++i)
        for (int j = k + 1; j < Tiles; ++j) {
#pragma omp task depend(in : TILE(i, k)[0], TILE(k, j)[0])                     \
    depend(inout : TILE(i, j)[0])
          change_by_both(TILE(i, k), TILE(k, j), TILE(i, j), TASK_SIZE);
        }
    }
  }
}

static void NAME(serial_lu)(PARAMETERS) {
  for (int k = 0; k < Tiles; ++k) {
    change_tile(TILE(k, k), TASK_SIZE);
    for (int i = k + 1; i < Tiles; ++i) {
      change_by(TILE(k, k), TILE(k, i), TASK_SIZE);
      change_by(TILE(k, k), TILE(i, k), TASK_SIZE);
    }
    for (int i = k + 1; i < Tiles; ++i)
      for (int j = k + 1; j < Tiles; ++j)
        change_by_both(TILE(i, k), TILE(k, j), TILE(i, j), TASK_SIZE);
  }
}

// The lower right quarter gets the product of the two beside it; a function
// makes the tasks.

static inline void NAME(multiply)(PARAMETERS, int i, int j, int k) {
#pragma omp task depend(in : TILE(Tiles / 2 + i, k)[0],                        \
                            TILE(k, Tiles / 2 + j)[0])                         \
    depend(inout : TILE(Tiles / 2 + i, Tiles / 2 + j)[0])
  change_by_both(TILE(Tiles / 2 + i, k), TILE(k, Tiles / 2 + j),
                 TILE(Tiles / 2 + i, Tiles / 2 + j), TASK_SIZE);
}

static void NAME(product)(PARAMETERS) {
  MEET(product_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Tiles / 2; ++i)
      for (int j = 0; j < Tiles / 2; ++j)
        for (int k = 0; k < Tiles / 2; ++k)
          NAME(multiply)(ARGUMENTS, i, j, k);
  }
}

static void NAME(serial_product)(PARAMETERS) {
  for (int i = 0; i < Tiles / 2; ++i)
    for (int j = 0; j < Tiles / 2; ++j)
      for (int k = 0; k < Tiles / 2; ++k)
        change_by_both(TILE(Tiles / 2 + i, k), TILE(k, Tiles / 2 + j),
                       TILE(Tiles / 2 + i, Tiles / 2 + j), TASK_SIZE);
}

#undef NAME
#undef PARAMETERS
#undef ARGUMENTS
#undef TILE
#undef TASK_SIZE
