//===- report.cpp - The JSON document of one run --------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers the circumstances of a run at run time: above all which OpenMP
// library was really loaded, since comparing two libraries by a search path is
// the easiest way to measure the same one twice.
//
//===----------------------------------------------------------------------===//

#include "report.h"
#include "sha256.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

extern char **environ;

namespace bench {
namespace {

using Json = nlohmann::ordered_json;

std::string dateNow() {
  const std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return text;
}

std::string cpuModel() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) != 0)
      continue;
    const std::size_t begin = line.find_first_not_of(" \t:", 10);
    return begin == std::string::npos ? "unknown" : line.substr(begin);
  }
  return "unknown";
}

/// Path of the library that answers `symbol` in this process. The address is
/// looked up by name: the address taken in code may be a stub of ours.
std::string libraryPath(const char *symbol) {
  Dl_info info;
  void *address = dlsym(RTLD_DEFAULT, symbol);
  if (!address || !dladdr(address, &info) || !info.dli_fname)
    return "";
  char resolved[PATH_MAX];
  return realpath(info.dli_fname, resolved) ? resolved : info.dli_fname;
}

Json openmpVariables() {
  Json variables = Json::object();
  for (char **entry = environ; *entry; ++entry) {
    const char *equals = std::strchr(*entry, '=');
    if (!equals)
      continue;
    for (const char *prefix : {"OMP_", "KMP_", "OMPX_", "GOMP_"})
      if (std::strncmp(*entry, prefix, std::strlen(prefix)) == 0)
        variables[std::string(*entry, equals - *entry)] = equals + 1;
  }
  return variables;
}

Json context(const Report &report) {
  const std::string library = libraryPath(report.library_symbol);
  Json result{
      {"date", dateNow()},
      {"cpu", cpuModel()},
      {"cores", sysconf(_SC_NPROCESSORS_ONLN)},
      {"load_before", report.load_before},
      {"load_after", loadAverage()},
      {"compiler", BENCH_COMPILER},
      {"compiler_flags", BENCH_COMPILER_FLAGS},
      {"build_type", BENCH_BUILD_TYPE},
      {"git_revision", BENCH_GIT_REVISION},
      {"openmp_library", library},
      {"openmp_library_sha256", sha256OfFile(library)},
      {"environment", openmpVariables()},
  };
  for (const auto &[name, value] : report.facts)
    result[name] = value;
  return result;
}

Json config(const Options &options, const Report &report) {
  const char *tracker = std::getenv("OMPX_DEPEND_TRACKER");
  Json result{
      {"problem", options.problem},
      {"class",
       options.size_class.empty() ? Json(nullptr) : Json(options.size_class)},
      {"variant", options.variant},
      {"tracker", tracker ? Json(tracker) : Json(nullptr)},
      {"threads", report.threads},
      {"grain", report.grain},
      {"seed", options.seed},
      {"iterations", options.iterations},
  };
  for (const Parameter &parameter : options.parameters)
    result[parameter.name] = parameter.value;
  return result;
}

/// Median per sample name, in order of first appearance.
void printMedians(const Report &report) {
  std::vector<std::string> names;
  for (const Sample &sample : report.samples)
    if (std::find(names.begin(), names.end(), sample.name) == names.end())
      names.push_back(sample.name);
  for (const std::string &name : names) {
    std::vector<double> values;
    std::string unit;
    for (const Sample &sample : report.samples) {
      if (sample.name != name)
        continue;
      values.push_back(sample.value);
      unit = sample.unit;
    }
    std::sort(values.begin(), values.end());
    std::printf("  %-12s %12.6g %s (median of %zu)\n", name.c_str(),
                values[values.size() / 2], unit.c_str(), values.size());
  }
}

} // namespace

double loadAverage() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : -1;
}

void writeReport(const Options &options, const Report &report) {
  if (options.json.empty())
    return;
  Json samples = Json::array();
  for (const Sample &sample : report.samples)
    samples.push_back({{"name", sample.name},
                       {"index", sample.index},
                       {"value", sample.value},
                       {"unit", sample.unit},
                       {"start", sample.start}});
  const Json document{
      {"schema_version", 1},
      {"context", context(report)},
      {"config", config(options, report)},
      {"samples", samples},
      {"verified", report.verified},
      {"mismatch", report.verified ? Json(nullptr) : Json(report.mismatch)},
  };
  std::ofstream file(options.json, std::ios::trunc);
  file << document.dump(1) << '\n';
  if (!file.flush())
    usageError(options, "--json: writing \"" + options.json + "\" failed");
}

int finishRun(const Options &options, const Report &report) {
  std::printf("%s %s, %d thread%s\n", options.problem.c_str(),
              options.variant.c_str(), report.threads,
              report.threads == 1 ? "" : "s");
  printMedians(report);
  writeReport(options, report);
  if (!report.verified) {
    std::fprintf(stderr, "%s: error: wrong result: %s\n",
                 options.problem.c_str(), report.mismatch.c_str());
    return WrongResult;
  }
  std::printf("  verified\n");
  return Verified;
}

} // namespace bench
