//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What a recording writes down while the block runs, in the order of the
// constructs: notes of any length, one behind the other in chunks of memory.
// Nothing is moved when it grows. A page that no program had before costs more
// than all that is written on it, so the chunks of a log that is not needed any
// more are kept for the next recording.

#ifndef OMPX_TASKGRAPH_NOTE_LOG_H
#define OMPX_TASKGRAPH_NOTE_LOG_H

#include "support/memory.h"

namespace ompx {

/// One thread at a time.
class NoteLog {
  struct Chunk {
    Chunk *next;
    size_t size; // with this head
    char *end;   // of its notes, once the next chunk is begun

    char *begin() { return reinterpret_cast<char *>(this + 1); }
  };

  Chunk *first = nullptr;
  Chunk *current = nullptr; // those behind it have no notes yet
  char *cursor = nullptr;
  char *limit = nullptr; // of the current chunk

public:
  static constexpr size_t FirstChunk = 1024; // few constructs need no more
  /// Of all recordings together: more memory is not kept for the next.
  static constexpr size_t MaxSpare = 2 * HugePage;
  static constexpr size_t Alignment = 8;

  NoteLog() = default;
  NoteLog(const NoteLog &) = delete;
  NoteLog &operator=(const NoteLog &) = delete;
  ~NoteLog() { keepSpare(first); }

  /// Room for a note, or null without memory. size: a multiple of Alignment.
  /// Cost: O(1).
  char *append(size_t size) {
    return hasRoom(size) || grow(size) ? take(size) : nullptr;
  }
  /// The same in two steps, where no more memory is needed. size: so small that
  /// no address and it wrap around.
  bool hasRoom(size_t size) const {
    return reinterpret_cast<kmp_uintptr_t>(cursor) + size <=
           reinterpret_cast<kmp_uintptr_t>(limit);
  }
  char *take(size_t size) {
    char *note = cursor;
    cursor =
        reinterpret_cast<char *>(reinterpret_cast<kmp_uintptr_t>(note) + size);
    return note;
  }
  /// The next note begins here if the current chunk has room for it.
  const char *end() const { return cursor; }

  /// Calls visit(note) for each, which returns the note's end, or null to stop.
  /// Returns whether it never did.
  template <typename Visit> bool forEach(Visit visit) {
    for (Chunk *chunk = first; current; chunk = chunk->next) {
      char *end = chunk == current ? cursor : chunk->end;
      for (char *note = chunk->begin(); note != end;)
        if (!(note = visit(note)))
          return false;
      if (chunk == current)
        break;
    }
    return true;
  }

  /// Nothing is noted any more: what is left of the memory may be another's.
  void close() {
    limit = cursor;
    if (current && current->next) {
      keepSpare(current->next);
      current->next = nullptr;
    }
  }

private:
  [[gnu::noinline]] bool grow(size_t size);
  static void keepSpare(Chunk *chunks);
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_NOTE_LOG_H
