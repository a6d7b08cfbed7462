//===- main.cpp - Commands of the simulator -------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "simulation.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <stdexcept>

using namespace simulator;

namespace {

constexpr char usage[] =
    "usage: simulator < COMMANDS\n\n"
    "Predicts how long a team of threads takes for a task graph. Commands, "
    "one\n"
    "a line:\n"
    "  graph NAME NUMBERS    independent tasks: trivial W ROWS; chains, "
    "stencil,\n"
    "                        fft, tree, random, all: W ROWS; heat W ROWS;\n"
    "                        cholesky TILES; file PATH (task_graph.h)\n"
    "  body NS...            of a task; of each type if there are several\n"
    "  cost NAME NS          what an operation costs (simulation.h)\n"
    "  run WAY THREADS SEED  prints a line of JSON; ways: plain, refill, "
    "replay\n"
    "Exit status: 0 done, 2 a command was not understood.\n";

class Commands {
public:
  void obey(const std::string &line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
      words.push_back(word);
    if (words.empty())
      return;
    const std::string name = words[0];
    words.erase(words.begin());
    if (name == "graph" && !words.empty()) {
      graph = graphOf(words[0], {words.begin() + 1, words.end()});
    } else if (name == "body" && !words.empty()) {
      std::vector<double> bodies;
      for (const std::string &word : words)
        bodies.push_back(std::stod(word));
      graph.setBodies(bodies);
    } else if (name == "cost" && words.size() == 2) {
      if (!setCost(costs, words[0], std::stod(words[1])))
        throw std::runtime_error("no cost has this name");
    } else if (name == "run" && words.size() == 3) {
      run(wayOf(words[0]), std::stoi(words[1]), std::stoull(words[2]));
    } else {
      throw std::runtime_error("no such command");
    }
  }

private:
  static Way wayOf(const std::string &name) {
    if (name == "plain")
      return Way::Plain;
    if (name == "refill")
      return Way::Refill;
    if (name == "replay")
      return Way::Replay;
    throw std::runtime_error("no way has this name");
  }

  void run(Way way, int threads, std::uint64_t seed) const {
    if (threads < 1 || threads > 65536)
      throw std::runtime_error("threads: 1 to 65536");
    const Outcome outcome = simulate(graph, way, threads, costs, seed);
    if (outcome.ran != graph.count())
      throw std::runtime_error("not every node ran");
    std::printf("{\"time\": %.3f, \"steals\": %lld, \"nodes\": %d, \"edges\": "
                "%zu, \"busy\": %.3f, \"work\": %.3f, \"span\": %.3f}\n",
                outcome.time, static_cast<long long>(outcome.steals),
                graph.count(), graph.successors.size(), outcome.busy,
                graph.work(), graph.span());
  }

  TaskGraph graph;
  Costs costs;
};

} // namespace

int main(int argc, char **argv) {
  if (argc > 1) {
    const bool help = std::string(argv[1]) == "--help";
    std::fputs(usage, help ? stdout : stderr);
    return help ? 0 : 2;
  }
  Commands commands;
  int number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++number;
    try {
      commands.obey(line);
    } catch (const std::exception &error) {
      std::fprintf(stderr, "simulator: error: line %d, \"%s\": %s\n", number,
                   line.c_str(), error.what());
      return 2;
    }
  }
}
