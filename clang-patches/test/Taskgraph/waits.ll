; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Whether a task's function may wait for another thread; if not, the library may run the
; task together with others, or when it is made: bit 15 of the flags that the task is
; allocated with, in any function. Whether it may call the library; if not, nobody asks which
; task the thread runs: the second bit of the last number of its description.
;
; RUN: %taskgraph_opt %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

@result = global i64 0

; It computes, and calls such functions.
; CHECK: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }
define internal i32 @task_computes(i32 %gtid, ptr %task) {
  call void @helper()
  %root = call double @sqrt(double 2.0)
  call void @llvm.memset.p0.i64(ptr @result, i8 0, i64 8, i1 false)
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }
define internal i32 @task_recurses(i32 %gtid, ptr %task) {
  call void @recursive(i32 %gtid)
  ret i32 0
}

; It ends the program, by a function that may ask before.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } zeroinitializer
define internal i32 @task_fails(i32 %gtid, ptr %task) {
  %right = icmp eq i32 %gtid, 0
  br i1 %right, label %end, label %failed
failed:
  call void @fail()
  unreachable
end:
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }
define internal i32 @task_terminates(i32 %gtid, ptr %task) {
  %right = icmp eq i32 %gtid, 0
  br i1 %right, label %end, label %failed
failed:
  call void @__clang_call_terminate(ptr null)
  unreachable
end:
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }
define internal i32 @task_asserts(i32 %gtid, ptr %task) {
  %right = icmp eq i32 %gtid, 0
  br i1 %right, label %end, label %failed
failed:
  call void @__assert_fail()
  unreachable
end:
  ret i32 0
}

; A function that is not visible may do anything, one of the library, too.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } zeroinitializer
define internal i32 @task_locks(i32 %gtid, ptr %task) {
  call void @__kmpc_critical(ptr null, i32 %gtid, ptr @result)
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } zeroinitializer
define internal i32 @task_calls_unknown(i32 %gtid, ptr %task) {
  call void @unknown()
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } zeroinitializer
define internal i32 @task_calls_through(i32 %gtid, ptr %task) {
  call void @calls_unknown()
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } zeroinitializer
define internal i32 @task_calls_pointer(i32 %gtid, ptr %task) {
  %body = load ptr, ptr @result
  call void %body()
  ret i32 0
}

; Another definition may be linked.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } zeroinitializer
define internal i32 @task_calls_replaceable(i32 %gtid, ptr %task) {
  call void @replaceable()
  ret i32 0
}

; It waits for a variable.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }
define internal i32 @task_spins(i32 %gtid, ptr %task) {
  br label %again
again:
  %set = load atomic i32, ptr @result monotonic, align 4
  %wait = icmp eq i32 %set, 0
  br i1 %wait, label %again, label %end
end:
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }
define internal i32 @task_spins_volatile(i32 %gtid, ptr %task) {
  br label %again
again:
  %set = load volatile i32, ptr @result
  %wait = icmp eq i32 %set, 0
  br i1 %wait, label %again, label %end
end:
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }
define internal i32 @task_spins_below(i32 %gtid, ptr %task) {
  call void @spins_inside()
  ret i32 0
}

; What users promise of functions is not that they do without the library, which waits.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } zeroinitializer
define internal i32 @task_trusts(i32 %gtid, ptr %task) {
  %result = call i32 @promised(i32 1)
  ret i32 %result
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } zeroinitializer
define internal i32 @task_asks(i32 %gtid, ptr %task) {
  %final = call i32 @omp_in_final()
  ret i32 %final
}

; #pragma omp assumes no_openmp
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }
define internal i32 @task_assumes(i32 %gtid, ptr %task) {
  call void @unknown() "llvm.assume"="omp_no_openmp"
  ret i32 0
}

; #pragma omp assumes ext_cannot_wait
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } zeroinitializer
define internal i32 @task_assumes_no_wait(i32 %gtid, ptr %task) {
  call void @computes_elsewhere()
  ret i32 0
}

; Empty assembler code keeps the compiler from optimising, no more; one that makes it read
; memory again stands where a loop waits for a variable.
; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }
define internal i32 @task_keeps(i32 %gtid, ptr %task) {
  call void asm sideeffect "", "r"(i32 %gtid)
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } { ptr null, i32 0, i32 2 }
define internal i32 @task_rereads(i32 %gtid, ptr %task) {
  call void asm sideeffect "", "~{memory}"()
  ret i32 0
}

; CHECK-NEXT: @.taskgraph.task{{.*}} = private unnamed_addr constant { ptr, i32, i32 } zeroinitializer
define internal i32 @task_assembles(i32 %gtid, ptr %task) {
  call void asm sideeffect "call unknown", "~{memory}"()
  ret i32 0
}

define internal void @helper() {
  store i64 1, ptr @result
  ret void
}
define internal void @recursive(i32 %left) {
  %ended = icmp eq i32 %left, 0
  br i1 %ended, label %end, label %again
again:
  %less = sub i32 %left, 1
  call void @recursive(i32 %less)
  br label %end
end:
  ret void
}
define internal void @calls_unknown() {
  call void @unknown()
  ret void
}
define internal void @spins_inside() {
  br label %again
again:
  %set = load atomic i32, ptr @result monotonic, align 4
  %wait = icmp eq i32 %set, 0
  br i1 %wait, label %again, label %end
end:
  ret void
}
define weak void @replaceable() {
  ret void
}
declare void @unknown()
declare void @computes_elsewhere() "llvm.assume"="ompx_cannot_wait"
declare void @fail() noreturn nounwind
declare void @__assert_fail() noreturn nounwind
declare void @__clang_call_terminate(ptr) noreturn nounwind
declare i32 @promised(i32) willreturn nounwind memory(none)
declare double @sqrt(double) willreturn nounwind memory(errnomem: write)
declare i32 @omp_in_final() willreturn nounwind memory(inaccessiblemem: read)
declare void @__kmpc_critical(ptr, i32, ptr)

; CHECK: define internal void @region(
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 32769, i64 64, i64 16, ptr @task_computes)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 32769, i64 64, i64 16, ptr @task_recurses)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 32769, i64 64, i64 16, ptr @task_fails)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 32769, i64 64, i64 16, ptr @task_terminates)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 32769, i64 64, i64 16, ptr @task_asserts)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_locks)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_calls_unknown)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_calls_through)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_calls_pointer)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_calls_replaceable)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_spins)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_spins_volatile)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_spins_below)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_trusts)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_asks)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_assumes)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 32769, i64 64, i64 16, ptr @task_assumes_no_wait)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 32769, i64 64, i64 16, ptr @task_keeps)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_rereads)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_assembles)
define internal void @region(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %computes = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_computes)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %computes)
  %recurses = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_recurses)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %recurses)
  %fails = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_fails)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %fails)
  %terminates = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_terminates)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %terminates)
  %asserts = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_asserts)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %asserts)
  %locks = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_locks)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %locks)
  %calls_unknown = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_calls_unknown)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %calls_unknown)
  %calls_through = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_calls_through)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %calls_through)
  %calls_pointer = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_calls_pointer)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %calls_pointer)
  %calls_replaceable = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_calls_replaceable)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %calls_replaceable)
  %spins = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_spins)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %spins)
  %spins_volatile = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_spins_volatile)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %spins_volatile)
  %spins_below = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_spins_below)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %spins_below)
  %trusts = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_trusts)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %trusts)
  %asks = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_asks)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %asks)
  %assumes = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_assumes)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %assumes)
  %assumes_no_wait = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_assumes_no_wait)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %assumes_no_wait)
  %keeps = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_keeps)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %keeps)
  %rereads = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_rereads)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %rereads)
  %assembles = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 16, ptr @task_assembles)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %assembles)
  ret void
}

; Of no taskgraph, and with flags that are known only at run time.
; CHECK: define void @elsewhere(
; CHECK: [[FLAGS:%.*]] = or i32 %final, 32768
; CHECK-NEXT: @__kmpc_omp_task_alloc(ptr null, i32 0, i32 [[FLAGS]], i64 64, i64 16, ptr @task_computes)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 64, i64 16, ptr %entry)
define void @elsewhere(i1 %condition, ptr %entry) {
  %final = select i1 %condition, i32 3, i32 1
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 %final, i64 64, i64 16, ptr @task_computes)
  %unknown = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 64, i64 16, ptr %entry)
  ret void
}

; Its data have destructors, or may have.
; CHECK: define void @destroys(
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 0, i32 9, i64 64, i64 16, ptr @task_computes)
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 0, i32 %flags, i64 64, i64 16, ptr @task_computes)
define void @destroys(i32 %flags) {
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 9, i64 64, i64 16, ptr @task_computes)
  %perhaps = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 %flags, i64 64, i64 16, ptr @task_computes)
  ret void
}

; CHECK: define void @not_optimised(
; CHECK: @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 64, i64 16, ptr @task_computes)
define void @not_optimised() noinline optnone {
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 0, i32 1, i64 64, i64 16, ptr @task_computes)
  ret void
}

@site.region = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.region, i32 0, i64 0, ptr @region, ptr %args, i64 64)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
