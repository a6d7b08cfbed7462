//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Reasons, counts and the summary at the end of the program.

#include "taskgraph/report.h"
#include "kmp_i18n.h"
#include "ompx_hooks.h"
#include "ompx_taskgraph.h"
#include "support/settings.h"

#include <inttypes.h>

namespace ompx {

void explain(Record &record, const char *reason) {
  if (taskgraph_verbose != Verbosity::Off && record.explainNow(reason))
    __kmp_msg(kmp_ms_inform,
              KMP_MSG(TaskgraphPlain, record.site.place(), reason),
              __kmp_msg_null);
}

void reportDifference(const Record &record, const Difference &difference) {
  if (!difference.what)
    return;
  kmp_str_buf_t text;
  __kmp_str_buf_init(&text);
  __kmp_str_buf_print(&text, "%s", difference.what);
  if (difference.place) {
    kmp_str_loc_t loc = __kmp_str_loc_init(difference.place->psource, false);
    __kmp_str_buf_print(&text, " (%s:%d)", loc.file, loc.line);
    __kmp_str_loc_free(&loc);
  }
  __kmp_msg(kmp_ms_warning,
            KMP_MSG(TaskgraphDiffers, record.site.place(), text.str),
            __kmp_msg_null);
  __kmp_str_buf_free(&text);
}

namespace {

ompx_taskgraph_counts_t countsOf(const Site &site) {
  auto read = [](const std::atomic<kmp_uint64> &count) {
    // mo: relaxed; a statistic
    return uint64_t(count.load(std::memory_order_relaxed));
  };
  return {read(site.counts.recorded), read(site.counts.replayed),
          read(site.counts.refilled), read(site.counts.diverged),
          read(site.counts.plain)};
}

bool endsWith(const char *text, const char *end) {
  size_t text_size = strlen(text), end_size = strlen(end);
  return text_size >= end_size && strcmp(text + text_size - end_size, end) == 0;
}

Site *latestSite() {
  // mo: acquire; sees the sites; pairs with findRecord()
  return Site::latest.load(std::memory_order_acquire);
}

} // namespace
} // namespace ompx

void __kmp_ompx_end() {
  using namespace ompx;
  if (taskgraph_verbose != Verbosity::Summary)
    return;
  taskgraph_verbose = Verbosity::Off; // the library may end and begin again
  for (Site *site = latestSite(); site; site = site->next) {
    ompx_taskgraph_counts_t counts = countsOf(*site);
    fprintf(stderr,
            "OMP: taskgraph at %s: %" PRIu64 " recorded, %" PRIu64
            " replayed, %" PRIu64 " refilled, %" PRIu64 " diverged, %" PRIu64
            " plain\n",
            site->place(), counts.recorded, counts.replayed, counts.refilled,
            counts.diverged, counts.plain);
  }
}

int ompx_get_taskgraph_counts(const char *file, int line,
                              ompx_taskgraph_counts_t *counts) {
  using namespace ompx;
  int found = 0;
  ompx_taskgraph_counts_t sum = {};
  for (Site *site = latestSite(); site; site = site->next) {
    if ((file && !endsWith(site->file, file)) || (line && line != site->line))
      continue;
    ++found;
    ompx_taskgraph_counts_t more = countsOf(*site);
    sum.recorded += more.recorded;
    sum.replayed += more.replayed;
    sum.refilled += more.refilled;
    sum.diverged += more.diverged;
    sum.plain += more.plain;
  }
  *counts = sum;
  return found;
}

int ompx_get_taskgraph_site_counts(const ompx_taskgraph_site *given,
                                   ompx_taskgraph_counts_t *counts) {
  using namespace ompx;
  const auto *site = reinterpret_cast<const ompx_taskgraph_site_t *>(given);
  // mo: acquire; sees the site; pairs with findRecord()
  const void *known = site->record.load(std::memory_order_acquire);
  *counts = {};
  if (!known)
    return 0;
  *counts = countsOf(*static_cast<const Site *>(known));
  return 1;
}
