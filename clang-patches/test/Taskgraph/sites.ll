; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Which sites get a recording: those that have the layout the pass knows, and one
; region whose code is at hand.
;
; RUN: %taskgraph_opt %s | FileCheck %s
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
; RUN: sed -e s/p272:64:64/p272:64:64-p:32:32/ %s > %t.ll
; RUN: %taskgraph_opt %t.ll | FileCheck %s --check-prefix=NONE
; RUN: sed -e 's/ptr %args, i64 0)/ptr %args, i64 0, i64 0)/' -e 's/, ptr, ptr, i64)$/, ptr, ptr, i64, i64)/' %s > %t.later.ll
; RUN: %taskgraph_opt %t.later.ll | FileCheck %s --check-prefix=NONE
; RUN: %taskgraph_opt %s | %taskgraph_opt | FileCheck %s --check-prefix=AGAIN

; Once recorded, a site stays as it is.
; AGAIN-COUNT-7: define internal void @{{.*}}.recording{{[.0-9]*}}(
; AGAIN-NOT: .recording{{[.0-9]*}}(

; Pointers of another size, and another entry point of the same name.
; NONE-NOT: recording

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }
%later = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr, ptr }

$shared = comdat any
$inline.site = comdat any

; CHECK: @shared = linkonce_odr global %site { {{.*}} ptr @region.recording, ptr null }, comdat
@shared = linkonce_odr global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }, comdat

; The same region again: its clone, and not another one.
; CHECK: @same.region = {{.*}} ptr @region.recording, ptr null }
@same.region = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @version2 = {{.*}} ptr null, ptr null }
@version2 = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 2, i32 0, ptr null, ptr null }

; CHECK: @more.fields = {{.*}} ptr null, ptr null, ptr null }
@more.fields = internal global %later { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null, ptr null }

; CHECK: @recorded = {{.*}} ptr @foreign, ptr null }
@recorded = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr @foreign, ptr null }

; CHECK: @zero = {{.*}} zeroinitializer
@zero = internal global %site zeroinitializer

; CHECK: @elsewhere = external global %site
@elsewhere = external global %site

; CHECK: @copy.of.external = available_externally global {{.*}} ptr null, ptr null }
@copy.of.external = available_externally global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @function.not.known = {{.*}} ptr null, ptr null }
@function.not.known = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @function.declared = {{.*}} ptr null, ptr null }
@function.declared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @function.replaceable = {{.*}} ptr null, ptr null }
@function.replaceable = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @function.other = {{.*}} ptr null, ptr null }
@function.other = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @function.with.more = {{.*}} ptr null, ptr null }
@function.with.more = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @function.with.number = {{.*}} ptr null, ptr null }
@function.with.number = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @function.with.result = {{.*}} ptr null, ptr null }
@function.with.result = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @two.functions = {{.*}} ptr null, ptr null }
@two.functions = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; Called in two places, the same.
; CHECK: @two.calls = {{.*}} ptr @other.recording, ptr null }
@two.calls = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; What holds in one place need not hold in another: the word is aliased.
; CHECK: @two.facts = {{.*}} ptr null, ptr null }
@two.facts = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; The same with two sites of one region.
; CHECK: @of.fact = {{.*}} ptr null, ptr null }
@of.fact = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @of.other.fact = {{.*}} ptr null, ptr null }
@of.other.fact = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @two.equal.facts = {{.*}} ptr @waits.recording, ptr null }
@two.equal.facts = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @other.signature = {{.*}} ptr null, ptr null }
@other.signature = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @recursive = {{.*}} ptr @recurses.recording, ptr null }
@recursive = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @in.comdat = {{.*}} ptr @grouped.recording, ptr null }
@in.comdat = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

; CHECK: @inline.site = {{.*}} ptr @inline.region.recording, ptr null }, comdat
@inline.site = linkonce_odr hidden global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }, comdat

; CHECK: @debugged = {{.*}} ptr @with.lines.recording, ptr null }
@debugged = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define internal void @region(ptr %args) {
  ret void
}

define internal void @other(ptr %args) {
  ret void
}

declare void @declared(ptr)
declare void @foreign(ptr, ptr)

define weak void @replaceable(ptr %args) {
  ret void
}

define internal void @with.more(ptr %args, ptr %more) {
  ret void
}

define internal void @with.number(i64 %args) {
  ret void
}

define internal i32 @with.result(ptr %args) {
  ret i32 0
}

define internal i32 @no.region(ptr %args, ptr %more) {
  ret i32 0
}

define internal void @waits.aliased(ptr %args) {
  %local = alloca i32
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %word = load ptr, ptr %args
  %value = load i32, ptr %word
  store i32 %value, ptr %local
  ret void
}

define internal void @waits.twice(ptr %args) {
  %local = alloca i32
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %word = load ptr, ptr %args
  %value = load i32, ptr %word
  store i32 %value, ptr %local
  ret void
}

define internal void @waits(ptr %args) {
  %local = alloca i32
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %word = load ptr, ptr %args
  %value = load i32, ptr %word
  store i32 %value, ptr %local
  ret void
}

define internal void @ends.other(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @__kmpc_end_taskgroup(i32 %gtid)
  ret void
}

; A region whose task meets the construct again.
define internal void @recurses(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 0, ptr @recurse)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

define internal i32 @recurse(i32 %gtid, ptr %task) {
  call void @encounter.again(ptr null)
  ret i32 0
}

define void @encounter.again(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @recursive, i32 0, i64 0, ptr @recurses, ptr %args, i64 0)
  ret void
}

; The clone is kept where the site is, whatever group the region is in. It is
; internal also where the region is not.
; CHECK: define internal void @region.recording(ptr %args, ptr %recorder) {
; CHECK: define internal void @grouped.recording(ptr %args, ptr %recorder) {
; CHECK: define internal void @inline.region.recording(ptr %args, ptr %recorder) comdat($inline.site) {
define internal void @grouped(ptr %args) comdat($shared) {
  ret void
}

define linkonce_odr hidden void @inline.region(ptr %args) comdat($inline.site) {
  ret void
}

; Calls in the clone have their lines.
; CHECK: define internal void @with.lines.recording(ptr %args, ptr %recorder) !dbg [[CLONE:![0-9]+]] {
; CHECK: call void @__kmpc_ompx_taskgraph_read({{.*}}), !dbg [[LINE:![0-9]+]]
; CHECK-NEXT: load i32, ptr %word, align 4, !dbg [[LINE]]
; CHECK: [[LINE]] = !DILocation(line: 7, column: 3, scope: [[CLONE]])
define internal void @with.lines(ptr %args) !dbg !5 {
  %local = alloca i32
  %word = load ptr, ptr %args
  %value = load i32, ptr %word, !dbg !6
  store i32 %value, ptr %local
  ret void
}

; REMARK-COUNT-3: remark: {{.*}}taskgraph is replayed without its block{{$}}
; REMARK-COUNT-8: remark: {{.*}}its function is not known
; REMARK-COUNT-2: remark: {{.*}}taskgraph is replayed without its block{{$}}
; REMARK-COUNT-3: remark: {{.*}}it reads a captured variable after a join
; REMARK-COUNT-2: remark: {{.*}}taskgraph is replayed without its block while 1 value that it reads is unchanged
; REMARK: remark: {{.*}}it has a construct that does more than make tasks (__kmpc_end_taskgroup)
; REMARK-COUNT-2: remark: {{.*}}taskgraph is replayed without its block{{$}}
; REMARK: remark: {{.*}}taskgraph is replayed without its block while 1 value that it reads is unchanged
define void @encounters(ptr %args, ptr %function) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @shared, i32 0, i64 0, ptr @region, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @same.region, i32 0, i64 0, ptr @region, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @version2, i32 0, i64 0, ptr @region, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @more.fields, i32 0, i64 0, ptr @region, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @recorded, i32 0, i64 0, ptr @region, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @zero, i32 0, i64 0, ptr @region, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @elsewhere, i32 0, i64 0, ptr @region, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @copy.of.external, i32 0, i64 0, ptr @region, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @function.not.known, i32 0, i64 0, ptr %function, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @function.declared, i32 0, i64 0, ptr @declared, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @function.replaceable, i32 0, i64 0, ptr @replaceable, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @function.other, i32 0, i64 0, ptr @no.region, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @function.with.more, i32 0, i64 0, ptr @with.more, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @function.with.number, i32 0, i64 0, ptr @with.number, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @function.with.result, i32 0, i64 0, ptr @with.result, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @two.functions, i32 0, i64 0, ptr @region, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @two.functions, i32 0, i64 0, ptr @other, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @two.calls, i32 0, i64 0, ptr @other, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @two.calls, i32 0, i64 0, ptr @other, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @two.facts, i32 0, i64 0, ptr @waits.aliased, ptr %args, i64 0), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @two.facts, i32 0, i64 0, ptr @waits.aliased, ptr %args, i64 0), !ompx.unaliased !1
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @two.facts, i32 0, i64 0, ptr @waits.aliased, ptr %args, i64 0), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @of.fact, i32 0, i64 0, ptr @waits.twice, ptr %args, i64 0), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @of.other.fact, i32 0, i64 0, ptr @waits.twice, ptr %args, i64 0), !ompx.unaliased !1
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @two.equal.facts, i32 0, i64 0, ptr @waits, ptr %args, i64 0), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @two.equal.facts, i32 0, i64 0, ptr @waits, ptr %args, i64 0), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @other.signature, i32 0, i64 0, ptr @ends.other, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @in.comdat, i32 0, i64 0, ptr @grouped, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @inline.site, i32 0, i64 0, ptr @inline.region, ptr %args, i64 0)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @debugged, i32 0, i64 0, ptr @with.lines, ptr %args, i64 0)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
declare void @__kmpc_end_taskgroup(i32)

!llvm.module.flags = !{!2}
!llvm.dbg.cu = !{!3}
!0 = !{i64 0}
!1 = !{i64 8}
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4, emissionKind: LineTablesOnly)
!4 = !DIFile(filename: "region.c", directory: "/")
!5 = distinct !DISubprogram(name: "with.lines", file: !4, line: 5, type: !7, unit: !3, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !5)
!7 = !DISubroutineType(types: !8)
!8 = !{}
