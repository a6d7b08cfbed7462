//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The log of what a block changed: which bytes are its own, and what a replay
// writes in their place, wherever the variables are now.

#include "taskgraph/outputs.h"

#include "gtest/gtest.h"

#include <random>
#include <string>
#include <vector>

using namespace ompx;

namespace {

/// The captured variables of an encounter: two addresses.
struct Args {
  char *first;
  char *second;
};
constexpr kmp_int32 First = offsetof(Args, first);
constexpr kmp_int32 Second = offsetof(Args, second);

/// The parts of variable[at, at + size) that the block has not written: "3+2"
/// is bytes 3 and 4.
std::string otherParts(const Outputs &outputs, const char *variable, int at,
                       size_t size, const Args &args) {
  std::string parts;
  EXPECT_TRUE(outputs.forEachOtherPart(
      variable + at, size, &args, [&](const char *part, size_t count) {
        parts += (parts.empty() ? "" : " ") + std::to_string(part - variable) +
                 "+" + std::to_string(count);
        return true;
      }));
  return parts;
}

TEST(OutputsTest, NothingIsItsOwnBeforeTheFirstWrite) {
  char variable[8];
  Args args = {variable, nullptr};
  Outputs outputs;
  EXPECT_EQ(otherParts(outputs, variable, 0, 8, args), "0+8");
  outputs.take(&args);
  outputs.write(&args);
  EXPECT_TRUE(outputs == Outputs());
}

TEST(OutputsTest, PartsThatTheBlockHasNotWritten) {
  char variable[32];
  Args args = {variable, nullptr};
  Outputs outputs;
  EXPECT_TRUE(outputs.add(First, variable + 8, 4, &args));
  EXPECT_TRUE(outputs.add(First, variable + 16, 8, &args));
  EXPECT_EQ(otherParts(outputs, variable, 8, 4, args), "");
  EXPECT_EQ(otherParts(outputs, variable, 9, 2, args), "");
  EXPECT_EQ(otherParts(outputs, variable, 4, 4, args), "4+4");
  EXPECT_EQ(otherParts(outputs, variable, 12, 4, args), "12+4");
  EXPECT_EQ(otherParts(outputs, variable, 4, 6, args), "4+4");
  EXPECT_EQ(otherParts(outputs, variable, 10, 6, args), "12+4");
  EXPECT_EQ(otherParts(outputs, variable, 0, 32, args), "0+8 12+4 24+8");
}

TEST(OutputsTest, WhoeverLooksMayEndIt) {
  char variable[12];
  Args args = {variable, nullptr};
  Outputs outputs;
  outputs.add(First, variable + 4, 4, &args);
  int parts = 0;
  auto end = [&](const char *, size_t) { return ++parts == 3; };
  EXPECT_FALSE(outputs.forEachOtherPart(variable, 12, &args, end));
  EXPECT_EQ(parts, 1);
  EXPECT_FALSE(outputs.forEachOtherPart(variable + 6, 6, &args, end));
  EXPECT_EQ(parts, 2);
}

TEST(OutputsTest, LastBytesAreWrittenIntoTheVariablesOfAnotherEncounter) {
  char here[] = "abcdefgh", there[] = "ABCDEFGH", number[] = "0123";
  Args args = {here, number};
  Outputs outputs;
  EXPECT_TRUE(outputs.add(First, here + 2, 2, &args));
  EXPECT_TRUE(outputs.add(Second, number, 1, &args));
  EXPECT_TRUE(outputs.add(First, here + 3, 3, &args));
  memcpy(here, "ABxyz", 5);
  number[0] = '9';
  outputs.take(&args);
  char other_number[] = "4567";
  Args moved = {there, other_number};
  outputs.write(&moved);
  EXPECT_STREQ(there, "ABxyzfGH");
  EXPECT_STREQ(other_number, "9567");
  EXPECT_STREQ(number, "9123");
}

TEST(OutputsTest, AnyWritesInAnyOrder) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<char> variable(40, 'a'), replayed(40, 'b'), own(40, 0);
    Args args = {variable.data(), nullptr}, moved = {replayed.data(), nullptr};
    Outputs outputs;
    for (int i = 0; i < 8; ++i) {
      size_t at = random() % 40, size = random() % (40 - at) % 12 + 1;
      EXPECT_TRUE(outputs.add(First, &variable[at], size, &args));
      for (size_t byte = at; byte < at + size; ++byte) {
        own[byte] = 1;
        variable[byte] = char('A' + random() % 20);
      }
      std::vector<char> other(40, 0);
      outputs.forEachOtherPart(variable.data(), 40, &args,
                               [&](const char *part, size_t count) {
                                 for (size_t n = 0; n < count; ++n)
                                   ++other[size_t(part - variable.data()) + n];
                                 return true;
                               });
      for (int byte = 0; byte < 40; ++byte)
        ASSERT_EQ(other[byte], !own[byte]);
    }
    outputs.take(&args);
    outputs.write(&moved);
    for (int byte = 0; byte < 40; ++byte)
      ASSERT_EQ(replayed[byte], own[byte] ? variable[byte] : 'b');
  }
}

TEST(OutputsTest, TooManyPlaces) {
  std::vector<char> variable(Outputs::MaxPlaces * 2 + 2);
  Args args = {variable.data(), nullptr};
  Outputs outputs;
  for (kmp_uint32 i = 0; i < Outputs::MaxPlaces; ++i)
    EXPECT_TRUE(outputs.add(First, &variable[i * 2], 1, &args));
  EXPECT_TRUE(outputs.add(First, &variable[0], 1, &args));
  EXPECT_FALSE(outputs.add(First, &variable[Outputs::MaxPlaces * 2], 1, &args));
}

TEST(OutputsTest, EqualWhereTheSameBytesAreAtTheSamePlaces) {
  char here[] = "abcd", there[] = "abcd";
  Args args = {here, here}, moved = {there, there};
  auto make = [](Outputs &outputs, const Args &of, kmp_int32 base, int at,
                 size_t size) {
    outputs.add(base, of.first + at, size, &of);
    outputs.take(&of);
  };
  Outputs outputs, same, longer, elsewhere, of_another, other_bytes;
  make(outputs, args, First, 1, 2);
  make(same, moved, First, 1, 2);
  make(longer, args, First, 1, 3);
  make(elsewhere, args, First, 2, 2);
  make(of_another, args, Second, 1, 2);
  there[2] = 'x';
  make(other_bytes, moved, First, 1, 2);
  EXPECT_TRUE(outputs == same);
  EXPECT_FALSE(outputs == longer);
  EXPECT_FALSE(outputs == elsewhere);
  EXPECT_FALSE(outputs == of_another);
  EXPECT_FALSE(outputs == other_bytes);
  EXPECT_FALSE(outputs == Outputs());
}

} // namespace
