//===- plain_taskgraph.cpp - Taskgraph regions without our library --------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library to preload (LD_PRELOAD): the entry points of taskgraph regions
// (docs/entry-points.md), which run the block as it is. With it the very same
// program runs on LLVM's own libomp, so that nothing but the library differs.
//
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <cstdint>
#include <cstring>

extern "C" {

void __kmpc_taskgroup(void *location, std::int32_t thread);
void __kmpc_end_taskgroup(void *location, std::int32_t thread);

void __kmpc_ompx_taskgraph(void *location, std::int32_t thread, void *,
                           std::uint32_t flags, std::int64_t,
                           void (*region)(void *), void *args, std::size_t) {
  constexpr std::uint32_t without_group = 4;
  if (flags & without_group)
    return region(args);
  __kmpc_taskgroup(location, thread);
  region(args);
  __kmpc_end_taskgroup(location, thread);
}

void __kmpc_ompx_taskgraph_saved(void *to, const void *from, std::size_t size) {
  std::memcpy(to, from, size);
}

void __kmpc_ompx_taskgraph_plain(void *, std::int32_t) {}
}
