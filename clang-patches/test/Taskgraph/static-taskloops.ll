; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The tasks of taskloops, as the library divides their iterations: the first and last one of
; each, and whether it has the loop's last.
;
; RUN: opt -passes=always-inline -S %s -o %t.ll
; RUN: %taskgraph_static %t.ll | FileCheck %s --implicit-check-not="{{^}}@.taskgraph.static.data"
; RUN: %taskgraph_static_remarks -taskgraph-static-nodes=20 %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not="taskgraph is {{recorded|built}}"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; num_tasks: some have one iteration more, such that the first of them have their share.
; REMARK: built by the compiler: 3 nodes, 0 edges
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, {{.*}} c"{{[^"]*}}\00\00\00\00\00\00\00\00\04\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\05\00\00\00\00\00\00\00\09\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\0A\00\00\00\00\00\00\00\0F\00\00\00\00\00\00\00{{[^"]*}}" }>
define internal void @num_tasks(ptr %args) {
  call void @loop(i64 0, i64 15, i64 1, i32 2, i64 3)
  ret void
}

; REMARK: built by the compiler: 2 nodes
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, {{.*}} c"{{[^"]*}}\04\00\00\00\00\00\00\00\04\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\05\00\00\00\00\00\00\00\05\00\00\00\00\00\00\00{{[^"]*}}" }>
define internal void @num_tasks_more_than_iterations(ptr %args) {
  call void @loop(i64 4, i64 5, i64 1, i32 2, i64 9)
  ret void
}

; grainsize: as many tasks as have that many iterations; the rest is divided among them.
; REMARK: built by the compiler: 3 nodes
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, {{.*}} c"{{[^"]*}}\00\00\00\00\00\00\00\00\05\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\06\00\00\00\00\00\00\00\0B\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\0C\00\00\00\00\00\00\00\11\00\00\00\00\00\00\00{{[^"]*}}" }>
define internal void @grainsize(ptr %args) {
  call void @loop(i64 0, i64 17, i64 1, i32 1, i64 5)
  ret void
}

; REMARK: built by the compiler: 1 nodes
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, {{.*}} c"{{[^"]*}}\00\00\00\00\00\00\00\00\11\00\00\00\00\00\00\00{{[^"]*}}" }>
define internal void @grainsize_more_than_iterations(ptr %args) {
  call void @loop(i64 0, i64 17, i64 1, i32 1, i64 50)
  ret void
}

; grainsize(strict: 5): the last has what is left.
; REMARK: built by the compiler: 4 nodes
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, {{.*}} c"{{[^"]*}}\00\00\00\00\00\00\00\00\04\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\05\00\00\00\00\00\00\00\09\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\0A\00\00\00\00\00\00\00\0E\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\0F\00\00\00\00\00\00\00\11\00\00\00\00\00\00\00{{[^"]*}}" }>
define internal void @strict_grainsize(ptr %args) {
  call void @strict_loop(i64 0, i64 17, i64 1, i32 1, i64 5)
  ret void
}

; REMARK: built by the compiler: 3 nodes
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, {{.*}} c"{{[^"]*}}\00\00\00\00\00\00\00\00\04\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\05\00\00\00\00\00\00\00\09\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\0A\00\00\00\00\00\00\00\0F\00\00\00\00\00\00\00{{[^"]*}}" }>
define internal void @strict_num_tasks(ptr %args) {
  call void @strict_loop(i64 0, i64 15, i64 1, i32 2, i64 3)
  ret void
}

; Steps that do not end at the bound, upward and downward.
; REMARK: built by the compiler: 2 nodes
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, {{.*}} c"{{[^"]*}}\01\00\00\00\00\00\00\00\04\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\07\00\00\00\00\00\00\00\0A\00\00\00\00\00\00\00{{[^"]*}}" }>
define internal void @steps(ptr %args) {
  call void @loop(i64 1, i64 12, i64 3, i32 2, i64 2)
  ret void
}

; REMARK: built by the compiler: 2 nodes
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, {{.*}} c"{{[^"]*}}\05\00\00\00\00\00\00\00\02\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\FF\FF\FF\FF\FF\FF\FF\FF\FC\FF\FF\FF\FF\FF\FF\FF{{[^"]*}}" }>
define internal void @downward(ptr %args) {
  call void @loop(i64 5, i64 -6, i64 -3, i32 2, i64 2)
  ret void
}

; A function says which task has the last iteration.
; REMARK: built by the compiler: 2 nodes
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} ptr @entry, {{.*}} c"{{((\\00){32})}}\01{{((\\00){19})}}{{[^"]*}}", ptr @entry, {{.*}} c"{{((\\00){24})}}\02{{((\\00){7})}}\03{{((\\00){15})}}\01{{[^"]*}}" }>
define internal void @last_iteration(ptr %args) {
  %task = call ptr @make(i64 0, i64 3)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 2, i64 2, ptr @set_last)
  ret void
}

; Without nogroup there is a taskgroup around the tasks, which the next one waits for.
; REMARK: built by the compiler: 4 nodes, 3 edges
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, {{.*}} zeroinitializer, ptr @entry, {{.*}} c"{{[^"]*}}\01\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00{{[^"]*}}", ptr @entry, {{.*}} c"{{[^"]*}}\00\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00{{[^"]*}}" }>
; CHECK: {{^}}@.taskgraph.static.nodes{{[.0-9]*}} = {{.*}} { i32 0, i32 0, i32 0, i32 1, {{.*}} { i32 1, i32 0, i32 0, i32 1, {{.*}} { i32 2, i32 2, i32 0, i32 1, {{.*}} { i32 3, i32 1, i32 0, i32 0,
define internal void @group(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @make(i64 0, i64 1)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 0, i32 2, i64 2, ptr null)
  %next = call ptr @make(i64 0, i64 1)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %next)
  ret void
}

; REMARK: built by the compiler: 20 nodes
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} <{ [8 x i8] zeroinitializer
define internal void @tasks_20(ptr %args) {
  call void @loop(i64 0, i64 19, i64 1, i32 1, i64 1)
  ret void
}

; REMARK: recorded at run time: it makes more tasks than -taskgraph-static-nodes=20 allows
; CHECK: {{^}}@.taskgraph.static.data{{[.0-9]*}} = {{.*}} <{ [8 x i8] zeroinitializer
define internal void @tasks_21(ptr %args) {
  call void @loop(i64 0, i64 20, i64 1, i32 1, i64 1)
  ret void
}

; REMARK: recorded at run time: without grainsize and num_tasks, how many tasks a taskloop has depends on the number of threads
define internal void @by_threads(ptr %args) {
  call void @loop(i64 0, i64 20, i64 1, i32 0, i64 0)
  ret void
}

; REMARK: recorded at run time: the range of a taskloop is known only at run time
define internal void @unknown_range(ptr %args) {
  %n = load i64, ptr %args
  call void @loop(i64 0, i64 %n, i64 1, i32 1, i64 4)
  ret void
}

; REMARK: recorded at run time: the range of a taskloop is known only at run time
define internal void @unknown_step(ptr %args) {
  %n = load i64, ptr %args
  call void @loop(i64 0, i64 20, i64 %n, i32 1, i64 4)
  ret void
}

; REMARK: recorded at run time: how many tasks a taskloop has is known only at run time
define internal void @unknown_size(ptr %args) {
  %n = load i64, ptr %args
  call void @loop(i64 0, i64 20, i64 1, i32 1, i64 %n)
  ret void
}

; REMARK: recorded at run time: a taskloop has no iterations
define internal void @no_iterations(ptr %args) {
  call void @loop(i64 0, i64 -1, i64 1, i32 2, i64 4)
  ret void
}

define internal ptr @make(i64 %first, i64 %last) alwaysinline {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 80, i64 0, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  store i64 %first, ptr %lower
  %upper = getelementptr i8, ptr %task, i64 48
  store i64 %last, ptr %upper
  ret ptr %task
}
define internal void @loop(i64 %first, i64 %last, i64 %step, i32 %schedule, i64 %size) alwaysinline {
  %task = call ptr @make(i64 %first, i64 %last)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 %step, i32 1, i32 %schedule, i64 %size, ptr null)
  ret void
}
define internal void @strict_loop(i64 %first, i64 %last, i64 %step, i32 %schedule, i64 %size) alwaysinline {
  %task = call ptr @make(i64 %first, i64 %last)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @__kmpc_taskloop_5(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 %step, i32 1, i32 %schedule, i64 %size, i32 1, ptr null)
  ret void
}
define internal void @set_last(ptr %to, ptr %from, i32 %last) {
  %place = getelementptr i8, ptr %to, i64 64
  store i32 %last, ptr %place
  ret void
}
define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}

; One site for each.
@site.num_tasks = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.num_tasks_more_than_iterations = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.grainsize = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.grainsize_more_than_iterations = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.strict_grainsize = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.strict_num_tasks = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.steps = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.downward = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.last_iteration = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.group = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.tasks_20 = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.tasks_21 = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.by_threads = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.unknown_range = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.unknown_step = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.unknown_size = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.no_iterations = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.num_tasks, i32 0, i64 0, ptr @num_tasks, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.num_tasks_more_than_iterations, i32 0, i64 0, ptr @num_tasks_more_than_iterations, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.grainsize, i32 0, i64 0, ptr @grainsize, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.grainsize_more_than_iterations, i32 0, i64 0, ptr @grainsize_more_than_iterations, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.strict_grainsize, i32 0, i64 0, ptr @strict_grainsize, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.strict_num_tasks, i32 0, i64 0, ptr @strict_num_tasks, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.steps, i32 0, i64 0, ptr @steps, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.downward, i32 0, i64 0, ptr @downward, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.last_iteration, i32 0, i64 0, ptr @last_iteration, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.group, i32 0, i64 0, ptr @group, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.tasks_20, i32 0, i64 0, ptr @tasks_20, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.tasks_21, i32 0, i64 0, ptr @tasks_21, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.by_threads, i32 0, i64 0, ptr @by_threads, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.unknown_range, i32 0, i64 0, ptr @unknown_range, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.unknown_step, i32 0, i64 0, ptr @unknown_step, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.unknown_size, i32 0, i64 0, ptr @unknown_size, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.no_iterations, i32 0, i64 0, ptr @no_iterations, ptr %args, i64 64)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare void @__kmpc_taskloop(ptr, i32, ptr, i32, ptr, ptr, i64, i32, i32, i64, ptr)
declare void @__kmpc_taskloop_5(ptr, i32, ptr, i32, ptr, ptr, i64, i32, i32, i64, i32, ptr)
