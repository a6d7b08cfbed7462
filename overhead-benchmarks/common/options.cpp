//===- options.cpp - Command line of a benchmark program ------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsing is strict ("12abc" is not 12) because a benchmark that quietly runs
// with another size than asked for is worse than one that does not run.
//
//===----------------------------------------------------------------------===//

#include "options.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace bench {
namespace {

std::string listNames(const std::vector<Choice> &choices) {
  std::string names;
  for (const Choice &choice : choices)
    names += (names.empty() ? "" : ", ") + std::string(choice.name);
  return names;
}

void printHelp(const char *summary, const std::vector<Choice> &variants,
               const Options &options) {
  std::printf("usage: %s [options]\n\n%s\n\n", options.problem.c_str(),
              summary);
  std::printf("  --variant NAME      how to run it (default %s):\n",
              options.variant.c_str());
  for (const Choice &variant : variants)
    std::printf("      %-20s %s%s\n", variant.name, variant.help,
                variant.unavailable ? " (not in this build)" : "");
  if (!options.classes.empty())
    std::printf("  --%-17s size of the problem, one of %s (default %s)\n",
                "class LETTER", options.classes.c_str(),
                options.size_class.c_str());
  for (const Parameter &parameter : options.parameters)
    std::printf("  --%-17s %s (default %lld)\n",
                (std::string(parameter.name) + " N").c_str(), parameter.help,
                static_cast<long long>(parameter.value));
  std::printf("  --%-17s times the region is entered, each one a sample "
              "(default %lld)\n",
              "iterations N", static_cast<long long>(options.iterations));
  if (options.classes.empty()) // which fix the random numbers
    std::printf("  --%-17s start of the random numbers (default %lld)\n",
                "seed N", static_cast<long long>(options.seed));
  std::printf("  --%-17s write context, config and raw samples to FILE\n",
              "json FILE");
  std::printf("  --%-17s print this text\n\n", "help");
  std::printf("The number of threads comes from OMP_NUM_THREADS. The result is "
              "always checked.\nExit status: 0 verified, 1 wrong result, 2 bad "
              "usage.\n");
}

std::int64_t parseNumber(const Options &options, const std::string &name,
                         const char *text, std::int64_t minimum,
                         std::int64_t maximum) {
  char *end = nullptr;
  errno = 0;
  const long long value = std::strtoll(text, &end, 10);
  const bool is_number = end != text && *end == '\0' && errno == 0;
  if (!is_number || value < minimum || value > maximum)
    usageError(options,
               "--" + name + ": \"" + text + "\" is not a whole number from " +
                   std::to_string(minimum) + " to " + std::to_string(maximum));
  return value;
}

/// Finds out before the run, not after it, that the result has nowhere to go.
void checkWritable(const Options &options) {
  if (!options.json.empty() && !std::ofstream(options.json, std::ios::app))
    usageError(options, "--json: cannot write \"" + options.json +
                            "\": " + std::strerror(errno));
}

} // namespace

std::int64_t Options::operator[](const char *name) const {
  for (const Parameter &parameter : parameters)
    if (std::strcmp(parameter.name, name) == 0)
      return parameter.value;
  std::fprintf(stderr, "%s: error: parameter \"%s\" is not declared\n",
               problem.c_str(), name);
  std::abort();
}

void usageError(const Options &options, const std::string &text) {
  std::fprintf(stderr, "%s: error: %s\n", options.problem.c_str(),
               text.c_str());
  std::fprintf(stderr, "Run '%s --help' for the options.\n",
               options.problem.c_str());
  std::exit(UsageError);
}

void parseOptions(int argc, char **argv, const char *summary,
                  const std::vector<Choice> &variants, Options &options) {
  const Options defaults = options;
  for (int i = 1; i < argc; ++i) {
    // Both "--name value" and "--name=value" are taken.
    std::string name = argv[i];
    std::string inline_value;
    const std::size_t equals = name.find('=');
    const bool has_inline_value = equals != std::string::npos;
    if (has_inline_value) {
      inline_value = name.substr(equals + 1);
      name.resize(equals);
    }
    if (name.rfind("--", 0) != 0)
      usageError(options, "unexpected argument \"" + std::string(argv[i]) +
                              "\"; options begin with --");
    name.erase(0, 2);
    if (!has_inline_value && name == "help") {
      printHelp(summary, variants, defaults);
      std::exit(Verified);
    }
    if (!has_inline_value && name == "corrupt") {
      options.corrupt = true;
      continue;
    }

    Parameter *parameter = nullptr;
    for (Parameter &candidate : options.parameters)
      if (name == candidate.name)
        parameter = &candidate;
    const bool is_known = parameter || name == "variant" || name == "json" ||
                          name == "iterations" ||
                          name == (options.classes.empty() ? "seed" : "class");
    if (!is_known)
      usageError(options, "unknown option \"--" + name + "\"");
    if (!has_inline_value && i + 1 == argc)
      usageError(options, "--" + name + " needs a value");
    const std::string value = has_inline_value ? inline_value : argv[++i];

    if (parameter)
      parameter->value = parseNumber(options, name, value.c_str(),
                                     parameter->minimum, parameter->maximum);
    else if (name == "variant")
      options.variant = value;
    else if (name == "json")
      options.json = value;
    else if (name == "class")
      options.size_class = value;
    else if (name == "iterations")
      options.iterations =
          parseNumber(options, name, value.c_str(), 1, 100000000);
    else
      options.seed = parseNumber(options, name, value.c_str(), 0, INT32_MAX);
  }

  if (!options.classes.empty() &&
      (options.size_class.size() != 1 ||
       options.classes.find(options.size_class) == std::string::npos))
    usageError(options, "--class: \"" + options.size_class +
                            "\" is unknown; choose one of " + options.classes);
  const Choice *chosen = nullptr;
  for (const Choice &variant : variants)
    if (options.variant == variant.name)
      chosen = &variant;
  if (!chosen)
    usageError(options, "--variant: \"" + options.variant +
                            "\" is unknown; choose one of " +
                            listNames(variants));
  if (chosen->unavailable)
    usageError(options, "--variant: \"" + options.variant +
                            "\" cannot run: " + chosen->unavailable);
  checkWritable(options);
}

} // namespace bench
