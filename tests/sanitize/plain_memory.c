// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For AddressSanitizer: task descriptors and the like from malloc, each anew,
// in place of libomp's free lists, which hand a freed block out again before
// AddressSanitizer could see that somebody still uses it. The linker's --wrap puts
// these functions in place of ___kmp_fast_allocate() and ___kmp_fast_free(). Before
// a block stands an empty descriptor: by it the inline paths of
// openmp/src/support/fast_memory.h see that it is in no list, and call these.
#include <stdlib.h>
#include <string.h>

enum { Line = 128 }; // as libomp aligns them; the descriptor is smaller

void *__wrap____kmp_fast_allocate(void *thread, size_t size) {
  char *all = aligned_alloc(Line, Line + (size + Line - 1) / Line * Line);
  if (!all)
    abort();
  memset(all, 0, Line);
  return memset(all + Line, 0xa5, size);
}

void __wrap____kmp_fast_free(void *thread, void *block) {
  free((char *)block - Line);
}
