; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

; Which tasks of a compiled graph are there as a whole, to be run where they are: those that
; neither an encounter nor their own body changes. In a node's word that is bit 22. Bit 21: the
; body calls nothing of the library, and leaves the task's data as they were.

; RUN: %taskgraph_static %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; CHECK: {{^}}@.taskgraph.static.data = {{.*}} ptr @reads
; CHECK: {{^}}@.taskgraph.static.nodes = {{.*}} i32 6291456, ptr getelementptr (i8, ptr @.taskgraph.static.data, i64 40) },
define internal void @constant(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @reads)
  %data = getelementptr i8, ptr %task, i64 40
  store i64 7, ptr %data
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} i32 0, ptr @.taskgraph.static.data{{[.0-9]+}} },
define internal void @changed_by_the_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @writes)
  %data = getelementptr i8, ptr %task, i64 40
  store i64 7, ptr %data
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Beside a copy of what the encounter has.
; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} i32 2097152, ptr @.taskgraph.static.data{{[.0-9]+}} },
define internal void @field(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 56, i64 0, ptr @reads)
  %data = getelementptr i8, ptr %task, i64 40
  store i64 7, ptr %data
  %variable = load ptr, ptr %args
  %value = load i64, ptr %variable
  %copy = getelementptr i8, ptr %task, i64 48
  store i64 %value, ptr %copy
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; The second task's number comes from the encounter, the first one's does not.
; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} i32 6291456, ptr getelementptr {{.*}} i32 2097153, ptr {{.*}}@.taskgraph.static.data
define internal void @patched(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @reads)
  %data = getelementptr i8, ptr %task, i64 40
  store i64 7, ptr %data
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %task2 = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @reads)
  %variable = load ptr, ptr %args
  %number = load i64, ptr %variable
  %sum = add i64 %number, 1
  %data2 = getelementptr i8, ptr %task2, i64 40
  store i64 %sum, ptr %data2
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task2)
  ret void
}

; Variables that the task shares are behind it, and it has their address.
; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} i32 2097152, ptr @.taskgraph.static.data{{[.0-9]+}} },
define internal void @shares(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 8, ptr @reads)
  %shareds = load ptr, ptr %task
  store i64 7, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} i32 2097152, ptr @.taskgraph.static.data{{[.0-9]+}} },
define internal void @urgent(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 33, i64 48, i64 0, ptr @reads)
  %data = getelementptr i8, ptr %task, i64 40
  store i64 7, ptr %data
  %priority = getelementptr i8, ptr %task, i64 32
  store i32 5, ptr %priority
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

define internal i32 @reads(i32 %gtid, ptr %task) {
  ret i32 0
}
define internal i32 @writes(i32 %gtid, ptr %task) {
  %data = getelementptr i8, ptr %task, i64 40
  store i64 8, ptr %data
  ret i32 0
}

; One site for each.
@site.constant = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.changed_by_the_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.field = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.patched = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shares = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.urgent = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
define void @program(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.constant, i32 0, i64 0, ptr @constant, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.changed_by_the_task, i32 0, i64 0, ptr @changed_by_the_task, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.field, i32 0, i64 0, ptr @field, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.patched, i32 0, i64 0, ptr @patched, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shares, i32 0, i64 0, ptr @shares, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.urgent, i32 0, i64 0, ptr @urgent, ptr %args, i64 64)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
