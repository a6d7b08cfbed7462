//===- many_children.cpp - Tasks that make very many tasks ----------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tree of almost empty tasks: each makes its children and waits for them. By
// default one task makes very many. Leaves are made inside the pragma of their
// parent, not in a function that it calls: an untied parent may then leave its
// thread at every child.
//
//===----------------------------------------------------------------------===//

#include "recursive.h"

namespace {

class Tree {
public:
  explicit Tree(const bench::Options &options)
      : children(options["children"]), levels(options["depth"]),
        cutoff(options["cutoff"]) {
    std::int64_t nodes = 1, in_level = 1;
    for (std::int64_t level = 0; level < levels; ++level) {
      in_level *= children;
      nodes += in_level;
      if (nodes > most_nodes)
        bench::usageError(options, "--depth: more than " +
                                       std::to_string(most_nodes) + " tasks");
    }
    marks.resize(nodes);
  }

  template <class How> void run() {
    grow<How>(0, 0);
    BENCH_WAIT(How);
  }

  void prepare(int) { marks.assign(marks.size(), 0); }
  void finish(int) {
    results.begin();
    results.mix(marks);
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Tree &reference) const {
    for (const unsigned char mark : reference.marks)
      if (mark != 1)
        return "the serial variant itself is wrong";
    return results.mismatch("the nodes are", reference.results);
  }
  std::int64_t grain() const { return children; }

private:
  static constexpr std::int64_t most_nodes = 100000000;

  std::int64_t children, levels, cutoff;
  std::vector<unsigned char> marks; ///< How often each task ran.
  bench::Fingerprints results;

  /// Makes the task of an inner node, or of the root.
  template <class How> void grow(std::int64_t node, std::int64_t depth) {
    if (bench::goesOnSerially<How>(depth, cutoff))
      return grow<bench::Serial>(node, depth);
    const std::int64_t first = node * children + 1;
    BENCH_TASK(How, depth, , {
      for (std::int64_t i = 0; depth < levels && i < children; ++i)
        if (depth + 1 < levels || bench::goesOnSerially<How>(depth + 1, cutoff))
          grow<How>(first + i, depth + 1);
        else
          BENCH_TASK(How, depth + 1, , ++marks[first + i]);
      BENCH_WAIT(How);
      ++marks[node];
    });
  }
};

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "many-children";
  options.iterations = 5;
  options.parameters = {
      {"children", 400000, 1, 100000000, "tasks that a task makes"},
      {"depth", 1, 0, 60, "levels of tasks below the first"},
      {"cutoff", 0, 0, 100, "level from which tasks make no others"},
  };
  return bench::runRecursiveProgram<Tree>(
      argc, argv,
      "Almost empty tasks that make others and wait for them, by default one\n"
      "that makes very many. An iteration makes all of them once.",
      options);
}
