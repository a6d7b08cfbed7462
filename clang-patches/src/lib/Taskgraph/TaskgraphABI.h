//===- TaskgraphABI.h - What compiler and library agree on ------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, layouts and constants of docs/entry-points.md and of libomp's
// kmp_task_t, as the pass sees them. Sizes and offsets are in bytes, for
// targets with pointers of eight bytes; the pass leaves others alone.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CLANG_LIB_TASKGRAPH_TASKGRAPHABI_H
#define LLVM_CLANG_LIB_TASKGRAPH_TASKGRAPHABI_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm::taskgraph::abi {

constexpr uint64_t PointerSize = 8;

/// void __kmpc_ompx_taskgraph(loc, gtid, site, flags, graph_id, region, args,
///                            args_size)
constexpr StringLiteral Encounter = "__kmpc_ompx_taskgraph";
enum EncounterArgument : unsigned {
  SiteArg = 2,
  FlagsArg = 3,
  RegionArg = 5,
  ArgsArg = 6,
  ArgsSizeArg = 7,
  NumArgs = 8
};

/// Bits of its flags.
enum EncounterFlag : uint32_t {
  TypeStatic = 32,
  HasTarget = 64,
  TypeDynamic = 128
};

/// Metadata of that call: byte offsets in args of the captured variables whose
/// address only captures of OpenMP constructs take.
constexpr StringLiteral Unaliased = "ompx.unaliased";

/// Fields of ompx_taskgraph_site_t.
enum SiteField : unsigned {
  SiteFileField = 1,
  SiteFunctionField = 2,
  SiteLineField = 3,
  SiteColumnField = 4,
  SiteVersionField = 5,
  SiteRecordingField = 7,
  SiteGraphField = 8,
  NumSiteFields = 9
};
constexpr uint64_t SiteVersion = 1;

constexpr StringLiteral NotReplayable = "__kmpc_ompx_taskgraph_plain";

/// void __kmpc_ompx_taskgraph_read(recorder, base, address, size)
constexpr StringLiteral ReadCall = "__kmpc_ompx_taskgraph_read";
/// What the address of a read is derived from, when it is not the value of a
/// captured word, whose offset in args is the base.
enum ReadBase : int64_t { AbsoluteBase = -1, ArgsBase = -2 };

/// void __kmpc_ompx_taskgraph_write(recorder, base, address, size)
constexpr StringLiteral WriteCall = "__kmpc_ompx_taskgraph_write";

/// void __kmpc_ompx_taskgraph_task(recorder, task, description)
constexpr StringLiteral TaskCall = "__kmpc_ompx_taskgraph_task";
/// ompx_taskgraph_task_t::flags
enum TaskFlag : uint32_t { TaskChangesData = 1, TaskWithoutRuntime = 2 };
/// ompx_taskgraph_field_t::flags
enum FieldFlag : uint32_t { FieldIsValue = 1, FieldInShareds = 2 };

/// Offsets in kmp_task_t. The task's own data lie behind it; a taskloop's task
/// has bounds, step, the flag of the last iteration and its reductions between.
enum TaskOffset : int64_t {
  TaskShareds = 0,
  TaskEntry = 8,
  TaskDestructors = 24,
  TaskPriority = 32,
  TaskData = 40,
  TaskloopLastIteration = 64,
  TaskloopData = 80
};

/// void __kmpc_taskloop(loc, gtid, task, if, lower, upper, step, nogroup,
///                      schedule, size, task_dup)
/// __kmpc_taskloop_5() has `strict` before the last.
enum TaskloopArgument : unsigned {
  LowerArg = 4,
  UpperArg = 5,
  StepArg = 6,
  ScheduleArg = 8,
  SizeArg = 9,
  StrictArg = 10,
  NumTaskloopArgs = 11
};
enum TaskloopSchedule : uint64_t { NoSchedule, Grainsize, NumTasks };

/// kmp_tasking_flags_t, as the compiler passes them to __kmpc_omp_task_alloc.
enum AllocFlag : uint64_t {
  AllocTied = 0x1,
  AllocFinal = 0x2,
  AllocDestructors = 0x8,
  AllocPriority = 0x20,
  AllocDetachable = 0x40,
  AllocFreeAgent = 0x80,
  AllocCannotWait = 0x8000 // ours, of those that are reserved
};

} // namespace llvm::taskgraph::abi

#endif
