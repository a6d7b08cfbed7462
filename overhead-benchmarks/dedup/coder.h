//===- coder.h - A small coder of repetitions -------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes are coded as a sequence of literal bytes and of copies of what stands
// some bytes before (Ziv and Lempel, 1977). A table remembers where each hash
// of four bytes was seen last; the first match found is taken.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_DEDUP_CODER_H
#define REPRISE_BENCHMARKS_DEDUP_CODER_H

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

using Bytes = std::vector<std::uint8_t>;

/// Seven bits in a byte, the lowest first; the last byte is below 128.
inline void putNumber(Bytes &out, std::uint64_t number) {
  for (; number >= 128; number >>= 7)
    out.push_back(static_cast<std::uint8_t>(number | 128));
  out.push_back(static_cast<std::uint8_t>(number));
}

/// Reads what was put. Once the end is reached there are only zeros, and
/// `fails`.
struct Reader {
  const Bytes &bytes;
  std::size_t place = 0;
  bool fails = false;

  bool atEnd() const { return place == bytes.size(); }
  std::uint8_t byte() {
    fails = fails || atEnd();
    return fails ? 0 : bytes[place++];
  }
  std::uint64_t number() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t part = byte();
      number |= std::uint64_t(part & 127) << shift;
      if (part < 128)
        break;
    }
    return number;
  }
};

/// Appends the code of some bytes, fewer than 2^16: the length of a run of
/// literal bytes, these, and length and distance of a copy, in turn; a copy of
/// length 0 is the end.
inline void encode(const std::uint8_t *bytes, std::size_t size, Bytes &out) {
  constexpr std::size_t shortest = 4;
  std::array<std::uint16_t, 1024>
      seen; // One more than the place; 0 is nowhere.
  seen.fill(0);
  std::size_t literal = 0, place = 0;
  const auto putLiterals = [&] {
    putNumber(out, place - literal);
    out.insert(out.end(), bytes + literal, bytes + place);
  };
  while (place + shortest <= size) {
    std::uint32_t four;
    std::memcpy(&four, bytes + place, sizeof four);
    std::uint16_t &last = seen[four * 2654435761u >> 22];
    const std::size_t before = last;
    last = static_cast<std::uint16_t>(place + 1);
    std::size_t length = 0;
    if (before != 0)
      while (place + length < size &&
             bytes[before - 1 + length] == bytes[place + length])
        ++length;
    if (length < shortest) {
      ++place;
      continue;
    }
    putLiterals();
    putNumber(out, length);
    putNumber(out, place - (before - 1));
    place += length;
    literal = place;
  }
  place = size;
  putLiterals();
  putNumber(out, 0);
}

/// Reads one code and appends what it stands for.
inline void decode(Reader &in, Bytes &out) {
  while (!in.fails) {
    for (std::uint64_t run = in.number(); run > 0 && !in.fails; --run)
      out.push_back(in.byte());
    const std::uint64_t length = in.number();
    if (length == 0)
      return;
    const std::uint64_t distance = in.number();
    in.fails = in.fails || distance == 0 || distance > out.size();
    for (std::uint64_t i = 0; i < length && !in.fails; ++i)
      out.push_back(out[out.size() - distance]);
  }
}

#endif // REPRISE_BENCHMARKS_DEDUP_CODER_H
