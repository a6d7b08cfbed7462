; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The recording clone of a region of ordinary shape: a loop up to a captured
; variable that makes tasks with dependences, and a task that shares a variable.
;
; RUN: %taskgraph_opt %s | FileCheck %s
; RUN: %taskgraph_opt %s | FileCheck %s --check-prefix=UNCHANGED
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK

; REMARK: taskgraph is replayed without its block while 4 values that it reads are unchanged

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }
%dep = type { i64, i64, i8 }

@loc = private unnamed_addr constant [4 x i32] zeroinitializer
@name = private unnamed_addr constant [2 x i8] c"f\00"
@limit = global i64 0
@site = internal global %site { ptr null, ptr @name, ptr @name, i32 3, i32 9, i32 1, i32 0, ptr null, ptr null }

; The site gets the clone; nothing else of it changes.
; CHECK: @site = internal global %site { ptr null, ptr @name, ptr @name, i32 3, i32 9, i32 1, i32 0, ptr @region.recording, ptr null }

; scale is copied into each task: at its word's address, as it is at the encounter.
; CHECK: [[CHAIN_FIELDS:@.*]] = private unnamed_addr constant [1 x { ptr, i64, i32, i32, i32, i32 }] [{ ptr, i64, i32, i32, i32, i32 } { ptr null, i64 0, i32 16, i32 40, i32 8, i32 1 }]
; CHECK: [[CHAIN:@.*]] = private unnamed_addr constant { ptr, i32, i32 } { ptr [[CHAIN_FIELDS]], i32 1, i32 2 }
; The last task's first shared variable is the one whose address is word 24, its
; firstprivate one an element of the array behind word 32.
; CHECK: [[SUM_FIELDS:@.*]] = private unnamed_addr constant [2 x { ptr, i64, i32, i32, i32, i32 }] [{ ptr, i64, i32, i32, i32, i32 } { ptr null, i64 0, i32 24, i32 0, i32 8, i32 2 }, { ptr, i64, i32, i32, i32, i32 } { ptr null, i64 12, i32 32, i32 44, i32 4, i32 1 }]
; CHECK: [[SUM:@.*]] = private unnamed_addr constant { ptr, i32, i32 } { ptr [[SUM_FIELDS]], i32 2, i32 2 }

; UNCHANGED: define internal void @region(ptr noalias readonly captures(none) %args) #[[#ATTRS:]] {
; UNCHANGED-NOT: taskgraph_
; UNCHANGED: }

; CHECK: define internal void @region.recording(ptr %args, ptr %recorder) #[[#CLONE_ATTRS:]] {
; CHECK-NEXT: entry:
; Where the reads of the loop were the last time: no block reads the recorder.
; CHECK: [[A_AT:%.*]] = alloca ptr
; CHECK-NEXT: [[TILE_AT:%.*]] = alloca ptr
; CHECK-DAG: store ptr %recorder, ptr [[A_AT]],
; CHECK-DAG: store ptr %recorder, ptr [[TILE_AT]],
; CHECK: %n.word = load ptr, ptr %args
; CHECK: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %n.word, i64 4)
; CHECK-NEXT: %n = load i32, ptr %n.word

; CHECK: loop:
; CHECK-NOT: taskgraph_read
; CHECK: load double, ptr %scale.word
; CHECK-NOT: taskgraph_read
; A read in a loop is told of where it is not at the same address as the last time.
; CHECK: [[LAST:%.*]] = load ptr, ptr [[A_AT]],
; CHECK-NEXT: [[NEW:%.*]] = icmp ne ptr %a.word, [[LAST]]
; CHECK-NEXT: br i1 [[NEW]], label %[[TELL:.*]], label %[[READ:.*]]
; CHECK: [[TELL]]:
; CHECK-NEXT: store ptr %a.word, ptr [[A_AT]],
; CHECK-NEXT: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %a.word, i64 8)
; CHECK-NEXT: br label %[[READ]]
; CHECK: [[READ]]:
; CHECK-NEXT: %a = load ptr, ptr %a.word
; What a pointer points to that was read has no captured base.
; CHECK: [[LAST_TILE:%.*]] = load ptr, ptr [[TILE_AT]],
; CHECK-NEXT: icmp ne ptr %element, [[LAST_TILE]]
; CHECK: store ptr %element, ptr [[TILE_AT]],
; CHECK-NEXT: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr %element, i64 8)
; CHECK: %tile = load ptr, ptr %element
; CHECK: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task, ptr [[CHAIN]])
; CHECK-NEXT: call i32 @__kmpc_omp_task_with_deps
; The second read of n is behind the first.
; CHECK-NOT: taskgraph_read
; CHECK: br i1

; CHECK: last:
; CHECK: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr @limit, i64 8)
; CHECK-NEXT: load i64, ptr @limit
; CHECK: call void @__kmpc_ompx_taskgraph_task(ptr %recorder, ptr %task2, ptr [[SUM]])
; CHECK-NEXT: call i32 @__kmpc_omp_task(
; CHECK-NEXT: br label %done

; CHECK: ; Function Attrs: nounwind
; CHECK-NEXT: declare void @__kmpc_ompx_taskgraph_read(ptr, i32, ptr, i64)
; CHECK: ; Function Attrs: nounwind
; CHECK-NEXT: declare void @__kmpc_ompx_taskgraph_task(ptr, ptr, ptr)
; What was inferred of the region does not hold for the clone.
; UNCHANGED: attributes #[[#ATTRS]] = { nofree norecurse nosync nounwind willreturn memory(read) "target-cpu"="x86-64" }
; CHECK: attributes #[[#CLONE_ATTRS]] = { nounwind "target-cpu"="x86-64" }

define internal void @region(ptr noalias readonly captures(none) %args) #0 {
entry:
  %deps = alloca [1 x %dep]
  %gtid = call i32 @__kmpc_global_thread_num(ptr @loc)
  %n.word = load ptr, ptr %args
  %a.arg = getelementptr i8, ptr %args, i64 8
  %a.word = load ptr, ptr %a.arg
  %scale.arg = getelementptr i8, ptr %args, i64 16
  %scale.word = load ptr, ptr %scale.arg
  %n = load i32, ptr %n.word
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %last

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %task = call ptr @__kmpc_omp_task_alloc(ptr @loc, i32 %gtid, i32 1, i64 64, i64 1, ptr @chain)
  %scale.copy = getelementptr i8, ptr %task, i64 40
  %scale = load double, ptr %scale.word
  store double %scale, ptr %scale.copy
  %i.copy = getelementptr i8, ptr %task, i64 56
  store i32 %i, ptr %i.copy
  %a = load ptr, ptr %a.word
  %element = getelementptr ptr, ptr %a, i32 %i
  %tile = load ptr, ptr %element
  %tile.copy = getelementptr i8, ptr %task, i64 48
  store ptr %tile, ptr %tile.copy
  %object = ptrtoint ptr %tile to i64
  store i64 %object, ptr %deps
  %size = getelementptr i8, ptr %deps, i64 8
  store i64 8, ptr %size
  %kind = getelementptr i8, ptr %deps, i64 16
  store i8 3, ptr %kind
  call i32 @__kmpc_omp_task_with_deps(ptr @loc, i32 %gtid, ptr %task, i32 1, ptr %deps, i32 0, ptr null)
  %next = add i32 %i, 1
  %n.again = load i32, ptr %n.word
  %more = icmp slt i32 %next, %n.again
  br i1 %more, label %loop, label %last

last:
  %most = load i64, ptr @limit
  %enough = icmp eq i64 %most, 0
  br i1 %enough, label %done, label %make

make:
  %task2 = call ptr @__kmpc_omp_task_alloc(ptr @loc, i32 %gtid, i32 1, i64 48, i64 8, ptr @add)
  %shareds = load ptr, ptr %task2
  %sum.arg = getelementptr i8, ptr %args, i64 24
  %sum.word = load ptr, ptr %sum.arg
  store ptr %sum.word, ptr %shareds
  %part.arg = getelementptr i8, ptr %args, i64 32
  %part.word = load ptr, ptr %part.arg
  %part.address = getelementptr i8, ptr %part.word, i64 12
  %part = load i32, ptr %part.address
  %part.copy = getelementptr i8, ptr %task2, i64 44
  store i32 %part, ptr %part.copy
  call i32 @__kmpc_omp_task(ptr @loc, i32 %gtid, ptr %task2)
  br label %done

done:
  ret void
}

define void @encounter(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr @loc, i32 0, ptr @site, i32 0, i64 0, ptr @region, ptr %args, i64 40)
  ret void
}

define internal i32 @chain(i32 %gtid, ptr %task) {
  ret i32 0
}

define internal i32 @add(i32 %gtid, ptr %task) {
  ret i32 0
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @__kmpc_omp_task_with_deps(ptr, i32, ptr, i32, ptr, i32, ptr)

attributes #0 = { nofree norecurse nosync nounwind willreturn memory(read) "target-cpu"="x86-64" }
