//===- OpenMPTaskgraphFunction.h - A function with taskgraphs ---*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What code generation asks about the function around an 'omp taskgraph'
// construct: which of its taskgraph constructs it is, and which of the
// function's variables nobody else can reach.
//
// A block that waits for tasks and then reads a variable sees what others wrote
// in the meantime, unless nobody but the block's own tasks has its address.
// Only the whole function shows that: its body captures and passes addresses
// on. Other threads of a team have the variables that are shared among it, and
// atomic flags can order what they write before what the block reads.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_AST_OPENMPTASKGRAPHFUNCTION_H
#define LLVM_CLANG_AST_OPENMPTASKGRAPHFUNCTION_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace clang {

class FunctionDecl;
class OMPTaskgraphDirective;
class VarDecl;

/// Facts about the body of one function. Cost: one walk over it, which does not
/// enter lambdas and blocks; they are functions of their own.
class TaskgraphFunctionInfo {
public:
  explicit TaskgraphFunctionInfo(const FunctionDecl *Function);

  /// The function or lambda in whose body \p D stands; null in an Objective-C
  /// method or block.
  static const FunctionDecl *getFunction(const OMPTaskgraphDirective &D);

  /// Position of \p D among the taskgraph constructs of the function, in the
  /// order of the text. It is the same in every translation unit.
  std::optional<unsigned> getIndex(const OMPTaskgraphDirective &D) const;

  /// True if \p Var is a variable of the function whose address is taken by
  /// captures of OpenMP constructs only, if no task shares it but tasks in the
  /// region of \p D, and if the threads of a team that share it do not change
  /// it, or one of them alone uses it; or if it is constant. A scalar or a
  /// trivially copyable class object.
  bool isUnaliased(const VarDecl *Var, const OMPTaskgraphDirective &D) const;

private:
  class Walker;

  /// Threads of a team that come to places in the text.
  enum TeamUser : unsigned {
    AnyThread = 1,
    /// The one that executes a 'single' for which all others wait.
    SingleThread = 2,
    /// That of 'masked'.
    PrimaryThread = 4
  };
  /// What the threads do with a variable that they share.
  struct TeamUse {
    unsigned Users = 0; // TeamUser
    bool Stored = false;
  };

  const FunctionDecl *Function;
  llvm::DenseMap<const OMPTaskgraphDirective *, unsigned> Indices;
  /// Variables that may have been reached otherwise than by their names.
  llvm::DenseSet<const VarDecl *> Aliased;
  /// The one taskgraph whose tasks share a variable.
  llvm::DenseMap<const VarDecl *, const OMPTaskgraphDirective *> Sharers;
  /// Variables that a parallel or teams construct shares among its threads.
  llvm::DenseMap<const VarDecl *, TeamUse> TeamUses;
};

} // namespace clang

#endif // LLVM_CLANG_AST_OPENMPTASKGRAPHFUNCTION_H
