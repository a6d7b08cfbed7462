//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Runs the function of a proved region while it is compiled, with symbols for
// what only an encounter knows. Where control flow, and what tasks depend on,
// follow from that, the result is the region's task graph.
//
// A symbol that is read stands for what the block itself would read there, and
// the proof says that the value at the encounter's start is the same. So the
// graph holds for every encounter in which objects that are told apart by
// different forms are different, which StaticGraphEmitter has the library
// check.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_BLOCKINTERPRETER_H
#define LLVM_CLANG_LIB_TASKGRAPH_BLOCKINTERPRETER_H

#include "LibraryCalls.h"
#include "LocalObject.h"
#include "RegionProof.h"
#include "SymbolicValue.h"
#include "shared/edge_rule.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

namespace llvm::taskgraph {

/// The array that EdgeRule asks for. There is always memory.
template <typename T> class RuleArray {
  std::vector<T> Elements;

public:
  uint32_t size() const { return Elements.size(); }
  T *data() { return Elements.data(); }
  T &operator[](uint32_t I) { return Elements[I]; }
  const T &operator[](uint32_t I) const { return Elements[I]; }
  T &back() { return Elements.back(); }
  void clear() { Elements.clear(); }
  bool makeRoom(uint32_t = 1) { return true; }
  T &append() { return Elements.emplace_back(); }
  bool push(const T &Element) {
    Elements.push_back(Element);
    return true;
  }
  bool resizeZeroed(uint32_t Size) {
    Elements.resize(Size);
    return true;
  }
};

/// Bits of a scalar that a SymbolicValue can hold, or 0.
inline unsigned widthOf(const Type &Type, const DataLayout &Layout) {
  uint64_t Width =
      Layout.getTypeSizeInBits(const_cast<llvm::Type *>(Type.getScalarType()));
  return Width <= 64 ? unsigned(Width) : 0;
}

inline unsigned lanesOf(const Type &Type) {
  const auto *Vector = dyn_cast<FixedVectorType>(&Type);
  return Vector ? Vector->getNumElements() : 1;
}

/// How the reasons end why a block cannot be run.
inline constexpr StringLiteral NotKnown = " is known only at run time";

/// A task as __kmpc_omp_task_alloc made it.
struct MadeTask {
  LocalObject Memory; // from the kmp_task_t
  const CallBase *Alloc;
  const Function *Entry;
  uint64_t Flags, Size, SharedsSize;

  /// Where the library puts the block of shared variables, from the kmp_task_t.
  uint64_t sharedsAt() const { return alignTo(Size, 8); }
  uint64_t bytes() const { return sharedsAt() + SharedsSize; }
};

/// What a block does, in a word.
struct StaticRegion {
  struct Node {
    const MadeTask *Task = nullptr; // of a task
    const CallBase *HandOver = nullptr;
  };
  ompx::EdgeRule<RuleArray> Rule;
  Symbols Values;
  std::vector<std::unique_ptr<MadeTask>> Tasks;
  DenseMap<uint32_t, Node> Nodes; // of the rule's nodes, those that are tasks
  /// By the addresses that the rule has in their place, see keyOf().
  std::vector<SymbolicValue> Objects;
  std::vector<uint32_t> GroupParents{0};

  /// After finish(), which completes the rule's nodes.
  std::vector<ompx::Successor> Successors;
  std::vector<uint32_t> Roots, Locks;
  void finish();

  static constexpr intptr_t FirstAddress = 64; // others than 0 and -1
  uint32_t keyOf(uint32_t Object) const {
    return uint32_t(Rule.address(Object) - FirstAddress);
  }
};

class BlockInterpreter {
public:
  /// \param Captured What is known to be at an offset in the variable that a
  /// word of args leads to, or null: (word, offset, size).
  using CapturedConstant =
      function_ref<const Constant *(int64_t, int64_t, uint64_t)>;

  BlockInterpreter(const Function &Block, CapturedConstant Captured,
                   uint32_t MaxNodes);

  /// Returns what stands against a graph, if anything does.
  std::optional<Obstacle> run();

  StaticRegion takeResult() { return std::move(Result); }

private:
  using Lanes = SmallVector<SymbolicValue, 1>;

  bool step(const Instruction &I);
  bool jump(const Instruction &From, const BasicBlock &To);
  bool branch(const BranchInst &Branch);
  bool choose(const SwitchInst &Switch);
  bool allocate(const AllocaInst &Alloca);
  bool load(const LoadInst &Load);
  bool store(const StoreInst &Store);
  bool address(const GetElementPtrInst &Gep);
  void convert(const CastInst &Cast);
  void compute(const BinaryOperator &Op);
  void compare(const ICmpInst &Compare);
  void select(const SelectInst &Select);
  void computeRest(const Instruction &I);
  bool moveLanes(const Instruction &I);
  bool call(const CallBase &Call);
  bool intrinsic(const IntrinsicInst &Call);
  bool copyMemory(const MemTransferInst &Copy);
  bool setMemory(const MemSetInst &Set);
  bool libraryCall(const CallBase &Call, const LibraryCall &Known);
  bool makeTask(const CallBase &Call);
  bool handOver(const CallBase &Call);
  bool taskloop(const CallBase &Call);
  bool wait(const CallBase &Call, const LibraryCall &Known);
  bool beginGroup();
  bool endGroup();

  struct Item { // of a depend clause, as EdgeRule reads it
    intptr_t base_addr;
    uint8_t flag;
  };
  bool dependences(const CallBase &Call, SmallVectorImpl<Item> &Items);
  void addTask(ompx::NodeKind Kind, const MadeTask &Task,
               const CallBase &HandOver, ArrayRef<Item> Dependences);

  static Lanes unknown(const Type &Type);
  Lanes lanes(const Value &V);
  SymbolicValue value(const Value &V) { return lanes(V).front(); }
  SymbolicValue constant(const Constant &C);
  void set(const Instruction &I, SymbolicValue Value) { Known[&I] = {Value}; }
  SymbolicValue binary(const BinaryOperator &Op, SymbolicValue Left,
                       SymbolicValue Right, unsigned Width);
  SymbolicValue computed(const Instruction &I,
                         ArrayRef<SymbolicValue> Operands);
  SymbolicValue comparison(const ICmpInst &Compare, SymbolicValue Left,
                           SymbolicValue Right, unsigned Width);
  SymbolicValue loadFrom(SymbolicValue Address, uint64_t Size,
                         const Type &Type);
  SymbolicValue ofWidth(SymbolicValue Value, unsigned Width);
  std::optional<uint64_t> number(const Value &V);
  bool takeSteps(const Instruction &I, uint64_t Steps);
  bool takeStepsToMove(const Instruction &I, size_t Cells);
  bool fail(const Instruction &I, const Twine &Reason);
  bool failOfSize(const CallBase &Call);

  const Function &Block;
  const DataLayout &Layout;
  const CapturedConstant Captured;
  const uint32_t MaxNodes;
  uint64_t StepsLeft;
  std::optional<Obstacle> Found;
  StaticRegion Result;

  DenseMap<const Value *, Lanes> Known;
  std::vector<LocalObject *> Locals;
  std::vector<std::unique_ptr<LocalObject>> Variables;
  DenseMap<uint32_t, MadeTask *> TaskOfLocal;
  DenseMap<std::pair<uint32_t, int64_t>, uint32_t> KeyOfAddress;
  std::vector<uint32_t> FirstOfGroup{0};
  const BasicBlock *Current = nullptr;
  BasicBlock::const_iterator Next;
  bool Done = false;
};

} // namespace llvm::taskgraph

#endif
