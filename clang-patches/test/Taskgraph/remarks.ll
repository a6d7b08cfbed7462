; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Where remarks point to: a proved construct's own line, once, else what stopped
; the proof, or the construct where that has no line. Variables have their names in
; the program, functions are demangled.
;
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:

; CHECK: remark: program.cpp:30:1: taskgraph is replayed without its block
; CHECK: remark: program.cpp:31:1: taskgraph is replayed without its block
; CHECK: remark: program.cpp:12:7: taskgraph runs its block to refill the recorded tasks: it calls 'tick(int)', which may do more than make tasks
; CHECK: remark: program.cpp:33:1: taskgraph runs its block to refill the recorded tasks: it calls 'tick(int)', which may do more than make tasks
; CHECK: remark: program.cpp:16:9: taskgraph runs its block to refill the recorded tasks: a task shares 'total', which is the block's own
; CHECK: remark: program.cpp:35:1: taskgraph runs its block to refill the recorded tasks: it changes 'space::counter', which outlives it
; CHECK: remark: program.cpp:36:1: taskgraph runs its block to refill the recorded tasks: it passes on the address of a variable, which is the block's own
; CHECK: remark: program.cpp:37:1: taskgraph runs its block to refill the recorded tasks: it is compiled without optimisation
; CHECK: remark: program.cpp:38:1: taskgraph runs its block to refill the recorded tasks: it changes 'sum', which outlives it
; CHECK: remark: program.cpp:39:1: taskgraph runs its block to refill the recorded tasks: it changes a captured variable, which outlives it

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

@_ZN5space7counterE = global i32 0
@proved = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@calls = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@calls.without.line = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@shares = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@changes = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@passes = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@plain = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@changes.named = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@changes.unnamed = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define internal void @region.proved(ptr %args) !dbg !10 {
  ret void
}

define internal void @region.calls(ptr %args) !dbg !11 {
  call void @_Z4ticki(i32 1), !dbg !21
  ret void
}

define internal void @region.calls.without.line(ptr %args) {
  call void @_Z4ticki(i32 1)
  ret void
}

define internal void @region.shares(ptr %args) !dbg !12 {
  %1 = alloca i32
    #dbg_value(ptr %1, !13, !DIExpression(DW_OP_deref), !22)
  %gtid = call i32 @__kmpc_global_thread_num(ptr null), !dbg !22
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @entry), !dbg !22
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %1, ptr %copy, !dbg !23
  ret void
}

define internal void @region.changes(ptr %args) {
  store i32 1, ptr @_ZN5space7counterE
  ret void
}

define internal void @region.passes(ptr %args) {
  %1 = alloca i32
  %2 = ptrtoint ptr %1 to i64
  %3 = add i64 %2, 1
  ret void
}

define internal void @region.plain(ptr %args) noinline optnone {
  ret void
}

define internal void @region.changes.named(ptr %args) !dbg !14 {
    #dbg_declare(ptr %args, !15, !DIExpression(DW_OP_plus_uconst, 0, DW_OP_deref), !24)
    #dbg_declare(ptr %args, !16, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_deref), !24)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store i32 1, ptr %word
  ret void
}

define internal void @region.changes.unnamed(ptr %args) !dbg !17 {
    #dbg_declare(ptr %args, !18, !DIExpression(), !25)
    #dbg_declare(ptr %args, !18, !DIExpression(DW_OP_plus_uconst, 0, DW_OP_deref), !25)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store i32 1, ptr %word
  ret void
}

define void @encounters(ptr %args) !dbg !9 {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @proved, i32 0, i64 0, ptr @region.proved, ptr %args, i64 0), !dbg !30
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @proved, i32 0, i64 0, ptr @region.proved, ptr %args, i64 0), !dbg !31
  ; A copy that inlining has made has none of its own.
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @proved, i32 0, i64 0, ptr @region.proved, ptr %args, i64 0), !dbg !40
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @calls, i32 0, i64 0, ptr @region.calls, ptr %args, i64 0), !dbg !32
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @calls.without.line, i32 0, i64 0, ptr @region.calls.without.line, ptr %args, i64 0), !dbg !33
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @shares, i32 0, i64 0, ptr @region.shares, ptr %args, i64 0), !dbg !34
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @changes, i32 0, i64 0, ptr @region.changes, ptr %args, i64 0), !dbg !35
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @passes, i32 0, i64 0, ptr @region.passes, ptr %args, i64 0), !dbg !36
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @plain, i32 0, i64 0, ptr @region.plain, ptr %args, i64 0), !dbg !37
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @changes.named, i32 0, i64 0, ptr @region.changes.named, ptr %args, i64 0), !dbg !38
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @changes.unnamed, i32 0, i64 0, ptr @region.changes.unnamed, ptr %args, i64 0), !dbg !39
  ret void
}

define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}

declare void @_Z4ticki(i32)
declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "program.cpp", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!9 = distinct !DISubprogram(name: "encounters", file: !2, line: 29, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!10 = distinct !DISubprogram(name: "proved", file: !2, line: 5, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!11 = distinct !DISubprogram(name: "calls", file: !2, line: 11, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!12 = distinct !DISubprogram(name: "shares", file: !2, line: 14, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!13 = !DILocalVariable(name: "total", scope: !12, file: !2, line: 15, type: !5)
!14 = distinct !DISubprogram(name: "changes.named", file: !2, line: 18, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!15 = !DILocalVariable(name: "count", scope: !14, file: !2, line: 18, type: !5)
!16 = !DILocalVariable(name: "sum", scope: !14, file: !2, line: 18, type: !5)
!17 = distinct !DISubprogram(name: "changes.unnamed", file: !2, line: 19, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!18 = !DILocalVariable(name: "count", scope: !17, file: !2, line: 19, type: !5)
!21 = !DILocation(line: 12, column: 7, scope: !11)
!22 = !DILocation(line: 15, column: 7, scope: !12)
!23 = !DILocation(line: 16, column: 9, scope: !12)
!24 = !DILocation(line: 18, column: 1, scope: !14)
!25 = !DILocation(line: 19, column: 1, scope: !17)
!30 = !DILocation(line: 30, column: 1, scope: !9)
!31 = !DILocation(line: 31, column: 1, scope: !9)
!32 = !DILocation(line: 32, column: 1, scope: !9)
!33 = !DILocation(line: 33, column: 1, scope: !9)
!34 = !DILocation(line: 34, column: 1, scope: !9)
!35 = !DILocation(line: 35, column: 1, scope: !9)
!36 = !DILocation(line: 36, column: 1, scope: !9)
!37 = !DILocation(line: 37, column: 1, scope: !9)
!38 = !DILocation(line: 38, column: 1, scope: !9)
!39 = !DILocation(line: 39, column: 1, scope: !9)
!40 = !DILocation(line: 30, column: 1, scope: !10, inlinedAt: !31)
