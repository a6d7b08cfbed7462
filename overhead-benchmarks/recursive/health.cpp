//===- health.cpp - Patients in a hierarchy of villages -------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A health service in levels: every village treats its own people and those
// whom the villages below pass on. In each step a task simulates a village
// after the villages below it, which have tasks of their own. Tasks are small
// and as uneven as the lists of patients.
//
// Each village has its own random numbers, and takes patients in the order of
// the villages below, so that a run does not depend on the order of tasks. A
// patient who goes home changes a village below, all of whose tasks are done.
//
//===----------------------------------------------------------------------===//

#include "recursive.h"

#include <array>
#include <random>

namespace {

/// Chances in percent, and steps.
constexpr std::uint32_t falls_ill = 4, is_passed_on = 30;
constexpr int shortest_stay = 2, longest_stay = 9;

struct Patient {
  std::int64_t home;      ///< Number of the village.
  std::int64_t steps = 0; ///< Of treatment that are left.
};

struct Village {
  std::minstd_rand random;
  std::int64_t healthy = 0;
  std::int64_t beds = 0;
  std::int64_t cured = 0;  ///< Patients who went home from here.
  std::int64_t waited = 0; ///< Steps that patients waited for a bed, together.
  std::vector<Patient> waiting, treated, passed_on;

  bool chance(std::uint32_t percent) { return random() % 100 < percent; }
  std::int64_t stay() {
    return shortest_stay + random() % (longest_stay - shortest_stay + 1);
  }
};

class Country {
public:
  explicit Country(const bench::Options &options)
      : levels(options["levels"]), branches(options["branches"]),
        people(options["people"]), steps(options["steps"]),
        cutoff(options["cutoff"]), seed(options.seed) {
    std::int64_t in_level = 1;
    for (std::int64_t level = 0; level < levels; ++level) {
      count += in_level;
      in_level *= branches;
      if (count > most_villages)
        bench::usageError(options, "--levels: more than " +
                                       std::to_string(most_villages) +
                                       " villages");
    }
  }

  template <class How> void run() {
    for (std::int64_t step = 0; step < steps; ++step)
      simulate<How>(0, 0);
  }

  /// A village of a higher level has more beds, as it serves all below.
  void prepare(int) {
    villages.assign(count, {});
    for (std::int64_t i = 0, level = 0, end = 1; i < count; ++i) {
      if (i == end) {
        ++level;
        end = end * branches + 1;
      }
      villages[i].random.seed(std::uint32_t(seed * 1000003 + i + 1));
      villages[i].healthy = people;
      villages[i].beds = (levels - level) * (1 + people / 10);
    }
  }
  void finish(int) {
    results.begin();
    for (const Village &village : villages)
      results.mix(std::array{village.healthy, village.cured, village.waited,
                             std::int64_t(village.waiting.size()),
                             std::int64_t(village.treated.size())});
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Country &reference) const {
    if (reference.population() != count * people)
      return "the serial variant itself is wrong: " +
             std::to_string(reference.population()) + " people";
    return results.mismatch("the patients are", reference.results);
  }
  std::int64_t grain() const { return people; }

private:
  static constexpr std::int64_t most_villages = 10000000;

  std::int64_t levels, branches, people, steps, cutoff, seed;
  std::int64_t count = 0; ///< Villages: those below number v follow v*branches.
  std::vector<Village> villages;
  bench::Fingerprints results;

  template <class How> void simulate(std::int64_t number, std::int64_t depth) {
    if (bench::goesOnSerially<How>(depth, cutoff))
      return simulate<bench::Serial>(number, depth);
    const std::int64_t below = number * branches + 1;
    if (below < count) {
      for (std::int64_t child = below; child < below + branches; ++child)
        BENCH_TASK(How, depth + 1, , simulate<How>(child, depth + 1));
      BENCH_WAIT(How);
      for (std::int64_t child = below; child < below + branches; ++child)
        takeFrom(villages[child], villages[number]);
    }
    live(number);
  }

  static void takeFrom(Village &below, Village &village) {
    village.waiting.insert(village.waiting.end(), below.passed_on.begin(),
                           below.passed_on.end());
    below.passed_on.clear();
  }

  /// One step of one village.
  BENCH_KERNEL void live(std::int64_t number) {
    Village &village = villages[number];
    treat(village);
    for (std::int64_t person = village.healthy; person > 0; --person)
      if (village.chance(falls_ill)) {
        --village.healthy;
        village.waiting.push_back({number});
      }
    admit(village, number == 0);
  }

  void treat(Village &village) {
    std::size_t kept = 0;
    for (Patient &patient : village.treated) {
      if (--patient.steps > 0) {
        village.treated[kept++] = patient;
      } else {
        ++villages[patient.home].healthy;
        ++village.cured;
      }
    }
    village.treated.resize(kept);
  }

  /// Gives beds to those who wait, as long as there are some; who is too ill
  /// for this village is passed on, unless it is the highest.
  void admit(Village &village, bool is_highest) {
    std::size_t kept = 0;
    for (Patient &patient : village.waiting) {
      if (std::int64_t(village.treated.size()) == village.beds) {
        village.waiting[kept++] = patient;
        ++village.waited;
      } else if (!is_highest && village.chance(is_passed_on)) {
        village.passed_on.push_back(patient);
      } else {
        village.treated.push_back({patient.home, village.stay()});
      }
    }
    village.waiting.resize(kept);
  }

  /// Nobody is lost and nobody is in two places.
  std::int64_t population() const {
    std::int64_t sum = 0;
    for (const Village &village : villages)
      sum += village.healthy +
             std::int64_t(village.waiting.size() + village.treated.size() +
                          village.passed_on.size());
    return sum;
  }
};

} // namespace

int main(int argc, char **argv) {
  bench::Options options;
  options.problem = "health";
  options.iterations = 5;
  options.parameters = {
      {"levels", 5, 1, 30, "levels of villages"},
      {"branches", 4, 1, 10000, "villages below one of a higher level"},
      {"people", 20, 0, 1000000, "people of a village"},
      {"steps", 150, 1, 1000000, "steps of an iteration"},
      {"cutoff", 2, 0, 100, "level from which tasks make no others"},
  };
  return bench::runRecursiveProgram<Country>(
      argc, argv,
      "A health service of villages in levels, a task for each village in a\n"
      "step. An iteration is a whole simulation.",
      options);
}
