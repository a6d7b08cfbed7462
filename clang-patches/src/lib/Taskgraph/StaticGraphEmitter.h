//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Writes the graph of a region as constants that the library uses in place
// (shared/static_graph.h).
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_STATICGRAPHEMITTER_H
#define LLVM_CLANG_LIB_TASKGRAPH_STATICGRAPHEMITTER_H

#include "BlockInterpreter.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace llvm::taskgraph {

struct EmittedGraph {
  GlobalVariable *Graph = nullptr;
  uint32_t Nodes = 0, Edges = 0;
  uint64_t Bytes = 0;
};

class StaticGraphEmitter {
public:
  using Descriptions = DenseMap<const CallBase *, GlobalVariable *>;

  /// \param Block The region's function.
  /// \param Tasks What the recording tells of each construct's tasks.
  StaticGraphEmitter(StaticRegion &Region, Function &Block,
                     const Recipe &Recipe, const Descriptions &Tasks);

  /// Finds what the library needs to know. Returns what is in the way of that.
  std::optional<Obstacle> prepare();

  /// After prepare(): a task of each type.
  ArrayRef<const StaticRegion::Node *> types() const { return Types; }

  /// After prepare().
  /// \param ArgsSize Of the block's arguments.
  /// \param Group The linker keeps the graph where it keeps the site.
  EmittedGraph emit(uint64_t ArgsSize, Comdat *Group);

private:
  struct Image;

  void findTypes();
  void findImages();
  bool leavesData(const StaticRegion::Node &Node) const;
  bool isConstant(const StaticRegion::Node &Node) const;
  uint64_t append(const Image &Of, const Function *Entry, uint64_t Alignment);
  Image imageOf(const StaticRegion::Node &Node, uint32_t Number);
  bool addToImage(Image &To, const StaticRegion::Node &Node, uint32_t Number,
                  const LocalObject::Cell &Cell);
  bool isField(const CallBase &HandOver, const MadeTask &Task, uint64_t At,
               uint64_t Size) const;
  void findRanges();
  bool isInside(const SymbolicValue &Address) const;
  BitVector symbolsOf(BitVector Forms) const;
  void dropUnused();
  Constant *emitNodes();
  Constant *emitImages();
  Constant *emitTypes();
  Constant *emitSymbols();
  template <typename T> Constant *emitWords(ArrayRef<T> Words, StringRef Name);
  Constant *emitArray(Constant *Elements, StringRef Name,
                      Align Alignment = Align(8));

  StaticRegion &Region;
  const Function &Block;
  Module &M;
  IRBuilder<> Builder;
  DenseMap<const CallBase *, const TaskDescription *> Recipes;
  const Descriptions &Tasks;
  Comdat *Group = nullptr;
  uint64_t Bytes = 0;

  uint32_t BlockUnits = 0;
  std::vector<const StaticRegion::Node *> Types; // the first task of each
  std::map<std::tuple<const Function *, const GlobalVariable *, uint64_t,
                      uint64_t, uint64_t>,
           uint32_t>
      KnownTypes;

  /// The data of all tasks: bytes, with addresses at places that ascend.
  std::vector<uint8_t> ImageBytes;
  std::vector<std::pair<uint64_t, Constant *>> ImageAddresses;
  DenseMap<uint32_t, uint64_t> ImageOfNode;
  Constant *Images = nullptr;

  std::vector<ompx::StaticPatch> Patches;
  std::vector<uint32_t> FirstPatch;
  std::vector<int32_t> Priorities;
  std::vector<ompx::StaticRange> Ranges;
  std::vector<ompx::StaticAddress> Objects;
  std::vector<uint32_t> UsedSymbols; // numbers in the region's
  std::vector<uint32_t> FirstTerm;
  std::vector<ompx::StaticTerm> Terms;
  std::optional<Obstacle> Found;

  /// What the data of a graph's tasks may take up in a program.
  static constexpr uint64_t MaxImageBytes = 1 << 24;
};

} // namespace llvm::taskgraph

#endif
