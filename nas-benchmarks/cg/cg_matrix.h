//===- cg_matrix.h - The random sparse matrix of CG -------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product with the matrix reads each element once, in order, and the vector
// at random places; so what it costs is where the vector lies. The columns are
// cut into bands, narrow enough that the vector's part in a band stays in the
// first cache; each band is a matrix in compressed rows of its own. Columns
// are counted from the band's first, so that 16 bits are enough for them. Rows
// are padded with zeros to whole vectors of four elements.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_CG_MATRIX_H
#define REPRISE_NAS_CG_MATRIX_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace nas {

/// An array that begins with a cache line.
struct AlignedDelete {
  void operator()(void *memory) const {
    ::operator delete(memory, std::align_val_t(64));
  }
};
template <typename T> using Array = std::unique_ptr<T[], AlignedDelete>;

/// Memory that nobody has written to: its pages will be near the thread that
/// writes them first.
template <typename T> Array<T> untouched(std::size_t elements) {
  return Array<T>(static_cast<T *>(
      ::operator new(elements * sizeof(T), std::align_val_t(64))));
}

/// The rows from first to before last.
struct Rows {
  int first, last;
};

class SparseMatrix {
public:
  /// The matrix that NPB defines by these numbers. Made by all threads, each
  /// its rows as Partition has them.
  SparseMatrix(int size, int nonzer, double shift);

  int size() const { return size_; }
  /// How many elements are stored in the rows before this one.
  std::int64_t storedBefore(int row) const;
  /// product = A vector, in these rows.
  void multiply(Rows rows, const double *vector, double *product) const;

private:
  struct Band {
    Rows columns;
    std::vector<int> starts; ///< of each row in the arrays
    Array<double> values;
    Array<std::uint16_t> offsets; ///< columns, from the band's first
  };
  template <bool Add>
  static void multiply(const Band &band, Rows rows, const double *vector,
                       double *product);

  int size_;
  std::vector<Band> bands;
};

/// Cuts the rows into parts that cost the same. They begin with a cache line of
/// the vectors, so that parts share none.
class Partition {
public:
  Partition(const SparseMatrix &matrix, int parts);
  int size() const { return static_cast<int>(bounds.size()) - 1; }
  Rows operator[](int part) const { return {bounds[part], bounds[part + 1]}; }

private:
  std::vector<int> bounds;
};

} // namespace nas

#endif // REPRISE_NAS_CG_MATRIX_H
