; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What the tasks of a graph that the compiler builds begin with: constants, addresses,
; parts that symbols give, and parts that the library takes from the encounter.
;
; RUN: opt -passes=always-inline -S %s -o %t.ll
; RUN: %taskgraph_static %t.ll | FileCheck %s --implicit-check-not="{{^@.taskgraph.static.(data|types|priorities|patches)}}"
; RUN: %taskgraph_static_remarks %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not="taskgraph is recorded"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; Tasks that nothing changes are there as a whole, with their entry. Those with the same data
; share them; each begins where its size allows.
; CHECK: {{^}}@.taskgraph.static.data = {{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, [40 x i8] c"{{[^"]*}}\01\00\00\00\02\00\00\00\00\00\00\00\00\00\00\00", ptr @entry, [40 x i8] c"{{[^"]*}}\03\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00", ptr @entry, [32 x i8] c"{{[^"]*}}\01\00\00\00\03\00\00\00" }>, align 64
; CHECK: {{^}}@.taskgraph.static.nodes = {{.*}} i32 0, i32 6291456, ptr getelementptr (i8, ptr @.taskgraph.static.data, i64 40) }, {{.*}} i32 6, i32 6291457, ptr getelementptr (i8, ptr @.taskgraph.static.data, i64 88) }, {{.*}} i32 12, i32 6291458, ptr getelementptr (i8, ptr @.taskgraph.static.data, i64 40) }, {{.*}} i32 18, i32 6291459, ptr getelementptr (i8, ptr @.taskgraph.static.data, i64 136) }
; CHECK: {{^}}@.taskgraph.static.types
define internal void @shared_images(ptr %args) {
  call void @pair(i32 1, i32 2)
  call void @short(i32 3)
  call void @pair(i32 1, i32 2)
  call void @pair(i32 1, i32 3)
  ret void
}

; A task without data.
; CHECK: {{^}}@.taskgraph.static.data{{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, [24 x i8] zeroinitializer }>, align 64
; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} i32 6291456, ptr getelementptr (i8, ptr @.taskgraph.static.data{{.*}}, i64 40) }, {{.*}} ptr null }]
; CHECK: {{^}}@.taskgraph.static.types{{.*}} { ptr @entry, ptr @.taskgraph.task{{.*}}, i64 40, i64 0, i32 32769, i32 0 }]
define internal void @no_data(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 0, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Addresses of globals are the linker's business; only parts of them are patched.
; CHECK: {{^}}@.taskgraph.static.data{{.*}} <{ [8 x i8] zeroinitializer, ptr @entry, [32 x i8] c"{{[^"]*}}\07\00\00\00\00\00\00\00", ptr @global, ptr getelementptr (i8, ptr @global, i64 8), [8 x i8] c"\09\00\00\00\00\00\00\00" }>
; CHECK: {{^}}@.taskgraph.static.types
define internal void @addresses(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 72, i64 0, ptr @entry)
  call void @set(ptr %task, i64 40, i64 7)
  %second = getelementptr i8, ptr %task, i64 48
  store ptr @global, ptr %second
  %address = ptrtoint ptr getelementptr (i8, ptr @global, i64 8) to i64
  call void @set(ptr %task, i64 56, i64 %address)
  call void @set(ptr %task, i64 64, i64 9)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Symbols that the block does more with than to copy them: patches of 1, 2, 4 and 8 bytes, at
; their places, of the first and third task.
; CHECK: {{^}}@.taskgraph.static.data
; CHECK: {{^}}@.taskgraph.static.types
; CHECK: {{^}}@.taskgraph.static.first_patch{{.*}} [i32 0, i32 3, i32 3, i32 4]
; CHECK: {{^}}@.taskgraph.static.patches{{.*}} [24 x i32] [i32 1, i32 0, i32 1, i32 4, i32 40, i32 0, i32 0, i32 0, i32 3, i32 2, i32 44, i32 0, i32 0, i32 0, i32 2, i32 1, i32 46, i32 0, i32 4, i32 0, i32 4, i32 8, i32 40, i32 0]
define internal void @patched(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %word = load ptr, ptr %args
  %a = load i32, ptr %word
  %at_b = getelementptr i8, ptr %word, i64 4
  %b = load i8, ptr %at_b
  %at_c = getelementptr i8, ptr %word, i64 6
  %c = load i16, ptr %at_c
  %at_d = getelementptr i8, ptr %word, i64 8
  %d = load ptr, ptr %at_d
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @entry)
  %part_a = getelementptr i8, ptr %task, i64 40
  %more = add nsw i32 %a, 1
  store i32 %more, ptr %part_a
  %part_c = getelementptr i8, ptr %task, i64 44
  store i16 %c, ptr %part_c
  %part_b = getelementptr i8, ptr %task, i64 46
  store i8 %b, ptr %part_b
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call void @short(i32 3)
  %b_used = sext i8 %b to i64
  %c_used = sext i16 %c to i64
  %task2 = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @entry)
  %part_d = getelementptr i8, ptr %task2, i64 40
  %member = getelementptr i8, ptr %d, i64 4
  store ptr %member, ptr %part_d
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task2)
  ret void
}

; Shared variables are behind the data, at a multiple of eight; what the library takes from
; the encounter is neither a patch nor in the way.
; CHECK: {{^}}@.taskgraph.static.data{{.*}} [24 x i8] c"\05\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\06\00\00\00\00\00\00\00"
; CHECK: {{^}}@.taskgraph.static.types{{.*}} { ptr @entry, ptr @.taskgraph.task{{.*}}, i64 44, i64 16, i32 32769, i32 0 }]
define internal void @shareds(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 44, i64 16, ptr @entry)
  %data = getelementptr i8, ptr %task, i64 40
  store i32 5, ptr %data
  %shareds = load ptr, ptr %task
  %word = load ptr, ptr %args
  store ptr %word, ptr %shareds
  call void @set(ptr %shareds, i64 8, i64 6)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.data{{.*}} [64 x i8] zeroinitializer
; CHECK: {{^}}@.taskgraph.static.types
define internal void @fields(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 104, i64 0, ptr @entry)
  %word = load ptr, ptr %args
  %value = load double, ptr %word
  %data = getelementptr i8, ptr %task, i64 40
  store double %value, ptr %data
  %object = getelementptr i8, ptr %word, i64 8
  %copy = getelementptr i8, ptr %task, i64 48
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %object, i64 56, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.data{{.*}} [1000 x i8] zeroinitializer
; CHECK: {{^}}@.taskgraph.static.types
define internal void @large_field(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 1040, i64 0, ptr @entry)
  %word = load ptr, ptr %args
  %copy = getelementptr i8, ptr %task, i64 40
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %word, i64 1000, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; Priorities, of tasks that have one.
; CHECK: {{^}}@.taskgraph.static.data
; CHECK: {{^}}@.taskgraph.static.types{{.*}} i32 32769, i32 0 }, {{.*}} i32 32801, i32 0 }, {{.*}} i32 32769, i32 0 }]
; CHECK: {{^}}@.taskgraph.static.priorities{{.*}} [i32 0, i32 5, i32 0]
define internal void @priorities(ptr %args) {
  call void @short(i32 3)
  call void @urgent(i32 33, i32 5)
  call void @short(i32 3)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.types{{.*}} constant [1 x
; CHECK: {{^}}@.taskgraph.static.priorities{{.*}} [i32 0, i32 1, i32 2]
define internal void @one_type(ptr %args) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @urgent(i32 33, i32 %i)
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 3
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Types differ in function, size, shareds, flags.
; CHECK: {{^}}@.taskgraph.static.data
; CHECK: {{^}}@.taskgraph.static.types{{.*}} constant [5 x {{.*}} { ptr @entry, ptr @.taskgraph.task{{.*}}, i64 48, i64 0, i32 32771, i32 0 }, {{.*}} { ptr @entry, ptr @.taskgraph.task{{.*}}, i64 56, i64 0, i32 32769, i32 0 }, {{.*}} { ptr @entry, ptr @.taskgraph.task{{.*}}, i64 48, i64 0, i32 32769, i32 0 }, {{.*}} { ptr @entry, ptr @.taskgraph.task{{.*}}, i64 48, i64 8, i32 32769, i32 0 }, {{.*}} { ptr @other, ptr @.taskgraph.task{{.*}}, i64 48, i64 0, i32 32769, i32 0 }]
define internal void @types(ptr %args) {
entry:
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %is0 = icmp eq i32 %i, 0
  %flags = select i1 %is0, i32 3, i32 1
  %is1 = icmp eq i32 %i, 1
  %size = select i1 %is1, i64 56, i64 48
  %is3 = icmp eq i32 %i, 3
  %shareds = select i1 %is3, i64 8, i64 0
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 %flags, i64 %size, i64 %shareds, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, 5
  br i1 %done, label %end, label %loop
end:
  %task2 = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @other)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task2)
  ret void
}

; Tasks that the graph does not have: what is not known, or only when the program runs.
; REMARK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @urgent_unknown(ptr %args) {
  %priority = load i32, ptr %args
  call void @urgent(i32 33, i32 %priority)
  ret void
}

; REMARK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @urgent_without_flag(ptr %args) {
  call void @urgent(i32 1, i32 3)
  ret void
}

; REMARK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @behind_its_end(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 0, ptr @entry)
  call void @set(ptr %task, i64 40, i64 7)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; REMARK: recorded at run time: what kind of task it makes is known only at run time
define internal void @flags_unknown(ptr %args) {
  %word = load i32, ptr %args
  %final = and i32 %word, 2
  %flags = or i32 %final, 1
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 %flags, i64 40, i64 0, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; REMARK: recorded at run time: what kind of task it makes is known only at run time
define internal void @size_unknown(ptr %args) {
  %size = load i64, ptr %args
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 %size, i64 0, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; REMARK: recorded at run time: what kind of task it makes is known only at run time
define internal void @shareds_unknown(ptr %args) {
  %size = load i64, ptr %args
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 %size, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; REMARK: recorded at run time: what kind of task it makes is known only at run time
define internal void @too_small(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 32, i64 0, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; REMARK: recorded at run time: what kind of task it makes is known only at run time
define internal void @too_large(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 1048577, i64 0, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; REMARK: recorded at run time: what kind of task it makes is known only at run time
define internal void @shareds_too_large(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 -40, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; REMARK: recorded at run time: the data of its tasks are too large for a program
define internal void @large_images(ptr %args) {
entry:
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 1048576, i64 0, ptr @entry)
  call void @set(ptr %task, i64 40, i64 %i)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 17
  br i1 %done, label %end, label %loop
end:
  ret void
}

; REMARK: recorded at run time: a task has data with a destructor
define internal void @destructor(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 9, i64 40, i64 0, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; REMARK: recorded at run time: a reduction is set up at run time
define internal void @reduction(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %items = alloca [1 x i64]
  %set = call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  ret void
}

; REMARK: recorded at run time: a task keeps a value from its recording
define internal void @saved(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @entry)
  %data = getelementptr i8, ptr %task, i64 40
  %word = load ptr, ptr %args
  call void @__kmpc_ompx_taskgraph_saved(ptr %data, ptr %word, i64 8)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

@global = external global [2 x i64]

define internal void @set(ptr %task, i64 %at, i64 %value) alwaysinline {
  %part = getelementptr i8, ptr %task, i64 %at
  store i64 %value, ptr %part
  ret void
}
define internal void @pair(i32 %first, i32 %second) alwaysinline {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @entry)
  %part = getelementptr i8, ptr %task, i64 40
  store i32 %first, ptr %part
  %other = getelementptr i8, ptr %task, i64 44
  store i32 %second, ptr %other
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}
define internal void @short(i32 %value) alwaysinline {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 44, i64 0, ptr @entry)
  %part = getelementptr i8, ptr %task, i64 40
  store i32 %value, ptr %part
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}
define internal void @urgent(i32 %flags, i32 %priority) alwaysinline {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 %flags, i64 40, i64 0, ptr @entry)
  %part = getelementptr i8, ptr %task, i64 32
  store i32 %priority, ptr %part
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}
define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}
define internal i32 @other(i32 %gtid, ptr %task) {
  ret i32 0
}

; One site for each.
@site.shared_images = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.no_data = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.addresses = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.patched = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shareds = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.fields = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.large_field = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.priorities = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.one_type = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.types = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.urgent_unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.urgent_without_flag = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.behind_its_end = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.flags_unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.size_unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shareds_unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.too_small = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.too_large = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shareds_too_large = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.large_images = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.destructor = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reduction = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.saved = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shared_images, i32 0, i64 0, ptr @shared_images, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.no_data, i32 0, i64 0, ptr @no_data, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.addresses, i32 0, i64 0, ptr @addresses, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.patched, i32 0, i64 0, ptr @patched, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shareds, i32 0, i64 0, ptr @shareds, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.fields, i32 0, i64 0, ptr @fields, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.large_field, i32 0, i64 0, ptr @large_field, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.priorities, i32 0, i64 0, ptr @priorities, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.one_type, i32 0, i64 0, ptr @one_type, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.types, i32 0, i64 0, ptr @types, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.urgent_unknown, i32 0, i64 0, ptr @urgent_unknown, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.urgent_without_flag, i32 0, i64 0, ptr @urgent_without_flag, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.behind_its_end, i32 0, i64 0, ptr @behind_its_end, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.flags_unknown, i32 0, i64 0, ptr @flags_unknown, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.size_unknown, i32 0, i64 0, ptr @size_unknown, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shareds_unknown, i32 0, i64 0, ptr @shareds_unknown, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.too_small, i32 0, i64 0, ptr @too_small, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.too_large, i32 0, i64 0, ptr @too_large, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shareds_too_large, i32 0, i64 0, ptr @shareds_too_large, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.large_images, i32 0, i64 0, ptr @large_images, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.destructor, i32 0, i64 0, ptr @destructor, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reduction, i32 0, i64 0, ptr @reduction, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.saved, i32 0, i64 0, ptr @saved, ptr %args, i64 64)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare ptr @__kmpc_taskred_init(i32, i32, ptr)
declare void @__kmpc_ompx_taskgraph_saved(ptr, ptr, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
