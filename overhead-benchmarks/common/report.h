//===- report.h - The JSON document of one run ------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number without its circumstances cannot be trusted later, so a run writes
// one document: circumstances, configuration, raw samples, and whether the
// result was right. The schema is described in overhead-benchmarks/README.md.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_COMMON_REPORT_H
#define REPRISE_BENCHMARKS_COMMON_REPORT_H

#include "options.h"

#include <string>
#include <utility>
#include <vector>

namespace bench {

struct Sample {
  std::string name; ///< What was measured: "iteration", "record", "replay"...
  int index;        ///< Position in the run, from 0.
  double value;
  std::string unit; ///< "s" or "ns/task".
  double start = 0; ///< See Lap::start; 0: not known.
};

struct Report {
  int threads = 1;
  std::int64_t grain = 0; ///< Work of a task in the problem's own unit.
  double load_before = 0; ///< One-minute load average when the run began.
  std::vector<Sample> samples;
  bool verified = false;
  /// A function of the library that is measured; its file is then named.
  const char *library_symbol = "omp_get_max_threads";
  /// Further circumstances, added to `context`.
  std::vector<std::pair<std::string, double>> facts;
  std::string mismatch; ///< What was wrong; empty when verified.
};

/// The machine's one-minute load average, or -1 when it is not known.
double loadAverage();

/// Writes the document to `options.json`, if one was asked for.
void writeReport(const Options &options, const Report &report);

/// Prints the result for a reader, writes the document, and returns the exit
/// status of the program.
int finishRun(const Options &options, const Report &report);

} // namespace bench

#endif // REPRISE_BENCHMARKS_COMMON_REPORT_H
