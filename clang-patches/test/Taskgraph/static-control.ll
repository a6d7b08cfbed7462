; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Loops and branches of a block that is run by the compiler: how many tasks it makes. Then
; what it cannot run, and what it takes too long for.
;
; RUN: opt -passes=always-inline -S %s -o %t.ll
; RUN: %taskgraph_static_remarks -taskgraph-static-nodes=40 %t.ll 2>&1 | FileCheck %s --implicit-check-not="taskgraph is {{recorded|built}}"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; CHECK: built by the compiler: 0 nodes
define internal void @empty(ptr %args) {
  ret void
}

; for (i = 0; i < 7; i += 3)
; CHECK: built by the compiler: 3 nodes
define internal void @steps(ptr %args) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @task()
  %next = add nsw i32 %i, 3
  %more = icmp slt i32 %next, 7
  br i1 %more, label %loop, label %done
done:
  ret void
}

; for (i = 0; i < 5; ++i) for (j = 0; j <= i; ++j), with a phi that takes another's value.
; CHECK: built by the compiler: 15 nodes
define internal void @triangle(ptr %args) {
entry:
  br label %rows
rows:
  %i = phi i32 [ 0, %entry ], [ %below, %row_done ]
  %before = phi i32 [ 0, %entry ], [ %i, %row_done ]
  br label %row
row:
  %j = phi i32 [ 0, %rows ], [ %next, %row ]
  call void @task()
  %next = add nsw i32 %j, 1
  %more = icmp sle i32 %next, %i
  br i1 %more, label %row, label %row_done
row_done:
  %below = add nsw i32 %i, 1
  %last = icmp eq i32 %before, 3
  br i1 %last, label %done, label %rows
done:
  ret void
}

; A counter in memory.
; CHECK: built by the compiler: 4 nodes
define internal void @in_memory(ptr %args) {
entry:
  %i = alloca i32
  store i32 -4, ptr %i
  br label %loop
loop:
  call void @task()
  %old = load i32, ptr %i
  %next = add nsw i32 %old, 1
  store i32 %next, ptr %i
  %more = icmp slt i32 %next, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}

; switch (2): the case, and the default.
; CHECK: built by the compiler: 3 nodes
define internal void @switched(ptr %args) {
entry:
  br label %choose
choose:
  %i = phi i32 [ 2, %entry ], [ 5, %two ]
  switch i32 %i, label %other [
    i32 1, label %done
    i32 2, label %two
  ]
two:
  call void @task()
  call void @task()
  br label %choose
other:
  call void @task()
  br label %done
done:
  ret void
}

; Addresses: of one object, of a global and null, of what may be nowhere.
; CHECK: built by the compiler: 2 nodes
define internal void @walked(ptr %args) {
entry:
  %word = load ptr, ptr %args
  %end = getelementptr i8, ptr %word, i64 16
  br label %loop
loop:
  %at = phi ptr [ %word, %entry ], [ %next, %loop ]
  call void @task()
  %next = getelementptr i8, ptr %at, i64 8
  %more = icmp ne ptr %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK: built by the compiler: 1 nodes
define internal void @somewhere(ptr %args) {
  %at = select i1 true, ptr @global, ptr null
  %is = icmp ne ptr %at, null
  call void @task_if(i1 %is)
  %other = select i1 true, ptr @other, ptr null
  %none = icmp eq ptr null, %other
  call void @task_if(i1 %none)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @perhaps_somewhere(ptr %args) {
  %at = select i1 true, ptr @perhaps, ptr null
  %is = icmp ne ptr %at, null
  call void @task_if(i1 %is)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @behind_global(ptr %args) {
  %at = getelementptr i8, ptr @global, i64 8
  %is = icmp ne ptr %at, null
  call void @task_if(i1 %is)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @pointer_read(ptr %args) {
  %word = load ptr, ptr %args
  %is = icmp ne ptr %word, null
  call void @task_if(i1 %is)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @two_globals(ptr %args) {
  %at = select i1 true, ptr @global, ptr null
  %is = icmp ne ptr %at, @other
  call void @task_if(i1 %is)
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @order_of_symbols(ptr %args) {
  %word = load i64, ptr %args
  %more = add i64 %word, 1
  %is = icmp ugt i64 %more, %word
  call void @task_if(i1 %is)
  ret void
}

; CHECK: recorded at run time: the value of a switch is known only at run time
define internal void @switched_unknown(ptr %args) {
  %i = load i32, ptr %args
  switch i32 %i, label %done [
    i32 1, label %done
  ]
done:
  ret void
}

; CHECK: recorded at run time: the condition of a branch or loop is known only at run time
define internal void @undefined(ptr %args) {
  %is = select i1 true, i1 undef, i1 false
  call void @task_if(i1 %is)
  ret void
}

; CHECK: recorded at run time: an array of the block has a size that is known only at run time
define internal void @dynamic_array(ptr %args) {
  %n = load i64, ptr %args
  %local = alloca i64, i64 %n
  ret void
}

; CHECK: recorded at run time: it does what only a run can do
define internal void @unreachable(ptr %args) {
  call void @llvm.trap()
  unreachable
}

; A function of numbers may be called; where a symbol decides, not.
; CHECK: built by the compiler: 1 nodes
define internal void @function(ptr %args) {
  %y = call double @sine(double 1.0)
  call void @task()
  ret void
}

; CHECK: recorded at run time: it calls a function
define internal void @function_with_errno(ptr %args) {
  %y = call double @logarithm(double 1.0)
  ret void
}

; CHECK: recorded at run time: it copies memory of which the size or place is known only at run time
define internal void @copies(ptr %args) {
  %local = alloca [2 x i64]
  %word = load i64, ptr %args
  %some = getelementptr i8, ptr %local, i64 %word
  call void @llvm.memcpy.p0.p0.i64(ptr %some, ptr @global, i64 8, i1 false)
  ret void
}

; CHECK: recorded at run time: it copies a large object
define internal void @copies_much(ptr %args) {
  %local = alloca [5000000000 x i8]
  %from = alloca [5000000000 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %from, i64 5000000000, i1 false)
  ret void
}

; CHECK: recorded at run time: it sets memory of which the size, place or value is known only at run time
define internal void @sets(ptr %args) {
  %local = alloca [2 x i64]
  %byte = load i8, ptr %args
  call void @llvm.memset.p0.i64(ptr %local, i8 %byte, i64 8, i1 false)
  ret void
}

; CHECK: recorded at run time: it sets memory of which the size, place or value is known only at run time
define internal void @sets_much(ptr %args) {
  %local = alloca [2000000 x i8]
  call void @llvm.memset.p0.i64(ptr %local, i8 0, i64 2000000, i1 false)
  ret void
}

; CHECK: recorded at run time: it changes a variable that outlives it
define internal void @counts(ptr %args) {
  %word = load ptr, ptr %args
  store i64 1, ptr %word
  ret void
}

; More than so many nodes, or 1000 steps for each of them and 100 more.
; CHECK: built by the compiler: 40 nodes
define internal void @tasks_40(ptr %args) {
  call void @loop(i64 40)
  ret void
}

; CHECK: recorded at run time: it makes more tasks than -taskgraph-static-nodes=40 allows
define internal void @tasks_41(ptr %args) {
  call void @loop(i64 41)
  ret void
}

; CHECK: recorded at run time: it takes too many steps; see -taskgraph-static-nodes
define internal void @endless(ptr %args) {
  br label %loop
loop:
  br label %loop
}

; A step is to set a word, too.
; CHECK: recorded at run time: it takes too many steps; see -taskgraph-static-nodes
define internal void @fills_often(ptr %args) {
entry:
  %local = alloca [1000000 x i8]
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.memset.p0.i64(ptr %local, i8 0, i64 1000000, i1 false)
  %next = add i64 %i, 1
  %more = icmp ne i64 %next, 2
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Memory that is filled from its end is kept in order.
; CHECK: recorded at run time: it takes too many steps; see -taskgraph-static-nodes
define internal void @stores_backwards(ptr %args) {
entry:
  %local = alloca [5000 x i64]
  %from = alloca i64
  store i64 1, ptr %from
  br label %loop
loop:
  %i = phi i64 [ 4999, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %local, i64 %i
  store i64 %i, ptr %at
  %next = sub i64 %i, 1
  %done = icmp eq i64 %next, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK: recorded at run time: it takes too many steps; see -taskgraph-static-nodes
define internal void @copies_backwards(ptr %args) {
entry:
  %local = alloca [5000 x i64]
  %from = alloca i64
  store i64 1, ptr %from
  br label %loop
loop:
  %i = phi i64 [ 4999, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %local, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr %at, ptr %from, i64 8, i1 false)
  %next = sub i64 %i, 1
  %done = icmp eq i64 %next, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK: recorded at run time: it takes too many steps; see -taskgraph-static-nodes
define internal void @sets_backwards(ptr %args) {
entry:
  %local = alloca [5000 x i64]
  %from = alloca i64
  store i64 1, ptr %from
  br label %loop
loop:
  %i = phi i64 [ 4999, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %local, i64 %i
  call void @llvm.memset.p0.i64(ptr %at, i8 0, i64 8, i1 false)
  %next = sub i64 %i, 1
  %done = icmp eq i64 %next, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

@global = global i64 0
@other = global i64 0
@perhaps = extern_weak global i64

define internal void @task() alwaysinline {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 0, ptr @entry)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}
define internal void @task_if(i1 %is) alwaysinline {
  br i1 %is, label %yes, label %no
yes:
  call void @task()
  ret void
no:
  ret void
}
define internal void @loop(i64 %n) alwaysinline {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  call void @task()
  %next = add i64 %i, 1
  %more = icmp ule i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}
declare void @llvm.trap() noreturn nounwind
declare double @sine(double) nounwind willreturn memory(none)
declare double @logarithm(double) nounwind willreturn memory(errnomem: write)

; One site for each.
@site.empty = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.steps = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.triangle = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.in_memory = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.switched = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.walked = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.somewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.perhaps_somewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.behind_global = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.pointer_read = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.two_globals = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.order_of_symbols = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.switched_unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.undefined = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.dynamic_array = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.unreachable = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.function = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.function_with_errno = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copies = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copies_much = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.sets = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.sets_much = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.counts = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.tasks_40 = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.tasks_41 = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.endless = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.fills_often = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.stores_backwards = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copies_backwards = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.sets_backwards = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.empty, i32 0, i64 0, ptr @empty, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.steps, i32 0, i64 0, ptr @steps, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.triangle, i32 0, i64 0, ptr @triangle, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.in_memory, i32 0, i64 0, ptr @in_memory, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.switched, i32 0, i64 0, ptr @switched, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.walked, i32 0, i64 0, ptr @walked, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.somewhere, i32 0, i64 0, ptr @somewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.perhaps_somewhere, i32 0, i64 0, ptr @perhaps_somewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.behind_global, i32 0, i64 0, ptr @behind_global, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.pointer_read, i32 0, i64 0, ptr @pointer_read, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.two_globals, i32 0, i64 0, ptr @two_globals, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.order_of_symbols, i32 0, i64 0, ptr @order_of_symbols, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.switched_unknown, i32 0, i64 0, ptr @switched_unknown, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.undefined, i32 0, i64 0, ptr @undefined, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.dynamic_array, i32 0, i64 0, ptr @dynamic_array, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.unreachable, i32 0, i64 0, ptr @unreachable, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.function, i32 0, i64 0, ptr @function, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.function_with_errno, i32 0, i64 0, ptr @function_with_errno, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copies, i32 0, i64 0, ptr @copies, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copies_much, i32 0, i64 0, ptr @copies_much, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.sets, i32 0, i64 0, ptr @sets, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.sets_much, i32 0, i64 0, ptr @sets_much, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.counts, i32 0, i64 0, ptr @counts, ptr %args, i64 64), !ompx.unaliased !0
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.tasks_40, i32 0, i64 0, ptr @tasks_40, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.tasks_41, i32 0, i64 0, ptr @tasks_41, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.endless, i32 0, i64 0, ptr @endless, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.fills_often, i32 0, i64 0, ptr @fills_often, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.stores_backwards, i32 0, i64 0, ptr @stores_backwards, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copies_backwards, i32 0, i64 0, ptr @copies_backwards, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.sets_backwards, i32 0, i64 0, ptr @sets_backwards, ptr %args, i64 64)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!0 = !{i64 0}
