# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the compiler refuses or warns of in a taskgraph region, with the whole text."""

import re

import pytest

# What stands in the region -> the construct named in the message's place.
REFUSED = {
    "parallel": "#pragma omp parallel\n{ }",
    "for": "#pragma omp for\nfor (int i = 0; i < 4; ++i) ;",
    "parallel for": "#pragma omp parallel for\nfor (int i = 0; i < 4; ++i) ;",
    "sections": "#pragma omp sections\n{ }",
    "single": "#pragma omp single\n{ }",
    "masked": "#pragma omp masked\n{ }",
    "barrier": "{\n#pragma omp barrier\n}",
    "taskyield": "{\n#pragma omp taskyield\n}",
    "taskgraph": "#pragma omp taskgraph\n{ }",
    "single in a taskgroup": "#pragma omp taskgroup\n{\n#pragma omp single\n{ }\n}",
    "single in a critical": "#pragma omp critical\n{\n#pragma omp single\n{ }\n}",
    "cancellation point": "{\n#pragma omp cancellation point taskgroup\n}",
}
ALLOWED = {
    "task": "#pragma omp task\nx = 1;",
    "undeferred task": "#pragma omp task if (0)\nx = 1;",
    "taskloop": "#pragma omp taskloop\nfor (int i = 0; i < 4; ++i) ;",
    "parallel in a task": "#pragma omp task\n{\n#pragma omp parallel\n{ }\n}",
    "taskgraph in a task": "#pragma omp task\n{\n#pragma omp taskgraph\n{ }\n}",
    "task in a critical": "#pragma omp critical\n{\n#pragma omp task\nx = 1;\n}",
    "replayable": "#pragma omp task replayable(false)\nx = 1;",
    "shared variable of the block":
        "int local = 0;\n#pragma omp task shared(local)\nlocal = 1;\n#pragma omp taskwait",
    "copy of what the block changes": "#pragma omp task firstprivate(a)\nx = a;\na += 1;",
}
# What OpenMP does not allow there; the construct that -pedantic names.
EXTENSIONS = {
    "atomic": "#pragma omp atomic\n++x;",
    "critical": "#pragma omp critical\n{ ++x; }",
    "flush": "{\n#pragma omp flush\n}",
    "simd": "#pragma omp simd\nfor (int i = 0; i < 4; ++i) ;",
    "taskgroup": "#pragma omp taskgroup\n{ }",
    "taskwait": "{\n#pragma omp taskwait\n}",
}
FUNCTION = "static int x, cells[4];\nvoid f(int a, int b) {\n%s\n}\nint main() { f(x, cells[0]); }\n"
REGION = FUNCTION % "#pragma omp taskgraph\n{\n%s\n}"


@pytest.fixture
def diagnose(program_store, tmp_path):
    """Returns the exit status and messages for a source text."""

    def run(text, *flags):
        source = tmp_path / "source.cpp"
        source.write_text(text)
        result = program_store.compile([str(source)], "-fsyntax-only", *flags)
        messages = re.findall(r"^\S+?: ((?:error|warning|note): .*)$", result.stderr, re.MULTILINE)
        return result.status, messages

    return run


@pytest.mark.parametrize("construct", REFUSED)
def test_construct_refused_directly_in_the_region(diagnose, construct):
    status, messages = diagnose(REGION % REFUSED[construct])
    assert status == 1, messages
    assert "error: region cannot be closely nested inside 'taskgraph' region" in messages


@pytest.mark.parametrize("construct", ALLOWED)
def test_construct_allowed(diagnose, construct):
    assert diagnose(REGION % ALLOWED[construct]) == (0, [])


@pytest.mark.parametrize("construct", EXTENSIONS)
def test_construct_allowed_as_an_extension(diagnose, construct):
    text = REGION % EXTENSIONS[construct]
    assert diagnose(text) == (0, [])
    warning = (f"warning: construct '{construct}' in the region of 'taskgraph' is a Clang "
               "extension [-Wopenmp-extensions]")
    assert diagnose(text, "-pedantic") == (0, [warning])
    status, messages = diagnose(text, "-pedantic-errors")
    assert status == 1 and messages == [warning.replace("warning", "error").replace(
        "[", "[-Werror,")], messages


@pytest.mark.parametrize("leave", ["return;", "goto out;", "throw 1;"])
def test_leaving_the_block(diagnose, leave):
    text = FUNCTION % f"#pragma omp taskgraph\n{{\n{leave}\n}}\nout: return;"
    status, messages = diagnose(text)
    if leave.startswith("throw"):  # ends in std::terminate(), as in other regions
        assert status == 0, messages
    else:
        assert status == 1, messages


@pytest.mark.parametrize(
    "clauses, expected",
    [
        ("graph_id(1.5)", "expression must have integral or unscoped enumeration type, not 'double'"),
        ("graph_id(1) graph_id(2)", "cannot contain more than one 'graph_id' clause"),
        ("graph_reset graph_reset(a)", "cannot contain more than one 'graph_reset' clause"),
        ("if(a) if(b)", "cannot contain more than one 'if' clause"),
        ("nogroup nogroup", "cannot contain more than one 'nogroup' clause"),
        ("graph_id()", "expected expression"),
        ("shared(a)", "unexpected OpenMP clause 'shared' in directive '#pragma omp taskgraph'"),
        ("tdg_type(foo)", "expected 'dynamic' or 'static' in OpenMP clause 'tdg_type'"),
    ],
)
def test_clauses_refused(diagnose, clauses, expected):
    status, messages = diagnose(FUNCTION % f"#pragma omp taskgraph {clauses}\n{{ }}")
    assert status == 1, messages
    assert any(expected in message for message in messages), messages


def test_move_only_object_cannot_be_firstprivate(diagnose):
    status, messages = diagnose(
        "struct Unique { Unique() {} Unique(Unique &&) {} ~Unique() {} };\n"
        + FUNCTION % "Unique u;\n#pragma omp taskgraph\n{\n"
        "#pragma omp task firstprivate(u)\n(void)&u;\n}"
    )
    assert status == 1 and any("Unique" in message for message in messages), messages


def test_saved_object_that_bytes_do_not_copy_warns(diagnose):
    text = ("struct Counted { Counted() {} Counted(const Counted &) {} };\n"
            + FUNCTION % "Counted c;\n#pragma omp taskgraph\n{\n"
            "#pragma omp task firstprivate(saved: c)\n(void)&c;\n}")
    assert diagnose(text) == (0, [
        "warning: modifier 'saved' has no effect on 'c', because its type 'Counted' is not "
        "trivially copyable; each execution of the task copies the variable as it is then "
        "[-Wopenmp-taskgraph]"])
    assert diagnose(text, "-Wno-openmp-taskgraph") == (0, [])
    assert diagnose(text.replace("saved: ", "")) == (0, [])


@pytest.mark.parametrize(
    "clause, expected",
    [
        # Of no task, in a region or not: so there is nothing that could be kept.
        ("firstprivate(saved: vla)", "cannot be of variably-modified type 'int[a]'"),
        ("firstprivate(saved: bound)", "expected variable name"),
        ("firstprivate(saved: this)", "invalid use of 'this'"),
        ("private(saved: x)", "use of undeclared identifier 'saved'"),
        ("shared(saved: x)", "use of undeclared identifier 'saved'"),
        ("transparent(1)", "unexpected OpenMP clause 'transparent'"),
    ],
)
def test_clause_that_clang_refuses(diagnose, clause, expected):
    text = FUNCTION % ("int vla[a]; struct { int m; } pair = {1}; auto [bound] = pair;\n"
                       "#pragma omp taskgraph\n{\n"
                       f"#pragma omp task {clause}\n(void)x;\n}}")
    status, messages = diagnose(text)
    assert status == 1, messages
    assert any(expected in message for message in messages), messages


@pytest.mark.parametrize("argument", ["a", "x > 2"])
def test_replayable_takes_a_constant(diagnose, argument):
    status, messages = diagnose(REGION % f"#pragma omp task replayable({argument})\nx = 1;")
    assert status == 1
    assert "error: expression is not an integral constant expression" in messages


def test_older_openmp_versions_accept_it_as_an_extension(diagnose):
    text = REGION % ALLOWED["task"]
    status, messages = diagnose(text, "-fopenmp-version=51")
    assert status == 0
    assert messages == [
        "warning: directive 'taskgraph' is an OpenMP 6.0 extension [-Wopenmp-60-extensions]"
    ]
    assert diagnose(text, "-fopenmp-version=51", "-Wno-openmp-60-extensions") == (0, [])


def test_whether_a_graph_can_be_built_is_not_the_front_ends_to_say(diagnose):
    text = FUNCTION % "#pragma omp taskgraph tdg_type(static)\n{ }"
    assert diagnose(text) == (0, [])
    assert diagnose(text.replace("static)", "dynamic)")) == (0, [])
