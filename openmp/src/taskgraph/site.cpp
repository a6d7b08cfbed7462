//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Finding the record of a construct and an id; see record.h.

#include "shared/hash.h"
#include "support/guard.h"
#include "taskgraph/record.h"

#include <new>

namespace ompx {

std::atomic<Site *> Site::latest{nullptr};

Site *Site::create(const ompx_taskgraph_site_t &site, kmp_int64 first_id) {
  size_t file_size = strlen(site.fileName()) + 1;
  size_t function_size = strlen(site.functionName()) + 1;
  auto *names =
      static_cast<char *>(KMP_INTERNAL_MALLOC(file_size + function_size));
  void *memory = names ? KMP_INTERNAL_MALLOC(sizeof(Site)) : nullptr;
  if (!memory) {
    KMP_INTERNAL_FREE(names);
    return nullptr;
  }
  memcpy(names, site.fileName(), file_size);
  memcpy(names + file_size, site.functionName(), function_size);
  return ::new (memory) Site(site, names, names + file_size, first_id);
}

void Site::destroy(Site *site) {
  KMP_INTERNAL_FREE(site->file);
  // mo: relaxed; nobody else has the site
  KMP_INTERNAL_FREE(site->text.load(std::memory_order_relaxed));
  site->~Site();
  KMP_INTERNAL_FREE(site);
}

const char *Site::place() {
  // mo: acquire; sees what was written; pairs with Site::place()
  char *known = text.load(std::memory_order_acquire);
  if (known)
    return known;
  char *made = __kmp_str_format("%s:%d:%d (%s)", file, line, column, function);
  // mo: acq_rel; publishes the text or sees another thread's; pairs with
  // Site::place()
  if (text.compare_exchange_strong(known, made, std::memory_order_acq_rel,
                                   // mo: acquire; likewise
                                   std::memory_order_acquire))
    return made;
  __kmp_str_free(&made);
  return known;
}

size_t Site::bucketOf(kmp_int64 id) const {
  return size_t(hashOf(kmp_intptr_t(id))) & (bucket_count - 1);
}

bool Site::grow() {
  size_t count = bucket_count ? bucket_count * 2 : 16;
  auto **grown =
      static_cast<Record **>(KMP_INTERNAL_CALLOC(count, sizeof(Record *)));
  if (!grown)
    return false;
  Record **old = buckets;
  size_t old_count = bucket_count;
  buckets = grown;
  bucket_count = count;
  for (size_t i = 0; i < old_count; ++i)
    while (Record *record = old[i]) {
      old[i] = record->next_in_bucket;
      size_t bucket = bucketOf(record->id);
      record->next_in_bucket = buckets[bucket];
      buckets[bucket] = record;
    }
  KMP_INTERNAL_FREE(old);
  return true;
}

Record *Site::find(kmp_int64 id) {
  if (first.id == id)
    return &first;
  Guard guard(lock);
  if (bucket_count)
    for (Record *r = buckets[bucketOf(id)]; r; r = r->next_in_bucket)
      if (r->id == id)
        return r;
  if (record_count >= bucket_count && !grow())
    return nullptr;
  Record *record = new Record(id, *this);
  if (!record)
    return nullptr;
  size_t bucket = bucketOf(id);
  record->next_in_bucket = buckets[bucket];
  buckets[bucket] = record;
  ++record_count;
  return record;
}

Record *findRecord(ompx_taskgraph_site_t *site, kmp_int64 graph_id) {
  // mo: acquire; sees the site made by another thread; pairs with findRecord()
  void *known = site->record.load(std::memory_order_acquire);
  if (known)
    return static_cast<Site *>(known)->find(graph_id);
  Site *made = Site::create(*site, graph_id);
  if (!made)
    return nullptr;
  // mo: acq_rel; publishes the new site or sees the other thread's; pairs with
  // findRecord()
  if (!site->record.compare_exchange_strong(
          known, made, std::memory_order_acq_rel,
          // mo: acquire; likewise, pairs with findRecord()
          std::memory_order_acquire)) {
    Site::destroy(made);
    return static_cast<Site *>(known)->find(graph_id);
  }
  // mo: release; whoever goes through the list sees the site; pairs with
  // latestSite()
  while (!Site::latest.compare_exchange_weak(made->next, made,
                                             std::memory_order_release,
                                             // mo: relaxed; tried again
                                             std::memory_order_relaxed))
    ;
  return &made->first;
}

} // namespace ompx
