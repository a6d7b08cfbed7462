// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The call that hands a block over names the captured variables that nobody
// reaches but by their names and the captures of OpenMP constructs. Each yes_
// and no_ function has one region that captures one variable.

// RUN: %clang_cc1 -verify -Wno-vla-cxx-extension -fopenmp -fopenmp-version=60 -std=c++20 -fblocks -triple x86_64-unknown-linux-gnu -emit-llvm %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: grep -A9999 'define.*@yes_' %t.ll | grep -B9999 'define.*@end_of_yes' > %t.yes
// RUN: grep -A9999 'define.*@no_' %t.ll | grep -B9999 'define.*@end_of_no' > %t.no
// RUN: grep 'call.*@__kmpc_ompx_taskgraph(' %t.yes | FileCheck %s --check-prefix YES --implicit-check-not='i64 8){{[ #0-9]*$}}'
// RUN: grep 'call.*@__kmpc_ompx_taskgraph(' %t.no | FileCheck %s --check-prefix NO --implicit-check-not=unaliased
// expected-no-diagnostics

struct Point {
  int x, y;
  int norm();
};
struct Class {
  Class(int);
  Class(const Class &);
  ~Class();
  int x;
};
struct Leaks {
  Leaks();
  int x;
};
struct Base { int b; };
struct Derived : Base { int d; };
int value(int);
int omp_thread();
int *address(int *);
int change(int &);
int look(const int &);
Point make();
void range(Point *, int);
bool cond();

#define REGION(v) _Pragma("omp taskgraph") value(v)
extern "C" {

// The offsets of all of them.
// CHECK-LABEL: define {{.*}}void @several(
// CHECK: call void @__kmpc_ompx_taskgraph({{.*}}, i64 32) #{{[0-9]+}}, !ompx.unaliased [[SEVERAL:![0-9]+]]
void several(int a, int b, int *c, Point d) {
  change(b);
  REGION(a + b + *c + d.y);
}

// YES-COUNT-28: !ompx.unaliased
void yes_parameter(int v) { REGION(v); }
void yes_pointer(int *v) {
  v = address(v + 1);
  REGION(v[value(*v)]);
}
void yes_written(int n) {
  int v = n;
  for (v = 0; v < n; ++v)
    (cond() ? v : v) += v = n;
  REGION(v);
}
void yes_enum() {
  enum { A, B } v = A;
  v = cond() ? B : v;
  REGION(v);
}
void yes_struct(Point p) {
  Point v = {1, 2};
  v = p;
  p = v;
  Point copy = v;
  v.x += copy.y;
  REGION(v.x);
}
void yes_base() {
  Derived v{};
  v.b = 3;
  REGION(v.b);
}
void yes_reference(int &r) {
  int v = r;
  r = v;
  REGION(v);
}
void yes_captured_by_constructs(int n) {
  int v = n;
#pragma omp parallel shared(v) firstprivate(n)
#pragma omp single
  {
#pragma omp task firstprivate(v) depend(in : v)
    value(v);
#pragma omp task private(v)
    v = 1;
    REGION(v);
  }
}
void yes_copied_by_closures(int v) {
  auto closure = [v] { return value(v); };
  auto renamed = [w = v] { return value(w); };
  auto block = ^{ return value(v); };
  closure(), renamed(), block();
  REGION(v);
}
void yes_unevaluated(int v) {
  value(sizeof(&v) + noexcept(change(v)));
  REGION(v);
}
void yes_sizes(int v) {
  int array[v][v + 1];
  value(sizeof(int[v]) + sizeof(array));
  REGION(v);
}
void yes_own_tasks_share(int v) {
#pragma omp taskgraph
  {
#pragma omp task shared(v)
    v += 2;
    value(v);
  }
}
void yes_result(int n) {
  int v = ({ int w = n; w; });
  REGION(v);
}
void yes_condition() {
  while (int v = value(1))
    REGION(v);
}
int yes_returned(int v) {
  REGION(v);
  return v;
}
void yes_clauses(int v) {
#pragma omp parallel num_threads(v) if (v > 2)
  value(3);
#pragma omp taskloop grainsize(v) nogroup
  for (int i = 0; i < 9; ++i)
    value(i);
  REGION(v);
}
void yes_simd(int v) {
#pragma omp simd
  for (int i = 0; i < v; ++i)
    value(i);
  REGION(v);
}
void yes_discarded(int v) {
  (void)v;
  v = 1, v++;
  REGION(v);
}
// Threads of a team share it, and leave it as it is while they do.
void yes_team_reads(int v) {
  v = 1;
#pragma omp parallel shared(v)
  REGION(v);
  v += 2;
}
// Each thread has its own.
void yes_private_in_team() {
  int v;
#pragma omp parallel private(v)
  {
    for (v = 0; v < 9; ++v)
      value(v);
    REGION(v);
  }
}
void yes_firstprivate_in_team(int v, Point p) {
#pragma omp parallel firstprivate(v, p)
  {
    p.x = ++v;
    REGION(v);
  }
}
void yes_default_private_in_team(Point v) {
#pragma omp parallel default(firstprivate)
  {
    v.x = 2;
    REGION(v.x);
  }
}
void yes_private_in_construct_of_team(int v) {
#pragma omp parallel
  {
#pragma omp sections private(v)
    {
      v = 1;
    }
#pragma omp task firstprivate(v)
    v = 2;
    REGION(v);
  }
}
void yes_counter_of_loop_in_team() {
  int v;
#pragma omp parallel for
  for (v = 0; v < 9; ++v)
    value(v);
#pragma omp parallel
  {
#pragma omp for
    for (v = 0; v < 9; ++v)
      value(v);
    REGION(v);
  }
}
// One thread alone has it, while the others wait, or always the same thread.
void yes_single(int n) {
  int v;
#pragma omp parallel
#pragma omp single
  for (v = 0; v < n; ++v)
    REGION(v);
}
void yes_singles(int v) {
#pragma omp parallel
  {
#pragma omp single
    v += 1;
#pragma omp single
    REGION(v);
  }
}
void yes_masked(Point v) {
#pragma omp parallel shared(v)
  {
#pragma omp masked
    v = Point();
#pragma omp master
    REGION(v.x);
  }
}
void yes_parallel_masked(int v) {
#pragma omp parallel masked shared(v)
  {
    v = 1;
    REGION(v);
  }
}
void end_of_yes() {}

// NO-COUNT-54: @__kmpc_ompx_taskgraph(
void no_address(int v) {
  address(&v);
  REGION(v);
}
void no_address_of_member() {
  Point v = {};
  address(&v.x);
  REGION(v.x);
}
void no_reference_parameter(int v) {
  change(v);
  REGION(v);
}
void no_const_reference(int v) {
  look(v);
  REGION(v);
}
void no_reference(int v) {
  int &r = v;
  REGION(v);
}
void no_range_for(Point v) {
  for (Point &p : (Point(&)[1])v)
    p.x = 1;
  REGION(v.x);
}
void no_conditional(int v, int n) {
  change(cond() ? v : n);
  REGION(v);
}
void no_assignment(int v) {
  change(v = 3);
  REGION(v);
}
void no_increment(int v) {
  address(&++v);
  REGION(v);
}
void no_comma(int v) {
  change((cond(), v));
  REGION(v);
}
void no_member_call(Point v) {
  v.norm();
  REGION(v.x);
}
void no_array() {
  int v[3] = {};
  REGION(v[1]);
}
void no_class(Class v) { REGION(v.x); }
void no_constructor() {
  Leaks v;
  REGION(v.x);
}
void no_returned_object() {
  Point v = make();
  REGION(v.x);
}
Point no_result_object() {
  Point v = {};
  REGION(v.x);
  return v;
}
void no_lambda(int v) {
  auto closure = [&] { return value(v); };
  closure();
  REGION(v);
}
void no_lambda_reference(int v) {
  auto closure = [&w = v] { return value(w); };
  closure();
  REGION(v);
}
void no_array_size(int v) {
  int array[*address(&v)];
  REGION(v);
}
void no_evaluated_sizeof(int v) {
  value(sizeof(int[*address(&v)]));
  REGION(v);
}
void no_type_of_cast(int v, void *p) {
  (void)(int(*)[*address(&v)])p;
  REGION(v);
}
void no_typedef(int v) {
  typedef int Array[*address(&v)];
  REGION(v);
}
void no_asm(int v) {
  asm("" : "=m"(v));
  REGION(v);
}
void no_structured_binding(Point v) {
  auto &[a, b] = v;
  REGION(v.x);
}
void no_cleanup() {
  __attribute__((cleanup(address))) int v = 0;
  REGION(v);
}
void no_volatile() {
  volatile int v = 0;
  REGION(v);
}
void no_pointer_to_member(Point v, int Point::*m) {
  v.*m = 1;
  REGION(v.x);
}
void no_reference_variable(int &v) { REGION(v); }
void no_catch_reference(int v) {
  address(reinterpret_cast<int *>(&reinterpret_cast<char &>(v)));
  REGION(v);
}
void no_reduction(int v) {
#pragma omp parallel reduction(+ : v)
  v++;
  REGION(v);
}
void no_lastprivate(int v) {
#pragma omp parallel for lastprivate(v)
  for (int i = 0; i < 9; ++i)
    v = i;
  REGION(v);
}
void no_atomic(int v) {
#pragma omp atomic
  v += 1;
  REGION(v);
}
void no_map(int v) {
#pragma omp target map(tofrom : v)
  v += 1;
  REGION(v);
}
void no_depend_modifier(int v, int *a) {
#pragma omp task depend(iterator(i = 0 : *address(&v)), in : a[i])
  value(1);
  REGION(v);
}
// A task from elsewhere may change it while the block waits.
void no_shared_by_other_task(int v) {
#pragma omp task shared(v)
  v = 1;
  REGION(v);
}
// Another thread of the team may change it, or see a change.
void no_assigned_in_team(int v) {
#pragma omp parallel
  {
    if (cond())
      v = 1;
    REGION(v);
  }
}
void no_changed_in_team(int v) {
#pragma omp parallel shared(v)
  {
    (cond() ? v : v) += 1;
    REGION(v);
  }
}
void no_incremented_in_team(int v) {
#pragma omp parallel
  {
    v++;
    REGION(v);
  }
}
void no_decremented_in_team(int v) {
#pragma omp parallel
  {
    value(cond() && --v);
    REGION(v);
  }
}
void no_part_changed_in_team(Point v) {
#pragma omp parallel
  {
    v.x = 1;
    REGION(v.y);
  }
}
void no_copied_over_in_team(Point v, Point w) {
#pragma omp parallel
  {
    v = w;
    REGION(v.y);
  }
}
void no_changed_elsewhere_in_team(int v) {
#pragma omp parallel
  {
    REGION(v);
#pragma omp for
    for (int i = 0; i < 9; ++i)
      v = i;
  }
}
void no_counter_of_simd_in_team(int v) {
#pragma omp parallel
  {
#pragma omp simd
    for (v = 0; v < 9; ++v)
      value(v);
    REGION(v);
  }
}
void no_changed_in_league(int v) {
#pragma omp teams
  {
    v = 1;
#pragma omp parallel
    REGION(v);
  }
}
void no_changed_in_inner_team(int v) {
#pragma omp parallel private(v)
#pragma omp parallel
  {
    v = 1;
    REGION(v);
  }
}
void no_own_block_changes(int v) {
#pragma omp parallel
  {
#pragma omp taskgraph
    v = 1;
  }
}
void no_seen_by_team(int v) {
#pragma omp parallel
  {
    while (v != 1)
      ;
#pragma omp single
    {
      v = 1;
      REGION(v);
    }
  }
}
void no_single_nowait(int v) {
#pragma omp parallel
  while (cond()) {
#pragma omp single nowait
    {
      v = 1;
      REGION(v);
    }
  }
}
void no_single_and_masked(int v) {
#pragma omp parallel
  {
#pragma omp single
    v = 1;
#pragma omp masked
    REGION(v);
  }
}
void no_filter(int v) {
#pragma omp parallel
#pragma omp masked filter(omp_thread())
  {
    v = 1;
    REGION(v);
  }
}
void no_single_of_several_teams(int v) {
#pragma omp parallel
#pragma omp parallel
#pragma omp single
  {
    v = 1;
    REGION(v);
  }
}
void no_single_of_league(int v) {
#pragma omp teams
  {
#pragma omp parallel
#pragma omp single
    {
      v = 1;
      REGION(v);
    }
  }
}
void no_copyprivate(int v) {
#pragma omp parallel private(v)
#pragma omp single copyprivate(v)
  {
    v = 1;
    REGION(v);
  }
}
void no_reduction_in_team(int v) {
#pragma omp parallel
  {
#pragma omp for reduction(+ : v)
    for (int i = 0; i < 9; ++i)
      v += i;
    REGION(v);
  }
}
void end_of_no() {}
}

// In templates, lambdas and member functions, which are functions of their own.
// CHECK-LABEL: define {{.*}}@_Z9instancesv(
struct Solver {
  int size;
  // The closure of a lambda is not the variable, and `this` is not a variable.
  // CHECK-LABEL: define {{.*}}@_ZN6Solver3runEi(
  // CHECK: call void @__kmpc_ompx_taskgraph({{.*}}, i64 16) #{{[0-9]+}}, !ompx.unaliased
  void run(int v) { REGION(v + size); }
};
template <typename T> void instance(T v) {
  REGION(v);
  auto inner = [v](auto w) {
    T own = w;
    REGION(v + w + own);
  };
  inner(v);
}
// CHECK-LABEL: define {{.*}}@_Z8instanceIiEvT_(
// CHECK: call void @__kmpc_ompx_taskgraph({{.*}}, i64 8) #{{[0-9]+}}, !ompx.unaliased [[FIRST:![0-9]+]]
// CHECK-LABEL: define {{.*}}@_ZZ8instanceIiEvT_ENKUlS0_E_clIiEEDaS0_(
// CHECK: call void @__kmpc_ompx_taskgraph({{.*}}, i64 {{24|32}}) #{{[0-9]+}}, !ompx.unaliased [[LAMBDA:![0-9]+]]
void instances() {
  Solver().run(1);
  instance(1);
}

// CHECK-DAG: [[SEVERAL]] = !{i64 0, i64 16, i64 24}
// CHECK-DAG: [[FIRST]] = !{i64 0}
// CHECK-DAG: [[LAMBDA]] = !{i64 {{[0-9]+}}, i64 {{[0-9]+}}}
