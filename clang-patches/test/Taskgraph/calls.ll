; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What the block may call, and with which arguments.
;
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %taskgraph_opt %s | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; Calls of the library that a block may make.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
; IR-LABEL: define internal void @all.recording
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr {{.*}})
; IR-NEXT: call i32 @__kmpc_omp_task(
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task2, ptr {{.*}})
; IR-NEXT: call i32 @__kmpc_omp_task_with_deps(
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task3, ptr {{.*}})
; IR-NEXT: call void @__kmpc_taskloop(
; IR: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task4, ptr {{.*}})
; IR-NEXT: call void @__kmpc_taskloop_5(
; IR-NOT: taskgraph_task
; IR: ret void
define internal void @all(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %task2 = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %deps = alloca [1 x { i64, i64, i8 }]
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task2, i32 1, ptr %deps, i32 0, ptr null)
  %task3 = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task3, i64 40
  %upper = getelementptr i8, ptr %task3, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task3, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  %task4 = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower4 = getelementptr i8, ptr %task4, i64 40
  %upper4 = getelementptr i8, ptr %task4, i64 48
  call void @__kmpc_taskloop_5(ptr null, i32 %gtid, ptr %task4, i32 1, ptr %lower4, ptr %upper4, i64 1, i32 1, i32 0, i64 0, i32 0, ptr null)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  call void @__kmpc_omp_taskwait_deps_51(ptr null, i32 %gtid, i32 1, ptr %deps, i32 0, ptr null, i32 0)
  call void @__kmpc_taskgroup(ptr null, i32 %gtid)
  %items = alloca [1 x { ptr, ptr, i64, ptr, ptr, ptr, i32 }]
  call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %items)
  call void @__kmpc_end_taskgroup(ptr null, i32 %gtid)
  ret void
}

; What the library runs plainly.
; CHECK: remark: {{.*}}runs as ordinary tasks: it has a target construct and is compiled for a device
define internal void @on_a_device(ptr %args) {
  ret void
}

; Tied tasks, which may be final, have a priority, have destructors.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @final(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 3, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @destroyed(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 9, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @with_priority(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 33, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @for_free_agents(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 129, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal void @with_affinity(ptr %args) {
  %list = alloca [1 x { i64, i64, i32 }]
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %word = load ptr, ptr %args
  %place = ptrtoint ptr %word to i64
  store i64 %place, ptr %list
  call i32 @__kmpc_omp_reg_task_with_affinity(ptr null, i32 %gtid, ptr %task, i32 1, ptr %list)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal void @perhaps_final(ptr %args) {
  %word = load ptr, ptr %args
  %flag = load i1, ptr %word
  %flags = select i1 %flag, i32 1, i32 3
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 %flags, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}a task is untied or detachable
define internal void @untied(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 0, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}runs as ordinary tasks: a task is detachable
define internal void @detachable(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 65, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}a task is untied or detachable
define internal void @not_known(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 257, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}a task is untied or detachable
define internal void @perhaps_untied(ptr %args) {
  %word = load ptr, ptr %args
  %flag = load i1, ptr %word
  %flags = select i1 %flag, i32 1, i32 0
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 %flags, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}a task is untied or detachable
define internal void @perhaps_detachable(ptr %args) {
  %word = load ptr, ptr %args
  %flag = load i1, ptr %word
  %flags = select i1 %flag, i32 1, i32 65
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 %flags, i64 96, i64 8, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it makes a task whose function is not known
define internal void @some_function(ptr %args) {
  %word = load ptr, ptr %args
  %function = load ptr, ptr %word
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr %function)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it makes a task for another thread
define internal void @another_thread(ptr %args) {
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 96, i64 8, ptr @entry)
  ret void
}

; CHECK: remark: {{.*}}it makes a task for another thread
define internal void @result_as_thread(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %result = call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %task2 = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %result, i32 1, i64 96, i64 8, ptr @entry)
  ret void
}

; CHECK: remark: {{.*}}it computes a source location
define internal void @some_location(ptr %args) {
  %word = load ptr, ptr %args
  %gtid = call i32 @__kmpc_global_thread_num(ptr %word)
  ret void
}

; CHECK: remark: {{.*}}its reductions are not in an array of the block
define internal void @reductions_elsewhere(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %word = load ptr, ptr %args
  call ptr @__kmpc_taskred_init(i32 %gtid, i32 1, ptr %word)
  ret void
}

; Taskloops: their tasks are deferred, have their bounds in themselves, and differ
; in nothing but these and the flag of the last iteration.

; CHECK: remark: {{.*}}a taskloop has an if clause
define internal void @undeferred_loop(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 0, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}a taskloop has an if clause
define internal void @perhaps_undeferred_loop(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  %word = load ptr, ptr %args
  %flag = load i32, ptr %word
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 %flag, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; The same for the other entry point.
; CHECK: remark: {{.*}}a taskloop has an if clause
define internal void @undeferred_loop_5(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop_5(ptr null, i32 %gtid, ptr %task, i32 0, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, i32 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it makes a taskloop whose bounds are not in its task
define internal void @local_bounds(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  %local = alloca i64
  store i64 0, ptr %local
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %local, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it makes a taskloop whose bounds are not in its task
define internal void @local_end(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %local = alloca i64
  store i64 0, ptr %local
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %local, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}it makes a taskloop whose bounds are not in its task
define internal void @bounds_of_another(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  %task2 = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task2, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr null)
  ret void
}

; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @last_iteration(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr @set_last)
  ret void
}

; CHECK: remark: {{.*}}the tasks of a taskloop are copied by a function
define internal void @dup_not_seen(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr @not_seen)
  ret void
}

; CHECK: remark: {{.*}}the tasks of a taskloop are copied by a function
define internal void @dup_set_both(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr @set_both)
  ret void
}

; CHECK: remark: {{.*}}the tasks of a taskloop are copied by a function
define internal void @dup_set_other(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr @set_other)
  ret void
}

; CHECK: remark: {{.*}}the tasks of a taskloop are copied by a function
define internal void @dup_set_value(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr @set_value)
  ret void
}

; CHECK: remark: {{.*}}the tasks of a taskloop are copied by a function
define internal void @dup_set_source(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr @set_source)
  ret void
}

; CHECK: remark: {{.*}}the tasks of a taskloop are copied by a function
define internal void @dup_set_volatile(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr @set_volatile)
  ret void
}

; CHECK: remark: {{.*}}the tasks of a taskloop are copied by a function
define internal void @dup_call_more(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr @call_more)
  ret void
}

; CHECK: remark: {{.*}}the tasks of a taskloop are copied by a function
define internal void @dup_set_both_5(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop_5(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, i32 0, ptr @set_both)
  ret void
}

; CHECK: remark: {{.*}}the tasks of a taskloop are copied by a function
define internal void @dup_replaceable(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  %lower = getelementptr i8, ptr %task, i64 40
  %upper = getelementptr i8, ptr %task, i64 48
  call void @__kmpc_taskloop(ptr null, i32 %gtid, ptr %task, i32 1, ptr %lower, ptr %upper, i64 1, i32 1, i32 0, i64 0, ptr @replaceable)
  ret void
}

; Functions whose result depends on nothing but what they are given.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @functions.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR-NOT: taskgraph_read
; IR: ret void
define internal void @functions(ptr %args) {
  %word = load ptr, ptr %args
  %value = load double, ptr %word
  %first = call double @llvm.sqrt.f64(double %value)
  %second = call double @sin(double %first)
  %third = call double @half(double %second)
  ret void
}

; CHECK: remark: {{.*}}it calls 'self', which may do more than make tasks
define internal void @call_self(ptr %args) {
  %result = call i64 @self()
  ret void
}

; CHECK: remark: {{.*}}it calls 'reader', which may do more than make tasks
define internal void @call_reader(ptr %args) {
  %result = call i64 @reader(i64 1)
  ret void
}

; CHECK: remark: {{.*}}it calls 'writer', which may do more than make tasks
define internal void @call_writer(ptr %args) {
  %result = call i64 @writer(i64 1)
  ret void
}

; CHECK: remark: {{.*}}it calls 'errno_reader', which may do more than make tasks
define internal void @call_errno_reader(ptr %args) {
  %result = call i64 @errno_reader(i64 1)
  ret void
}

; CHECK: remark: {{.*}}it calls 'thrower', which may do more than make tasks
define internal void @call_thrower(ptr %args) {
  %result = call i64 @thrower(i64 1)
  ret void
}

; CHECK: remark: {{.*}}it calls 'looper', which may do more than make tasks
define internal void @call_looper(ptr %args) {
  %result = call i64 @looper(i64 1)
  ret void
}

; CHECK: remark: {{.*}}it calls 'of_self', which may do more than make tasks
define internal void @call_of_self(ptr %args) {
  %result = call i64 @of_self(i64 1)
  ret void
}

; CHECK: remark: {{.*}}it calls 'of_assembler', which may do more than make tasks
define internal void @call_of_assembler(ptr %args) {
  %result = call i64 @of_assembler(i64 1)
  ret void
}

; CHECK: remark: {{.*}}it calls 'of_own', which may do more than make tasks
define internal void @call_of_own(ptr %args) {
  %result = call i64 @of_own(i64 1)
  ret void
}

; CHECK: remark: {{.*}}it calls 'of_of_self', which may do more than make tasks
define internal void @call_of_of_self(ptr %args) {
  %result = call i64 @of_of_self(i64 1)
  ret void
}

; CHECK: remark: {{.*}}it calls a function that is not known
define internal void @call_pointer(ptr %args) {
  %word = load ptr, ptr %args
  %function = load ptr, ptr %word
  call void %function()
  ret void
}

; CHECK: remark: {{.*}}it has assembler code
define internal void @assembler(ptr %args) {
  call void asm "", ""()
  ret void
}

; CHECK: remark: {{.*}}it has assembler code
define internal void @assembler_value(ptr %args) {
  %value = call i64 asm "rdtsc", "=r,r"(i64 1) nounwind willreturn memory(none)
  ret void
}

; CHECK: remark: {{.*}}it uses 'llvm.returnaddress', which is not understood
define internal void @return_address(ptr %args) {
  %value = call ptr @llvm.returnaddress(i32 0)
  ret void
}

; CHECK: remark: {{.*}}it uses 'llvm.readcyclecounter', which is not understood
define internal void @cycles(ptr %args) {
  %value = call i64 @llvm.readcyclecounter()
  ret void
}

; CHECK: remark: {{.*}}it calls 'reader', which may do more than make tasks
define internal void @invoked(ptr %args) personality ptr @reader {
  %value = invoke i64 @reader(i64 1) to label %next unwind label %clean
clean:
  %pad = landingpad { ptr, i32 } cleanup
  unreachable
next:
  ret void
}

; CHECK: remark: {{.*}}it executes an instruction that is not understood (callbr)
define internal void @jumps(ptr %args) {
  callbr void asm "", "!i"() to label %next [label %other]
other:
  ret void
next:
  ret void
}

; A failed assertion ends the program, and no recording with it; it may be given
; whatever there is.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
define internal void @asserts(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %variable = alloca i32
  %word = load ptr, ptr %args
  %flag = load i1, ptr %word
  br i1 %flag, label %good, label %bad
bad:
  call void @assertion(ptr %variable, i32 %gtid) noreturn nounwind
  unreachable
good:
  ret void
}

; CHECK: remark: {{.*}}it calls 'throws', which may do more than make tasks
define internal void @throwing(ptr %args) {
  %word = load ptr, ptr %args
  %flag = load i1, ptr %word
  br i1 %flag, label %good, label %bad
bad:
  call void @throws() noreturn
  unreachable
good:
  ret void
}

; Facts that are told to the compiler are no code.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @facts(ptr %args) {
  %variable = alloca i32
  call void @llvm.lifetime.start.p0(ptr %variable)
  call void @llvm.experimental.noalias.scope.decl(metadata !0)
  %word = load ptr, ptr %args
  %value = load i64, ptr %word
  call void @llvm.assume(i1 true) [ "align"(ptr %word, i64 8), "nonnull"(ptr %variable) ]
  call void @llvm.lifetime.end.p0(ptr %variable)
  ret void
}

; What a construct in the block was.
; CHECK: remark: {{.*}}a task has an if clause
define internal void @if_clause(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry)
  call void @__kmpc_omp_task_begin_if0(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: remark: {{.*}}it has a critical construct
define internal void @critical(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @__kmpc_critical(ptr null, i32 %gtid, ptr @lock)
  ret void
}

; CHECK: remark: {{.*}}it has a flush construct
define internal void @flush(ptr %args) {
  call void @__kmpc_flush(ptr null)
  ret void
}

; CHECK: remark: {{.*}}it has a construct that does more than make tasks (__kmpc_omp_taskyield)
define internal void @yield(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call i32 @__kmpc_omp_taskyield(ptr null, i32 %gtid, i32 0)
  ret void
}

; CHECK: remark: {{.*}}it has a target construct
define internal void @target(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call ptr @__kmpc_omp_target_task_alloc(ptr null, i32 %gtid, i32 1, i64 96, i64 8, ptr @entry, i64 0)
  ret void
}

; CHECK: remark: {{.*}}it has a target construct
define internal void @target_data(ptr %args) {
  call void @__tgt_target_data_begin_mapper()
  ret void
}

; CHECK: remark: {{.*}}it has a taskgraph in it
define internal void @nested(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr null, i32 0, i64 0, ptr @flush, ptr null, i64 0)
  ret void
}

; CHECK: remark: {{.*}}it calls a function that is not known
define internal void @other_signature(ptr %args) {
  call void @__kmpc_omp_task(ptr null)
  ret void
}

@lock = global [8 x i32] zeroinitializer
@own = thread_local global i64 0

define internal void @set_last(ptr %to, ptr %from, i32 %last) {
  %flag = getelementptr i8, ptr %to, i64 64
  store i32 %last, ptr %flag
  ret void
}

declare void @not_seen(ptr, ptr, i32)

define weak void @replaceable(ptr %to, ptr %from, i32 %last) {
  ret void
}

define internal void @set_both(ptr %to, ptr %from, i32 %last) {
  %flag = getelementptr i8, ptr %to, i64 64
  store i32 %last, ptr %flag
  %copy = getelementptr i8, ptr %to, i64 80
  store i32 %last, ptr %copy
  ret void
}

define internal void @set_other(ptr %to, ptr %from, i32 %last) {
  %copy = getelementptr i8, ptr %to, i64 80
  store i32 %last, ptr %copy
  ret void
}

define internal void @set_value(ptr %to, ptr %from, i32 %last) {
  %flag = getelementptr i8, ptr %to, i64 64
  store i32 1, ptr %flag
  ret void
}

define internal void @set_source(ptr %to, ptr %from, i32 %last) {
  %flag = getelementptr i8, ptr %from, i64 64
  store i32 %last, ptr %flag
  ret void
}

define internal void @set_volatile(ptr %to, ptr %from, i32 %last) {
  %flag = getelementptr i8, ptr %to, i64 64
  store volatile i32 %last, ptr %flag
  ret void
}

define internal void @call_more(ptr %to, ptr %from, i32 %last) {
  call void @throws()
  ret void
}

define internal double @half(double %value) nounwind willreturn memory(none) {
  %local = alloca double
  call void @llvm.lifetime.start.p0(ptr %local)
  store double %value, ptr %local
  %same = load double, ptr %local
  %root = call double @llvm.sqrt.f64(double %same)
  ret double %root
}

define internal i64 @of_self(i64 %value) nounwind willreturn memory(none) {
  %thread = call i64 @self()
  ret i64 %thread
}

define internal i64 @of_of_self(i64 %value) nounwind willreturn memory(none) {
  %thread = call i64 @of_self(i64 %value)
  ret i64 %thread
}

define internal i64 @of_assembler(i64 %value) nounwind willreturn memory(none) {
  %result = call i64 asm "", "=r,r"(i64 %value) nounwind willreturn memory(none)
  ret i64 %result
}

define internal i64 @of_own(i64 %value) nounwind willreturn memory(none) {
  %address = call ptr @llvm.threadlocal.address.p0(ptr @own)
  %number = ptrtoint ptr %address to i64
  ret i64 %number
}

declare double @sin(double) nounwind willreturn memory(errnomem: write)
declare i64 @self() nounwind willreturn memory(none)
declare i64 @reader(i64) nounwind willreturn memory(read)
declare i64 @writer(i64) nounwind willreturn memory(write)
declare i64 @errno_reader(i64) nounwind willreturn memory(errnomem: read)
declare i64 @thrower(i64) willreturn memory(none)
declare i64 @looper(i64) nounwind memory(none)
declare void @assertion(ptr, i32)
declare void @throws()
declare void @__kmpc_omp_task_begin_if0(ptr, i32, ptr)
declare i32 @__kmpc_omp_taskyield(ptr, i32, i32)
declare i32 @__kmpc_omp_reg_task_with_affinity(ptr, i32, ptr, i32, ptr)
declare ptr @__kmpc_omp_target_task_alloc(ptr, i32, i32, i64, i64, ptr, i64)
declare void @__tgt_target_data_begin_mapper()
declare void @__kmpc_critical(ptr, i32, ptr)
declare void @__kmpc_flush(ptr)

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}

@site.all = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.on_a_device = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.final = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.destroyed = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.with_priority = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.for_free_agents = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.with_affinity = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.perhaps_final = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.untied = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.detachable = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.not_known = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.perhaps_untied = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.perhaps_detachable = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.some_function = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.another_thread = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.result_as_thread = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.some_location = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reductions_elsewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.undeferred_loop = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.perhaps_undeferred_loop = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.undeferred_loop_5 = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.local_bounds = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.local_end = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.bounds_of_another = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.last_iteration = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dup_not_seen = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dup_set_both = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dup_set_other = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dup_set_value = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dup_set_source = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dup_set_volatile = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dup_call_more = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dup_set_both_5 = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dup_replaceable = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.functions = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.call_self = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.call_reader = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.call_writer = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.call_errno_reader = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.call_thrower = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.call_looper = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.call_of_self = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.call_of_assembler = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.call_of_own = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.call_of_of_self = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.call_pointer = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.assembler = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.assembler_value = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.return_address = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.cycles = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.invoked = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.jumps = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.asserts = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.throwing = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.facts = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.if_clause = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.critical = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.flush = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.yield = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.target = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.target_data = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.nested = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.other_signature = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.all, i32 0, i64 0, ptr @all, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.on_a_device, i32 64, i64 0, ptr @on_a_device, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.final, i32 0, i64 0, ptr @final, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.destroyed, i32 0, i64 0, ptr @destroyed, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.with_priority, i32 0, i64 0, ptr @with_priority, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.for_free_agents, i32 0, i64 0, ptr @for_free_agents, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.with_affinity, i32 0, i64 0, ptr @with_affinity, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.perhaps_final, i32 0, i64 0, ptr @perhaps_final, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.untied, i32 0, i64 0, ptr @untied, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.detachable, i32 0, i64 0, ptr @detachable, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.not_known, i32 0, i64 0, ptr @not_known, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.perhaps_untied, i32 0, i64 0, ptr @perhaps_untied, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.perhaps_detachable, i32 0, i64 0, ptr @perhaps_detachable, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.some_function, i32 0, i64 0, ptr @some_function, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.another_thread, i32 0, i64 0, ptr @another_thread, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.result_as_thread, i32 0, i64 0, ptr @result_as_thread, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.some_location, i32 0, i64 0, ptr @some_location, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.reductions_elsewhere, i32 0, i64 0, ptr @reductions_elsewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.undeferred_loop, i32 0, i64 0, ptr @undeferred_loop, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.perhaps_undeferred_loop, i32 0, i64 0, ptr @perhaps_undeferred_loop, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.undeferred_loop_5, i32 0, i64 0, ptr @undeferred_loop_5, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.local_bounds, i32 0, i64 0, ptr @local_bounds, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.local_end, i32 0, i64 0, ptr @local_end, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.bounds_of_another, i32 0, i64 0, ptr @bounds_of_another, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.last_iteration, i32 0, i64 0, ptr @last_iteration, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dup_not_seen, i32 0, i64 0, ptr @dup_not_seen, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dup_set_both, i32 0, i64 0, ptr @dup_set_both, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dup_set_other, i32 0, i64 0, ptr @dup_set_other, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dup_set_value, i32 0, i64 0, ptr @dup_set_value, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dup_set_source, i32 0, i64 0, ptr @dup_set_source, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dup_set_volatile, i32 0, i64 0, ptr @dup_set_volatile, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dup_call_more, i32 0, i64 0, ptr @dup_call_more, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dup_set_both_5, i32 0, i64 0, ptr @dup_set_both_5, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dup_replaceable, i32 0, i64 0, ptr @dup_replaceable, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.functions, i32 0, i64 0, ptr @functions, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.call_self, i32 0, i64 0, ptr @call_self, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.call_reader, i32 0, i64 0, ptr @call_reader, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.call_writer, i32 0, i64 0, ptr @call_writer, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.call_errno_reader, i32 0, i64 0, ptr @call_errno_reader, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.call_thrower, i32 0, i64 0, ptr @call_thrower, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.call_looper, i32 0, i64 0, ptr @call_looper, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.call_of_self, i32 0, i64 0, ptr @call_of_self, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.call_of_assembler, i32 0, i64 0, ptr @call_of_assembler, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.call_of_own, i32 0, i64 0, ptr @call_of_own, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.call_of_of_self, i32 0, i64 0, ptr @call_of_of_self, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.call_pointer, i32 0, i64 0, ptr @call_pointer, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.assembler, i32 0, i64 0, ptr @assembler, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.assembler_value, i32 0, i64 0, ptr @assembler_value, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.return_address, i32 0, i64 0, ptr @return_address, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.cycles, i32 0, i64 0, ptr @cycles, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.invoked, i32 0, i64 0, ptr @invoked, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.jumps, i32 0, i64 0, ptr @jumps, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.asserts, i32 0, i64 0, ptr @asserts, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.throwing, i32 0, i64 0, ptr @throwing, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.facts, i32 0, i64 0, ptr @facts, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.if_clause, i32 0, i64 0, ptr @if_clause, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.critical, i32 0, i64 0, ptr @critical, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.flush, i32 0, i64 0, ptr @flush, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.yield, i32 0, i64 0, ptr @yield, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.target, i32 0, i64 0, ptr @target, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.target_data, i32 0, i64 0, ptr @target_data, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.nested, i32 0, i64 0, ptr @nested, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.other_signature, i32 0, i64 0, ptr @other_signature, ptr %args, i64 64)
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
declare void @__kmpc_taskloop_5(ptr, i32, ptr, i32, ptr, ptr, i64, i32, i32, i64, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
declare void @__kmpc_omp_taskwait_deps_51(ptr, i32, i32, ptr, i32, ptr, i32)
declare void @__kmpc_taskgroup(ptr, i32)
declare void @__kmpc_end_taskgroup(ptr, i32)
declare ptr @__kmpc_taskred_init(i32, i32, ptr)
