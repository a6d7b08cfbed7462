# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether each name of a program is declared where it is used, can be set, and copied;
and whether each jump stays in its construct.

The serial run sees only what is executed, a compiler all.
"""

from checked_memory import Invalid
from program_tree import (Depend, For, ForEach, Group, Lambda, Leave, Ref, Region, Set,
                          Statement, Task, Taskloop, While, children, free, parts, used)

CONSTRUCTS = (Group, Region, Task, Taskloop)  # nothing jumps out of them
INSIDE = (For, ForEach, Taskloop)  # they declare a variable for their body


def check(program):
    """Raises Invalid for the first statement with a name that is not visible."""
    around = set(program.globals)
    check_body(program.driver, around | {program.encounter})
    check_jumps(program.driver, set())
    for function in program.functions:
        if function.kind == "lambda":  # where it is made
            continue
        names = around | set(function.parameters)
        check_body(function.body, names | ({function.this} if function.this else set()),
                   function.result)
        check_jumps(function.body, {"return"})


def check_body(statements, names, result=None):
    names = set(names)
    for statement in statements:
        check_node(statement, names, statement)
        if isinstance(statement, Lambda):
            function = statement.function
            check_body(function.body, names | set(function.parameters), function.result)
            check_jumps(function.body, {"return"})
        variable = getattr(statement, "variable", None)
        if variable and not isinstance(statement, INSIDE):
            names.add(variable)
    if result is not None:
        last = statements[-1] if statements else None
        check_node(result, names, last)


def check_jumps(statements, words):
    """`words` are those that may leave what the statements are in."""
    for statement in statements:
        if isinstance(statement, Leave) and statement.word not in words:
            raise Invalid("a jump out of a construct", statement)
        inner = set() if isinstance(statement, CONSTRUCTS) else words
        if isinstance(statement, (For, ForEach, While)):
            inner = words | {"break", "continue"}
        for _, value in children(statement):
            if isinstance(value, list) and any(isinstance(item, Statement) for item in value):
                check_jumps(value, inner)


def check_node(node, names, statement):
    if isinstance(node, Set) and isinstance(node.place, Ref) and node.place.variable.constant:
        raise Invalid(f"{node.place.variable.name} is constant", statement)
    if isinstance(node, (Task, Taskloop)):
        for variable in free(node.body, [*node.shared, *node.private]):
            if variable.variable_length:
                raise Invalid(f"{variable.name} cannot be copied", statement)
    for variable in () if isinstance(node, Lambda) else used(node):
        require(variable, names, statement)
    for name in ("shared", "private", "saved", "last"):
        for variable in getattr(node, name, ()):
            require(variable, names, statement)
    inner = names
    if isinstance(node, INSIDE):
        inner = names | {node.variable}
    elif isinstance(node, Depend) and node.iterator:
        inner = names | {node.iterator}
    for name, value in children(node):
        if isinstance(value, list) and any(isinstance(item, Statement) for item in value):
            check_body(value, inner)
    for part in parts(node):
        if not isinstance(part, Statement):
            check_node(part, names if name_of_part(node, part) == "count" else inner, statement)


def name_of_part(node, part):
    return next((name for name, value in children(node) if value is part), None)


def require(variable, names, statement):
    if variable not in names:
        raise Invalid(f"{variable.name} is not declared here", statement)
