//===- options.h - Command line of a benchmark program ----------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every program takes the same options (variant, iterations, seed, JSON file)
// and declares its own numbers in a table, so that help, range checks and the
// `config` part of the JSON cannot drift apart.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_COMMON_OPTIONS_H
#define REPRISE_BENCHMARKS_COMMON_OPTIONS_H

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// Exit statuses of every program. Scripts tell them apart: a wrong result is
/// a finding, a usage error is not.
enum ExitStatus { Verified = 0, WrongResult = 1, UsageError = 2 };

/// One number on the command line, `--name VALUE`.
struct Parameter {
  const char *name;
  std::int64_t value; ///< The default, replaced by what the user gave.
  std::int64_t minimum;
  std::int64_t maximum;
  const char *help;
};

/// A word on the command line, one of a fixed list.
struct Choice {
  const char *name;
  const char *help;
  /// Null when the choice can be used, otherwise why this build cannot.
  const char *unavailable;
};

struct Options {
  std::string problem;
  std::string variant = "serial";
  std::string json; ///< Empty: no file is written.
  std::int64_t iterations = 0;
  std::int64_t seed = 1;
  std::vector<Parameter> parameters;
  std::string classes;    ///< Letters to choose from; empty: has no classes.
  std::string size_class; ///< The one chosen, with its default before.
  bool corrupt = false;   ///< Tests of the verification only; not in the help.

  /// The value of a declared parameter. Ends the program when the name was
  /// never declared: that is a mistake in the program, not of its user.
  std::int64_t operator[](const char *name) const;
};

/// Fills `options` (which comes with problem, defaults and parameters) from
/// the command line. Prints help and exits with status 0 on `--help`; explains
/// and exits with status 2 on anything it does not understand.
void parseOptions(int argc, char **argv, const char *summary,
                  const std::vector<Choice> &variants, Options &options);

/// Prints `program: error: ...` and exits with status 2.
[[noreturn]] void usageError(const Options &options, const std::string &text);

} // namespace bench

#endif // REPRISE_BENCHMARKS_COMMON_OPTIONS_H
