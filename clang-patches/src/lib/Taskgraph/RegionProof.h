//===- RegionProof.h - Whether a region need not run again ------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What: decides for the function of a taskgraph region whether the tasks that
// it makes follow from memory that it reads, and lists these reads.
//
// Why a log of the reads is a proof. A recording notes each read of memory that
// is not the block's own: address, size and bytes, in the order in which they
// happen. Let a later encounter find the same bytes at all these addresses.
// Then the block, if it ran, would do what it did when it was recorded, by
// induction over its steps: everything else that it computes with is its own,
// and it is allowed no source of other values (what it computes with are
// constants, earlier results, and memory that it wrote itself). So it takes the
// same branches up to its first read, reads there from the same address, gets
// the same bytes, and so on to the end. It makes the same tasks, with the same
// data and dependences. The comparison reads no address that the block would
// not read: the reads before it gave the same values.
//
// Variables that outlive the block may be changed by it if nobody else has them
// while it runs: captured ones that the front end says nobody reaches but by
// name (metadata ompx.unaliased), and whose address goes to no task. They are
// the block's own from its first write to its end. So what it reads of them is
// an input only where it has not written before; the library sees which bytes
// these are. And what it leaves in them is an *output*, which follows from the
// inputs like everything else: a replay writes the same bytes, at once, and
// nobody can tell when the block would have written them.
//
// Addresses of captured variables may differ from one encounter to the next.
// A word of args is therefore no input as long as its value serves only to
// address reads, which are noted relative to the word, and as data of tasks,
// which the library takes from args anew. Likewise, a value that is only copied
// into a task is not compared but copied again, a *field* of the task.
//
// Why the values at the encounter's start are those that the block would read.
// The block itself writes nothing that others see. It does not wait for other
// threads either, except in joins, and makes no atomic access. A write by a
// task or by another thread that is seen by a read before the first join is
// therefore not ordered before that read by anything that happens since the
// start: if it can come later than the start, there is an execution, in which
// the task runs later, where it and the read are unordered accesses of the same
// memory, a data race (OpenMP 6.0, section 1.3, memory model), which a program
// must not have. After a join, such writes can be ordered before the read. So
// then the block may only read captured variables that nobody else can reach:
// these are the unaliased ones again, and the proof sees that the block does
// not hand the address to a task that changes them either.
//
// What is not understood is not proved. The block then runs at each encounter.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_REGIONPROOF_H
#define LLVM_CLANG_LIB_TASKGRAPH_REGIONPROOF_H

#include "LibraryCalls.h"
#include "RegionPointers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include <string>

namespace llvm::taskgraph {

/// A read or a write that the recording notes.
struct LoggedAccess {
  const Instruction *At;
  const Value *Address;
  uint64_t Size;
  int64_t Base;
};

/// A part of a task's data that is taken anew at each encounter.
struct TaskField {
  const GlobalValue *Global;
  int64_t Delta;
  int64_t Word;
  int64_t Offset;
  uint64_t Size;
  uint32_t Flags;
};

/// How a task gets its data, told to the library when the task is handed over.
struct TaskDescription {
  const CallBase *HandOver;
  SmallVector<TaskField> Fields;
  uint32_t Flags;
};

/// All that a recording of a proved region must tell the library.
struct Recipe {
  SmallVector<LoggedAccess> Reads, Writes;
  SmallVector<TaskDescription> Tasks;
};

/// Why a region is not proved.
struct Obstacle {
  const Instruction *At;
  std::string Reason;
  /// The library runs the region as ordinary tasks from then on.
  bool Refused = false;
};

class RegionProof {
public:
  /// \param Unaliased Offsets of words of args, see ompx.unaliased.
  RegionProof(const Function &Region, ArrayRef<int64_t> Unaliased,
              const DominatorTree &Dominators,
              const TargetLibraryInfo &Library);

  /// Returns what stands against the proof, if anything does.
  std::optional<Obstacle> find();

  /// The result of a proof.
  const Recipe &recipe() const { return Result; }

private:
  /// An access of a task's memory.
  struct TaskAccess {
    const Instruction *At;
    Area In;
    std::optional<int64_t> Offset;
    std::optional<uint64_t> Size;

    bool overlaps(const TaskAccess &Other) const;
  };
  struct TaskInfo {
    SmallVector<TaskAccess> Writes, Reads;
    SmallVector<const CallBase *> HandOvers;
    /// Where the data begin that only the task itself looks at.
    int64_t FirstField = 0;
    SmallVector<TaskField> Fields;
  };
  /// An access of memory that outlives the block.
  struct OutsideAccess {
    const Instruction *At;
    const Value *Address;
    uint64_t Size;
    Place Of;

    LoggedAccess logged() const;
  };

  // RegionRules.cpp: what each instruction may do.
  bool checkInstruction(const Instruction &I);
  bool checkLoad(const LoadInst &Load);
  bool checkStore(const StoreInst &Store);
  bool checkCall(const CallBase &Call);
  bool checkIntrinsic(const IntrinsicInst &Call);
  bool checkLibraryCall(const CallBase &Call, const LibraryCall &Known);
  bool checkArgument(const CallBase &Call, unsigned Index, Role Expected);
  bool checkAlloc(const CallBase &Call);
  bool checkSaved(const CallBase &Call);
  bool checkRead(const Instruction &I, const Value *Address,
                 std::optional<uint64_t> Size);
  bool checkWrite(const Instruction &I, const Value *Address,
                  std::optional<uint64_t> Size);

  // RegionEscapes.cpp: where values go that differ from run to run.
  bool checkEscapes();
  bool checkUses(const Value &Origin);
  bool checkUse(const Use &U, const Value &Origin,
                SmallVectorImpl<const Value *> &Derived);
  bool checkStoredOrigin(const StoreInst &Store, const Value &Origin);
  bool checkPassedOrigin(const CallBase &Call, const Use &U,
                         const Value &Origin);
  bool checkTaskReads();
  bool isDependenceArray(const Place &Where) const;
  bool failEscape(const Instruction &I, const Value &Origin);

  // RegionProof.cpp: what is noted, and what is a field.
  void findFieldSlots();
  bool describeReads();
  bool describeFields(const OutsideAccess &Read);
  bool describeWord(const OutsideAccess &Read);
  void giveWords(const OutsideAccess &Read);
  bool followWord(const Use &U, SmallSetVector<const Value *, 8> &Derived,
                  SmallVectorImpl<const StoreInst *> &Copies,
                  bool &IsOneOfSeveral);
  bool isFieldSlot(const Use &U) const;
  void addField(const Instruction &Write, const Place &Source, uint32_t Flags);
  bool checkJoins();
  bool checkWrites();
  bool tasksOnlyRead(int64_t Word) const;
  void dropRepeated();
  void describeTasks();

  bool fail(const Instruction &I, const Twine &Reason);
  bool refuse(const Instruction &I, const Twine &Reason);
  std::string describe(const Place &Where) const;

  const Function &Region;
  const DataLayout &Layout;
  const DominatorTree &Dominators;
  const TargetLibraryInfo &Library;
  SmallSet<int64_t, 8> Unaliased;
  RegionPointers Pointers;
  std::optional<Obstacle> Found;
  Recipe Result;

  MapVector<const CallBase *, TaskInfo> Tasks;
  SmallVector<OutsideAccess> OutsideReads, OutsideWrites;
  SmallVector<const CallBase *> Joins;
  /// Values that are not the same whenever the block reads the same: addresses
  /// of its variables and tasks, the number of its thread.
  SmallSetVector<const Value *, 16> Origins;
  SmallPtrSet<const Value *, 8> DependenceArrays, LoadedVariables;
  /// Words whose value goes elsewhere than into addresses of accesses and into
  /// fields of tasks.
  SmallSet<int64_t, 8> GivenWords;
  /// Words whose value, or an address derived from it, is a field of a task.
  SmallSet<int64_t, 8> SharedWords;
  /// Words that lead to variables that the block changes.
  SmallSet<int64_t, 8> WrittenWords;
  /// Writes to tasks that can be fields.
  DenseMap<const Instruction *, std::pair<const CallBase *, TaskAccess>> Slots;
};

/// What to call a variable or function in a message.
std::string nameOf(const Value &V);

} // namespace llvm::taskgraph

#endif
