//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The names of files that belong to a construct and a graph_id.

#ifndef OMPX_TASKGRAPH_FILE_NAME_H
#define OMPX_TASKGRAPH_FILE_NAME_H

#include "kmp_str.h"
#include "taskgraph/abi.h"

namespace ompx {

/// The name behind the last slash.
inline const char *baseName(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/// Appends "file-line-column-graph_id": printable, without blanks, and not too
/// long for a file system.
inline void printFileName(kmp_str_buf_t *name,
                          const ompx_taskgraph_site_t &site,
                          kmp_int64 graph_id) {
  const char *file = baseName(site.fileName());
  for (int i = 0; file[i] && i < 100; ++i) {
    bool plain = strchr("._-+", file[i]) ||
                 (file[i] >= '0' && file[i] <= '9') ||
                 (file[i] >= 'A' && file[i] <= 'Z') ||
                 (file[i] >= 'a' && file[i] <= 'z');
    __kmp_str_buf_print(name, "%c", plain ? file[i] : '_');
  }
  __kmp_str_buf_print(name, "-%d-%d-%" KMP_INT64_SPEC, site.line, site.column,
                      graph_id);
}

} // namespace ompx

#endif // OMPX_TASKGRAPH_FILE_NAME_H
