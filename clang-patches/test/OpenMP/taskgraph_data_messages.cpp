// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warnings about variables that a replay cannot see as the block would: the
// recorded value of an enclosing variable is used, or a variable of the region
// is shared. Everything the block may do to a variable has a line here.

// RUN: %clang_cc1 -verify -Wno-openmp-60-extensions -fopenmp -fopenmp-version=51 -std=c++17 -fblocks -ferror-limit 100 %s
// RUN: %clang_cc1 -verify -fopenmp -fopenmp-version=60 -std=c++17 -fblocks -ferror-limit 100 %s
// RUN: %clang_cc1 -verify -fopenmp-simd -fopenmp-version=60 -std=c++17 -fblocks -ferror-limit 100 %s
// RUN: %clang_cc1 -verify=quiet -Wno-openmp-taskgraph -fopenmp -fopenmp-version=60 -std=c++17 -fblocks -ferror-limit 100 %s
// quiet-no-diagnostics

struct Point {
  int X, Y;
  int norm() const;
  void scale(int);
  int operator[](int) const;
  int &operator()(int);
};
int work(int);
int work(const Point &);
void change(int &);
void look(const int &);
void address(int *);
int value(int, int = 0);

// The running offset and the block size of a dot product.
void written(int n, double *x) {
  int offset = 0, size, unchanged = n;
#pragma omp taskgraph
  for (int b = 0; b < n; ++b) {
    size = n - b; // expected-note {{'size' may be changed here}}
#pragma omp task firstprivate(size, b, unchanged) firstprivate(offset) // expected-warning {{replays of the task graph use the value of 'size' recorded for this task, because the 'taskgraph' block may change the variable; mark it 'saved' if that is intended}} expected-warning {{replays of the task graph use the value of 'offset' recorded}}
    x[offset] = size + b + unchanged;
#pragma omp task firstprivate(saved : offset, size)
    x[offset] = size;
    offset += size; // expected-note {{'offset' may be changed here}}
  }
}

void implicit(int n) {
#pragma omp taskgraph
  {
#pragma omp task
    work(n); // expected-warning {{replays of the task graph use the value of 'n' recorded}}
    --n;     // expected-note {{'n' may be changed here}}
  }
}

void loop_variable(int n) {
  int i;
#pragma omp taskgraph
  for (i = 0; i < n; ++i) { // expected-note {{'i' may be changed here}}
#pragma omp task firstprivate(i) // expected-warning {{value of 'i' recorded}}
    work(i);
  }
}

void ways_to_change(Point p, Point q, Point r, int a[4], int b, int c, int d, int e, int f, int g, int h) {
  int array[4] = {}, other[4] = {};
#pragma omp taskgraph
  {
    p.X = 1;               // expected-note {{'p' may be changed here}}
    q.scale(2);            // expected-note {{'q' may be changed here}}
    r(3) = 4;              // expected-note {{'r' may be changed here}}
    a[0] = 1;              // the pointer is not changed
    array[1] = 1;          // expected-note {{'array' may be changed here}}
    address(other);        // expected-note {{'other' may be changed here}}
    change(b);             // expected-note {{'b' may be changed here}}
    address(&c);           // expected-note {{'c' may be changed here}}
    int &alias = d;        // expected-note {{'d' may be changed here}}
    auto closure = [&] {   // expected-note {{'e' may be changed here}}
      return e;
    };
    (work(1) ? f : alias) = 2; // expected-note {{'f' may be changed here}}
    asm("" : "=r"(g));     // expected-note {{'g' may be changed here}}
    value((h++, 1));       // expected-note {{'h' may be changed here}}
#pragma omp task firstprivate(p, q, r, a, array, other, b, c, d, e, f, g, h) // expected-warning {{value of 'p' recorded}} expected-warning {{value of 'q' recorded}} expected-warning {{value of 'r' recorded}} expected-warning {{value of 'array' recorded}} expected-warning {{value of 'other' recorded}} expected-warning {{value of 'b' recorded}} expected-warning {{value of 'c' recorded}} expected-warning {{value of 'd' recorded}} expected-warning {{value of 'e' recorded}} expected-warning {{value of 'f' recorded}} expected-warning {{value of 'g' recorded}} expected-warning {{value of 'h' recorded}}
    work(p.X + q.X + r.X + a[0] + array[0] + other[0] + b + c + d + e + f + g + h);
  }
}

void ways_to_read(Point p, const Point &q, int *a, int b, int c, int d, const int e, int n) {
  int array[4] = {};
#pragma omp taskgraph
  {
    int copy = b + p.X + p.norm() + p[1] + work(p) + q.X + array[n] + *array;
    look(c);
    const int &alias = d;
    const int *pointer = &e;
    auto closure = [b, c] { return b + c; };
    for (int element : array)
      copy += element;
    for (const int &element : array)
      copy += element;
    a[copy] = *pointer + alias + closure();
    *a = sizeof(b);
#pragma omp task firstprivate(p, q, a, b, c, d, e, array)
    work(p.X + q.X + a[0] + b + c + d + e + array[0]);
  }
}

// What tasks do to a variable, the block does not do.
void changed_by_tasks(int n, int a[10]) {
#pragma omp taskgraph
  {
#pragma omp task shared(n) depend(out : n, a[0])
    n = 3;
#pragma omp taskloop shared(n) nogroup
    for (int i = 0; i < 10; ++i)
      ++n;
#pragma omp task depend(in : n) depend(iterator(int i = 0 : 10), in : a[i])
    address(&n);
#pragma omp task firstprivate(n) depend(in : n)
    work(n);
  }
}

// The clauses of a task are evaluated by the block, nested blocks belong to it.
void part_of_the_block(int n, int m, int a[10]) {
#pragma omp taskgraph
  {
#pragma omp task depend(out : a[n++]) // expected-note {{'n' may be changed here}}
    work(0);
#pragma omp taskgroup
    {
      m = 3; // expected-note {{'m' may be changed here}}
#pragma omp task firstprivate(n, m) // expected-warning {{value of 'n' recorded}} expected-warning {{value of 'm' recorded}}
      work(n + m);
    }
  }
}

struct Mesh {
  int Size, Other;
  void grow();
  int size() const;
  void run() {
#pragma omp taskgraph
    {
      Size = 3; // expected-note {{'Size' may be changed here}}
      Other = size() + Other; // expected-note {{'Other' may be changed here}}
#pragma omp task firstprivate(Size, Other) // expected-warning {{value of 'Size' recorded}} expected-warning {{value of 'Other' recorded}}
      work(Size + Other);
    }
#pragma omp taskgraph
    {
      work(size() + Size);
#pragma omp task firstprivate(Size)
      work(Size);
    }
#pragma omp taskgraph
    {
      grow(); // expected-note {{'Size' may be changed here}}
#pragma omp task firstprivate(Size) // expected-warning {{value of 'Size' recorded}}
      work(Size);
    }
  }
};

int Global;
void shares(int n) {
  int enclosing = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgraph
  {
    int local = 0, copied = n, array[4], looped; // expected-note {{'local' declared here}} expected-note {{'array' declared here}} expected-note {{'looped' declared here}}
    static int Kept;
#pragma omp task shared(local, enclosing, Kept, Global) firstprivate(copied)
    local = enclosing + copied + Kept + Global; // expected-warning {{task shares 'local', which is declared in the 'taskgraph' region; the region is executed at every encounter and never replayed}}
#pragma omp taskloop nogroup shared(array)
    for (int i = 0; i < 4; ++i)
      array[i] = i; // expected-warning {{task shares 'array', which is declared in the 'taskgraph' region}}
#pragma omp taskloop reduction(+ : looped)
    for (int i = 0; i < 4; ++i)
      looped += i; // expected-warning {{task shares 'looped', which is declared in the 'taskgraph' region}}
#pragma omp task private(local)
    {
      int inner = local = 1;
#pragma omp task shared(inner)
      inner = 2;
    }
  }
}

template <typename T> void instantiated(T n) {
#pragma omp taskgraph
  {
    T local = n; // expected-note {{'local' declared here}}
#pragma omp task shared(local)
    local = n; // expected-warning {{task shares 'local'}} expected-warning {{value of 'n' recorded}}
    n = 3;     // expected-note {{'n' may be changed here}}
  }
}
void use() {
  instantiated(3); // expected-note 1+ {{in instantiation of function template specialization 'instantiated<int>' requested here}}
}
