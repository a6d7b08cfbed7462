//===- sha256.h - Checksum of a file ----------------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A measurement says which libomp it measured by path and SHA-256 (FIPS 180-4).
// Written out here so that the programs need no cryptography library.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_COMMON_SHA256_H
#define REPRISE_BENCHMARKS_COMMON_SHA256_H

#include <string>

namespace bench {

/// SHA-256 of a string of bytes, 64 lower-case hexadecimal digits.
std::string sha256(const std::string &bytes);

/// SHA-256 of a file; empty when the file cannot be read.
std::string sha256OfFile(const std::string &path);

} // namespace bench

#endif // REPRISE_BENCHMARKS_COMMON_SHA256_H
