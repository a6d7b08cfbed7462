; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Whether a task only reads a variable that it shares: then the block may read it after
; a join. Each region has one task, which gets what words 0 and 8 point to; nobody else
; has the first, and the region reads it after the join.
;
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

@kept = global ptr null

; It reads the variable, or parts of it.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal i32 @task_reads(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  %value = load i64, ptr %variable
  ret i32 0
}
define internal void @reads(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_reads)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal i32 @task_reads_element(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  %element = getelementptr i32, ptr %variable, i32 %gtid
  %value = load i32, ptr %element
  ret i32 0
}
define internal void @reads_element(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_reads_element)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal i32 @task_reads_member(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  %value = load i64, ptr %variable
  ret i32 0
}
define internal void @reads_member(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_reads_member)
  %word = load ptr, ptr %args
  %member = getelementptr i8, ptr %word, i64 8
  %shareds = load ptr, ptr %task
  store ptr %member, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; It writes some of it.
; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_writes_element(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  %element = getelementptr i32, ptr %variable, i32 %gtid
  store i32 1, ptr %element
  ret i32 0
}
define internal void @writes_element(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_writes_element)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_updates(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  %old = atomicrmw add ptr %variable, i64 1 monotonic
  ret i32 0
}
define internal void @updates(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_updates)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; Others may write it then.
; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_stores_address(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  store ptr %variable, ptr @kept
  ret i32 0
}
define internal void @stores_address(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_stores_address)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_computes(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  %number = ptrtoint ptr %variable to i64
  %pointer = inttoptr i64 %number to ptr
  store i64 1, ptr %pointer
  ret i32 0
}
define internal void @computes(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_computes)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_chooses(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  %is = icmp eq i32 %gtid, 0
  %either = select i1 %is, ptr %variable, ptr @kept
  store i64 1, ptr %either
  ret i32 0
}
define internal void @chooses(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_chooses)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; Functions that only read may look at it.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal i32 @task_passes(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  call void @look(ptr readonly captures(none) %variable)
  call void @llvm.assume(i1 true) [ "align"(ptr %variable, i64 8) ]
  ret i32 0
}
define internal void @passes(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_passes)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_passes_written(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  call void @look(ptr captures(none) %variable)
  ret i32 0
}
define internal void @passes_written(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_passes_written)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_passes_captured(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  call void @look(ptr readonly %variable)
  ret i32 0
}
define internal void @passes_captured(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_passes_captured)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; From the block of addresses, or from the task, a function may find it.
; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_passes_shareds(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  call void @look(ptr readonly captures(none) %shareds)
  ret i32 0
}
define internal void @passes_shareds(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_passes_shareds)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_passes_task(i32 %gtid, ptr %task) {
  call void @look(ptr readonly captures(none) %task)
  ret i32 0
}
define internal void @passes_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_passes_task)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; It writes another variable, whose address is behind or before.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal i32 @task_writes_other(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  %value = load i64, ptr %variable
  %second = getelementptr i8, ptr %shareds, i64 8
  %other = load ptr, ptr %second
  store i64 1, ptr %other
  ret i32 0
}
define internal void @writes_other(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_writes_other)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  %arg = getelementptr i8, ptr %args, i64 8
  %other = load ptr, ptr %arg
  %second = getelementptr i8, ptr %shareds, i64 8
  store ptr %other, ptr %second
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal i32 @task_writes_first(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  store i64 1, ptr %variable
  ret i32 0
}
define internal void @writes_first(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_writes_first)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  %second = getelementptr i8, ptr %shareds, i64 8
  store ptr %word, ptr %second
  %arg = getelementptr i8, ptr %args, i64 8
  %other = load ptr, ptr %arg
  store ptr %other, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_writes_second(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %second = getelementptr i8, ptr %shareds, i64 8
  %variable = load ptr, ptr %second
  store i64 1, ptr %variable
  ret i32 0
}
define internal void @writes_second(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_writes_second)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  %second = getelementptr i8, ptr %shareds, i64 8
  store ptr %word, ptr %second
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; It finds the address in another way than by one load from where it is.
; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_finds_somewhere(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %element = getelementptr ptr, ptr %shareds, i32 %gtid
  %variable = load ptr, ptr %element
  store i64 1, ptr %variable
  ret i32 0
}
define internal void @finds_somewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_finds_somewhere)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  %second = getelementptr i8, ptr %shareds, i64 8
  store ptr %word, ptr %second
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_finds_shareds_somewhere(i32 %gtid, ptr %task) {
  %element = getelementptr ptr, ptr %task, i32 %gtid
  %shareds = load ptr, ptr %element
  %variable = load ptr, ptr %shareds
  store i64 1, ptr %variable
  ret i32 0
}
define internal void @finds_shareds_somewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_finds_shareds_somewhere)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_finds_number(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %number = load i64, ptr %shareds
  ret i32 0
}
define internal void @finds_number(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_finds_number)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_finds_half(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %half = getelementptr i8, ptr %shareds, i64 4
  %number = load i32, ptr %half
  ret i32 0
}
define internal void @finds_half(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_finds_half)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_finds_parts(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %half = getelementptr i8, ptr %shareds, i64 4
  %pointer = load ptr, ptr %half
  ret i32 0
}
define internal void @finds_parts(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_finds_parts)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_finds_both(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variables = load <2 x ptr>, ptr %shareds
  %variable = extractelement <2 x ptr> %variables, i32 1
  store i64 1, ptr %variable
  ret i32 0
}
define internal void @finds_both(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_finds_both)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  %second = getelementptr i8, ptr %shareds, i64 8
  store ptr %word, ptr %second
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_finds_vector(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variables = load <vscale x 2 x ptr>, ptr %shareds
  ret i32 0
}
define internal void @finds_vector(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_finds_vector)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  %second = getelementptr i8, ptr %shareds, i64 8
  store ptr %word, ptr %second
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; Another may take the place of its function, or it is not seen.
; CHECK: remark: {{.*}}it reads a captured variable after a join
define weak i32 @task_replaceable(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %variable = load ptr, ptr %shareds
  %value = load i64, ptr %variable
  ret i32 0
}
define internal void @replaceable(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_replaceable)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it reads a captured variable after a join
declare i32 @task_declared(i32, ptr)
define internal void @declared(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_declared)
  %word = load ptr, ptr %args
  %shareds = load ptr, ptr %task
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

; The address is in its private data, where nobody follows it.
; CHECK: remark: {{.*}}it reads a captured variable after a join
define internal i32 @task_private(i32 %gtid, ptr %task) {
  %copy = getelementptr i8, ptr %task, i64 40
  %variable = load ptr, ptr %copy
  %value = load i64, ptr %variable
  ret i32 0
}
define internal void @private(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 16, ptr @task_private)
  %word = load ptr, ptr %args
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %word, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  %local = alloca i64
  %value = load i64, ptr %word
  store i64 %value, ptr %local
  ret void
}

!0 = !{i64 0}

@site.reads = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reads_element = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reads_member = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.writes_element = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.updates = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.stores_address = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.computes = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.chooses = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.passes = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.passes_written = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.passes_captured = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.passes_shareds = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.passes_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.writes_other = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.writes_first = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.writes_second = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.finds_somewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.finds_shareds_somewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.finds_number = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.finds_half = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.finds_parts = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.finds_both = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.finds_vector = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.replaceable = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.declared = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.private = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reads, i32 0, i64 0, ptr @reads, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reads_element, i32 0, i64 0, ptr @reads_element, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reads_member, i32 0, i64 0, ptr @reads_member, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.writes_element, i32 0, i64 0, ptr @writes_element, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.updates, i32 0, i64 0, ptr @updates, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.stores_address, i32 0, i64 0, ptr @stores_address, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.computes, i32 0, i64 0, ptr @computes, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.chooses, i32 0, i64 0, ptr @chooses, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.passes, i32 0, i64 0, ptr @passes, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.passes_written, i32 0, i64 0, ptr @passes_written, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.passes_captured, i32 0, i64 0, ptr @passes_captured, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.passes_shareds, i32 0, i64 0, ptr @passes_shareds, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.passes_task, i32 0, i64 0, ptr @passes_task, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.writes_other, i32 0, i64 0, ptr @writes_other, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.writes_first, i32 0, i64 0, ptr @writes_first, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.writes_second, i32 0, i64 0, ptr @writes_second, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.finds_somewhere, i32 0, i64 0, ptr @finds_somewhere, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.finds_shareds_somewhere, i32 0, i64 0, ptr @finds_shareds_somewhere, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.finds_number, i32 0, i64 0, ptr @finds_number, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.finds_half, i32 0, i64 0, ptr @finds_half, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.finds_parts, i32 0, i64 0, ptr @finds_parts, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.finds_both, i32 0, i64 0, ptr @finds_both, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.finds_vector, i32 0, i64 0, ptr @finds_vector, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.replaceable, i32 0, i64 0, ptr @replaceable, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.declared, i32 0, i64 0, ptr @declared, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.private, i32 0, i64 0, ptr @private, ptr %args, i64 64), !ompx.unaliased !0
  ret void
}

declare void @look(ptr)
declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
