; Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
; See LICENSE for license information.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;
; Where a graph that the compiler built is: at the site, and kept by the linker with it. For
; targets that store numbers in the other order there is none, nor if it is not wanted.
;
; RUN: %taskgraph_static %s | FileCheck %s
; RUN: sed -e 's/"e-m:e/"E-m:e/' %s | %taskgraph_static | FileCheck %s --check-prefix=NONE
; RUN: %taskgraph_static -taskgraph-static=off %s | FileCheck %s --check-prefix=NONE
; RUN: %taskgraph_static_remarks %s 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%site = type { ptr, ptr, ptr, i32, i32, i32, i32, ptr, ptr }

; CHECK: @site.internal = internal global {{.*}} ptr @internal.recording, ptr @.taskgraph.static.graph }
; CHECK: @site.inline = linkonce_odr global {{.*}} ptr @inline.recording, ptr @.taskgraph.static.graph{{[.0-9]+}} }, comdat($group)
; CHECK: @site.first = internal global {{.*}} ptr @of_two.recording, ptr null }
; CHECK: @site.size_unknown = internal global {{.*}} ptr @size_unknown.recording, ptr null }
; CHECK: @.taskgraph.static.nodes = private unnamed_addr constant {{.*}} align 8{{$}}
; CHECK: @.taskgraph.static.graph = private unnamed_addr constant {{.*}}, i32 64, i32 0, ptr @.taskgraph.static.nodes, {{.*}} align 8{{$}}
; CHECK: @.taskgraph.static.nodes{{[.0-9]+}} = private unnamed_addr constant {{.*}} comdat($group), align 8
; CHECK: @.taskgraph.static.graph{{[.0-9]+}} = private unnamed_addr constant {{.*}}, i32 32, {{.*}} comdat($group), align 8

; NONE-COUNT-4: @site.{{.*}}.recording, ptr null }
; NONE-NOT: static.graph

; REMARK: remark: {{.*}}built by the compiler: 0 nodes, 0 edges, 232 bytes
; REMARK: remark: {{.*}}built by the compiler: 0 nodes
; REMARK: remark: {{.*}}recorded at run time: several constructs have its block
; REMARK: remark: {{.*}}replayed without its block
; REMARK: remark: {{.*}}recorded at run time: several constructs have its block
; REMARK: remark: {{.*}}replayed without its block
; REMARK: remark: {{.*}}replayed without its block

$group = comdat any
@site.internal = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.inline = linkonce_odr global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }, comdat($group)
@site.first = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.second = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }
@site.size_unknown = internal global %site { ptr null, ptr null, ptr null, i32 1, i32 1, i32 1, i32 0, ptr null, ptr null }

define internal void @internal(ptr %args) {
  ret void
}
define linkonce_odr void @inline(ptr %args) comdat($group) {
  ret void
}
define internal void @of_two(ptr %args) {
  ret void
}
define internal void @size_unknown(ptr %args) {
  ret void
}

define void @encounters(ptr %args, i64 %size) {
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.internal, i32 0, i64 0, ptr @internal, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.inline, i32 0, i64 0, ptr @inline, ptr %args, i64 32)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.first, i32 0, i64 0, ptr @of_two, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.second, i32 0, i64 0, ptr @of_two, ptr %args, i64 64)
  call void @__kmpc_ompx_taskgraph(ptr null, i32 0, ptr @site.size_unknown, i32 0, i64 0, ptr @size_unknown, ptr %args, i64 %size)
  ret void
}

declare void @__kmpc_ompx_taskgraph(ptr, i32, ptr, i32, i64, ptr, ptr, i64)
