//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Values of a block that is run while it is compiled: numbers, addresses of the
// block's own memory, and sums of what only an encounter knows, its *symbols*
// (shared/static_graph.h).
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_SYMBOLICVALUE_H
#define LLVM_CLANG_LIB_TASKGRAPH_SYMBOLICVALUE_H

#include "shared/static_graph.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/GlobalValue.h"
#include <map>
#include <tuple>
#include <vector>

namespace llvm::taskgraph {

struct SymbolicValue {
  enum Kind : uint8_t {
    Unknown,
    Number, // the form plus Offset; form 0 is no form
    Local   // Offset in an object of the block
  };
  Kind K = Unknown;
  uint32_t Id = 0; // of the form or object
  int64_t Offset = 0;

  static SymbolicValue number(uint64_t Value, uint32_t Form = 0) {
    return {Number, Form, int64_t(Value)};
  }
  static SymbolicValue local(uint32_t Object, int64_t Offset) {
    return {Local, Object, Offset};
  }
  bool isNumber() const { return K == Number; }
  bool isConcrete() const { return K == Number && Id == 0; }
  bool isLocal() const { return K == Local; }
  bool operator==(const SymbolicValue &Other) const {
    return K == Other.K && Id == Other.Id && Offset == Other.Offset;
  }
};

/// Symbols and forms, each once, in an order in which every one refers only to
/// those before it.
class Symbols {
public:
  struct Symbol {
    ompx::SymbolKind Kind;
    const GlobalValue *Global;
    int64_t Offset;
    uint32_t Size, A = 0, B = 0;
  };
  struct Term {
    uint32_t Symbol;
    int64_t Factor;
    bool operator<(const Term &Other) const {
      return std::tie(Symbol, Factor) < std::tie(Other.Symbol, Other.Factor);
    }
  };
  using Form = std::vector<Term>; // symbols ascend, no factor is 0

  /// Whoever needs more gains nothing by a graph that is known beforehand.
  static constexpr size_t MaxSymbols = 1 << 16, MaxTerms = 32;

  Symbols() { formOf(Form()); }

  SymbolicValue args() { return of({ompx::SymbolKind::Args, nullptr, 0, 8}); }
  SymbolicValue global(const GlobalValue &Global) {
    return of({ompx::SymbolKind::Global, &Global, 0, 8});
  }
  /// What is at an address, an integer of 1, 2, 4 or 8 bytes. This and what
  /// follows is Unknown where it takes too many symbols or too long a sum.
  SymbolicValue load(SymbolicValue Address, uint32_t Size, bool IsSigned);

  SymbolicValue add(SymbolicValue Left, SymbolicValue Right,
                    int64_t Factor = 1);
  SymbolicValue multiply(SymbolicValue Left, SymbolicValue Right);
  /// An integer of so many bits, taken as an unsigned one; Unknown for anything
  /// but a single symbol of that size that is read, or of which that is clear.
  SymbolicValue asUnsigned(SymbolicValue Value, unsigned Width);

  const std::vector<Symbol> &symbols() const { return All; }
  const std::vector<Form> &forms() const { return Forms; }
  /// The global whose address the form is, or null.
  const GlobalValue *globalOf(uint32_t Form) const;

private:
  SymbolicValue of(const Symbol &Wanted);
  uint32_t formOf(const Form &Wanted);
  uint32_t product(uint32_t Left, uint32_t Right);

  using Key = std::tuple<unsigned, const GlobalValue *, int64_t, uint32_t,
                         uint32_t, uint32_t>;
  std::map<Key, uint32_t> Known;
  std::vector<Symbol> All;
  std::map<Form, uint32_t> KnownForms;
  std::vector<Form> Forms;
  DenseMap<std::tuple<uint32_t, uint32_t, int64_t>, uint32_t> Sums;
};

} // namespace llvm::taskgraph

#endif
