; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Whether a task's function may change the task's own data, so that each replay must
; begin with the recorded ones: the lowest bit of the last number of its description.
; (The next bit is of waits.ll.)
;
; RUN: %taskgraph_opt %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

@result = global i64 0

; It reads its data and writes what they point to.
; CHECK: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }
define internal i32 @task_reads(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %shared = load ptr, ptr %shareds
  store i32 1, ptr %shared
  %copy = getelementptr i8, ptr %task, i64 40
  %pointer = load ptr, ptr %copy
  store i32 1, ptr %pointer
  %element = getelementptr i32, ptr %copy, i32 %gtid
  %value = load i32, ptr %element
  store i32 %value, ptr @result
  %none = icmp eq ptr %copy, null
  %either = select i1 %none, ptr %copy, ptr %element
  %value2 = load i32, ptr %either
  ret i32 0
}

; Functions that only read may look at its data.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } zeroinitializer
define internal i32 @task_passes(i32 %gtid, ptr %task) {
  %copy = getelementptr i8, ptr %task, i64 40
  call void @look(ptr readonly captures(none) %copy)
  %shareds = load ptr, ptr %task
  call void @look(ptr readonly captures(none) %shareds)
  call void @llvm.memcpy.p0.p0.i64(ptr @result, ptr %copy, i64 8, i1 false)
  call void @llvm.assume(i1 true) [ "align"(ptr %copy, i64 8) ]
  ret i32 0
}

; It writes its private copy.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 3 }
define internal i32 @task_writes(i32 %gtid, ptr %task) {
  %copy = getelementptr i8, ptr %task, i64 40
  store i32 1, ptr %copy
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 3 }
define internal i32 @task_writes_element(i32 %gtid, ptr %task) {
  %copy = getelementptr i8, ptr %task, i64 40
  %element = getelementptr i32, ptr %copy, i32 %gtid
  store i32 1, ptr %element
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 3 }
define internal i32 @task_writes_either(i32 %gtid, ptr %task) {
  %copy = getelementptr i8, ptr %task, i64 40
  %is = icmp eq i32 %gtid, 0
  %either = select i1 %is, ptr %copy, ptr @result
  store i32 1, ptr %either
  ret i32 0
}

; It writes the block of its shared variables' addresses.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 3 }
define internal i32 @task_writes_shareds(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %second = getelementptr i8, ptr %shareds, i64 8
  store ptr null, ptr %second
  ret i32 0
}

; Where the block of addresses is, it knows as a number.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 3 }
define internal i32 @task_reads_shareds_as_number(i32 %gtid, ptr %task) {
  %shareds = load i64, ptr %task
  store i64 %shareds, ptr @result
  ret i32 0
}

; Others may write its copy.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 3 }
define internal i32 @task_stores_address(i32 %gtid, ptr %task) {
  %copy = getelementptr i8, ptr %task, i64 40
  store ptr %copy, ptr @result
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 1 }
define internal i32 @task_passes_written(i32 %gtid, ptr %task) {
  %copy = getelementptr i8, ptr %task, i64 40
  call void @look(ptr captures(none) %copy)
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 1 }
define internal i32 @task_passes_captured(i32 %gtid, ptr %task) {
  %copy = getelementptr i8, ptr %task, i64 40
  call void @look(ptr readonly %copy)
  ret i32 0
}

; From the whole task, the function may find the block of addresses.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 1 }
define internal i32 @task_passes_all(i32 %gtid, ptr %task) {
  call void @look(ptr readonly captures(none) %task)
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 3 }
define internal i32 @task_fills(i32 %gtid, ptr %task) {
  %copy = getelementptr i8, ptr %task, i64 40
  call void @llvm.memset.p0.i64(ptr %copy, i8 0, i64 8, i1 false)
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 3 }
define internal i32 @task_updates(i32 %gtid, ptr %task) {
  %copy = getelementptr i8, ptr %task, i64 40
  %old = atomicrmw add ptr %copy, i32 1 monotonic
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 3 }
define internal i32 @task_computes(i32 %gtid, ptr %task) {
  %copy = getelementptr i8, ptr %task, i64 40
  %number = ptrtoint ptr %copy to i64
  %pointer = inttoptr i64 %number to ptr
  store i32 1, ptr %pointer
  ret i32 0
}

; Its function is not seen.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 1 }
declare i32 @task_declared(i32, ptr)

; Another may take the place of its function.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 1 }
define weak i32 @task_replaceable(i32 %gtid, ptr %task) {
  ret i32 0
}

; It has destructors, or may have.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 3 }
define internal i32 @task_destroyed(i32 %gtid, ptr %task) {
  ret i32 0
}
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 3 }
define internal i32 @task_perhaps_destroyed(i32 %gtid, ptr %task) {
  ret i32 0
}
; CHECK-NOT: @.taskgraph.task{{.*}} =

define internal void @region(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %reads = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_reads)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %reads)
  %passes = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_passes)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %passes)
  %writes = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_writes)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %writes)
  %writes_element = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_writes_element)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %writes_element)
  %writes_either = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_writes_either)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %writes_either)
  %writes_shareds = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_writes_shareds)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %writes_shareds)
  %reads_shareds_as_number = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_reads_shareds_as_number)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %reads_shareds_as_number)
  %stores_address = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_stores_address)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %stores_address)
  %passes_written = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_passes_written)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %passes_written)
  %passes_captured = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_passes_captured)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %passes_captured)
  %passes_all = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_passes_all)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %passes_all)
  %fills = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_fills)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %fills)
  %updates = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_updates)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %updates)
  %computes = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_computes)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %computes)
  %declared = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_declared)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %declared)
  %replaceable = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_replaceable)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %replaceable)
  %destroyed = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 9, i64 64, i64 16, ptr @task_destroyed)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %destroyed)
  %word = load ptr, ptr %args
  %flag = load i1, ptr %word
  %flags = select i1 %flag, i32 1, i32 9
  %perhaps_destroyed = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 %flags, i64 64, i64 16, ptr @task_perhaps_destroyed)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %perhaps_destroyed)
  ret void
}

declare void @look(ptr)

@site.region = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.region, i32 0, i64 0, ptr @region, ptr %args, i64 64)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
