; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; A captured variable that the functions around a region set to one constant is that
; constant when the region is run by the compiler: here the number of its tasks.
;
; RUN: opt -passes=always-inline -S %s -o %t.ll
; RUN: %taskgraph_static_remarks %t.ll 2>&1 | FileCheck %s --implicit-check-not="taskgraph is {{recorded|built}}"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; CHECK: built by the compiler: 3 nodes
define internal void @found(ptr %args) {
  call void @tasks(ptr %args, i64 8)
  ret void
}
define void @has_found() {
  %args = alloca [2 x ptr]
  %n = alloca i64
  call void @llvm.lifetime.start.p0(ptr %n)
  store i64 3, ptr %n
  %place = getelementptr i8, ptr %args, i64 8
  store ptr %n, ptr %place
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.found, i32 0, i64 0, ptr @found, ptr %args, i64 16)
  %n2 = load i64, ptr %n
  call void @llvm.lifetime.end.p0(ptr %n)
  ret void
}

; A member, and a variable that several calls set to the same.
; CHECK: built by the compiler: 2 nodes
; CHECK: built by the compiler: 2 nodes
define internal void @member(ptr %args) {
  %word = load ptr, ptr %args
  %at = getelementptr i8, ptr %word, i64 8
  %n = load i64, ptr %at
  call void @loop(i64 %n)
  ret void
}
define void @has_member() {
  %args = alloca [2 x ptr]
  %pair = alloca [2 x i64]
  store i64 9, ptr %pair
  %second = getelementptr i8, ptr %pair, i64 8
  store i64 2, ptr %second
  store ptr %pair, ptr %args
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.member, i32 0, i64 0, ptr @member, ptr %args, i64 16)
  store i64 2, ptr %second
  store i64 8, ptr %pair
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.member, i32 0, i64 0, ptr @member, ptr %args, i64 16)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @other_in_second_call(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_other_in_second_call() {
  call void @simple(ptr @site.other_in_second_call, ptr @other_in_second_call, i64 3)
  call void @simple(ptr @site.other_in_second_call, ptr @other_in_second_call, i64 4)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @not_constant(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_not_constant(i64 %n) {
  call void @simple(ptr @site.not_constant, ptr @not_constant, i64 %n)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @set_again(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_set_again() {
entry:
  %args = alloca [2 x ptr]
  %n = alloca i64
  store i64 3, ptr %n
  store ptr %n, ptr %args
  br label %loop
loop:
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.set_again, i32 0, i64 0, ptr @set_again, ptr %args, i64 16)
  store i64 4, ptr %n
  br label %loop
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @set_later(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_set_later(i1 %is) {
entry:
  %args = alloca [2 x ptr]
  %n = alloca i64
  store ptr %n, ptr %args
  br i1 %is, label %set, label %done
set:
  store i64 3, ptr %n
  br label %done
done:
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.set_later, i32 0, i64 0, ptr @set_later, ptr %args, i64 16)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @set_in_part(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_set_in_part() {
  %args = alloca [2 x ptr]
  %n = alloca i64
  store i32 3, ptr %n
  %part = getelementptr i8, ptr %n, i64 4
  store i32 3, ptr %part
  store ptr %n, ptr %args
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.set_in_part, i32 0, i64 0, ptr @set_in_part, ptr %args, i64 16)
  ret void
}

; Somebody else has the address: a function, another variable, a thread, an arithmetic.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @passed_on(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_passed_on() {
  %args = alloca [2 x ptr]
  %n = alloca i64
  store i64 3, ptr %n
  call void @unknown(ptr %n)
  store ptr %n, ptr %args
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.passed_on, i32 0, i64 0, ptr @passed_on, ptr %args, i64 16)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @stored_elsewhere(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_stored_elsewhere(ptr %elsewhere) {
  %args = alloca [2 x ptr]
  %n = alloca i64
  store i64 3, ptr %n
  store ptr %n, ptr %elsewhere
  store ptr %n, ptr %args
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.stored_elsewhere, i32 0, i64 0, ptr @stored_elsewhere, ptr %args, i64 16)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @at_unknown_place(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_at_unknown_place(i64 %i) {
  %args = alloca [2 x ptr]
  %n = alloca [2 x i64]
  store i64 3, ptr %n
  %some = getelementptr i64, ptr %n, i64 %i
  store i64 4, ptr %some
  store ptr %n, ptr %args
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.at_unknown_place, i32 0, i64 0, ptr @at_unknown_place, ptr %args, i64 16)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @filled(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_filled(i8 %byte) {
  %args = alloca [2 x ptr]
  %n = alloca i64
  store i64 3, ptr %n
  call void @llvm.memset.p0.i64(ptr %n, i8 %byte, i64 8, i1 false)
  store ptr %n, ptr %args
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.filled, i32 0, i64 0, ptr @filled, ptr %args, i64 16)
  ret void
}

; No variable of the function.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @of_caller(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_of_caller(ptr %n) {
  %args = alloca [2 x ptr]
  store i64 3, ptr %n
  store ptr %n, ptr %args
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.of_caller, i32 0, i64 0, ptr @of_caller, ptr %args, i64 16)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @args_of_caller(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_args_of_caller(ptr %args) {
  %n = alloca i64
  store i64 3, ptr %n
  store ptr %n, ptr %args
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.args_of_caller, i32 0, i64 0, ptr @args_of_caller, ptr %args, i64 16)
  ret void
}

; One of two variables.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @one_of_two(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_one_of_two(i1 %is) {
entry:
  %args = alloca [2 x ptr]
  %n = alloca i64
  %m = alloca i64
  store i64 3, ptr %n
  store i64 4, ptr %m
  store ptr %n, ptr %args
  br i1 %is, label %set, label %done
set:
  store ptr %m, ptr %args
  br label %done
done:
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.one_of_two, i32 0, i64 0, ptr @one_of_two, ptr %args, i64 16)
  ret void
}

; The function reads back where the variable is, gives the words away, or passes them on.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @read_back(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_read_back() {
  %args = alloca [2 x ptr]
  %n = alloca i64
  store i64 3, ptr %n
  store ptr %n, ptr %args
  %again = load ptr, ptr %args
  store i64 4, ptr %again
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.read_back, i32 0, i64 0, ptr @read_back, ptr %args, i64 16)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @args_given(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_args_given(ptr %elsewhere) {
  %args = alloca [2 x ptr]
  %n = alloca i64
  store i64 3, ptr %n
  store ptr %n, ptr %args
  store ptr %args, ptr %elsewhere
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.args_given, i32 0, i64 0, ptr @args_given, ptr %args, i64 16)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @args_passed(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_args_passed() {
  %args = alloca [2 x ptr]
  %n = alloca i64
  store i64 3, ptr %n
  store ptr %n, ptr %args
  call void @unknown(ptr %args)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.args_passed, i32 0, i64 0, ptr @args_passed, ptr %args, i64 16)
  ret void
}

; Another region has the variable, too, and only reads it, or does not.
; CHECK: built by the compiler: 3 nodes
; CHECK: built by the compiler: 0 nodes
define internal void @shared_with_reader(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define internal void @reader(ptr %args) {
  %word = load ptr, ptr %args
  %n = load i64, ptr %word
  ret void
}
define void @has_shared_with_reader() {
  call void @two(ptr @site.shared_with_reader, ptr @shared_with_reader, ptr @site.reader, ptr @reader)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @shared_with_writer(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define internal void @writer(ptr %args) {
  %word = load ptr, ptr %args
  store i64 5, ptr %word
  ret void
}
define void @has_shared_with_writer() {
  call void @two(ptr @site.shared_with_writer, ptr @shared_with_writer, ptr @site.writer, ptr @writer)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @shared_with_unknown(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_shared_with_unknown() {
  call void @two(ptr @site.shared_with_unknown, ptr @shared_with_unknown, ptr @site.unknown, ptr @unknown)
  ret void
}

; The block gives it to a task, or to more than that, alone or with another word.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @given_to_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 8, ptr @changes)
  %shareds = load ptr, ptr %task
  %word = load ptr, ptr %args
  store ptr %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_given_to_task() {
  call void @simple(ptr @site.given_to_task, ptr @given_to_task, i64 3)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @given_with_another(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 16, ptr @changes)
  %shareds = load ptr, ptr %task
  %words = load <2 x ptr>, ptr %args
  store <2 x ptr> %words, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call void @tasks(ptr %args, i64 8)
  ret void
}
define void @has_given_with_another() {
  %args = alloca [2 x ptr]
  %n = alloca i64
  store i64 3, ptr %n
  store ptr null, ptr %args
  %place = getelementptr i8, ptr %args, i64 8
  store ptr %n, ptr %place
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.given_with_another, i32 0, i64 0, ptr @given_with_another, ptr %args, i64 16)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @given_as_number(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 8, ptr @changes)
  %shareds = load ptr, ptr %task
  %word = load i64, ptr %args
  store i64 %word, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_given_as_number() {
  call void @simple(ptr @site.given_as_number, ptr @given_as_number, i64 3)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @all_copied(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 8, ptr @changes)
  %shareds = load ptr, ptr %task
  call void @llvm.memcpy.p0.p0.i64(ptr %shareds, ptr %args, i64 8, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_all_copied() {
  call void @simple(ptr @site.all_copied, ptr @all_copied, i64 3)
  ret void
}

; Other calls of the region may be, or other regions at the site.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define void @not_internal(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_not_internal() {
  call void @simple(ptr @site.not_internal, ptr @not_internal, i64 3)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @site_not_internal(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_site_not_internal() {
  call void @simple(ptr @site.site_not_internal, ptr @site_not_internal, i64 3)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @used_elsewhere(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_used_elsewhere() {
  call void @simple(ptr @site.used_elsewhere, ptr @used_elsewhere, i64 3)
  call void @unknown(ptr @used_elsewhere)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @site_used_elsewhere(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_site_used_elsewhere() {
  call void @simple(ptr @site.site_used_elsewhere, ptr @site_used_elsewhere, i64 3)
  call void @unknown(ptr @site.site_used_elsewhere)
  ret void
}

; CHECK: recorded at run time: several constructs have its block
define internal void @of_two_sites(ptr %args) {
  call void @loop(i64 3)
  ret void
}
define void @has_of_two_sites() {
  call void @simple(ptr @site.of_two_sites, ptr @of_two_sites, i64 3)
  call void @simple(ptr @site.second, ptr @of_two_sites, i64 3)
  ret void
}
; CHECK: recorded at run time: several constructs have its block

; A word of something else is none of args.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @behind_word(ptr %args) {
  %word = load ptr, ptr %args
  call void @tasks(ptr %word, i64 8)
  ret void
}
define void @has_behind_word() {
  %args = alloca [2 x ptr]
  %n = alloca i64
  store i64 3, ptr %n
  store ptr @elsewhere, ptr %args
  %place = getelementptr i8, ptr %args, i64 8
  store ptr %n, ptr %place
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.behind_word, i32 0, i64 0, ptr @behind_word, ptr %args, i64 16)
  ret void
}
@elsewhere = external global [2 x ptr]

; What is no constant number is read.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @undefined(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_undefined() {
  call void @simple(ptr @site.undefined, ptr @undefined, i64 undef)
  ret void
}

; Whoever only reads it may have it, too: tasks, the threads of parallel regions, a function.
; CHECK: built by the compiler: 4 nodes
define internal void @given_to_reading_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 16, ptr @reads_second)
  %shareds = load ptr, ptr %task
  %word = load ptr, ptr %args
  %second = getelementptr i8, ptr %shareds, i64 8
  store ptr %word, ptr %second
  store ptr null, ptr %shareds
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_given_to_reading_task() {
  call void @simple(ptr @site.given_to_reading_task, ptr @given_to_reading_task, i64 3)
  ret void
}

; Here the task has it as the first of its shared variables, and reads the second.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @given_to_other_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 16, ptr @changes_first)
  %shareds = load ptr, ptr %task
  %word = load ptr, ptr %args
  store ptr %word, ptr %shareds
  %second = getelementptr i8, ptr %shareds, i64 8
  store ptr %word, ptr %second
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @has_given_to_other_task() {
  call void @simple(ptr @site.given_to_other_task, ptr @given_to_other_task, i64 3)
  ret void
}

; CHECK: built by the compiler: 3 nodes
define internal void @in_parallel(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define internal void @thread_of_parallel(ptr %gtid, ptr %btid, ptr %other, ptr %n) {
  call void @of_word(ptr @site.in_parallel, ptr @in_parallel, ptr %n)
  ret void
}
define internal void @outer_thread(ptr %gtid, ptr %btid, ptr %n) {
  %other = alloca i64
  store i64 4, ptr %other
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 2, ptr @thread_of_parallel, ptr %other, ptr %n)
  ret void
}
define void @has_in_parallel() {
  %n = alloca i64
  store i64 3, ptr %n
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @outer_thread, ptr %n)
  ret void
}

; CHECK: built by the compiler: 3 nodes
define internal void @in_function(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define internal void @function_with_encounter(ptr %n) noinline {
  call void @of_word(ptr @site.in_function, ptr @in_function, ptr %n)
  ret void
}
define void @has_in_function() {
  %n = alloca i64
  store i64 3, ptr %n
  call void @function_with_encounter(ptr %n)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @thread_changes(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define internal void @changing_thread(ptr %gtid, ptr %btid, ptr %n) {
  call void @of_word(ptr @site.thread_changes, ptr @thread_changes, ptr %n)
  store i64 4, ptr %n
  ret void
}
define void @has_thread_changes() {
  %n = alloca i64
  store i64 3, ptr %n
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @changing_thread, ptr %n)
  ret void
}

; Another parallel region changes it.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @another_changes(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define internal void @reading_thread(ptr %gtid, ptr %btid, ptr %n) {
  call void @of_word(ptr @site.another_changes, ptr @another_changes, ptr %n)
  ret void
}
define internal void @another_thread(ptr %gtid, ptr %btid, ptr %n) {
  store i64 4, ptr %n
  ret void
}
define void @has_another_changes() {
  %n = alloca i64
  store i64 3, ptr %n
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @reading_thread, ptr %n)
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @another_thread, ptr %n)
  ret void
}

; Two functions have the region with different values.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @other_in_second_caller(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define internal void @called_twice(ptr %gtid, ptr %btid, ptr %n) {
  call void @of_word(ptr @site.other_in_second_caller, ptr @other_in_second_caller, ptr %n)
  ret void
}
define void @has_other_in_second_caller() {
  %n = alloca i64
  store i64 3, ptr %n
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @called_twice, ptr %n)
  ret void
}
define void @has_other_in_third_caller() {
  %n = alloca i64
  store i64 4, ptr %n
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @called_twice, ptr %n)
  ret void
}

; Somebody else may call it.
; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @caller_not_internal(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define void @external_thread(ptr %gtid, ptr %btid, ptr %n) {
  call void @of_word(ptr @site.caller_not_internal, ptr @caller_not_internal, ptr %n)
  ret void
}
define void @has_caller_not_internal() {
  %n = alloca i64
  store i64 3, ptr %n
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @external_thread, ptr %n)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @caller_given_away(ptr %args) {
  call void @tasks(ptr %args, i64 0)
  ret void
}
define internal void @thread_given_away(ptr %gtid, ptr %btid, ptr %n) {
  call void @of_word(ptr @site.caller_given_away, ptr @caller_given_away, ptr %n)
  ret void
}
define void @has_caller_given_away() {
  %n = alloca i64
  store i64 3, ptr %n
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 1, ptr @thread_given_away, ptr %n)
  call void @unknown(ptr @thread_given_away)
  ret void
}

; As many tasks as the captured variable says.
define internal void @tasks(ptr %args, i64 %place) alwaysinline {
  %at = getelementptr i8, ptr %args, i64 %place
  %word = load ptr, ptr %at
  %n = load i64, ptr %word
  call void @loop(i64 %n)
  ret void
}
define internal void @loop(i64 %n) alwaysinline {
entry:
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  br label %again
again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 0, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %again, label %done
done:
  ret void
}
define internal void @simple(ptr %site, ptr %region, i64 %value) alwaysinline {
  %args = alloca [2 x ptr]
  %n = alloca i64
  store i64 %value, ptr %n
  store ptr %n, ptr %args
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr %site, i32 0, i64 0, ptr %region, ptr %args, i64 16)
  ret void
}
define internal void @two(ptr %site, ptr %region, ptr %other_site, ptr %other) alwaysinline {
  %args = alloca [2 x ptr]
  %others = alloca [2 x ptr]
  %n = alloca i64
  store i64 3, ptr %n
  store ptr %n, ptr %args
  store ptr %n, ptr %others
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr %site, i32 0, i64 0, ptr %region, ptr %args, i64 16)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr %other_site, i32 0, i64 0, ptr %other, ptr %others, i64 16)
  ret void
}
define internal void @of_word(ptr %site, ptr %region, ptr %n) alwaysinline {
  %args = alloca [2 x ptr]
  store ptr %n, ptr %args
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr %site, i32 0, i64 0, ptr %region, ptr %args, i64 16)
  ret void
}
define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}
define internal i32 @changes(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %word = load ptr, ptr %shareds
  store i64 5, ptr %word
  ret i32 0
}
define internal i32 @reads_second(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %second = getelementptr i8, ptr %shareds, i64 8
  %word = load ptr, ptr %second
  %n = load i64, ptr %word
  ret i32 0
}
define internal i32 @changes_first(i32 %gtid, ptr %task) {
  %shareds = load ptr, ptr %task
  %word = load ptr, ptr %shareds
  store i64 5, ptr %word
  ret i32 0
}
declare void @unknown(ptr)
declare !callback !1 void @__kmpc_fork_call(ptr, i32, ptr, ...)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

@site.found = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.member = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.other_in_second_call = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.not_constant = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.set_again = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.set_later = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.set_in_part = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.passed_on = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.stored_elsewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.at_unknown_place = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.filled = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.of_caller = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.args_of_caller = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.one_of_two = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.read_back = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.args_given = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.args_passed = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shared_with_reader = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.reader = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shared_with_writer = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.writer = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shared_with_unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_to_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_with_another = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_as_number = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.all_copied = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.not_internal = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.site_not_internal = global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.used_elsewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.site_used_elsewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.of_two_sites = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.second = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.behind_word = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_to_reading_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.given_to_other_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.in_parallel = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.in_function = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.thread_changes = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.another_changes = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.other_in_second_caller = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.caller_not_internal = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.caller_given_away = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.undefined = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!0 = !{i64 2, i64 -1, i64 -1, i1 true}
!1 = !{!0}
