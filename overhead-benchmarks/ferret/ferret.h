//===- ferret.h - Search for similar pictures -------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline of five stages in the shape of PARSEC's ferret: pictures are
// loaded from a stream, which must be read from the beginning; cut into
// segments; described by feature vectors; looked up in an index of known
// pictures; and the answers are ranked and written in the order of the
// questions. An item of the pipeline is some pictures; items live in slots, as
// many as may be under way. The first and the last stage are serial, and a
// stage of an item follows the one before.
//
// How many segments a picture has and how many candidates the index names is
// another number for each. That stays within the tasks, whose number and order
// only depend on how many pictures a batch has.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_FERRET_H
#define REPRISE_BENCHMARKS_FERRET_H

#include "../common/fingerprint.h"
#include "../common/program.h"
#include "features.h"

struct Pipeline {
  explicit Pipeline(const bench::Options &options)
      : size(options["size"]), block(std::min(options["block"], size)),
        items((size + block - 1) / block),
        slots(std::min(options["slots"], items)), queries(slots * block),
        tags(slots) {
    std::mt19937_64 random(options.seed);
    std::vector<Scene> scenes(options["entries"]);
    for (Scene &scene : scenes)
      scene = Scene::random(random);
    index = Index(describe(scenes));
    for (std::size_t &begin : batch_begins) {
      begin = stream.size();
      for (std::int64_t i = 0; i < size; ++i) {
        originals.push_back(
            static_cast<std::int32_t>(random() % scenes.size()));
        stream.append(scenes[originals.back()].variation(random).painted());
      }
    }
  }

  /// First stage: reads the pictures of an item, which are the next ones.
  BENCH_KERNEL void load(std::int64_t item) {
    for (Query &query : queriesOf(item))
      place = stream.read(place, query.picture);
  }
  /// Second stage.
  BENCH_KERNEL void segment(std::int64_t item) {
    for (Query &query : queriesOf(item))
      query.segments.find(query.picture);
  }
  /// Third stage.
  BENCH_KERNEL void extract(std::int64_t item) {
    for (Query &query : queriesOf(item))
      query.features.extract(query.picture, query.segments);
  }
  /// Fourth stage.
  BENCH_KERNEL void search(std::int64_t item) {
    for (Query &query : queriesOf(item))
      index.search(query.features, query.candidates);
  }
  /// Fifth stage: writes the best answers, after those to the items before.
  BENCH_KERNEL void rank(std::int64_t item) {
    const auto is_better = [](const Candidate &a, const Candidate &b) {
      return a.distance != b.distance ? a.distance < b.distance
                                      : a.entry < b.entry;
    };
    for (Query &query : queriesOf(item)) {
      std::vector<Candidate> &candidates = query.candidates;
      const std::size_t kept = std::min<std::size_t>(candidates.size(), best);
      std::partial_sort(candidates.begin(), candidates.begin() + kept,
                        candidates.end(), is_better);
      // A query that has fewer candidates gets empty answers.
      candidates.resize(best, {0, -1});
      for (const Candidate &candidate : candidates) {
        answered_entries.push_back(candidate.entry);
        answered_distances.push_back(candidate.distance);
      }
    }
  }

  /// What the depend clauses name, besides `input` and `output`.
  char *slotOf(std::int64_t item) { return &tags[item % slots]; }

  void prepare(int iteration) {
    batch = iteration % batches;
    place = batch_begins[batch];
    answered_entries.clear();
    answered_distances.clear();
  }
  void finish(int) {
    results.begin();
    results.mix(answered_entries);
    results.mix(answered_distances);
    asked += size;
    for (std::int64_t query = 0; query < size; ++query)
      found +=
          answered_entries[query * best] == originals[batch * size + query];
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Pipeline &reference) const {
    if (4 * reference.found < 3 * reference.asked)
      return "the serial variant itself is wrong: of " +
             std::to_string(reference.asked) + " pictures only " +
             std::to_string(reference.found) + " were recognised";
    return results.mismatch("the answers are", reference.results);
  }
  std::int64_t grain() const { return block * picture_pixels; }

  std::int64_t size;          ///< Pictures in a batch.
  std::int64_t block;         ///< Pictures in an item.
  std::int64_t items;         ///< Items in a batch.
  std::int64_t slots;         ///< Items that may be under way.
  char input = 0, output = 0; ///< What the serial stages use.

private:
  static constexpr int batches = 4; ///< Iterations take them in turn.
  static constexpr std::size_t best = 5;

  /// A picture on its way.
  struct Query {
    Picture picture;
    Segments segments;
    Features features;
    std::vector<Candidate> candidates;
  };
  struct QueryRange {
    Query *first, *last;
    Query *begin() const { return first; }
    Query *end() const { return last; }
  };

  Index index;
  PictureStream stream;
  std::vector<std::int32_t> originals; ///< The entry that each query varies.
  std::array<std::size_t, batches> batch_begins;
  std::vector<Query> queries; ///< Those of all slots.
  std::vector<char> tags;
  std::int64_t batch = 0;
  std::size_t place = 0; ///< Where the next picture begins in the stream.
  /// The output: the best entries for each query, and how far away they are.
  std::vector<std::int32_t> answered_entries;
  std::vector<double> answered_distances;
  bench::Fingerprints results;
  std::int64_t asked = 0;
  std::int64_t found = 0; ///< Queries whose best answer is the original.

  QueryRange queriesOf(std::int64_t item) {
    Query *const first = &queries[item % slots * block];
    return {first, first + std::min(block, size - item * block)};
  }

  static std::vector<Features> describe(const std::vector<Scene> &scenes) {
    std::vector<Features> entries(scenes.size());
    Segments segments;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
      const Picture picture = scenes[i].painted();
      segments.find(picture);
      entries[i].extract(picture, segments);
    }
    return entries;
  }
};

void runSerial(Pipeline &pipeline, bench::Laps &laps);
void runFor(Pipeline &pipeline, bench::Laps &laps);
void runTasks(Pipeline &pipeline, bench::Laps &laps);
void runTaskgraph(Pipeline &pipeline, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_FERRET_H
