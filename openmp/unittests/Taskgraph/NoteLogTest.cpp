//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Notes come back in the order in which they were written, whatever their
// lengths, and a log's memory serves the next one.

#include "taskgraph/note_log.h"

#include "gtest/gtest.h"

#include <random>
#include <set>
#include <thread>
#include <vector>

using namespace ompx;

namespace {

/// A note begins with its length in words, then its number repeated.
void write(NoteLog &log, size_t words, size_t number) {
  auto *note = reinterpret_cast<size_t *>(log.append(words * sizeof(size_t)));
  ASSERT_TRUE(note);
  note[0] = words;
  for (size_t i = 1; i < words; ++i)
    note[i] = number;
}

/// Returns the number of notes; `limit`: where to stop.
size_t read(NoteLog &log, size_t limit = ~size_t(0)) {
  size_t number = 0;
  bool all = log.forEach([&](char *at) -> char * {
    auto *note = reinterpret_cast<size_t *>(at);
    for (size_t i = 1; i < note[0]; ++i)
      EXPECT_EQ(note[i], number);
    return ++number == limit ? nullptr : at + note[0] * sizeof(size_t);
  });
  EXPECT_EQ(all, number != limit);
  return number;
}

TEST(NoteLogTest, EmptyLogHasNoNotes) {
  NoteLog log;
  EXPECT_EQ(read(log), 0u);
  log.close();
  EXPECT_EQ(read(log), 0u);
}

TEST(NoteLogTest, NotesOfAllLengthsComeBackInOrder) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    NoteLog log;
    size_t count = random() % 3000;
    for (size_t number = 0; number < count; ++number)
      write(log, 1 + (random() % 100 ? random() % 8 : random() % 4000), number);
    EXPECT_EQ(read(log), count);
    log.close();
    EXPECT_EQ(read(log), count) << "as often as one likes";
    if (count > 1) {
      EXPECT_EQ(read(log, count / 2 + 1), count / 2 + 1);
    }
  }
}

/// Where so many notes of a page each lie.
std::vector<char *> places(NoteLog &log, size_t count) {
  std::vector<char *> found;
  for (size_t i = 0; i < count; ++i)
    found.push_back(log.append(4096));
  return found;
}

/// Has whatever memory other tests have left, so that a log begins anew.
struct Others {
  NoteLog log;
  Others() { (void)log.append(8); }
};

TEST(NoteLogTest, MemoryServesTheNextLog) {
  Others others;
  std::vector<char *> before;
  {
    NoteLog log;
    before = places(log, 100);
  }
  NoteLog log;
  EXPECT_EQ(places(log, 100), before);
  NoteLog other;
  std::vector<char *> apart = places(other, 100);
  std::set<char *> all(before.begin(), before.end());
  for (char *place : apart)
    EXPECT_FALSE(all.count(place)) << "both are there now";
}

TEST(NoteLogTest, ClosedLogGivesTheRestToTheNext) {
  Others others;
  std::vector<char *> before;
  {
    NoteLog log;
    before = places(log, 100);
  }
  NoteLog small;
  write(small, 2, 0);
  small.close();
  NoteLog next;
  std::vector<char *> after = places(next, 90);
  std::set<char *> all(before.begin(), before.end());
  size_t again = 0;
  for (char *place : after)
    again += all.count(place);
  EXPECT_GT(again, 80u);
  EXPECT_EQ(read(small), 1u);
}

TEST(NoteLogTest, NoteThatIsLargerThanWhatWasKept) {
  {
    NoteLog log;
    write(log, 2, 0);
  }
  NoteLog log;
  write(log, 100000, 0);
  write(log, 2, 1);
  EXPECT_EQ(read(log), 2u);
}

TEST(NoteLogTest, MemoryGoesFromThreadToThread) {
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed)
    threads.emplace_back([seed] {
      std::mt19937 random(seed);
      for (int round = 0; round < 200; ++round) {
        NoteLog log;
        size_t count = random() % 500;
        for (size_t number = 0; number < count; ++number)
          write(log, 1 + random() % 64, number);
        if (round % 2)
          log.close();
        EXPECT_EQ(read(log), count);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
