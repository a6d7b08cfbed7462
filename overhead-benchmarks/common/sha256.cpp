//===- sha256.cpp - Checksum of a file ------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FIPS 180-4, section 6.2, in one pass over bytes held in memory. The tests
// compare it with another implementation.
//
//===----------------------------------------------------------------------===//

#include "sha256.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>

namespace bench {
namespace {

std::uint32_t rotateRight(std::uint32_t value, int count) {
  return value >> count | value << (32 - count);
}

/// The first 32 bits of the fraction of `root`. Both tables of the standard
/// are such fractions, and long double (64-bit mantissa here) is wide enough.
std::uint32_t fractionBits(long double root) {
  return static_cast<std::uint32_t>((root - std::floor(root)) * 4294967296.0L);
}

struct Tables {
  std::array<std::uint32_t, 64> round; ///< Cube roots of the first 64 primes.
  std::array<std::uint32_t, 8> start;  ///< Square roots of the first 8 primes.
  Tables() {
    int found = 0;
    for (int candidate = 2; found < 64; ++candidate) {
      bool is_prime = true;
      for (int divisor = 2; divisor * divisor <= candidate; ++divisor)
        is_prime &= candidate % divisor != 0;
      if (!is_prime)
        continue;
      round[found] =
          fractionBits(std::cbrt(static_cast<long double>(candidate)));
      if (found < 8)
        start[found] =
            fractionBits(std::sqrt(static_cast<long double>(candidate)));
      ++found;
    }
  }
};

void addBlock(const Tables &tables, const unsigned char *block,
              std::array<std::uint32_t, 8> &hash) {
  std::uint32_t w[64];
  for (int t = 0; t < 16; ++t)
    w[t] = std::uint32_t(block[4 * t]) << 24 |
           std::uint32_t(block[4 * t + 1]) << 16 |
           std::uint32_t(block[4 * t + 2]) << 8 | block[4 * t + 3];
  for (int t = 16; t < 64; ++t) {
    const std::uint32_t s0 =
        rotateRight(w[t - 15], 7) ^ rotateRight(w[t - 15], 18) ^ w[t - 15] >> 3;
    const std::uint32_t s1 =
        rotateRight(w[t - 2], 17) ^ rotateRight(w[t - 2], 19) ^ w[t - 2] >> 10;
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  for (int t = 0; t < 64; ++t) {
    const std::uint32_t sum1 =
        rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
    const std::uint32_t t1 =
        h + sum1 + ((e & f) ^ (~e & g)) + tables.round[t] + w[t];
    const std::uint32_t sum0 =
        rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
    const std::uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::uint32_t add[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i)
    hash[i] += add[i];
}

} // namespace

std::string sha256(const std::string &bytes) {
  static const Tables tables;
  std::array<std::uint32_t, 8> hash = tables.start;
  // The message is padded by a one bit, zeros, and its length in bits.
  std::string message = bytes;
  message.push_back(static_cast<char>(0x80));
  while (message.size() % 64 != 56)
    message.push_back('\0');
  const std::uint64_t bits = std::uint64_t(bytes.size()) * 8;
  for (int shift = 56; shift >= 0; shift -= 8)
    message.push_back(static_cast<char>(bits >> shift));
  for (std::size_t at = 0; at < message.size(); at += 64)
    addBlock(tables,
             reinterpret_cast<const unsigned char *>(message.data() + at),
             hash);

  std::string text;
  for (std::uint32_t word : hash)
    for (int shift = 28; shift >= 0; shift -= 4)
      text += "0123456789abcdef"[word >> shift & 15];
  return text;
}

std::string sha256OfFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return "";
  return sha256(std::string(std::istreambuf_iterator<char>(file), {}));
}

} // namespace bench
