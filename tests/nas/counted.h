// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers in vectors that count the operations on them: test_operations.py puts
// them in the place of a kernel's vectors.
#ifndef REPRISE_TESTS_NAS_COUNTED_H
#define REPRISE_TESTS_NAS_COUNTED_H

#include <utility>

inline long long operations = 0;

template <int Size> struct Counted {
  double lanes[Size] = {};
  double &operator[](int lane) { return lanes[lane]; }
  double operator[](int lane) const { return lanes[lane]; }
};

/// A change of sign is part of the operation that follows.
template <int Size> Counted<Size> operator-(const Counted<Size> &a) {
  Counted<Size> result;
  for (int lane = 0; lane < Size; ++lane)
    result[lane] = -a[lane];
  return result;
}

/// An operation between two vectors, or between a vector and a number.
#define COUNTED_OPERATION(SIGN)                                                \
  template <int Size>                                                          \
  Counted<Size> operator SIGN(const Counted<Size> &a,                          \
                              const Counted<Size> &b) {                        \
    Counted<Size> result;                                                      \
    operations += Size;                                                        \
    for (int lane = 0; lane < Size; ++lane)                                    \
      result[lane] = a[lane] SIGN b[lane];                                     \
    return result;                                                             \
  }                                                                            \
  template <int Size>                                                          \
  Counted<Size> operator SIGN(double a, const Counted<Size> &b) {              \
    return allLanes<Size>(a) SIGN b;                                           \
  }                                                                            \
  template <int Size>                                                          \
  Counted<Size> operator SIGN(const Counted<Size> &a, double b) {              \
    return a SIGN allLanes<Size>(b);                                           \
  }                                                                            \
  template <int Size, typename T>                                              \
  Counted<Size> &operator SIGN##=(Counted<Size> &a, const T &b) {              \
    return a = a SIGN b;                                                       \
  }

template <int Size> Counted<Size> allLanes(double value) {
  Counted<Size> result;
  for (double &lane : result.lanes)
    lane = value;
  return result;
}
COUNTED_OPERATION(+)
COUNTED_OPERATION(-)
COUNTED_OPERATION(*)
COUNTED_OPERATION(/)

/// The lanes of `value` for which the test is true, 0 in the others.
template <int Size, typename Test>
Counted<Size> lanesWhere(const Counted<Size> &value, Test test) {
  Counted<Size> result;
  for (int lane = 0; lane < Size; ++lane)
    result[lane] = test(lane) ? value[lane] : 0;
  return result;
}

template <int Size> void transpose(Counted<Size> (&rows)[Size]) {
  for (int i = 0; i < Size; ++i)
    for (int j = 0; j < i; ++j)
      std::swap(rows[i][j], rows[j][i]);
}

#endif // REPRISE_TESTS_NAS_COUNTED_H
