//===- ft_kernel.cpp - Planes and slabs of FT -----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a tile of the grid, vector j of the modes has x = 8 X + j and eight y,
// vector j of the solution has y = 8 Y + j and eight x. So a line in x has the
// same stride everywhere, and the line in y of eight x at a time lies in the
// eight rows that they have of the modes.
//
//===----------------------------------------------------------------------===//

#include "ft_kernel.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <sys/mman.h>

namespace nas {

static constexpr int Lanes = Complex8::Lanes;

/// The frequency of mode i of n, squared.
static double squaredFrequency(int i, int n) {
  const double frequency = i < n / 2 ? i : i - n;
  return frequency * frequency;
}

/// A vector of a tile. The next tile lies beside it and is wanted next, but
/// along a line with strides that no hardware foresees.
NAS_INLINE Complex8 loadAndFetchNext(const Complex8 *vector) {
  __builtin_prefetch(&vector[1].re);
  __builtin_prefetch(&vector[1].im);
  return *vector;
}

Ft::Grid Ft::makeGrid(std::size_t vectors) {
  constexpr std::size_t HugePage = std::size_t(1) << 21;
  const std::size_t pages =
      (vectors * sizeof(Complex8) + HugePage - 1) / HugePage;
  void *memory = std::aligned_alloc(HugePage, pages * HugePage);
  if (!memory)
    throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  // A line crosses more small pages than a processor keeps the addresses of.
  // It is a wish: nothing but time depends on it.
  madvise(memory, pages * HugePage, MADV_HUGEPAGE);
#endif
  return Grid(static_cast<Complex8 *>(memory));
}

Ft::Ft(const Settings &settings) : Ft(settings, classOf(settings.size_class)) {}

Ft::Ft(const Settings &settings, const Class &of)
    : tasks(settings.tasks), nx(of.size.nx), ny(of.size.ny), nz(of.size.nz),
      steps(static_cast<int>(of.checksums.size())), problem(of),
      modes(makeGrid(nz * plane())), space(makeGrid(nz * plane())), in_x(nx),
      in_y(ny), in_z(nz), decay_x(steps * nx), decay_y(steps * ny),
      decay_z(steps * nz), partial_sums(steps * nz), checksums(steps) {
  for (int step = 1; step <= steps; ++step)
    check_names.push_back("relative error of checksum " + std::to_string(step));
#pragma omp parallel for schedule(static)
  for (int z = 0; z < nz; ++z) {
    std::memset(&modes[z * plane()], 0, plane() * sizeof(Complex8));
    std::memset(&space[z * plane()], 0, plane() * sizeof(Complex8));
  }
}

void Ft::reset() {
  constexpr double Unknown = std::numeric_limits<double>::quiet_NaN();
  for (Fft *fft : {&in_x, &in_y, &in_z})
    fft->forgetRoots();
  for (std::vector<double> *decay : {&decay_x, &decay_y, &decay_z})
    decay->assign(decay->size(), Unknown);
  const Complex8 unknown = {Octet{} + Unknown, Octet{} + Unknown};
#pragma omp parallel for schedule(static)
  for (int z = 0; z < nz; ++z) {
    std::fill_n(&modes[z * plane()], plane(), unknown);
    std::fill_n(&space[z * plane()], plane(), unknown);
  }
  partial_sums.assign(partial_sums.size(), Unknown);
  checksums.assign(checksums.size(), Unknown);
}

double Ft::operations() const {
  const double points = 1.0 * nx * ny * nz, log = std::log(points);
  return points * (14.8157 + 7.19641 * log + (5.23518 + 7.21113 * log) * steps);
}

std::vector<Check> Ft::checks() const {
  std::vector<Check> checks;
  for (int i = 0; i < steps; ++i) {
    const std::complex<double> reference = problem.checksums[i];
    checks.push_back({check_names[i].c_str(),
                      std::abs(checksums[i] - reference) / std::abs(reference),
                      0, 1e-12});
  }
  return checks;
}

void Ft::makeTable(int number) {
  if (number == 0)
    return in_x.makeRoots();
  if (number == 1)
    return in_y.makeRoots();
  if (number == 2)
    return in_z.makeRoots();
  const int step = number - 2;
  const double exponent = -4e-6 * M_PI * M_PI * step; // alpha is 1e-6
  const auto fill = [&](double *decay, int n) {
    for (int i = 0; i < n; ++i)
      decay[i] = std::exp(exponent * squaredFrequency(i, n));
  };
  fill(&decay_x[(step - 1) * nx], nx);
  fill(&decay_y[(step - 1) * ny], ny);
  fill(&decay_z[(step - 1) * nz], nz);
}

void Ft::startPlane(int z) {
  using States = std::uint64_t __attribute__((vector_size(64)));
  const std::uint64_t next_y = Random::power(2 * nx);
  const std::size_t row = this->row();
  Complex8 *const here = &modes[z * plane()];
  Complex8 line[Fft::MaxLength];
  for (int x = 0; x < nx; x += Lanes) {
    // A stream for each x and part.
    States re, im;
    Random stream(314159265);
    stream.skip(2 * (std::uint64_t(z) * ny * nx + x));
    for (int lane = 0; lane < Lanes; ++lane) {
      stream.next();
      re[lane] = stream.state();
      stream.next();
      im[lane] = stream.state();
    }
    for (int y = 0; y < ny; ++y) {
      line[y].re = __builtin_convertvector(re, Octet) * Random::Scale;
      line[y].im = __builtin_convertvector(im, Octet) * Random::Scale;
      re = re * next_y & Random::Mask;
      im = im * next_y & Random::Mask;
    }
    Complex8 *const rows = here + x * row;
    in_y.transform<+1>([&](int y) { return line[y]; },
                       [=](int y, const Complex8 &value) {
                         rows[y % Lanes * row + y / Lanes] = value;
                       });
    for (int tile = 0; tile < ny / Lanes; ++tile)
      transposeTile(rows + tile, row);
  }
  for (int tile = 0; tile < ny / Lanes; ++tile)
    in_x.transform<+1>(
        [=](int x) { return here[x * row + tile]; },
        [=](int x, const Complex8 &value) { here[x * row + tile] = value; });
}

void Ft::startSlab(int x) {
  const std::size_t plane = this->plane();
  for (int tile = 0; tile < ny / Lanes; ++tile) {
    Complex8 *const line = &modes[x * row() + tile];
    in_z.transform<+1>(
        [=](int z) { return loadAndFetchNext(line + z * plane); },
        [=](int z, const Complex8 &value) { line[z * plane] = value; });
  }
}

void Ft::evolveSlab(int step, int x) {
  const std::size_t plane = this->plane();
  const double decay_in_x = decay_x[(step - 1) * nx + x];
  const double *const decay_in_y = &decay_y[(step - 1) * ny];
  const double *const decay_in_z = &decay_z[(step - 1) * nz];
  for (int tile = 0; tile < ny / Lanes; ++tile) {
    Octet decay;
    std::memcpy(&decay, decay_in_y + tile * Lanes, sizeof decay);
    decay *= decay_in_x;
    const Complex8 *const from = &modes[x * row() + tile];
    Complex8 *const to = &space[x * row() + tile];
    in_z.transform<-1>(
        [&](int z) {
          return loadAndFetchNext(from + z * plane) * (decay * decay_in_z[z]);
        },
        [=](int z, const Complex8 &value) { to[z * plane] = value; });
  }
}

void Ft::finishPlane(int step, int z) {
  const std::size_t row = this->row();
  Complex8 *const here = &space[z * plane()];
  for (int tile = 0; tile < ny / Lanes; ++tile)
    in_x.transform<-1>(
        [=](int x) { return loadAndFetchNext(here + x * row + tile); },
        [=](int x, const Complex8 &value) { here[x * row + tile] = value; });
  for (int x = 0; x < nx; x += Lanes) {
    Complex8 *const rows = here + x * row;
    for (int tile = 0; tile < ny / Lanes; ++tile)
      transposeTile(rows + tile, row);
    in_y.transform<-1>([=](int y) { return rows[y % Lanes * row + y / Lanes]; },
                       [=](int y, const Complex8 &value) {
                         rows[y % Lanes * row + y / Lanes] = value;
                       });
  }

  std::complex<double> sum = 0;
  for (int first = 1; first <= nz; ++first) {
    if (5 * first % nz != z)
      continue;
    for (int q = first; q <= 1024; q += nz) {
      const int x = q % nx, y = 3 * q % ny;
      const Complex8 &of =
          here[(x / Lanes * Lanes + y % Lanes) * row + y / Lanes];
      sum += std::complex<double>(of.re[x % Lanes], of.im[x % Lanes]);
    }
  }
  partial_sums[(step - 1) * nz + z] = sum;
}

void Ft::sumUp() {
  const double points = 1.0 * nx * ny * nz;
  for (int i = 0; i < steps; ++i) {
    checksums[i] = 0;
    for (int z = 0; z < nz; ++z)
      checksums[i] += partial_sums[i * nz + z];
    checksums[i] /= points;
  }
}

} // namespace nas
