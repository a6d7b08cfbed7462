# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes random regions of taskgraphs as the compiler outlines them.

A region is a function of the captured variables' addresses that makes tasks under
conditions and in loops, with dependences, private and shared variables, all of which
depend on variables, globals, arrays, members and what pointers lead to. Many regions
change variables, of which mark() says that nobody else reaches them.
`python generate_regions.py SEED` prints the program.
"""

import random
import sys

REGIONS = 6

HEAD = """\
#include "regions.h"
"""
REGION = """
static void region{number}(Args *args) {{
  [[maybe_unused]] int &n = *args->n, &m = *args->m, &k = *args->k;
  [[maybe_unused]] double &x = *args->x, &y = *args->y;
  [[maybe_unused]] int (&arr)[8] = *args->arr, *&p = *args->p, *(&pp)[4] = *args->pp;
  [[maybe_unused]] Object &s = *args->s, &t = *args->t;
  [[maybe_unused]] int size = (int)args->size;
{body}}}
static Site site{number} = {{nullptr, "", "", {line}, 1, 1, 0, nullptr, nullptr}};
"""
CALL = """\
  __kmpc_ompx_taskgraph(nullptr, 0, &site{number}, 0, 0, region{number}, args, sizeof(Args));
"""

VARIABLES = ["n", "m", "k", "x", "y", "s", "t", "arr", "p", "pp"]
WORDS = ["n", "m", "k", "x", "y", "arr", "p", "s", "t", "pp"]  # as in Args
COUNTERS = ["n", "m", "k", "s.a", "t.b"]
# Clang 22 crashes if a global is firstprivate on a taskloop and in the loop's bound.
GLOBALS = ["gn", "gs", "garr"]


class Region:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.locals = []
        self.names = 0
        self.depth = 0
        # What the region changes: no task may have its address.
        self.changed = []
        if self.chance(0.6):
            self.changed = self.random.sample(["n", "m", "k", "x", "p", "s", "t"],
                                              self.random.randrange(1, 4))
        self.busy = []  # counters of the loops around

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def one(self, *choices):
        return self.random.choice(choices)

    def chance(self, share):
        return self.random.random() < share

    def number(self, depth=0):
        """An expression of type int."""
        simple = ["n", "m", "k", "gn", "s.a", "s.b", "t.a", "gs.a", "size", "(int)x",
                  str(self.random.randrange(4)), *self.locals, *self.locals]
        if depth > 2 or self.chance(0.3):
            return self.one(*simple)
        template = self.one(
            "arr[({n}) & 7]", "p[({n}) & 7]", "garr[({n}) & 7]", "gtable[({n}) & 7]",
            "gp[{e}]", "s.q[{e}]", "pp[({n}) & 3][{e}]", "s.v[{e} % 3]",
            "gs.v[({n}) & 1]", "({c} ? {n} : gn)",
            "({c} ? s.a : t.a)" if {"s", "t"} & {*self.changed} else "({c} ? s : t).a",
            "({n} + {m})", "({n} - {m})", "({n} * {m})", "({n} & {m})", "({n} ^ {m})")
        return self.fill(template, depth + 1)

    def fill(self, template, depth):
        """Puts expressions in the places of a template."""
        makers = {"n": self.number, "m": self.number, "c": self.condition,
                  "e": lambda depth: self.random.randrange(8)}
        return template.format(**{key: make(depth) for key, make in makers.items()
                                  if "{" + key + "}" in template})

    def condition(self, depth=1):
        if self.chance(0.1):
            return self.one("p == gp", "s.q == p", "p != pp[1]", "&arr[0] == p",
                            *self.addressed("s", "&s == &t"))
        relation = self.one("<", ">", "==", "!=")
        return f"({self.number(depth)} {relation} {self.number(depth)})"

    def addressed(self, variable, *texts):
        """Texts that need the address of a variable."""
        return [] if variable in self.changed else texts

    def depend(self):
        template = self.one(
            "p[0]", "gn", "gs.b", "*gp", "s.q[1]", "p[({n}) & 7]", "arr[({n}) & 7]",
            "garr[({n}) & 7]", "pp[({n}) & 3][0]", *self.addressed("n", "n"),
            *self.addressed("x", "x"), *self.addressed("s", "s", "s.a"))
        item = self.fill(template, 1)
        return f" depend({self.one('in', 'out', 'inout')}: {item})"

    def data(self, private):
        """Clauses, and a body that uses the variables."""
        private = self.random.sample(private + self.locals, self.random.randrange(4))
        shared = [v for v in self.random.sample(VARIABLES, self.random.randrange(3))
                  if v not in [*private, *self.changed]]
        clauses = "".join(f" {kind}({', '.join(names)})" for kind, names in
                          (("firstprivate", private), ("shared", shared)) if names)
        body = "".join(f"use(&{name}); " for name in [*private, *shared])
        body += "".join(f"useNumber({name}); " for name in self.locals
                        if self.chance(0.5))
        return clauses, body

    def task(self, indent):
        clauses, body = self.data(VARIABLES + GLOBALS)
        for _ in range(self.random.randrange(3)):
            clauses += self.depend()
        clauses += self.one("", "", f" priority({self.number(1)})",
                            f" final({self.condition()})")
        return f"{indent}#pragma omp task{clauses}\n{indent}{{ {body}}}\n"

    def taskloop(self, indent):
        # Not firstprivate: that would be copied for each of the tasks, by a function.
        clauses, body = self.data([v for v in VARIABLES if v not in ("s", "t")])
        clauses += self.one("", f" grainsize({self.number(1)} + 1)")
        j = self.name("j")
        return (f"{indent}#pragma omp taskloop nogroup{clauses}\n"
                f"{indent}for (int {j} = 0; {j} < {self.number(1)}; ++{j}) "
                f"{{ {body}useNumber({j}); }}\n")

    def block(self, indent, count):
        known = list(self.locals)
        lines = "".join(self.statement(indent) for _ in range(count))
        self.locals = known
        return lines

    def nested(self, indent, head, count):
        self.depth += 1
        lines = f"{indent}{head} {{\n{self.block(indent + '  ', count)}{indent}}}\n"
        self.depth -= 1
        return lines

    def statement(self, indent):
        kinds = [self.task, self.task, self.taskloop, self.variable, self.variable,
                 self.copy]
        if self.depth < 3:
            kinds += [self.loop, self.loop, self.branch, self.search]
        if self.changed:
            kinds += [self.change, self.change]
            if self.depth < 3 and self.counters():
                kinds += [self.counted, self.counted]
        return self.one(*kinds)(indent)

    def loop(self, indent):
        i = self.name("i")
        head = f"for (int {i} = 0; {i} < ({self.number(1)} & 3); ++{i})"
        self.locals.append(i)
        lines = self.nested(indent, head, self.random.randrange(1, 3))
        self.locals.remove(i)
        return lines

    def counters(self):
        return [name for name in COUNTERS
                if name.split(".")[0] in self.changed and name not in self.busy]

    def counted(self, indent):
        """A loop whose counter is a variable of the enclosing function."""
        i = self.one(*self.counters())
        head = f"for ({i} = 0; {i} < ({self.number(1)} & 3); ++{i})"
        self.busy.append(i)
        lines = self.nested(indent, head, self.random.randrange(1, 3))
        self.busy.remove(i)
        return lines

    def change(self, indent):
        variable = self.one(*self.changed)
        texts = {"p": ["p = gp", "p = s.q", "p = pp[{n} & 3]"]}.get(variable, [
            f"{variable} = {{n}}", f"{variable} += {{n}}",
            f"{variable} = {{c}} ? {{n}} : {variable}"])
        if variable in ("s", "t"):
            texts = [f"{variable}.{text}" for text in (
                "a = {n} & 3", "b += {n} & 1", "d = {n}", "v[{e} % 3] = {n}",
                "v[{n} & 1] += {n}", "q = p")]
            if not any(name.startswith(variable) for name in self.busy):
                texts += [f"{variable} = gs", "s = t" if variable == "s" else "t = s"]
        text = self.one(*texts)
        if text.split(" ")[0] in self.busy:  # the loop might not end
            return self.variable(indent)
        return f"{indent}{self.fill(text, 1)};\n"

    def branch(self, indent):
        return (self.nested(indent, f"if ({self.condition()})",
                            self.random.randrange(1, 3)) +
                self.nested(indent, f"if ({self.condition()})", 1))

    def search(self, indent):
        return self.nested(
            indent, f"for (int e : {self.one('arr', 's.v', 'garr')}) "
                    f"if (e == {self.number(1)})", 1)

    def variable(self, indent):
        number = self.number()
        name = self.name("l")
        self.locals.append(name)
        return f"{indent}int {name} = {number};\n"

    def copy(self, indent):
        name = self.name("c")
        return (f"{indent}Object {name} = {self.one('s', 't', 'gs')};\n"
                f"{indent}{name}.a += {self.number(1)};\n"
                f"{indent}#pragma omp task firstprivate({name})\n"
                f"{indent}use(&{name});\n")


def program(seed):
    text, calls = HEAD, ""
    for number in range(REGIONS):
        region = Region(seed * 1000 + number)
        body = region.block("  ", region.random.randrange(2, 6))
        text += REGION.format(number=number, body=body, line=number + 1)
        calls += CALL.format(number=number)
    return text + f"\nvoid encounters(Args *args) {{\n{calls}}}\n"


def mark(code):
    """LLVM's intermediate code of a program, with the mark at each call."""
    number = 1000000
    lines = [f"{line}, !ompx.unaliased !{number}"
             if "call void @__kmpc_ompx_taskgraph(" in line else line
             for line in code.splitlines()]
    offsets = ", ".join(f"i64 {8 * place}" for place in range(len(WORDS)))
    return "\n".join([*lines, f"!{number} = !{{{offsets}}}", ""])


if __name__ == "__main__":
    print(program(int(sys.argv[1])))
