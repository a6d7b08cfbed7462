; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Edges, locks, waits and groups of graphs that the compiler builds. A successor is twice
; the number of a node, plus 1 if it is that node's only edge; a dependence is 256 times the
; number of an object plus the flags. The sixth word of a node has its type, 2^20
; if it is a bottleneck, 2^21 and 2^22 for what its task is like, and its kind times 2^24.
;
; RUN: opt -passes=always-inline -S %s -o %t.ll
; RUN: %taskgraph_static %t.ll | FileCheck %s --implicit-check-not="{{^@.taskgraph.static.(successors|locks|dependences|objects|ranges|priorities)}}"
; RUN: %taskgraph_static_remarks %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not="taskgraph is recorded"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; in, in, inout, in
; CHECK: {{^}}@.taskgraph.static.successors = {{.*}} [i32 4, i32 4, i32 7]
; CHECK: {{^}}@.taskgraph.static.roots = {{.*}} [i32 0, i32 1]
; CHECK: {{^}}@.taskgraph.static.first_dependence = {{.*}} [i32 0, i32 1, i32 2, i32 3, i32 4]
; CHECK: {{^}}@.taskgraph.static.dependences = {{.*}} [i32 1, i32 1, i32 3, i32 1]
; CHECK: {{^}}@.taskgraph.static.objects = {{.*}} [4 x i32] [i32 4, i32 0, i32 1, i32 0]
; CHECK: {{^}}@.taskgraph.static.graph = {{.*}} { i32 4, i32 0, i32 20, i32 4, i32 2, i32 1, i32 0, i32 4, i32 1, i32 1, i32 2, i32 0, i32 64, i32 0,
define internal void @readers(ptr %args) {
  %a = getelementptr i8, ptr @a, i64 4
  call void @touch(ptr %a, i8 1)
  call void @touch(ptr %a, i8 1)
  call void @touch(ptr %a, i8 3)
  call void @touch(ptr %a, i8 1)
  ret void
}

; out, in, in: the readers become ready together, when nothing else can run.
; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} { i32 0, i32 0, i32 0, i32 0, i32 0, i32 7340032, ptr {{.*}} i32 5, i32 6291457, ptr {{.*}} i32 10, i32 6291458, ptr
; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 3, i32 5]
; CHECK: {{^}}@.taskgraph.static.dependences
; CHECK: {{^}}@.taskgraph.static.objects
define internal void @fork(ptr %args) {
  call void @touch(ptr @a, i8 2)
  call void @touch(ptr @a, i8 1)
  call void @touch(ptr @a, i8 1)
  ret void
}

; out, out; of two variables without an order
; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [1 x i32] [i32 5]
; CHECK: {{^}}@.taskgraph.static.roots{{.*}} [i32 0, i32 1]
; CHECK: {{^}}@.taskgraph.static.dependences{{.*}} [i32 2, i32 258, i32 2]
; CHECK: {{^}}@.taskgraph.static.objects
define internal void @writers(ptr %args) {
  call void @touch(ptr @a, i8 2)
  call void @touch(ptr @b, i8 2)
  call void @touch(ptr @a, i8 2)
  ret void
}

; mutexinoutset of two objects in either order: locks ascend; then in
; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} { i32 1, i32 0, i32 2, i32 0,{{.*}} { i32 2, i32 2, i32 4, i32 0,
; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 4, i32 4]
; CHECK: {{^}}@.taskgraph.static.locks{{.*}} [i32 0, i32 1, i32 0, i32 1]
; CHECK: {{^}}@.taskgraph.static.dependences{{.*}} [i32 4, i32 260, i32 260, i32 4, i32 257]
; CHECK: {{^}}@.taskgraph.static.objects
define internal void @commutative(ptr %args) {
  call void @touch_both(ptr @a, i8 4, ptr @b, i8 4)
  call void @touch_both(ptr @b, i8 4, ptr @a, i8 4)
  call void @touch(ptr @b, i8 1)
  ret void
}

; inoutset, inoutset, in
; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 4, i32 4]
; CHECK: {{^}}@.taskgraph.static.dependences{{.*}} [i32 8, i32 8, i32 1]
; CHECK: {{^}}@.taskgraph.static.objects
define internal void @concurrent(ptr %args) {
  call void @touch(ptr @a, i8 8)
  call void @touch(ptr @a, i8 8)
  call void @touch(ptr @a, i8 1)
  ret void
}

; Three readers and two inoutset meet in a node of their own.
; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} { i32 6, i32 3, i32 0, i32 0, i32 0, i32 33554432, ptr null }
; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 6, i32 8, i32 6, i32 8, i32 6, i32 8, i32 11]
; CHECK: {{^}}@.taskgraph.static.dependences
; CHECK: {{^}}@.taskgraph.static.objects
define internal void @meet(ptr %args) {
  call void @touch(ptr @a, i8 1)
  call void @touch(ptr @a, i8 1)
  call void @touch(ptr @a, i8 1)
  call void @touch(ptr @a, i8 8)
  call void @touch(ptr @a, i8 8)
  ret void
}

; One object twice in a task is inout.
; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 3]
; CHECK: {{^}}@.taskgraph.static.dependences{{.*}} [i32 1, i32 8, i32 1]
; CHECK: {{^}}@.taskgraph.static.objects{{.*}} [4 x i32]
define internal void @twice(ptr %args) {
  call void @touch_both(ptr @a, i8 1, ptr @a, i8 8)
  call void @touch(ptr @a, i8 1)
  ret void
}

; omp_all_memory, in either coding, and behind it
; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 3, i32 5]
; CHECK: {{^}}@.taskgraph.static.dependences{{.*}} [i32 1, i32 -128, i32 257]
; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.graph{{.*}} { i32 4, i32 1, i32 {{[0-9]+}},
define internal void @all_memory(ptr %args) {
  call void @touch(ptr @a, i8 1)
  call void @touch(ptr null, i8 128)
  call void @touch(ptr @b, i8 1)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 3]
; CHECK: {{^}}@.taskgraph.static.dependences
; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.graph{{.*}} { i32 4, i32 1, i32 {{[0-9]+}},
define internal void @all_memory_by_address(ptr %args) {
  call void @touch(ptr @a, i8 1)
  %all = inttoptr i64 -1 to ptr
  call void @touch(ptr %all, i8 3)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 3]
; CHECK: {{^}}@.taskgraph.static.dependences{{.*}} [i32 1, i32 -128]
; CHECK: {{^}}@.taskgraph.static.objects{{.*}} [4 x i32]
; CHECK: {{^}}@.taskgraph.static.graph{{.*}} { i32 4, i32 1, i32 {{[0-9]+}},
define internal void @all_memory_somewhere(ptr %args) {
  call void @touch(ptr @a, i8 1)
  call void @touch(ptr @b, i8 131)
  ret void
}

; Null orders nothing, nor do no flags.
; CHECK: {{^}}@.taskgraph.static.roots{{.*}} [i32 0, i32 1]
; CHECK: {{^}}@.taskgraph.static.dependences{{.*}} [i32 -253, i32 -253]
define internal void @null(ptr %args) {
  call void @touch(ptr null, i8 3)
  call void @touch(ptr null, i8 3)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 5]
; CHECK: {{^}}@.taskgraph.static.dependences{{.*}} [i32 -256, i32 3, i32 3]
; CHECK: {{^}}@.taskgraph.static.objects{{.*}} [4 x i32]
define internal void @no_flags(ptr %args) {
  call void @touch(ptr @b, i8 0)
  call void @touch(ptr @b, i8 3)
  call void @touch(ptr @b, i8 3)
  ret void
}

; taskwait: a node, behind it all
; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} { i32 1, i32 1, i32 0, i32 0, i32 0, i32 67108864, ptr null }
; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 3, i32 5]
; CHECK: {{^}}@.taskgraph.static.dependences
; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.graph{{.*}} { i32 4, i32 6, i32 {{[0-9]+}},
define internal void @taskwait(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @touch(ptr @a, i8 1)
  call i32 @__kmpc_omp_taskwait(ptr null, i32 %gtid)
  call void @touch(ptr @b, i8 1)
  ret void
}

; taskwait depend: behind one task, before one other; then the same with nowait
; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 5, i32 7]
; CHECK: {{^}}@.taskgraph.static.dependences{{.*}} [i32 3, i32 259, i32 3, i32 513]
; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.graph{{.*}} { i32 4, i32 4, i32 {{[0-9]+}},
define internal void @taskwait_depend(ptr %args) {
  call void @touch(ptr @a, i8 3)
  call void @touch(ptr @b, i8 3)
  call void @wait(ptr @a, i8 3, i32 0)
  call void @touch(ptr @c, i8 1)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 5]
; CHECK: {{^}}@.taskgraph.static.dependences{{.*}} [i32 3, i32 259, i32 3, i32 513]
; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.graph{{.*}} { i32 4, i32 0, i32 {{[0-9]+}},
define internal void @taskwait_nowait(ptr %args) {
  call void @touch(ptr @a, i8 3)
  call void @touch(ptr @b, i8 3)
  call void @wait(ptr @a, i8 3, i32 1)
  call void @touch(ptr @c, i8 1)
  ret void
}

; Without a dependence it waits for nothing.
; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} constant [3 x
; CHECK: {{^}}@.taskgraph.static.dependences
; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.graph{{.*}} { i32 4, i32 0, i32 {{[0-9]+}},
define internal void @taskwait_empty(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @touch(ptr @a, i8 3)
  call void @__kmpc_omp_taskwait_deps_51(ptr null, i32 %gtid, i32 0, ptr null, i32 0, ptr null, i32 0)
  call void @touch(ptr @b, i8 3)
  ret void
}

; Groups, one in the other: their ends are nodes. What came before goes on.
; CHECK: {{^}}@.taskgraph.static.nodes{{.*}} i32 1, i32 5, i32 6291457, ptr {{.*}} i32 2, i32 10, i32 6291458, ptr {{.*}} { i32 2, i32 1, i32 0, i32 2, i32 0, i32 100663296, ptr null }, {{.*}} { i32 3, i32 2, i32 0, i32 1, i32 0, i32 100663296, ptr null }
; CHECK: {{^}}@.taskgraph.static.successors{{.*}} [i32 8, i32 7, i32 8, i32 11]
; CHECK: {{^}}@.taskgraph.static.groups{{.*}} [3 x i32] [i32 0, i32 0, i32 1]
; CHECK: {{^}}@.taskgraph.static.dependences
; CHECK: {{^}}@.taskgraph.static.objects
define internal void @groups(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @touch(ptr @a, i8 3)
  call void @__kmpc_taskgroup(ptr null, i32 %gtid)
  call void @touch(ptr @b, i8 3)
  call void @__kmpc_taskgroup(ptr null, i32 %gtid)
  call void @touch(ptr @c, i8 3)
  call void @__kmpc_end_taskgroup(ptr null, i32 %gtid)
  call void @__kmpc_end_taskgroup(ptr null, i32 %gtid)
  call void @touch(ptr @d, i8 3)
  ret void
}

; What is not known.
; REMARK: recorded at run time: a dependence is on a number in place of an address
define internal void @number(ptr %args) {
  %where = inttoptr i64 4096 to ptr
  call void @touch(ptr %where, i8 3)
  ret void
}

; REMARK: recorded at run time: the address of a dependence is known only at run time
define internal void @computed(ptr %args) {
  %word = load i64, ptr %args
  %wide = zext i64 %word to i128
  %high = lshr i128 %wide, 3
  %hash = trunc i128 %high to i64
  %where = inttoptr i64 %hash to ptr
  call void @touch(ptr %where, i8 3)
  ret void
}

; REMARK: recorded at run time: the address of a dependence is known only at run time
define internal void @kind_unknown(ptr %args) {
  %how = load i8, ptr %args
  call void @touch(ptr @a, i8 %how)
  ret void
}

; REMARK: recorded at run time: the address of a dependence is known only at run time
define internal void @of_block(ptr %args) {
  %local = alloca i64
  call void @touch(ptr %local, i8 3)
  ret void
}

; REMARK: recorded at run time: how many dependences a task has is known only at run time
define internal void @many(ptr %args) {
  %n = load i32, ptr %args
  call void @wait_many(ptr @a, i8 3, i32 0, i32 %n, i32 0)
  ret void
}

; REMARK: recorded at run time: how many dependences a task has is known only at run time
define internal void @others(ptr %args) {
  call void @wait_many(ptr @a, i8 3, i32 0, i32 1, i32 1)
  ret void
}

; REMARK: recorded at run time: whether it waits is known only at run time
define internal void @perhaps(ptr %args) {
  %nowait = load i32, ptr %args
  call void @wait_many(ptr @a, i8 3, i32 %nowait, i32 1, i32 0)
  ret void
}

@a = internal global [2 x i64] zeroinitializer
@b = internal global i64 0
@c = internal global i64 0
@d = internal global i64 0

%item = type { i64, i64, i8 }

define internal void @put(ptr %items, i64 %at, ptr %object, i8 %how) alwaysinline {
  %item = getelementptr %item, ptr %items, i64 %at
  %address = ptrtoint ptr %object to i64
  store i64 %address, ptr %item
  %flags = getelementptr %item, ptr %item, i64 0, i32 2
  store i8 %how, ptr %flags
  ret void
}
define internal void @touch(ptr %object, i8 %how) alwaysinline {
  %items = alloca [1 x %item]
  call void @put(ptr %items, i64 0, ptr %object, i8 %how)
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 0, ptr @entry)
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 1, ptr %items, i32 0, ptr null)
  ret void
}
define internal void @touch_both(ptr %object, i8 %how, ptr %other, i8 %other_how) alwaysinline {
  %items = alloca [2 x %item]
  call void @put(ptr %items, i64 0, ptr %object, i8 %how)
  call void @put(ptr %items, i64 1, ptr %other, i8 %other_how)
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 0, ptr @entry)
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 2, ptr %items, i32 0, ptr null)
  ret void
}
define internal void @wait(ptr %object, i8 %how, i32 %nowait) alwaysinline {
  call void @wait_many(ptr %object, i8 %how, i32 %nowait, i32 1, i32 0)
  ret void
}
define internal void @wait_many(ptr %object, i8 %how, i32 %nowait, i32 %count, i32 %others) alwaysinline {
  %items = alloca [1 x %item]
  call void @put(ptr %items, i64 0, ptr %object, i8 %how)
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  call void @__kmpc_omp_taskwait_deps_51(ptr null, i32 %gtid, i32 %count, ptr %items, i32 %others, ptr null, i32 %nowait)
  ret void
}
define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}

; One site for each.
@site.readers = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.fork = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.writers = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.commutative = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.concurrent = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.meet = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.twice = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.all_memory = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.all_memory_by_address = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.all_memory_somewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.null = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.no_flags = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.taskwait = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.taskwait_depend = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.taskwait_nowait = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.taskwait_empty = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.groups = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.computed = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.kind_unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.of_block = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.many = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.others = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.perhaps = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.readers, i32 0, i64 0, ptr @readers, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.fork, i32 0, i64 0, ptr @fork, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.writers, i32 0, i64 0, ptr @writers, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.commutative, i32 0, i64 0, ptr @commutative, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.concurrent, i32 0, i64 0, ptr @concurrent, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.meet, i32 0, i64 0, ptr @meet, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.twice, i32 0, i64 0, ptr @twice, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.all_memory, i32 0, i64 0, ptr @all_memory, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.all_memory_by_address, i32 0, i64 0, ptr @all_memory_by_address, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.all_memory_somewhere, i32 0, i64 0, ptr @all_memory_somewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.null, i32 0, i64 0, ptr @null, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.no_flags, i32 0, i64 0, ptr @no_flags, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.taskwait, i32 0, i64 0, ptr @taskwait, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.taskwait_depend, i32 0, i64 0, ptr @taskwait_depend, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.taskwait_nowait, i32 0, i64 0, ptr @taskwait_nowait, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.taskwait_empty, i32 0, i64 0, ptr @taskwait_empty, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.groups, i32 0, i64 0, ptr @groups, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number, i32 0, i64 0, ptr @number, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.computed, i32 0, i64 0, ptr @computed, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.kind_unknown, i32 0, i64 0, ptr @kind_unknown, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.of_block, i32 0, i64 0, ptr @of_block, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.many, i32 0, i64 0, ptr @many, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.others, i32 0, i64 0, ptr @others, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.perhaps, i32 0, i64 0, ptr @perhaps, ptr %args, i64 64)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task_with_deps(ptr, i32, ptr, i32, ptr, i32, ptr)
declare i32 @__kmpc_omp_taskwait(ptr, i32)
declare void @__kmpc_omp_taskwait_deps_51(ptr, i32, i32, ptr, i32, ptr, i32)
declare void @__kmpc_taskgroup(ptr, i32)
declare void @__kmpc_end_taskgroup(ptr, i32)
