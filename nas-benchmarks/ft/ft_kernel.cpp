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

#include <cstring>
#include <new>
#include <utility>

namespace nas {

struct Ft::Class {
  char name;
  int nx, ny, nz;
  std::vector<std::complex<double>> checksums; ///< one for each step
};

const Ft::Class &Ft::classOf(char name) {
  static const Class classes[] = {
      {'S',
       64,
       64,
       64,
       {{5.546087004964e+02, 4.845363331978e+02},
        {5.546385409189e+02, 4.865304269511e+02},
        {5.546148406171e+02, 4.883910722336e+02},
        {5.545423607415e+02, 4.901273169046e+02},
        {5.544255039624e+02, 4.917475857993e+02},
        {5.542683411902e+02, 4.932597244941e+02}}},
      {'W',
       128,
       128,
       32,
       {{5.673612178944e+02, 5.293246849175e+02},
        {5.631436885271e+02, 5.282149986629e+02},
        {5.594024089970e+02, 5.270996558037e+02},
        {5.560698047020e+02, 5.260027904925e+02},
        {5.530898991250e+02, 5.249400845633e+02},
        {5.504159734538e+02, 5.239212247086e+02}}},
      {'A',
       256,
       256,
       128,
       {{5.046735008193e+02, 5.114047905510e+02},
        {5.059412319734e+02, 5.098809666433e+02},
        {5.069376896287e+02, 5.098144042213e+02},
        {5.077892868474e+02, 5.101336130759e+02},
        {5.085233095391e+02, 5.104914655194e+02},
        {5.091487099959e+02, 5.107917842803e+02}}},
      {'B',
       512,
       256,
       256,
       {{5.177643571579e+02, 5.077803458597e+02},
        {5.154521291263e+02, 5.088249431599e+02},
        {5.146409228649e+02, 5.096208912659e+02},
        {5.142378756213e+02, 5.101023387619e+02},
        {5.139626667737e+02, 5.103976610617e+02},
        {5.137423460082e+02, 5.105948019802e+02},
        {5.135547056878e+02, 5.107404165783e+02},
        {5.133910925466e+02, 5.108576573661e+02},
        {5.132470705390e+02, 5.109577278523e+02},
        {5.131197729984e+02, 5.110460304483e+02},
        {5.130070319283e+02, 5.111252433800e+02},
        {5.129070537032e+02, 5.111968077718e+02},
        {5.128182883502e+02, 5.112616233064e+02},
        {5.127393733383e+02, 5.113203605551e+02},
        {5.126691062020e+02, 5.113735928093e+02},
        {5.126064276004e+02, 5.114218460548e+02},
        {5.125504076570e+02, 5.114656139760e+02},
        {5.125002331720e+02, 5.115053595966e+02},
        {5.124551951846e+02, 5.115415130407e+02},
        {5.124146770029e+02, 5.115744692211e+02}}},
      {'C',
       512,
       512,
       512,
       {{5.195078707457e+02, 5.149019699238e+02},
        {5.155422171134e+02, 5.127578201997e+02},
        {5.144678022222e+02, 5.122251847514e+02},
        {5.140150594328e+02, 5.121090289018e+02},
        {5.137550426810e+02, 5.121143685824e+02},
        {5.135811056728e+02, 5.121496764568e+02},
        {5.134569343165e+02, 5.121870921893e+02},
        {5.133651975661e+02, 5.122193250322e+02},
        {5.132955192805e+02, 5.122454735794e+02},
        {5.132410471738e+02, 5.122663649603e+02},
        {5.131971141679e+02, 5.122830879827e+02},
        {5.131605205716e+02, 5.122965869718e+02},
        {5.131290734194e+02, 5.123075927445e+02},
        {5.131012720314e+02, 5.123166486553e+02},
        {5.130760908195e+02, 5.123241541685e+02},
        {5.130528295923e+02, 5.123304037599e+02},
        {5.130310107773e+02, 5.123356167976e+02},
        {5.130103090133e+02, 5.123399592211e+02},
        {5.129905029333e+02, 5.123435588985e+02},
        {5.129714421109e+02, 5.123465164008e+02}}},
  };
  const Class *found = classes;
  while (found->name != name)
    ++found;
  return *found;
}

static constexpr int Lanes = Complex8::Lanes;

/// The frequency of mode i of n, squared.
static double squaredFrequency(int i, int n) {
  const double frequency = i < n / 2 ? i : i - n;
  return frequency * frequency;
}

/// Swaps the blocks of D x D beside the diagonal of rows a and b, D apart.
template <int D> static void swapBlocks(Octet &a, Octet &b) {
  constexpr auto Upper = [](int i) { return i & D ? Lanes + i - D : i; };
  constexpr auto Lower = [](int i) { return i & D ? Lanes + i : i + D; };
  const Octet upper =
      __builtin_shufflevector(a, b, Upper(0), Upper(1), Upper(2), Upper(3),
                              Upper(4), Upper(5), Upper(6), Upper(7));
  b = __builtin_shufflevector(a, b, Lower(0), Lower(1), Lower(2), Lower(3),
                              Lower(4), Lower(5), Lower(6), Lower(7));
  a = upper;
}

static void transpose(Octet (&rows)[Lanes]) {
  for (int i = 0; i < 4; ++i)
    swapBlocks<4>(rows[i], rows[i + 4]);
  for (int i : {0, 1, 4, 5})
    swapBlocks<2>(rows[i], rows[i + 2]);
  for (int i : {0, 2, 4, 6})
    swapBlocks<1>(rows[i], rows[i + 1]);
}

/// Transposes a tile whose vectors are `stride` apart.
static void transposeTile(Complex8 *tile, std::size_t stride) {
  Octet re[Lanes], im[Lanes];
  for (int j = 0; j < Lanes; ++j) {
    re[j] = tile[j * stride].re;
    im[j] = tile[j * stride].im;
  }
  transpose(re);
  transpose(im);
  for (int j = 0; j < Lanes; ++j)
    tile[j * stride] = {re[j], im[j]};
}

Ft::Grid Ft::makeGrid(std::size_t vectors) {
  void *memory = std::aligned_alloc(alignof(Complex8), //
                                    vectors * sizeof(Complex8));
  if (!memory)
    throw std::bad_alloc();
  return Grid(static_cast<Complex8 *>(memory));
}

Ft::Ft(const Settings &settings) : Ft(settings, classOf(settings.size_class)) {}

Ft::Ft(const Settings &settings, const Class &of)
    : tasks(settings.tasks), nx(of.nx), ny(of.ny), nz(of.nz),
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
  partial_sums.assign(partial_sums.size(), 0);
  checksums.assign(checksums.size(), 0);
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
        [=](int z) { return line[z * plane]; },
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
        [&](int z) { return from[z * plane] * (decay * decay_in_z[z]); },
        [=](int z, const Complex8 &value) { to[z * plane] = value; });
  }
}

void Ft::finishPlane(int step, int z) {
  const std::size_t row = this->row();
  Complex8 *const here = &space[z * plane()];
  for (int tile = 0; tile < ny / Lanes; ++tile)
    in_x.transform<-1>(
        [=](int x) { return here[x * row + tile]; },
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
