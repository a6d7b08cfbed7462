//===- bt_kernel.h - Block-tridiagonal line solves --------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// BT makes implicit time steps that are factored by direction: along each line
// of the grid it solves a block-tridiagonal system of 5 x 5 blocks, in x, then
// in y, then in z.
//
// A plane of constant k needs u alone for its right-hand side, and nothing but
// itself for its lines in x and y. So a step is two loops: one over planes, and
// one over slabs of constant j for the lines in z and the update.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_NAS_BT_KERNEL_H
#define REPRISE_NAS_BT_KERNEL_H

#include "../../overhead-benchmarks/common/assumes.h"
#include "../common/lines.h"

namespace nas {

class Bt : public cfd::Factored {
public:
  static constexpr const char *Name = "bt";
  static constexpr const char *Operation = "floating point";

  explicit Bt(const Settings &settings);

  double operations() const;

  BENCH_BEGIN_ASSUMES(no_openmp ext_cannot_wait)
  /// Right-hand side and lines in x and y of the interior plane k.
  void plane(int k);
  /// Lines in z and the update of the slab of interior nodes with this j; after
  /// all planes.
  void slab(int j);
  BENCH_END_ASSUMES
};

} // namespace nas

#endif // REPRISE_NAS_BT_KERNEL_H
