; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What a block that is run by the compiler finds in its own memory, byte for byte: each
; region gives a value to a task, whose data are then constant, or symbols, or not known.
;
; RUN: opt -passes=always-inline -S %s -o %t.ll
; RUN: %taskgraph_static_remarks %t.ll 2>&1 | FileCheck %s --implicit-check-not="taskgraph is recorded"
; RUN: %taskgraph_static %t.ll | FileCheck %s --check-prefix=DATA --implicit-check-not="{{^@.taskgraph.static.(data|patches)}}"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; Parts of a number, and a number of parts.
; DATA: {{^}}@.taskgraph.static.data = {{.*}} c"{{[^"]*}}\05\06\00\00\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @part_of_number(ptr %args) {
  %local = alloca i64
  store i64 u0x0807060504030201, ptr %local
  %at = getelementptr i8, ptr %local, i64 4
  %part = load i16, ptr %at
  %value = zext i16 %part to i64
  call void @give(i64 %value)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\01\02\09\0A\05\06\07\08"
; CHECK: taskgraph is built by the compiler
define internal void @number_changed_in_part(ptr %args) {
  %local = alloca i64
  store i64 u0x0807060504030201, ptr %local
  %at = getelementptr i8, ptr %local, i64 2
  store i16 u0x0A09, ptr %at
  %value = load i64, ptr %local
  call void @give(i64 %value)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\01\03\03\03\03\06\07\08"
; CHECK: taskgraph is built by the compiler
define internal void @number_filled_in_part(ptr %args) {
  %local = alloca i64
  store i64 u0x0807060504030201, ptr %local
  %at = getelementptr i8, ptr %local, i64 1
  call void @llvm.memset.p0.i64(ptr %at, i8 3, i64 4, i1 false)
  %value = load i64, ptr %local
  call void @give(i64 %value)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\07\07\07\07\07\07\07\07"
; CHECK: taskgraph is built by the compiler
define internal void @filled_far(ptr %args) {
  %local = alloca [24 x i8]
  call void @llvm.memset.p0.i64(ptr %local, i8 7, i64 21, i1 false)
  %at = getelementptr i8, ptr %local, i64 13
  %value = load i64, ptr %at
  call void @give(i64 %value)
  ret void
}

; A copy within one object is that of what was there.
; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\01\02\01\02\03\04\05\06"
; CHECK: taskgraph is built by the compiler
define internal void @moved(ptr %args) {
  %local = alloca i64
  store i64 u0x0807060504030201, ptr %local
  %at = getelementptr i8, ptr %local, i64 2
  call void @llvm.memmove.p0.p0.i64(ptr %at, ptr %local, i64 6, i1 false)
  %value = load i64, ptr %local
  call void @give(i64 %value)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\03\04\05\06\07\08\07\08"
; CHECK: taskgraph is built by the compiler
define internal void @moved_down(ptr %args) {
  %local = alloca i64
  store i64 u0x0807060504030201, ptr %local
  %at = getelementptr i8, ptr %local, i64 2
  call void @llvm.memmove.p0.p0.i64(ptr %local, ptr %at, i64 6, i1 false)
  %value = load i64, ptr %local
  call void @give(i64 %value)
  ret void
}

; A copy of nothing changes nothing.
; DATA: {{^}}@.taskgraph.static.data{{.*}} zeroinitializer
; DATA: {{^}}@.taskgraph.static.patches{{.*}} [i32 0, i32 0, i32 {{[0-9]+}}, i32 8, i32 40, i32 0]
; CHECK: taskgraph is built by the compiler
define internal void @nothing_moved(ptr %args) {
  %local = alloca i64
  %word = load i64, ptr %args
  store i64 %word, ptr %local
  %at = getelementptr i8, ptr %local, i64 2
  call void @llvm.memmove.p0.p0.i64(ptr %at, ptr %at, i64 0, i1 false)
  %value = load i64, ptr %local
  call void @give(i64 %value)
  ret void
}

; What is left of a symbol is not known. It is not what was never set.
; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @symbol_changed_in_part(ptr %args) {
  %local = alloca i64
  %word = load i64, ptr %args
  store i64 %word, ptr %local
  store i32 7, ptr %local
  call void @copy(ptr %local)
  ret void
}

; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @symbol_changed_in_task(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @entry)
  %data = getelementptr i8, ptr %task, i64 40
  %word = load i64, ptr %args
  store i64 %word, ptr %data
  call void @llvm.memset.p0.i64(ptr %data, i8 1, i64 4, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @part_of_symbol(ptr %args) {
  %local = alloca i64
  %word = load i64, ptr %args
  store i64 %word, ptr %local
  %at = getelementptr i8, ptr %local, i64 4
  %part = load i32, ptr %at
  %value = zext i32 %part to i64
  call void @give(i64 %value)
  ret void
}

; A large object is not known, a part of it that is changed is.
; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @large(ptr %args) {
  %local = alloca [640 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr @zeros, i64 640, i1 false)
  call void @copy(ptr %local)
  ret void
}

; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\01\00\00\00\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @large_changed(ptr %args) {
  %local = alloca [640 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr @zeros, i64 640, i1 false)
  store i64 1, ptr %local
  call void @copy(ptr %local)
  ret void
}

; Lanes have their places; but those of less than a byte share one.
; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\02\00\00\00\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @lanes(ptr %args) {
  %local = alloca [2 x i64]
  store <4 x i32> <i32 1, i32 0, i32 2, i32 0>, ptr %local
  %pair = load <2 x i64>, ptr %local
  %value = extractelement <2 x i64> %pair, i32 1
  call void @give(i64 %value)
  ret void
}

; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @bits_stored(ptr %args) {
  %local = alloca i64
  store i64 -1, ptr %local
  store <8 x i1> zeroinitializer, ptr %local
  call void @copy(ptr %local)
  ret void
}

; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @bits_loaded(ptr %args) {
  %bits = load <8 x i1>, ptr @bits
  %bit = extractelement <8 x i1> %bits, i32 1
  %value = zext i1 %bit to i64
  call void @give(i64 %value)
  ret void
}

; CHECK: recorded at run time: the length of a vector is known only at run time
define internal void @scalable(ptr %args) {
  %local = alloca [64 x i8]
  %at = getelementptr i8, ptr %local, i64 8
  store i64 -1, ptr %at
  store <vscale x 2 x i64> zeroinitializer, ptr %local
  %value = load i64, ptr %at
  call void @give(i64 %value)
  ret void
}

; CHECK: recorded at run time: the length of a vector is known only at run time
define internal void @scalable_step(ptr %args) {
  %local = alloca [64 x i8]
  %at = getelementptr <vscale x 1 x i64>, ptr %local, i64 1
  store i64 -1, ptr %at
  call void @copy(ptr %local)
  ret void
}

; More than eight bytes at once are not known.
; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @wide(ptr %args) {
  %local = alloca i128
  store { i64, i64 } zeroinitializer, ptr %local
  call void @copy(ptr %local)
  ret void
}

; A place that is not known is in no symbol.
; CHECK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @somewhere(ptr %args) {
  %local = alloca [2 x i64]
  %word = load i64, ptr %args
  %at = getelementptr i8, ptr %local, i64 %word
  %value = load i64, ptr %at
  call void @give(i64 %value)
  ret void
}

; A bool is one bit.
; DATA: {{^}}@.taskgraph.static.data{{.*}} c"{{[^"]*}}\01\00\00\00\00\00\00\00"
; CHECK: taskgraph is built by the compiler
define internal void @bool(ptr %args) {
  %local = alloca i8
  store i8 3, ptr %local
  %bit = load i1, ptr %local
  %value = zext i1 %bit to i64
  call void @give(i64 %value)
  ret void
}

@zeros = constant [640 x i8] zeroinitializer
@bits = constant <8 x i1> <i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>

; A task with eight bytes of data.
define internal void @give(i64 %value) alwaysinline {
  %local = alloca i64
  store i64 %value, ptr %local
  call void @copy(ptr %local)
  ret void
}
define internal void @copy(ptr %from) alwaysinline {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @entry)
  %data = getelementptr i8, ptr %task, i64 40
  call void @llvm.memcpy.p0.p0.i64(ptr %data, ptr %from, i64 8, i1 false)
  call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}
define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}

; One site for each.
@site.part_of_number = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_changed_in_part = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.number_filled_in_part = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.filled_far = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.moved = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.moved_down = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.nothing_moved = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.symbol_changed_in_part = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.symbol_changed_in_task = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.part_of_symbol = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.large = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.large_changed = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.lanes = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.bits_stored = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.bits_loaded = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.scalable = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.scalable_step = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.wide = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.somewhere = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.bool = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.part_of_number, i32 0, i64 0, ptr @part_of_number, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_changed_in_part, i32 0, i64 0, ptr @number_changed_in_part, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.number_filled_in_part, i32 0, i64 0, ptr @number_filled_in_part, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.filled_far, i32 0, i64 0, ptr @filled_far, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.moved, i32 0, i64 0, ptr @moved, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.moved_down, i32 0, i64 0, ptr @moved_down, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.nothing_moved, i32 0, i64 0, ptr @nothing_moved, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.symbol_changed_in_part, i32 0, i64 0, ptr @symbol_changed_in_part, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.symbol_changed_in_task, i32 0, i64 0, ptr @symbol_changed_in_task, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.part_of_symbol, i32 0, i64 0, ptr @part_of_symbol, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.large, i32 0, i64 0, ptr @large, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.large_changed, i32 0, i64 0, ptr @large_changed, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.lanes, i32 0, i64 0, ptr @lanes, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.bits_stored, i32 0, i64 0, ptr @bits_stored, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.bits_loaded, i32 0, i64 0, ptr @bits_loaded, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.scalable, i32 0, i64 0, ptr @scalable, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.scalable_step, i32 0, i64 0, ptr @scalable_step, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.wide, i32 0, i64 0, ptr @wide, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.somewhere, i32 0, i64 0, ptr @somewhere, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.bool, i32 0, i64 0, ptr @bool, ptr %args, i64 64)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
