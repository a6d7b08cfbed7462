//===- ep_kernel.h - Gaussian pairs by rejection ---------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// EP makes pairs of uniform numbers, turns those inside the unit circle into
// Gaussian deviates by the polar method, adds the deviates up, and counts them
// in square rings around the origin. Batches of pairs are independent: each
// finds its place in the one stream of random numbers by jumping ahead.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_EP_KERNEL_H
#define REPRISE_NAS_EP_KERNEL_H

#include "../../overhead-benchmarks/common/assumes.h"
#include "../common/program.h"
#include "../common/random.h"

#include <array>

namespace nas {

/// What a batch, or all of them, found.
struct Deviates {
  double x = 0, y = 0;
  std::array<std::int64_t, 10> rings{};

  Deviates &operator+=(const Deviates &other) {
    x += other.x;
    y += other.y;
    for (std::size_t l = 0; l < rings.size(); ++l)
      rings[l] += other.rings[l];
    return *this;
  }
};
#pragma omp declare reduction(+ : Deviates : omp_out += omp_in)

class Ep {
public:
  static constexpr const char *Name = "ep";
  static constexpr const char *Operation = "random numbers generated";
  static constexpr std::int64_t Batch = 1 << 16; // pairs

  struct SizeClass {
    char name;
    int log_pairs;
    double x, y;

    constexpr std::int64_t batches() const {
      return (std::int64_t(1) << log_pairs) / Batch;
    }
  };
  static constexpr SizeClass Classes[] = {
      {'S', 24, -3.247834652034740e+3, -6.958407078382297e+3},
      {'W', 25, -2.863319731645753e+3, -6.320053679109499e+3},
      {'A', 28, -4.295875165629892e+3, -1.580732573678431e+4},
      {'B', 30, 4.033815542441498e+4, -2.660669192809235e+4},
      {'C', 32, 4.764367927995374e+4, -8.084072988043731e+4}};

  explicit Ep(const Settings &settings)
      : size_class(settings.size_class), tasks(settings.tasks) {
    const SizeClass &of = findClass(Classes, size_class);
    batches = of.batches();
    expected.x = of.x;
    expected.y = of.y;
  }

  void reset() { found = Deviates(); }
  double operations() const { return 2.0 * batches * Batch; }
  Extent extent() const { return {std::to_string(2 * batches * Batch), 0}; }
  std::vector<Check> checks() const {
    return {{"sum of x", found.x, expected.x, 1e-8},
            {"sum of y", found.y, expected.y, 1e-8}};
  }
  void corrupt() { found.x *= 1 + 1e-6; }

  BENCH_BEGIN_ASSUMES(no_openmp ext_cannot_wait)
  Deviates batch(std::int64_t number) const;
  BENCH_END_ASSUMES

  const char size_class;
  const int tasks;
  std::int64_t batches = 0;
  Deviates found;

private:
  Deviates expected;
};

void runSerial(Ep &ep, Run &run);
void runFor(Ep &ep, Run &run);
void runTaskloop(Ep &ep, Run &run);
void runTaskgraph(Ep &ep, Run &run);
void runStatic(Ep &ep, Run &run);

} // namespace nas

#endif // REPRISE_NAS_EP_KERNEL_H
