// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the place of libomp and checks what the compiler proved of a region: records
// it, changes some of what it may read, and if all that was noted is unchanged lets the
// block run and compares the tasks that it makes with those that a replay would have,
// and the variables. With FORGET in the environment one noted read is left out, with
// FORGET_WRITE one byte that was written, which must be found.
#include "regions.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

int gn, garr[8], *gp;
Object gs;
const int gtable[8] = {3, 1, 2, 0, 5, 4, 7, 6};

namespace {

int pool[64];
constexpr int spots = 6;
Variables variables[spots];

struct Field {
  const char *global;
  std::int64_t delta;
  std::int32_t word;
  std::uint32_t offset, size, flags;
};
struct Description {
  const Field *fields;
  std::uint32_t count, flags;
};
struct Dependence {
  std::int64_t base;
  std::size_t length;
  unsigned char flags;
};

// A task or a join that the block made. The image leaves out the pointer to the
// addresses of shared variables.
struct Event {
  std::string kind, arguments, image, shareds;
  const void *entry = nullptr;
  const Description *description = nullptr;
  bool operator==(const Event &other) const {
    return kind == other.kind && arguments == other.arguments &&
           image == other.image && shareds == other.shareds &&
           entry == other.entry;
  }
};
struct Read {
  int base;
  std::ptrdiff_t delta;
  std::string bytes;
};

// Bytes that the block has written, by the word that leads to the variable and the
// distance from it; and what it left there.
using Writes = std::map<std::pair<int, std::ptrdiff_t>, char>;

std::vector<Event> events;
std::vector<Read> reads;
Writes writes;
std::set<const char *> own; // their addresses
Args *current; // of the encounter that is recorded, otherwise null
const Description *described;
void *describedTask;
std::mt19937 generator;

[[noreturn]] void fail(const char *what, std::size_t where) {
  std::printf("wrong: %s (%zu)\n", what, where);
  std::exit(1);
}

int random(int bound) { return int(generator() % unsigned(bound)); }

// In front of each task.
struct alignas(16) Sizes {
  std::size_t task, shareds;
};
constexpr std::size_t pointerSize = sizeof(void *);

void add(const char *kind, const std::string &arguments = "", char *task = nullptr) {
  Event event;
  event.kind = kind;
  event.arguments = arguments;
  if (task) {
    const Sizes sizes = reinterpret_cast<Sizes *>(task)[-1];
    event.entry = reinterpret_cast<void **>(task)[1];
    event.image.assign(task + pointerSize, sizes.task - pointerSize);
    event.shareds.assign(*reinterpret_cast<char **>(task), sizes.shareds);
    if (current) {
      if (describedTask != task)
        fail("a task was not described", events.size());
      event.description = described;
      describedTask = nullptr;
    }
  }
  events.push_back(event);
}

std::string text(int count, const Dependence *dependences) {
  std::string result;
  for (int i = 0; i < count; ++i)
    result += std::to_string(dependences[i].base) + ' ' +
              std::to_string(dependences[i].length) + ' ' +
              std::to_string(dependences[i].flags) + ';';
  return result;
}

} // namespace

extern "C" {

void use(const void *) {}
void useNumber(long) {}

int __kmpc_global_thread_num(void *) { return 7; }

void *__kmpc_omp_task_alloc(void *, int, int, std::size_t size, std::size_t shareds,
                            void *entry) {
  const std::size_t whole = (size + 15) / 16 * 16;
  auto *memory = static_cast<char *>(std::malloc(sizeof(Sizes) + whole + shareds));
  std::memset(memory, 0xAB, sizeof(Sizes) + whole + shareds);
  *reinterpret_cast<Sizes *>(memory) = {size, shareds};
  char *task = memory + sizeof(Sizes);
  reinterpret_cast<void **>(task)[0] = task + whole;
  reinterpret_cast<void **>(task)[1] = entry;
  return task;
}

int __kmpc_omp_task(void *, int, char *task) {
  add("task", "", task);
  return 0;
}

int __kmpc_omp_task_with_deps(void *, int, char *task, int count,
                              const Dependence *dependences, int, void *) {
  add("task", text(count, dependences), task);
  return 0;
}

void __kmpc_taskloop(void *, int, char *task, int, std::int64_t *lower,
                     std::int64_t *upper, std::int64_t step, int nogroup, int schedule,
                     std::int64_t grainsize, void *) {
  std::string arguments;
  for (std::int64_t value : {*lower, *upper, step, std::int64_t(nogroup),
                             std::int64_t(schedule), grainsize})
    arguments += std::to_string(value) + ' ';
  add("taskloop", arguments, task);
}

int __kmpc_omp_taskwait(void *, int) {
  add("taskwait");
  return 0;
}
void __kmpc_taskgroup(void *, int) { add("taskgroup"); }
void __kmpc_end_taskgroup(void *, int) { add("end of taskgroup"); }

void __kmpc_ompx_taskgraph_read(void *, int base, const char *address,
                                std::size_t size) {
  auto *args = reinterpret_cast<char *>(current);
  const char *from = nullptr;
  if (base >= 0)
    from = *reinterpret_cast<char **>(args + base);
  else if (base == -2)
    from = args;
  // What is its own is no input.
  for (std::size_t i = 0; i < size; ++i)
    if (!own.count(address + i))
      reads.push_back({base, address - from + std::ptrdiff_t(i),
                       std::string(1, address[i])});
}

void __kmpc_ompx_taskgraph_write(void *, int base, const char *address,
                                 std::size_t size) {
  if (base < 0)
    fail("a write that is not of a captured variable", size);
  const char *from = *reinterpret_cast<char **>(reinterpret_cast<char *>(current) + base);
  for (std::size_t i = 0; i < size; ++i)
    writes[{base, address - from + std::ptrdiff_t(i)}] = 0, own.insert(address + i);
}

void __kmpc_ompx_taskgraph_task(void *, void *task, const Description *description) {
  describedTask = task;
  described = description;
}

} // extern "C"

namespace {

char *word(Args &args, int offset) {
  return *reinterpret_cast<char **>(reinterpret_cast<char *>(&args) + offset);
}

bool isUnchanged(const Read &read, Args &args) {
  const char *from = nullptr;
  if (read.base >= 0)
    from = word(args, read.base);
  else if (read.base == -2)
    from = reinterpret_cast<char *>(&args);
  return std::memcmp(from + read.delta, read.bytes.data(), read.bytes.size()) == 0;
}

// What a replay with these args would give the task.
Event replayed(Event event, Args &args) {
  const Description *description = event.description;
  for (std::uint32_t i = 0; description && i < description->count; ++i) {
    const Field &field = description->fields[i];
    const char *address =
        (field.word >= 0 ? word(args, field.word) : field.global) + field.delta;
    const bool isValue = field.flags & 1, isShared = field.flags & 2;
    const char *bytes = isValue ? address : reinterpret_cast<char *>(&address);
    std::string &target = isShared ? event.shareds : event.image;
    const std::size_t offset = field.offset - (isShared ? 0 : pointerSize);
    if (offset + field.size > target.size())
      fail("a field is outside of its task", i);
    target.replace(offset, field.size, bytes, field.size);
  }
  return event;
}

// Gives new values to `share` of 100 of all variables.
void change(Variables &v, int share) {
  const auto number = [share](int &variable, int bound) {
    if (random(100) < share)
      variable = random(bound);
  };
  const auto real = [share](double &variable) {
    if (random(100) < share)
      variable = random(3);
  };
  const auto pointer = [share](int *&variable) {
    if (random(100) < share)
      variable = pool + 8 * random(7);
  };
  const auto object = [&](Object &o) {
    number(o.a, 4), number(o.b, 4), real(o.d), pointer(o.q);
    for (int &element : o.v)
      number(element, 4);
  };
  number(v.n, 4), number(v.m, 4), number(v.k, 3), real(v.x), real(v.y);
  for (int &element : v.arr)
    number(element, 4);
  pointer(v.p), object(v.s), object(v.t);
  for (int *&element : v.pp)
    pointer(element);
  number(gn, 4), pointer(gp), object(gs);
  for (int &element : garr)
    number(element, 4);
  for (int &element : pool)
    number(element, 4);
}

// All that change() changes but the variables, to be put back.
struct Globals {
  int n = gn, *p = gp, arr[8], memory[64];
  Object s = gs;
  Globals() {
    std::memcpy(arr, garr, sizeof(arr));
    std::memcpy(memory, pool, sizeof(memory));
  }
  void restore() const {
    gn = n, gp = p, gs = s;
    std::memcpy(garr, arr, sizeof(arr));
    std::memcpy(pool, memory, sizeof(memory));
  }
};

Args argsOf(Variables &v, std::int64_t size) {
  return {&v.n, &v.m, &v.k, &v.x, &v.y, &v.arr, &v.p, &v.s, &v.t, &v.pp, size};
}

struct Counts {
  long recorded, replayed, moved, fields, written;
};

std::vector<Event> run(void (*region)(Args *), Args args) {
  events.clear();
  region(&args);
  return events;
}

void compare(const std::vector<Event> &made, const std::vector<Event> &expected) {
  if (made.size() != expected.size())
    fail("another number of tasks", made.size());
  for (std::size_t i = 0; i < made.size(); ++i)
    if (!(made[i] == expected[i]))
      fail(made[i].kind.c_str(), i);
}

void compareVariables(const Variables &made, const Variables &expected) {
  const auto *a = reinterpret_cast<const char *>(&made);
  const auto *b = reinterpret_cast<const char *>(&expected);
  for (std::size_t i = 0; i < sizeof(Variables); ++i)
    if (a[i] != b[i])
      fail("another value in a variable", i);
}

// What a replay leaves in the variables.
void replayWrites(Args &args, const Writes &left) {
  for (const auto &[place, byte] : left)
    word(args, place.first)[place.second] = byte;
}

// Later encounters, with the same variables or with others at another place.
void encounterAgain(void (*region)(Args *), Variables &v, const Args &recorded,
                    const std::vector<Read> &log, const std::vector<Event> &tasks,
                    const Writes &left, Counts &counts) {
  const Variables before = v;
  const Globals globals;
  Variables *now = random(2) ? &variables[random(spots)] : &v;
  *now = before;
  change(*now, 8 * random(3));
  Args args = argsOf(*now, random(4) ? recorded.size : random(3));
  bool same = true;
  for (const Read &read : log)
    same = same && isUnchanged(read, args);
  if (same) {
    std::vector<Event> expected;
    for (const Event &task : tasks) {
      expected.push_back(replayed(task, args));
      counts.fields += task.description ? task.description->count : 0;
    }
    const Variables start = *now;
    replayWrites(args, left);
    const Variables replayedVariables = *now;
    *now = start;
    compare(run(region, args), expected);
    compareVariables(*now, replayedVariables);
    counts.written += long(left.size());
    counts.replayed++;
    counts.moved += now != &v;
  }
  globals.restore();
  v = before;
}

} // namespace

extern "C" void __kmpc_ompx_taskgraph(void *, int, Site *site, unsigned, std::int64_t,
                                      void (*region)(Args *), Args *, std::size_t) {
  Counts counts = {};
  const bool forget = std::getenv("FORGET"), forgetWrite = std::getenv("FORGET_WRITE");
  for (int trial = 0; site->recording && trial < 150; ++trial) {
    generator.seed(unsigned(trial * 7919 + site->line));
    Variables &v = variables[random(spots)];
    change(v, 100);
    Args args = argsOf(v, random(3));
    current = &args;
    reads.clear(), events.clear(), writes.clear(), own.clear();
    const Variables start = v;
    site->recording(&args, nullptr);
    current = nullptr;
    std::vector<Read> log = reads;
    const std::vector<Event> tasks = events;
    Writes left = writes;
    for (auto &[place, byte] : left)
      byte = word(args, place.first)[place.second];
    const Variables end = v;
    v = start;
    compare(run(region, args), tasks);
    compareVariables(v, end);
    v = start;
    counts.recorded++;
    if (forgetWrite && !left.empty())
      left.erase(std::next(left.begin(), trial % int(left.size())));
    if (forget && !log.empty())
      log.erase(log.begin() + trial % log.size());
    for (int again = 0; again < 40; ++again)
      encounterAgain(region, v, args, log, tasks, left, counts);
  }
  std::printf("%ld %ld %ld %ld %ld\n", counts.recorded, counts.replayed, counts.moved,
              counts.fields, counts.written);
}

int main() { encounters(nullptr); }
