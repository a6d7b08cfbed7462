//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Emits the function that gives the symbols of a graph their values at an
// encounter, StaticGraph::take (shared/static_graph.h). It reads and computes
// what the block would.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_SYMBOLFUNCTION_H
#define LLVM_CLANG_LIB_TASKGRAPH_SYMBOLFUNCTION_H

#include "SymbolicValue.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm::taskgraph {

class SymbolFunction {
public:
  explicit SymbolFunction(const Symbols &Of)
      : Of(Of), Values(Of.symbols().size()) {}

  /// \param Used Numbers of symbols, each behind those that it refers to.
  Function *emit(const Function &Region, ArrayRef<uint32_t> Used);

private:
  Value *symbol(const Symbols::Symbol &Symbol);
  Value *compute(const Instruction &Like, ArrayRef<Value *> Operands);
  Value *sum(SymbolicValue Number);
  Value *as(SymbolicValue Number, Type *Type);

  const Symbols &Of;
  std::vector<Value *> Values; // of the symbols, 64 bits each
  std::unique_ptr<IRBuilder<>> Builder;
  Value *Args = nullptr;
};

} // namespace llvm::taskgraph

#endif
