//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Names, permissions and replacement of the files; see cache.h. An error never
// makes a program fail: it is reported if OMPX_TASKGRAPH_VERBOSE is set, and
// the program goes on without the file.

#include "taskgraph/cache.h"
#include "kmp_i18n.h"
#include "support/loaded_object.h"
#include "support/settings.h"
#include "support/unnoticed.h"
#include "taskgraph/file_name.h"
#include "taskgraph/graph_file.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace ompx {

namespace {

class Text {
  kmp_str_buf_t buffer;

public:
  Text() { __kmp_str_buf_init(&buffer); }
  Text(const Text &) = delete;
  ~Text() { __kmp_str_buf_free(&buffer); }
  kmp_str_buf_t *operator&() { return &buffer; }
  char *data() { return buffer.str; }
  size_t size() const { return size_t(buffer.used); }
};

void tell(const Record &record, const char *reason) {
  if (taskgraph_verbose != Verbosity::Off)
    __kmp_msg(kmp_ms_inform,
              KMP_MSG(TaskgraphNotKept, record.site.place(), reason),
              __kmp_msg_null);
}

void tellOfFile(const Record &record, const char *file, const char *reason) {
  if (taskgraph_verbose != Verbosity::Off)
    __kmp_msg(kmp_ms_inform,
              KMP_MSG(TaskgraphFileIgnored, record.site.place(), file, reason),
              __kmp_msg_null);
}

void tellOfDirectory(int error) {
  static std::atomic<bool> told{false};
  // mo: relaxed; only whether it was the first
  if (taskgraph_verbose != Verbosity::Off &&
      !told.exchange(true, std::memory_order_relaxed))
    __kmp_msg(kmp_ms_inform,
              KMP_MSG(CannotWriteTo, "OMPX_TASKGRAPH_CACHE", taskgraph_cache),
              KMP_ERR(error), __kmp_msg_null);
}

void printBuildId(kmp_str_buf_t *text, const BuildId &id) {
  for (kmp_uint32 i = 0; i < id.size; ++i)
    __kmp_str_buf_print(text, "%02x", id.bytes[i]);
}

/// Which graph it is: of this library, which has drawn the edges, of this
/// program, and of this construct of it. False and the reason if that cannot be
/// said.
bool printKey(kmp_str_buf_t *key, const Record &record,
              const ompx_taskgraph_site_t &site, const char **reason) {
  PlaceInObject library, construct;
  *reason = "the library has no build id";
  if (!findPlace(reinterpret_cast<const void *>(&takeFromCache), &library))
    return false;
  *reason = "its program has no build id";
  if (!findPlace(&site, &construct))
    return false;
  __kmp_str_buf_print(key, "library ");
  printBuildId(key, library.id);
  __kmp_str_buf_print(key, "\nprogram ");
  printBuildId(key, construct.id);
  __kmp_str_buf_print(
      key, "\nconstruct %s at %llx\ngraph_id %" KMP_INT64_SPEC "\n",
      record.site.place(), kmp_uint64(construct.offset), record.id);
  return true;
}

void printPath(kmp_str_buf_t *path, Text &key, const Record &record,
               const ompx_taskgraph_site_t &site) {
  __kmp_str_buf_print(path, "%s/", taskgraph_cache);
  printFileName(path, site, record.id);
  __kmp_str_buf_print(path, "-%016llx.graph",
                      checksumOf(key.data(), key.size()));
}

/// All bytes of an open file; null and the reason if that is not to be used.
char *readFile(int file, size_t *size, const char **reason) {
  struct stat status;
  *reason = "it cannot be read";
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
    return nullptr;
  *reason = "it is another user's, or others may change it";
  if (status.st_uid != geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return nullptr;
  *reason = "there is no memory for it";
  *size = size_t(status.st_size);
  auto *bytes = static_cast<char *>(KMP_INTERNAL_MALLOC(*size + 1));
  if (!bytes)
    return nullptr;
  size_t done = 0;
  while (done < *size) {
    ssize_t part = read(file, bytes + done, *size - done);
    if (part < 0 && errno == EINTR)
      continue;
    if (part <= 0) {
      KMP_INTERNAL_FREE(bytes);
      *reason = "it cannot be read";
      return nullptr;
    }
    done += size_t(part);
  }
  return bytes;
}

Graph *load(const Record &record, const ompx_taskgraph_site_t &site) {
  Text key, path;
  const char *reason;
  if (!printKey(&key, record, site, &reason))
    return nullptr; // reported when a graph is to be written
  printPath(&path, key, record, site);
  int file = open(path.data(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) {
    if (errno != ENOENT)
      tellOfFile(record, path.data(), strerror(errno));
    return nullptr;
  }
  size_t size;
  char *bytes = readFile(file, &size, &reason);
  close(file);
  Graph *graph =
      bytes ? readGraph(bytes, size, key.data(), key.size(), &reason) : nullptr;
  KMP_INTERNAL_FREE(bytes);
  if (!graph)
    tellOfFile(record, path.data(), reason);
  return graph;
}

bool writeAll(int file, const char *bytes, size_t size) {
  while (size != 0) {
    ssize_t part = write(file, bytes, size);
    if (part < 0 && errno == EINTR)
      continue;
    if (part < 0)
      return false;
    bytes += part;
    size -= size_t(part);
  }
  return true;
}

/// The file appears under its name when it is whole.
bool writeFile(const char *path, const char *bytes, size_t size) {
  Text temporary;
  __kmp_str_buf_print(&temporary, "%s/.new-XXXXXX", taskgraph_cache);
  int file = mkostemp(temporary.data(), O_CLOEXEC); // with mode 0600
  if (file < 0)
    return false;
  bool whole = writeAll(file, bytes, size);
  int error = errno;
  if (close(file) != 0 && whole) {
    whole = false;
    error = errno;
  }
  if (whole && rename(temporary.data(), path) == 0)
    return true;
  if (whole)
    error = errno;
  unlink(temporary.data());
  errno = error;
  return false;
}

} // namespace

void takeFromCache(Record &record, const ompx_taskgraph_site_t &site) {
  if (!record.beginLoading())
    return;
  Unnoticed unnoticed;
  record.endLoading(load(record, site));
}

void leaveInCache(const Graph &graph, Record &record,
                  const ompx_taskgraph_site_t &site) {
  if (!record.isFirstToKeep())
    return;
  Unnoticed unnoticed;
  Text key, path;
  const char *reason;
  size_t size;
  char *bytes = nullptr;
  if (printKey(&key, record, site, &reason))
    bytes = writeGraph(graph, key.data(), key.size(), &size, &reason);
  if (!bytes)
    return tell(record, reason);
  printPath(&path, key, record, site);
  mkdir(taskgraph_cache, 0700); // if that fails, so does the rest
  if (!writeFile(path.data(), bytes, size))
    tellOfDirectory(errno);
  KMP_INTERNAL_FREE(bytes);
}

} // namespace ompx
