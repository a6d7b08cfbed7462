//===- fft.h - Fourier transforms of eight lines at once --------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stockham's self-sorting transform in radix 8 and 4. Each operation works on
// eight lines side by side, so that all stages are vectorised alike, whatever
// their stride. Where a line comes from and where it goes is the caller's: two
// functions that load and store an element, inlined into the first and the last
// stage. A caller scales, gathers or permutes there at no cost in memory
// traffic; the stages between stay in the first cache.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_FT_FFT_H
#define REPRISE_NAS_FT_FFT_H

#include "complex8.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

namespace nas {

/// a_k <- sum over j of a_j exp(Sign 2 pi i j k / 4)
template <int Sign>
NAS_INLINE void butterfly(Complex8 &a0, Complex8 &a1, Complex8 &a2,
                          Complex8 &a3) {
  const Complex8 even = a0 + a2, even_difference = a0 - a2;
  const Complex8 odd = a1 + a3, odd_difference = timesI<Sign>(a1 - a3);
  a0 = even + odd;
  a1 = even_difference + odd_difference;
  a2 = even - odd;
  a3 = even_difference - odd_difference;
}
template <int Sign> NAS_INLINE void butterfly(Complex8 (&a)[4]) {
  butterfly<Sign>(a[0], a[1], a[2], a[3]);
}

/// The same for eight: two of four, then the eighth roots of unity.
template <int Sign> NAS_INLINE void butterfly(Complex8 (&a)[8]) {
  constexpr double Half = 0.70710678118654752440; // the root of 1/2
  butterfly<Sign>(a[0], a[2], a[4], a[6]);
  butterfly<Sign>(a[1], a[3], a[5], a[7]);
  const Complex8 odd[] = {a[1], (a[3] + timesI<Sign>(a[3])) * Half,
                          timesI<Sign>(a[5]),
                          (timesI<Sign>(a[7]) - a[7]) * Half};
  const Complex8 even[] = {a[0], a[2], a[4], a[6]};
  for (int k = 0; k < 4; ++k) {
    a[k] = even[k] + odd[k];
    a[k + 4] = even[k] - odd[k];
  }
}

/// Transforms of one length, not normalised.
class Fft {
public:
  static constexpr int MaxLength = 512;

  /// `length`: a power of two from 32 to MaxLength.
  explicit Fft(int length) : n(length), roots(length) {}

  /// Makes each transform NaN until makeRoots() is called again.
  void forgetRoots() {
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    std::fill(roots.begin(), roots.end(), std::complex(unknown, unknown));
  }
  /// Each from sine and cosine: a recurrence would lose digits.
  void makeRoots() {
    for (int j = 0; j < n; ++j)
      roots[j] = std::polar(1.0, 2 * M_PI * j / n);
  }

  /// Element k becomes the sum over j of element j times
  /// exp(Sign 2 pi i j k / n). All of load(0..n-1) are called before the first
  /// of store(0..n-1, value), so that a line may stay where it is.
  template <int Sign, typename Load, typename Store>
  NAS_INLINE void transform(Load load, Store store) const {
    Complex8 near[MaxLength], far[MaxLength];
    const auto from = [](const Complex8 *line) {
      return [=](int j) { return line[j]; };
    };
    const auto to = [](Complex8 *line) {
      return [=](int j, const Complex8 &value) { line[j] = value; };
    };
    stage<8, Sign>(n, load, to(near));
    switch (n) {
    case 32:
      return stage<4, Sign>(4, from(near), store);
    case 64:
      return stage<8, Sign>(8, from(near), store);
    case 128:
      stage<4, Sign>(16, from(near), to(far));
      return stage<4, Sign>(4, from(far), store);
    case 256:
      stage<8, Sign>(32, from(near), to(far));
      return stage<4, Sign>(4, from(far), store);
    case 512:
      stage<8, Sign>(64, from(near), to(far));
      return stage<8, Sign>(8, from(far), store);
    }
  }

private:
  const int n;
  std::vector<std::complex<double>> roots; ///< exp(2 pi i j / n)

  /// One step in radix R: what is left are n / length interleaved transforms of
  /// `length` elements, afterwards R times as many that are R times shorter.
  template <int R, int Sign, typename Load, typename Store>
  NAS_INLINE void stage(int length, Load load, Store store) const {
    const int interleaved = n / length, parts = length / R;
    for (int p = 0; p < parts; ++p)
      for (int q = 0; q < interleaved; ++q) {
        Complex8 a[R];
        for (int k = 0; k < R; ++k)
          a[k] = load(q + interleaved * (p + parts * k));
        butterfly<Sign>(a);
        if (p > 0)
          for (int k = 1; k < R; ++k) {
            const std::complex<double> root = roots[p * k * interleaved];
            a[k] = times(a[k], root.real(), Sign * root.imag());
          }
        for (int k = 0; k < R; ++k)
          store(q + interleaved * (R * p + k), a[k]);
      }
  }
};

} // namespace nas

#endif // REPRISE_NAS_FT_FFT_H
