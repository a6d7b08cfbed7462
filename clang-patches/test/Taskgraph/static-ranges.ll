; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Objects of a graph that the compiler builds: which the library must see to be apart, and
; which cannot be the same. A range is the first and last offset from a sum of symbols.
;
; RUN: opt -passes=always-inline -S %s -o %t.ll
; RUN: %taskgraph_static %t.ll | FileCheck %s --implicit-check-not="{{^@.taskgraph.static.(objects|ranges)}}"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; Places within variables of the program are apart, also of others that it only declares.
; CHECK: {{^}}@.taskgraph.static.objects = {{.*}} [12 x i32] [i32 0, i32 0, i32 1, i32 0, i32 15, i32 0, i32 1, i32 0, i32 0, i32 0, i32 2, i32 0]
define internal void @apart(ptr %args) {
  %last = getelementptr i8, ptr @a, i64 15
  call void @touch(ptr @a)
  call void @touch(ptr %last)
  call void @touch(ptr @declared)
  ret void
}

; Behind or before one may be another.
; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.ranges = {{.*}} [12 x i32] [i32 0, i32 0, i32 16, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 2, i32 0]
define internal void @behind(ptr %args) {
  %end = getelementptr i8, ptr @a, i64 16
  call void @touch(ptr @a)
  call void @touch(ptr %end)
  call void @touch(ptr @b)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.ranges{{.*}} [6 x i32] [i32 -1, i32 -1, i32 0, i32 0, i32 1, i32 0]
define internal void @before(ptr %args) {
  %before = getelementptr i8, ptr @a, i64 -1
  call void @touch(ptr @a)
  call void @touch(ptr %before)
  ret void
}

; What the linker may put elsewhere, on one another, or nowhere.
; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.ranges
define internal void @weak(ptr %args) {
  call void @touch(ptr @a)
  call void @touch(ptr @weak_variable)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.ranges
define internal void @perhaps(ptr %args) {
  call void @touch(ptr @a)
  call void @touch(ptr @perhaps_nowhere)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.ranges
define internal void @empty(ptr %args) {
  call void @touch(ptr @a)
  call void @touch(ptr @empty_variable)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.ranges
define internal void @opaque(ptr %args) {
  call void @touch(ptr @a)
  call void @touch(ptr @opaque_variable)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.ranges
define internal void @alias(ptr %args) {
  call void @touch(ptr @a)
  call void @touch(ptr @alias_of_a)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.ranges
define internal void @function(ptr %args) {
  call void @touch(ptr @a)
  call void @touch(ptr @entry)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.ranges
define internal void @merged(ptr %args) {
  call void @touch(ptr @one)
  call void @touch(ptr @same)
  ret void
}

; What only an encounter knows: one pointer, which may be null; two; elements of an array.
; CHECK: {{^}}@.taskgraph.static.objects{{.*}} [8 x i32] [i32 8, i32 0, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0]
; CHECK: {{^}}@.taskgraph.static.ranges{{.*}} [6 x i32] [i32 0, i32 0, i32 8, i32 0, i32 1, i32 0]
define internal void @one_pointer(ptr %args) {
  %word = load ptr, ptr %args
  %second = getelementptr i8, ptr %word, i64 8
  call void @touch(ptr %second)
  call void @touch(ptr %word)
  ret void
}

; CHECK: {{^}}@.taskgraph.static.objects
; CHECK: {{^}}@.taskgraph.static.ranges{{.*}} [i32 0, i32 0, i32 0, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 2, i32 0]
define internal void @two_pointers(ptr %args) {
  %word = load ptr, ptr %args
  %place = getelementptr i8, ptr %args, i64 8
  %other = load ptr, ptr %place
  call void @touch(ptr %word)
  call void @touch(ptr %other)
  ret void
}

; a[i], a[i + 1], a[4]: sums are compared as a whole.
; CHECK: {{^}}@.taskgraph.static.objects{{.*}} [12 x i32] [i32 0, i32 0, i32 [[SUM:[0-9]+]], i32 0, i32 8, i32 0, i32 [[SUM]], i32 0, i32 32, i32 0, i32 [[A:[0-9]+]], i32 0]
; CHECK: {{^}}@.taskgraph.static.terms{{.*}}, i32 8, i32 0, i32 {{[0-9]+}}, i32 0
; CHECK: {{^}}@.taskgraph.static.ranges{{.*}} [12 x i32]
define internal void @elements(ptr %args) {
  %i = load i64, ptr %args
  %at = getelementptr i64, ptr @large, i64 %i
  %next = getelementptr [2 x i32], ptr %at, i64 0, i64 2
  %fourth = getelementptr i64, ptr @large, i64 4
  call void @touch(ptr %at)
  call void @touch(ptr %next)
  call void @touch(ptr %fourth)
  ret void
}

; Members of structures; a small index has a sign.
; CHECK: {{^}}@.taskgraph.static.objects{{.*}} [8 x i32] [i32 28, i32 0, i32 1, i32 0, i32 24, i32 0, i32 1, i32 0]
define internal void @members(ptr %args) {
  %member = getelementptr { i64, { i32, [8 x i32] } }, ptr @large, i64 0, i32 1, i32 1, i64 4
  %before = getelementptr i32, ptr %member, i8 -1
  call void @touch(ptr %member)
  call void @touch(ptr %before)
  ret void
}

; Places that a vector names are not known.
; CHECK-NOT: {{^}}@.taskgraph.static.objects
define internal void @places(ptr %args) {
  %where = getelementptr i8, ptr @a, <2 x i64> <i64 0, i64 8>
  %first = extractelement <2 x ptr> %where, i64 0
  call void @touch(ptr %first)
  ret void
}

@a = internal global [2 x i64] zeroinitializer
@b = internal global i64 0
@large = internal global [8 x i64] zeroinitializer
@declared = external global i64
@weak_variable = weak global i64 0
@perhaps_nowhere = extern_weak global i64
@empty_variable = internal global {} zeroinitializer
%opaque = type opaque
@opaque_variable = external global %opaque
@alias_of_a = alias i64, ptr @a
@one = internal unnamed_addr constant i64 1
@same = internal unnamed_addr constant i64 1

%item = type { i64, i64, i8 }

define internal void @touch(ptr %object) alwaysinline {
  %items = alloca [1 x %item]
  %address = ptrtoint ptr %object to i64
  store i64 %address, ptr %items
  %flags = getelementptr %item, ptr %items, i64 0, i32 2
  store i8 3, ptr %flags
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 40, i64 0, ptr @entry)
  call i32 @__kmpc_omp_task_with_deps(ptr null, i32 %gtid, ptr %task, i32 1, ptr %items, i32 0, ptr null)
  ret void
}
define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}

; One site for each.
@site.apart = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.behind = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.before = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.weak = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.perhaps = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.empty = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.opaque = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.alias = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.function = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.merged = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.one_pointer = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.two_pointers = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.elements = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.members = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.places = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.apart, i32 0, i64 0, ptr @apart, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.behind, i32 0, i64 0, ptr @behind, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.before, i32 0, i64 0, ptr @before, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.weak, i32 0, i64 0, ptr @weak, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.perhaps, i32 0, i64 0, ptr @perhaps, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.empty, i32 0, i64 0, ptr @empty, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.opaque, i32 0, i64 0, ptr @opaque, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.alias, i32 0, i64 0, ptr @alias, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.function, i32 0, i64 0, ptr @function, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.merged, i32 0, i64 0, ptr @merged, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.one_pointer, i32 0, i64 0, ptr @one_pointer, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.two_pointers, i32 0, i64 0, ptr @two_pointers, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.elements, i32 0, i64 0, ptr @elements, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.members, i32 0, i64 0, ptr @members, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.places, i32 0, i64 0, ptr @places, ptr %args, i64 64)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task_with_deps(ptr, i32, ptr, i32, ptr, i32, ptr)
