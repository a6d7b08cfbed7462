//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Containers that report a lack of memory in place of throwing.

#include "support/vector.h"

#include "gtest/gtest.h"

using namespace ompx;

namespace {

TEST(VectorTest, GrowsAndKeeps) {
  Vector<kmp_uint32> vector;
  for (kmp_uint32 i = 0; i < 1000000; ++i)
    ASSERT_TRUE(vector.push(i));
  ASSERT_EQ(vector.size(), 1000000u);
  for (kmp_uint32 i = 0; i < 1000000; i += 999)
    ASSERT_EQ(vector[i], i);
  vector.clear();
  EXPECT_EQ(vector.size(), 0u);
  ASSERT_TRUE(vector.resizeZeroed(64));
  for (kmp_uint32 i = 0; i < 64; ++i)
    EXPECT_EQ(vector[i], 0u) << "also what was used before";
}

TEST(VectorTest, RefusalLeavesItAsItWas) {
  struct Big {
    char bytes[1 << 20];
  };
  Vector<Big> vector;
  EXPECT_FALSE(vector.resizeZeroed(~kmp_uint32(0)));
  EXPECT_EQ(vector.size(), 0u);
}

TEST(VectorTest, RoomForSeveralIsMadeOnce) {
  Vector<kmp_uint32> vector;
  ASSERT_TRUE(vector.push(7));
  ASSERT_TRUE(vector.makeRoom(1000));
  const kmp_uint32 *place = vector.data();
  for (kmp_uint32 i = 0; i < 1000; ++i)
    vector.append() = i;
  EXPECT_EQ(vector.data(), place);
  EXPECT_EQ(vector[0], 7u);
  EXPECT_EQ(vector[1000], 999u);
  EXPECT_FALSE(vector.makeRoom(~kmp_uint32(0)));
  EXPECT_EQ(vector.size(), 1001u);
}

TEST(ArenaTest, BlocksAreAlignedAndApart) {
  Arena arena;
  char *before = nullptr;
  for (size_t size : {0, 1, 63, 64, 65, 1000, 100000, 5000000, 1}) {
    auto *block = static_cast<char *>(arena.allocate(size));
    ASSERT_TRUE(block);
    EXPECT_EQ(kmp_uintptr_t(block) % Arena::Alignment, 0u);
    EXPECT_NE(block, before);
    memset(block, 0x5a, size);
    before = block;
  }
}

TEST(ArenaTest, MoreAlignmentIsThereWhereItIsAskedFor) {
  Arena arena;
  for (int i = 0; i < 5000; ++i) {
    size_t size = size_t(i % 7) * 24, alignment = size_t(16) << (i % 3);
    auto *block = static_cast<char *>(arena.allocate(size, alignment));
    ASSERT_TRUE(block);
    EXPECT_EQ(kmp_uintptr_t(block) % alignment, 0u);
    memset(block, 0x5a, size);
  }
}

TEST(ArenaTest, AdoptedBlocksOutliveTheirFirstOwner) {
  Arena owner;
  int *value;
  {
    Arena first;
    value = static_cast<int *>(first.allocate(sizeof(int)));
    *value = 42;
    owner.adopt(first);
  }
  EXPECT_EQ(*value, 42);
}

TEST(ArenaTest, OwnsWhatOthersAllocated) {
  auto *block = static_cast<int *>(KMP_INTERNAL_MALLOC(sizeof(int)));
  *block = 42;
  Arena owner;
  {
    Arena first;
    ASSERT_TRUE(first.own(block));
    owner.adopt(first);
  }
  EXPECT_EQ(*block, 42);
}

TEST(ArenaTest, BorrowsOnlyWhatIsMoreThanItHas) {
  alignas(Arena::Alignment) char lent[1024];
  Arena arena;
  arena.borrow(lent + 1, 500);
  EXPECT_EQ(arena.allocate(16), lent + 16);
  arena.borrow(lent + 512, 16);
  EXPECT_EQ(arena.allocate(16), lent + 32) << "nothing was gained";
  auto *block = static_cast<char *>(arena.allocate(1000));
  EXPECT_TRUE(block < lent || block >= lent + sizeof(lent));
}

TEST(VectorTest, UnusedMemoryIsBehindTheElements) {
  Vector<kmp_uint64> vector;
  ASSERT_TRUE(vector.push(7));
  auto *unused = static_cast<char *>(vector.unused());
  EXPECT_EQ(unused, reinterpret_cast<char *>(vector.data() + 1));
  memset(unused, 0x5a, vector.unusedSize());
  EXPECT_EQ(vector[0], 7u);
}

} // namespace
