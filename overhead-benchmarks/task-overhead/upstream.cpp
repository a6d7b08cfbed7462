//===- upstream.cpp - Upstream's record and replay ------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's own experiment (LIBOMP_OMPX_TASKGRAPH) has entry points but no
// directive, so the calls are made by hand around the same loops. They are
// looked up at run time: only a library built for it has them, and one program
// then measures either library.
//
//===----------------------------------------------------------------------===//

#include "shapes.h"

#include <dlfcn.h>

namespace {

struct EntryPoints {
  using ThreadNumber = int (*)(void *location);
  using StartRecord = int (*)(void *location, int thread, int flags, int graph);
  using EndRecord = void (*)(void *location, int thread, int flags, int graph);

  ThreadNumber thread_number = lookUp<ThreadNumber>("__kmpc_global_thread_num");
  StartRecord start_record = lookUp<StartRecord>("__kmpc_start_record_task");
  EndRecord end_record = lookUp<EndRecord>("__kmpc_end_record_task");

  template <typename Function> static Function lookUp(const char *name) {
    return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
  }
};

const EntryPoints entry_points;

} // namespace

const char *upstreamUnavailable() {
  return entry_points.start_record && entry_points.end_record
             ? nullptr
             : "the loaded libomp has no __kmpc_start_record_task (it is not "
               "built with LIBOMP_OMPX_TASKGRAPH)";
}

template <Body Does> void encounterUpstream(Shape *shape, std::int64_t graph) {
  const int thread = entry_points.thread_number(nullptr);
  const int identifier = static_cast<int>(graph);
  if (entry_points.start_record(nullptr, thread, 0, identifier)) {
#include "shape_tasks.inc"
  }
  entry_points.end_record(nullptr, thread, 0, identifier);
}

template void encounterUpstream<Body::Empty>(Shape *, std::int64_t);
template void encounterUpstream<Body::Counting>(Shape *, std::int64_t);
template void encounterUpstream<Body::Working>(Shape *, std::int64_t);
