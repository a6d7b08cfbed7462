//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The log of what a block read: it says "the same" exactly when every byte at
// every logged place is what it was, wherever the places are now.

#include "taskgraph/inputs.h"

#include "gtest/gtest.h"

#include <memory>
#include <vector>

using namespace ompx;

namespace {

using Added = Inputs::Added;

/// The captured variables of an encounter: two addresses.
struct Args {
  int *first;
  int *second;
};
constexpr kmp_int32 First = offsetof(Args, first);
constexpr kmp_int32 Second = offsetof(Args, second);

TEST(InputsTest, EmptyLogFitsAnything) {
  Inputs inputs;
  EXPECT_TRUE(inputs.same(nullptr));
  EXPECT_TRUE(inputs.samePlaces(nullptr));
  EXPECT_EQ(inputs.count(), 0u);
}

TEST(InputsTest, VariableOfTheEncounterMayLieElsewhere) {
  int here[] = {1, 2, 3}, there[] = {1, 2, 3}, other[] = {1, 7, 3};
  Args args = {here, nullptr};
  Inputs inputs;
  EXPECT_EQ(inputs.add(First, &here[0], 4, &args), Added::Yes);
  EXPECT_EQ(inputs.add(First, &here[2], 4, &args), Added::Yes);
  EXPECT_TRUE(inputs.same(&args));
  Args moved = {there, nullptr};
  EXPECT_TRUE(inputs.same(&moved));
  Args unread = {other, nullptr};
  EXPECT_TRUE(inputs.same(&unread)) << "what differs was not read";
  there[2] = 4;
  EXPECT_FALSE(inputs.same(&moved));
  EXPECT_TRUE(inputs.same(&args));
}

TEST(InputsTest, AbsoluteAddressStaysWhereItIs) {
  int global = 1, variable = 1;
  Args args = {&variable, nullptr};
  Inputs inputs;
  EXPECT_EQ(inputs.add(OMPX_BASE_ABSOLUTE, &global, 4, &args), Added::Yes);
  Args other = {nullptr, nullptr};
  EXPECT_TRUE(inputs.same(&other));
  global = 2;
  EXPECT_FALSE(inputs.same(&other));
}

TEST(InputsTest, WordOfTheArguments) {
  int variable = 1;
  Args args = {&variable, &variable};
  Inputs inputs;
  EXPECT_EQ(inputs.add(OMPX_BASE_ARGS, &args.second, 8, &args), Added::Yes);
  Args other = {nullptr, &variable};
  EXPECT_TRUE(inputs.same(&other));
  EXPECT_TRUE(inputs.samePlaces(&other));
  other.second = nullptr;
  EXPECT_FALSE(inputs.same(&other));
  EXPECT_FALSE(inputs.samePlaces(&other));
}

TEST(InputsTest, SamePlacesLooksAtTheArgumentsAlone) {
  int variable = 1, global = 1;
  Args args = {&variable, nullptr};
  Inputs inputs;
  inputs.add(OMPX_BASE_ARGS, &args.second, 8, &args);
  inputs.add(First, &variable, 4, &args);
  inputs.add(OMPX_BASE_ABSOLUTE, &global, 4, &args);
  variable = global = 2;
  EXPECT_FALSE(inputs.same(&args));
  EXPECT_TRUE(inputs.samePlaces(&args));
}

TEST(InputsTest, EachPlaceIsLoggedOnce) {
  int variables[] = {1, 1};
  Args args = {&variables[0], &variables[0]};
  Inputs inputs;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(inputs.add(First, &variables[0], 4, &args), Added::Yes);
  EXPECT_EQ(inputs.count(), 1u);
  inputs.add(Second, &variables[0], 4, &args); // the same today
  inputs.add(First, &variables[0], 8, &args);
  inputs.add(First, &variables[1], 4, &args);
  inputs.add(OMPX_BASE_ABSOLUTE, &variables[0], 4, &args);
  EXPECT_EQ(inputs.count(), 5u);
  EXPECT_TRUE(inputs.same(&args));
}

TEST(InputsTest, PlaceThatChangesWhileItIsLoggedIsNoticed) {
  int variable = 1;
  Args args = {&variable, nullptr};
  Inputs inputs;
  EXPECT_EQ(inputs.add(First, &variable, 4, &args), Added::Yes);
  variable = 2;
  EXPECT_EQ(inputs.add(First, &variable, 4, &args), Added::Changed);
  variable = 1;
  EXPECT_EQ(inputs.add(First, &variable, 4, &args), Added::Yes);
}

TEST(InputsTest, ReadsThatComeAgainInOrderAreKnown) {
  kmp_uint64 words[] = {1, 2, 3};
  kmp_uint32 half = 4;
  Args args = {nullptr, nullptr};
  Inputs inputs;
  auto tell = [&](const void *address, size_t size) {
    bool known = inputs.has(OMPX_BASE_ABSOLUTE, address, size);
    if (!known) {
      EXPECT_EQ(inputs.add(OMPX_BASE_ABSOLUTE, address, size, &args),
                Added::Yes);
    }
    return known;
  };
  EXPECT_FALSE(inputs.has(OMPX_BASE_ABSOLUTE, nullptr, 0));
  for (int round = 0; round < 5; ++round)
    for (const kmp_uint64 &word : words) {
      bool first_of_round = &word == words;
      // In the second round the first comes behind the last for the first time.
      EXPECT_EQ(tell(&word, 8), round > 1 || (round == 1 && !first_of_round));
    }
  EXPECT_FALSE(tell(&half, 4)) << "another";
  EXPECT_FALSE(tell(&words[0], 4)) << "less of it";
  EXPECT_FALSE(inputs.has(First, &half, 4)) << "another base";
  EXPECT_EQ(inputs.count(), 5u);
  EXPECT_TRUE(inputs.same(&args));
}

TEST(InputsTest, ReadThatFindsOtherBytesIsNotTheSame) {
  kmp_uint64 word = 1;
  kmp_uint32 half = 1;
  Args args = {nullptr, nullptr};
  Inputs inputs;
  for (int round = 0; round < 2; ++round) {
    inputs.add(OMPX_BASE_ABSOLUTE, &word, 8, &args);
    inputs.add(OMPX_BASE_ABSOLUTE, &half, 4, &args);
  }
  EXPECT_TRUE(inputs.has(OMPX_BASE_ABSOLUTE, &word, 8));
  half = 2;
  EXPECT_FALSE(inputs.has(OMPX_BASE_ABSOLUTE, &half, 4));
  EXPECT_EQ(inputs.add(OMPX_BASE_ABSOLUTE, &half, 4, &args), Added::Changed);
  word = 2;
  EXPECT_FALSE(inputs.has(OMPX_BASE_ABSOLUTE, &word, 8));
  EXPECT_EQ(inputs.add(OMPX_BASE_ABSOLUTE, &word, 8, &args), Added::Changed);
}

TEST(InputsTest, LogOfManyReadsOfAllSizes) {
  constexpr kmp_uint32 Bytes = 4000;
  std::vector<char> memory(Bytes);
  for (kmp_uint32 i = 0; i < Bytes; ++i)
    memory[i] = char(i * 7);
  struct {
    char *word;
  } args = {memory.data()}, moved;
  Inputs inputs;
  kmp_uint32 reads = 0, wanted = 0;
  for (kmp_uint32 at = 0; at + 13 <= Bytes; ++reads) {
    kmp_uint32 size = reads % 13 + 1;
    EXPECT_EQ(inputs.add(0, &memory[at], size, &args), Added::Yes);
    wanted += size;
    at += size + 1;
  }
  EXPECT_EQ(inputs.count(), reads);
  EXPECT_TRUE(inputs.same(&args));
  std::vector<char> copy = memory;
  moved.word = copy.data();
  EXPECT_TRUE(inputs.same(&moved));
  // Every byte that was read matters, and none of the gaps between the reads.
  kmp_uint32 matter = 0;
  for (kmp_uint32 i = 0; i < Bytes; ++i) {
    copy[i] ^= 1;
    matter += !inputs.same(&moved);
    copy[i] ^= 1;
  }
  EXPECT_EQ(matter, wanted);
}

TEST(InputsTest, AddressBelowItsBase) {
  int variables[] = {1, 2};
  Args args = {&variables[1], nullptr};
  Inputs inputs;
  EXPECT_EQ(inputs.add(First, &variables[0], 4, &args), Added::Yes);
  int others[] = {1, 5};
  Args moved = {&others[1], nullptr};
  EXPECT_TRUE(inputs.same(&moved));
  others[0] = 2;
  EXPECT_FALSE(inputs.same(&moved));
}

} // namespace
