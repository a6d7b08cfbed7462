//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Taskgraph regions that a program calls by itself, see ompx_taskgraph.h. To
// the library they are constructs whose block is never proved.

#include "kmp.h"
#include "ompx_taskgraph.h"
#include "taskgraph/abi.h"

using Site = ompx_taskgraph_site_t; // the library's view of a site
using Given = ompx_taskgraph_site;  // the program's
static_assert(sizeof(Given) == sizeof(Site) &&
                  offsetof(Given, line) == offsetof(Site, line) &&
                  offsetof(Given, recording) == offsetof(Site, recording) &&
                  offsetof(Given, graph) == offsetof(Site, graph),
              "both are one");
static_assert(int(ompx_taskgraph_flag_reset) == OMPX_TASKGRAPH_RESET &&
                  int(ompx_taskgraph_flag_nogroup) == OMPX_TASKGRAPH_NOGROUP &&
                  int(ompx_taskgraph_flag_nowait) == OMPX_TASKGRAPH_NOWAIT &&
                  int(ompx_taskgraph_flag_plain) == OMPX_TASKGRAPH_IF_FALSE,
              "flags are passed on");

void ompx_taskgraph(Given *given, unsigned flags, int64_t graph_id,
                    void (*block)(void *), void *argument) {
  static ident_t loc = {0, KMP_IDENT_KMPC, 0, 0, ";unknown;unknown;0;0;;"};
  constexpr unsigned Passed = OMPX_TASKGRAPH_RESET | OMPX_TASKGRAPH_NOGROUP |
                              OMPX_TASKGRAPH_NOWAIT | OMPX_TASKGRAPH_IF_FALSE;
  __kmpc_ompx_taskgraph(
      &loc, __kmp_entry_gtid(), reinterpret_cast<Site *>(given),
      (flags & Passed) | OMPX_TASKGRAPH_HAS_ID, graph_id, block, argument, 0);
}
