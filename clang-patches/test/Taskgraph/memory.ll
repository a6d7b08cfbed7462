; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What the block may read and change, and which reads the recording notes.
;
; RUN: %taskgraph_remarks %s 2>&1 | FileCheck %s --implicit-check-not=remark:
; RUN: %taskgraph_opt %s | FileCheck %s --check-prefix=IR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

@counter = global i32 0
@limit = global i32 0
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@other = constant [4 x i32] [i32 1, i32 2, i32 3, i32 5]
@own = thread_local global i32 0

; What outlives the block must not be changed by it.

; CHECK: remark: {{.*}}it changes 'counter', which outlives it
define internal void @global(ptr %args) {
  store i32 1, ptr @counter
  ret void
}

; CHECK: remark: {{.*}}it changes a captured variable, which outlives it
define internal void @captured(ptr %args) {
  %word = load ptr, ptr %args
  %member = getelementptr i8, ptr %word, i64 4
  store i32 1, ptr %member
  ret void
}

; CHECK: remark: {{.*}}it changes memory, which outlives it
define internal void @pointee(ptr %args) {
  %word = load ptr, ptr %args
  %pointer = load ptr, ptr %word
  store i32 1, ptr %pointer
  ret void
}

; CHECK: remark: {{.*}}it changes memory, which outlives it
define internal void @captured_word(ptr %args) {
  store ptr null, ptr %args
  ret void
}

; CHECK: remark: {{.*}}it changes a captured variable, which outlives it
define internal void @set(ptr %args) {
  %word = load ptr, ptr %args
  call void @llvm.memset.p0.i64(ptr %word, i8 0, i64 16, i1 false)
  ret void
}

; CHECK: remark: {{.*}}it changes a captured variable, which outlives it
define internal void @copied_to(ptr %args) {
  %local = alloca i64
  store i64 0, ptr %local
  %word = load ptr, ptr %args
  call void @llvm.memcpy.p0.p0.i64(ptr %word, ptr %local, i64 8, i1 false)
  ret void
}

; CHECK: remark: {{.*}}it changes a captured variable, which outlives it
define internal void @moved_to(ptr %args) {
  %word = load ptr, ptr %args
  %next = getelementptr i8, ptr %word, i64 8
  call void @llvm.memmove.p0.p0.i64(ptr %next, ptr %word, i64 8, i1 false)
  ret void
}

; CHECK: remark: {{.*}}it changes memory, which outlives it
define internal void @one_of_two(ptr %args) {
  %first = load ptr, ptr %args
  %second.arg = getelementptr i8, ptr %args, i64 8
  %second = load ptr, ptr %second.arg
  %is = icmp eq ptr %first, null
  %either = select i1 %is, ptr %first, ptr %second
  store i32 1, ptr %either
  ret void
}

; CHECK: remark: {{.*}}it changes memory, which outlives it
define internal void @own_or_captured(ptr %args) {
  %local = alloca i32
  %word = load ptr, ptr %args
  %flag = load i1, ptr %word
  %either = select i1 %flag, ptr %local, ptr %word
  store i32 1, ptr %either
  ret void
}

; Its own variables may be changed.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @local(ptr %args) {
  %local = alloca [4 x i32]
  call void @llvm.memset.p0.i64(ptr %local, i8 0, i64 16, i1 false)
  %last = getelementptr i8, ptr %local, i64 12
  store i32 1, ptr %last
  %value = load i32, ptr %last
  %is = icmp eq i32 %value, 1
  br i1 %is, label %one, label %other
one:
  ret void
other:
  ret void
}

; CHECK: remark: {{.*}}it changes what the library keeps in a task
define internal void @task_function(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 0, ptr @entry)
  %function = getelementptr i8, ptr %task, i64 8
  store ptr @entry, ptr %function
  ret void
}

; CHECK: remark: {{.*}}it reads what the library keeps in a task
define internal void @task_part(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 64, i64 0, ptr @entry)
  %part = getelementptr i8, ptr %task, i64 16
  %value = load i32, ptr %part
  ret void
}

; Priority and destructors are set by the block.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @task_settings(ptr %args) {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 41, i64 64, i64 0, ptr @entry)
  %destructors = getelementptr i8, ptr %task, i64 24
  store ptr @entry, ptr %destructors
  %priority = getelementptr i8, ptr %task, i64 32
  store i32 7, ptr %priority
  ret void
}

; Reads that other threads take part in.

; CHECK: remark: {{.*}}it makes an atomic or volatile access
define internal void @volatile_load(ptr %args) {
  %value = load volatile i32, ptr @counter
  ret void
}

; CHECK: remark: {{.*}}it makes an atomic or volatile access
define internal void @atomic_load(ptr %args) {
  %value = load atomic i32, ptr @counter monotonic, align 4
  ret void
}

; CHECK: remark: {{.*}}it makes an atomic or volatile access
define internal void @volatile_store(ptr %args) {
  %local = alloca i32
  store volatile i32 1, ptr %local
  ret void
}

; CHECK: remark: {{.*}}it makes an atomic or volatile access
define internal void @volatile_copy(ptr %args) {
  %local = alloca i32
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr @counter, i64 4, i1 true)
  ret void
}

; CHECK: remark: {{.*}}it executes an instruction that is not understood (atomicrmw)
define internal void @atomic_update(ptr %args) {
  %value = atomicrmw add ptr @counter, i32 1 monotonic
  ret void
}

; CHECK: remark: {{.*}}it executes an instruction that is not understood (cmpxchg)
define internal void @atomic_exchange(ptr %args) {
  %value = cmpxchg ptr @counter, i32 1, i32 2 monotonic monotonic
  ret void
}

; CHECK: remark: {{.*}}it executes an instruction that is not understood (fence)
define internal void @fences(ptr %args) {
  fence seq_cst
  ret void
}

; Each thread has other values in its own variables, and at other addresses.

; Segments of the processor are others for each thread.
; CHECK: remark: {{.*}}it uses another address space
define internal void @segment_read(ptr %args) {
  %value = load i64, ptr addrspace(257) inttoptr (i64 40 to ptr addrspace(257))
  ret void
}

; CHECK: remark: {{.*}}it uses another address space
define internal void @segment_written(ptr %args) {
  store i64 1, ptr addrspace(257) inttoptr (i64 40 to ptr addrspace(257))
  ret void
}

; CHECK: remark: {{.*}}it uses 'own', of which each thread has its own
define internal void @thread_local_value(ptr %args) {
  %value = load i32, ptr @own
  ret void
}

; CHECK: remark: {{.*}}it uses 'own', of which each thread has its own
define internal void @thread_local_address(ptr %args) {
  %address = call ptr @llvm.threadlocal.address.p0(ptr @own)
  ret void
}

; CHECK: remark: {{.*}}it uses 'own', of which each thread has its own
define internal void @thread_local_member(ptr %args) {
  %local = alloca i64
  store i64 ptrtoint (ptr getelementptr (i8, ptr @own, i64 4) to i64), ptr %local
  ret void
}

; CHECK: remark: {{.*}}it uses 'own', of which each thread has its own
define internal void @thread_local_among_others(ptr %args) {
  %local = alloca [2 x ptr]
  store <2 x ptr> <ptr @counter, ptr @own>, ptr %local
  ret void
}

; What is not known to be its own or not cannot be told to the recorder.
; CHECK: remark: {{.*}}it reads memory of the block or of elsewhere
define internal void @own_or_not(ptr %args) {
  %local = alloca i32
  store i32 0, ptr %local
  %word = load ptr, ptr %args
  %flag = load i32, ptr %word
  %is = icmp eq i32 %flag, 0
  br i1 %is, label %yes, label %join
yes:
  br label %join
join:
  %either = phi ptr [ %word, %0 ], [ undef, %yes ]
  %which = select i1 %is, ptr %local, ptr %word
  %value = load i32, ptr %which
  ret void
}

; A copy has a size that is known, and not too large to be compared.

; CHECK: remark: {{.*}}it copies memory whose size is not known
define internal void @size_unknown(ptr %args) {
  %local = alloca [64 x i8]
  %word = load ptr, ptr %args
  %size = load i64, ptr %word
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %word, i64 %size, i1 false)
  ret void
}

; CHECK: remark: {{.*}}it copies a large object
define internal void @size_large(ptr %args) {
  %local = alloca [257 x i8]
  %word = load ptr, ptr %args
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %word, i64 257, i1 false)
  ret void
}

; CHECK: remark: {{.*}}it copies memory whose size is not known
define internal void @size_of_vector(ptr %args) {
  %word = load ptr, ptr %args
  %value = load <vscale x 4 x i32>, ptr %word
  ret void
}

; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @size_fits.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 256)
; IR-NEXT: call void @llvm.memcpy
define internal void @size_fits(ptr %args) {
  %local = alloca [256 x i8]
  %word = load ptr, ptr %args
  call void @llvm.memcpy.p0.p0.i64(ptr %local, ptr %word, i64 256, i1 false)
  ret void
}

; What never changes need not be noted, wherever in it the block reads.
; CHECK: remark: {{.*}}while 1 value that it reads is unchanged
; IR-LABEL: define internal void @constants.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR-NOT: taskgraph_read
; IR: ret void
define internal void @constants(ptr %args) {
  %local = alloca i32
  %word = load ptr, ptr %args
  %index = load i64, ptr %word
  %address = getelementptr i32, ptr @table, i64 %index
  %value = load i32, ptr %address
  store i32 %value, ptr %local
  ret void
}

; Of two constants it is not known which one it is, but both are somewhere else.
; CHECK: remark: {{.*}}while 2 values that it reads are unchanged
; IR-LABEL: define internal void @one_constant.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr %which, i64 4)
define internal void @one_constant(ptr %args) {
  %local = alloca i32
  %word = load ptr, ptr %args
  %index = load i64, ptr %word
  %is = icmp eq i64 %index, 0
  %which = select i1 %is, ptr @table, ptr @other
  %value = load i32, ptr %which
  store i32 %value, ptr %local
  ret void
}

; A read of a global, of a part of one, and of what a pointer points to that was
; read: such addresses are noted as they are.
; CHECK: remark: {{.*}}while 3 values that it reads are unchanged
; IR-LABEL: define internal void @absolute.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr @counter, i64 4)
; IR-NEXT: load i32, ptr @counter
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR-NEXT: load ptr, ptr %word
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr %member, i64 4)
; IR-NEXT: load i32, ptr %member
define internal void @absolute(ptr %args) {
  %local = alloca i32
  %value = load i32, ptr @counter
  store i32 %value, ptr %local
  %word = load ptr, ptr %args
  %pointer = load ptr, ptr %word
  %member = getelementptr i8, ptr %pointer, i64 4
  %other = load i32, ptr %member
  store i32 %other, ptr %local
  ret void
}

; Reads that happen always after the same read need not be noted; others do.
; CHECK: remark: {{.*}}while 3 values that it reads are unchanged
; IR-LABEL: define internal void @repeated.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 4)
; IR: branch:
; IR-NOT: taskgraph_read
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word.third, i64 8)
; IR: after:
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: ret void
define internal void @repeated(ptr %args) {
  %local = alloca i64
  %word = load ptr, ptr %args
  %first = load i32, ptr %word
  %is = icmp eq i32 %first, 0
  br i1 %is, label %branch, label %after
branch:
  %word.again = load ptr, ptr %args
  %second = load i32, ptr %word.again
  store i32 %second, ptr %local
  %word.third = load ptr, ptr %args
  %third = load i64, ptr %word.third
  store i64 %third, ptr %local
  br label %after
after:
  %fourth = load i64, ptr %word
  store i64 %fourth, ptr %local
  ret void
}

; Reads of other places are no repetitions, be they known or not.
; CHECK: remark: {{.*}}while 7 values that it reads are unchanged
; IR-LABEL: define internal void @others.recording
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %word, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %member, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 8, ptr %word2, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr @counter, i64 4)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 -1, ptr @limit, i64 4)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %element, i64 8)
; IR: call void @__kmpc_ompx_taskgraph_read(ptr %recorder, i32 0, ptr %element2, i64 8)
; IR-NOT: taskgraph_read
; IR: ret void
define internal void @others(ptr %args) {
  %local = alloca i64
  %word = load ptr, ptr %args
  %first = load i64, ptr %word
  store i64 %first, ptr %local
  %member = getelementptr i8, ptr %word, i64 8
  %second = load i64, ptr %member
  store i64 %second, ptr %local
  %arg2 = getelementptr i8, ptr %args, i64 8
  %word2 = load ptr, ptr %arg2
  %third = load i64, ptr %word2
  store i64 %third, ptr %local
  %fourth = load i32, ptr @counter
  store i32 %fourth, ptr %local
  %fifth = load i32, ptr @limit
  store i32 %fifth, ptr %local
  %element = getelementptr i64, ptr %word, i64 %first
  %sixth = load i64, ptr %element
  store i64 %sixth, ptr %local
  %element2 = getelementptr i64, ptr %word, i64 %second
  %seventh = load i64, ptr %element2
  store i64 %seventh, ptr %local
  ret void
}

; What is read and not used need not be noted.
; CHECK: remark: {{.*}}taskgraph is replayed without its block{{$}}
define internal void @unused(ptr %args) {
  %word = load ptr, ptr %args
  %value = load i32, ptr %word
  ret void
}

declare ptr @llvm.threadlocal.address.p0(ptr)

@site.global = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.captured = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.pointee = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.captured_word = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.set = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.copied_to = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.moved_to = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.one_of_two = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.own_or_captured = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.local = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.task_function = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.task_part = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.task_settings = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.volatile_load = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.atomic_load = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.volatile_store = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.volatile_copy = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.atomic_update = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.atomic_exchange = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.fences = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.segment_read = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.segment_written = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.thread_local_value = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.thread_local_address = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.thread_local_member = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.thread_local_among_others = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.own_or_not = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.size_unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.size_large = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.size_of_vector = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.size_fits = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.constants = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.one_constant = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.absolute = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.repeated = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.others = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.unused = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.global, i32 0, i64 0, ptr @global, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.captured, i32 0, i64 0, ptr @captured, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.pointee, i32 0, i64 0, ptr @pointee, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.captured_word, i32 0, i64 0, ptr @captured_word, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.set, i32 0, i64 0, ptr @set, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.copied_to, i32 0, i64 0, ptr @copied_to, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.moved_to, i32 0, i64 0, ptr @moved_to, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.one_of_two, i32 0, i64 0, ptr @one_of_two, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.own_or_captured, i32 0, i64 0, ptr @own_or_captured, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.local, i32 0, i64 0, ptr @local, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.task_function, i32 0, i64 0, ptr @task_function, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.task_part, i32 0, i64 0, ptr @task_part, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.task_settings, i32 0, i64 0, ptr @task_settings, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.volatile_load, i32 0, i64 0, ptr @volatile_load, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.atomic_load, i32 0, i64 0, ptr @atomic_load, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.volatile_store, i32 0, i64 0, ptr @volatile_store, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.volatile_copy, i32 0, i64 0, ptr @volatile_copy, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.atomic_update, i32 0, i64 0, ptr @atomic_update, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.atomic_exchange, i32 0, i64 0, ptr @atomic_exchange, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.fences, i32 0, i64 0, ptr @fences, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.segment_read, i32 0, i64 0, ptr @segment_read, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.segment_written, i32 0, i64 0, ptr @segment_written, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.thread_local_value, i32 0, i64 0, ptr @thread_local_value, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.thread_local_address, i32 0, i64 0, ptr @thread_local_address, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.thread_local_member, i32 0, i64 0, ptr @thread_local_member, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.thread_local_among_others, i32 0, i64 0, ptr @thread_local_among_others, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.own_or_not, i32 0, i64 0, ptr @own_or_not, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.size_unknown, i32 0, i64 0, ptr @size_unknown, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.size_large, i32 0, i64 0, ptr @size_large, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.size_of_vector, i32 0, i64 0, ptr @size_of_vector, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.size_fits, i32 0, i64 0, ptr @size_fits, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.constants, i32 0, i64 0, ptr @constants, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.one_constant, i32 0, i64 0, ptr @one_constant, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.absolute, i32 0, i64 0, ptr @absolute, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.repeated, i32 0, i64 0, ptr @repeated, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.others, i32 0, i64 0, ptr @others, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.unused, i32 0, i64 0, ptr @unused, ptr %args, i64 64)
  ret void
}

define internal i32 @entry(i32 %gtid, ptr %task) {
  ret i32 0
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
