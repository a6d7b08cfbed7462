//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// How queues link what they hold: elements that are one word, and have room for
// the next one.

#ifndef OMPX_SCHEDULE_LINK_H
#define OMPX_SCHEDULE_LINK_H

#include "kmp.h"

namespace ompx {

/// Of a class that has next(), setNext() and bits() and is made from bits, 0
/// for none.
template <typename Element> struct Link {
  static Element next(Element element) { return element.next(); }
  static void setNext(Element element, Element next) { element.setNext(next); }
  static kmp_uint64 bits(Element element) { return element.bits(); }
  static Element of(kmp_uint64 bits) { return Element(bits); }
};

/// Of pointers to what has a member `T *next`.
template <typename T> struct Link<T *> {
  static T *next(T *element) { return element->next; }
  static void setNext(T *element, T *next) { element->next = next; }
  static kmp_uint64 bits(T *element) {
    return reinterpret_cast<kmp_uintptr_t>(element);
  }
  static T *of(kmp_uint64 bits) {
    return reinterpret_cast<T *>(kmp_uintptr_t(bits));
  }
};

} // namespace ompx

#endif // OMPX_SCHEDULE_LINK_H
