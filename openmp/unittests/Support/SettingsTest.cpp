//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// One parser and one printer serve every row of settings.def that has choices;
// others those that have a path.

#include "support/settings.h"
#include "ompx_hooks.h"

#include "gtest/gtest.h"

#include <string>

namespace {

class SettingsTest : public testing::Test {
protected:
  const char *choices[4] = {"first", "second", "third", nullptr};
  ompx::Setting setting = {1, choices};

  int parse(const char *text) {
    setting.chosen = 1;
    __kmp_ompx_stg_parse("OMPX_TEST", text, &setting);
    return setting.chosen;
  }
};

TEST_F(SettingsTest, ValidValues) {
  EXPECT_EQ(parse("first"), 0);
  EXPECT_EQ(parse("second"), 1);
  EXPECT_EQ(parse("third"), 2);
  EXPECT_EQ(parse(" THIRD \t"), 2);
}

TEST_F(SettingsTest, InvalidValuesChangeNothing) {
  for (const char *text :
       {"", " ", "fir", "firstt", "first second", "first|second", "0", "|"})
    EXPECT_EQ(parse(text), 1) << '"' << text << '"';
}

TEST_F(SettingsTest, Prints) {
  kmp_str_buf_t buffer;
  __kmp_str_buf_init(&buffer);
  setting.chosen = 2;
  __kmp_ompx_stg_print(&buffer, "OMPX_TEST", &setting);
  EXPECT_NE(std::string(buffer.str).find("OMPX_TEST='third'"),
            std::string::npos);
  __kmp_str_buf_free(&buffer);
}

TEST(PathSettingTest, EmptyIsNone) {
  const char *path = nullptr;
  auto shown = [&path] {
    kmp_str_buf_t buffer;
    __kmp_str_buf_init(&buffer);
    __kmp_ompx_stg_print_path(&buffer, "OMPX_TEST", &path);
    std::string text = buffer.str;
    __kmp_str_buf_free(&buffer);
    return text;
  };
  __kmp_ompx_stg_parse_path("OMPX_TEST", " a B", &path);
  EXPECT_STREQ(path, " a B");
  EXPECT_NE(shown().find("OMPX_TEST=' a B'"), std::string::npos);
  KMP_INTERNAL_FREE(const_cast<char *>(path));
  __kmp_ompx_stg_parse_path("OMPX_TEST", "", &path);
  EXPECT_EQ(path, nullptr);
  EXPECT_NE(shown().find("OMPX_TEST=''"), std::string::npos);
}

} // namespace
