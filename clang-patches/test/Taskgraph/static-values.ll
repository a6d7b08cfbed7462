; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Arithmetic of a block that is run by the compiler, with constants and with symbols. Each
; region gives what it computes to a task.
;
; RUN: opt -passes=always-inline -S %s -o %t.ll
; RUN: %taskgraph_static_remarks %t.ll 2>&1 | FileCheck %s --implicit-check-not="taskgraph is recorded"
; RUN: %taskgraph_static %t.ll | FileCheck %s --check-prefix=DATA --implicit-check-not="{{^@.taskgraph.static.(data|terms|patches)}}"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; A number of few bits wraps.
; DATA: {{^}}@.taskgraph.static.data = {{.*}} c"{{[^"]*}}\01\00\00\00\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @wraps(ptr %args) {
  %part = load i8, ptr @minus_one
  %sum = add i8 %part, 2
  %value = zext i8 %sum to i64
  call void @give(i64 %value)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\FE\FF\FF\FF\FF\FF\FF\FF"
; CHECK: taskgraph is built by the compiler
define internal void @is_negative(ptr %args) {
  %part = load i8, ptr @minus_one
  %sum = mul i8 %part, 2
  %value = sext i8 %sum to i64
  call void @give(i64 %value)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\FF\00\00\00\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @is_cut(ptr %args) {
  %whole = load i64, ptr @numbers
  %part = trunc i64 %whole to i8
  %value = zext i8 %part to i64
  call void @give(i64 %value)
  ret void
}

; Constant memory that the linker may choose elsewhere is a symbol.
; DATA: {{^}}@.taskgraph.static.data{{.*}} zeroinitializer
; DATA: {{^}}@.taskgraph.static.terms
; DATA: {{^}}@.taskgraph.static.patches
; CHECK: taskgraph is built by the compiler
define internal void @not_definite(ptr %args) {
  %value = load i64, ptr @weak_number
  call void @give(i64 %value)
  ret void
}

; Bits of a floating-point number; but nothing is computed with it.
; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\00\00\00\00\00\00\F0?"
; CHECK: taskgraph is built by the compiler
define internal void @bits(ptr %args) {
  %value = bitcast double 1.0 to i64
  call void @give(i64 %value)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\07\00\00\00\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @intrinsic(ptr %args) {
  %most = call i32 @llvm.smax.i32(i32 7, i32 -1)
  %value = zext i32 %most to i64
  call void @give(i64 %value)
  ret void
}

; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @division_by_zero(ptr %args) {
  %value = udiv i64 3, 0
  call void @give(i64 %value)
  ret void
}

; Numbers of more than 64 bits are not known.
; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @wide(ptr %args) {
  %wide = sext i64 5 to i128
  %value = trunc i128 %wide to i64
  call void @give(i64 %value)
  ret void
}

; A choice.
; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\02\00\00\00\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @chosen(ptr %args) {
  %value = select i1 false, i64 1, i64 2
  call void @give(i64 %value)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\01\00\00\00\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @chosen_first(ptr %args) {
  %value = select i1 true, i64 1, i64 2
  call void @give(i64 %value)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\03\00\00\00\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @chosen_in_lanes(ptr %args) {
  %choice = select <2 x i1> <i1 true, i1 false>, <2 x i64> <i64 1, i64 2>, <2 x i64> <i64 4, i64 3>
  %both = shufflevector <2 x i64> %choice, <2 x i64> poison, <2 x i32> <i32 1, i32 0>
  %value = extractelement <2 x i64> %both, i32 0
  call void @give(i64 %value)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\09\00\00\00\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @lanes(ptr %args) {
  %one = insertelement <2 x i32> <i32 1, i32 2>, i32 7, i32 0
  %sum = add <2 x i32> %one, <i32 2, i32 2>
  %value32 = extractelement <2 x i32> %sum, i32 0
  %value = zext i32 %value32 to i64
  call void @give(i64 %value)
  ret void
}

; Two numbers in one are not.
; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @lanes_as_one(ptr %args) {
  %value = bitcast <2 x i32> <i32 1, i32 2> to i64
  call void @give(i64 %value)
  ret void
}

; CHECK: recorded at run time: which part of a vector is meant is known only at run time
define internal void @lane_unknown(ptr %args) {
  %at = load i64, ptr %args
  %value = extractelement <2 x i64> <i64 1, i64 2>, i64 %at
  call void @give(i64 %value)
  ret void
}

; Symbols that are read.
; DATA: {{^}}@.taskgraph.static.data{{.*}} zeroinitializer
; DATA: {{^}}@.taskgraph.static.terms{{.*}} [4 x i32] [i32 1, i32 0, i32 1, i32 0]
; DATA: {{^}}@.taskgraph.static.patches{{.*}} [6 x i32] [i32 0, i32 0, i32 1, i32 8, i32 40, i32 0]
; CHECK: taskgraph is built by the compiler
define internal void @signed_byte(ptr %args) {
  %at = getelementptr i8, ptr %args, i64 16
  %part = load i8, ptr %at
  %value = sext i8 %part to i64
  call void @give(i64 %value)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} zeroinitializer
; DATA: {{^}}@.taskgraph.static.terms
; DATA: {{^}}@.taskgraph.static.patches
; CHECK: taskgraph is built by the compiler
define internal void @not_negative(ptr %args) {
  %part = load i32, ptr %args
  %value = zext nneg i32 %part to i64
  call void @give(i64 %value)
  ret void
}

; 3 * (part - 1) - 5
; DATA: {{^}}@.taskgraph.static.data{{.*}} zeroinitializer
; DATA: {{^}}@.taskgraph.static.terms{{.*}} [i32 3, i32 0, i32 1, i32 0]
; DATA: {{^}}@.taskgraph.static.patches{{.*}} [i32 -8, i32 -1, i32 1, i32 8, i32 40, i32 0]
; CHECK: taskgraph is built by the compiler
define internal void @linear(ptr %args) {
  %part = load i32, ptr %args
  %less = add nsw i32 %part, -1
  %thrice = mul nsw i32 %less, 3
  %sum = sub nsw i32 %thrice, 5
  %value = sext i32 %sum to i64
  call void @give(i64 %value)
  ret void
}

; A sum of 64 bits wraps as the library's. (long << 4) | 3
; DATA: {{^}}@.taskgraph.static.data{{.*}} zeroinitializer
; DATA: {{^}}@.taskgraph.static.terms{{.*}} [i32 16, i32 0, i32 1, i32 0]
; DATA: {{^}}@.taskgraph.static.patches{{.*}} [i32 3, i32 0, i32 1, i32 8, i32 40, i32 0]
; CHECK: taskgraph is built by the compiler
define internal void @shifted(ptr %args) {
  %whole = load i64, ptr %args
  %high = shl i64 %whole, 4
  %value = or disjoint i64 %high, 3
  call void @give(i64 %value)
  ret void
}

; What cancels is constant.
; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\FF\FF\FF\FF\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @cancelled(ptr %args) {
  %part = load i32, ptr %args
  %less = sub nsw i32 %part, 1
  %difference = sub nsw i32 %less, %part
  %value = zext i32 %difference to i64
  call void @give(i64 %value)
  ret void
}

; A product: (a + 1) * (b + 2) = b * a + 2 * a + b + 2. The same one is there once.
; DATA: {{^}}@.taskgraph.static.data{{.*}} zeroinitializer
; DATA: {{^}}@.taskgraph.static.terms{{.*}} [i32 2, i32 0, i32 1, i32 0, i32 1, i32 0, i32 2, i32 0, i32 2, i32 0, i32 3, i32 0]
; DATA: {{^}}@.taskgraph.static.patches{{.*}} [i32 4, i32 0, i32 1, i32 8, i32 40, i32 0]
; CHECK: taskgraph is built by the compiler
define internal void @product(ptr %args) {
  %a = load i64, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %b = load i64, ptr %at
  %more = add i64 %a, 1
  %most = add i64 %b, 2
  %both = mul i64 %more, %most
  %again = mul i64 %b, %a
  %sum = add i64 %both, %again
  %two = add i64 %sum, 2
  call void @give(i64 %two)
  ret void
}

; A product alone uses its factors, too.
; DATA: {{^}}@.taskgraph.static.data{{.*}} zeroinitializer
; DATA: {{^}}@.taskgraph.static.terms
; DATA: {{^}}@.taskgraph.static.patches
; CHECK: taskgraph is built by the compiler
define internal void @plain_product(ptr %args) {
  %a = load i64, ptr %args
  %at = getelementptr i8, ptr %args, i64 8
  %b = load i64, ptr %at
  %both = mul i64 %a, %b
  call void @give(i64 %both)
  ret void
}

; A long way to a symbol.
; DATA: {{^}}@.taskgraph.static.data
; DATA: {{^}}@.taskgraph.static.terms
; DATA: {{^}}@.taskgraph.static.patches
; CHECK: taskgraph is built by the compiler
define internal void @long_list(ptr %args) {
entry:
  %word = load ptr, ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %item = phi ptr [ %word, %entry ], [ %follower, %loop ]
  %follower = load ptr, ptr %item
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 4000
  br i1 %done, label %end, label %loop
end:
  %value = ptrtoint ptr %follower to i64
  call void @give(i64 %value)
  ret void
}

; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @too_long_list(ptr %args) {
entry:
  %word = load ptr, ptr %args
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %item = phi ptr [ %word, %entry ], [ %follower, %loop ]
  %follower = load ptr, ptr %item
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 66000
  br i1 %done, label %end, label %loop
end:
  %value = ptrtoint ptr %follower to i64
  call void @give(i64 %value)
  ret void
}

@minus_one = internal constant i8 -1
@numbers = internal constant [2 x i64] [i64 511, i64 2]
@weak_number = weak constant i64 5

; A task with eight bytes of data.
define internal void @give(i64 %value) alwaysinline {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @entry)
  %data = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %data
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}
define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}

; One site for each.
@site.wraps = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.is_negative = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.is_cut = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.not_definite = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.bits = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.intrinsic = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.division_by_zero = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.wide = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.chosen = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.chosen_first = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.chosen_in_lanes = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.lanes = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.lanes_as_one = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.lane_unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.signed_byte = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.not_negative = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.linear = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shifted = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.cancelled = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.product = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.plain_product = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.long_list = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.too_long_list = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.wraps, i32 0, i64 0, ptr @wraps, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.is_negative, i32 0, i64 0, ptr @is_negative, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.is_cut, i32 0, i64 0, ptr @is_cut, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.not_definite, i32 0, i64 0, ptr @not_definite, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.bits, i32 0, i64 0, ptr @bits, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.intrinsic, i32 0, i64 0, ptr @intrinsic, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.division_by_zero, i32 0, i64 0, ptr @division_by_zero, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.wide, i32 0, i64 0, ptr @wide, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.chosen, i32 0, i64 0, ptr @chosen, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.chosen_first, i32 0, i64 0, ptr @chosen_first, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.chosen_in_lanes, i32 0, i64 0, ptr @chosen_in_lanes, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.lanes, i32 0, i64 0, ptr @lanes, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.lanes_as_one, i32 0, i64 0, ptr @lanes_as_one, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.lane_unknown, i32 0, i64 0, ptr @lane_unknown, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.signed_byte, i32 0, i64 0, ptr @signed_byte, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.not_negative, i32 0, i64 0, ptr @not_negative, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.linear, i32 0, i64 0, ptr @linear, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shifted, i32 0, i64 0, ptr @shifted, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.cancelled, i32 0, i64 0, ptr @cancelled, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.product, i32 0, i64 0, ptr @product, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.plain_product, i32 0, i64 0, ptr @plain_product, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.long_list, i32 0, i64 0, ptr @long_list, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.too_long_list, i32 0, i64 0, ptr @too_long_list, ptr %args, i64 64)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @llvm.smax.i32(i32, i32)
