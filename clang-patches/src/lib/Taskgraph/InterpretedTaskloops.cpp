//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The tasks of a taskloop, which the library makes of one that the block has
// filled. How many there are follows from the clauses grainsize and num_tasks;
// without either it depends on the number of threads.
//
//===----------------------------------------------------------------------===//

#include "BlockInterpreter.h"
#include "TaskgraphABI.h"
#include "llvm/IR/Constants.h"

using namespace llvm;
using namespace llvm::taskgraph;

namespace {

/// The chunks of a loop. As libomp, in numbers without sign that may wrap.
struct Division {
  uint64_t Chunks, Iterations; // of a chunk
  uint64_t Larger = 0;         // chunks that have one more
};

Division divide(uint64_t Trips, uint64_t Schedule, uint64_t Size,
                bool IsStrict) {
  if (Size > Trips)
    return Schedule == abi::Grainsize ? Division{1, Trips} : Division{Trips, 1};
  if (Schedule == abi::Grainsize && IsStrict)
    return {divideCeil(Trips, Size), Size};
  uint64_t Chunks = Schedule == abi::Grainsize ? Trips / Size : Size;
  return {Chunks, Trips / Chunks, Trips % Chunks};
}

uint64_t tripsOf(uint64_t Lower, uint64_t Upper, int64_t Step) {
  return Step > 0 ? (Upper - Lower) / uint64_t(Step) + 1
                  : (Lower - Upper) / (0 - uint64_t(Step)) + 1;
}

} // namespace

bool BlockInterpreter::taskloop(const CallBase &Call) {
  auto argument = [&](abi::TaskloopArgument At) -> const Value & {
    return *Call.getArgOperand(At);
  };
  // The proof has seen that they lead into a task that the block has made.
  SymbolicValue Task = value(*argumentOf(Call, Role::Task)),
                LowerAt = value(argument(abi::LowerArg)),
                UpperAt = value(argument(abi::UpperArg));
  const MadeTask *Pattern = TaskOfLocal.lookup(Task.Id);
  auto Lower = Pattern->Memory.load(uint64_t(LowerAt.Offset), 8),
       Upper = Pattern->Memory.load(uint64_t(UpperAt.Offset), 8);
  auto Step = number(argument(abi::StepArg));
  if (!Lower.isConcrete() || !Upper.isConcrete() || !Step || *Step == 0)
    return fail(Call, "the range of a taskloop" + NotKnown);
  auto Schedule = number(argument(abi::ScheduleArg)),
       Size = number(argument(abi::SizeArg)),
       NoGroup = number(*argumentOf(Call, Role::NoGroup));
  if (Schedule && *Schedule == abi::NoSchedule)
    return fail(Call, "without grainsize and num_tasks, how many tasks a "
                      "taskloop has depends on the number of threads");
  bool HasModifier = Call.arg_size() == abi::NumTaskloopArgs + 1;
  auto Strict = HasModifier ? number(argument(abi::StrictArg))
                            : std::optional<uint64_t>(0);
  if (!Schedule || !Size || *Size == 0 || !NoGroup || !Strict)
    return fail(Call, "how many tasks a taskloop has" + NotKnown);

  auto First = uint64_t(Lower.Offset), Last = uint64_t(Upper.Offset);
  auto Distance = int64_t(*Step);
  uint64_t Trips = tripsOf(First, Last, Distance);
  if (Trips == 0)
    return fail(Call, "a taskloop has no iterations");
  Division Into = divide(Trips, *Schedule, *Size, *Strict != 0);
  if (Into.Chunks > MaxNodes)
    return failOfSize(Call);
  bool TellsOfLast = !isa<ConstantPointerNull>(argumentOf(Call, Role::TaskDup));
  if (*NoGroup == 0 && !beginGroup())
    return false;
  uint64_t Spread = 0; // larger chunks stand among others
  for (uint64_t I = 0; I < Into.Chunks; ++I) {
    Spread += Into.Larger;
    bool IsLarger = Spread >= Into.Chunks;
    Spread -= IsLarger ? Into.Chunks : 0;
    uint64_t Others = Into.Iterations - (IsLarger ? 0 : 1);
    uint64_t End = First + *Step * Others;
    if (Distance > 0 ? End > Last : int64_t(End - Last) < 0)
      End = Last;
    Result.Tasks.push_back(std::make_unique<MadeTask>(*Pattern));
    MadeTask &Chunk = *Result.Tasks.back();
    if (!takeStepsToMove(Call, Chunk.Memory.cells().size()))
      return false;
    Chunk.Memory.store(uint64_t(LowerAt.Offset), 8,
                       SymbolicValue::number(First));
    Chunk.Memory.store(uint64_t(UpperAt.Offset), 8, SymbolicValue::number(End));
    if (TellsOfLast)
      Chunk.Memory.store(abi::TaskloopLastIteration, 4,
                         SymbolicValue::number(I + 1 == Into.Chunks));
    addTask(ompx::NodeKind::Chunk, Chunk, Call, {});
    First = End + *Step;
  }
  return *NoGroup != 0 || endGroup();
}
