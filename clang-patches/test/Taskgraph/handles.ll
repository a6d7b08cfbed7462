; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Values that the library or the stack gave out: the number of the thread, reductions,
; results. They may be another time's when the block reads the same, and a replay must
; not keep them.
;
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

@number = global i64 0

; A reduction may be given to a task: the front end has it search for its own.

; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @reduction_given(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %reduction, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @reduction_given_to_taskloop(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  store i64 0, ptr %lower
  store i64 7, ptr %upper
  %copy = getelementptr i8, ptr %task, i64 80
  store ptr %reduction, ptr %copy
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; Not where the library looks at it.

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @reduction_as_priority(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %priority = getelementptr i8, ptr %task, i64 32
  store ptr %reduction, ptr %priority
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @reduction_as_bound(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  store ptr %reduction, ptr %lower
  store i64 7, ptr %upper
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @reduction_as_reductions(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  store i64 0, ptr %lower
  store i64 7, ptr %upper
  %copy = getelementptr i8, ptr %task, i64 72
  store ptr %reduction, ptr %copy
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @reduction_somewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %index = load i64, ptr @number
  %place = getelementptr i8, ptr %task, i64 %index
  store ptr %reduction, ptr %place
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Nor where a task looks for shared variables.
; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @reduction_shared(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %shareds = load ptr, ptr %task
  %shared = getelementptr i8, ptr %shareds, i64 40
  store ptr %reduction, ptr %shared
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Nor in a variable.
; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @reduction_kept(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %variable = alloca ptr
  store ptr %reduction, ptr %variable
  ret void
}

; A task gets no number of a thread: a replay would keep that of the recording.

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_as_priority(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %priority = getelementptr i8, ptr %task, i64 32
  store i32 %gtid, ptr %priority
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_as_lower_bound(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  store i32 %gtid, ptr %lower
  store i64 7, ptr %upper
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_as_upper_bound(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  store i64 0, ptr %lower
  store i32 %gtid, ptr %upper
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_as_step(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  store i64 0, ptr %lower
  store i64 7, ptr %upper
  %step = getelementptr i8, ptr %task, i64 56
  store i32 %gtid, ptr %step
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_as_grainsize(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  store i64 0, ptr %lower
  store i64 7, ptr %upper
  %size = zext i32 %gtid to i64
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 1, i64 %size, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_as_schedule(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  store i64 0, ptr %lower
  store i64 7, ptr %upper
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 %gtid, i64 4, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_given(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  store i32 %gtid, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_given_to_taskloop(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  store i64 0, ptr %lower
  store i64 7, ptr %upper
  %copy = getelementptr i8, ptr %task, i64 80
  store i32 %gtid, ptr %copy
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_shared(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %shareds = load ptr, ptr %task
  store i32 %gtid, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @result_given(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %result = call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %copy = getelementptr i8, ptr %task, i64 40
  store i32 %result, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_compared(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %first = icmp eq i32 %gtid, 0
  br i1 %first, label %one, label %other
one:
  ret void
other:
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_stored(ptr %args) {
  %variable = alloca i32
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  store i32 %gtid, ptr %variable
  ret void
}

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @reduction_read_back(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %reduction, ptr %copy
  %again = load i64, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @reduction_copied_back(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %local = alloca [16 x i8]
  %copy = getelementptr i8, ptr %task, i64 48
  store ptr %reduction, ptr %copy
  %all = getelementptr i8, ptr %task, i64 40
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %all, i64 16, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Other bytes of the task may be read.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @others_read_back(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %copy = getelementptr i8, ptr %task, i64 48
  store ptr %reduction, ptr %copy
  %before = getelementptr i8, ptr %task, i64 44
  store i32 1, ptr %before
  %again = load i32, ptr %before
  %behind = getelementptr i8, ptr %task, i64 56
  store i32 1, ptr %behind
  %again2 = load i32, ptr %behind
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @number_as_count(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 %gtid, ptr null, i32 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @reduction_read(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  %value = load i32, ptr %reduction
  ret void
}

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @reduction_copied(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %local = alloca i32
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %reduction, i64 4, i1 false)
  ret void
}

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @result_used(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %result = call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %queued = icmp eq i32 %result, 0
  ret void
}

; The stack's state goes back to the stack.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @stack(ptr %args) {
  %state = call ptr @llvm.stacksave.p0()
  %variable = alloca i32, i64 4
  call void @llvm.stackrestore.p0(ptr %state)
  ret void
}

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @stack_read(ptr %args) {
  %state = call ptr @llvm.stacksave.p0()
  %value = load i32, ptr %state
  ret void
}

; CHECK: remark: {{.*}}it computes with what only the library knows
define internal void @stack_stored(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %state = call ptr @llvm.stacksave.p0()
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %state, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

@site.reduction_given = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_given_to_taskloop = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_as_priority = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_as_bound = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_as_reductions = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_somewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_shared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_kept = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_as_priority = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_as_lower_bound = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_as_upper_bound = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_as_step = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_as_grainsize = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_as_schedule = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_given = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_given_to_taskloop = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_shared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.result_given = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_compared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_stored = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_read_back = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_copied_back = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.others_read_back = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_as_count = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_read = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_copied = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.result_used = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.stack = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.stack_read = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.stack_stored = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_given, i32 0, i64 0, ptr @reduction_given, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_given_to_taskloop, i32 0, i64 0, ptr @reduction_given_to_taskloop, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_as_priority, i32 0, i64 0, ptr @reduction_as_priority, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_as_bound, i32 0, i64 0, ptr @reduction_as_bound, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_as_reductions, i32 0, i64 0, ptr @reduction_as_reductions, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_somewhere, i32 0, i64 0, ptr @reduction_somewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_shared, i32 0, i64 0, ptr @reduction_shared, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_kept, i32 0, i64 0, ptr @reduction_kept, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_as_priority, i32 0, i64 0, ptr @number_as_priority, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_as_lower_bound, i32 0, i64 0, ptr @number_as_lower_bound, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_as_upper_bound, i32 0, i64 0, ptr @number_as_upper_bound, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_as_step, i32 0, i64 0, ptr @number_as_step, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_as_grainsize, i32 0, i64 0, ptr @number_as_grainsize, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_as_schedule, i32 0, i64 0, ptr @number_as_schedule, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_given, i32 0, i64 0, ptr @number_given, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_given_to_taskloop, i32 0, i64 0, ptr @number_given_to_taskloop, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_shared, i32 0, i64 0, ptr @number_shared, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.result_given, i32 0, i64 0, ptr @result_given, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_compared, i32 0, i64 0, ptr @number_compared, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_stored, i32 0, i64 0, ptr @number_stored, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_read_back, i32 0, i64 0, ptr @reduction_read_back, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_copied_back, i32 0, i64 0, ptr @reduction_copied_back, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.others_read_back, i32 0, i64 0, ptr @others_read_back, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_as_count, i32 0, i64 0, ptr @number_as_count, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_read, i32 0, i64 0, ptr @reduction_read, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_copied, i32 0, i64 0, ptr @reduction_copied, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.result_used, i32 0, i64 0, ptr @result_used, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.stack, i32 0, i64 0, ptr @stack, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.stack_read, i32 0, i64 0, ptr @stack_read, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.stack_stored, i32 0, i64 0, ptr @stack_stored, ptr %args, i64 64)
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
declare void @__kmpc_taskloop(ptr, i32, ptr, i32, ptr, ptr, i64, i32, i32, i64, ptr)
declare ptr @__kmpc_taskred_init(i32, i32, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
