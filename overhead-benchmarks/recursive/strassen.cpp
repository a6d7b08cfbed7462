//===- strassen.cpp - Matrix product with seven products ------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strassen's algorithm: seven tasks multiply sums of quadrants, and the result
// is made of sums of their products. The coefficients are tables, so that one
// loop makes the tasks. All entries are whole numbers that a double holds, so
// that every order of additions gives the same bits.
//
//===----------------------------------------------------------------------===//

#include "recursive.h"

#include <algorithm>
#include <random>

namespace {

/// A square part of a matrix.
template <class T> struct Part {
  T *first;
  std::int64_t stride; ///< From one row to the next.

  T *row(std::int64_t index) const { return first + index * stride; }
  /// 0 and 1 are above, 2 and 3 below.
  Part quadrant(int index, std::int64_t half) const {
    return {row(index / 2 * half) + index % 2 * half, stride};
  }
};
using Source = Part<const double>;
using Target = Part<double>;

// What each product is of, quadrant by quadrant, and what each quadrant of the
// result is of, product by product.
constexpr int products = 7;
constexpr int left_of[products][4] = {{1, 0, 0, 1}, {0, 0, 1, 1}, {1, 0, 0, 0},
                                      {0, 0, 0, 1}, {1, 1, 0, 0}, {-1, 0, 1, 0},
                                      {0, 1, 0, -1}};
constexpr int right_of[products][4] = {
    {1, 0, 0, 1}, {1, 0, 0, 0}, {0, 1, 0, -1}, {-1, 0, 1, 0},
    {0, 0, 0, 1}, {1, 1, 0, 0}, {0, 0, 1, 1}};
constexpr int result_of[4][products] = {{1, 0, 0, 1, -1, 0, 1},
                                        {0, 0, 1, 0, 1, 0, 0},
                                        {0, 1, 0, 1, 0, 0, 0},
                                        {1, -1, 1, 0, 0, 1, 0}};

class Product {
public:
  explicit Product(const bench::Options &options)
      : size(options["size"]), block(options["block"]),
        cutoff(options["cutoff"]), left(size * size), right(size * size) {
    std::int64_t fitting = size;
    while (fitting > block && fitting % 2 == 0)
      fitting /= 2;
    if (fitting > block)
      bench::usageError(options, "--size: " + std::to_string(size) +
                                     " cannot be halved down to --block " +
                                     std::to_string(block));
    std::mt19937_64 random(options.seed);
    std::uniform_int_distribution<int> entry(-8, 8);
    for (double &value : left)
      value = entry(random);
    for (double &value : right)
      value = entry(random);
  }

  template <class How> void run() {
    multiply<How>({result.data(), size}, {left.data(), size},
                  {right.data(), size}, size, 0);
  }

  void prepare(int) { result.assign(size * size, 0.0); }
  void finish(int) {
    results.begin();
    results.mix(result);
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Product &reference) const {
    if (!reference.isProduct())
      return "the serial variant itself is wrong";
    return results.mismatch("the product is", reference.results);
  }
  std::int64_t grain() const { return block * block * block; }

private:
  std::int64_t size, block, cutoff;
  std::vector<double> left, right, result;
  bench::Fingerprints results;

  BENCH_KERNEL static void multiplyBlock(Target into, Source left, Source right,
                                         std::int64_t size) {
    for (std::int64_t i = 0; i < size; ++i) {
      double *__restrict target = into.row(i);
      std::fill(target, target + size, 0.0);
      for (std::int64_t k = 0; k < size; ++k) {
        const double factor = left.row(i)[k];
        const double *__restrict row = right.row(k);
        for (std::int64_t j = 0; j < size; ++j)
          target[j] += factor * row[j];
      }
    }
  }

  /// target += sign * part.
  BENCH_KERNEL static void add(Target target, Source part, int sign,
                               std::int64_t size) {
    for (std::int64_t i = 0; i < size; ++i) {
      double *__restrict to = target.row(i);
      const double *__restrict from = part.row(i);
      for (std::int64_t j = 0; j < size; ++j)
        to[j] += sign * from[j];
    }
  }

  /// The quadrants of a matrix, each times its coefficient, in new memory.
  static std::vector<double> sumOf(Source whole, const int (&coefficients)[4],
                                   std::int64_t half) {
    std::vector<double> sum(half * half, 0.0);
    for (int i = 0; i < 4; ++i)
      if (coefficients[i] != 0)
        add({sum.data(), half}, whole.quadrant(i, half), coefficients[i], half);
    return sum;
  }

  template <class How>
  void multiply(Target into, Source left, Source right, std::int64_t size,
                std::int64_t depth) {
    if (bench::goesOnSerially<How>(depth, cutoff))
      return multiply<bench::Serial>(into, left, right, size, depth);
    if (size <= block)
      return multiplyBlock(into, left, right, size);
    const std::int64_t half = size / 2;
    std::vector<double> memory(products * half * half);
    double *parts = memory.data();
    for (int i = 0; i < products; ++i)
      BENCH_TASK(How, depth + 1, ,
                 makeProduct<How>({parts + i * half * half, half}, i, left,
                                  right, half, depth + 1));
    BENCH_WAIT(How);
    for (int quadrant = 0; quadrant < 4; ++quadrant) {
      const Target target = into.quadrant(quadrant, half);
      for (std::int64_t row = 0; row < half; ++row)
        std::fill(target.row(row), target.row(row) + half, 0.0);
      for (int i = 0; i < products; ++i)
        if (result_of[quadrant][i] != 0)
          add(target, {parts + i * half * half, half}, result_of[quadrant][i],
              half);
    }
  }

  template <class How>
  void makeProduct(Target into, int index, Source left, Source right,
                   std::int64_t half, std::int64_t depth) {
    const std::vector<double> first = sumOf(left, left_of[index], half);
    const std::vector<double> second = sumOf(right, right_of[index], half);
    multiply<How>(into, {first.data(), half}, {second.data(), half}, half,
                  depth);
  }

  static std::vector<double> times(const std::vector<double> &matrix,
                                   const std::vector<double> &vector) {
    std::vector<double> product(vector.size(), 0.0);
    for (std::size_t i = 0; i < vector.size(); ++i)
      for (std::size_t j = 0; j < vector.size(); ++j)
        product[i] += matrix[i * vector.size() + j] * vector[j];
    return product;
  }

  /// Freivalds' check: a wrong product gives another vector than its factors,
  /// but for one time in some thousand.
  bool isProduct() const {
    std::mt19937_64 random(size);
    std::uniform_int_distribution<int> entry(0, 4095);
    std::vector<double> vector(size);
    for (int round = 0; round < 3; ++round) {
      for (double &value : vector)
        value = entry(random);
      if (times(result, vector) != times(left, times(right, vector)))
        return false;
    }
    return true;
  }
};

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "strassen";
  options.iterations = 5;
  options.parameters = {
      {"size", 512, 1, 16384, "rows, the block doubled some times"},
      {"block", 32, 1, 16384, "rows from which the product is made at once"},
      {"cutoff", 2, 0, 100, "depth from which tasks make no others"},
  };
  return bench::runRecursiveProgram<Product>(
      argc, argv,
      "Strassen's matrix product, seven tasks for each product of halves. An\n"
      "iteration multiplies the same matrices.",
      options);
}
