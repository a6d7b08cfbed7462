//===- pictures.h - Painted pictures and their stream -----------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pictures of a few shapes before a background, made at random, and variations
// of them. In a stream they are coded by runs of equal colour, so that a
// picture is as long as it is, and where the next one begins is known when one
// is read.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_FERRET_PICTURES_H
#define REPRISE_BENCHMARKS_FERRET_PICTURES_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

/// Pixels along one side of a picture, and in all of it.
inline constexpr int picture_side = 48;
inline constexpr int picture_pixels = picture_side * picture_side;

using Colour = std::array<std::uint8_t, 3>;
using Picture = std::array<Colour, picture_pixels>;

/// What a picture shows.
struct Scene {
  struct Shape {
    bool is_round;
    double x, y, half_width, half_height;
    std::array<double, 3> colour;

    bool covers(int column, int row) const {
      const double u = (column - x) / half_width, v = (row - y) / half_height;
      return is_round ? u * u + v * v < 1 : -1 < u && u < 1 && -1 < v && v < 1;
    }
  };
  std::array<double, 3> background;
  std::vector<Shape> shapes; ///< Those in front come later.

  template <typename Random> static Scene random(Random &engine) {
    const auto between = [&](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(engine);
    };
    Scene scene;
    for (double &channel : scene.background)
      channel = between(0, 220);
    scene.shapes.resize(3 + engine() % 5);
    for (Shape &shape : scene.shapes) {
      shape.is_round = engine() % 2 == 0;
      shape.x = between(0, picture_side);
      shape.y = between(0, picture_side);
      shape.half_width = between(4, 0.3 * picture_side);
      shape.half_height = between(4, 0.3 * picture_side);
      for (double &channel : shape.colour)
        channel = between(0, 255);
    }
    return scene;
  }

  /// The same things seen again: a little elsewhere, in another light.
  template <typename Random> Scene variation(Random &engine) const {
    std::uniform_real_distribution<double> part(-1.0, 1.0);
    Scene scene = *this;
    const double light = 1 + 0.04 * part(engine);
    for (double &channel : scene.background)
      channel *= light;
    for (Shape &shape : scene.shapes) {
      shape.x += part(engine);
      shape.y += part(engine);
      shape.half_width *= 1 + 0.05 * part(engine);
      shape.half_height *= 1 + 0.05 * part(engine);
      for (double &channel : shape.colour)
        channel *= light;
    }
    return scene;
  }

  Picture painted() const {
    Picture picture;
    const auto mix = [](const std::array<double, 3> &colour, double more) {
      Colour mixed;
      for (int channel = 0; channel < 3; ++channel)
        mixed[channel] = static_cast<std::uint8_t>(
            std::clamp(colour[channel] + more, 0.0, 255.0));
      return mixed;
    };
    for (int y = 0; y < picture_side; ++y)
      for (int x = 0; x < picture_side; ++x) {
        // The background gets brighter to the bottom.
        Colour &pixel = picture[y * picture_side + x];
        pixel = mix(background, 0.6 * y);
        for (const Shape &shape : shapes)
          if (shape.covers(x, y))
            pixel = mix(shape.colour, 0);
      }
    return picture;
  }
};

/// A sequence of pictures, each a list of runs: length and colour.
class PictureStream {
public:
  void append(const Picture &picture) {
    for (int begin = 0; begin < picture_pixels;) {
      int end = begin + 1;
      while (end < picture_pixels && end - begin < 255 &&
             picture[end] == picture[begin])
        ++end;
      bytes_.push_back(static_cast<std::uint8_t>(end - begin));
      bytes_.insert(bytes_.end(), picture[begin].begin(), picture[begin].end());
      begin = end;
    }
  }
  /// Reads the picture that begins at `place`; returns where the next one does.
  std::size_t read(std::size_t place, Picture &picture) const {
    for (int begin = 0; begin < picture_pixels; place += 4) {
      const int end = begin + bytes_[place];
      const Colour colour = {bytes_[place + 1], bytes_[place + 2],
                             bytes_[place + 3]};
      std::fill(&picture[begin], &picture[0] + end, colour);
      begin = end;
    }
    return place;
  }
  std::size_t size() const { return bytes_.size(); }

private:
  std::vector<std::uint8_t> bytes_;
};

#endif // REPRISE_BENCHMARKS_FERRET_PICTURES_H
