//===- dedup.h - An archive without duplicates ------------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline of two levels in the shape of PARSEC's dedup. A stream is divided
// into chunks of equal size. A chunk is cut into pieces where its content says
// so, so that equal content gives equal pieces wherever it begins. Each piece
// is named by its SHA-256 and looked up in a table of the pieces seen; new ones
// are compressed; and the archive gets, in the order of the stream, the code of
// a new piece or the number of the one that it repeats. Naming and compressing
// are parallel, the table and the archive serial, in order.
//
// How many pieces a chunk has is not known before it is cut, and another number
// in each stream, so that tasks for pieces make no graph that could be
// replayed. But their number has no influence on which task waits for which:
// there is a fixed number of tasks for a chunk, and each takes its share of the
// pieces, every n-th of them, which may be none.
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_DEDUP_H
#define REPRISE_BENCHMARKS_DEDUP_H

#include "../common/fingerprint.h"
#include "../common/program.h"
#include "../common/sha256.h"
#include "coder.h"

#include <algorithm>
#include <random>
#include <set>
#include <unordered_map>

struct Archiver {
  explicit Archiver(const bench::Options &options)
      : size(options["size"]), block(std::min(options["block"], size)),
        chunks((size + block - 1) / block), parts(options["parts"]),
        contents(chunks), tags(chunks) {
    std::mt19937_64 random(options.seed);
    for (std::uint64_t &value : scramble)
      value = random();
    for (Bytes &stream : streams)
      writeStream(stream, random);
  }

  /// Cuts a chunk into pieces: where a hash of the last bytes has ten zeros.
  BENCH_KERNEL void cut(std::int64_t chunk) {
    const std::int64_t chunk_end = std::min((chunk + 1) * block, size);
    std::vector<Piece> &pieces = contents[chunk].pieces;
    std::size_t count = 0;
    for (std::int64_t begin = chunk * block; begin < chunk_end;) {
      const std::int64_t limit = std::min(begin + longest_piece, chunk_end);
      std::int64_t end = begin;
      for (std::uint64_t hash = ~0ull; end < limit;) {
        // A byte is shifted out of the hash after 64 further ones.
        hash = (hash << 1) + scramble[(*stream)[end++]];
        if (end - begin >= shortest_piece && hash >> 54 == 0)
          break;
      }
      if (count == pieces.size())
        pieces.emplace_back();
      pieces[count].begin = begin;
      pieces[count++].end = end;
      begin = end;
    }
    contents[chunk].count = static_cast<std::int64_t>(count);
  }

  /// Names every `stride`-th piece of a chunk, beginning with `first`.
  BENCH_KERNEL void name(std::int64_t chunk, std::int64_t first,
                         std::int64_t stride) {
    Content &content = contents[chunk];
    for (std::int64_t i = first; i < content.count; i += stride) {
      Piece &piece = content.pieces[i];
      piece.name = bench::sha256(std::string(stream->begin() + piece.begin,
                                             stream->begin() + piece.end));
    }
  }

  /// Looks up the pieces of a chunk, after those of all chunks before.
  BENCH_KERNEL void lookUp(std::int64_t chunk) {
    Content &content = contents[chunk];
    for (std::int64_t i = 0; i < content.count; ++i) {
      Piece &piece = content.pieces[i];
      const auto [known, is_new] = table.try_emplace(piece.name, pieces_seen++);
      piece.is_new = is_new;
      piece.number = known->second;
    }
  }

  /// Compresses the new ones among every `stride`-th piece of a chunk.
  BENCH_KERNEL void compress(std::int64_t chunk, std::int64_t first,
                             std::int64_t stride) {
    Content &content = contents[chunk];
    for (std::int64_t i = first; i < content.count; i += stride) {
      Piece &piece = content.pieces[i];
      piece.code.clear();
      if (piece.is_new)
        encode(&(*stream)[piece.begin], piece.end - piece.begin, piece.code);
    }
  }

  /// Writes a chunk to the archive, after all chunks before.
  BENCH_KERNEL void write(std::int64_t chunk) {
    Content &content = contents[chunk];
    for (std::int64_t i = 0; i < content.count; ++i) {
      const Piece &piece = content.pieces[i];
      archive.push_back(piece.is_new);
      if (piece.is_new)
        archive.insert(archive.end(), piece.code.begin(), piece.code.end());
      else
        putNumber(archive, piece.number);
    }
  }

  /// How many pieces a chunk has, after it was cut.
  std::int64_t piecesOf(std::int64_t chunk) const {
    return contents[chunk].count;
  }
  /// What the depend clauses name, besides `seen` and `written`.
  char *chunkTag(std::int64_t chunk) { return &tags[chunk]; }

  void prepare(int iteration) {
    stream = &streams[iteration % streams.size()];
    table.clear();
    pieces_seen = 0;
    archive.clear();
  }
  void finish(int) {
    results.begin();
    results.mix(archive);
  }
  void corrupt() { results.spoil(); }
  std::string mismatch(const Archiver &reference) const {
    const std::string wrong = reference.implausible();
    return wrong.empty() ? results.mismatch("the archive is", reference.results)
                         : "the serial variant itself is wrong: " + wrong;
  }
  std::int64_t grain() const {
    return std::max<std::int64_t>(1, block / parts);
  }

  std::int64_t size;          ///< Bytes in a stream.
  std::int64_t block;         ///< Bytes in a chunk.
  std::int64_t chunks;        ///< Chunks in a stream.
  std::int64_t parts;         ///< Tasks that share the pieces of a chunk.
  char seen = 0, written = 0; ///< What the serial stages use.

private:
  static constexpr std::int64_t shortest_piece = 128, longest_piece = 4096;

  struct Piece {
    std::int64_t begin, end; ///< Where it is in the stream.
    std::string name;
    bool is_new; ///< Not a repetition.
    std::int64_t
        number; ///< Of the first such piece, in the order of the stream.
    Bytes code; ///< If it is new.
  };
  struct Content {
    std::int64_t count = 0; ///< Pieces in use; the others keep their memory.
    std::vector<Piece> pieces;
  };

  std::array<Bytes, 4> streams; ///< Iterations take them in turn.
  const Bytes *stream = nullptr;
  std::array<std::uint64_t, 256> scramble; ///< A random number for each byte.
  std::vector<Content> contents;           ///< By chunk.
  std::vector<char> tags;
  std::unordered_map<std::string, std::int64_t> table; ///< Numbers by name.
  std::int64_t pieces_seen = 0;
  Bytes archive;
  bench::Fingerprints results;

  /// Text made of a few hundred words, noise, and much that was there before.
  void writeStream(Bytes &text, std::mt19937_64 &random) const {
    const auto between = [&](std::size_t low, std::size_t high) {
      return std::uniform_int_distribution<std::size_t>(low, high)(random);
    };
    std::vector<Bytes> words(300);
    for (Bytes &word : words) {
      word.resize(between(2, 9));
      for (std::uint8_t &letter : word)
        letter = static_cast<std::uint8_t>('a' + between(0, 25));
      word.push_back(' ');
    }
    const auto wanted = static_cast<std::size_t>(size);
    while (text.size() < wanted) {
      const std::size_t choice = between(0, 9);
      if (choice < 5 && !text.empty()) {
        const std::size_t length =
            between(1, std::min<std::size_t>(text.size(), 16384));
        const std::size_t from = between(0, text.size() - length);
        for (std::size_t i = 0; i < length; ++i)
          text.push_back(text[from + i]);
      } else if (choice < 9) {
        for (std::size_t count = between(50, 1000); count > 0; --count) {
          const Bytes &word = words[between(0, words.size() - 1)];
          text.insert(text.end(), word.begin(), word.end());
        }
      } else {
        for (std::size_t count = between(50, 1000); count > 0; --count)
          text.push_back(static_cast<std::uint8_t>(between(0, 255)));
      }
    }
    text.resize(wanted);
  }

  /// The archive gives back the last stream, has no piece twice, and is
  /// shorter, unless the stream was too short to repeat itself.
  std::string implausible() const {
    Bytes text;
    std::vector<std::size_t> ends; // Of the pieces, in `text`.
    std::set<Bytes> distinct;
    Reader in{archive};
    while (!in.atEnd() && !in.fails) {
      if (in.byte() != 0) {
        const auto begin = static_cast<std::ptrdiff_t>(text.size());
        decode(in, text);
        if (!distinct.emplace(text.begin() + begin, text.end()).second)
          return "a piece is in the archive twice";
      } else {
        const std::uint64_t number = in.number();
        if (number >= ends.size())
          return "a repetition of something unknown";
        const std::size_t begin = number == 0 ? 0 : ends[number - 1];
        for (std::size_t i = begin; i < ends[number]; ++i)
          text.push_back(text[i]);
      }
      ends.push_back(text.size());
    }
    if (in.fails || text != *stream)
      return "the archive does not give back the stream";
    if (size >= 100000 && archive.size() >= text.size())
      return "the archive is as long as the stream";
    return "";
  }
};

void runSerial(Archiver &archiver, bench::Laps &laps);
void runFor(Archiver &archiver, bench::Laps &laps);
void runTasks(Archiver &archiver, bench::Laps &laps);
void runTasksNested(Archiver &archiver, bench::Laps &laps);
void runTaskgraph(Archiver &archiver, bench::Laps &laps);

#endif // REPRISE_BENCHMARKS_DEDUP_H
