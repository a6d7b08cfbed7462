//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Parses and prints the OMPX_ environment variables of settings.def; called
// through rows that patch 0040 adds to libomp's settings table.

#include "support/settings.h"
#include "kmp.h"
#include "kmp_i18n.h"
#include "kmp_str.h"
#include "ompx_hooks.h"

#if KMP_OS_LINUX
#include <sys/auxv.h>
#endif

extern bool __kmp_env_format; // kmp_settings.cpp: OMP_DISPLAY_ENV's format

namespace ompx {

#define OMPX_CHOICE(name, text) text,
#define OMPX_SETTING(name, variable, type, initial, choices, help)             \
  static const char *const variable##_choices[] = {choices nullptr};           \
  ChoiceSetting<type> variable(type::initial, variable##_choices);
#define OMPX_PATH_SETTING(name, variable, help) const char *variable = nullptr;
#include "support/settings.def"
#undef OMPX_CHOICE

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t'; }

/// Whether text, without surrounding blanks, is the choice in any case.
bool matches(const char *text, const char *choice) {
  while (isBlank(*text))
    ++text;
  for (; *choice; ++text, ++choice)
    if (TOLOWER(*text) != *choice)
      return false;
  while (isBlank(*text))
    ++text;
  return *text == '\0';
}

/// Whether the program has rights that the one who chose its environment may
/// not have.
bool isPrivileged() {
#if KMP_OS_LINUX
  return getauxval(AT_SECURE) != 0;
#else
  return geteuid() != getuid() || getegid() != getgid();
#endif
}

void printValue(kmp_str_buf_t *buffer, const char *name, const char *value) {
  if (__kmp_env_format)
    __kmp_str_buf_print(buffer, "  %s %s='%s'\n", KMP_I18N_STR(Host), name,
                        value);
  else
    __kmp_str_buf_print(buffer, "   %s='%s'\n", name, value);
}

} // namespace
} // namespace ompx

void __kmp_ompx_stg_parse(char const *name, char const *value, void *data) {
  auto *setting = static_cast<ompx::Setting *>(data);
  kmp_str_buf_t valid;
  __kmp_str_buf_init(&valid);
  for (int i = 0; const char *choice = setting->choices[i]; ++i) {
    if (ompx::matches(value, choice)) {
      setting->chosen = i;
      __kmp_str_buf_free(&valid);
      return;
    }
    __kmp_str_buf_print(&valid, "%s%s", i == 0 ? "" : ", ", choice);
  }
  __kmp_msg(kmp_ms_warning, KMP_MSG(StgInvalidValue, name, value),
            KMP_HNT(ValidValues, valid.str), __kmp_msg_null);
  __kmp_str_buf_free(&valid);
}

void __kmp_ompx_stg_print(kmp_str_buf_t *buffer, char const *name, void *data) {
  auto *setting = static_cast<ompx::Setting *>(data);
  ompx::printValue(buffer, name, setting->choices[setting->chosen]);
}

void __kmp_ompx_stg_parse_path(char const *name, char const *value,
                               void *data) {
  (void)name;
  // Not freed: what is set again while the library runs may be in use.
  *static_cast<const char **>(data) = *value == '\0' || ompx::isPrivileged()
                                          ? nullptr
                                          : __kmp_str_format("%s", value);
}

void __kmp_ompx_stg_print_path(kmp_str_buf_t *buffer, char const *name,
                               void *data) {
  const char *path = *static_cast<const char **>(data);
  ompx::printValue(buffer, name, path ? path : "");
}
