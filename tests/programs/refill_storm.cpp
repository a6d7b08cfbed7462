// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads and tasks meet a few regions at the same time, each encounter with
// data of its own. The blocks make what a random program says, mostly that of
// their graph_id, sometimes another one; tasks meet the regions again; graphs
// are reset meanwhile. So instances are refilled, left half-way, shared out,
// retired and destroyed in every order. Each encounter is compared with the
// same program run serially. Usage: refill_storm [FIRST_SEED [SEEDS]]
#include "check.h"
#include <memory>
#include <vector>

using Word = unsigned long;

static Word mix(Word a, Word b) {
  Word x = (a ^ (b + 0x9e3779b97f4a7c15)) * 0xbf58476d1ce4e5b9;
  return x ^ x >> 29;
}

class Random {
  Word state;

public:
  explicit Random(Word seed) : state(mix(seed, 1)) {}
  unsigned below(unsigned limit) {
    state = mix(state, limit);
    return unsigned(state >> 20) % limit;
  }
};

enum Kind {
  Chain,   // writes a, after reading b
  Reader,  // reads a: the sum of what readers saw
  Alone,   // mutexinoutset on a
  Set,     // inoutset on a
  Free,    // no dependence
  Parent,  // leaves a child behind
  Again,   // meets a region
  Maybe,   // with an if clause
  Wait,    // taskwait; the block sees all cells
  WaitFor, // taskwait depend(in: a); the block sees it
  Group,   // taskgroup with a few tasks
  Loop,    // taskloop
  Kinds
};

constexpr int Objects = 6, MostDepth = 2;

struct Op {
  Kind kind;
  int a, b;
  unsigned salt;
};
struct Program {
  std::vector<Op> ops;
  int object[Objects]; // the cell of each
};

/// What one encounter works on.
struct Data {
  Word cells[Objects];
  int held[Objects];
  Word loose; // what every task may add to
  Word seen;  // by the block
};

static Op random_op(Random &random, int depth) {
  Op op;
  do
    op.kind = Kind(random.below(Kinds));
  while (op.kind == Again && (depth == MostDepth || random.below(3)));
  op.a = random.below(Objects);
  op.b = random.below(Objects);
  op.salt = random.below(1000);
  return op;
}

/// The program of an id at a depth.
static Program program_of(Word seed, int id, int depth) {
  Random random(mix(seed, id * 8 + depth));
  Program program;
  int size = depth == 0 && id == 0 ? 600 : 40 >> (2 * depth);
  for (int i = 0; i < size; ++i)
    program.ops.push_back(random_op(random, depth));
  // The long one makes the block run tasks itself.
  for (int i = 0; size == 600 && i < size; ++i)
    if (program.ops[i].kind >= Again && i % 64)
      program.ops[i].kind = Chain;
  for (int i = 0; i < Objects; ++i)
    program.object[i] = i;
  return program;
}

/// Another operation, more, fewer, two objects in one, or the same objects
/// elsewhere.
static void change(Program &program, Random &random, int depth) {
  size_t at = random.below(unsigned(program.ops.size()));
  switch (random.below(5)) {
  case 0:
    program.ops[at] = random_op(random, depth);
    break;
  case 1:
    program.ops.push_back(random_op(random, depth));
    break;
  case 2:
    program.ops.resize(at + 1);
    break;
  case 3:
    program.object[random.below(Objects)] = int(random.below(Objects));
    break;
  case 4:
    for (int i = 0; i < Objects; ++i)
      program.object[i] = (i + 1) % Objects;
  }
}

static Program choose(Word seed, int id, int depth, Random &random) {
  Program program = program_of(seed, id, depth);
  if (random.below(4) == 0)
    change(program, random, depth);
  return program;
}

static void start(Data &data, Word salt) {
  memset(&data, 0, sizeof data);
  for (Word &cell : data.cells)
    cell = salt = mix(salt, 3);
}

static void add(Word &to, Word amount) {
  __atomic_fetch_add(&to, amount, __ATOMIC_RELAXED);
}

static void hold(Data &data, int cell, Word amount) {
  CHECK_EQ("held by nobody", data.held[cell], 0);
  data.held[cell] = 1;
  data.cells[cell] += amount;
  spin(20);
  data.held[cell] = 0;
}

static void meet(Word seed, int depth, unsigned salt);

/// What a task meets inside; the same serially and not. Returns what it adds.
static Word inner_salt(const Op &op) { return op.salt + op.a * 1000; }

/// Runs the program serially. The encounters inside check themselves.
static void run_serially(Data &data, const Program &program) {
  for (const Op &op : program.ops) {
    int a = program.object[op.a], b = program.object[op.b];
    Word &cell = data.cells[a];
    switch (op.kind) {
    case Chain:
    case Maybe:
      cell = mix(cell, data.cells[b] + op.salt);
      break;
    case Reader:
      data.loose += mix(cell, op.salt);
      break;
    case Alone:
    case Set:
      cell += op.salt;
      break;
    case Group:
      cell = mix(cell, op.salt);
      data.loose += 3 * op.salt;
      data.seen = mix(data.seen, cell);
      break;
    case Loop:
      data.loose += 10 * op.salt;
      break;
    case Free:
    case Parent:
    case Again:
      data.loose += op.salt;
      break;
    case Wait:
      for (Word now : data.cells)
        data.seen = mix(data.seen, now);
      break;
    case WaitFor:
      data.seen = mix(data.seen, cell);
      break;
    case Kinds:
      break;
    }
  }
}

/// Makes the tasks. Not to be seen through: what it does is not proved.
static __attribute__((noinline)) void make(Data &d, const Program &program,
                                           Word seed, int depth) {
  Data *data = &d;
  for (const Op &op : program.ops) {
    int a = program.object[op.a], b = program.object[op.b];
    Word *cell = &data->cells[a], *other = &data->cells[b];
    unsigned salt = op.salt;
    switch (op.kind) {
    case Chain:
#pragma omp task firstprivate(cell, other, salt) depend(inout : *cell)         \
    depend(in : *other)
      *cell = mix(*cell, *other + salt);
      break;
    case Reader:
#pragma omp task firstprivate(cell, data, salt) depend(in : *cell)
      add(data->loose, mix(*cell, salt));
      break;
    case Alone:
#pragma omp task firstprivate(data, a, salt)                                   \
    depend(mutexinoutset : data -> cells[a])
      hold(*data, a, salt);
      break;
    case Set:
#pragma omp task firstprivate(cell, salt) depend(inoutset : *cell)
      add(*cell, salt);
      break;
    case Free:
#pragma omp task firstprivate(data, salt)
      add(data->loose, salt);
      break;
    case Parent:
#pragma omp task firstprivate(data, salt)
    {
#pragma omp task firstprivate(data, salt)
      {
        spin(100);
        add(data->loose, salt);
      }
    } break;
    case Again: {
      unsigned inner = unsigned(inner_salt(op));
#pragma omp task firstprivate(data, salt, seed, depth, inner)
      {
        meet(seed, depth + 1, inner);
        add(data->loose, salt);
      }
      break;
    }
    case Maybe:
#pragma omp task firstprivate(cell, other, salt) depend(inout : *cell)         \
    depend(in : *other) if (salt % 2)
      *cell = mix(*cell, *other + salt);
      break;
    case Wait: {
#pragma omp taskwait
      for (Word now : data->cells)
        data->seen = mix(data->seen, now);
      break;
    }
    case WaitFor: {
#pragma omp taskwait depend(in : *cell)
      data->seen = mix(data->seen, *cell);
      break;
    }
    case Group:
#pragma omp taskgroup
    {
#pragma omp task firstprivate(cell, salt) depend(inout : *cell)
      *cell = mix(*cell, salt);
#pragma omp task firstprivate(data, salt)
      {
        for (int i = 0; i < 2; ++i) {
#pragma omp task firstprivate(data, salt)
          add(data->loose, salt);
        }
      }
#pragma omp task firstprivate(data, salt)
      add(data->loose, salt);
    }
      // Only what the group has is known to be there.
      data->seen = mix(data->seen, *cell);
      break;
    case Loop:
#pragma omp taskloop num_tasks(3) firstprivate(data, salt)
      for (int i = 0; i < 10; ++i)
        add(data->loose, salt);
      break;
    case Kinds:
      break;
    }
  }
}

static long blocks, met;

static __attribute__((noinline)) void encounter(Data &data, const Program &p,
                                                Word seed, int depth, int id,
                                                bool reset) {
#pragma omp taskgraph graph_id(id) graph_reset(reset)
  {
    __atomic_fetch_add(&blocks, 1, __ATOMIC_RELAXED);
    make(data, p, seed, depth);
  }
}

static __attribute__((noinline)) void
encounter_without_group(Data &data, const Program &p, Word seed, int depth,
                        int id, bool reset) {
#pragma omp taskgraph graph_id(id) graph_reset(reset) nogroup
  {
    __atomic_fetch_add(&blocks, 1, __ATOMIC_RELAXED);
    make(data, p, seed, depth);
  }
}

static void meet(Word seed, int depth, unsigned salt) {
  Random random(mix(seed, salt));
  int id = int(random.below(3));
  Program program = choose(seed, id, depth, random);
  bool reset = random.below(16) == 0;
  Data expected, data;
  start(expected, salt);
  start(data, salt);
  run_serially(expected, program);
  if (random.below(3)) {
    encounter(data, program, seed, depth, id * 4 + depth, reset);
  } else {
#pragma omp taskgroup
    encounter_without_group(data, program, seed, depth, id * 4 + depth, reset);
  }
  for (int i = 0; i < Objects; ++i)
    CHECK_EQ("cell", data.cells[i], expected.cells[i]);
  CHECK_EQ("loose", data.loose, expected.loose);
  CHECK_EQ("seen by the block", data.seen, expected.seen);
  __atomic_fetch_add(&met, 1, __ATOMIC_RELAXED);
}

int main(int argc, char **argv) {
  Word first = argc > 1 ? strtoul(argv[1], nullptr, 10) : 1;
  Word seeds = argc > 2 ? strtoul(argv[2], nullptr, 10) : 4;
  for (Word seed = first; seed < first + seeds; ++seed) {
#pragma omp parallel
    {
      for (unsigned e = 0; e < 6; ++e)
        at_depth(e % 5, [=] {
          meet(seed, 0, 100000 + omp_get_thread_num() * 100 + e);
        });
#pragma omp for schedule(dynamic) nowait
      for (unsigned t = 0; t < 12; ++t) {
#pragma omp task firstprivate(t)
        meet(seed, t % 2, 200000 + t);
      }
    }
  }
  CHECK_EQ("the blocks ran", blocks, met);
  return check_done();
}
