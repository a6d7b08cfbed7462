//===- cg_matrix.cpp - Making the matrix, and multiplying with it ---------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matrix is a sum of outer products of sparse random vectors, the i-th
// scaled by rcond^(i/n), and a multiple of the identity. The vectors are drawn
// one after the other, for how many numbers one takes depends on the numbers;
// from them all rows are made independently.
//
//===----------------------------------------------------------------------===//

#include "cg_matrix.h"
#include "../common/random.h"

#include <algorithm>
#include <cmath>
#include <omp.h>

namespace nas {
namespace {

constexpr double RCond = 0.1;
constexpr int Lanes = 4; // elements of a vector
constexpr int LineRows = 64 / sizeof(double);
constexpr int BandColumns = 1 << 12; // 32 KiB, most of a first cache
constexpr int LeastRowInBand = 32;   // elements; shorter rows cost more

/// An element of a random vector.
struct Element {
  int position;
  double value;
};

/// The vectors that the matrix is a sum over, one after the other.
struct RandomVectors {
  std::vector<Element> elements;
  std::vector<int> starts;

  RandomVectors(int size, int nonzer) : starts(1, 0) {
    int positions = 1;
    while (positions < size)
      positions *= 2;
    Random random(314159265);
    random.next();
    for (int vector = 0; vector < size; ++vector) {
      const auto start = elements.size();
      const auto find = [&](int position) {
        return std::find_if(
            elements.begin() + start, elements.end(),
            [&](const Element &with) { return with.position == position; });
      };
      while (elements.size() < start + nonzer) {
        const double value = random.next();
        const int position = static_cast<int>(positions * random.next());
        if (position < size && find(position) == elements.end())
          elements.push_back({position, value});
      }
      const auto own = find(vector);
      if (own != elements.end())
        own->value = 0.5;
      else
        elements.push_back({vector, 0.5});
      starts.push_back(static_cast<int>(elements.size()));
    }
  }
};

/// What all rows are made from.
struct Terms {
  RandomVectors vectors;
  std::vector<double> scales; ///< of the outer products
  double shift;
  std::vector<std::vector<Element>> of_row; ///< vectors that have the row

  Terms(int size, int nonzer, double shift)
      : vectors(size, nonzer), scales(size), shift(shift), of_row(size) {
    const double ratio = std::pow(RCond, 1.0 / size);
    double scale = 1;
    for (int vector = 0; vector < size; ++vector) {
      scales[vector] = scale;
      scale *= ratio;
      for (int k = vectors.starts[vector]; k < vectors.starts[vector + 1]; ++k)
        of_row[vectors.elements[k].position].push_back(
            {vector, vectors.elements[k].value});
    }
  }
};

/// Makes one row after the other; each thread has its own.
class RowAssembly {
public:
  explicit RowAssembly(const Terms &terms)
      : terms(terms), sums(terms.scales.size()),
        row_of_sum(terms.scales.size(), -1) {}

  /// The elements of a row, columns ascending.
  const std::vector<Element> &make(int row) {
    elements.clear();
    for (const Element &of : terms.of_row[row]) {
      const int vector = of.position;
      const double factor = terms.scales[vector] * of.value;
      for (int k = terms.vectors.starts[vector];
           k < terms.vectors.starts[vector + 1]; ++k) {
        const auto [column, value] = terms.vectors.elements[k];
        if (row_of_sum[column] != row) {
          row_of_sum[column] = row;
          sums[column] = 0;
          elements.push_back({column, 0});
        }
        double term = value * factor;
        if (column == row && vector == row)
          term = term + RCond - terms.shift;
        sums[column] += term;
      }
    }
    std::sort(elements.begin(), elements.end(),
              [](const Element &one, const Element &other) {
                return one.position < other.position;
              });
    for (Element &element : elements)
      element.value = sums[element.position];
    return elements;
  }

private:
  const Terms &terms;
  std::vector<double> sums;
  std::vector<int> row_of_sum;
  std::vector<Element> elements;
};

} // namespace

SparseMatrix::SparseMatrix(int size, int nonzer, double shift) : size_(size) {
  const Terms terms(size, nonzer, shift);
  const int count =
      std::max(1, std::min((size + BandColumns - 1) / BandColumns,
                           (nonzer + 1) * (nonzer + 1) / LeastRowInBand));
  bands.resize(count);
  for (int k = 0; k < count; ++k) {
    const auto bound = [&](int band) {
      return static_cast<int>(std::int64_t(size) * band / count);
    };
    bands[k].columns = {bound(k), bound(k + 1)};
    bands[k].starts.resize(size + 1);
  }

  // How long the rows are; then where they start.
#pragma omp parallel
  {
    RowAssembly assembly(terms);
#pragma omp for schedule(static)
    for (int row = 0; row < size; ++row) {
      const std::vector<Element> &elements = assembly.make(row);
      auto element = elements.begin();
      for (Band &band : bands)
        for (;
             element != elements.end() && element->position < band.columns.last;
             ++element)
          ++band.starts[row + 1];
    }
  }
  for (Band &band : bands) {
    for (int row = 0; row < size; ++row) {
      const int length = (band.starts[row + 1] + Lanes - 1) / Lanes * Lanes;
      band.starts[row + 1] = band.starts[row] + length;
    }
    band.values = untouched<double>(band.starts[size]);
    band.offsets = untouched<std::uint16_t>(band.starts[size]);
  }

  const Partition rows(*this, omp_get_max_threads());
#pragma omp parallel
  {
    RowAssembly assembly(terms);
#pragma omp for schedule(static)
    for (int part = 0; part < rows.size(); ++part)
      for (int row = rows[part].first; row < rows[part].last; ++row) {
        const std::vector<Element> &elements = assembly.make(row);
        auto element = elements.begin();
        for (Band &band : bands)
          for (int k = band.starts[row]; k < band.starts[row + 1]; ++k) {
            const bool padding = element == elements.end() ||
                                 element->position >= band.columns.last;
            band.values[k] = padding ? 0 : element->value;
            band.offsets[k] = static_cast<std::uint16_t>(
                padding ? 0 : element->position - band.columns.first);
            element += !padding;
          }
      }
  }
}

std::int64_t SparseMatrix::storedBefore(int row) const {
  std::int64_t stored = 0;
  for (const Band &band : bands)
    stored += band.starts[row];
  return stored;
}

template <bool Add>
void SparseMatrix::multiply(const Band &band, Rows rows, const double *vector,
                            double *product) {
  // Four scalar loads are faster than a gather, which a compiler would choose.
  using Vector [[gnu::vector_size(Lanes * sizeof(double))]] = double;
  const double *values = band.values.get();
  const std::uint16_t *offsets = band.offsets.get();
  vector += band.columns.first;
  for (int row = rows.first; row < rows.last; ++row) {
    Vector sum = {};
    for (int k = band.starts[row]; k < band.starts[row + 1]; k += Lanes)
      sum += *reinterpret_cast<const Vector *>(values + k) *
             Vector{vector[offsets[k]], vector[offsets[k + 1]],
                    vector[offsets[k + 2]], vector[offsets[k + 3]]};
    const double total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    product[row] = Add ? product[row] + total : total;
  }
}

void SparseMatrix::multiply(Rows rows, const double *vector,
                            double *product) const {
  multiply<false>(bands[0], rows, vector, product);
  for (std::size_t k = 1; k < bands.size(); ++k)
    multiply<true>(bands[k], rows, vector, product);
}

Partition::Partition(const SparseMatrix &matrix, int parts) : bounds(1, 0) {
  for (int part = 1; part < parts; ++part) {
    const std::int64_t share =
        matrix.storedBefore(matrix.size()) * part / parts;
    int row = bounds.back();
    while (row < matrix.size() && matrix.storedBefore(row) < share)
      row += LineRows;
    bounds.push_back(std::min(row, matrix.size()));
  }
  bounds.push_back(matrix.size());
}

} // namespace nas
