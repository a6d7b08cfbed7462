//===- fingerprint.h - One number per result ------------------ -*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program whose iterations each make a whole result keeps one hash of each:
// every iteration then counts in the comparison with the serial variant, not
// only the last, and no copy of a result has to be kept.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_COMMON_FINGERPRINT_H
#define REPRISE_BENCHMARKS_COMMON_FINGERPRINT_H

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace bench {

class Fingerprints {
public:
  /// Begins the fingerprint of the next result.
  void begin() { values_.push_back(14695981039346656037u); }

  /// Mixes an array into it (FNV-1a, over the bits of each element).
  template <typename Array> void mix(const Array &part) {
    using T = typename Array::value_type;
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8);
    std::uint64_t hash = values_.back();
    for (const T &element : part) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &element, sizeof element);
      hash = (hash ^ bits) * 1099511628211u;
    }
    values_.back() = hash;
  }

  /// Makes the last one wrong (tests).
  void spoil() { values_.back() ^= 1; }

  /// Empty if all are equal, else the first iteration that differs. `what` is
  /// the result with its verb: "the factors are".
  std::string mismatch(const char *what, const Fingerprints &reference) const {
    if (values_.size() != reference.values_.size())
      return std::to_string(values_.size()) + " iterations, not " +
             std::to_string(reference.values_.size());
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (values_[i] != reference.values_[i])
        return "iteration " + std::to_string(i) + ": " + what +
               " not what the serial variant has";
    return "";
  }

private:
  std::vector<std::uint64_t> values_;
};

} // namespace bench

#endif // REPRISE_BENCHMARKS_COMMON_FINGERPRINT_H
