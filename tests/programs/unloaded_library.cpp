// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library with recorded graphs and graphs of the compiler is unloaded and
// loaded again; regions of the program go on between. Argument: the library.
#include "two_regions.h"
#include <dlfcn.h>

int main(int count, char **arguments) {
  for (int round = 0; round < 20 && count > 1; ++round) {
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    CHECK(library != nullptr);
    if (!library)
      break;
    auto run = (void (*)())dlsym(library, "runInLibrary");
    run();
    dlclose(library);
    runTwoRegions("while the library is away");
  }
  return count > 1 ? check_done() : 2;
}
