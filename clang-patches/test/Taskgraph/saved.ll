; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Variables that a task saves: replays keep the recorded copy.
;
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %taskgraph_opt %s | opt -passes=constmerge -S | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

@number = global i64 0

; The variable is no input and no field, and its address is free.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; IR-LABEL: define internal void @captured.recording
; IR: call void @__kmpc_ompx_taskgraph_saved(
; IR-NEXT: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE:@.*]])
define internal void @captured(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  %word = load ptr, ptr %args
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr %word, i64 8)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @global(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr @number, i64 8)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; It is copied once, so that later changes do not matter.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @after_join(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %word = load ptr, ptr %args
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr %word, i64 8)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; A variable of the block.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @local(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  %local = alloca i64
  store i64 1, ptr %local
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr %local, i64 8)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; A variable of the block whose address is a dependence.
; CHECK: remark: {{.*}}it passes on the address of 'local', which is the block's own
define internal void @dependences(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  %local = alloca i64
  %deps = alloca { i64, i64, i8 }
  store ptr %local, ptr %deps
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr %deps, i64 8)
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 1, ptr %deps, i32 0, ptr null)
  ret void
}

; The block does not compute with what is kept.
; CHECK: remark: {{.*}}it reads back a saved value
define internal void @read_back(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  %word = load ptr, ptr %args
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr %word, i64 8)
  %half = getelementptr i8, ptr %task, i64 44
  %again = load i32, ptr %half
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Nothing else is written to the same bytes on replay.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @overwritten.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr @number, i64 4)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]])
define internal void @overwritten(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  %word = load ptr, ptr %args
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr %word, i64 8)
  %half = getelementptr i8, ptr %task, i64 44
  %value = load i32, ptr @number
  store i32 %value, ptr %half
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it saves a variable elsewhere than in a task
define internal void @to_local(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = alloca i64
  %word = load ptr, ptr %args
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr %word, i64 8)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it reads memory of the block or of elsewhere
define internal void @one_of_two(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  %word = load ptr, ptr %args
  %other = getelementptr i8, ptr %task, i64 56
  store i64 0, ptr %other
  %flag = load i1, ptr %word
  %either = select i1 %flag, ptr %word, ptr %other
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr %either, i64 8)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it passes on where its captured variables are
define internal void @word(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr %args, i64 8)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it does more with a task than to fill it
define internal void @of_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  %other = getelementptr i8, ptr %task, i64 56
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr %other, i64 8)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}runs as ordinary tasks: a construct is not replayable
define internal void @not_replayable(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  call void @__kmpc_ompx_taskgraph_plain(ptr null, i32 %gtid)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

declare void @__kmpc_ompx_taskgraph_plain(ptr, i32)

@site.captured = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.global = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_join = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.local = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dependences = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.read_back = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.overwritten = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.to_local = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.one_of_two = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.word = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.of_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.not_replayable = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.captured, i32 0, i64 0, ptr @captured, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.global, i32 0, i64 0, ptr @global, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_join, i32 0, i64 0, ptr @after_join, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.local, i32 0, i64 0, ptr @local, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dependences, i32 0, i64 0, ptr @dependences, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.read_back, i32 0, i64 0, ptr @read_back, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.overwritten, i32 0, i64 0, ptr @overwritten, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.to_local, i32 0, i64 0, ptr @to_local, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.one_of_two, i32 0, i64 0, ptr @one_of_two, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.word, i32 0, i64 0, ptr @word, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.of_task, i32 0, i64 0, ptr @of_task, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.not_replayable, i32 0, i64 0, ptr @not_replayable, ptr %args, i64 64)
  ret void
}

define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_task_with_deps(ptr, i32, ptr, i32, ptr, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
declare void @__kmpc_ompx_taskgraph_saved(ptr, ptr, i64)
