//===- LibraryCalls.h - Calls of libomp that a region may make --*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points whose effect on a task graph the pass knows, and what each
// of their arguments is.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_LIBRARYCALLS_H
#define LLVM_CLANG_LIB_TASKGRAPH_LIBRARYCALLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"

namespace llvm::taskgraph {

enum class CallKind {
  ThreadNumber,
  TaskAlloc,
  /// A hint that libomp does not use.
  Affinity,
  Task,
  Taskloop,
  Taskwait,
  TaskwaitDeps,
  Taskgroup,
  EndTaskgroup,
  ReductionInit,
  /// Copies a variable into a task, whose recorded copy each replay keeps.
  Saved
};

/// What an argument is. The enumerators are the letters of the table.
enum class Role : char {
  Location = 'L',
  ThreadNumber = 'G',
  /// Any number that is the same whenever the block reads the same.
  Number = 'N',
  AllocFlags = 'F',
  Entry = 'E',
  /// The task that is handed over.
  Task = 'T',
  /// A pointer into the task that is handed over.
  TaskBound = 'B',
  /// The condition of an if clause.
  If = 'Y',
  NoGroup = 'O',
  NoWait = 'W',
  TaskDup = 'C',
  /// An array of them, or of affinities.
  Dependences = 'D',
  ReductionItems = 'I',
  SavedCopy = 'S',
  SavedVariable = 'V'
};

struct LibraryCall {
  StringLiteral Name;
  CallKind Kind;
  StringLiteral Roles;

  Role role(unsigned Argument) const { return Role(Roles[Argument]); }
  /// Whether this is a call that hands a task over.
  bool handsOver() const {
    return Kind == CallKind::Task || Kind == CallKind::Taskloop;
  }
};

/// Null for any other call, and for one with another number of arguments.
const LibraryCall *findLibraryCall(const CallBase &Call);

/// The argument with that role, which a call of this kind must have.
const Value *argumentOf(const CallBase &Call, Role Wanted);

/// Whether this is a call that begins a taskgraph.
bool isEncounter(const Instruction &I);

/// The function of the block that such a call is given, if it is known.
Function *regionOf(const CallBase &Encounter);

/// Whether the call returns only when tasks have ended.
bool isJoin(const CallBase &Call);

} // namespace llvm::taskgraph

#endif
