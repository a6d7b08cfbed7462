; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; What a block computes from values of the encounter, a function of the graph computes
; as the block would. Each region gives its value to a task.
;
; RUN: opt -passes=always-inline -S %s -o %t.ll
; RUN: %taskgraph_static_remarks %t.ll 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not="taskgraph is recorded"
; RUN: %taskgraph_static %t.ll | FileCheck %s --implicit-check-not=".symbols("

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; The graph names the function.
; CHECK: @.taskgraph.static.graph = {{.*}} ptr @symbols_kept.symbols,

; Every symbol is kept, and whether one has changed is returned.
; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @symbols_kept.symbols(ptr %args, ptr noalias %symbols)
; CHECK-SAME: #[[ATTRIBUTES:[0-9]+]]
; CHECK: [[ARGS:%.*]] = ptrtoint ptr %args to i64
; CHECK-NEXT: [[FIRST:%.*]] = getelementptr inbounds {{.*}}i64, ptr %symbols, i64 0
; CHECK-NEXT: [[OLD_ARGS:%.*]] = load i64, ptr [[FIRST]]
; CHECK-NEXT: [[ARGS_NEW:%.*]] = icmp ne i64 [[OLD_ARGS]], [[ARGS]]
; CHECK-NEXT: [[CHANGED:%.*]] = or i1 false, [[ARGS_NEW]]
; CHECK-NEXT: store i64 [[ARGS]], ptr [[FIRST]]
; CHECK-NEXT: [[FROM:%.*]] = inttoptr i64 [[ARGS]] to ptr
; CHECK-NEXT: [[PART:%.*]] = load i32, ptr [[FROM]], align 1
; CHECK-NEXT: [[READ:%.*]] = sext i32 [[PART]] to i64
; CHECK-NEXT: [[PLACE:%.*]] = getelementptr inbounds {{.*}}i64, ptr %symbols, i64 1
; CHECK-NEXT: [[OLD:%.*]] = load i64, ptr [[PLACE]]
; CHECK-NEXT: [[NEW:%.*]] = icmp ne i64 [[OLD]], [[READ]]
; CHECK-NEXT: [[EITHER:%.*]] = or i1 [[CHANGED]], [[NEW]]
; CHECK-NEXT: store i64 [[READ]], ptr [[PLACE]]
; CHECK-NEXT: [[RESULT:%.*]] = zext i1 [[EITHER]] to i32
; CHECK-NEXT: ret i32 [[RESULT]]
define internal void @symbols_kept(ptr %args) #0 {
  %part = load i32, ptr %args
  %value = sext i32 %part to i64
  call void @give(i64 %value)
  ret void
}

; An integer that is read has a sign.
; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @signed_short.symbols(
; CHECK: load i16, ptr
; CHECK-NEXT: sext i16 {{.*}} to i64
; CHECK-NOT: trunc
; CHECK: ret i32
define internal void @signed_short(ptr %args) {
  %part = load i16, ptr %args
  %value = sext i16 %part to i64
  call void @give(i64 %value)
  ret void
}

; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @unsigned_short.symbols(
; CHECK: load i16, ptr
; CHECK: [[PART:%.*]] = trunc i64 {{.*}} to i16
; CHECK-NEXT: zext i16 [[PART]] to i64
define internal void @unsigned_short(ptr %args) {
  %part = load i16, ptr %args
  %value = zext i16 %part to i64
  call void @give(i64 %value)
  ret void
}

; A number of 48 bits, between.
; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @unsigned_odd.symbols(
; CHECK: zext i32 {{.*}} to i48
; CHECK: zext i48 {{.*}} to i64
define internal void @unsigned_odd(ptr %args) {
  %part = load i32, ptr %args
  %long = zext i32 %part to i48
  %value = zext i48 %long to i64
  call void @give(i64 %value)
  ret void
}

; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @signed_then_unsigned.symbols(
; CHECK: sext i8 {{.*}} to i64
; CHECK: [[INT:%.*]] = trunc i64 {{.*}} to i32
; CHECK-NEXT: zext i32 [[INT]] to i64
define internal void @signed_then_unsigned(ptr %args) {
  %char = load i8, ptr %args
  %int = sext i8 %char to i32
  %value = zext i32 %int to i64
  call void @give(i64 %value)
  ret void
}

; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @cut.symbols(
; CHECK: [[PART:%.*]] = trunc i64 {{.*}} to i32
; CHECK-NEXT: sext i32 [[PART]] to i64
define internal void @cut(ptr %args) {
  %whole = load i64, ptr %args
  %part = trunc i64 %whole to i32
  %value = sext i32 %part to i64
  call void @give(i64 %value)
  ret void
}

; A sum of few bits that may wrap is no form.
; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @may_wrap.symbols(
; CHECK: [[SUM:%.*]] = add i32 {{.*}}, 1
; CHECK-NEXT: sext i32 [[SUM]] to i64
define internal void @may_wrap(ptr %args) {
  %part = load i32, ptr %args
  %sum = add nuw i32 %part, 1
  %value = sext i32 %sum to i64
  call void @give(i64 %value)
  ret void
}

; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @united.symbols(
; CHECK: or i64 {{.*}}, 3
define internal void @united(ptr %args) {
  %whole = load i64, ptr %args
  %value = or i64 %whole, 3
  call void @give(i64 %value)
  ret void
}

; Bits that are apart, but of an integer with a sign.
; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @united_narrow.symbols(
; CHECK: or i32 {{.*}}, 3
define internal void @united_narrow(ptr %args) {
  %part = load i32, ptr %args
  %both = or disjoint i32 %part, 3
  %value = sext i32 %both to i64
  call void @give(i64 %value)
  ret void
}

; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @not_negative.symbols(
; CHECK: sext i32 {{.*}} to i64
; CHECK-NOT: trunc
; CHECK: ret i32
define internal void @not_negative(ptr %args) {
  %part = load i32, ptr %args
  %value = zext nneg i32 %part to i64
  call void @give(i64 %value)
  ret void
}

; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @shifted_right.symbols(
; CHECK: lshr i64 {{.*}}, 1
define internal void @shifted_right(ptr %args) {
  %whole = load i64, ptr %args
  %value = lshr i64 %whole, 1
  call void @give(i64 %value)
  ret void
}

; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @divided.symbols(
; CHECK: sdiv i64 {{.*}}, 7
define internal void @divided(ptr %args) {
  %whole = load i64, ptr %args
  %value = sdiv i64 %whole, 7
  call void @give(i64 %value)
  ret void
}

; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @chosen.symbols(
; CHECK: [[IS:%.*]] = icmp slt i64 {{.*}}, 3
; CHECK-NEXT: sext i1 [[IS]] to i64
; CHECK: [[AGAIN:%.*]] = trunc i64 {{.*}} to i1
; CHECK-NEXT: select i1 [[AGAIN]], i64 1, i64
define internal void @chosen(ptr %args) {
  %number = load i64, ptr %args
  %is = icmp slt i64 %number, 3
  %value = select i1 %is, i64 1, i64 %number
  call void @give(i64 %value)
  ret void
}

; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @most.symbols(
; CHECK: call i32 @llvm.smax.i32(i32 {{.*}}, i32 -1)
define internal void @most(ptr %args) {
  %part = load i32, ptr %args
  %most = call i32 @llvm.smax.i32(i32 %part, i32 -1)
  %value = zext i32 %most to i64
  call void @give(i64 %value)
  ret void
}

; An operand is a form plus an offset: 2 * number + 1.
; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @of_a_form.symbols(
; CHECK: [[TWICE:%.*]] = mul i64 {{.*}}, 2
; CHECK-NEXT: [[MORE:%.*]] = add i64 [[TWICE]], 1
; CHECK-NEXT: xor i64 [[MORE]], 5
define internal void @of_a_form(ptr %args) {
  %number = load i64, ptr %args
  %twice = mul i64 %number, 2
  %more = add i64 %twice, 1
  %value = xor i64 %more, 5
  call void @give(i64 %value)
  ret void
}

; A sum of more symbols than a form may have.
; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @long_sum.symbols(
; CHECK-COUNT-64: add i64
define internal void @long_sum(ptr %args) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i64 [ 0, %0 ], [ %value, %loop ]
  %at = getelementptr i8, ptr %args, i64 %i
  %part = load i64, ptr %at
  %value = add i64 %sum, %part
  %next = add i64 %i, 8
  %done = icmp eq i64 %next, 264
  br i1 %done, label %end, label %loop
end:
  call void @give(i64 %value)
  ret void
}

; (a + b + ...) * (a + b + ...), of six symbols each.
; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @long_product.symbols(
; CHECK: mul i64
; CHECK-NOT: mul i64
; CHECK: ret i32
define internal void @long_product(ptr %args) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i64 [ 0, %0 ], [ %more, %loop ]
  %at = getelementptr i8, ptr %args, i64 %i
  %part = load i64, ptr %at
  %more = add i64 %sum, %part
  %next = add i64 %i, 8
  %done = icmp eq i64 %next, 48
  br i1 %done, label %end, label %loop
end:
  %value = mul i64 %more, %more
  call void @give(i64 %value)
  ret void
}

; Floating-point numbers, in the order and with the widths of the block.
; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @floating.symbols(
; CHECK: [[SINGLE:%.*]] = bitcast i32 {{.*}} to float
; CHECK-NEXT: fmul float [[SINGLE]], 5.000000e-01
; CHECK: fneg float
; CHECK: fpext float {{.*}} to double
; CHECK: [[DOUBLE:%.*]] = bitcast i64 {{.*}} to double
; CHECK-NEXT: [[SUM:%.*]] = fadd double [[DOUBLE]], 1.000000e+00
; CHECK-NEXT: bitcast double [[SUM]] to i64
define internal void @floating(ptr %args) {
  %single = load float, ptr %args
  %half = fmul float %single, 5.000000e-01
  %negative = fneg float %half
  %double = fpext float %negative to double
  %sum = fadd double %double, 1.000000e+00
  %value = bitcast double %sum to i64
  call void @give(i64 %value)
  ret void
}

; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @to_integer.symbols(
; CHECK: fcmp olt double {{.*}}, 2.000000e+00
; CHECK: fptosi double {{.*}} to i32
; CHECK: select i1
define internal void @to_integer(ptr %args) {
  %double = load double, ptr %args
  %is = fcmp olt double %double, 2.000000e+00
  %int = fptosi double %double to i32
  %chosen = select i1 %is, i32 %int, i32 4
  %value = zext i32 %chosen to i64
  call void @give(i64 %value)
  ret void
}

; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @rounded_once.symbols(
; CHECK: call double @llvm.fmuladd.f64(double {{.*}}, double 3.000000e+00, double 1.000000e+00)
; CHECK: call double @llvm.sqrt.f64(double
; CHECK: call double @llvm.fabs.f64(double
define internal void @rounded_once(ptr %args) {
  %a = load double, ptr %args
  %sum = call double @llvm.fmuladd.f64(double %a, double 3.000000e+00, double 1.000000e+00)
  %root = call double @llvm.sqrt.f64(double %sum)
  %size = call double @llvm.fabs.f64(double %root)
  %value = bitcast double %size to i64
  call void @give(i64 %value)
  ret void
}

; What is computed twice is a symbol once; what differs in a lane is two.
; REMARK: taskgraph is built by the compiler
; CHECK-LABEL: define internal i32 @same_once.symbols(
; CHECK: add i32 {{.*}}, 1
; CHECK-NOT: add i32
; CHECK: add i32 {{.*}}, 2
; CHECK-NOT: add i32
; CHECK: sub i32
define internal void @same_once(ptr %args) {
  %part = load i32, ptr %args
  %both = insertelement <2 x i32> <i32 1, i32 2>, i32 %part, i64 0
  %again = insertelement <2 x i32> %both, i32 %part, i64 1
  %sums = add <2 x i32> %again, <i32 1, i32 1>
  %more = add <2 x i32> %again, <i32 1, i32 2>
  %first = extractelement <2 x i32> %sums, i64 0
  %last = extractelement <2 x i32> %more, i64 1
  %difference = sub i32 %last, %first
  %value = zext i32 %difference to i64
  call void @give(i64 %value)
  ret void
}

; Exact results of constants are constants.
; REMARK: taskgraph is built by the compiler
define internal void @of_constants(ptr %args) {
  %number = uitofp i64 3 to double
  %half = fdiv double %number, 2.000000e+00
  %value = bitcast double %half to i64
  call void @give(i64 %value)
  ret void
}

; Of one that is no number, the bits may be others.
; REMARK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @no_number(ptr %args) {
  %none = fdiv double 0.000000e+00, 0.000000e+00
  %value = bitcast double %none to i64
  call void @give(i64 %value)
  ret void
}

; The target decides whether this is rounded once or twice.
; REMARK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @rounded_anyhow(ptr %args) {
  %sum = call double @llvm.fmuladd.f64(double 0x3FB999999999999A, double 3.000000e+00, double 0xBFD3333333333333)
  %value = bitcast double %sum to i64
  call void @give(i64 %value)
  ret void
}

; What optimisation may change in the last bit is not computed in two places.
; REMARK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @fast(ptr %args) {
  %a = load double, ptr %args
  %half = fmul contract double %a, 0x3FB999999999999A
  %value = bitcast double %half to i64
  call void @give(i64 %value)
  ret void
}

; REMARK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @estimated(ptr %args) {
  %a = load double, ptr %args
  %sine = call double @llvm.sin.f64(double %a)
  %value = bitcast double %sine to i64
  call void @give(i64 %value)
  ret void
}

; REMARK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @root_in_lanes(ptr %args) {
  %a = load <2 x double>, ptr %args
  %roots = call <2 x double> @llvm.sqrt.v2f64(<2 x double> %a)
  %root = extractelement <2 x double> %roots, i64 0
  %value = bitcast double %root to i64
  call void @give(i64 %value)
  ret void
}

; REMARK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @lanes_as_one(ptr %args) {
  %a = load <2 x i32>, ptr %args
  %value = bitcast <2 x i32> %a to i64
  call void @give(i64 %value)
  ret void
}

; Numbers of more than 64 bits are not known.
; REMARK: recorded at run time: the data of a task are computed from values that are known only at run time
define internal void @wide(ptr %args) {
  %a = load i64, ptr %args
  %wide = sext i64 %a to i128
  %high = lshr i128 %wide, 32
  %value = trunc i128 %high to i64
  call void @give(i64 %value)
  ret void
}

; The target's attributes decide how numbers are computed; passes do not.
; CHECK: attributes #[[ATTRIBUTES]] = { noinline nounwind optnone "target-features"="+sse2" }

define internal void @give(i64 %value) alwaysinline {
  %gtid = call i32 @__kmpc_global_thread_num(ptr null)
  %task = call ptr @__kmpc_omp_task_alloc(ptr null, i32 %gtid, i32 1, i64 48, i64 0, ptr @task)
  %data = getelementptr i8, ptr %task, i64 40
  store i64 %value, ptr %data
  %handed = call i32 @__kmpc_omp_task(ptr null, i32 %gtid, ptr %task)
  ret void
}

define internal i32 @task(i32 %gtid, ptr %task) {
  %data = getelementptr i8, ptr %task, i64 40
  %number = load i64, ptr %data
  ret i32 0
}

@site.symbols_kept = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.signed_short = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.unsigned_short = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.unsigned_odd = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.signed_then_unsigned = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.cut = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.may_wrap = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.united = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.united_narrow = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.not_negative = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.shifted_right = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.divided = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.chosen = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.most = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.of_a_form = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.long_sum = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.long_product = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.floating = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.to_integer = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.rounded_once = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.same_once = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.of_constants = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.no_number = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.rounded_anyhow = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.fast = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.estimated = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.root_in_lanes = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.lanes_as_one = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.wide = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define void @encounters(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.symbols_kept, i32 0, i64 0, ptr @symbols_kept, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.signed_short, i32 0, i64 0, ptr @signed_short, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.unsigned_short, i32 0, i64 0, ptr @unsigned_short, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.unsigned_odd, i32 0, i64 0, ptr @unsigned_odd, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.signed_then_unsigned, i32 0, i64 0, ptr @signed_then_unsigned, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.cut, i32 0, i64 0, ptr @cut, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.may_wrap, i32 0, i64 0, ptr @may_wrap, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.united, i32 0, i64 0, ptr @united, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.united_narrow, i32 0, i64 0, ptr @united_narrow, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.not_negative, i32 0, i64 0, ptr @not_negative, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.shifted_right, i32 0, i64 0, ptr @shifted_right, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.divided, i32 0, i64 0, ptr @divided, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.chosen, i32 0, i64 0, ptr @chosen, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.most, i32 0, i64 0, ptr @most, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.of_a_form, i32 0, i64 0, ptr @of_a_form, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.long_sum, i32 0, i64 0, ptr @long_sum, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.long_product, i32 0, i64 0, ptr @long_product, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.floating, i32 0, i64 0, ptr @floating, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.to_integer, i32 0, i64 0, ptr @to_integer, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.rounded_once, i32 0, i64 0, ptr @rounded_once, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.same_once, i32 0, i64 0, ptr @same_once, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.of_constants, i32 0, i64 0, ptr @of_constants, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.no_number, i32 0, i64 0, ptr @no_number, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.rounded_anyhow, i32 0, i64 0, ptr @rounded_anyhow, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.fast, i32 0, i64 0, ptr @fast, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.estimated, i32 0, i64 0, ptr @estimated, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.root_in_lanes, i32 0, i64 0, ptr @root_in_lanes, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.lanes_as_one, i32 0, i64 0, ptr @lanes_as_one, ptr %args, i64 512)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.wide, i32 0, i64 0, ptr @wide, ptr %args, i64 512)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
declare i32 @__kmpc_global_thread_num(ptr)
declare ptr @__kmpc_omp_task_alloc(ptr, i32, i32, i64, i64, ptr)
declare i32 @__kmpc_omp_task(ptr, i32, ptr)
declare i32 @llvm.smax.i32(i32, i32)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.fabs.f64(double)
declare double @llvm.sin.f64(double)
declare <2 x double> @llvm.sqrt.v2f64(<2 x double>)

attributes #0 = { nounwind "target-features"="+sse2" }
