; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; The compiler runs the pass at each level of optimisation, and after the inliner.
;
; RUN: %clang_cc1 -triple x86_64-unknown-linux-gnu -O0 -mllvm -taskgraph-static=off -emit-llvm -o - %s | FileCheck %s --check-prefixes=CHECK,O0
; RUN: %clang_cc1 -triple x86_64-unknown-linux-gnu -O2 -mllvm -taskgraph-static=off -emit-llvm -o - %s | FileCheck %s --check-prefixes=CHECK,O2

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

@name = private unnamed_addr constant [2 x i8] c"f\00"
@site.plain = global %site { ptr null, ptr @name, ptr @name, i32 3, i32 9, i32 1, i32 0, ptr null, ptr null }
@site.helper = global %site { ptr null, ptr @name, ptr @name, i32 3, i32 9, i32 1, i32 0, ptr null, ptr null }

; CHECK: @site.plain = {{.*}}, ptr @plain.recording, ptr null }
; O0: @site.helper = {{.*}}, ptr null, ptr null }
; O2: @site.helper = {{.*}}, ptr @helper.recording, ptr null }

define internal void @plain(ptr %args) {
  ret void
}

define internal i32 @twice(i32 %number) {
  %local = alloca i32
  store i32 %number, ptr %local
  %result = load i32, ptr %local
  ret i32 %result
}

define internal void @helper(ptr %args) {
  %word = load ptr, ptr %args
  %number = load i32, ptr %word
  %result = call i32 @twice(i32 %number)
  ret void
}

define void @encounter(ptr %args) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.plain, i32 0, i64 0, ptr @plain, ptr %args, i64 8)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.helper, i32 0, i64 0, ptr @helper, ptr %args, i64 8)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
