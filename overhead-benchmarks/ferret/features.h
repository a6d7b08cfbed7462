//===- features.h - What makes pictures similar -----------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A picture is cut into segments, connected areas of similar colour; a segment
// is described by a vector of moments of its colours and of its place and shape
// (as in Lv, Charikar and Li, "Image similarity search with compact data
// structures", 2004). Two pictures are as far apart as their segments are from
// the nearest segment of the other. An index lists the pictures by the vectors
// that theirs are near to, so that a search looks at some of them only.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_FERRET_FEATURES_H
#define REPRISE_BENCHMARKS_FERRET_FEATURES_H

#include "pictures.h"

#include <cmath>
#include <limits>
#include <numeric>

inline constexpr int max_segments = 8;
inline constexpr int dimensions = 14;

using Vector = std::array<double, dimensions>;

inline double squareDistance(const Vector &a, const Vector &b) {
  double sum = 0;
  for (int i = 0; i < dimensions; ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

/// The segment that each pixel is in; those that are in none of the largest
/// ones have `max_segments`.
struct Segments {
  int count = 0;
  std::array<std::uint8_t, picture_pixels> of;

  void find(const Picture &picture) {
    // Neighbours of similar colour are joined; each pixel points to one before
    // it in its area, and the first of an area to itself.
    std::array<std::int16_t, picture_pixels> before;
    std::iota(before.begin(), before.end(), std::int16_t(0));
    const auto firstOf = [&](int pixel) {
      while (before[pixel] != pixel)
        pixel = before[pixel] = before[before[pixel]];
      return pixel;
    };
    const auto joinIfSimilar = [&](int a, int b) {
      int difference = 0;
      for (int channel = 0; channel < 3; ++channel)
        difference = std::max(
            difference, std::abs(picture[a][channel] - picture[b][channel]));
      if (difference > 10)
        return;
      const int first = firstOf(a), second = firstOf(b);
      before[std::max(first, second)] =
          static_cast<std::int16_t>(std::min(first, second));
    };
    for (int pixel = 0; pixel < picture_pixels; ++pixel) {
      if (pixel % picture_side > 0)
        joinIfSimilar(pixel - 1, pixel);
      if (pixel >= picture_side)
        joinIfSimilar(pixel - picture_side, pixel);
    }
    keepLargest(before, firstOf);
  }

private:
  template <typename Before, typename FirstOf>
  void keepLargest(const Before &before, const FirstOf &firstOf) {
    std::array<std::int16_t, picture_pixels> area{};
    for (int pixel = 0; pixel < picture_pixels; ++pixel)
      ++area[firstOf(pixel)];
    std::array<std::int16_t, picture_pixels> firsts;
    int areas = 0;
    for (int pixel = 0; pixel < picture_pixels; ++pixel)
      if (before[pixel] == pixel)
        firsts[areas++] = static_cast<std::int16_t>(pixel);
    count = std::min(areas, max_segments);
    std::partial_sort(firsts.begin(), firsts.begin() + count,
                      firsts.begin() + areas, [&](int a, int b) {
                        return area[a] != area[b] ? area[a] > area[b] : a < b;
                      });
    std::array<std::uint8_t, picture_pixels> number;
    number.fill(max_segments);
    for (int segment = 0; segment < count; ++segment)
      number[firsts[segment]] = static_cast<std::uint8_t>(segment);
    for (int pixel = 0; pixel < picture_pixels; ++pixel)
      of[pixel] = number[firstOf(pixel)];
  }
};

/// The vectors of a picture's segments, and the share of the picture they have.
struct Features {
  int count = 0;
  std::array<Vector, max_segments> vectors;
  std::array<double, max_segments> weights;

  void extract(const Picture &picture, const Segments &segments) {
    count = segments.count;
    std::array<Sums, max_segments + 1> sums;
    for (int pixel = 0; pixel < picture_pixels; ++pixel)
      sums[segments.of[pixel]].add(picture[pixel], pixel % picture_side,
                                   pixel / picture_side);
    for (int segment = 0; segment < count; ++segment) {
      vectors[segment] = sums[segment].vector();
      weights[segment] = sums[segment].area / picture_pixels;
    }
  }

  double distanceTo(const Features &other) const {
    return oneWay(*this, other) + oneWay(other, *this);
  }

private:
  struct Sums {
    double area = 0, x = 0, y = 0;
    std::array<double, 3> first{}, second{}, third{}; ///< Powers of colours.
    int left = picture_side, right = -1, top = picture_side, bottom = -1;

    void add(const Colour &colour, int column, int row) {
      area += 1;
      x += column;
      y += row;
      for (int channel = 0; channel < 3; ++channel) {
        const double value = colour[channel];
        first[channel] += value;
        second[channel] += value * value;
        third[channel] += value * value * value;
      }
      left = std::min(left, column);
      right = std::max(right, column);
      top = std::min(top, row);
      bottom = std::max(bottom, row);
    }
    /// Mean, deviation and skewness of each colour; middle, height, width and
    /// fullness of the rectangle around. All are about as large as 1.
    Vector vector() const {
      Vector vector;
      for (int channel = 0; channel < 3; ++channel) {
        const double mean = first[channel] / area;
        const double square = second[channel] / area;
        const double variance = std::max(0.0, square - mean * mean);
        const double skewness =
            third[channel] / area - 3 * mean * square + 2 * mean * mean * mean;
        vector[3 * channel] = mean / 255;
        vector[3 * channel + 1] = std::sqrt(variance) / 255;
        vector[3 * channel + 2] = std::cbrt(skewness) / 255;
      }
      const double width = right - left + 1, height = bottom - top + 1;
      vector[9] = x / area / picture_side;
      vector[10] = y / area / picture_side;
      vector[11] = width / picture_side;
      vector[12] = height / picture_side;
      vector[13] = area / (width * height);
      return vector;
    }
  };

  static double oneWay(const Features &from, const Features &to) {
    double sum = 0;
    for (int i = 0; i < from.count; ++i) {
      double nearest = std::numeric_limits<double>::max();
      for (int j = 0; j < to.count; ++j)
        nearest =
            std::min(nearest, squareDistance(from.vectors[i], to.vectors[j]));
      sum += from.weights[i] * std::sqrt(nearest);
    }
    return sum;
  }
};

struct Candidate {
  double distance;
  int entry;
};

/// The pictures that are known.
class Index {
public:
  Index() = default;
  /// Takes every eighth vector as a centre, and lists each picture at the
  /// centres that its segments are nearest to.
  explicit Index(std::vector<Features> entries) : entries_(std::move(entries)) {
    std::size_t number = 0;
    for (const Features &entry : entries_)
      for (int segment = 0; segment < entry.count; ++segment)
        if (number++ % 8 == 0)
          centres_.push_back(entry.vectors[segment]);
    lists_.resize(centres_.size());
    for (std::size_t entry = 0; entry < entries_.size(); ++entry)
      for (int segment = 0; segment < entries_[entry].count; ++segment) {
        std::vector<int> &list =
            lists_[nearestCentres(entries_[entry].vectors[segment])[0]];
        if (list.empty() || list.back() != static_cast<int>(entry))
          list.push_back(static_cast<int>(entry));
      }
  }

  /// The pictures in the lists that a query's segments lead to, with distance.
  void search(const Features &query, std::vector<Candidate> &candidates) const {
    std::vector<bool> seen(entries_.size());
    candidates.clear();
    for (int segment = 0; segment < query.count; ++segment)
      for (std::size_t centre : nearestCentres(query.vectors[segment]))
        for (int entry : lists_[centre]) {
          if (seen[entry])
            continue;
          seen[entry] = true;
          candidates.push_back({query.distanceTo(entries_[entry]), entry});
        }
  }

private:
  /// The two nearest centres, the nearest first.
  std::array<std::size_t, 2> nearestCentres(const Vector &vector) const {
    std::array<std::size_t, 2> nearest{};
    std::array<double, 2> distance = {std::numeric_limits<double>::max(),
                                      std::numeric_limits<double>::max()};
    for (std::size_t centre = 0; centre < centres_.size(); ++centre) {
      const double here = squareDistance(vector, centres_[centre]);
      if (here < distance[0]) {
        distance = {here, distance[0]};
        nearest = {centre, nearest[0]};
      } else if (here < distance[1]) {
        distance[1] = here;
        nearest[1] = centre;
      }
    }
    return nearest;
  }

  std::vector<Features> entries_;
  std::vector<Vector> centres_;
  std::vector<std::vector<int>> lists_; ///< Entries by centre.
};

#endif // REPRISE_BENCHMARKS_FERRET_FEATURES_H
