//===- hog.h - Histograms of oriented gradients --------------- -*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The features by which a detector finds persons in an image (Dalal and Triggs,
// "Histograms of Oriented Gradients for Human Detection", 2005), in three
// stages. Each pixel gets the magnitude and the direction of the gradient of
// brightness; each cell of 8x8 pixels collects the magnitudes in a histogram of
// nine directions; each block of 2x2 cells, one for every cell, is normalised
// so that light and contrast do not matter.
//
// The image is a camera's that pans over a scene with some figures: every
// iteration is another frame. A task is one stage on a square tile of cells;
// only the last stage needs neighbours, to the right and below.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_HOG_H
#define REPRISE_BENCHMARKS_HOG_H

#include "../common/fingerprint.h"
#include "../common/program.h"

#include <algorithm>
#include <array>
#include <random>

struct Features {
  static constexpr std::int64_t cell = 8; ///< Pixels along one side of a cell.
  static constexpr std::int64_t bins = 9; ///< Directions, 20 degrees each.
  static constexpr double pi = 3.14159265358979323846;

  using Histogram = std::array<float, bins>;
  using Block = std::array<float, 4 * bins>;

  explicit Features(const bench::Options &options)
      : rows(options["size"] / cell), columns(options["size"] * 16 / 9 / cell),
        tile(options["block"]), tile_rows((rows + tile - 1) / tile),
        tile_columns((columns + tile - 1) / tile), width(columns * cell),
        height(rows * cell), pitch(width + pan + 2), magnitude(width * height),
        direction(width * height), histograms(rows * columns),
        blocks(std::max<std::int64_t>(0, rows - 1) *
               std::max<std::int64_t>(0, columns - 1)),
        tags(2 * (tile_rows + 1) * (tile_columns + 1)) {
    paintScene(options.seed);
  }

  /// First stage: gradient of each pixel of a tile.
  BENCH_KERNEL void findGradients(std::int64_t tile_row,
                                  std::int64_t tile_column) {
    const Range down = pixels(tile_row, rows),
                across = pixels(tile_column, columns);
    for (std::int64_t y = down.begin; y < down.end; ++y) {
      const std::uint8_t *here = &scene[(y + 1) * pitch + 1 + shift];
      const std::uint8_t *above = here - pitch, *below = here + pitch;
      float *lengths = &magnitude[y * width];
      float *directions = &direction[y * width];
      for (std::int64_t x = across.begin; x < across.end; ++x) {
        const float dx = static_cast<float>(here[x + 1] - here[x - 1]);
        const float dy = static_cast<float>(below[x] - above[x]);
        lengths[x] = std::sqrt(dx * dx + dy * dy);
        directions[x] = directionOf(dx, dy);
      }
    }
  }

  /// Second stage: the histogram of each cell of a tile. A pixel votes with its
  /// magnitude, shared by the two bins whose middles are nearest.
  BENCH_KERNEL void collectHistograms(std::int64_t tile_row,
                                      std::int64_t tile_column) {
    const Range down = cells(tile_row, rows),
                across = cells(tile_column, columns);
    for (std::int64_t row = down.begin; row < down.end; ++row)
      for (std::int64_t column = across.begin; column < across.end; ++column) {
        // One bin more at each end: directions are a circle.
        std::array<float, bins + 2> votes{};
        for (std::int64_t y = row * cell; y < (row + 1) * cell; ++y)
          for (std::int64_t x = column * cell; x < (column + 1) * cell; ++x) {
            const float place = direction[y * width + x] + 0.5f;
            const int lower = static_cast<int>(place);
            const float share = place - static_cast<float>(lower);
            const float vote = magnitude[y * width + x];
            votes[lower] += vote * (1.0f - share);
            votes[lower + 1] += vote * share;
          }
        Histogram &histogram = histograms[row * columns + column];
        std::copy_n(votes.begin() + 1, bins, histogram.begin());
        histogram[bins - 1] += votes[0];
        histogram[0] += votes[bins + 1];
      }
  }

  /// Third stage: the blocks that begin in a tile, each of length one, with no
  /// element above 0.2 before the last scaling.
  BENCH_KERNEL void normalise(std::int64_t tile_row, std::int64_t tile_column) {
    const Range down = cells(tile_row, rows - 1);
    const Range across = cells(tile_column, columns - 1);
    for (std::int64_t row = down.begin; row < down.end; ++row)
      for (std::int64_t column = across.begin; column < across.end; ++column) {
        Block &block = blocks[row * (columns - 1) + column];
        auto next = block.begin();
        for (std::int64_t i = row; i < row + 2; ++i)
          for (std::int64_t j = column; j < column + 2; ++j)
            next = std::copy_n(histograms[i * columns + j].begin(), bins, next);
        const float first = 1.0f / length(block);
        for (float &value : block)
          value = std::min(value * first, 0.2f);
        const float second = 1.0f / length(block);
        for (float &value : block)
          value *= second;
      }
  }

  /// What the depend clauses name: one element per tile and stage, with a
  /// column and a row of tiles more that nobody writes.
  char *gradientTag(std::int64_t tile_row, std::int64_t tile_column) {
    return &tags[2 * (tile_row * (tile_columns + 1) + tile_column)];
  }
  char *histogramTag(std::int64_t tile_row, std::int64_t tile_column) {
    return gradientTag(tile_row, tile_column) + 1;
  }

  /// The camera looks a little more to the right in each frame.
  void prepare(int iteration) { shift = iteration * 3 % (pan + 1); }
  void finish(int) {
    results.begin();
    for (const Block &block : blocks)
      results.mix(block);
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Features &reference) const {
    const std::string wrong = reference.implausible();
    return wrong.empty()
               ? results.mismatch("the features are", reference.results)
               : "the serial variant itself is wrong: " + wrong;
  }
  std::int64_t grain() const { return tile * tile * cell * cell; }

  std::int64_t rows, columns;           ///< Cells of the image.
  std::int64_t tile;                    ///< Cells along one side of a tile.
  std::int64_t tile_rows, tile_columns; ///< Tiles of the image.

private:
  static constexpr std::int64_t pan = 240; ///< Pixels the camera can move.

  std::int64_t width, height;        ///< Pixels of the image.
  std::int64_t pitch;                ///< Pixels in a row of the scene.
  std::int64_t shift = 0;            ///< Where the image begins in the scene.
  std::vector<std::uint8_t> scene;   ///< Brightness, with a frame of one pixel.
  std::vector<float> magnitude;      ///< Of the gradient, per pixel.
  std::vector<float> direction;      ///< In bins, from 0 to 9, per pixel.
  std::vector<Histogram> histograms; ///< Per cell.
  std::vector<Block> blocks;         ///< The features.
  std::vector<char> tags;
  bench::Fingerprints results;

  struct Range {
    std::int64_t begin, end;
  };
  Range cells(std::int64_t number, std::int64_t limit) const {
    return {number * tile, std::min((number + 1) * tile, limit)};
  }
  Range pixels(std::int64_t number, std::int64_t limit) const {
    const Range range = cells(number, limit);
    return {range.begin * cell, range.end * cell};
  }

  /// Angle of a gradient or of its opposite, from 0 to 180 degrees, in bins.
  /// The polynomial for the arctangent is 4.4.49 of Abramowitz and Stegun,
  /// Handbook of Mathematical Functions: the error is below 1e-5.
  static float directionOf(float dx, float dy) {
    const float across = std::fabs(dx), down = std::fabs(dy);
    const float larger = std::max(across, down);
    const float t = std::min(across, down) / std::max(larger, 1.0f);
    const float s = t * t;
    float angle =
        t * (0.9998660f +
             s * (-0.3302995f +
                  s * (0.1801410f + s * (-0.0851330f + s * 0.0208351f))));
    angle = down > across ? static_cast<float>(pi / 2) - angle : angle;
    angle = dx * dy < 0 ? static_cast<float>(pi) - angle : angle;
    return angle * static_cast<float>(bins / pi);
  }

  static float length(const Block &block) {
    float sum = 1e-4f; // A block without any gradient stays 0.
    for (float value : block)
      sum += value * value;
    return std::sqrt(sum);
  }

  /// A hilly background with noise, and upright figures before it.
  void paintScene(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> part(0.0, 1.0);
    const auto between = [&](double low, double high) {
      return low + (high - low) * part(random);
    };
    scene.resize(pitch * (height + 2));
    for (std::int64_t y = 0; y < height + 2; ++y)
      for (std::int64_t x = 0; x < pitch; ++x) {
        const double hills = std::sin(0.013 * x) * std::cos(0.021 * y);
        scene[y * pitch + x] =
            static_cast<std::uint8_t>(110 + 40 * hills + between(0, 12));
      }
    for (int figure = 0; figure < 24; ++figure) {
      const double size = between(0.1, 0.4) * height;
      const double x = between(0, pitch), y = between(0, height);
      const auto shade = static_cast<std::uint8_t>(between(0, 255));
      paintEllipse(x, y, 0.09 * size, 0.11 * size, shade); // head
      paintEllipse(x, y + 0.33 * size, 0.15 * size, 0.24 * size,
                   shade);              // trunk
      for (double side : {-0.08, 0.08}) // legs
        paintEllipse(x + side * size, y + 0.72 * size, 0.06 * size, 0.26 * size,
                     shade);
    }
  }
  void paintEllipse(double x, double y, double half_width, double half_height,
                    std::uint8_t shade) {
    for (std::int64_t row = 0; row < height + 2; ++row)
      for (std::int64_t column = 0; column < pitch; ++column) {
        const double u = (column - x) / half_width;
        const double v = (row - y) / half_height;
        if (u * u + v * v < 1)
          scene[row * pitch + column] = shade;
      }
  }

  /// Directions are those of the library's arctangent; no vote was lost between
  /// the first stage and the second; no block is longer than 1, and most are 1.
  std::string implausible() const {
    double votes = 0, cast = 0;
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) {
        const std::uint8_t *here = &scene[(y + 1) * pitch + x + 1 + shift];
        const int dx = here[1] - here[-1], dy = here[pitch] - here[-pitch];
        const double bin = std::atan2(dy, dx) * (bins / pi);
        const double error =
            std::remainder(direction[y * width + x] - bin, bins);
        if ((dx != 0 || dy != 0) && !(std::fabs(error) < 1e-4))
          return "direction " + std::to_string(direction[y * width + x]) +
                 " instead of " + std::to_string(bin);
        cast += std::hypot(dx, dy);
      }
    for (const Histogram &histogram : histograms)
      for (float value : histogram)
        votes += value;
    if (!(std::fabs(votes - cast) <= 1e-5 * cast))
      return std::to_string(cast) + " votes were cast, " +
             std::to_string(votes) + " counted";
    std::size_t whole = 0;
    for (const Block &block : blocks) {
      const float size = length(block);
      if (!(size < 1.001f))
        return "a block is " + std::to_string(size) + " long";
      whole += size > 0.999f;
    }
    if (2 * whole < blocks.size())
      return "most blocks are shorter than 1";
    return "";
  }
};

void runSerial(Features &features, bench::Laps &laps);
void runFor(Features &features, bench::Laps &laps);
void runTasks(Features &features, bench::Laps &laps);
void runTaskgraph(Features &features, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_HOG_H
