//===- complex8.h - Eight complex numbers side by side ----------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector of real parts and one of imaginary parts, with the arithmetic that a
// Fourier transform of eight lines at once is made of, and the transposition
// that turns eight lines in one direction into eight in another.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_FT_COMPLEX8_H
#define REPRISE_NAS_FT_COMPLEX8_H

#include "../common/octet.h"

#include <cstddef>

namespace nas {

/// The same element of eight lines.
struct Complex8 {
  static constexpr int Lanes = 8;
  Octet re, im;
};

NAS_INLINE Complex8 operator+(const Complex8 &a, const Complex8 &b) {
  return {a.re + b.re, a.im + b.im};
}
NAS_INLINE Complex8 operator-(const Complex8 &a, const Complex8 &b) {
  return {a.re - b.re, a.im - b.im};
}
NAS_INLINE Complex8 operator*(const Complex8 &a, const Octet &factors) {
  return {a.re * factors, a.im * factors};
}
NAS_INLINE Complex8 operator*(const Complex8 &a, double factor) {
  return {a.re * factor, a.im * factor};
}
/// a (u + iv)
NAS_INLINE Complex8 times(const Complex8 &a, double u, double v) {
  return {a.re * u - a.im * v, a.im * u + a.re * v};
}
/// a times i (Sign = 1) or -i (Sign = -1).
template <int Sign> NAS_INLINE Complex8 timesI(const Complex8 &a) {
  if constexpr (Sign > 0)
    return {-a.im, a.re};
  else
    return {a.im, -a.re};
}

/// Transposes a tile whose vectors are `stride` apart.
NAS_INLINE void transposeTile(Complex8 *tile, std::size_t stride) {
  Octet re[Complex8::Lanes], im[Complex8::Lanes];
  for (int j = 0; j < Complex8::Lanes; ++j) {
    re[j] = tile[j * stride].re;
    im[j] = tile[j * stride].im;
  }
  transpose(re);
  transpose(im);
  for (int j = 0; j < Complex8::Lanes; ++j)
    tile[j * stride] = {re[j], im[j]};
}

} // namespace nas

#endif // REPRISE_NAS_FT_COMPLEX8_H
