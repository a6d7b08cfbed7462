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
#include "llvm/IR/Instruction.h"
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
  bool operator<(const SymbolicValue &Other) const {
    return std::tie(K, Id, Offset) < std::tie(Other.K, Other.Id, Other.Offset);
  }
};

/// Symbols and forms, each once, in an order in which every one refers only to
/// those before it.
class Symbols {
public:
  enum class Kind : uint8_t {
    Args,    // the address of the block's arguments
    Global,  // an address that the linker knows
    Read,    // the signed integer of `Size` bytes at operand 0
    Product, // of both operands
    Computed // by a scalar instruction like `Like`, without sign
  };
  struct Symbol {
    Kind K;
    const GlobalValue *Global = nullptr;
    uint32_t Size = 8;
    const Instruction *Like = nullptr;
    SmallVector<SymbolicValue, 2> Operands; // numbers
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

  SymbolicValue args() { return of({Kind::Args}); }
  SymbolicValue global(const GlobalValue &Global) {
    return of({Kind::Global, &Global});
  }
  /// What is at an address, an integer of 1, 2, 4 or 8 bytes. This and what
  /// follows is Unknown where it takes too many symbols or too long a sum.
  SymbolicValue load(SymbolicValue Address, uint32_t Size);

  SymbolicValue add(SymbolicValue Left, SymbolicValue Right,
                    int64_t Factor = 1);
  SymbolicValue multiply(SymbolicValue Left, SymbolicValue Right);
  /// What the instruction makes of scalar operands, of the element types of its
  /// own. It must depend on nothing else.
  SymbolicValue compute(const Instruction &Like,
                        ArrayRef<SymbolicValue> Operands);

  const std::vector<Symbol> &symbols() const { return All; }
  const std::vector<Form> &forms() const { return Forms; }
  /// The global whose address the form is, or null.
  const GlobalValue *globalOf(uint32_t Form) const;

private:
  SymbolicValue of(const Symbol &Wanted);
  uint32_t formOf(const Form &Wanted);
  uint32_t product(uint32_t Left, uint32_t Right);

  struct Before {
    bool operator()(const Symbol &Left, const Symbol &Right) const;
  };
  std::map<Symbol, uint32_t, Before> Known;
  std::vector<Symbol> All;
  /// An instruction of each kind that computes a symbol.
  std::vector<const Instruction *> Kinds;
  std::map<Form, uint32_t> KnownForms;
  std::vector<Form> Forms;
  DenseMap<std::tuple<uint32_t, uint32_t, int64_t>, uint32_t> Sums;
};

} // namespace llvm::taskgraph

#endif
