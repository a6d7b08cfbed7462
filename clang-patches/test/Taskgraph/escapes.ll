; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Values that are not the same whenever the block reads the same: addresses of its
; variables, of its tasks and of args. handles.ll has what the library gave out.
;
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

%dep = type { i64, i64, i8 }

@number = global i64 0

; A task must not know where a variable of the block is.

; CHECK: remark: {{.*}}a task shares 'variable', which is the block's own
define internal void @shared(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %variable = alloca i32
  %shareds = load ptr, ptr %task
  store ptr %variable, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}a task shares 'array', which is the block's own
define internal void @shared_element(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %array = alloca [4 x i32]
  %element = getelementptr i8, ptr %array, i64 8
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %element, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it passes on the address of 'variable', which is the block's own
define internal void @kept_pointer(ptr %args) {
  %variable = alloca i32
  %pointer = alloca ptr
  store ptr %variable, ptr %pointer
  ret void
}

; CHECK: remark: {{.*}}it passes on the address of 'variable', which is the block's own
define internal void @compared(ptr %args) {
  %variable = alloca i32
  %word = load ptr, ptr %args
  %same = icmp eq ptr %variable, %word
  ret void
}

; CHECK: remark: {{.*}}it passes on the address of 'variable', which is the block's own
define internal void @compared_with_own(ptr %args) {
  %variable = alloca i32
  %other = alloca i32
  %less = icmp ult ptr %variable, %other
  ret void
}

; CHECK: remark: {{.*}}it passes on the address of 'variable', which is the block's own
define internal void @computed(ptr %args) {
  %variable = alloca i32
  %number = ptrtoint ptr %variable to i64
  %aligned = and i64 %number, 63
  ret void
}

; CHECK: remark: {{.*}}it passes on the address of 'variable', which is the block's own
define internal void @index(ptr %args) {
  %variable = alloca i32
  %number = ptrtoint ptr %variable to i64
  %element = getelementptr i8, ptr @number, i64 %number
  ret void
}

; CHECK: remark: {{.*}}it passes on the address of 'variable', which is the block's own
define internal void @copy_size(ptr %args) {
  %variable = alloca i32
  %other = alloca i32
  %number = ptrtoint ptr %variable to i64
  call void @llvm.memset.p0.i64(ptr %other, i8 0, i64 %number, i1 false)
  ret void
}

; CHECK: remark: {{.*}}it passes on the address of 'variable', which is the block's own
define internal void @one_of_two(ptr %args) {
  %variable = alloca i32
  %word = load ptr, ptr %args
  %flag = load i1, ptr %word
  %either = select i1 %flag, ptr %variable, ptr null
  ret void
}

; A pointer that walks through a variable of the block, up to its end.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @walk(ptr %args) {
  %array = alloca [4 x i32]
  %end = getelementptr i8, ptr %array, i64 16
  br label %loop
loop:
  %at = phi ptr [ %array, %0 ], [ %next, %loop ]
  store i32 1, ptr %at
  %value = load i32, ptr %at
  %next = getelementptr i8, ptr %at, i64 4
  %more = icmp ne ptr %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Two variables that a loop makes of one declaration are not one object.
; CHECK: remark: {{.*}}it passes on the address of 'array', which is the block's own
define internal void @not_one_object(ptr %args) {
  br label %loop
loop:
  %n = phi i64 [ 1, %0 ], [ %m, %loop ]
  %m = add i64 %n, 1
  %array = alloca i32, i64 %m
  %start = getelementptr i8, ptr %array, i64 0
  %more = icmp ult ptr %start, %array
  br i1 %more, label %loop, label %done
done:
  ret void
}

; As a dependence, it may be named: as a number or as a pointer.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @dependence(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %variable = alloca i32
  %deps = alloca [2 x %dep]
  %object = ptrtoint ptr %variable to i64
  store i64 %object, ptr %deps
  %second = getelementptr i8, ptr %deps, i64 24
  store ptr %variable, ptr %second
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 1, ptr %deps, i32 0, ptr null)
  ret void
}

; Not when the array of dependences is read again.
; CHECK: remark: {{.*}}it passes on the address of 'variable', which is the block's own
define internal void @dependence_read(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %variable = alloca i32
  %deps = alloca [1 x %dep]
  %object = ptrtoint ptr %variable to i64
  store i64 %object, ptr %deps
  %again = load i64, ptr %deps
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 1, ptr %deps, i32 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it passes on the address of 'variable', which is the block's own
define internal void @dependence_copied(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %variable = alloca i32
  %deps = alloca [1 x %dep]
  store ptr %variable, ptr %deps
  %copy = getelementptr i8, ptr %task, i64 40
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %deps, i64 8, i1 false)
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 1, ptr %deps, i32 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}its dependences are not in an array of the block
define internal void @dependences_elsewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %deps = load ptr, ptr %word
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 1, ptr %deps, i32 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}its dependences are not in an array of the block
define internal void @more_dependences_elsewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %deps = load ptr, ptr %word
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 0, ptr null, i32 1, ptr %deps)
  ret void
}

; CHECK: remark: {{.*}}its dependences are not in an array of the block
define internal void @awaited_elsewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %word = load ptr, ptr %args
  %deps = load ptr, ptr %word
  call void @__kmpc_omp_taskwait_deps_51(ptr null, i32 %gtid, i32 1, ptr %deps, i32 0, ptr null, i32 0)
  ret void
}

; CHECK: remark: {{.*}}its dependences are not in an array of the block
define internal void @more_awaited_elsewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %word = load ptr, ptr %args
  %deps = load ptr, ptr %word
  call void @__kmpc_omp_taskwait_deps_51(ptr null, i32 %gtid, i32 0, ptr null, i32 1, ptr %deps, i32 0)
  ret void
}

; CHECK: remark: {{.*}}it passes on the address of 'variable', which is the block's own
define internal void @reduction_item(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %variable = alloca i32
  %deps = alloca [1 x %dep]
  call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %deps)
  store ptr %variable, ptr %deps
  ret void
}

; CHECK: remark: {{.*}}it calls 'look', which may do more than make tasks
define internal void @passed(ptr %args) {
  %variable = alloca i32
  call void @look(ptr %variable)
  ret void
}

; CHECK: remark: {{.*}}it passes on the address of 'variable', which is the block's own
define internal void @hashed(ptr %args) {
  %variable = alloca i32
  %number = call i64 @hash(ptr %variable)
  ret void
}

; Args are where the encountering function has them.

; CHECK: remark: {{.*}}it passes on where its captured variables are
define internal void @args_stored(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %args, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it passes on where its captured variables are
define internal void @args_compared(ptr %args) {
  %word = load ptr, ptr %args
  %same = icmp eq ptr %args, %word
  ret void
}

; CHECK: remark: {{.*}}it passes on where its captured variables are
define internal void @args_hashed(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %number = call i64 @hash(ptr %arg)
  ret void
}

; A task is a new one in each run.

; CHECK: remark: {{.*}}it does more with a task than to fill it
define internal void @task_stored(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %copy, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it does more with a task than to fill it
define internal void @shareds_stored(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %shareds = load ptr, ptr %task
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %shareds, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it does more with a task than to fill it
define internal void @task_as_dependence(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %deps = alloca [1 x %dep]
  store ptr %task, ptr %deps
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 1, ptr %deps, i32 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it does more with a task than to fill it
define internal void @task_compared(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %none = icmp eq ptr %task, null
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Two tasks that a loop makes with one call are not one object.
; CHECK: remark: {{.*}}it does more with a task than to fill it
define internal void @tasks_compared(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy = getelementptr i8, ptr %task, i64 40
  %first = icmp eq ptr %task, %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it does more with a task than to fill it
define internal void @task_number(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %number = ptrtoint ptr %task to i64
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it hands over a task that it did not just make
define internal void @another_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %other = getelementptr i8, ptr %task, i64 8
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %other)
  ret void
}

; CHECK: remark: {{.*}}it hands over a task that it did not just make
define internal void @captured_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %word)
  ret void
}

; CHECK: remark: {{.*}}it hands over a task that it did not just make
define internal void @reduction_as_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  %reduction = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %reduction)
  ret void
}

declare void @look(ptr)
declare i64 @hash(ptr) nounwind willreturn memory(none)

@site.shared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shared_element = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.kept_pointer = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.compared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.compared_with_own = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.computed = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.index = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copy_size = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.one_of_two = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.walk = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.not_one_object = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dependence = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dependence_read = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dependence_copied = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dependences_elsewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.more_dependences_elsewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.awaited_elsewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.more_awaited_elsewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_item = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.passed = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.hashed = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.args_stored = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.args_compared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.args_hashed = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.task_stored = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shareds_stored = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.task_as_dependence = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.task_compared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.tasks_compared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.task_number = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.another_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.captured_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction_as_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shared, i32 0, i64 0, ptr @shared, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shared_element, i32 0, i64 0, ptr @shared_element, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.kept_pointer, i32 0, i64 0, ptr @kept_pointer, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.compared, i32 0, i64 0, ptr @compared, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.compared_with_own, i32 0, i64 0, ptr @compared_with_own, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.computed, i32 0, i64 0, ptr @computed, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.index, i32 0, i64 0, ptr @index, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copy_size, i32 0, i64 0, ptr @copy_size, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.one_of_two, i32 0, i64 0, ptr @one_of_two, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.walk, i32 0, i64 0, ptr @walk, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.not_one_object, i32 0, i64 0, ptr @not_one_object, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dependence, i32 0, i64 0, ptr @dependence, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dependence_read, i32 0, i64 0, ptr @dependence_read, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dependence_copied, i32 0, i64 0, ptr @dependence_copied, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dependences_elsewhere, i32 0, i64 0, ptr @dependences_elsewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.more_dependences_elsewhere, i32 0, i64 0, ptr @more_dependences_elsewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.awaited_elsewhere, i32 0, i64 0, ptr @awaited_elsewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.more_awaited_elsewhere, i32 0, i64 0, ptr @more_awaited_elsewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_item, i32 0, i64 0, ptr @reduction_item, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.passed, i32 0, i64 0, ptr @passed, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.hashed, i32 0, i64 0, ptr @hashed, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.args_stored, i32 0, i64 0, ptr @args_stored, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.args_compared, i32 0, i64 0, ptr @args_compared, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.args_hashed, i32 0, i64 0, ptr @args_hashed, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.task_stored, i32 0, i64 0, ptr @task_stored, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shareds_stored, i32 0, i64 0, ptr @shareds_stored, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.task_as_dependence, i32 0, i64 0, ptr @task_as_dependence, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.task_compared, i32 0, i64 0, ptr @task_compared, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.tasks_compared, i32 0, i64 0, ptr @tasks_compared, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.task_number, i32 0, i64 0, ptr @task_number, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.another_task, i32 0, i64 0, ptr @another_task, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.captured_task, i32 0, i64 0, ptr @captured_task, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction_as_task, i32 0, i64 0, ptr @reduction_as_task, ptr %args, i64 64)
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
declare ptr @__kmpc_taskred_init(i32, i32, ptr)
declare void @__kmpc_omp_taskwait_deps_51(ptr, i32, i32, ptr, i32, ptr, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
