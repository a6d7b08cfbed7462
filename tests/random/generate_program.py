# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Grows random C and C++ programs with taskgraph regions, each from a seed.

    python tests/random/generate_program.py SEED [--shape NAME ...] [--into DIR]

A program is grown freely out of the shapes of program_shapes.py, each a way in which
blocks differ from one encounter to the next, and then repaired: as long as the serial
run (serial_run.py) finds a data race or something without meaning, the statement that
showed it is taken out, or comes behind a taskwait. So every program that is printed has
exactly one legal result, which it knows and checks after each encounter. In the end some
random changes are tried, too (program_wild.py), and kept if the program stays legal.
"""

import argparse
import dataclasses
import pathlib
import random

import program_shapes
import program_shapes_tasks  # noqa: F401 (registers its shapes)
import program_siblings  # noqa: F401 (likewise)
import program_text
import program_wild
import serial_run
from checked_memory import Invalid
from program_scope import Helper, Host
from program_tree import (INT, Address, Array, At, Deepen, Do, Field, Function, Get, Node,
                          Num, Pointer, Program, Ref, Region, Set, Statement, Struct,
                          Variable, Wait, bodies, children, everything)

TRIES = 80  # repairs of one program
CALLED = ["noinline", "noinline", "inline", "other", "static", "method"]
CALLED_CXX = [*CALLED, "template", "operator"]


class Grower:
    """One program while it grows."""

    def __init__(self, seed, shapes=None):
        self.random = draw = random.Random(seed)
        # What decides on tasks is known when it is compiled, mostly.
        self.fixed = random.Random(f"fixed in {seed}").random() < 0.3
        self.shapes = program_shapes.choose(draw, shapes, self.fixed)
        language = draw.choice(["c", "c++", "c++"])
        if any(one.language for one in self.shapes):
            language = "c++"
        self.program = Program(
            seed, language, draw.randint(4, 8), Variable("e", INT), [], [], [],
            [one.name for one in self.shapes], draw.choice([99, 99, 2, 3]),
            draw.random() < 0.1)
        self.calm = draw.random() < 0.15  # nothing changes from encounter to encounter
        self.numbers, self.changes, self.operators = {}, [], 0
        self.data = Struct("Data", [])
        self.object = Ref(self.variable(self.data, "object"))

    @property
    def cxx(self):
        return self.program.language == "c++"

    def name(self, stem):
        self.numbers[stem] = self.numbers.get(stem, 0) + 1
        return f"{stem}{self.numbers[stem]}"

    def variable(self, kind, stem, initial=None, **flags):
        """A global variable."""
        made = Variable(self.name(stem), kind, initial, **flags)
        self.program.globals.append(made)
        return made

    def member(self, kind, stem, width=0, mutable=False):
        """A new member of the struct; its name."""
        name = self.name(f"{stem}_")
        self.data.fields.append(Field(name, kind, width, mutable))
        return name

    def address(self, place):
        return Address(place)

    def schedule(self, values):
        """A value for each encounter: few values that come and go."""
        draw, values = self.random, list(values)
        most = 1 if self.calm else draw.choice([1, 2, 2, 2, 3])
        palette = draw.sample(values, min(len(values), most))
        change = draw.choice([0.3, 0.5, 1.0])
        found = [draw.choice(palette)]
        while len(found) < self.program.encounters:
            found.append(draw.choice(palette) if draw.random() < change else found[-1])
        return found

    def table(self, kind, values):
        """The value of the current encounter, as an expression of the driver."""
        table = self.variable(Array(kind, len(values)), "table", list(values), constant=True)
        return Get(At(Ref(table), Get(Ref(self.program.encounter))))

    def change(self, place, value):
        """Sets a place before each encounter."""
        self.changes.append(Set(place, value))

    def called(self):
        """How a function is called: a kind of functions."""
        if self.fixed and self.random.random() < 0.8:
            return self.random.choice(["inline", "inline", "template" if self.cxx else "static"])
        kind = self.random.choice(CALLED_CXX if self.cxx else CALLED)
        self.operators += kind == "operator"
        return "method" if kind == "operator" and self.operators > 1 else kind

    def helper(self, kind, parameters, body, result=None, this=False):
        """A function without inputs of its own."""
        function = Function(self.name("work"), kind, parameters, body, result)
        if this:
            function.this = Variable(self.name("self"), Pointer(self.data))
        self.program.functions.append(function)
        return function

    def grow(self):
        """Grows the program; it need not be legal yet."""
        draw, program = self.random, self.program
        calls, todo = [], list(self.shapes)
        hosts = 1 if len(todo) < 3 or draw.random() < 0.7 else 2
        for number in range(hosts):
            mine = todo[number::hosts]
            host = self.grow_host(mine)
            before = [Do(host.finish())]
            if draw.random() < 0.5:
                before.insert(0, Deepen(self.table(INT, self.schedule(range(0, 12)))))
            for shape in mine:
                before = shape.around(self, host, before)
            calls += before
        program.driver += self.changes + calls
        unshare(program)
        return program

    def grow_host(self, shapes):
        """A function with one or two regions of some shapes."""
        draw = self.random
        kinds = ["noinline", "noinline", "static", "method"] + ["template"] * self.cxx
        host = Host(self, draw.choice(kinds))
        number = host.parameter(INT, Get(Ref(self.program.encounter)), "e")
        if not self.calm:
            host.scope.values.append(Ref(number))
        regions = 2 if len(shapes) > 2 and draw.random() < 0.4 else 1
        for number in range(regions):
            region, block = host.region()
            for shape in shapes[number::regions]:
                if draw.random() < 0.3:
                    block.task()
                self.grow_shape(shape, block, region)
            if draw.random() < 0.6:
                block.task()
        return host

    def grow_shape(self, shape, block, region):
        """A shape directly in the block, in a statement, or in a function it calls."""
        where = self.random.choices(
            ["block", "branch", "loop", "group", "function"], [6, 1, 1, 1, 3])[0]
        if where == "branch":
            block = block.when(Get(program_shapes.number(self, block, 0, 1, "flag")))
        elif where == "loop":
            block = block.repeat(Num(2))
        elif where == "group":
            block = block.group()
        if where != "function":
            shape.grow(self, block, region)
            return
        helper = Helper(block.host, self.called())
        if self.random.random() < 0.6:
            given = block.value()
            helper.function.parameters.append(Variable(self.name("x"), program_shapes.WORD))
            helper.arguments.append(given)
            helper.scope.values.append(Ref(helper.function.parameters[-1]))
        shape.grow(self, helper.body(), region)
        call = helper.finish()
        block.add(Do(call))
        if self.random.random() < 0.2:
            block.add(Do(call))


def unshare(program):
    """Gives each node one parent only, so that it can be changed alone."""
    seen = set()

    def own(value):
        if isinstance(value, (list, tuple)):
            return type(value)(own(item) for item in value)
        if not isinstance(value, Node):
            return value
        if id(value) in seen:
            value = dataclasses.replace(value)
        seen.add(id(value))
        for name, part in children(value):
            if isinstance(part, (list, tuple, Node)):
                setattr(value, name, own(part))
        return value

    program.driver = own(program.driver)
    for function in program.functions:
        function.body = own(function.body)
        function.result = own(function.result)


def lists(program):
    """All lists of statements in a program."""
    todo = list(bodies(program))
    while todo:
        body = todo.pop()
        yield body
        for statement in body:
            for _, value in children(statement):
                if isinstance(value, list) and any(isinstance(v, Statement) for v in value):
                    todo.append(value)


def take_out(program, statement, instead=()):
    """Removes a statement, or puts others in its place. Whether it was found."""
    for body in lists(program):
        for at, one in enumerate(body):
            if one is statement:
                body[at:at + 1] = instead
                return True
    return False


def repair(program, draw):
    """Makes a program legal; its serial run, or None."""
    waited = set()
    for _ in range(TRIES):
        try:
            return serial_run.run(program)
        except Invalid as problem:
            node, ends = problem.node, problem.ends
            if node is None:
                return None
            race = "race" in str(problem)
            if race and ends and not isinstance(ends[-1], Wait):
                ends.append(Wait())
            elif race and id(node) not in waited and draw.random() < 0.3:
                waited.add(id(node))
                if not take_out(program, node, [Wait(), node]):
                    return None
            elif not take_out(program, node):
                return None
    return None


def generate(seed, shapes=None, changes=None):
    """A legal program of some shapes (by default, chosen by the seed), and its run.
    `changes` is the number of random changes."""
    for attempt in range(100):
        grower = Grower(seed if attempt == 0 else f"{seed}.{attempt}", shapes)
        program, draw = grower.grow(), grower.random
        program.seed = seed
        run = repair(program, draw)
        if run and any(isinstance(n, Region) for n in everything(program)):
            if changes is None:
                changes = draw.choice([0, 0, 4, 8])
            return program, program_wild.change(program, draw, changes, run)
    raise RuntimeError(f"seed {seed} gives no legal program")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("--shape", nargs="+", help="instead of those that the seed draws")
    parser.add_argument("--into", type=pathlib.Path, help="folder for the files")
    options = parser.parse_args()
    program, run = generate(options.seed, options.shape)
    for name, text in program_text.files(program, run.fingerprints).items():
        if options.into:
            options.into.mkdir(parents=True, exist_ok=True)
            (options.into / name).write_text(text)
        else:
            print(text)


if __name__ == "__main__":
    main()
