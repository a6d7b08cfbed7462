# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes random C++ programs that mix the language features of a taskgraph region.

Each seed gives one function with a taskgraph, and beside it a serial function that
computes the same: what is shared, firstprivate, saved or of the block is drawn per
task, over variables of many types, in plain functions, methods, lambdas and
templates. `python generate_program.py FIRST COUNT` prints the program.
"""

import random
import sys

CELLS = 4
SLOTS = 40

# type -> declaration from encounter e, value as long, what a body does to its copy
TYPES = {
    "int": ("int {v} = e * {k} + 1;", "{v}", "{v} = -99;"),
    "long": ("T {v} = (T)(e * {k} + 2);", "(long){v}", "{v} = -98;"),
    "double": ("double {v} = e * {k} + 0.5;", "(long)(2 * {v})", "{v} = -9.5;"),
    "pair": ("Pair {v} = {{e + {k}, 3 * e}};", "({v}.a * 7 + {v}.b)", "{v}.b = -97;"),
    "tracked": ("Tracked {v}(e + {k});", "{v}.get()", "{v}.set(-96);"),
    "array": (
        "int {v}[3] = {{e, e + {k}, {k}}};",
        "({v}[0] + 2 * {v}[1] + 3 * {v}[2])",
        "{v}[1] = -95;",
    ),
    "pointer": ("Pair *{v} = &target; target.b = e + {k};", "{v}->b", "{v} = nullptr;"),
    "flag": ("bool {v} = (e + {k}) % 2;", "(long){v}", "{v} = !{v};"),
}

PREAMBLE = """\
// Made by generate_program.py; a serial twin stands beside each taskgraph.
#include "check.h"

struct Pair {
  int a;
  long b;
};
static int living;
class Tracked {
public:
  explicit Tracked(long value) : value(value), self(this) { ++count(); }
  Tracked(const Tracked &other) : value(other.get()), self(this) { ++count(); }
  ~Tracked() { get(), self = nullptr, --count(); }
  long get() const {
    CHECK_EQ("object is alive", self == this, 1);
    return value;
  }
  void set(long to) { value = to; }

private:
  struct Count {
    void operator++() { __atomic_fetch_add(&living, 1, __ATOMIC_RELAXED); }
    void operator--() { __atomic_fetch_sub(&living, 1, __ATOMIC_RELAXED); }
  };
  static Count count() { return {}; }
  long value;
  const Tracked *self;
};
static inline long step(long value, long by) {
  return (long)(((unsigned long)value * 31 + by) & 0xffffffffffff);
}
"""


class Function:
    """One random function, as text with the pragmas and without."""

    def __init__(self, seed):
        self.seed = seed
        self.draw = random.Random(seed)
        kinds = self.draw.choices(list(TYPES), k=self.draw.randint(3, 6))
        if kinds.count("pointer") > 1:
            kinds = [k for k in kinds if k != "pointer"] + ["pointer"]
        self.variables = {f"v{i}": (kind, self.draw.randint(1, 9)) for i, kind in enumerate(kinds)}
        self.context = self.draw.choice(["function", "method", "lambda", "template"])
        # Saved everywhere or nowhere, so that the twin can tell the two apart.
        # A saved pointer into the frame would point into a frame that is gone.
        self.saved = {
            v
            for v, (kind, _) in self.variables.items()
            if self.draw.random() < 0.2 and kind != "pointer"
        }
        self.slots = 0
        self.same_shape = True  # the tasks are the same at each encounter
        self.parallel, self.serial = [], []
        self.block()

    def both(self, line):
        self.parallel.append(line)
        self.serial.append(line)

    def block(self):
        self.both("int running = 0;" if self.draw.random() < 0.3 else "running = 0;")
        for _ in range(self.draw.randint(3, 7)):
            if self.slots > SLOTS - 8:
                break
            self.draw.choice([self.task] * 6 + [self.loop] * 2 + [self.join] * 2
                             + [self.taskloop] * 2 + [self.sometimes])()

    def task(self, index=None):
        draw = self.draw
        used = draw.sample(list(self.variables), draw.randint(0, len(self.variables)))
        private = [v for v in used if v in self.saved or draw.random() < 0.5]
        shared = [v for v in used if v not in private] + ["cells", "out"]
        reads = draw.sample(range(CELLS), draw.randint(0, 2))
        writes = draw.sample([c for c in range(CELLS) if c not in reads], draw.randint(0, 2))
        slot = f"{self.slots} + {index}" if index else str(self.slots)
        self.slots += 4 if index else 1
        offset = draw.random() < 0.4
        clauses = [f"shared({', '.join(shared)})"]
        if draw.random() < 0.3:
            clauses.insert(0, "default(none)")
        if draw.random() < 0.1:
            clauses.append("if (0)" if draw.random() < 0.5 else "if (e < 0)")
            if "e < 0" in clauses[-1]:
                clauses.append("mergeable")
        if draw.random() < 0.1:
            clauses.append("priority(3)")
        plain = [v for v in private if v not in self.saved]
        extra = [index] * bool(index) + ["running"] * offset
        if plain + extra:
            clauses.append(f"firstprivate({', '.join(plain + extra)})")
        saved = [v for v in private if v in self.saved]
        if saved:
            clauses.append(f"firstprivate(saved : {', '.join(saved)})")
        if reads:
            clauses.append(f"depend(in : {', '.join(f'cells[{c}]' for c in reads)})")
        if writes:
            kind = draw.choice(["out", "inout"])
            clauses.append(f"depend({kind} : {', '.join(f'cells[{c}]' for c in writes)})")
        nested = draw.random() < 0.25
        modified = [v for v in private if draw.random() < 0.6]
        number = draw.randint(1, 99)

        def body(name, parallel):
            lines = [f"long t = {number};"]
            for v in used:
                kind = self.variables[v][0]
                lines.append(f"t = step(t, {TYPES[kind][1].format(v=name(v))});")
            for c in reads:
                lines.append(f"t = step(t, cells[{c}]);")
            if offset:
                lines.append("t = step(t, running);")
            if nested and parallel:
                lines += [
                    "long child = 0;",
                    "#pragma omp task shared(child, t) depend(out : child)",
                    "child = t + 1;",
                    "#pragma omp task shared(child) depend(inout : child)",
                    "child *= 2;",
                    "#pragma omp taskwait",
                    "t = step(t, child);",
                ]
            elif nested:
                lines.append("t = step(t, 2 * (t + 1));")
            for i, c in enumerate(writes):
                lines.append(f"cells[{c}] = step(cells[{c}], t + {i});")
            lines.append(f"out[{slot}] = t;")
            for v in modified:
                lines.append(TYPES[self.variables[v][0]][2].format(v=name(v)))
            return lines

        self.parallel += [f"#pragma omp task {' '.join(clauses)}", "{", *body(str, True), "}"]
        self.serial.append("{")
        for v in private:
            origin = f"saved_{v}" if v in self.saved else v
            kind = self.variables[v][0]
            if kind == "array":
                self.serial.append(f"int p_{v}[3]; memcpy(p_{v}, {origin}, sizeof p_{v});")
            else:
                self.serial.append(f"auto p_{v} = {origin};")
        self.serial += body(lambda v: f"p_{v}" if v in private else v, False) + ["}"]
        if self.draw.random() < 0.4:
            self.both(f"running += {self.draw.randint(1, 5)};")

    def sometimes(self):
        """A task that is there at some encounters."""
        if self.saved:  # another graph would have other values saved
            return
        self.same_shape = False
        self.both(f"if (e % {self.draw.randint(2, 4)} != 1) {{")
        self.task()
        self.both("}")

    def loop(self):
        bound = "4" if self.saved else self.draw.choice(["4", "4", "4", "2 + e % 3"])
        self.same_shape &= bound == "4"
        self.both(f"for (int i = 0; i < {bound}; ++i) {{")
        if self.draw.random() < 0.4:
            self.both("if (i % 2 == 1) running += 2;")
        self.task("i")
        self.both("}")

    def join(self):
        if self.draw.random() < 0.5:
            self.parallel.append("#pragma omp taskwait")
        else:
            self.parallel.append("#pragma omp taskgroup")
            self.both("{")
            self.task()
            self.task()
            self.both("}")

    def taskloop(self):
        v = self.draw.choice(list(self.variables))
        value = TYPES[self.variables[v][0]][1].format(v=v)
        grain = self.draw.choice(["grainsize(2)", "num_tasks(3)", ""])
        self.parallel.append(f"#pragma omp taskloop {grain} shared({v}) reduction(+ : sum)")
        self.both("for (int i = 0; i < 11; ++i)")
        self.both(f"sum += i + {value};")

    def declarations(self, saved):
        lines = []
        for v, (kind, k) in self.variables.items():
            lines.append(TYPES[kind][0].format(v=v, k=k))
            if saved and v in self.saved:
                copy = TYPES[kind][0].format(v=f"saved_{v}", k=k)
                copy = copy.replace("(e ", "(recorded ")
                lines.append(copy.replace("e + ", "recorded + ").replace("e * ", "recorded * ")
                             .replace("{e,", "{recorded,").replace("3 * e", "3 * recorded"))
        return lines

    def text(self):
        name = f"g{self.seed}"
        frame = ["Pair target = {0, 0};", "(void)target;",
                 "long sum = e, cells[4] = {e, 1, 2, 3};", "int running = 0;", "(void)&running;"]
        end = [f"out[{SLOTS}] = sum;", f"memcpy(out + {SLOTS + 1}, cells, sizeof cells);"]
        region = ["MEET(region);", "#pragma omp taskgraph", "{", *self.parallel, "}"]
        unused = [f"(void)&{v};" for v in self.variables]
        if self.context == "lambda":
            region = ["auto work = [&] {", *region, "};", "work();"]
        body = [*frame, *self.declarations(False), *unused, *region, *end]
        template = "template <class T> " if self.context == "template" else ""
        alias = "" if template else "typedef long T; (void)(T)0;"
        kind = "static __attribute__((noinline)) " if self.context != "method" else ""
        function = [f"{template}{kind}void encounter(int e, long *out) {{", alias, *body, "}"]
        if self.context == "method":
            function = ["struct Host {", *function, "};"]
        call = {"method": "Host().encounter", "template": "encounter<int>"}.get(self.context, "encounter")
        twin = ["static void twin(int e, int recorded, long *out) {",
                f"typedef {'int' if template else 'long'} T; (void)(T)0, (void)recorded;",
                *frame, *self.declarations(True), *unused,
                *[f"(void)&saved_{v};" for v in self.saved], "{", *self.serial, "}", *end, "}"]
        check = [
            "static void check(int e) {",
            f"long seen[{SLOTS + 5}] = {{}}, expected[{SLOTS + 5}] = {{}};",
            f"at_depth(e * 5 % 11, [&] {{ {call}(e, seen); }});",
            "twin(e, runs_plainly() ? e : First, expected);",
            f"for (int i = 0; i < {SLOTS + 5}; ++i)",
            f'CHECK_EQ("seed {self.seed}", seen[i], expected[i]);',
            "}",
        ]
        return "\n".join([f"namespace {name} {{", "static Construct region;",
                          *function, *twin, *check, f"}} // namespace {name}"])


def program(first, count):
    """The text of a program with the functions of seeds first .. first + count - 1."""
    seeds = range(first, first + count)
    parts = [PREAMBLE, "constexpr int First = 3, Encounters = 6;"]
    functions = [Function(seed) for seed in seeds]
    parts += [function.text() for function in functions]
    parts += ["int main() {", "#pragma omp parallel", "#pragma omp single",
              "for (int e = First; e < First + Encounters; ++e) {"]
    parts += [f"g{seed}::check(e);" for seed in seeds]
    parts += ["}"]
    parts += [f"CHECK_USES(g{f.seed}::region, Used, Encounters - 1);" if f.same_shape
              else f"CHECK_COUNTED(g{f.seed}::region);" for f in functions]
    if not any(f.variables[v][0] == "tracked" for f in functions for v in f.saved):
        parts += ['CHECK_EQ("objects alive", living, 0);']
    parts += ["return check_done();", "}", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    print(program(int(sys.argv[1]), int(sys.argv[2])))
