; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Of what a store or copy overwrites in part, the rest stays: tasks begin with it. And a
; number that has been widened with its sign is no unsigned one of the narrow type.
;
; RUN: %taskgraph_static %s | FileCheck %s
; RUN: %taskgraph_static_remarks %s 2>&1 | FileCheck %s --check-prefix=REMARKS

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

@name = private unnamed_addr constant [2 x i8] c"f\00"
@site.numbers = internal global %site { ptr null, ptr @name, ptr @name, i32 3, i32 9, i32 1, i32 0, ptr null, ptr null }
@site.copied = internal global %site { ptr null, ptr @name, ptr @name, i32 4, i32 9, i32 1, i32 0, ptr null, ptr null }
@site.below = internal global %site { ptr null, ptr @name, ptr @name, i32 5, i32 9, i32 1, i32 0, ptr null, ptr null }
@site.above = internal global %site { ptr null, ptr @name, ptr @name, i32 6, i32 9, i32 1, i32 0, ptr null, ptr null }
@site.widened = internal global %site { ptr null, ptr @name, ptr @name, i32 7, i32 9, i32 1, i32 0, ptr null, ptr null }
@site.narrow = internal global %site { ptr null, ptr @name, ptr @name, i32 8, i32 9, i32 1, i32 0, ptr null, ptr null }
@word = global i64 0

define internal i32 @task(i32 %gtid, ptr %task) {
  ret i32 0
}

; REMARKS: remark: {{.*}}taskgraph is built by the compiler: 1 nodes
; CHECK: @.taskgraph.static.data{{.*}} c"{{[^"]*}}\08\07\09\05\04\03\02\01\0A\00\00\00\0C\00\00\00"
define internal void @numbers(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 56, i64 0, ptr @task)
  %data = getelementptr i8, ptr %task, i64 40
  store i64 72623859790382856, ptr %data
  %middle = getelementptr i8, ptr %task, i64 42
  store i8 9, ptr %middle
  %one = getelementptr i8, ptr %task, i64 41
  store i8 7, ptr %one
  %more = getelementptr i8, ptr %task, i64 48
  store i64 51539607563, ptr %more
  call void @llvm.memset.p0.i64(ptr %more, i8 0, i64 4, i1 false)
  store i8 10, ptr %more
  %handed = call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Half of a word that is known only at run time: no graph begins with it as 0.
; REMARKS: remark: {{.*}}taskgraph is recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @copied(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @task)
  %copy = alloca i64
  %value = load i64, ptr @word
  %twice = mul i64 %value, 2
  store i64 %twice, ptr %copy
  %half = getelementptr i8, ptr %copy, i64 4
  store i32 1, ptr %half
  %data = getelementptr i8, ptr %task, i64 40
  call void @llvm.memcpy.p0.p0.i64(ptr %data, ptr %copy, i64 8, i1 false)
  %handed = call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; REMARKS: remark: {{.*}}taskgraph is recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @below(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @task)
  %value = load i64, ptr @word
  %twice = mul i64 %value, 2
  %data = getelementptr i8, ptr %task, i64 40
  store i64 %twice, ptr %data
  call void @llvm.memset.p0.i64(ptr %data, i8 0, i64 4, i1 false)
  %handed = call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; REMARKS: remark: {{.*}}taskgraph is recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @above(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @task)
  %value = load i64, ptr @word
  %twice = mul i64 %value, 2
  %data = getelementptr i8, ptr %task, i64 40
  store i64 %twice, ptr %data
  %middle = getelementptr i8, ptr %task, i64 42
  store i16 1, ptr %middle
  %handed = call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; -1 in two bytes, read as unsigned in four.
; REMARKS: remark: {{.*}}taskgraph is built by the compiler: 1 nodes
define internal void @widened(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @task)
  %value = load i16, ptr @word
  %signed = sext i16 %value to i32
  %wide = zext i32 %signed to i64
  %data = getelementptr i8, ptr %task, i64 40
  store i64 %wide, ptr %data
  %handed = call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; REMARKS: remark: {{.*}}taskgraph is built by the compiler: 1 nodes
define internal void @narrow(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @task)
  %value = load i16, ptr @word
  %wide = zext i16 %value to i64
  %twice = mul i64 %wide, 2
  %data = getelementptr i8, ptr %task, i64 40
  store i64 %twice, ptr %data
  %handed = call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

define void @encounter(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.numbers, i32 0, i64 0, ptr @numbers, ptr %args, i64 8)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copied, i32 0, i64 0, ptr @copied, ptr %args, i64 8)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.below, i32 0, i64 0, ptr @below, ptr %args, i64 8)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.above, i32 0, i64 0, ptr @above, ptr %args, i64 8)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.widened, i32 0, i64 0, ptr @widened, ptr %args, i64 8)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.narrow, i32 0, i64 0, ptr @narrow, ptr %args, i64 8)
  ret void
}

declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
