//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// From what the interpreter found to constants.
//
//===----------------------------------------------------------------------===//

#include "StaticGraphEmitter.h"
#include "SymbolFunction.h"
#include "TaskgraphABI.h"
#include "llvm/ADT/Hashing.h"

using namespace llvm;
using namespace llvm::taskgraph;
using ompx::StaticGraph;

StaticGraphEmitter::StaticGraphEmitter(StaticRegion &Region, Function &Block,
                                       const Recipe &Recipe,
                                       const Descriptions &Tasks)
    : Region(Region), Block(Block), M(*Block.getParent()),
      Builder(M.getContext()), Tasks(Tasks) {
  for (const TaskDescription &Task : Recipe.Tasks)
    Recipes[Task.HandOver] = &Task;
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

/// Numbers the types and gives the nodes their places.
void StaticGraphEmitter::findTypes() {
  for (uint32_t I = 0; I < Region.Rule.nodes.size(); ++I) {
    ompx::Node &Node = Region.Rule.nodes[I];
    if (!Node.isTask())
      continue;
    const StaticRegion::Node &Of = Region.Nodes[I];
    auto [Entry, New] = KnownTypes.try_emplace(
        {Of.Task->Entry, Tasks.lookup(Of.HandOver), Of.Task->Flags,
         Of.Task->Size, Of.Task->SharedsSize},
        Types.size());
    if (New)
      Types.push_back(&Of);
    Node.type = Entry->second;
    if (!ompx::placeTask(BlockUnits, Node.block, Of.Task->sharedsAt(),
                         Of.Task->bytes()))
      Found = Obstacle{Of.HandOver, "the data of its tasks are too large"};
  }
}

/// Whether the library takes this part of a task from the encounter.
bool StaticGraphEmitter::isField(const CallBase &HandOver, const MadeTask &Task,
                                 uint64_t At, uint64_t Size) const {
  const TaskDescription *Description = Recipes.lookup(&HandOver);
  return Description &&
         any_of(Description->Fields, [&](const TaskField &Field) {
           uint64_t Begin = uint64_t(Field.Offset);
           if (Field.Flags & abi::FieldInShareds)
             Begin += Task.sharedsAt();
           return Begin <= At && At + Size <= Begin + Field.Size;
         });
}

/// What a task begins with, behind its kmp_task_t.
struct StaticGraphEmitter::Image {
  std::vector<uint8_t> Bytes;
  std::vector<std::pair<uint64_t, Constant *>> Addresses;
};

/// Whether no execution of a task of this kind changes its data.
bool StaticGraphEmitter::leavesData(const StaticRegion::Node &Node) const {
  const TaskDescription *Description = Recipes.lookup(Node.HandOver);
  return Description && !(Description->Flags & abi::TaskChangesData) &&
         !(Node.Task->Flags & abi::AllocDestructors);
}

/// Whether no encounter changes them, either, but for patches.
bool StaticGraphEmitter::isConstant(const StaticRegion::Node &Node) const {
  return leavesData(Node) && Recipes.lookup(Node.HandOver)->Fields.empty() &&
         !(Node.Task->Flags & abi::AllocPriority) &&
         Node.Task->SharedsSize == 0;
}

/// Whether the library can give a task this part of its data.
bool StaticGraphEmitter::addToImage(Image &To, const StaticRegion::Node &Node,
                                    uint32_t Number,
                                    const LocalObject::Cell &Cell) {
  const MadeTask &Task = *Node.Task;
  SymbolicValue Value = Cell.Value;
  if (Cell.At == abi::TaskShareds)
    return true;
  if (Cell.At == abi::TaskPriority && (Task.Flags & abi::AllocPriority)) {
    Priorities.resize(Number + 1);
    Priorities.back() = int32_t(Value.Offset);
    return Value.isConcrete();
  }
  if (Cell.At < abi::TaskData ||
      Cell.At + Cell.Size > abi::TaskData + To.Bytes.size())
    return false;
  if (isField(*Node.HandOver, Task, Cell.At, Cell.Size))
    return true;
  uint64_t At = Cell.At - abi::TaskData;
  if (Value.isConcrete()) {
    for (uint32_t Byte = 0; Byte < Cell.Size && Byte < 8; ++Byte)
      To.Bytes[At + Byte] = uint8_t(uint64_t(Value.Offset) >> (8 * Byte));
    return true;
  }
  if (!Value.isNumber() || Cell.Size > 8)
    return false;
  const GlobalValue *Global = Region.Values.globalOf(Value.Id);
  if (!Global || Cell.Size != 8) {
    Patches.push_back({Value.Offset, Value.Id, Cell.Size, Cell.At});
    return true;
  }
  Constant *Address = const_cast<GlobalValue *>(Global);
  if (Value.Offset)
    Address = ConstantExpr::getGetElementPtr(Builder.getInt8Ty(), Address,
                                             Builder.getInt64(Value.Offset));
  To.Addresses.push_back({At, Address});
  return true;
}

StaticGraphEmitter::Image
StaticGraphEmitter::imageOf(const StaticRegion::Node &Node, uint32_t Number) {
  const MadeTask &Task = *Node.Task;
  Image Result;
  Result.Bytes.resize(Task.bytes() - abi::TaskData);
  for (const LocalObject::Cell &Cell : Task.Memory.cells())
    if (!addToImage(Result, Node, Number, Cell) && !Found)
      Found = Obstacle{Node.HandOver, "the data of a task are computed from "
                                      "values that are known only at run time"};
  return Result;
}

/// Appends an image, of a whole task if there is an entry, and returns where
/// its data are.
uint64_t StaticGraphEmitter::append(const Image &Of, const Function *Entry,
                                    uint64_t Alignment) {
  uint64_t At = alignTo(ImageBytes.size(), Alignment);
  if (Entry) {
    ImageAddresses.push_back(
        {At + abi::TaskEntry, const_cast<Function *>(Entry)});
    At += abi::TaskData;
  }
  for (auto [Offset, Address] : Of.Addresses)
    ImageAddresses.push_back({At + Offset, Address});
  ImageBytes.resize(At);
  ImageBytes.insert(ImageBytes.end(), Of.Bytes.begin(), Of.Bytes.end());
  return At;
}

/// Tasks with the same data share them.
void StaticGraphEmitter::findImages() {
  std::map<std::tuple<const Function *, std::vector<uint8_t>,
                      std::vector<std::pair<uint64_t, Constant *>>>,
           uint64_t>
      Known;
  for (uint32_t I = 0; I < Region.Rule.nodes.size(); ++I) {
    FirstPatch.push_back(Patches.size());
    if (!Region.Rule.nodes[I].isTask())
      continue;
    const StaticRegion::Node &Node = Region.Nodes[I];
    Region.Rule.nodes[I].no_runtime =
        leavesData(Node) &&
        (Recipes.lookup(Node.HandOver)->Flags & abi::TaskWithoutRuntime) != 0;
    Image Of = imageOf(Node, I);
    bool InPlace = isConstant(Node) && FirstPatch.back() == Patches.size();
    if (Of.Bytes.empty() && !InPlace)
      continue;
    Region.Rule.nodes[I].in_place = InPlace;
    const Function *Entry = InPlace ? Node.Task->Entry : nullptr;
    auto [Place, New] =
        Known.try_emplace({Entry, Of.Bytes, Of.Addresses}, uint64_t(0));
    if (New)
      Place->second = append(
          Of, Entry, InPlace ? ompx::alignmentOf(Node.Task->sharedsAt()) : 8);
    ImageOfNode[I] = Place->second;
    if (ImageBytes.size() > MaxImageBytes && !Found)
      Found = Obstacle{Region.Nodes[I].HandOver,
                       "the data of its tasks are too large for a program"};
    if (Found)
      return;
  }
  if (!Priorities.empty())
    Priorities.resize(Region.Rule.nodes.size() - 1);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// Whether the address is one within a variable of the program, so that no
/// other such variable has it. The linker may make one variable of two whose
/// addresses it takes to be of no interest.
bool StaticGraphEmitter::isInside(const SymbolicValue &Address) const {
  const auto *Global =
      dyn_cast_or_null<GlobalVariable>(Region.Values.globalOf(Address.Id));
  if (!Global || Global->isInterposable() || Global->hasGlobalUnnamedAddr() ||
      !Global->getValueType()->isSized())
    return false;
  uint64_t Size = M.getDataLayout()
                      .getTypeAllocSize(Global->getValueType())
                      .getFixedValue();
  return uint64_t(Address.Offset) < Size;
}

/// What must be apart for the edges to be right, and lead to something: the
/// objects of each form.
void StaticGraphEmitter::findRanges() {
  std::map<uint32_t, ompx::StaticRange> Of;
  bool AllInside = true;
  for (uint32_t Object = 0; Object < Region.Rule.objectCount(); ++Object) {
    const SymbolicValue &Address = Region.Objects[Region.keyOf(Object)];
    AllInside &= isInside(Address);
    auto [Entry, New] = Of.try_emplace(
        Address.Id,
        ompx::StaticRange{Address.Offset, Address.Offset, Address.Id});
    ompx::StaticRange &Range = Entry->second;
    Range.first = std::min(Range.first, Address.Offset);
    Range.last = std::max(Range.last, Address.Offset);
  }
  if (AllInside)
    return;
  for (const auto &[Form, Range] : Of)
    Ranges.push_back(Range);
}

/// The symbols that some forms are made of, and those that these are made of.
BitVector StaticGraphEmitter::symbolsOf(BitVector Seen) const {
  BitVector Found(Region.Values.symbols().size());
  SmallVector<uint32_t> Pending(Seen.set_bits());
  while (!Pending.empty())
    for (const Symbols::Term &Term :
         Region.Values.forms()[Pending.pop_back_val()]) {
      if (Found.test(Term.Symbol))
        continue;
      Found.set(Term.Symbol);
      for (const SymbolicValue &Operand :
           Region.Values.symbols()[Term.Symbol].Operands)
        if (!Seen.test(Operand.Id)) {
          Seen.set(Operand.Id);
          Pending.push_back(Operand.Id);
        }
    }
  return Found;
}

/// Numbers the symbols and forms that something refers to; the interpreter made
/// more.
void StaticGraphEmitter::dropUnused() {
  const std::vector<Symbols::Form> &Forms = Region.Values.forms();
  BitVector UsedForms(Forms.size());
  UsedForms.set(0);
  for (const ompx::StaticAddress &Object : Objects)
    UsedForms.set(uint32_t(Object.form));
  for (const ompx::StaticRange &Range : Ranges)
    UsedForms.set(uint32_t(Range.form));
  for (const ompx::StaticPatch &Patch : Patches)
    UsedForms.set(Patch.form);
  std::vector<uint32_t> NewSymbol(Region.Values.symbols().size()),
      NewForm(Forms.size());
  for (uint32_t Symbol : symbolsOf(UsedForms).set_bits()) {
    NewSymbol[Symbol] = UsedSymbols.size();
    UsedSymbols.push_back(Symbol);
  }
  for (uint32_t Form : UsedForms.set_bits()) {
    NewForm[Form] = FirstTerm.size();
    FirstTerm.push_back(Terms.size());
    for (const Symbols::Term &Term : Forms[Form])
      Terms.push_back({Term.Factor, NewSymbol[Term.Symbol]});
  }
  FirstTerm.push_back(Terms.size());
  for (ompx::StaticAddress &Object : Objects)
    Object.form = NewForm[Object.form];
  for (ompx::StaticRange &Range : Ranges)
    Range.form = NewForm[Range.form];
  for (ompx::StaticPatch &Patch : Patches)
    Patch.form = NewForm[Patch.form];
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Constant *StaticGraphEmitter::emitArray(Constant *Elements, StringRef Name,
                                        Align Alignment) {
  auto *Variable = new GlobalVariable(
      M, Elements->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
      Elements, ".taskgraph.static." + Name);
  Variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  Variable->setAlignment(Alignment);
  Variable->setComdat(Group);
  Bytes += M.getDataLayout().getTypeAllocSize(Elements->getType());
  return Variable;
}

/// An array of structures without pointers, as it lies in memory.
template <typename T>
Constant *StaticGraphEmitter::emitWords(ArrayRef<T> Elements, StringRef Name) {
  static_assert(sizeof(T) % sizeof(uint32_t) == 0);
  if (Elements.empty())
    return ConstantPointerNull::get(Builder.getPtrTy());
  std::vector<uint32_t> Words(Elements.size() * sizeof(T) / sizeof(uint32_t));
  std::memcpy(Words.data(), Elements.data(), Elements.size() * sizeof(T));
  return emitArray(ConstantDataArray::get(M.getContext(), Words), Name);
}

Constant *StaticGraphEmitter::emitImages() {
  auto bytes = [&](uint64_t Begin, uint64_t End) {
    return ConstantDataArray::get(
        M.getContext(),
        ArrayRef<uint8_t>(ImageBytes).slice(Begin, End - Begin));
  };
  if (ImageBytes.empty())
    return nullptr;
  if (ImageAddresses.empty())
    return emitArray(bytes(0, ImageBytes.size()), "data");
  SmallVector<Constant *> Parts;
  uint64_t Begin = 0;
  for (auto [At, Address] : ImageAddresses) {
    if (At != Begin)
      Parts.push_back(bytes(Begin, At));
    Parts.push_back(Address);
    Begin = At + abi::PointerSize;
  }
  if (Begin != ImageBytes.size())
    Parts.push_back(bytes(Begin, ImageBytes.size()));
  return emitArray(ConstantStruct::getAnon(Parts, /*Packed=*/true), "data",
                   Align(ompx::MaxTaskAlignment));
}

Constant *StaticGraphEmitter::emitNodes() {
  SmallVector<Constant *> Nodes;
  Constant *None = ConstantPointerNull::get(Builder.getPtrTy());
  for (uint32_t I = 0; I < Region.Rule.nodes.size(); ++I) {
    const ompx::Node &Node = Region.Rule.nodes[I];
    Constant *Image = None;
    if (auto At = ImageOfNode.find(I); At != ImageOfNode.end())
      Image = ConstantExpr::getGetElementPtr(Builder.getInt8Ty(), Images,
                                             Builder.getInt64(At->second));
    uint32_t Kind = Node.type | uint32_t(Node.bottleneck) << 20 |
                    uint32_t(Node.no_runtime) << 21 |
                    uint32_t(Node.in_place) << 22 | uint32_t(Node.kind) << 24;
    Nodes.push_back(ConstantStruct::getAnon(
        {Builder.getInt32(Node.first_successor),
         Builder.getInt32(Node.predecessors), Builder.getInt32(Node.first_lock),
         Builder.getInt32(Node.group), Builder.getInt32(Node.block),
         Builder.getInt32(Kind), Image}));
  }
  auto *Type = ArrayType::get(Nodes.front()->getType(), Nodes.size());
  return emitArray(ConstantArray::get(Type, Nodes), "nodes");
}

Constant *StaticGraphEmitter::emitTypes() {
  Constant *None = ConstantPointerNull::get(Builder.getPtrTy());
  SmallVector<Constant *> All;
  for (const StaticRegion::Node *Of : Types) {
    GlobalVariable *Construct = Tasks.lookup(Of->HandOver);
    All.push_back(ConstantStruct::getAnon(
        {const_cast<Function *>(Of->Task->Entry),
         Construct ? static_cast<Constant *>(Construct) : None,
         Builder.getInt64(Of->Task->Size),
         Builder.getInt64(Of->Task->SharedsSize),
         Builder.getInt32(uint32_t(Of->Task->Flags)), Builder.getInt32(0)}));
  }
  if (All.empty())
    return None;
  auto *Type = ArrayType::get(All.front()->getType(), All.size());
  return emitArray(ConstantArray::get(Type, All), "types");
}

Constant *StaticGraphEmitter::emitSymbols() {
  if (UsedSymbols.empty())
    return ConstantPointerNull::get(Builder.getPtrTy());
  Function *Take = SymbolFunction(Region.Values).emit(Block, UsedSymbols);
  Take->setComdat(Group);
  return Take;
}

std::optional<Obstacle> StaticGraphEmitter::prepare() {
  Region.finish();
  findTypes();
  findImages();
  findRanges();
  return Found;
}

EmittedGraph StaticGraphEmitter::emit(uint64_t ArgsSize, Comdat *KeptWith) {
  Group = KeptWith;
  ompx::EdgeRule<RuleArray> &Rule = Region.Rule;
  uint32_t Count = Rule.nodes.size() - 1;

  for (uint32_t Object = 0; Object < Rule.objectCount(); ++Object) {
    const SymbolicValue &Address = Region.Objects[Region.keyOf(Object)];
    Objects.push_back({Address.Offset, Address.Id});
  }
  dropUnused();
  uint32_t Flags = (Rule.namesAllMemory() ? ompx::StaticAllMemory : 0) |
                   (Rule.has_taskwait ? ompx::StaticTaskwait : 0) |
                   (Rule.hasWait() ? ompx::StaticWait : 0);
  if (Patches.empty())
    FirstPatch.clear();

  Images = emitImages();
  auto number = [&](uint64_t Value) { return Builder.getInt32(Value); };
  Constant *Graph = ConstantStruct::getAnon(
      {number(StaticGraph::Version),
       number(Flags),
       number(BlockUnits),
       number(Count),
       number(Region.Roots.size()),
       number(Objects.size()),
       number(Region.Locks.size()),
       number(Types.size()),
       number(Region.GroupParents.size()),
       number(UsedSymbols.size()),
       number(FirstTerm.size() - 1),
       number(Ranges.size()),
       number(ArgsSize),
       number(0),
       emitNodes(),
       emitWords(ArrayRef(Region.Successors), "successors"),
       emitWords(ArrayRef(Region.Roots), "roots"),
       emitWords(ArrayRef(Region.Locks), "locks"),
       emitWords(ArrayRef(Region.GroupParents), "groups"),
       emitWords(ArrayRef(Rule.first_dependence.data(), Count + 1),
                 "first_dependence"),
       emitWords(ArrayRef(Rule.dependences.data(), Rule.dependences.size()),
                 "dependences"),
       emitWords(ArrayRef(Objects), "objects"),
       emitTypes(),
       emitWords(ArrayRef(Priorities), "priorities"),
       emitSymbols(),
       emitWords(ArrayRef(FirstTerm), "first_term"),
       emitWords(ArrayRef(Terms), "terms"),
       emitWords(ArrayRef(Ranges), "ranges"),
       emitWords(ArrayRef(FirstPatch), "first_patch"),
       emitWords(ArrayRef(Patches), "patches")});
  EmittedGraph Result;
  Result.Graph = cast<GlobalVariable>(emitArray(Graph, "graph"));
  Result.Nodes = Count;
  Result.Edges = Region.Successors.size();
  Result.Bytes = Bytes;
  return Result;
}
