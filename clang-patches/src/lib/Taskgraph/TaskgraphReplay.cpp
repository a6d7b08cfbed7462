//===- TaskgraphReplay.cpp - Which taskgraphs need not run again ----------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks tasks that wait for nobody. Finds the taskgraph constructs of a module,
// has their regions proved, puts the recording clone into the site, and reports
// the result.
//
//===----------------------------------------------------------------------===//

#include "clang/Taskgraph/TaskgraphReplay.h"
#include "CapturedConstants.h"
#include "GraphDump.h"
#include "RecordingClone.h"
#include "RegionProof.h"
#include "StaticGraphEmitter.h"
#include "TaskMarks.h"
#include "TaskgraphABI.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/KnownBits.h"
#include <map>

#define DEBUG_TYPE "taskgraph"

using namespace llvm;
using namespace llvm::taskgraph;

namespace {
enum class StaticMode { Off, On, Required };
} // namespace

static cl::opt<StaticMode> BuildStatic(
    "taskgraph-static", cl::init(StaticMode::On),
    cl::desc("Whether task graphs are built while compiling"),
    cl::values(clEnumValN(StaticMode::Off, "off", "never"),
               clEnumValN(StaticMode::On, "on", "where it is possible"),
               clEnumValN(StaticMode::Required, "required",
                          "with an error where it is not possible")));
static cl::opt<unsigned>
    MaxStaticNodes("taskgraph-static-nodes", cl::init(1 << 14),
                   cl::desc("Largest task graph to build while compiling"));

static cl::opt<std::string>
    DumpFolder("taskgraph-dump",
               cl::desc("Where to write the graphs that are built"));

namespace {

using Calls = SmallVector<CallBase *, 1>;

/// The calls that begin taskgraphs. Inlining makes several of one.
struct Encounters {
  explicit Encounters(Module &M);

  MapVector<GlobalVariable *, Calls> OfSite;
  DenseMap<Function *, Calls> OfRegion;
};

/// What is known of a region.
struct Verdict {
  Function *Recording = nullptr;
  size_t NumReads = 0;
  std::optional<Obstacle> Found;
  EmittedGraph Static;
  std::optional<Obstacle> NotStatic;
};

class RegionRecorder {
public:
  RegionRecorder(Encounters &Found, FunctionAnalysisManager &Analyses)
      : Found(Found), Analyses(Analyses) {}

  /// Gives the site a recording, if its region is proved.
  bool record(GlobalVariable &Site, const Calls &Calls);

private:
  const Verdict &judge(Function &Region, const GlobalVariable &Site);
  void buildGraph(Function &Region, const Recipe &Recipe,
                  const RecordingClone &Clone, const GlobalVariable &Site,
                  Verdict &Verdict);
  void dump(StaticRegion &Region, ArrayRef<const StaticRegion::Node *> Types,
            const GlobalVariable &Site);
  void reportProof(const Calls &Calls, const Verdict &Verdict);
  void reportNotStatic(const Obstacle &Found);
  void diagnoseNotStatic(const GlobalVariable &Site, const Calls &Calls,
                         const Instruction &At, const Twine &Reason);
  void reportObstacle(CallBase &Call, const Obstacle &Found);
  void reportObstacle(CallBase &Call, const Twine &Reason,
                      bool Refused = false);
  OptimizationRemarkEmitter &remarks(Function &F) {
    return Analyses.getResult<OptimizationRemarkEmitterAnalysis>(F);
  }

  Encounters &Found;
  FunctionAnalysisManager &Analyses;
  DenseMap<const Function *, Verdict> Verdicts;
  StringMap<unsigned> Dumped; // by the construct's place
};

} // namespace

//===----------------------------------------------------------------------===//
// Calls and sites
//===----------------------------------------------------------------------===//

/// Looks in the order of the program, on which nothing depends but the order of
/// remarks and of what is emitted.
Encounters::Encounters(Module &M) {
  Function *Callee = M.getFunction(abi::Encounter);
  if (!Callee)
    return;
  SmallPtrSet<const Function *, 8> Callers;
  for (const User *User : Callee->users())
    if (const auto *I = dyn_cast<Instruction>(User))
      Callers.insert(I->getFunction());
  for (Function &F : M) {
    if (!Callers.contains(&F))
      continue;
    for (Instruction &I : instructions(F)) {
      if (!isEncounter(I))
        continue;
      auto &Call = cast<CallBase>(I);
      Value *Site = Call.getArgOperand(abi::SiteArg);
      if (isa<GlobalVariable>(Site))
        OfSite[cast<GlobalVariable>(Site)].push_back(&Call);
      if (Function *Region = regionOf(Call))
        OfRegion[Region].push_back(&Call);
    }
  }
}

/// Whether the variable is a site as this compiler makes it, and has no
/// recording yet.
static bool isFreeSite(const GlobalVariable &Site) {
  if (!Site.hasInitializer() || Site.isDeclarationForLinker())
    return false;
  const auto *Value = dyn_cast<ConstantStruct>(Site.getInitializer());
  if (!Value || Value->getNumOperands() != abi::NumSiteFields)
    return false;
  const auto *Version =
      dyn_cast<ConstantInt>(Value->getOperand(abi::SiteVersionField));
  return Version && Version->equalsInt(abi::SiteVersion) &&
         isa<ConstantPointerNull>(Value->getOperand(abi::SiteRecordingField));
}

/// Where the construct stands.
static SourcePlace placeOf(const GlobalVariable &Site) {
  auto *Value = cast<ConstantStruct>(Site.getInitializer());
  auto number = [&](abi::SiteField Field) {
    const auto *Number = dyn_cast<ConstantInt>(Value->getOperand(Field));
    return Number ? Number->getZExtValue() : 0;
  };
  SourcePlace Place;
  getConstantStringInfo(Value->getOperand(abi::SiteFileField), Place.File);
  getConstantStringInfo(Value->getOperand(abi::SiteFunctionField),
                        Place.Function);
  Place.Line = number(abi::SiteLineField);
  Place.Column = number(abi::SiteColumnField);
  return Place;
}

static void setField(GlobalVariable &Site, abi::SiteField Field,
                     Constant &Content) {
  auto *Value = cast<ConstantStruct>(Site.getInitializer());
  SmallVector<Constant *> Fields;
  for (Use &Field : Value->operands())
    Fields.push_back(cast<Constant>(Field));
  Fields[Field] = &Content;
  Site.setInitializer(ConstantStruct::get(Value->getType(), Fields));
}

/// The words of args that are unaliased in all calls.
static SmallVector<int64_t> unaliasedWords(const Calls &Calls) {
  SmallVector<int64_t> Common;
  for (const CallBase *Call : Calls) {
    SmallVector<int64_t> Words;
    if (const MDNode *Node = Call->getMetadata(abi::Unaliased))
      for (const MDOperand &Operand : Node->operands())
        if (auto *Word = mdconst::dyn_extract<ConstantInt>(Operand))
          Words.push_back(Word->getSExtValue());
    if (Call == Calls.front())
      Common = Words;
    else
      erase_if(Common,
               [&](int64_t Word) { return !is_contained(Words, Word); });
  }
  return Common;
}

/// Whether the flags of a call say so.
static bool isOfType(const Calls &Calls, abi::EncounterFlag Type) {
  return any_of(Calls, [&](const CallBase *Call) {
    KnownBits Flags = computeKnownBits(Call->getArgOperand(abi::FlagsArg),
                                       Call->getDataLayout());
    return (Flags.One & Type) != 0;
  });
}

/// The region of all these calls, if its code is at hand.
static Function *findRegion(const Calls &Calls) {
  Function *Region = regionOf(*Calls.front());
  bool IsKnown =
      Region && !Region->isDeclaration() && !Region->isInterposable() &&
      Region->arg_size() == 1 && Region->getArg(0)->getType()->isPointerTy() &&
      Region->getReturnType()->isVoidTy() &&
      all_of(Calls,
             [&](const CallBase *Call) { return regionOf(*Call) == Region; });
  return IsKnown ? Region : nullptr;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

bool RegionRecorder::record(GlobalVariable &Site, const Calls &Calls) {
  if (!isFreeSite(Site))
    return false;
  Function *Region = findRegion(Calls);
  if (isOfType(Calls, abi::HasTarget)) {
    StringRef Reason = "it has a target construct and is compiled for a device";
    reportObstacle(*Calls.front(), Reason, /*Refused=*/true);
    diagnoseNotStatic(Site, Calls, *Calls.front(), Reason);
    return false;
  }
  if (!Region || Region->hasOptNone()) {
    StringRef Reason = Region ? "it is compiled without optimisation"
                              : "its function is not known";
    reportObstacle(*Calls.front(), Reason);
    diagnoseNotStatic(Site, Calls, *Calls.front(), Reason);
    return false;
  }
  const Verdict &Verdict = judge(*Region, Site);
  if (Verdict.Found) {
    reportObstacle(*Calls.front(), *Verdict.Found);
    diagnoseNotStatic(Site, Calls, *Verdict.Found->At, Verdict.Found->Reason);
    return false;
  }
  if (Verdict.NotStatic)
    diagnoseNotStatic(Site, Calls, *Verdict.NotStatic->At,
                      Verdict.NotStatic->Reason);
  if (Verdict.Recording->getComdat() != Site.getComdat())
    Verdict.Recording->setComdat(nullptr);
  setField(Site, abi::SiteRecordingField, *Verdict.Recording);
  if (Verdict.Static.Graph)
    setField(Site, abi::SiteGraphField, *Verdict.Static.Graph);
  reportProof(Calls, Verdict);
  return true;
}

const Verdict &RegionRecorder::judge(Function &Region,
                                     const GlobalVariable &Site) {
  auto [Entry, New] = Verdicts.try_emplace(&Region);
  Verdict &Verdict = Entry->second;
  if (!New)
    return Verdict;
  RegionProof Proof(Region, unaliasedWords(Found.OfRegion[&Region]),
                    Analyses.getResult<DominatorTreeAnalysis>(Region),
                    Analyses.getResult<TargetLibraryAnalysis>(Region));
  Verdict.Found = Proof.find();
  if (!Verdict.Found) {
    RecordingClone Clone(Region, Analyses.getResult<LoopAnalysis>(Region));
    Verdict.Recording = Clone.make(Proof.recipe());
    // The linker keeps the recording where it keeps the site.
    Verdict.Recording->setComdat(const_cast<Comdat *>(Site.getComdat()));
    Verdict.NumReads = Proof.recipe().Reads.size();
    if (BuildStatic != StaticMode::Off &&
        Region.getDataLayout().isLittleEndian() &&
        !isOfType(Found.OfRegion[&Region], abi::TypeDynamic))
      buildGraph(Region, Proof.recipe(), Clone, Site, Verdict);
  }
  return Verdict;
}

/// Else other translation units may have calls, too, or calls may be made that
/// are not seen.
static bool isUsedOnlyBy(const GlobalValue &Value, const Calls &Calls) {
  return Value.hasLocalLinkage() && all_of(Value.users(), [&](const User *U) {
           return is_contained(Calls, U);
         });
}

/// Builds the region's graph, if the block alone decides it.
void RegionRecorder::buildGraph(Function &Region, const Recipe &Recipe,
                                const RecordingClone &Clone,
                                const GlobalVariable &Site, Verdict &Verdict) {
  const Calls &Calls = Found.OfRegion[&Region];
  auto Dominators = [&](Function &F) -> const DominatorTree & {
    return Analyses.getResult<DominatorTreeAnalysis>(F);
  };
  for (CallBase *Call : Calls)
    if (Call->getArgOperand(abi::SiteArg) != &Site) {
      Verdict.NotStatic = Obstacle{Call, "several constructs have its block"};
      return;
    }
  bool AllCallsKnown = isUsedOnlyBy(Site, Calls) && isUsedOnlyBy(Region, Calls);
  // A block may read a variable thousands of times.
  std::map<std::tuple<int64_t, int64_t, uint64_t>, const Constant *> Known;
  BlockInterpreter Interpreter(
      Region,
      [&](int64_t Word, int64_t Offset, uint64_t Size) -> const Constant * {
        if (!AllCallsKnown)
          return nullptr;
        auto [Entry, New] = Known.try_emplace({Word, Offset, Size});
        if (New)
          Entry->second =
              findCapturedConstant(Calls, Dominators, Word, Offset, Size);
        return Entry->second;
      },
      MaxStaticNodes);
  Verdict.NotStatic = Interpreter.run();
  const auto *ArgsSize =
      dyn_cast<ConstantInt>(Calls.front()->getArgOperand(abi::ArgsSizeArg));
  if (Verdict.NotStatic || !ArgsSize)
    return;
  StaticRegion Result = Interpreter.takeResult();
  StaticGraphEmitter Emitter(Result, Region, Recipe, Clone.descriptions());
  Verdict.NotStatic = Emitter.prepare();
  if (Verdict.NotStatic)
    return;
  if (!DumpFolder.empty())
    dump(Result, Emitter.types(), Site);
  Verdict.Static = Emitter.emit(ArgsSize->getZExtValue(),
                                const_cast<Comdat *>(Site.getComdat()));
}

/// What the user gets who asked for a graph, and where it is asked for.
void RegionRecorder::diagnoseNotStatic(const GlobalVariable &Site,
                                       const Calls &Calls,
                                       const Instruction &At,
                                       const Twine &Reason) {
  bool IsRequired =
      BuildStatic == StaticMode::Required && !isOfType(Calls, abi::TypeDynamic);
  if (!IsRequired && !isOfType(Calls, abi::TypeStatic))
    return;
  const Function &F = *At.getFunction();
  DebugLoc Loc =
      At.getDebugLoc() ? At.getDebugLoc() : Calls.front()->getDebugLoc();
  SourcePlace Place = placeOf(Site);
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F,
      "the graph of the taskgraph at " + Place.File + ":" + Twine(Place.Line) +
          ":" + Twine(Place.Column) +
          " cannot be built at compile time: " + Reason,
      Loc, IsRequired ? DS_Error : DS_Warning));
}

/// A folder that cannot be written costs a warning.
void RegionRecorder::dump(StaticRegion &Region,
                          ArrayRef<const StaticRegion::Node *> Types,
                          const GlobalVariable &Site) {
  SourcePlace Place = placeOf(Site);
  unsigned &Number =
      Dumped[(Place.File + ":" + Twine(Place.Line) + ":" + Twine(Place.Column))
                 .str()];
  if (Error E = dumpGraph(DumpFolder, Region, Types, Place, ++Number))
    Site.getContext().diagnose(DiagnosticInfoGeneric(
        "a task graph is not written: " + toString(std::move(E)), DS_Warning));
}

static OptimizationRemark describeStatic(CallBase &Call,
                                         const EmittedGraph &Graph) {
  OptimizationRemark Remark(DEBUG_TYPE, "Static", &Call);
  Remark << "taskgraph is built by the compiler";
  Remark << ": " << ore::NV("Nodes", Graph.Nodes) << " nodes, "
         << ore::NV("Edges", Graph.Edges) << " edges, "
         << ore::NV("Bytes", Graph.Bytes) << " bytes";
  return Remark;
}

void RegionRecorder::reportNotStatic(const Obstacle &Found) {
  auto *Region = const_cast<Function *>(Found.At->getFunction());
  remarks(*Region).emit([&] {
    return OptimizationRemarkMissed(DEBUG_TYPE, "Recorded", Found.At)
           << "taskgraph is recorded at run time: " << Found.Reason;
  });
}

/// Once for all copies of a call that inlining and unrolling have made.
void RegionRecorder::reportProof(const Calls &Calls, const Verdict &Verdict) {
  size_t NumReads = Verdict.NumReads;
  if (Verdict.NotStatic)
    reportNotStatic(*Verdict.NotStatic);
  DenseSet<std::pair<unsigned, unsigned>> Reported; // lines and columns
  for (CallBase *Call : Calls) {
    const DebugLoc &Loc = Call->getDebugLoc();
    if (Loc && !Reported.insert({Loc.getLine(), Loc.getCol()}).second)
      continue;
    remarks(*Call->getFunction()).emit([&] {
      if (Verdict.Static.Graph)
        return describeStatic(*Call, Verdict.Static);
      OptimizationRemark Remark(DEBUG_TYPE, "Replayed", Call);
      Remark << "taskgraph is replayed without its block";
      if (NumReads == 1)
        Remark << " while 1 value that it reads is unchanged";
      else if (NumReads)
        Remark << " while " << ore::NV("Reads", unsigned(NumReads))
               << " values that it reads are unchanged";
      return Remark;
    });
  }
}

static constexpr StringLiteral Missed =
    "taskgraph runs its block to refill the recorded tasks: ";
static constexpr StringLiteral Plain = "taskgraph runs as ordinary tasks: ";

void RegionRecorder::reportObstacle(CallBase &Call, const Obstacle &Found) {
  if (!Found.At->getDebugLoc())
    return reportObstacle(Call, Found.Reason, Found.Refused);
  auto *Region = const_cast<Function *>(Found.At->getFunction());
  remarks(*Region).emit([&] {
    return OptimizationRemarkMissed(
               DEBUG_TYPE, Found.Refused ? "Plain" : "Refilled", Found.At)
           << (Found.Refused ? Plain : Missed) << Found.Reason;
  });
}

void RegionRecorder::reportObstacle(CallBase &Call, const Twine &Reason,
                                    bool Refused) {
  remarks(*Call.getFunction()).emit([&] {
    return OptimizationRemarkMissed(DEBUG_TYPE, Refused ? "Plain" : "Refilled",
                                    &Call)
           << (Refused ? Plain : Missed) << Reason.str();
  });
}

PreservedAnalyses TaskgraphReplayPass::run(Module &M,
                                           ModuleAnalysisManager &AM) {
  if (M.getDataLayout().getPointerSize() != abi::PointerSize)
    return PreservedAnalyses::all();
  FunctionAnalysisManager &Analyses =
      AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool Changed = markTasks(M, Analyses);
  Encounters Found(M);
  RegionRecorder Recorder(Found, Analyses);
  for (const auto &[Site, Calls] : Found.OfSite)
    Changed |= Recorder.record(*Site, Calls);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
