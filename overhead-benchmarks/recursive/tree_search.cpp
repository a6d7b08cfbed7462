//===- tree_search.cpp - Search of an unbalanced tree ---------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Visits all nodes of a tree that exists only as numbers: a node is a hash and
// the size of its subtree. Hashes also say how the size is divided among the
// children: each takes a part of what is left, anything from one node to all of
// it. Neighbouring subtrees are therefore of very unlike size, which nobody
// knows before, and yet the tree has exactly the size that was asked for.
//
//===----------------------------------------------------------------------===//

#include "recursive.h"

#include <algorithm>
#include <array>

namespace {

/// What a search finds in a subtree.
struct Found {
  std::int64_t nodes = 0;
  std::int64_t hits = 0;  ///< Nodes whose value is a multiple of `rarity`.
  std::uint64_t best = 0; ///< The largest value.

  void add(const Found &other) {
    nodes += other.nodes;
    hits += other.hits;
    best = std::max(best, other.best);
  }
};

class Search {
public:
  explicit Search(const bench::Options &options)
      : size(options["size"]), work(options["work"]), cutoff(options["cutoff"]),
        root(mixed(options.seed)) {}

  template <class How> void run() { found = visit<How>(root, size, 0); }

  void prepare(int) {}
  void finish(int) {
    results.begin();
    results.mix(std::array{std::uint64_t(found.nodes),
                           std::uint64_t(found.hits), found.best});
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Search &reference) const {
    if (reference.found.nodes != size)
      return "the serial variant itself is wrong: " +
             std::to_string(reference.found.nodes) + " nodes";
    return results.mismatch("what was found is", reference.results);
  }
  std::int64_t grain() const { return work; }

private:
  static constexpr int most_children = 24;
  static constexpr std::uint64_t rarity = 100;

  std::int64_t size, work, cutoff;
  std::uint64_t root;
  Found found;
  bench::Fingerprints results;

  /// A number that looks random: products with odd numbers carry upwards, the
  /// shifts bring high bits down again.
  static std::uint64_t mixed(std::uint64_t number) {
    number += 0x9e3779b97f4a7c15;
    number = (number ^ (number >> 29)) * 0xd6e8feb86659fd93;
    number = (number ^ (number >> 32)) * 0xa0761d6478bd642f;
    return number ^ (number >> 30);
  }

  BENCH_KERNEL std::uint64_t valueOf(std::uint64_t node) const {
    for (std::int64_t i = 0; i < work; ++i)
      node = mixed(node);
    return node;
  }

  template <class How>
  Found visit(std::uint64_t node, std::int64_t nodes, std::int64_t depth) {
    if (bench::goesOnSerially<How>(depth, cutoff))
      return visit<bench::Serial>(node, nodes, depth);
    Found below[most_children];
    std::int64_t left = nodes - 1;
    for (int i = 0; left > 0; ++i) {
      const std::uint64_t child = mixed(node + i + 1);
      const std::int64_t part =
          i + 1 == most_children ? left : 1 + std::int64_t(child % left);
      left -= part;
      BENCH_TASK(How, depth + 1, shared(below),
                 below[i] = visit<How>(child, part, depth + 1));
    }
    const std::uint64_t value = valueOf(node);
    Found all{1, value % rarity == 0, value};
    BENCH_WAIT(How);
    for (const Found &part : below)
      all.add(part);
    return all;
  }
};

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "tree-search";
  options.iterations = 5;
  options.parameters = {
      {"size", 60000, 1, 1000000000, "nodes of the tree"},
      {"work", 20, 0, 1000000000, "steps that make the value of a node"},
      {"cutoff", 4, 0, 1000, "depth from which tasks make no others"},
  };
  return bench::runRecursiveProgram<Search>(
      argc, argv,
      "Exhaustive search of a tree whose shape comes from hashes, a task for\n"
      "each node. An iteration visits the whole tree.",
      options);
}
