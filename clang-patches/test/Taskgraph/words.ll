; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Captured words: addresses of captured variables, and sizes. Their values may be
; others in each encounter, unless the block does more with them than to read and
; to fill tasks.
;
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %taskgraph_opt %s | FileCheck %s --check-prefix=IR
; RUN: %taskgraph_opt %s | FileCheck %s --check-prefix=FIELDS

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; Uses that leave the word free to have another value in another encounter: the
; address of a read, the address of a shared variable.

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; FIELDS: { ptr null, i64 0, i32 8, i32 0, i32 8, i32 2 }, { {{.*}} } { ptr null, i64 4, i32 8, i32 40, i32 8, i32 0 }
; IR-LABEL: define internal void @free.recording
; IR-NOT: i32 -2
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %third, i64 8)
; IR: ret void
define internal void @free(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 8, ptr @entry)
  %local = alloca i64
  %arg = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  %member = getelementptr i8, ptr %word, i64 4
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %member, ptr %copy
  %third = getelementptr i8, ptr %member, i64 4
  %value = load i64, ptr %third
  store i64 %value, ptr %local
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; A captured size is put into a task as it is.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; FIELDS: { ptr null, i64 0, i32 16, i32 40, i32 8, i32 0 }]
; FIELDS: { ptr null, i64 0, i32 24, i32 40, i32 4, i32 0 }]
; IR-LABEL: define internal void @size.recording
; IR-NOT: taskgraph_read
; IR: ret void
define internal void @size(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 8, ptr @entry)
  %arg = getelementptr i8, ptr %args, i64 16
  %word = load i64, ptr %arg
  %copy = getelementptr i8, ptr %task, i64 40
  store i64 %word, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %task2 = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 8, ptr @entry)
  %arg2 = getelementptr i8, ptr %args, i64 24
  %word2 = load i32, ptr %arg2
  %copy2 = getelementptr i8, ptr %task2, i64 40
  store i32 %word2, ptr %copy2
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task2)
  ret void
}

; A pointer that walks through a captured array, up to its end.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @walk.recording
; IR-NOT: i32 -2
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %at, i64 4)
; IR-NOT: taskgraph_read
; IR: ret void
define internal void @walk(ptr %args) {
  %local = alloca i32
  %word = load ptr, ptr %args
  %end = getelementptr i8, ptr %word, i64 16
  br label %loop
loop:
  %at = phi ptr [ %word, %0 ], [ %next, %loop ]
  %value = load i32, ptr %at
  store i32 %value, ptr %local
  %next = getelementptr i8, ptr %at, i64 4
  %more = icmp ne ptr %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}

; The word's value flows elsewhere: it is an input itself.

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @dependence.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
; IR-NEXT: load ptr, ptr %args
define internal void @dependence(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 8, ptr @entry)
  %deps = alloca [1 x { i64, i64, i8 }]
  %word = load ptr, ptr %args
  %object = ptrtoint ptr %word to i64
  store i64 %object, ptr %deps
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 1, ptr %deps, i32 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @dependence_pointer.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
define internal void @dependence_pointer(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 8, ptr @entry)
  %deps = alloca [1 x { ptr, i64, i8 }]
  %word = load ptr, ptr %args
  store ptr %word, ptr %deps
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 1, ptr %deps, i32 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @compared.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %arg2, i64 8)
define internal void @compared(ptr %args) {
  %word = load ptr, ptr %args
  %arg2 = getelementptr i8, ptr %args, i64 8
  %word2 = load ptr, ptr %arg2
  %same = icmp eq ptr %word, %word2
  br i1 %same, label %one, label %other
one:
  ret void
other:
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @count.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
define internal void @count(ptr %args) {
  %word = load i64, ptr %args
  %array = alloca i8, i64 %word
  ret void
}

; The index of a read is an input, the word that it is applied to is not.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @index.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
; IR: load ptr, ptr %arg2
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %element, i64 4)
; IR-NOT: taskgraph_read
; IR: ret void
define internal void @index(ptr %args) {
  %local = alloca i32
  %index = load i64, ptr %args
  %arg2 = getelementptr i8, ptr %args, i64 8
  %word = load ptr, ptr %arg2
  %element = getelementptr i32, ptr %word, i64 %index
  %value = load i32, ptr %element
  store i32 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @kept.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
define internal void @kept(ptr %args) {
  %local = alloca ptr
  %word = load ptr, ptr %args
  store ptr %word, ptr %local
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @copy_size.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
define internal void @copy_size(ptr %args) {
  %to = alloca [8 x i8]
  %from = alloca [8 x i8]
  %word = load i64, ptr %args
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %word, i1 false)
  ret void
}

; Which of two words the address comes from follows from both.
; CHECK: remark: {{.*}}while 4 values that it reads are unchanged
; IR-LABEL: define internal void @either.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %arg2, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 4)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr %which, i64 4)
define internal void @either(ptr %args) {
  %local = alloca i32
  %word = load ptr, ptr %args
  %arg2 = getelementptr i8, ptr %args, i64 8
  %word2 = load ptr, ptr %arg2
  %flag = load i32, ptr %word
  %is = icmp eq i32 %flag, 0
  %which = select i1 %is, ptr %word, ptr %word2
  %value = load i32, ptr %which
  store i32 %value, ptr %local
  ret void
}

; The same word as an address and as an index.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @both.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
; IR-NEXT: load i64
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %element, i64 4)
define internal void @both(ptr %args) {
  %local = alloca i32
  %index = load i64, ptr %args
  %word = load ptr, ptr %args
  %element = getelementptr i8, ptr %word, i64 %index
  %value = load i32, ptr %element
  store i32 %value, ptr %local
  ret void
}

; A place in a captured variable that is not a constant distance away is no field.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @element.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr @number, i64 8)
; IR-NOT: taskgraph_read
; IR: ret void
define internal void @element(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %index = load i64, ptr @number
  %address = getelementptr i32, ptr %word, i64 %index
  %shareds = load ptr, ptr %task
  store ptr %address, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Args are read where it is no word: half of one, an offset that is not known,
; several words at once.
; CHECK: remark: {{.*}}while 5 values that it reads are unchanged
; IR-LABEL: define internal void @no_words.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %half, i64 4)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr @number, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %arg, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %args, i64 16)
; IR-NEXT: call void @llvm.memcpy
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -2, ptr %arg16, i64 16)
; IR-NEXT: load i128
; IR-NOT: taskgraph_read
; IR: ret void
define internal void @no_words(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 8, ptr @entry)
  %local = alloca [2 x i64]
  %half = getelementptr i8, ptr %args, i64 4
  %value = load i32, ptr %half
  %copy = getelementptr i8, ptr %task, i64 40
  store i32 %value, ptr %copy
  %index = load i64, ptr @number
  %arg = getelementptr ptr, ptr %args, i64 %index
  %word = load ptr, ptr %arg
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %args, i64 16, i1 false)
  %arg16 = getelementptr i8, ptr %args, i64 16
  %wide = load i128, ptr %arg16
  %copy.wide = getelementptr i8, ptr %task, i64 48
  store i128 %wide, ptr %copy.wide
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

@number = global i64 0

@site.free = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.size = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.walk = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dependence = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dependence_pointer = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.compared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.count = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.index = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.kept = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copy_size = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.either = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.both = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.element = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.no_words = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.free, i32 0, i64 0, ptr @free, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.size, i32 0, i64 0, ptr @size, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.walk, i32 0, i64 0, ptr @walk, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dependence, i32 0, i64 0, ptr @dependence, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dependence_pointer, i32 0, i64 0, ptr @dependence_pointer, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.compared, i32 0, i64 0, ptr @compared, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.count, i32 0, i64 0, ptr @count, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.index, i32 0, i64 0, ptr @index, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.kept, i32 0, i64 0, ptr @kept, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copy_size, i32 0, i64 0, ptr @copy_size, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.either, i32 0, i64 0, ptr @either, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.both, i32 0, i64 0, ptr @both, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.element, i32 0, i64 0, ptr @element, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.no_words, i32 0, i64 0, ptr @no_words, ptr %args, i64 64)
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
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
