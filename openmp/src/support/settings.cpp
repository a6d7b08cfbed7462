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

#define OMPX_SETTING(name, variable, initial, values, help)                    \
  int variable = initial;                                                      \
  Setting variable##_setting = {&variable, values, false};
#define OMPX_PATH_SETTING(name, variable, help) const char *variable = nullptr;
#include "support/settings.def"

namespace {

/// Length of the choice that starts here.
size_t choiceLength(const char *choice) { return strcspn(choice, "|"); }

bool isBlank(char c) { return c == ' ' || c == '\t'; }

/// Whether text, without surrounding blanks, is the choice in any case.
bool matches(const char *text, const char *choice, size_t length) {
  while (isBlank(*text))
    ++text;
  for (size_t i = 0; i < length; ++i)
    if (TOLOWER(text[i]) != choice[i])
      return false;
  text += length;
  while (isBlank(*text))
    ++text;
  return *text == '\0';
}

/// "a|b" as "a, b" for people.
void listChoices(kmp_str_buf_t *buffer, const char *values) {
  for (const char *choice = values; *choice;) {
    size_t length = choiceLength(choice);
    __kmp_str_buf_print(buffer, "%s%.*s", choice == values ? "" : ", ",
                        int(length), choice);
    choice += length + (choice[length] == '|');
  }
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

void printValue(kmp_str_buf_t *buffer, const char *name, const char *value,
                size_t length) {
  if (__kmp_env_format)
    __kmp_str_buf_print(buffer, "  %s %s='%.*s'\n", KMP_I18N_STR(Host), name,
                        int(length), value);
  else
    __kmp_str_buf_print(buffer, "   %s='%.*s'\n", name, int(length), value);
}

} // namespace
} // namespace ompx

void __kmp_ompx_stg_parse(char const *name, char const *value, void *data) {
  auto *setting = static_cast<ompx::Setting *>(data);
  int index = 0;
  for (const char *choice = setting->values; *choice; ++index) {
    size_t length = ompx::choiceLength(choice);
    if (ompx::matches(value, choice, length)) {
      *setting->variable = index;
      setting->given = true;
      return;
    }
    choice += length + (choice[length] == '|');
  }
  kmp_str_buf_t valid;
  __kmp_str_buf_init(&valid);
  ompx::listChoices(&valid, setting->values);
  __kmp_msg(kmp_ms_warning, KMP_MSG(StgInvalidValue, name, value),
            KMP_HNT(ValidValues, valid.str), __kmp_msg_null);
  __kmp_str_buf_free(&valid);
}

void __kmp_ompx_stg_print(kmp_str_buf_t *buffer, char const *name, void *data) {
  auto *setting = static_cast<ompx::Setting *>(data);
  const char *choice = setting->values;
  for (int i = 0; i < *setting->variable; ++i)
    choice += ompx::choiceLength(choice) + 1;
  ompx::printValue(buffer, name, choice, ompx::choiceLength(choice));
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
  ompx::printValue(buffer, name, path ? path : "", path ? strlen(path) : 0);
}
