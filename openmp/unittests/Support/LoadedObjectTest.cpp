//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Code is found again by build id and offset, and nothing else is code.

#include "support/loaded_object.h"

#include "gtest/gtest.h"

#include <cmath>
#include <memory>

using namespace ompx;

namespace {

int variable = 1;
int function() { return variable; }

TEST(LoadedObjectTest, CodeIsFoundAgain) {
  auto *code = reinterpret_cast<void *>(&function);
  PlaceInObject place, again;
  ASSERT_TRUE(findPlace(code, &place)) << "is this program without build id?";
  EXPECT_NE(place.id.size, 0u);
  EXPECT_EQ(codeAt(place), code);
  ASSERT_TRUE(findPlace(&variable, &again));
  EXPECT_TRUE(place.id == again.id);
  EXPECT_EQ(codeAt(again), nullptr) << "a variable is no code";
}

TEST(LoadedObjectTest, LibrariesAreToldApart) {
  double (*of_library)(double) = &std::sin;
  auto *code = reinterpret_cast<void *>(of_library);
  PlaceInObject place, own;
  if (!findPlace(code, &place))
    GTEST_SKIP() << "the C library has no build id";
  EXPECT_EQ(codeAt(place), code);
  ASSERT_TRUE(findPlace(&variable, &own));
  EXPECT_FALSE(place.id == own.id);
}

TEST(LoadedObjectTest, WhatIsNotLoadedIsNotFound) {
  PlaceInObject place;
  auto on_heap = std::make_unique<int>();
  EXPECT_FALSE(findPlace(&place, &place));
  EXPECT_FALSE(findPlace(on_heap.get(), &place));
  EXPECT_FALSE(findPlace(nullptr, &place));

  ASSERT_TRUE(findPlace(reinterpret_cast<void *>(&function), &place));
  PlaceInObject other = place;
  other.id.bytes[0] ^= 1;
  EXPECT_EQ(codeAt(other), nullptr) << "another build";
  other = place;
  --other.id.size;
  EXPECT_EQ(codeAt(other), nullptr);
  for (kmp_uint64 offset : {kmp_uint64(1) << 40, ~kmp_uint64(0)}) {
    other = place;
    other.offset = offset;
    EXPECT_EQ(codeAt(other), nullptr);
  }
}

} // namespace
