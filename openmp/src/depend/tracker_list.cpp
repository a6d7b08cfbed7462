//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The list scheme with embedded nodes [Vandierendonck 2013, section 4.3, figure
// 4]: an object counts the unfinished tasks of its oldest generation and keeps
// all younger ones on one list, in which the last of each generation is marked.
//
// Issue and release: O(1) for each access, amortised over a generation; one
// lock for each object, as the paper found best. Memory: 24 bytes for each
// access.
//
// Differs: the number of generations is not kept. That there is only one shows
// in an empty list, and that there is none in a count of zero.

#include "depend/scheme.h"

namespace ompx {

namespace {

struct ListScheme {
  struct Tag { // a list node
    TrackedTask *task;
    AccessOf<ListScheme> *next;
    bool ends_generation;
  };
  struct Object {
    SpinLock lock;
    AccessType youngest = AccessType::None; // type of the youngest generation
    kmp_uint32 oldest_count = 0;            // unfinished tasks of the oldest
    AccessOf<ListScheme> *head = nullptr;   // the generations after it
    AccessOf<ListScheme> *tail = nullptr;
  };
  struct Task {};

  static kmp_int32 issue(const IssueContext &, ObjectOf<ListScheme> &object,
                         AccessOf<ListScheme> &access, TrackedTask &task) {
    Object &md = object.scheme;
    md.lock.lock();
    bool joining = joins(access.type, md.youngest);
    md.youngest = access.type;
    bool ready = md.oldest_count == 0 || (joining && !md.head);
    if (ready) {
      ++md.oldest_count;
    } else {
      access.tag = {&task, nullptr, false};
      if (md.head) {
        md.tail->tag.ends_generation = !joining;
        md.tail->tag.next = &access;
      } else {
        md.head = &access;
      }
      md.tail = &access;
    }
    md.lock.unlock();
    return !ready;
  }

  static void release(kmp_info_t *, ObjectOf<ListScheme> &object,
                      AccessOf<ListScheme> &, TrackedTask &, ReadyList &ready) {
    Object &md = object.scheme;
    md.lock.lock();
    if (--md.oldest_count == 0) {
      // The next generation: up to the marker, or all there is.
      while (AccessOf<ListScheme> *access = md.head) {
        // The task may end as soon as it has arrived.
        bool last = access->tag.ends_generation;
        md.head = access->tag.next;
        ++md.oldest_count;
        CountingTracker<ListScheme>::arrive(*access->tag.task, ready);
        if (last)
          break;
      }
    }
    md.lock.unlock();
  }

  static void releaseTask(kmp_info_t *, TrackedTask &, ReadyList &) {}
  static void freeObject(kmp_info_t *, ObjectOf<ListScheme> &) {}
};

} // namespace

const Tracker tracker_list = CountingTracker<ListScheme>::table("list", 0);

} // namespace ompx
