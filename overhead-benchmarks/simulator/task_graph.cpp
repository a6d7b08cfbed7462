//===- task_graph.cpp - The graph that is simulated -----------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task_graph.h"
#include "../dependences/grid.h"

#include <algorithm>
#include <fstream>
#include <stdexcept>

namespace simulator {

double TaskGraph::work() const {
  double sum = 0;
  for (double one : body)
    sum += one;
  return sum;
}

double TaskGraph::span() const {
  std::vector<double> start(count(), 0);
  double longest = 0;
  for (Node node = 0; node < count(); ++node) {
    const double end = start[node] + body[node];
    longest = std::max(longest, end);
    for (std::int64_t i = first[node]; i < first[node + 1]; ++i)
      start[successors[i]] = std::max(start[successors[i]], end);
  }
  return longest;
}

void TaskGraph::setBodies(const std::vector<double> &of_types) {
  body.assign(count(), 0);
  for (Node node = 0; node < count(); ++node)
    if (type[node] != NoTask)
      body[node] = of_types.at(of_types.size() == 1 ? 0 : type[node]);
}

Node Builder::add(std::vector<Node> from, std::int32_t items,
                  std::int32_t type) {
  std::sort(from.begin(), from.end());
  from.erase(std::unique(from.begin(), from.end()), from.end());
  if (!from.empty() && (from[0] < 0 || from.back() >= graph.count()))
    throw std::runtime_error("an edge does not lead from an earlier node");
  graph.type.push_back(type);
  graph.items.push_back(items);
  graph.predecessors.push_back(static_cast<std::int32_t>(from.size()));
  into.push_back(std::move(from));
  return graph.count() - 1;
}

TaskGraph Builder::finish() {
  graph.first.assign(graph.count() + 1, 0);
  for (const auto &from : into)
    for (Node node : from)
      ++graph.first[node + 1];
  for (Node node = 0; node < graph.count(); ++node)
    graph.first[node + 1] += graph.first[node];
  graph.successors.resize(graph.first.back());
  std::vector<std::int64_t> next(graph.first.begin(), graph.first.end() - 1);
  for (Node to = 0; to < graph.count(); ++to)
    for (Node from : into[to])
      graph.successors[next[from]++] = to;
  graph.setBodies({0});
  return std::move(graph);
}

namespace {

void addGrid(Builder &builder, dependences::Shape shape, std::int64_t width,
             std::int64_t rows) {
  Node task = 0, before = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    const Node own = task;
    const std::int64_t end = own + dependences::widthOf(shape, width, row);
    for (; task < end; ++task) {
      std::int64_t columns[dependences::most_predecessors];
      const int count =
          dependences::predecessorsOf(shape, width, row, task - own, columns);
      std::vector<Node> from;
      for (int i = 0; i < count; ++i)
        from.push_back(before + static_cast<Node>(columns[i]));
      builder.add(from,
                  shape == dependences::Shape::GridTrivial ? 0 : count + 1);
    }
    before = own;
  }
}

/// Relaxation in place: a block waits for those above and to the left.
void addWave(Builder &builder, Node width, Node rows) {
  for (Node node = 0; node < width * rows; ++node) {
    std::vector<Node> from;
    if (node >= width)
      from.push_back(node - width);
    if (node % width)
      from.push_back(node - 1);
    builder.add(from, 3);
  }
}

/// The order of cholesky/cholesky_tasks.inc; types in the order
/// in which they first appear: potrf, trsm, syrk, gemm.
void addCholesky(Builder &builder, Node tiles) {
  std::vector<Node> writer(std::size_t(tiles) * tiles, -1);
  const auto tile = [&](Node row, Node column) -> Node & {
    return writer[std::size_t(row) * tiles + column];
  };
  const auto add = [&](std::vector<Node> reads, Node &target,
                       std::int32_t type) {
    const auto items = static_cast<std::int32_t>(reads.size()) + 1;
    reads.push_back(target);
    reads.erase(std::remove(reads.begin(), reads.end(), -1), reads.end());
    target = builder.add(reads, items, type);
  };
  for (Node k = 0; k < tiles; ++k) {
    add({}, tile(k, k), 0);
    for (Node i = k + 1; i < tiles; ++i)
      add({tile(k, k)}, tile(i, k), 1);
    for (Node i = k + 1; i < tiles; ++i) {
      for (Node j = k + 1; j < i; ++j)
        add({tile(i, k), tile(j, k)}, tile(i, j), 3);
      add({tile(i, k)}, tile(i, i), 2);
    }
  }
}

void readFile(Builder &builder, const std::string &path) {
  std::ifstream file(path);
  Node count = 0;
  if (!(file >> count) || count < 0)
    throw std::runtime_error("cannot read a number of nodes from " + path);
  for (Node node = 0; node < count; ++node) {
    std::int32_t type = 0, items = 0, size = 0;
    file >> type >> items >> size;
    std::vector<Node> from(file ? size : 0);
    for (Node &one : from)
      file >> one;
    if (!file)
      throw std::runtime_error(path + " ends before its last node");
    builder.add(from, items, type);
  }
}

std::int64_t numberOf(const std::vector<std::string> &words, std::size_t at) {
  const std::int64_t number = at < words.size() ? std::stoll(words[at]) : 0;
  if (number < 1)
    throw std::runtime_error("a graph needs its size");
  return number;
}

} // namespace

TaskGraph graphOf(const std::string &name,
                  const std::vector<std::string> &more) {
  using dependences::Shape;
  static const std::pair<const char *, Shape> grids[] = {
      {"trivial", Shape::GridTrivial}, {"chains", Shape::GridChains},
      {"stencil", Shape::GridStencil}, {"fft", Shape::GridFft},
      {"tree", Shape::GridTree},       {"random", Shape::GridRandom},
      {"all", Shape::GridAll}};
  Builder builder;
  if (name == "file" && !more.empty()) {
    readFile(builder, more[0]);
    return builder.finish();
  }
  const auto size = numberOf(more, 0);
  for (const auto &[grid, shape] : grids)
    if (name == grid) {
      addGrid(builder, shape, size, numberOf(more, 1));
      return builder.finish();
    }
  if (name == "heat")
    addWave(builder, static_cast<Node>(size),
            static_cast<Node>(numberOf(more, 1)));
  else if (name == "cholesky")
    addCholesky(builder, static_cast<Node>(size));
  else
    throw std::runtime_error("no graph has the name " + name);
  return builder.finish();
}

} // namespace simulator
