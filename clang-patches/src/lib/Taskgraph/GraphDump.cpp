//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// JSON and DOT of a static graph.
//
//===----------------------------------------------------------------------===//

#include "GraphDump.h"
#include "TaskgraphABI.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::taskgraph;

static constexpr int Format = 1;

static const char *nameOf(ompx::NodeKind Kind) {
  return ompx::node_kind_names[unsigned(Kind)];
}

std::optional<SourcePlace> llvm::taskgraph::placeOfIdent(const Value &Ident) {
  const auto *Global = dyn_cast<GlobalVariable>(Ident.stripPointerCasts());
  const auto *Fields = Global && Global->hasInitializer()
                           ? dyn_cast<ConstantStruct>(Global->getInitializer())
                           : nullptr;
  StringRef Text;
  if (!Fields || Fields->getNumOperands() == 0 ||
      !getConstantStringInfo(Fields->getOperand(Fields->getNumOperands() - 1),
                             Text))
    return std::nullopt;
  SmallVector<StringRef> Parts; // ;file;function;line;column;;
  Text.split(Parts, ';');
  SourcePlace Place;
  if (Parts.size() < 5 || Parts[1] == "unknown" ||
      Parts[3].getAsInteger(10, Place.Line) ||
      Parts[4].getAsInteger(10, Place.Column) || Place.Line == 0)
    return std::nullopt;
  Place.File = Parts[1];
  Place.Function = Parts[2];
  return Place;
}

namespace {

class Writer {
public:
  Writer(StaticRegion &Region, ArrayRef<const StaticRegion::Node *> Types,
         const SourcePlace &Construct)
      : Region(Region), Rule(Region.Rule), Types(Types), Construct(Construct) {}

  void writeJson(raw_ostream &Out);
  void writeDot(raw_ostream &Out);

private:
  uint32_t count() const { return Rule.nodes.size() - 1; }
  std::optional<SourcePlace> placeOfTask(uint32_t Number) const {
    const CallBase &Alloc = *Region.Nodes[Number].Task->Alloc;
    return placeOfIdent(*Alloc.getArgOperand(0));
  }
  void writePlace(json::OStream &Json, const SourcePlace &Place);
  void writeType(json::OStream &Json, const StaticRegion::Node &Type);
  void writeNode(json::OStream &Json, uint32_t Number);
  template <typename Fn> void forEachEdge(Fn Do) {
    for (uint32_t From = 0; From < count(); ++From)
      for (uint32_t I = Rule.nodes[From].first_successor;
           I < Rule.nodes[From + 1].first_successor; ++I)
        Do(From, Region.Successors[I].node());
  }

  StaticRegion &Region;
  ompx::EdgeRule<RuleArray> &Rule;
  ArrayRef<const StaticRegion::Node *> Types;
  const SourcePlace &Construct;
};

} // namespace

void Writer::writePlace(json::OStream &Json, const SourcePlace &Place) {
  Json.object([&] {
    Json.attribute("file", Place.File);
    Json.attribute("line", Place.Line);
    Json.attribute("column", Place.Column);
    Json.attribute("function", Place.Function);
  });
}

void Writer::writeType(json::OStream &Json, const StaticRegion::Node &Type) {
  Json.object([&] {
    Json.attribute("data", Type.Task->bytes() - abi::TaskData);
    Json.attribute("proved", true);
    Json.attribute("symbol", Type.Task->Entry->getName());
  });
}

void Writer::writeNode(json::OStream &Json, uint32_t Number) {
  const ompx::Node &Node = Rule.nodes[Number];
  Json.object([&] {
    Json.attribute("number", Number);
    Json.attribute("kind", nameOf(Node.kind));
    Json.attribute("group", Node.group);
    if (Node.isTask())
      Json.attribute("type", Node.type);
    uint32_t Lock = Node.first_lock, End = Rule.nodes[Number + 1].first_lock;
    if (Lock != End)
      Json.attributeArray("locks", [&] {
        for (; Lock != End; ++Lock)
          Json.value(Region.Locks[Lock]);
      });
    uint32_t Item = Rule.first_dependence[Number],
             Last = Rule.first_dependence[Number + 1];
    if (Item != Last)
      Json.attributeArray("dependences", [&] {
        for (; Item != Last; ++Item)
          Json.array([&] {
            ompx::Dependence Of = Rule.dependences[Item];
            if (Of.object() == ompx::Dependence::None)
              Json.value(nullptr);
            else
              Json.value(Of.object());
            Json.value(nameOf(Of));
          });
      });
    if (!Node.isTask())
      return;
    if (auto Place = placeOfTask(Number)) {
      Json.attributeBegin("place");
      writePlace(Json, *Place);
      Json.attributeEnd();
    }
  });
}

void Writer::writeJson(raw_ostream &Out) {
  json::OStream Json(Out, /*IndentSize=*/1);
  Json.object([&] {
    Json.attribute("format", Format);
    Json.attributeBegin("construct");
    writePlace(Json, Construct);
    Json.attributeEnd();
    Json.attribute("graph_id", 0);
    Json.attribute("replayable", true);
    Json.attribute("objects", Rule.objectCount());
    Json.attributeArray("types", [&] {
      for (const StaticRegion::Node *Type : Types)
        writeType(Json, *Type);
    });
    Json.attributeArray("groups", [&] {
      for (uint32_t Parent : Region.GroupParents)
        Json.object([&] {
          Json.attribute("parent", Parent);
          Json.attribute("reductions", 0);
        });
    });
    Json.attributeArray("nodes", [&] {
      for (uint32_t I = 0; I < count(); ++I)
        writeNode(Json, I);
    });
    Json.attributeArray("edges", [&] {
      forEachEdge([&](uint32_t From, uint32_t To) {
        Json.array([&] {
          Json.value(From);
          Json.value(To);
        });
      });
    });
  });
  Out << '\n';
}

void Writer::writeDot(raw_ostream &Out) {
  Out << "digraph taskgraph {\n  label=\"";
  Out.write_escaped(Construct.File);
  Out << ':' << Construct.Line << ':' << Construct.Column
      << " static\";\n  " << ompx::dot_style << '\n';
  for (uint32_t I = 0; I < count(); ++I) {
    const ompx::Node &Node = Rule.nodes[I];
    Out << "  n" << I << " [label=\"" << I << ": " << nameOf(Node.kind);
    if (!Node.isTask()) {
      Out << "\", shape=oval];\n";
      continue;
    }
    if (auto Place = placeOfTask(I)) {
      Out << "\\n";
      Out.write_escaped(sys::path::filename(Place->File));
      Out << ':' << Place->Line;
    }
    Out << "\", fillcolor=" << ompx::dotColour(Node.type) << "];\n";
  }
  forEachEdge([&](uint32_t From, uint32_t To) {
    Out << "  n" << From << " -> n" << To << ";\n";
  });
  Out << "}\n";
}

Error llvm::taskgraph::dumpGraph(StringRef Folder, StaticRegion &Region,
                                 ArrayRef<const StaticRegion::Node *> Types,
                                 const SourcePlace &Construct,
                                 unsigned Number) {
  if (std::error_code Code = sys::fs::create_directories(Folder))
    return createFileError(Folder, Code);
  SmallString<128> Stem(Folder);
  sys::path::append(
      Stem, sys::path::filename(Construct.File) + "-" + Twine(Construct.Line) +
                "-" + Twine(Construct.Column) + "-static-" + Twine(Number));
  Writer Graph(Region, Types, Construct);
  if (Error E = writeToOutput((Stem + ".json").str(), [&](raw_ostream &Out) {
        Graph.writeJson(Out);
        return Error::success();
      }))
    return E;
  return writeToOutput((Stem + ".dot").str(), [&](raw_ostream &Out) {
    Graph.writeDot(Out);
    return Error::success();
  });
}
