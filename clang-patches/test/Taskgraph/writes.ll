; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A block may change captured variables that nobody else has: here what words 8 and 16
; point to. The recording is told of the first write of each place; what the block reads
; there later is its own.
;
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %taskgraph_opt %s | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }
%dep = type { i64, i64, i8 }

@global = global i64 0

; The only fields are those of @other_variable and @other_global: what the block changes is
; copied as it is when the task is made.
; IR: @.taskgraph.fields = private unnamed_addr constant [1 x { ptr, i64, i32, i32, i32, i32 }] [{ ptr, i64, i32, i32, i32, i32 } { ptr null, i64 0, i32 24, i32 40, i32 8, i32 1 }]
; IR: @.taskgraph.fields.{{[0-9]+}} = private unnamed_addr constant [1 x { ptr, i64, i32, i32, i32, i32 }] [{ ptr, i64, i32, i32, i32, i32 } { ptr @global, i64 0, i32 -1, i32 40, i32 8, i32 1 }]
; IR-NOT: @.taskgraph.fields{{.*}} =

; A variable that is written before it is read is no input.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; IR-LABEL: define internal void @written_first.recording(
; IR: %word = load ptr, ptr %arg
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 0, ptr %word
; IR-NEXT: {{.*}}load i64, ptr %word
; IR-NEXT: br i1
define internal void @written_first(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store i64 0, ptr %word
  %value = load i64, ptr %word
    br i1 poison, label %done, label %done
done:
  ret void
}

; One that is read first is an input and an output.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @read_first.recording(
; IR: %word = load ptr, ptr %arg
; IR-NEXT: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: %value = load i64, ptr %word
; IR-NEXT: {{.*}}add
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store
; IR-NEXT: ret void
define internal void @read_first(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  %next = add i64 %value, 1
  store i64 %next, ptr %word
  ret void
}

; The counter of a loop.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; IR-LABEL: define internal void @counter.recording(
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 0, ptr %word
; IR-NOT: taskgraph_
; IR: ret void
define internal void @counter(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store i64 0, ptr %word
  br label %loop
loop:
  %value = load i64, ptr %word
  %next = add i64 %value, 1
  store i64 %next, ptr %word
  %flag = icmp eq i64 %next, 9
  br i1 %flag, label %done, label %loop
done:
  ret void
}

; Each way through the block is told of where it is gone.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @two_ends.recording(
; IR: left:
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 1
; IR: right:
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 2
; IR: neither:
; IR-NEXT: ret void
define internal void @two_ends(ptr %args) {
  %flag.word = load ptr, ptr %args
  %flag = load i32, ptr %flag.word
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  switch i32 %flag, label %neither [
    i32 1, label %left
    i32 2, label %right
  ]
left:
  store i64 1, ptr %word
  ret void
right:
  store i64 2, ptr %word
  ret void
neither:
  ret void
}

; Whether a read is of the block's own bytes is seen when it is recorded.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @written_perhaps.recording(
; IR: write:
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 1
; IR: read:
; IR-NEXT: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: {{.*}}load
define internal void @written_perhaps(ptr %args) {
  %flag.word = load ptr, ptr %args
  %flag = load i1, ptr %flag.word
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  br i1 %flag, label %write, label %read
write:
  store i64 1, ptr %word
  br label %read
read:
  %value = load i64, ptr %word
  ret void
}

; A place of the same size is noted once, a larger one again.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @repeated.recording(
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 4)
; IR-NEXT: store i32 1
; IR-NEXT: store i32 2
; IR-NEXT: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: {{.*}}load i64
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 3
; IR-NEXT: store i32 4
; IR-NEXT: {{.*}}load i64
; IR-NEXT: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %word, i64 16)
; IR-NEXT: {{.*}}load i128
; IR-NEXT: {{.*}}load i64
; IR-NEXT: ret void
define internal void @repeated(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store i32 1, ptr %word
  store i32 2, ptr %word
  %both = load i64, ptr %word
  store i64 3, ptr %word
  store i32 4, ptr %word
  %value = load i64, ptr %word
  %more = load i128, ptr %word
  %less = load i64, ptr %word
  ret void
}

; What is written on another way is noted there and here.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @in_sibling.recording(
; IR: left:
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 1
; IR: right:
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 2
; IR-NEXT: br label %below
; IR: below:
; IR-NEXT: store i64 3
; IR-NEXT: {{.*}}load i64
; IR-NEXT: ret void
define internal void @in_sibling(ptr %args) {
  %flag.word = load ptr, ptr %args
  %flag = load i1, ptr %flag.word
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  br i1 %flag, label %left, label %right
left:
  store i64 1, ptr %word
  ret void
right:
  store i64 2, ptr %word
  br label %below
below:
  store i64 3, ptr %word
  %value = load i64, ptr %word
  ret void
}

; Parts of an object, at any distance.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @parts.recording(
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %element, i64 4)
; IR-NEXT: store i32 1, ptr %element
define internal void @parts(ptr %args) {
  %flag.word = load ptr, ptr %args
  %index = load i64, ptr %flag.word
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %element = getelementptr i32, ptr %word, i64 %index
  store i32 1, ptr %element
  ret void
}

; All ways to write.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @set.recording(
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 64)
; IR-NEXT: call void @llvm.memset
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 16, ptr %other, i64 32)
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %far, i64 32)
; IR-NEXT: call void @llvm.memcpy
; IR-NEXT: ret void
define internal void @set(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %arg2 = getelementptr i8, ptr %args, i64 16
  %other = load ptr, ptr %arg2
  call void @llvm.memset.p0.i64(ptr %word, i8 0, i64 64, i1 false)
  %far = getelementptr i8, ptr %word, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr %far, ptr %other, i64 32, i1 false)
  ret void
}

; From one part of it to another: what it reads was there before.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @moved.recording(
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %word, i64 16)
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %far, i64 16)
; IR-NEXT: call void @llvm.memmove
; IR-NEXT: ret void
define internal void @moved(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %far = getelementptr i8, ptr %word, i64 8
  call void @llvm.memmove.p0.p0.i64(ptr %far, ptr %word, i64 16, i1 false)
  ret void
}

; Onto itself: what it reads was there before.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @onto_itself.recording(
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %word, i64 16)
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 16)
; IR-NEXT: call void @llvm.memmove
; IR-NEXT: ret void
define internal void @onto_itself(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  call void @llvm.memmove.p0.p0.i64(ptr %word, ptr %word, i64 16, i1 false)
  ret void
}

; The first of two writes may be the smaller one, and the read between them larger.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @written_in_part.recording(
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: {{.*}}load i64
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 4)
; IR-NEXT: store i32 1
; IR-NEXT: {{.*}}load i64
; IR-NEXT: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 2
; IR-NEXT: ret void
define internal void @written_in_part(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  store i32 1, ptr %word
  %again = load i64, ptr %word
  store i64 2, ptr %word
  ret void
}

; What is never executed comes after nothing.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @never_executed.recording(
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 1
; IR: never:
define internal void @never_executed(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store i64 1, ptr %word
  ret void
never:
  %value = load i64, ptr %word
  store i64 2, ptr %word
  ret void
}

; Tasks cannot change it: it is still the block's own after a join.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; IR-LABEL: define internal void @after_join.recording(
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store
; IR: call i32 @__kmpc_omp_taskwait
; IR-NEXT: {{.*}}load i64
; IR-NEXT: store
; IR-NEXT: ret void
define internal void @after_join(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store i64 1, ptr %word
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %value = load i64, ptr %word
  store i64 2, ptr %word
  ret void
}

; A task that copies it has the value of that time.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; IR-LABEL: define internal void @copied.recording(
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 1
; IR-NEXT: %value = load
; IR-NEXT: {{.*}}getelementptr
; IR-NEXT: store i64 %value
; IR-NEXT: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task,
define internal void @copied(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store i64 1, ptr %word
  %value = load i64, ptr %word
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @copied_before.recording(
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: %value = load
; IR-NEXT: {{.*}}getelementptr
; IR-NEXT: store i64 %value
; IR-NEXT: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task,
define internal void @copied_before(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %value = load i64, ptr %word
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  store i64 1, ptr %word
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @copied_object.recording(
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %word, i64 24)
; IR-NEXT: call void @llvm.memcpy
; IR-NEXT: call void @__kmpc_ompx_taskgraph_task
define internal void @copied_object(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %copy = getelementptr i8, ptr %task, i64 40
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %word, i64 24, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  store i64 1, ptr %word
  ret void
}

; Another variable is a field all the same.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; IR-LABEL: define internal void @other_variable.recording(
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task,
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
define internal void @other_variable(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %arg3 = getelementptr i8, ptr %args, i64 24
  %third = load ptr, ptr %arg3
  %value = load i64, ptr %third
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  store i64 1, ptr %word
  ret void
}

; So is a global if the first variable is changed.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; IR-LABEL: define internal void @other_global.recording(
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task,
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 0, ptr %word, i64 8)
define internal void @other_global(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %value = load i64, ptr @global
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  store i64 1, ptr %word
  ret void
}

; A saved value is the recorded one in any case.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; IR-LABEL: define internal void @saved.recording(
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 1
; IR-NEXT: call void @__kmpc_ompx_taskgraph_saved
; IR-NEXT: call void @__kmpc_ompx_taskgraph_task
define internal void @saved(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 1, ptr %word
  call void @__kmpc_ompx_taskgraph_saved(ptr %copy, ptr %word, i64 8)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; An address that it keeps is an input.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @address_kept.recording(
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
; IR-NEXT: %first = load ptr, ptr %args
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
define internal void @address_kept(ptr %args) {
  %first = load ptr, ptr %args
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store ptr %first, ptr %word
  ret void
}

; Not if others have it,
; CHECK: remark: {{.*}}it changes a captured variable, which outlives it
define internal void @aliased(ptr %args) {
  %word = load ptr, ptr %args
  store i64 1, ptr %word
  ret void
}

; also if that is so of the first one, and it is the words or a global that it changes,
; CHECK: remark: {{.*}}it changes memory, which outlives it
define internal void @words_themselves(ptr %args) {
  store i64 1, ptr %args
  ret void
}

; CHECK: remark: {{.*}}it changes 'global', which outlives it
define internal void @global_changed(ptr %args) {
  store i64 1, ptr @global
  ret void
}

; if a task has its address,
; CHECK: remark: {{.*}}it changes a captured variable, which a task may see
define internal void @shared(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  store i64 1, ptr %word
  ret void
}

; CHECK: remark: {{.*}}it changes a captured variable, which a task may see
define internal void @shared_part(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %part = getelementptr i8, ptr %word, i64 8
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %part, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  store i64 1, ptr %word
  ret void
}

; or something is computed from that,
; CHECK: remark: {{.*}}it changes a captured variable, which a task may see
define internal void @dependence(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %deps = alloca [1 x %dep]
  %number = ptrtoint ptr %word to i64
  store i64 %number, ptr %deps
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 1, ptr %deps, i32 0, ptr null)
  store i64 1, ptr %word
  ret void
}

; CHECK: remark: {{.*}}it changes a captured variable, which a task may see
define internal void @put_aside(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %local = alloca ptr
  store ptr %word, ptr %local
  store i64 1, ptr %word
  ret void
}

; CHECK: remark: {{.*}}it changes a captured variable, which a task may see
define internal void @two_words(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %words = load <2 x ptr>, ptr %args
  %same = extractelement <2 x ptr> %words, i64 1
  store i64 1, ptr %word
  ret void
}

; CHECK: remark: {{.*}}it changes a captured variable, which a task may see
define internal void @half_a_word(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %half = getelementptr i8, ptr %args, i64 12
  %number = load i32, ptr %half
  store i64 1, ptr %word
  ret void
}

; CHECK: remark: {{.*}}it changes a captured variable, which a task may see
define internal void @all_words(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %index.word = load ptr, ptr %args
  %index = load i64, ptr %index.word
  %some = getelementptr ptr, ptr %args, i64 %index
  %same = load ptr, ptr %some
  store i64 1, ptr %word
  ret void
}

; (not that of the next or the last one),
; CHECK: remark: {{.*}}while 3 values that it reads are unchanged
; IR-LABEL: define internal void @next_word.recording(
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
define internal void @next_word(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %third = getelementptr i8, ptr %args, i64 16
  %words = load <2 x ptr>, ptr %third
  %half = getelementptr i8, ptr %args, i64 4
  %number = load i32, ptr %half
  %first = load i64, ptr %args
  %sum = add i64 %first, 1
  store i64 1, ptr %word
  ret void
}

; or if it is one of two variables.
; CHECK: remark: {{.*}}it changes memory, which outlives it
define internal void @one_of_two(ptr %args) {
  %flag.word = load ptr, ptr %args
  %flag = load i1, ptr %flag.word
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %arg2 = getelementptr i8, ptr %args, i64 16
  %other = load ptr, ptr %arg2
  %either = select i1 %flag, ptr %word, ptr %other
  store i64 1, ptr %either
  ret void
}

; To read one of two is another matter: it has no word to count from.
; CHECK: remark: {{.*}}while 4 values that it reads are unchanged
; IR-LABEL: define internal void @read_one_of_two.recording(
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %arg, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 8)
; IR-NEXT: store i64 1
; IR-NEXT: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr %either, i64 8)
define internal void @read_one_of_two(ptr %args) {
  %flag.word = load ptr, ptr %args
  %flag = load i1, ptr %flag.word
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %arg2 = getelementptr i8, ptr %args, i64 16
  %other = load ptr, ptr %arg2
  %either = select i1 %flag, ptr %word, ptr %other
  store i64 1, ptr %word
  %value = load i64, ptr %either
  ret void
}

; CHECK: remark: {{.*}}it changes a captured variable, which a task may see
define internal void @share_one_of_two(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %flag.word = load ptr, ptr %args
  %flag = load i1, ptr %flag.word
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %arg2 = getelementptr i8, ptr %args, i64 16
  %other = load ptr, ptr %arg2
  %either = select i1 %flag, ptr %word, ptr %other
  store i64 1, ptr %word
  %shareds = load ptr, ptr %task
  store ptr %either, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; It does not matter what else the block does with the address that a task has.
; CHECK: remark: {{.*}}it changes a captured variable, which a task may see
define internal void @read_one_of_two_and_share(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %flag.word = load ptr, ptr %args
  %flag = load i1, ptr %flag.word
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %arg2 = getelementptr i8, ptr %args, i64 16
  %other = load ptr, ptr %arg2
  %either = select i1 %flag, ptr %word, ptr %other
  %value = load i64, ptr %either
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  store i64 1, ptr %word
  ret void
}

; CHECK: remark: {{.*}}it changes a captured variable, which outlives it
define internal void @size_unknown(ptr %args) {
  %flag.word = load ptr, ptr %args
  %size = load i64, ptr %flag.word
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  call void @llvm.memset.p0.i64(ptr %word, i8 0, i64 %size, i1 false)
  ret void
}

; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; IR-LABEL: define internal void @not_too_large.recording(
; IR: call void @__kmpc_ompx_taskgraph_write(ptr %recorder, i32 8, ptr %word, i64 256)
define internal void @not_too_large(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  call void @llvm.memset.p0.i64(ptr %word, i8 0, i64 256, i1 false)
  ret void
}

; CHECK: remark: {{.*}}it changes a large object
define internal void @large(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  call void @llvm.memset.p0.i64(ptr %word, i8 0, i64 257, i1 false)
  ret void
}

; What is not the same in each run must not go there.
; CHECK: remark: {{.*}}it passes on the address of 'local', which is the block's own
define internal void @own_address(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %local = alloca i64
  store ptr %local, ptr %word
  ret void
}

; CHECK: remark: {{.*}}it computes with the number of its thread
define internal void @thread_number(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store i32 %gtid, ptr %word
  ret void
}

; CHECK: remark: {{.*}}it does more with a task than to fill it
define internal void @task_address(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store ptr %task, ptr %word
  ret void
}

; CHECK: remark: {{.*}}it passes on where its captured variables are
define internal void @args_address(ptr %args) {
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  store ptr %args, ptr %word
  ret void
}

; Words of which several are loaded at once may be anywhere, for a read, too.
; CHECK: remark: {{.*}}it reads a captured variable after a join, when a task may have changed it
define internal void @read_later(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %words = load <2 x ptr>, ptr %args
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %value = load i64, ptr %word
  ret void
}

@site.written_first = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.read_first = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.counter = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.two_ends = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.written_perhaps = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.repeated = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.in_sibling = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.parts = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.set = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.moved = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.onto_itself = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.written_in_part = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.never_executed = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.after_join = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copied = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copied_before = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copied_object = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.other_variable = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.other_global = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.saved = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.address_kept = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.aliased = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.words_themselves = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.global_changed = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shared_part = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dependence = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.put_aside = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.two_words = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.half_a_word = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.all_words = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.next_word = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.one_of_two = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.read_one_of_two = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.share_one_of_two = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.read_one_of_two_and_share = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.size_unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.not_too_large = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.large = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.own_address = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.thread_number = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.task_address = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.args_address = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.read_later = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.written_first, i32 0, i64 0, ptr @written_first, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.read_first, i32 0, i64 0, ptr @read_first, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.counter, i32 0, i64 0, ptr @counter, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.two_ends, i32 0, i64 0, ptr @two_ends, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.written_perhaps, i32 0, i64 0, ptr @written_perhaps, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.repeated, i32 0, i64 0, ptr @repeated, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.in_sibling, i32 0, i64 0, ptr @in_sibling, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.parts, i32 0, i64 0, ptr @parts, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.set, i32 0, i64 0, ptr @set, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.moved, i32 0, i64 0, ptr @moved, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.onto_itself, i32 0, i64 0, ptr @onto_itself, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.written_in_part, i32 0, i64 0, ptr @written_in_part, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.never_executed, i32 0, i64 0, ptr @never_executed, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.after_join, i32 0, i64 0, ptr @after_join, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copied, i32 0, i64 0, ptr @copied, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copied_before, i32 0, i64 0, ptr @copied_before, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copied_object, i32 0, i64 0, ptr @copied_object, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.other_variable, i32 0, i64 0, ptr @other_variable, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.other_global, i32 0, i64 0, ptr @other_global, ptr %args, i64 64), !ompx.unaliased !1
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.saved, i32 0, i64 0, ptr @saved, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.address_kept, i32 0, i64 0, ptr @address_kept, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.aliased, i32 0, i64 0, ptr @aliased, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.words_themselves, i32 0, i64 0, ptr @words_themselves, ptr %args, i64 64), !ompx.unaliased !1
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.global_changed, i32 0, i64 0, ptr @global_changed, ptr %args, i64 64), !ompx.unaliased !1
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shared, i32 0, i64 0, ptr @shared, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shared_part, i32 0, i64 0, ptr @shared_part, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dependence, i32 0, i64 0, ptr @dependence, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.put_aside, i32 0, i64 0, ptr @put_aside, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.two_words, i32 0, i64 0, ptr @two_words, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.half_a_word, i32 0, i64 0, ptr @half_a_word, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.all_words, i32 0, i64 0, ptr @all_words, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.next_word, i32 0, i64 0, ptr @next_word, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.one_of_two, i32 0, i64 0, ptr @one_of_two, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.read_one_of_two, i32 0, i64 0, ptr @read_one_of_two, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.share_one_of_two, i32 0, i64 0, ptr @share_one_of_two, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.read_one_of_two_and_share, i32 0, i64 0, ptr @read_one_of_two_and_share, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.size_unknown, i32 0, i64 0, ptr @size_unknown, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.not_too_large, i32 0, i64 0, ptr @not_too_large, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.large, i32 0, i64 0, ptr @large, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.own_address, i32 0, i64 0, ptr @own_address, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.thread_number, i32 0, i64 0, ptr @thread_number, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.task_address, i32 0, i64 0, ptr @task_address, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.args_address, i32 0, i64 0, ptr @args_address, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.read_later, i32 0, i64 0, ptr @read_later, ptr %args, i64 64), !ompx.unaliased !0
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
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

!0 = !{i64 8, i64 16}
!1 = !{i64 0}
