//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Places compared by libomp's topology; see placement.h.

#include "schedule/placement.h"
#include "kmp_affinity.h"

#include <algorithm>

namespace ompx {

namespace {

/// Levels of the hardware that are known.
int levels() {
#if KMP_AFFINITY_SUPPORTED
  if (KMP_AFFINITY_CAPABLE() && __kmp_topology)
    return __kmp_topology->get_depth();
#endif
  return 0;
}

/// Which one of a level a thread is bound to, or UNKNOWN_ID.
int placeAt(const kmp_info_t *thread, int level) {
#if KMP_AFFINITY_SUPPORTED
  return thread->th.th_topology_ids.ids[__kmp_topology->get_type(level)];
#else
  return 0;
#endif
}

} // namespace

int commonLevels(const kmp_info_t *one, const kmp_info_t *other) {
  int level = 0;
  for (int depth = levels(); level < depth; ++level) {
    int id = placeAt(one, level);
    if (id == kmp_hw_thread_t::UNKNOWN_ID || id != placeAt(other, level))
      break;
  }
  return level;
}

void PlaceOrder::takePlaces(kmp_info_t *const *of, kmp_uint32 count) {
  if (team != count || !threads) {
    if (capacity < count) {
      KMP_INTERNAL_FREE(threads);
      threads = static_cast<kmp_int32 *>(
          KMP_INTERNAL_MALLOC(count * sizeof(*threads)));
      capacity = threads ? count : 0;
    }
    team = count;
    if (!threads)
      return;
    for (kmp_uint32 i = 0; i < count; ++i)
      threads[i] = kmp_int32(i);
  }
  int depth = levels();
  auto before = [=](kmp_int32 one, kmp_int32 other) {
    for (int level = 0; level < depth; ++level) {
      int a = placeAt(of[one], level), b = placeAt(of[other], level);
      if (a != b)
        return a < b;
    }
    return one < other;
  };
  if (!std::is_sorted(threads, threads + count, before))
    std::sort(threads, threads + count, before);
}

} // namespace ompx
