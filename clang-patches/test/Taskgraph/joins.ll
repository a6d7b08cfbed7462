; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A join orders what tasks write before what the block reads then. So later reads are
; of captured variables whose address nobody has. Here that is what word 8 points to.
;
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %taskgraph_opt %s | FileCheck %s --check-prefix=FIELDS

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

@number = global i64 0
@constant = constant i64 0

; Word 0 may be reached by others, word 8 may not.

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal void @before(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join, when a task may have changed it
define internal void @after(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal void @after_unaliased(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; All joins.
; CHECK: remark: {{.*}}it reads a captured variable after a join, when a task may have changed it
define internal void @after_group(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @__kmpc_taskgroup(ptr null, i32 %gtid)
  call void @__kmpc_end_taskgroup(ptr null, i32 %gtid)
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join, when a task may have changed it
define internal void @after_wait_for_objects(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @__kmpc_omp_taskwait_deps_51(ptr null, i32 %gtid, i32 0, ptr null, i32 0, ptr null, i32 0)
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal void @after_perhaps_waiting(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %flag.arg = getelementptr i8, ptr %args, i64 8
  %flag.word = load ptr, ptr %flag.arg
  %flag = load i32, ptr %flag.word
  call void @__kmpc_omp_taskwait_deps_51(ptr null, i32 %gtid, i32 0, ptr null, i32 0, ptr null, i32 %flag)
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join, when a task may have changed it
define internal void @after_loop(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 0, i32 0, i64 0, ptr null)
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join, when a task may have changed it
define internal void @after_loop_5(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop_5(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 0, i32 0, i64 0, i32 0, ptr null)
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; What does not wait is no join.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal void @after_group_begins(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @__kmpc_taskgroup(ptr null, i32 %gtid)
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal void @after_not_waiting(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @__kmpc_omp_taskwait_deps_51(ptr null, i32 %gtid, i32 0, ptr null, i32 0, ptr null, i32 1)
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal void @after_loop_without_group(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal void @after_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; Before a join, but again after it.
; CHECK: remark: {{.*}}it reads a captured variable after a join, when a task may have changed it
define internal void @in_loop(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  br label %loop
loop:
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %flag = icmp eq i64 %value, 0
  br i1 %flag, label %loop, label %done
done:
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join, when a task may have changed it
define internal void @in_later_block(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %flag.arg = getelementptr i8, ptr %args, i64 8
  %flag.word = load ptr, ptr %flag.arg
  %flag = load i1, ptr %flag.word
  br i1 %flag, label %wait, label %read
wait:
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  br label %read
read:
  br label %more
more:
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
define internal void @in_other_branch(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %flag.arg = getelementptr i8, ptr %args, i64 8
  %flag.word = load ptr, ptr %flag.arg
  %flag = load i1, ptr %flag.word
  br i1 %flag, label %wait, label %read
wait:
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  ret void
read:
  %local = alloca i64
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; Other memory, and values of fields.

; CHECK: remark: {{.*}}it reads 'number' after a join, when a task may have changed it
define internal void @global(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %value = load i64, ptr @number
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join, when a task may have changed it
define internal void @copied(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %word = load ptr, ptr %args
  %copy = getelementptr i8, ptr %task, i64 40
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %word, i64 16, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it reads memory after a join, when a task may have changed it
define internal void @pointee(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %pointer = load ptr, ptr %word
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %value = load i64, ptr %pointer
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; FIELDS: { ptr null, i64 0, i32 8, i32 40, i32 8, i32 1 }]
define internal void @copied_unaliased(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Words, constants and the block's own variables do not change.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal void @stable(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %word = load i64, ptr %args
  store i64 %word, ptr %local
  %own = load i64, ptr %local
  %value = load i64, ptr @constant
  store i64 %value, ptr %local
  ret void
}

; The block gives the address of the variable to a task, or does more with it.
; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal void @given_to_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @changes_shared)
  %arg0 = getelementptr i8, ptr %args, i64 8
  %word0 = load ptr, ptr %arg0
  %shareds = load ptr, ptr %task
  store ptr %word0, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal void @given_and_one_of_two(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @changes_shared)
  %flag.word = load ptr, ptr %args
  %flag = load i1, ptr %flag.word
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %either = select i1 %flag, ptr %word, ptr %flag.word
  %first = load i64, ptr %either
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %value = load i64, ptr %word
  ret void
}

; A task may share the variable if it only reads it.
; CHECK: remark: {{.*}}while {{[0-9]+}} value{{s?}} that it reads {{is|are}} unchanged
define internal void @given_to_reader(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @reads_shared)
  %arg0 = getelementptr i8, ptr %args, i64 8
  %word0 = load ptr, ptr %arg0
  %shareds = load ptr, ptr %task
  store ptr %word0, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}after a join, when a task may have changed it
define internal void @given_to_passer(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @passes_shared)
  %arg0 = getelementptr i8, ptr %args, i64 8
  %word0 = load ptr, ptr %arg0
  %shareds = load ptr, ptr %task
  store ptr %word0, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal void @given_later(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @changes_shared)
  br label %loop
loop:
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  %arg0 = getelementptr i8, ptr %args, i64 8
  %word0 = load ptr, ptr %arg0
  %task2 = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @changes_shared)
  %shareds = load ptr, ptr %task2
  store ptr %word0, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task2)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %flag = icmp eq i64 %value, 0
  br i1 %flag, label %loop, label %done
done:
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal void @given_somewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %pointer = alloca ptr
  %arg0 = getelementptr i8, ptr %args, i64 8
  %word0 = load ptr, ptr %arg0
  store ptr %word0, ptr %pointer
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; It gives away several words at once, a part of one, or one that is not known.
; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal void @given_with_others(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @changes_shared)
  %shareds = load ptr, ptr %task
  %from = getelementptr i8, ptr %args, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr %shareds, ptr %from, i64 16, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal void @given_behind_another(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @changes_shared)
  %shareds = load ptr, ptr %task
  call void @llvm.memcpy.p0.p0.i64(ptr %shareds, ptr %args, i64 16, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal void @given_in_part(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @changes_shared)
  %shareds = load ptr, ptr %task
  %from = getelementptr i8, ptr %args, i64 12
  %high = load i32, ptr %from
  %rest = getelementptr i8, ptr %shareds, i64 4
  store i32 %high, ptr %rest
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal void @given_by_index(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @changes_shared)
  %shareds = load ptr, ptr %task
  %index = load i64, ptr @number
  %from = getelementptr ptr, ptr %args, i64 %index
  %some = load ptr, ptr %from
  store ptr %some, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; Others than that of the variable may go anywhere.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
define internal void @others_given(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @changes_shared)
  %shareds = load ptr, ptr %task
  %from = getelementptr i8, ptr %args, i64 24
  call void @llvm.memcpy.p0.p0.i64(ptr %shareds, ptr %from, i64 16, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

!0 = !{i64 16, i64 8}
!1 = !{i64 0}

@site.before = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_unaliased = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_group = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_wait_for_objects = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_perhaps_waiting = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_loop = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_loop_5 = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_group_begins = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_not_waiting = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_loop_without_group = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.in_loop = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.in_later_block = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.in_other_branch = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.global = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copied = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.pointee = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copied_unaliased = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.stable = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_to_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_to_passer = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_and_one_of_two = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_to_reader = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_later = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_somewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_with_others = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_behind_another = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_in_part = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_by_index = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.others_given = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.before, i32 0, i64 0, ptr @before, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after, i32 0, i64 0, ptr @after, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_unaliased, i32 0, i64 0, ptr @after_unaliased, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_group, i32 0, i64 0, ptr @after_group, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_wait_for_objects, i32 0, i64 0, ptr @after_wait_for_objects, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_perhaps_waiting, i32 0, i64 0, ptr @after_perhaps_waiting, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_loop, i32 0, i64 0, ptr @after_loop, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_loop_5, i32 0, i64 0, ptr @after_loop_5, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_group_begins, i32 0, i64 0, ptr @after_group_begins, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_not_waiting, i32 0, i64 0, ptr @after_not_waiting, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_loop_without_group, i32 0, i64 0, ptr @after_loop_without_group, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_task, i32 0, i64 0, ptr @after_task, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.in_loop, i32 0, i64 0, ptr @in_loop, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.in_later_block, i32 0, i64 0, ptr @in_later_block, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.in_other_branch, i32 0, i64 0, ptr @in_other_branch, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.global, i32 0, i64 0, ptr @global, ptr %args, i64 64), !ompx.unaliased !1
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copied, i32 0, i64 0, ptr @copied, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.pointee, i32 0, i64 0, ptr @pointee, ptr %args, i64 64), !ompx.unaliased !1
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copied_unaliased, i32 0, i64 0, ptr @copied_unaliased, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.stable, i32 0, i64 0, ptr @stable, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.given_to_task, i32 0, i64 0, ptr @given_to_task, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.given_and_one_of_two, i32 0, i64 0, ptr @given_and_one_of_two, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.given_to_reader, i32 0, i64 0, ptr @given_to_reader, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.given_to_passer, i32 0, i64 0, ptr @given_to_passer, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.given_later, i32 0, i64 0, ptr @given_later, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.given_somewhere, i32 0, i64 0, ptr @given_somewhere, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.given_with_others, i32 0, i64 0, ptr @given_with_others, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.given_behind_another, i32 0, i64 0, ptr @given_behind_another, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.given_in_part, i32 0, i64 0, ptr @given_in_part, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.given_by_index, i32 0, i64 0, ptr @given_by_index, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.others_given, i32 0, i64 0, ptr @others_given, ptr %args, i64 64), !ompx.unaliased !0
  ret void
}

define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}
define internal i32 @reads_shared(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  %value = load i64, ptr %variable
  ret i32 0
}
define internal i32 @changes_shared(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  store i64 1, ptr %variable
  ret i32 0
}
define internal i32 @passes_shared(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  call void @unknown(ptr %variable)
  ret i32 0
}
declare void @unknown(ptr)

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare void @__kmpc_taskloop(ptr, i32, ptr, i32, ptr, ptr, i64, i32, i32, i64, ptr)
declare void @__kmpc_taskloop_5(ptr, i32, ptr, i32, ptr, ptr, i64, i32, i32, i64, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
declare void @__kmpc_omp_taskwait_deps_51(ptr, i32, i32, ptr, i32, ptr, i32)
declare void @__kmpc_taskgroup(ptr, i32)
declare void @__kmpc_end_taskgroup(ptr, i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
