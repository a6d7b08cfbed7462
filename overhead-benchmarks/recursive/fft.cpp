//===- fft.cpp - Fourier transform by halves ------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transforms the even and the odd entries, each by a task, and puts them
// together by butterflies, which tasks share too. The transform goes from one
// array to another, so that the halves are in order at once.
//
//===----------------------------------------------------------------------===//

#include "recursive.h"

#include <random>

namespace {

/// std::complex takes care of infinities in each product.
struct Complex {
  double re, im;
};
Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

class Transform {
public:
  explicit Transform(const bench::Options &options)
      : size(options["size"]), block(options["block"]),
        cutoff(options["cutoff"]), input(size), output(size), roots(size) {
    if ((size & (size - 1)) != 0)
      bench::usageError(options, "--size: " + std::to_string(size) +
                                     " is not a power of two");
    std::mt19937_64 random(options.seed);
    std::uniform_real_distribution<double> entry(-1.0, 1.0);
    for (Complex &value : input) {
      value.re = entry(random);
      value.im = entry(random);
    }
    for (std::int64_t i = 0; i < size; ++i) {
      const double angle = -2.0 * std::acos(-1.0) * double(i) / double(size);
      roots[i] = {std::cos(angle), std::sin(angle)};
    }
  }

  template <class How> void run() {
    transform<How>(input.data(), 1, output.data(), size, 0);
  }

  void prepare(int) { output.assign(size, {0.0, 0.0}); }
  void finish(int) {
    std::vector<double> parts;
    for (const Complex value : output) {
      parts.push_back(value.re);
      parts.push_back(value.im);
    }
    results.begin();
    results.mix(parts);
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Transform &reference) const {
    const double error = reference.error();
    if (!(error < 1e-12))
      return "the serial variant itself is wrong: error " +
             std::to_string(error);
    return results.mismatch("the transform is", reference.results);
  }
  std::int64_t grain() const { return block; }

private:
  std::int64_t size, block, cutoff;
  std::vector<Complex> input, output, roots;
  bench::Fingerprints results;

  /// Butterflies `first` to `last` of a transform of `count` entries.
  BENCH_KERNEL void combineBlock(Complex *into, std::int64_t count,
                                 std::int64_t first, std::int64_t last) const {
    Complex *low = into, *high = into + count / 2;
    const std::int64_t step = size / count;
    for (std::int64_t i = first; i < last; ++i) {
      const Complex even = low[i], odd = roots[i * step] * high[i];
      low[i] = even + odd;
      high[i] = even - odd;
    }
  }

  /// `count` entries of `from`, every `stride`-th.
  template <class How>
  void transform(const Complex *from, std::int64_t stride, Complex *into,
                 std::int64_t count, std::int64_t depth) {
    if (bench::goesOnSerially<How>(depth, cutoff) ||
        (How::makes_tasks && count <= block))
      return transform<bench::Serial>(from, stride, into, count, depth);
    if (count == 1) {
      *into = *from;
      return;
    }
    const std::int64_t half = count / 2;
    BENCH_TASK(How, depth + 1, ,
               transform<How>(from, 2 * stride, into, half, depth + 1));
    BENCH_TASK(How, depth + 1, ,
               transform<How>(from + stride, 2 * stride, into + half, half,
                              depth + 1));
    BENCH_WAIT(How);
    combine<How>(into, count, 0, half, depth);
  }

  template <class How>
  void combine(Complex *into, std::int64_t count, std::int64_t first,
               std::int64_t last, std::int64_t depth) {
    if (bench::goesOnSerially<How>(depth, cutoff))
      return combine<bench::Serial>(into, count, first, last, depth);
    if (last - first <= block)
      return combineBlock(into, count, first, last);
    const std::int64_t middle = first + (last - first) / 2;
    BENCH_TASK(How, depth + 1, ,
               combine<How>(into, count, first, middle, depth + 1));
    BENCH_TASK(How, depth + 1, ,
               combine<How>(into, count, middle, last, depth + 1));
    BENCH_WAIT(How);
  }

  /// Largest relative error of some entries against the sum that defines them,
  /// and of the sum of all squares (Parseval).
  double error() const {
    double given = 0, got = 0;
    for (std::int64_t i = 0; i < size; ++i) {
      given += input[i].re * input[i].re + input[i].im * input[i].im;
      got += output[i].re * output[i].re + output[i].im * output[i].im;
    }
    double worst = std::fabs(got / double(size) - given) / given;
    for (int sample = 0; sample < 8; ++sample) {
      const std::int64_t entry = sample * (size - 1) / 7;
      Complex sum{0.0, 0.0};
      for (std::int64_t i = 0; i < size; ++i)
        sum = sum + input[i] * roots[entry * i % size];
      const Complex off = output[entry] - sum;
      worst = std::fmax(worst, std::hypot(off.re, off.im) / double(size));
    }
    return worst;
  }
};

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "fft";
  options.iterations = 5;
  options.parameters = {
      {"size", 65536, 1, 1 << 28, "entries, a power of two"},
      {"block", 16, 1, 1 << 28, "entries that one task transforms or combines"},
      {"cutoff", 6, 0, 100, "depth from which tasks make no others"},
  };
  return bench::runRecursiveProgram<Transform>(
      argc, argv,
      "The fast Fourier transform by recursion, a task for each half of it.\n"
      "An iteration transforms the same entries.",
      options);
}
