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

#define OMPX_SETTING(name, variable, initial, values, help) extern int variable;
#define OMPX_PATH_SETTING(name, variable, help) extern const char *variable;
#include "support/settings.def"

/// The values of settings that code asks for by name.
enum { AheadAuto, AheadOn, AheadOff };
enum { RefillAuto, RefillAlways };
enum { TaskgraphOff, TaskgraphOn, TaskgraphCheck, TaskgraphTrust };
enum { VerboseOff, VerboseOn, VerboseSummary };

/// Whether a recording keeps where in the source each task is made.
inline bool notesPlaces() {
  return taskgraph_enabled == TaskgraphCheck || taskgraph_dump;
}

/// What the parser and the printer need to know of a variable with choices.
struct Setting {
  int *variable;
  const char *values; // choices separated by '|'
  bool given;         // by the environment, with a valid value
};

#define OMPX_SETTING(name, variable, initial, values, help)                    \
  extern Setting variable##_setting;
#include "support/settings.def"

} // namespace ompx

#endif // OMPX_SUPPORT_SETTINGS_H
