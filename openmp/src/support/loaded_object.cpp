//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Going through what the dynamic linker has loaded; see loaded_object.h.

#include "support/loaded_object.h"

#include <link.h>

namespace ompx {

namespace {

constexpr kmp_uint32 NoteAlignment = 4;

size_t aligned(size_t size) {
  return (size + NoteAlignment - 1) & ~size_t(NoteAlignment - 1);
}

/// From the notes of a loaded segment.
bool findBuildId(const char *notes, size_t size, BuildId *id) {
  ElfW(Nhdr) note;
  while (size >= sizeof(note)) {
    memcpy(&note, notes, sizeof(note));
    size_t name = aligned(note.n_namesz), description = aligned(note.n_descsz);
    if (name > size || description > size ||
        sizeof(note) + name + description > size)
      return false;
    const char *content = notes + sizeof(note) + name;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
        memcmp(notes + sizeof(note), "GNU", 4) == 0 && note.n_descsz != 0 &&
        note.n_descsz <= BuildId::MaxSize) {
      id->size = note.n_descsz;
      memcpy(id->bytes, content, note.n_descsz);
      return true;
    }
    notes += sizeof(note) + name + description;
    size -= sizeof(note) + name + description;
  }
  return false;
}

/// Whether a loaded segment with all of these rights has the offset.
bool hasOffset(const dl_phdr_info &object, kmp_uint64 offset,
               ElfW(Word) rights) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && (segment.p_flags & rights) == rights &&
        offset >= segment.p_vaddr && offset - segment.p_vaddr < segment.p_memsz)
      return true;
  }
  return false;
}

bool findBuildId(const dl_phdr_info &object, BuildId *id) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[i];
    if (segment.p_type == PT_NOTE && segment.p_align <= NoteAlignment &&
        hasOffset(object, segment.p_vaddr, 0) &&
        findBuildId(
            reinterpret_cast<const char *>(object.dlpi_addr + segment.p_vaddr),
            segment.p_memsz, id))
      return true;
  }
  return false;
}

struct PlaceSearch {
  kmp_uintptr_t address;
  PlaceInObject *place;
};

/// 1 ends the search with the address's object, 2 with one without build id.
int visitForPlace(dl_phdr_info *object, size_t, void *data) {
  auto *search = static_cast<PlaceSearch *>(data);
  kmp_uint64 offset = search->address - object->dlpi_addr;
  if (!hasOffset(*object, offset, 0))
    return 0;
  search->place->offset = offset;
  return findBuildId(*object, &search->place->id) ? 1 : 2;
}

struct CodeSearch {
  const PlaceInObject *place;
  void *code;
};

int visitForCode(dl_phdr_info *object, size_t, void *data) {
  auto *search = static_cast<CodeSearch *>(data);
  BuildId id;
  if (!hasOffset(*object, search->place->offset, PF_X) ||
      !findBuildId(*object, &id) || !(id == search->place->id))
    return 0;
  search->code =
      reinterpret_cast<void *>(object->dlpi_addr + search->place->offset);
  return 1;
}

} // namespace

bool findPlace(const void *address, PlaceInObject *place) {
  PlaceSearch search = {reinterpret_cast<kmp_uintptr_t>(address), place};
  memset(&place->id, 0, sizeof(place->id));
  return dl_iterate_phdr(visitForPlace, &search) == 1;
}

void *codeAt(const PlaceInObject &place) {
  CodeSearch search = {&place, nullptr};
  dl_iterate_phdr(visitForCode, &search);
  return search.code;
}

} // namespace ompx
