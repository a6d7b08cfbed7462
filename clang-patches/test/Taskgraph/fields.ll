; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Values that are only copied into tasks are not compared but copied again: they are
; fields of the task's description. Each condition for that is missing once.
;
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %taskgraph_opt %s | opt -passes=constmerge -S | FileCheck %s --check-prefix=IR
; RUN: %taskgraph_opt %s | FileCheck %s --check-prefix=FIELDS

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

@number = global i64 0
@numbers = global [4 x i64] zeroinitializer
@table = constant [4 x i64] zeroinitializer

; A description without fields, used wherever a value is noted instead.
; IR: [[NONE:@.taskgraph.task[.0-9]*]] = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }

; FIELDS: @.taskgraph.task = {{.*}} { ptr null, i32 0, i32 2 }
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @no_data(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Values of all sizes, from captured variables, from parts of them, and from globals.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; FIELDS: constant [6 x { ptr, i64, i32, i32, i32, i32 }] [
; FIELDS-SAME: { ptr null, i64 0, i32 0, i32 40, i32 8, i32 1 },
; FIELDS-SAME: { ptr null, i64 4, i32 0, i32 48, i32 1, i32 1 },
; FIELDS-SAME: { ptr @number, i64 0, i32 -1, i32 56, i32 8, i32 1 },
; FIELDS-SAME: { ptr @numbers, i64 16, i32 -1, i32 64, i32 8, i32 1 },
; FIELDS-SAME: { ptr null, i64 8, i32 0, i32 72, i32 24, i32 1 },
; FIELDS-SAME: { ptr @number, i64 0, i32 -1, i32 0, i32 8, i32 3 }]
; IR-LABEL: define internal void @values.recording
; IR-NOT: taskgraph_read
; IR: ret void
define internal void @values(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  %part = getelementptr i8, ptr %word, i64 4
  %value2 = load i8, ptr %part
  %copy2 = getelementptr i8, ptr %task, i64 48
  store i8 %value2, ptr %copy2
  %value3 = load double, ptr @number
  %copy3 = getelementptr i8, ptr %task, i64 56
  store double %value3, ptr %copy3
  %value4 = load i64, ptr getelementptr (i8, ptr @numbers, i64 16)
  %copy4 = getelementptr i8, ptr %task, i64 64
  store i64 %value4, ptr %copy4
  %struct = getelementptr i8, ptr %word, i64 8
  %copy5 = getelementptr i8, ptr %task, i64 72
  call void @llvm.memcpy.p0.p0.i64(ptr %copy5, ptr %struct, i64 24, i1 false)
  %shareds = load ptr, ptr %task
  %value6 = load i64, ptr @number
  store i64 %value6, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; One value for two tasks.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; FIELDS: constant [1 x {{.*}} { ptr null, i64 0, i32 0, i32 40, i32 8, i32 1 }]
; FIELDS: constant [1 x {{.*}} { ptr null, i64 0, i32 0, i32 56, i32 8, i32 1 }]
define internal void @two_tasks(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %task2 = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %copy2 = getelementptr i8, ptr %task2, i64 56
  store i64 %value, ptr %copy2
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task2)
  ret void
}

; A task that is handed over in one of two places has the field in both.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; FIELDS: constant [1 x {{.*}} { ptr null, i64 0, i32 0, i32 40, i32 8, i32 1 }]
; IR-LABEL: define internal void @handed_over_twice.recording
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[FIRST:@.*]])
; IR: call i32 @__kmpc_omp_task(
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[SECOND:@.*]])
; IR: call i32 @__kmpc_omp_task_with_deps(
define internal void @handed_over_twice(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  %flag = load i32, ptr @number
  %is = icmp eq i32 %flag, 0
  br i1 %is, label %one, label %other
one:
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
other:
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 0, ptr null, i32 0, ptr null)
  ret void
}

; A taskloop's task has its own data behind its bounds, which count as used.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; FIELDS: constant [1 x {{.*}} { ptr null, i64 8, i32 0, i32 80, i32 8, i32 1 }]
; IR-LABEL: define internal void @taskloop.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR-NOT: taskgraph_read
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task,
; IR-NEXT: call void @__kmpc_taskloop(
define internal void @taskloop(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %lower = getelementptr i8, ptr %task, i64 40
  store i64 0, ptr %lower
  %upper = getelementptr i8, ptr %task, i64 48
  store i64 %value, ptr %upper
  %address2 = getelementptr i8, ptr %word, i64 8
  %value2 = load i64, ptr %address2
  %copy = getelementptr i8, ptr %task, i64 80
  store i64 %value2, ptr %copy
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; A task that is a plain one in another branch has bounds, too.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @taskloop_or_task.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @taskloop_or_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %lower = getelementptr i8, ptr %task, i64 40
  store i64 0, ptr %lower
  %upper = getelementptr i8, ptr %task, i64 48
  store i64 %value, ptr %upper
  %flag = load i32, ptr @number
  %is = icmp eq i32 %flag, 0
  br i1 %is, label %loop, label %one
loop:
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
one:
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; What the library reads of a task is not copied behind its back.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @priority.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @priority(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %priority = getelementptr i8, ptr %task, i64 32
  store i64 %value, ptr %priority
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Not before the task is handed over in each case.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @sometimes.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @sometimes(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %flag = load i32, ptr @number
  %is = icmp eq i32 %flag, 0
  br i1 %is, label %set, label %ready
set:
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  br label %ready
ready:
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; After it was handed over in one of two places.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @too_late.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @too_late(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %flag = load i32, ptr @number
  %is = icmp eq i32 %flag, 0
  br i1 %is, label %one, label %other
one:
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
other:
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 0, ptr null, i32 0, ptr null)
  ret void
}

; A task that is not handed over has no description.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @not_handed_over.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR-NOT: taskgraph_task
; IR: ret void
define internal void @not_handed_over(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  ret void
}

; Another write to some of the bytes.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @written_again.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @written_again(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  %half = getelementptr i8, ptr %task, i64 44
  store i32 0, ptr %half
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Another write to bytes that are not known.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @written_somewhere.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @written_somewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  %index = load i64, ptr @number
  %somewhere = getelementptr i8, ptr %copy, i64 %index
  store i8 0, ptr %somewhere
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; A place in the task that is not known.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @copied_somewhere.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @copied_somewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %index = load i64, ptr @number
  %copy = getelementptr i8, ptr %task, i64 %index
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Writes to the shared variables' addresses are others.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; FIELDS: constant [1 x {{.*}} { ptr null, i64 0, i32 0, i32 40, i32 8, i32 1 }]
define internal void @written_elsewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  %before = getelementptr i8, ptr %task, i64 48
  store i8 0, ptr %before
  %shareds = load ptr, ptr %task
  %shared = getelementptr i8, ptr %shareds, i64 40
  store ptr null, ptr %shared
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; The block reads the value back.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @read_back.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @read_back(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %local = alloca i32
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  %half = getelementptr i8, ptr %task, i64 44
  %again = load i32, ptr %half
  store i32 %again, ptr %local
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @word_read_back.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @word_read_back(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %local = alloca ptr
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %shareds, i64 8, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; The value has another use, or is changed on its way.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @used.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @used(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %local = alloca i64
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  store i64 %value, ptr %local
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @converted.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @converted(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  %more = add i64 %value, 1
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %more, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; A copy whose source or target the library could not find.
; CHECK: remark: {{.*}}while 3 values that it reads are unchanged
; IR-LABEL: define internal void @found_nowhere.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr @number, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %source, i64 16)
; IR-NEXT: call void @llvm.memcpy
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 16)
; IR-NEXT: call void @llvm.memmove
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @found_nowhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %index = load i64, ptr @number
  %source = getelementptr i8, ptr %word, i64 %index
  %copy = getelementptr i8, ptr %task, i64 40
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %source, i64 16, i1 false)
  %somewhere = getelementptr i8, ptr %copy, i64 %index
  call void @llvm.memmove.p0.p0.i64(ptr %somewhere, ptr %word, i64 16, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Sources at a distance that varies.
; CHECK: remark: {{.*}}while 4 values that it reads are unchanged
; IR-LABEL: define internal void @varying.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr @number, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %element, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %element, i64 16)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %either, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @varying(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %index = load i64, ptr @number
  %element = getelementptr i64, ptr %word, i64 %index
  %value = load i64, ptr %element
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  %copy2 = getelementptr i8, ptr %task, i64 48
  call void @llvm.memcpy.p0.p0.i64(ptr %copy2, ptr %element, i64 16, i1 false)
  %is = icmp eq i64 %index, 0
  %next = getelementptr i8, ptr %word, i64 8
  %either = select i1 %is, ptr %word, ptr %next
  %value2 = load i64, ptr %either
  %copy3 = getelementptr i8, ptr %task, i64 64
  store i64 %value2, ptr %copy3
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @walking.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %at, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @walking(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %word = load ptr, ptr %args
  %end = getelementptr i8, ptr %word, i64 32
  br label %loop
loop:
  %at = phi ptr [ %word, %0 ], [ %next, %loop ]
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %value = load i64, ptr %at
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %next = getelementptr i8, ptr %at, i64 8
  %more = icmp ne ptr %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A copy may be large, and what is told to the compiler of a value does not matter.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; FIELDS: { ptr null, i64 8, i32 0, i32 48, i32 800, i32 1 }, { {{.*}} } { ptr null, i64 0, i32 0, i32 40, i32 8, i32 1 }]
define internal void @large(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %array = getelementptr i8, ptr %word, i64 8
  %copy = getelementptr i8, ptr %task, i64 48
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %array, i64 800, i1 false)
  %pointer = load ptr, ptr %word
  call void @llvm.assume(i1 true) [ "align"(ptr %pointer, i64 8) ]
  %copy2 = getelementptr i8, ptr %task, i64 40
  store ptr %pointer, ptr %copy2
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; What is behind a pointer that was read is noted; constants are not.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @pointee.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr %pointer, i64 8)
; IR-NOT: taskgraph_read
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[NONE]]
define internal void @pointee(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %pointer = load ptr, ptr %word
  %value = load i64, ptr %pointer
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  %constant = load i64, ptr getelementptr (i8, ptr @table, i64 8)
  %copy2 = getelementptr i8, ptr %task, i64 48
  store i64 %constant, ptr %copy2
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; In a loop, each task has its field.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; FIELDS: constant [1 x {{.*}} { ptr null, i64 8, i32 0, i32 40, i32 8, i32 1 }]
; FIELDS-NOT: constant [
define internal void @loop(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %word = load ptr, ptr %args
  br label %again
again:
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %address = getelementptr i8, ptr %word, i64 8
  %value = load i64, ptr %address
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %n = load i64, ptr %word
  %more = icmp ne i64 %n, 0
  br i1 %more, label %again, label %done
done:
  ret void
}

@site.no_data = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.values = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.two_tasks = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.handed_over_twice = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.taskloop = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.taskloop_or_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.priority = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.sometimes = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.too_late = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.not_handed_over = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.written_again = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.written_somewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copied_somewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.written_elsewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.read_back = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.word_read_back = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.used = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.converted = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.found_nowhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.varying = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.walking = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.large = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.pointee = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.loop = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.no_data, i32 0, i64 0, ptr @no_data, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.values, i32 0, i64 0, ptr @values, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.two_tasks, i32 0, i64 0, ptr @two_tasks, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.handed_over_twice, i32 0, i64 0, ptr @handed_over_twice, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.taskloop, i32 0, i64 0, ptr @taskloop, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.taskloop_or_task, i32 0, i64 0, ptr @taskloop_or_task, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.priority, i32 0, i64 0, ptr @priority, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.sometimes, i32 0, i64 0, ptr @sometimes, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.too_late, i32 0, i64 0, ptr @too_late, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.not_handed_over, i32 0, i64 0, ptr @not_handed_over, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.written_again, i32 0, i64 0, ptr @written_again, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.written_somewhere, i32 0, i64 0, ptr @written_somewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copied_somewhere, i32 0, i64 0, ptr @copied_somewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.written_elsewhere, i32 0, i64 0, ptr @written_elsewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.read_back, i32 0, i64 0, ptr @read_back, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.word_read_back, i32 0, i64 0, ptr @word_read_back, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.used, i32 0, i64 0, ptr @used, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.converted, i32 0, i64 0, ptr @converted, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.found_nowhere, i32 0, i64 0, ptr @found_nowhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.varying, i32 0, i64 0, ptr @varying, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.walking, i32 0, i64 0, ptr @walking, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.large, i32 0, i64 0, ptr @large, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.pointee, i32 0, i64 0, ptr @pointee, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.loop, i32 0, i64 0, ptr @loop, ptr %args, i64 64)
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
declare void @__kmpc_taskloop(ptr, i32, ptr, i32, ptr, ptr, i64, i32, i32, i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
