// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warnings about a firstprivate variable that a later task may change before a
// replay makes the copy, and silence where joins or dependences exclude that.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 %s
// RUN: %clang_cc1 -verify=quiet -Wno-openmp-taskgraph -fopenmp -fopenmp-version=60 -std=c++17 %s
// quiet-no-diagnostics

void use(int);
void change(int &);

void written(int n, int m, int k, int j) {
#pragma omp taskgraph
  {
#pragma omp task firstprivate(n) // expected-warning {{task copies 'n', which a later task may change before a replay makes the copy; the region is executed at every encounter and never replayed}}
    use(n);
#pragma omp task
    use(m); // expected-warning {{task copies 'm', which a later task may change}}
#pragma omp task firstprivate(saved : k) firstprivate(j)
    use(k + j);
#pragma omp task shared(n, k)
    n = k = 1; // expected-note {{'n' may be changed here}}
#pragma omp taskloop shared(m) firstprivate(j)
    for (int i = 0; i < 4; ++i)
      change(m), ++j; // expected-note {{'m' may be changed here}}
  }
}

// The task that changes the variable may be the one of the next iteration.
void in_a_loop(int n, int m) {
#pragma omp taskgraph
  for (int i = 0; i < 4; ++i) {
#pragma omp task shared(n)
    ++n; // expected-note {{'n' may be changed here}}
#pragma omp task firstprivate(n) // expected-warning {{task copies 'n'}}
    use(n);
  }
#pragma omp taskgraph
  for (int i = 0; i < 4; ++i) {
#pragma omp task shared(m)
    ++m;
#pragma omp taskwait
#pragma omp task firstprivate(m)
    use(m);
#pragma omp taskwait
  }
}

void joined(int a, int b, int c) {
#pragma omp taskgraph
  {
#pragma omp taskgroup
    {
#pragma omp task firstprivate(a)
      use(a);
    }
#pragma omp task shared(a)
    a = 1;
#pragma omp task firstprivate(b, c)
    use(b + c);
#pragma omp taskwait
#pragma omp task shared(b)
    b = 1;
  }
}

int Global;
// Dependences on an object outside the region keep the later task waiting.
void ordered(int a, int b, int c, int d, int e, int &tag, int *p) {
#pragma omp taskgraph
  {
#pragma omp task firstprivate(a) depend(in : a)
    use(a);
#pragma omp task firstprivate(b) depend(inout : p[0], tag)
    use(b);
#pragma omp task firstprivate(c) depend(mutexinoutset : Global)
    use(c);
#pragma omp task firstprivate(d) depend(in : p[0])
    use(d);
#pragma omp task firstprivate(e) depend(inoutset : (e))
    use(e);
#pragma omp task shared(a) depend(out : a)
    a = 1;
#pragma omp task shared(b) depend(in : tag)
    b = 1;
#pragma omp task shared(c) depend(inoutset : Global)
    c = 1;
#pragma omp task shared(e) depend(inout : p[0]) depend(in : e)
    e = 1;
  }
}

void not_ordered(int a, int b, int c, int d, int e, int n, int *p) {
#pragma omp taskgraph
  {
    int local = 0;
#pragma omp task firstprivate(a) depend(in : a) // expected-warning {{task copies 'a'}}
    use(a);
#pragma omp task firstprivate(b) depend(out : b) // expected-warning {{task copies 'b'}}
    use(b);
#pragma omp task firstprivate(c) depend(inout : p[0]) // expected-warning {{task copies 'c'}}
    use(c);
#pragma omp task firstprivate(d) depend(iterator(int i = 0 : n), out : d) // expected-warning {{task copies 'd'}}
    use(d);
#pragma omp task firstprivate(e) depend(out : local) // expected-warning {{task copies 'e'}}
    use(e);
#pragma omp task shared(a) depend(in : a)
    a = 1; // expected-note {{'a' may be changed here}}
#pragma omp task shared(b)
    b = 1; // expected-note {{'b' may be changed here}}
#pragma omp task shared(c) depend(inout : p[1])
    c = 1; // expected-note {{'c' may be changed here}}
#pragma omp task shared(d) depend(in : d)
    d = 1; // expected-note {{'d' may be changed here}}
#pragma omp task shared(e) depend(in : local)
    e = 1; // expected-note {{'e' may be changed here}}
  }
}

void all_memory(int a, int b, int c) {
#pragma omp taskgraph
  {
#pragma omp task firstprivate(a) depend(in : a)
    use(a);
#pragma omp task firstprivate(b) // expected-warning {{task copies 'b'}}
    use(b);
#pragma omp task firstprivate(c) depend(inout : omp_all_memory)
    use(c);
#pragma omp task shared(a, b) depend(out : omp_all_memory)
    a = b = 1; // expected-note {{'b' may be changed here}}
#pragma omp task shared(c) depend(in : a)
    c = 1;
  }
}

struct Mesh {
  int Size, Other;
  void run(Mesh &Neighbour) {
#pragma omp taskgraph
    {
#pragma omp task firstprivate(Size) depend(in : Other)
      use(Size);
#pragma omp task firstprivate(Other) depend(in : Neighbour.Size) // expected-warning {{task copies 'Other'}}
      use(Other);
#pragma omp task depend(out : Other)
      Size = 1;
#pragma omp task depend(out : Size)
      Other = 1; // expected-note {{'Other' may be changed here}}
    }
  }
};

template <typename T> void instantiated(T n) {
#pragma omp taskgraph
  {
#pragma omp task firstprivate(n) // expected-warning {{task copies 'n'}}
    use(n);
#pragma omp task shared(n)
    n = 1; // expected-note {{'n' may be changed here}}
  }
}
void call() {
  instantiated(3); // expected-note {{in instantiation of function template specialization 'instantiated<int>' requested here}}
}
