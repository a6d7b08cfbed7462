//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Taskgraph regions for any C++17 compiler; docs/any-compiler.md is their
// guide:
//
//   ompx::taskgraph([&] {
//     for (int i = 0; i < n; ++i) {
//   #pragma omp task depend(inout : x[i]) ...
//
// It is ompx_taskgraph() of ompx_taskgraph.h with a site for each type of
// block. Each lambda expression has a type of its own, so each calling place
// that has one has a site; in a template or an inline function, each
// instantiation, and the same in all translation units.

#ifndef OMPX_TASKGRAPH_HPP
#define OMPX_TASKGRAPH_HPP

#include "ompx_taskgraph.h"

#include <memory>
#include <type_traits>
#include <utility>

namespace ompx {

/// Calls block() once, here, and waits for the tasks that it has made, with
/// flags of ompx_taskgraph_flag. All calls that pass one object, or objects of
/// one type, are one place: use graph_id there. An exception that leaves the
/// block ends the program. The last arguments are for messages: leave them out.
template <class Block>
void taskgraph(int64_t graph_id, unsigned flags, Block &&block,
               const char *file = __builtin_FILE(), int line = __builtin_LINE(),
               const char *function = __builtin_FUNCTION()) {
  using Type = std::remove_reference_t<Block>;
  static_assert(std::is_class_v<Type>,
                "all functions of one signature would be one place: pass a "
                "lambda that calls the function");
  static ompx_taskgraph_site site = {nullptr, file, function, line,   0,
                                     1,       0,    nullptr,  nullptr};
  ompx_taskgraph_or_plain(
      &site, flags, graph_id,
      [](void *object) noexcept { (*static_cast<Type *>(object))(); },
      const_cast<void *>(static_cast<const void *>(std::addressof(block))));
}

template <class Block>
void taskgraph(int64_t graph_id, Block &&block,
               const char *file = __builtin_FILE(), int line = __builtin_LINE(),
               const char *function = __builtin_FUNCTION()) {
  taskgraph(graph_id, ompx_taskgraph_flag_none, std::forward<Block>(block),
            file, line, function);
}

template <class Block>
void taskgraph(Block &&block, const char *file = __builtin_FILE(),
               int line = __builtin_LINE(),
               const char *function = __builtin_FUNCTION()) {
  taskgraph(0, ompx_taskgraph_flag_none, std::forward<Block>(block), file, line,
            function);
}

} // namespace ompx

#endif // OMPX_TASKGRAPH_HPP
