//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The values of the OMPX_ environment variables, read by the library's own
// settings machinery at start-up and constant afterwards.

#ifndef OMPX_SUPPORT_SETTINGS_H
#define OMPX_SUPPORT_SETTINGS_H

namespace ompx {

/// A variable with choices, as the parser and the printer see it.
struct Setting {
  int chosen;                 // which of the choices
  const char *const *choices; // null behind the last
};

/// The same for those who ask for a choice by name.
template <typename Enum> struct ChoiceSetting : Setting {
  constexpr ChoiceSetting(Enum initial, const char *const *texts)
      : Setting{int(initial), texts} {}
  operator Enum() const { return Enum(chosen); }
  ChoiceSetting &operator=(Enum choice) {
    chosen = int(choice);
    return *this;
  }
};

#define OMPX_CHOICE(name, text) name,
#define OMPX_SETTING(name, variable, type, initial, choices, help)             \
  enum class type { choices };                                                 \
  extern ChoiceSetting<type> variable;
#define OMPX_PATH_SETTING(name, variable, help) extern const char *variable;
#include "support/settings.def"
#undef OMPX_CHOICE

/// Whether a recording keeps where in the source each task is made.
inline bool notesPlaces() {
  return taskgraph_mode == TaskgraphMode::Check || taskgraph_dump;
}

} // namespace ompx

#endif // OMPX_SUPPORT_SETTINGS_H
